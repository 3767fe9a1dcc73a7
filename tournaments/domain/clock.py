"""The hall's clock of a tournament, also while nobody has touched it yet."""

from __future__ import annotations

from games.core import registry
from tournaments.models import Clock, Tournament


def clock_of(tournament: Tournament) -> Clock:
    """Return the clock, or a new one that is not saved: as long as a game takes at most, by its source, or an hour.
    One query."""
    return Clock.objects.filter(tournament=tournament).first() or new_clock(tournament)


def new_clock(tournament: Tournament) -> Clock:
    """Return the clock of a tournament where nobody has touched it. No query."""
    clock = Clock(tournament=tournament)
    if minutes := registry.game_of(tournament.game, tournament.options).info.minutes:
        clock.seconds = minutes[-1] * 60
        clock.left_ms = clock.seconds * 1000
    return clock
