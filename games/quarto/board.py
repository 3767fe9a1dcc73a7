"""Quarto's position as JSON values and as text. Everything lies on the table, so every seat sees the same."""

from __future__ import annotations

from typing import Any

from games.core.game import Seat
from games.core.notices import Notice, Say, every, the_player
from games.quarto.material import EMPTY, PIECES, SQUARES, values
from games.quarto.state import State


def view(state: State, seat: Seat | None = None) -> dict[str, Any]:
    """Return ``board`` (pieces by square), ``given``, ``left``, ``last``, ``to_act``, ``winner``, winning ``lines``.

    A line that nobody has called is not shown: to see it is the game (Q 3.2).
    """
    won = state.winner is not None
    return {
        "board": {SQUARES[square]: PIECES[piece] for square, piece in enumerate(state.board) if piece != EMPTY},
        "given": None if state.given is None else PIECES[state.given],
        "left": [PIECES[piece] for piece in range(16) if state.left >> piece & 1],
        "last": None if state.last is None else SQUARES[state.last],
        "to_act": list(state.to_act) if not won and state.placed < 16 else [],
        "winner": state.winner,
        "lines": [[SQUARES[square] for square in line] for line in state.completed] if won else [],
    }


def status(state: State) -> Notice:
    """Return one sentence: what is to be done, or how the game ended."""
    if state.winner is not None:
        lines = every(
            Notice("quarto-line", squares=" ".join(SQUARES[square] for square in line), values=_shared(state, line))
            for line in state.completed
        )
        return Notice("quarto-wins", player=the_player(state.winner), lines=lines)
    if state.placed == 16:
        return Notice("quarto-drawn")
    if state.given is None:
        return Notice("quarto-gives", player=the_player(state.mover))
    return Notice("quarto-places", player=the_player(state.mover), piece=PIECES[state.given])


def text(state: State, seat: Seat | None = None, say: Say = str) -> str:
    """Return the board with row 4 on top, what is left, and whose turn it is; ``*`` marks the last piece."""
    lines = ["     a      b      c      d"]
    for row in (3, 2, 1, 0):
        cells = []
        for column in range(4):
            square = 4 * row + column
            piece = state.board[square]
            mark = "*" if square == state.last else " "
            cells.append("  .   " if piece == EMPTY else f"{PIECES[piece]}{mark} ")
        lines.append(f"{row + 1}  {' '.join(cells)}".rstrip())
    left = " ".join(PIECES[piece] for piece in range(16) if state.left >> piece & 1)
    return "\n".join([*lines, say(Notice("quarto-left", pieces=left or "–")), say(status(state))])


def _shared(state: State, line: tuple[int, ...]) -> tuple[Notice, ...]:
    return values((state.board[square] for square in line), state.attributes)
