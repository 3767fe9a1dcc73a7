"""The assignments of columns that organisers made, for the next list of their club with the same heading."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.domain.logbook import signed
from tournaments.imports.readers.lines import Line
from tournaments.models import ListLayout, PlayerImport

MOST = 50


def remembered(kind: str, club_id: int, lines: Sequence[Line]) -> tuple[int, dict[int, str]] | None:
    """Find among the first lines of a list of the kind a heading under which somebody of the club assigned columns
    before: the number of its line, and the meaning of the columns. None where nobody did."""
    digests = {_digest(kind, line.cells): line.number for line in reversed(lines)}
    layout = ListLayout.objects.filter(club=club_id, heading__in=digests).order_by("-used_at").first()
    if layout is None:
        return None
    return digests[layout.heading], {int(at): role for at, role in layout.columns.items()}


@signed
def remember(kind: str, headings: Sequence[str], columns: Mapping[int, str], *, by: Any, club_id: int) -> None:
    """Keep the meaning of the columns under a heading, for the club's next list of the kind. The oldest of many are
    forgotten."""
    if not any(headings):
        return
    values = {str(at): role for at, role in columns.items() if role}
    kept = {"columns": values, "owner": by}
    ListLayout.objects.update_or_create(club_id=club_id, heading=_digest(kind, headings), defaults=kept)
    mine = ListLayout.objects.filter(club=club_id).order_by("-used_at", "-pk")
    ListLayout.objects.filter(pk__in=list(mine.values_list("pk", flat=True)[MOST:])).delete()


def _digest(kind: str, headings: Sequence[str]) -> str:
    text = "\x1f".join(heading.casefold() for heading in headings).rstrip("\x1f")
    if kind != PlayerImport.Kind.PLAYERS:
        text = f"{kind}\x1e{text}"  # the same heading may mean something else in another kind of list
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
