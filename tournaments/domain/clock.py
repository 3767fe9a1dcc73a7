"""The hall's clock of a tournament, also while nobody has touched it yet."""

from __future__ import annotations

from scoring.gamelink import declared_of
from tournaments.models import Clock, Tournament


def clock_of(tournament: Tournament) -> Clock:
    """Return the clock, or a new one that is not saved: as long as the declared game usually takes, or an hour. One
    query."""
    kept = Clock.objects.filter(tournament=tournament).first()
    if kept is not None:
        return kept
    clock = Clock(tournament=tournament)
    game = declared_of(tournament.game, tournament.options)
    if game is not None and game.declaration.minutes:
        clock.seconds = game.declaration.minutes * 60
        clock.left_ms = clock.seconds * 1000
    return clock
