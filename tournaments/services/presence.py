"""Deciding which of the players who missed a round play the next one: nobody comes back unasked."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tournaments.domain.logbook import audited, person
from tournaments.models import CheckedIn, Entry, Tournament
from tournaments.selectors.presence import away


@audited
def settle(tournament: Tournament, number: int, here: Collection[int] | None = None, *, by: Any) -> list[Entry]:
    """Keep everybody out of round ``number`` who was away in the last one and is not here now; return them.

    ``here``: the entries of those who are; None where nobody was asked, so that only those who were checked in since
    are taken to be. Whoever is said to be here is checked in, so that a round that is discarded and paired again knows
    it still. The tournament must be locked.
    """
    absent = []
    for missing in away(tournament):
        entry = missing.entry
        plays = missing.here if here is None else entry.pk in here
        if plays == (number in entry.absent):
            entry.absent = sorted({*entry.absent} ^ {number})
            entry.save(update_fields=["absent"])
        if not plays:
            absent.append(entry)
        elif not missing.here:
            mark(entry, by=by)
    return absent


@audited
def mark(entry: Entry, *, by: Any) -> CheckedIn:
    """Write down that a player is here now. The tournament must be locked."""
    row = CheckedIn(entry=entry, by=person(by))  # one query, whether it is there already or not
    CheckedIn.objects.bulk_create([row], update_conflicts=True, unique_fields=["entry"], update_fields=["by", "at"])
    return row
