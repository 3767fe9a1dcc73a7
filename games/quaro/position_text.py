"""The short text of a position of Quaro: ``qu.1.4_4_8_8_3R4_8_4_4.RRGB_YGBB.0_0.d4`` (docs/notation.md).

Its parts: the seat on turn, then ``e`` where the players ended the game; the rows from 8 to 1, numbers for empty
squares; the hands, in the order R, G, B, Y, ``0`` for an empty one; the points; the squares of the last turn. The
bag holds the rest.
"""

from __future__ import annotations

import re
from typing import Final

from games.core import positions
from games.core.game import GameInfo
from games.core.notices import Notice
from games.quaro.material import (
    ALL_STONES,
    COLOURS,
    EMPTY,
    HAND,
    PER_COLOUR,
    PLACES,
    SQUARES,
    count,
    letters,
    of,
)
from games.quaro.state import State, completed

_TURN: Final = re.compile(r"([1-4])(e?)")
_ROW: Final = re.compile(r"(?:[1-8]|[RGBY])+")
_CELL: Final = re.compile(r"[1-8]|[RGBY]")
_SQUARE: Final = re.compile(r"[a-h][1-8]")
_LENGTHS: Final = tuple(sum(row == line for _, row in PLACES) for line in range(8))


def write(info: GameInfo, state: State) -> str:
    rows: list[str] = []
    first = 0
    for length in _LENGTHS:
        cells = state.board[first : first + length]
        rows.append(positions.row("" if cell == EMPTY else COLOURS[cell] for cell in cells))
        first += length
    return positions.joined(
        info,
        f"{state.turn}{'e' if state.ended else ''}",
        "_".join(reversed(rows)),
        "_".join(letters(hand) or "0" for hand in state.hands),
        "_".join(map(str, state.points)),
        "".join(SQUARES[square] for square in state.last),
    )


def read(info: GameInfo, text: str) -> State:
    """Return the position of a text. Raises BadPosition."""
    turn, rows, hands, points, last = positions.split(text, info, 5)
    on_turn = _TURN.fullmatch(turn)
    if on_turn is None:
        raise positions.unreadable(1, turn)
    board = _board(rows)
    held = []
    for hand in hands.split("_"):
        if hand != "0" and (not 1 <= len(hand) <= HAND or any(letter not in COLOURS for letter in hand)):
            raise positions.unreadable(3, hands)
        held.append(0 if hand == "0" else count([COLOURS.index(letter) for letter in hand]))
    tally = tuple(positions.number(one, 4, 82) for one in points.split("_"))
    if len(held) not in info.seats or len(tally) != len(held) or int(on_turn[1]) > len(held):
        raise positions.unreadable(3, hands)
    if _SQUARE.sub("", last) or any(square not in SQUARES for square in _SQUARE.findall(last)):
        raise positions.unreadable(5, last)
    squares = tuple(SQUARES.index(square) for square in _SQUARE.findall(last))
    lying = count([colour for colour in board if colour != EMPTY])
    if any(of(colour, lying) + sum(of(colour, hand) for hand in held) > PER_COLOUR for colour in range(4)):
        raise positions.impossible(Notice("position-pieces"), "QU 1.1")
    if len(squares) > HAND or len(set(squares)) < len(squares) or any(board[square] == EMPTY for square in squares):
        raise positions.impossible(Notice("position-last"), "QU 2.3")
    scored = completed(board, squares[-1]) if squares else ()
    bag = ALL_STONES - lying - sum(held)
    state = State(board, tuple(held), bag, tally, int(on_turn[1]), bool(on_turn[2]), squares, scored)
    _check(state)
    return state


def _board(text: str) -> tuple[int, ...]:
    rows = text.split("_")
    board: list[int] = []
    for length, row in zip(_LENGTHS, reversed(rows), strict=False):
        if not _ROW.fullmatch(row):
            raise positions.unreadable(2, row)
        cells: list[int] = []
        for cell in _CELL.findall(row):
            cells += [COLOURS.index(cell)] if cell in COLOURS else [EMPTY] * int(cell)
        if len(cells) != length:
            raise positions.unreadable(2, row)
        board += cells
    if len(rows) != len(_LENGTHS):
        raise positions.unreadable(2, text)
    return tuple(board)


def _check(state: State) -> None:
    """Raise BadPosition where the parts contradict each other."""
    rows = {
        row for square in range(len(SQUARES)) if state.board[square] != EMPTY for row in completed(state.board, square)
    }
    if sum(state.points) != len(rows):
        raise positions.impossible(Notice("position-points"), "QU 3.3")
    if state.ended and (state.full or not state.out_of_reach):
        raise positions.impossible(Notice("position-not-over"), "QU 4.2")
    if not state.full and not state.bag and not state.hands[state.turn - 1]:
        raise positions.impossible(Notice("position-turn"), "QU 2.6")
