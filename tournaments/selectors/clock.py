"""The hall's clock as everybody may see it."""

from __future__ import annotations

from tournaments.models import Clock, Tournament


def shown_clock(tournament: Tournament, last: int) -> Clock | None:
    """Return the clock if it was begun, in the round ``last``, the newest that is shown; else None."""
    clock: Clock | None = getattr(tournament, "clock", None)
    return clock if clock and clock.begun and clock.round == last else None
