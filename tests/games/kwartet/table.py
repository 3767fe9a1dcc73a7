"""Short ways to set up a game of Kwartet in the tests."""

from __future__ import annotations

from typing import Any

from games.core.game import Start
from games.kwartet import GAME
from games.kwartet.material import CARDS, cards
from games.kwartet.state import State

FOUR = [["A1", "A2", "B1"], ["A3", "B2", "C1"], ["A4", "C2", "C3"], ["B3", "B4", "C4"]]
PAIR = [["A1", "A2"], ["B1", "B2"]]


def record(
    quartets: int, hands: list[Any], moves: list[str], options: dict[str, Any] | None = None, **setup: Any
) -> dict[str, Any]:
    return {
        "game": "kwartet",
        "options": options or {},
        "seats": [None] * len(hands),
        "setup": {"quartets": quartets, "hands": hands, **setup},
        "moves": moves,
    }


def after(moves: list[str], hands: list[list[str]], quartets: int, pot: tuple[str, ...] = (), **options: str) -> State:
    setup: dict[str, Any] = {"quartets": quartets, "hands": hands, "pot": list(pot)}
    return GAME.run(Start(len(hands), options, setup), moves)


def held(state: State, seat: int) -> list[str]:
    return [CARDS[card] for card in cards(state.hands[seat - 1])]
