"""The event that most public pages are tried with."""

from __future__ import annotations

from tests.tournaments.public.build import event
from tests.tournaments.worlds import world
from tournaments.models import Tournament


@world
def club() -> Tournament:
    """Two rounds, one table of the second still open, and a draft of the third."""
    return event("club", rounds=2, draft=True, missing=1)
