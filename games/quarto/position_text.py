"""The short text of a position of Quarto: ``q.f.----_-0--_----_----.3.b3.-`` (docs/notation.md).

Its parts: the attributes that count, as one hexadecimal digit, then ``s`` where squares win and ``a`` where nobody
calls; the rows from 4 to 1, a piece as one hexadecimal digit (8 dark, 4 square, 2 short, 1 hollow); the piece that
was given; the square of the last piece; the winner.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from games.core import positions
from games.core.game import GameInfo
from games.core.notices import Notice
from games.quarto.material import EMPTY, LINES, LINES_AND_SQUARES, SQUARES
from games.quarto.state import State, completed

_DIGITS: Final = "0123456789abcdef"
_OPTIONS: Final = re.compile(r"([1-9a-f])(s?)(a?)")
_BOARD: Final = re.compile(r"[-0-9a-f]{4}(?:_[-0-9a-f]{4}){3}")


def write(info: GameInfo, state: State) -> str:
    cells = ["-" if piece == EMPTY else _DIGITS[piece] for piece in state.board]
    rows = ["".join(cells[4 * row : 4 * row + 4]) for row in (3, 2, 1, 0)]
    return positions.joined(
        info,
        _DIGITS[state.attributes] + "s" * state.squares + "a" * state.automatic,
        "_".join(rows),
        "" if state.given is None else _DIGITS[state.given],
        "" if state.last is None else SQUARES[state.last],
        "" if state.winner is None else str(state.winner),
    )


def read(info: GameInfo, text: str) -> State:
    """Return the position of a text. Raises BadPosition."""
    options, board, given, last, winner = positions.split(text, info, 5)
    chosen = _OPTIONS.fullmatch(options)
    if chosen is None:
        raise positions.unreadable(1, options)
    if not _BOARD.fullmatch(board):
        raise positions.unreadable(2, board)
    if given and given not in _DIGITS:
        raise positions.unreadable(3, given)
    if last and last not in SQUARES:
        raise positions.unreadable(4, last)
    if winner not in ("", "1", "2"):
        raise positions.unreadable(5, winner)
    cells = [cell for row in reversed(board.split("_")) for cell in row]
    pieces = tuple(EMPTY if cell == "-" else _DIGITS.index(cell) for cell in cells)
    used = [piece for piece in pieces if piece != EMPTY] + ([_DIGITS.index(given)] if given else [])
    if len(set(used)) < len(used):
        raise positions.impossible(Notice("position-pieces"), "Q 1.2")
    state = State(
        attributes=_DIGITS.index(chosen[1]),
        squares=bool(chosen[2]),
        automatic=bool(chosen[3]),
        board=pieces,
        left=0xFFFF & ~sum(1 << piece for piece in used),
        given=_DIGITS.index(given) if given else None,
        last=SQUARES.index(last) if last else None,
        placed=len(used) - bool(given),
    )
    _check(state, winner)
    return replace(state, winner=int(winner)) if winner else state


def _check(state: State, winner: str) -> None:
    """Raise BadPosition where the parts contradict each other."""
    if (state.last is None) is (state.placed > 0) or (state.last is not None and state.board[state.last] == EMPTY):
        raise positions.impossible(Notice("position-last"), "Q 2.2")
    won = state.automatic and state.completed
    if won:
        # whoever placed the piece is the next to give
        if state.given is not None or winner != ("2" if state.placed % 2 else "1"):
            raise positions.impossible(Notice("position-cannot-be-over"), "Q 4.3")
    elif winner and (state.automatic or not state.completed or int(winner) not in state.to_act):
        raise positions.impossible(Notice("position-not-over"), "Q 3.6")
    if state.automatic and _lines(state) - set(state.completed):
        raise positions.impossible(Notice("position-cannot-be-over"), "Q 4.3")


def _lines(state: State) -> set[tuple[int, ...]]:
    """Return all lines that are filled and share a value."""
    every = LINES_AND_SQUARES if state.squares else LINES
    return {
        line
        for line in every
        for found in completed(state.board, line[0], state.attributes, state.squares)
        if found == line
    }
