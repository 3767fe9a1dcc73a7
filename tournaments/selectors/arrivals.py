"""The arrivals before round 1, as the wallboard shows them."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The number of players of round 1 who are here, of how many, and the pairing numbers of the others."""

    here: int
    expected: int
    missing: frozenset[int]


def arrivals(tournament: Tournament) -> Arrivals | None:
    """Count the checked-in players; None where nobody is checked in, or the check-in is closed. One query at most."""
    if not tournament.check_in or tournament.check_in_closed_at is not None:
        return None
    rows = (
        Entry.objects.filter(tournament=tournament, left__isnull=True, joined__lte=1)
        .exclude(absent__contains=[1])
        .values_list("number", "checked_in__entry_id")
    )
    missing = frozenset(number for number, checked_in in rows if checked_in is None)
    return Arrivals(len(rows) - len(missing), len(rows), missing)
