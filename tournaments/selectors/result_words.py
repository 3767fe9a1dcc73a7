"""Results as they are typed, for hints: what the games give, never what somebody made up."""

from __future__ import annotations

from fractions import Fraction

from games.core import registry as games
from games.core.declarations.declared import DeclaredGame
from tournaments.domain.setup import options_of
from tournaments.models import Tournament
from tournaments.selectors.declared_games import declared_example


def example(tournament: Tournament, seats: int, *, apart: bool = True) -> str:
    """Return a usual result of a table: 8 4 2 0, or 8420 where a figure each is not kept ``apart``."""
    game = games.game_of(tournament.game, tournament.options)
    if isinstance(game, DeclaredGame):
        return declared_example(game, seats)
    points = [str(value) for value in game.example(options_of(tournament), seats)]
    return (" " if apart or any(len(value) > 1 for value in points) else "").join(points)


def draw(tournament: Tournament, seats: int) -> Fraction | None:
    """Return what each seat gets where all of a table draw; None where nobody draws, or numbers tell."""
    return games.game_of(tournament.game, tournament.options).draw(options_of(tournament), seats)
