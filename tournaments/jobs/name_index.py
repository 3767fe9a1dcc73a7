"""Writes the words by which a search of the whole site finds players and tournaments."""

from __future__ import annotations

from collections.abc import Callable

from django.db import connection, transaction
from django.db.models import F

from tournaments.models import EventIndex, EventWord, NameIndex
from tournaments.search import fold, indexed
from tournaments.selectors.events.public import OWN_NAMES
from tournaments.selectors.site.site_index import club_token, game_token

AT_ONCE = 1_000
MOST = 20_000
_ALONE = "LOCK TABLE tournaments_eventword IN SHARE ROW EXCLUSIVE MODE"
"""A word that is written is not thrown away by somebody who does not see yet which event it is of. Reading goes on."""


def read_names() -> int:
    """Write the words of names that are new or changed, and return how many there were. Run twice it changes nothing;
    a name that is changed meanwhile is read again."""
    return _read(_names) + _read(_events)


def _read(some: Callable[[], int]) -> int:
    written = 0
    while written < MOST:
        with transaction.atomic():
            written += (read := some())
        if read < AT_ONCE:
            break
    return written


def _names() -> int:
    unread = NameIndex.objects.filter(words="").select_for_update(skip_locked=True)
    # locked first: a name that is changed from here on waits, and has it read again
    held = list(unread.values_list("pk", flat=True)[:AT_ONCE])
    rows = list(NameIndex.objects.filter(pk__in=held).select_related("player").only("words", "player__name"))
    for row in rows:
        row.words = indexed(row.player.name)
    return NameIndex.objects.bulk_update(rows, ["words"])


def forget_words() -> int:
    """Delete the words of events that stand in none any more, and return how many there were."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_ALONE)
        cursor.execute(
            "DELETE FROM tournaments_eventword AS known WHERE NOT EXISTS (SELECT FROM (SELECT DISTINCT unnest(words)"
            " AS word FROM tournaments_eventindex) AS used WHERE used.word = known.word)"
        )
        return cursor.rowcount


def _events() -> int:
    unread = EventIndex.objects.filter(words=[]).select_for_update(skip_locked=True)
    held = list(unread.values_list("pk", flat=True)[:AT_ONCE])
    if not held:
        return 0
    found = EventIndex.objects.filter(pk__in=held).select_related("tournament")
    rows = list(found.annotate(own=F(f"tournament__{OWN_NAMES}")))
    every: set[str] = set()
    for row in rows:
        event = row.tournament
        words = {*fold(" ".join((event.name, event.venue, *(row.own or {}).values()))).split()}
        every |= words
        row.words = [*sorted(words), game_token(event.game), club_token(event.club_id)]
    with connection.cursor() as cursor:
        cursor.execute(_ALONE)
    new = [EventWord(word=word, words=indexed(word)) for word in sorted(every)]
    EventWord.objects.bulk_create(new, ignore_conflicts=True)
    return EventIndex.objects.bulk_update(rows, ["words"])
