"""The worth of the games' own points by place, where a game or its declaration fixes that.

A game that is not listed counts something without an upper end (stones, quartets): its events score by
places unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from games.core import registry
from games.core.declarations.declared import DeclaredGame

_LISTED: dict[str, dict[int, tuple[str, ...]]] = {
    "quarto": {2: ("1", "0")},  # Q 3.9
    "quatro-chess": {4: ("8", "4", "2", "0")},  # QC 6.1
}


def place_points(game: str, options: Mapping[str, Any], seats: int) -> tuple[Fraction, ...] | None:
    """Return the points for first, second, … place by the game's own rules; None where the game fixes none."""
    if game in _LISTED or game in registry.keys_set():
        listed = _LISTED.get(game, {}).get(seats)
        return None if listed is None else tuple(Fraction(points) for points in listed)
    declared = registry.game_of(game, options)
    return declared.place_points(seats) if isinstance(declared, DeclaredGame) else None


def lowest_score_counts(game: str, options: Mapping[str, Any]) -> bool:
    """Return whether the scores of a declared game are its points and the lowest is best, so that nothing would beat
    them all."""
    declared = None if game in registry.keys_set() else registry.game_of(game, options)
    if not isinstance(declared, DeclaredGame) or declared.declaration.score is None:
        return False
    return not declared.declaration.higher_is_better and declared.declaration.score.counts != "places"


def seats_are_colours(game: str) -> bool:
    """Return whether a table always has the seats of its colours, so that a player may hold two of them (QC 2.1)."""
    return game == "quatro-chess"


def fixes_points(game: str) -> bool:
    """Return whether the game itself says what its results bring; a declared game does."""
    return game in _LISTED or game not in registry.keys_set()
