"""A declared game of each kind for the tests that all games share: places, points, a score, partners."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.core.declarations.declaration import read
from games.core.declarations.declared import KEY, OPTION, DeclaredGame
from tests.games.core.test_declared import ORDER, PODS, RIICHI


@dataclass(frozen=True, slots=True)
class Kind:
    """A declared game; ``ends``: what is typed at a table of four, ``brought``: what the first of them is worth.

    ``three``: what is typed at a table of three; empty where the game has none.
    """

    declaration: dict[str, Any]
    ends: tuple[tuple[str, ...], ...]
    brought: tuple[str, ...]
    three: tuple[str, ...] = ()

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of an event of this game."""
        return {"game": KEY, "options": {OPTION: self.declaration}}

    def result(self, end: tuple[str, ...]) -> dict[str, Any]:
        """The fields of a result when this was typed."""
        game, typed = DeclaredGame(read(self.declaration)), [Fraction(text) for text in end]
        game.check_typed(typed)
        tally = None if self.declaration["entry"] == "points" else typed
        return {"points": list(game.points_of(typed)), "game_points": tally}


KINDS = {
    "places": Kind(
        ORDER, (("1", "2", "2", "4"), ("4", "3", "2", "1"), ("1", "1", "1", "1")), ("6", "3", "3", "0"), ("1", "2", "2")
    ),
    "points": Kind(
        PODS, (("5", "0", "0", "0"), ("0", "0", "5", "0"), ("1", "1", "1", "1")), ("5", "0", "0", "0"), ("0", "5", "0")
    ),
    "score": Kind(
        RIICHI,
        (
            ("42300", "28100", "39600", "-10000"),
            ("25000", "25000", "25000", "25000"),
            ("-1200", "30300", "20700", "50200"),
        ),
        ("473/10", "-69/10", "73/5", "-55"),
    ),
    "partners": Kind(
        {**ORDER, "key": "pairs", "names": {"en": "Pairs"}, "partners": [[1, 3], [2, 4]]},
        (("1", "3", "1", "3"), ("3", "1", "3", "1"), ("1", "1", "1", "1")),
        ("5", "1", "5", "1"),
        ("1", "2", "2"),
    ),
}  # fmt: skip
EVERY = ("", *KINDS)
"""For tests that run with a game that has an engine, too: that is the empty one."""
