"""The imported log of another installation, as people read it: a page at a time."""

from __future__ import annotations

from django.core.paginator import Page, Paginator

from tournaments.models import HistoryLine, LogEntry, Tournament
from tournaments.selectors.log import Line, Names, what_happened, who_acted

PAGE = 100


def brought(tournament: Tournament) -> int:
    """Return how many lines there are."""
    return tournament.history.count()


def page(tournament: Tournament, number: str | None) -> Page[Line]:
    """Return a page of the history, the newest line first. Two queries."""
    lines = Paginator(tournament.history.order_by("-position"), PAGE).get_page(number)
    nobody = Names(())
    lines.object_list = [_line(line, nobody) for line in lines.object_list]
    return lines


def _line(line: HistoryLine, nobody: Names) -> Line:
    """Return a line as the log words it. Its numbers are those of another database, so they name nobody here."""
    entry = LogEntry(
        at=line.at,
        actor=line.who,
        role=line.role,
        door=line.door,
        kind=line.kind,
        row_id=line.row,
        action=line.action,
        old=line.old,
        new=line.new,
        reason=line.reason,
    )
    try:
        what = what_happened(entry, nobody)
    except (KeyError, TypeError, ValueError, AttributeError):
        # it is what somebody else's program wrote, or a hand
        what = f"{line.kind} #{line.row}: {LogEntry.Made(line.action).label}"
    return Line(entry, what, who_acted(entry) if line.who else "", "")
