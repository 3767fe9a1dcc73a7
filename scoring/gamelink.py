"""What a document asks the games: is there this game, are these its options, can it give these points."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from games.core.errors import GameError
from scoring.document import DocumentError


def _game(key: str) -> Any:
    try:
        registry = importlib.import_module("games.core.registry")
    except ModuleNotFoundError:
        return None
    if key in ("quatro-chess", "quaro", "kwartet") and key not in set(registry.keys()):
        return None
    return registry.get(key)


def check_game(key: str, place: str) -> None:
    """Raises DocumentError where there is no such game."""
    try:
        _game(key)
    except GameError as error:
        raise DocumentError(place, error.message) from None


def check_options(key: str, options: Mapping[str, Any], place: str) -> None:
    """Raises DocumentError for options that the game does not have, or values that they cannot take."""
    game = _game(key)
    if game is None:
        return
    complete = importlib.import_module("games.core.options").complete
    try:
        complete(game.info, options)
    except GameError as error:
        raise DocumentError(place, error.message) from None


def why_impossible(key: str, options: Mapping[str, Any], points: Sequence[Fraction]) -> str | None:
    """Why no table of this game can end with these points, one a seat; None where one can."""
    game = _game(key)
    if game is None:
        return None
    complete = importlib.import_module("games.core.options").complete
    try:
        game.check_points(complete(game.info, options), points)
    except GameError as error:
        return str(error.message)
    return None
