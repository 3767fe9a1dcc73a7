"""Random games of Quarto: lines are called more often than not, but now and then nobody sees them."""

from __future__ import annotations

from random import Random

from games.core.game import Start
from games.quarto import GAME
from games.quarto.material import Call
from games.quarto.state import State

LIMIT = 40


def start(rng: Random) -> Start:
    options: dict[str, object] = {}
    if rng.random() < 0.5:
        options["attributes"] = rng.sample(["colour", "shape", "height", "fill"], rng.randint(1, 4))
    if rng.random() < 0.5:
        options["squares"] = rng.random() < 0.5
    if rng.random() < 0.5:
        options["call"] = rng.choice(["required", "automatic"])
    return Start(2, options, {})


def entry(state: State, rng: Random) -> str:
    moves = GAME.legal_moves(state)
    calls = [move for move in moves if isinstance(move, Call)]
    others = [move for move in moves if not isinstance(move, Call)]
    if calls and (not others or rng.random() < 0.3):
        return GAME.write(rng.choice(calls))
    return GAME.write(rng.choice(others))
