"""Random games of Quatro Chess for the tests that every game must pass: four players, a seat for each
colour."""

from __future__ import annotations

from random import Random

from games.core.game import Start
from games.quatro_chess import GAME
from games.quatro_chess.board import NUMBERS, Colour
from games.quatro_chess.state import State, Step

LIMIT = 80


def start(rng: Random) -> Start:
    options: dict[str, object] = {}
    if rng.random() < 0.3:
        options["teams"] = [[1, 3], [2, 4]]
    if rng.random() < 0.3:
        options["draw_points"] = rng.choice(["share", "half"])
    return Start(4, options, {})


def entry(state: State, rng: Random) -> str:
    chance = rng.random()
    if chance < 0.02:
        return "resign"
    if chance < 0.04:
        return f"forfeit {rng.choice(state.living).key}"
    return some_move(state, rng, 0.5)


def some_move(state: State, rng: Random, hunger: float) -> str:
    """A random move on the board, a capture as often as ``hunger`` says where there is one."""
    moves = GAME.legal_moves(state)
    takes = [move for move in moves if isinstance(move, Step) and state.board[NUMBERS[move.target]]]
    return GAME.write(rng.choice(takes if takes and rng.random() < hunger else moves))


ALL_SETUPS: tuple[Start, ...] = (
    Start(4),
    Start(4, {"draw_points": "half"}),
    Start(4, {"teams": [[1, 3], [2, 4]]}),
    Start(4, {"teams": [[1, 2], [3, 4]]}, {"colours": {"white": 1, "red": 3, "black": 2, "green": 4}}),
    Start(2),
    Start(2, {}, {"colours": {"white": 2, "red": 1, "black": 1, "green": 2}}),
    *(
        Start(3, {}, {"colours": dict(zip((colour.key for colour in Colour), owners, strict=True))})
        for owners in ((1, 1, 2, 3), (1, 2, 1, 3), (1, 2, 3, 1), (2, 1, 1, 3), (2, 1, 3, 1), (2, 3, 1, 1))
    ),
)
"""Every way to seat players, for the tests of this game alone."""
