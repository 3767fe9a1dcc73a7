"""Quaro's position as JSON values and as text. All stones lie in sight, so every seat sees the same."""

from __future__ import annotations

from typing import Any

from games.core.game import Seat
from games.core.notices import Notice, Say, the_player
from games.quaro.material import COLOURS, EMPTY, PLACES, ROWS, SQUARES, letters, named, of, size
from games.quaro.state import State

_NUMBER = {place: number for number, place in enumerate(PLACES)}


def view(state: State, seat: Seat | None = None) -> dict[str, Any]:
    """Return ``board`` (colours by square), ``hands``, ``bag``, ``points``, ``to_act``, and the ``last`` turn.

    What the bag holds is no secret: twelve of each colour are in the game, and all the others lie in sight.
    """
    return {
        "board": {SQUARES[square]: COLOURS[colour] for square, colour in enumerate(state.board) if colour != EMPTY},
        "hands": [letters(hand) for hand in state.hands],
        "bag": {letter: of(colour, state.bag) for colour, letter in enumerate(COLOURS)},
        "points": list(state.points),
        "to_act": [] if state.over else [state.turn],
        "ended": state.ended,
        "last": [SQUARES[square] for square in state.last],
        "scored": [[SQUARES[square] for square in ROWS[row]] for row in state.scored],
    }


def status(state: State) -> Notice:
    """Return one sentence: whose turn it is, or how the game ended."""
    if state.ended:
        return Notice("quaro-ended")
    if state.full:
        return Notice("quaro-full")
    hand = state.hands[state.turn - 1]
    if not hand:
        return Notice("quaro-may-draw", player=the_player(state.turn))
    return Notice("quaro-places", player=the_player(state.turn), stones=letters(hand))


def text(state: State, seat: Seat | None = None, say: Say = str) -> str:
    """Return the cross with row 8 on top; ``*`` marks the stones of the last turn."""
    lines = ["   a b c d e f g h"]
    for row in range(7, -1, -1):
        cells = []
        for column in range(8):
            square = _NUMBER.get((column, row))
            if square is None:
                cells.append("  ")
            else:
                letter = "." if state.board[square] == EMPTY else COLOURS[state.board[square]]
                cells.append(letter + ("*" if square in state.last else " "))
        lines.append(f"{row + 1}  {''.join(cells)}".rstrip())
    for seat, (hand, points) in enumerate(zip(state.hands, state.points, strict=True), 1):
        scored = Notice("quaro-one-point") if points == 1 else Notice("quaro-points", points=points)
        stones = letters(hand) or Notice("quaro-no-stones")
        lines.append(say(Notice("quaro-row", player=the_player(seat), stones=stones, points=scored)))
    bag = Notice("quaro-bag", stones=named(state.bag)) if size(state.bag) else Notice("quaro-bag-is-empty")
    return "\n".join([*lines, say(bag), say(status(state))])
