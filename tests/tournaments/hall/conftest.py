"""The events that a hall sees."""

from __future__ import annotations

from tests.tournaments.public.build import event
from tests.tournaments.worlds import world
from tournaments.models import Tournament


@world
def club() -> Tournament:
    """An event of two rounds, all played."""
    return event("club", rounds=2)
