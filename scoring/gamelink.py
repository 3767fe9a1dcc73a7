"""The questions of a document to the games: is there this game, are these its options, can it give these points?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from games.core import registry
from games.core.errors import GameError
from games.core.notices import Notice
from games.core.options import at_table, complete
from scoring.document import DocumentError


def check_game(key: str, place: str) -> None:
    """Raise DocumentError where there is no such game."""
    try:
        registry.get(key)
    except GameError as error:
        raise DocumentError(place, error.notice) from None


def complete_options(key: str, options: Mapping[str, Any], place: str) -> Mapping[str, Any]:
    """Return a game's options with the defaults of those left out. Raises DocumentError for others."""
    try:
        return complete(registry.get(key).info, options, event=True)
    except GameError as error:
        raise DocumentError(place, error.notice) from None


def why_impossible(key: str, options: Mapping[str, Any], points: Sequence[Fraction], players: int) -> Notice | None:
    """Return the reason why no table of this game can end with these points, one a seat; None where one can.

    ``options`` are complete; of partners they hold only where each of their seats has a player, of whom
    there are ``players``.
    """
    game = registry.get(key)
    try:
        game.check_points(at_table(game.info, options, players), points)
    except GameError as error:
        return error.notice
    return None
