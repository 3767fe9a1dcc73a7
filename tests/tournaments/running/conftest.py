"""A tournament that runs."""

from __future__ import annotations

from tests.tournaments import make
from tests.tournaments.worlds import world


@world
def running(boss):
    """A round robin of four; rounds 1 and 2 are played, 1 wins always; BH, then the lot."""
    event = make.duel(4, scoring={"tie_breaks": ["BH", "SB"]})
    for _number in range(2):
        make.played(event, boss, ("1", "0"))
    event.refresh_from_db()
    return event
