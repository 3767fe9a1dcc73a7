"""Writes the words by which a search of the whole site finds players."""

from __future__ import annotations

from django.db import transaction

from tournaments.models import NameIndex
from tournaments.search import indexed

AT_ONCE = 1_000
MOST = 20_000


def read_names() -> int:
    """Write the words of names that are new or changed, and return how many there were. Run twice it changes nothing;
    a name that is changed meanwhile is read again."""
    written = 0
    while written < MOST:
        with transaction.atomic():
            unread = NameIndex.objects.filter(words="").select_for_update(skip_locked=True, of=("self",))
            rows = list(unread.select_related("player").only("words", "player__name")[:AT_ONCE])
            for row in rows:
                row.words = indexed(row.player.name)
            NameIndex.objects.bulk_update(rows, ["words"])
        written += len(rows)
        if len(rows) < AT_ONCE:
            break
    return written
