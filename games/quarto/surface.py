"""Quarto's position to touch: the board, the piece that waits, and the pieces that are left."""

from __future__ import annotations

from games.core.surface import Act, Cell, Item, Layout, Surface, Tray, Way
from games.quarto.material import EMPTY, LINES, LINES_AND_SQUARES, PIECES, SQUARES
from games.quarto.picture import look
from games.quarto.state import State


def layout(squares: bool) -> Layout:
    """Return the board; ``squares``: whether blocks of 2 × 2 count as lines (Q 4.2)."""
    lines = LINES_AND_SQUARES if squares else LINES
    return Layout(
        columns=4,
        rows=4,
        cells=tuple(Cell(name, number % 4, 3 - number // 4) for number, name in enumerate(SQUARES)),
        looks={text: look(piece) for piece, text in enumerate(PIECES)},
        lines=tuple(tuple(SQUARES[square] for square in line) for line in lines),
    )


def surface(state: State) -> Surface:
    """Return the position. Its ways are the legal moves without the calls, which are acts: whether there is a line to
    call is not told (Q 3.2)."""
    won = state.winner is not None
    ways: tuple[Way, ...] = ()
    if not won and state.placed < 16:
        if state.given is None:
            left = (PIECES[piece] for piece in range(16) if state.left >> piece & 1)
            ways = tuple(Way(f"give {text}", (f"left:{text}",)) for text in left)
        else:
            free = (SQUARES[square] for square in range(16) if state.board[square] == EMPTY)
            ways = tuple(Way(f"place {name}", (name,)) for name in free)
    given = () if state.given is None else (Item(f"given:{PIECES[state.given]}", PIECES[state.given]),)
    left_over = tuple(Item(f"left:{PIECES[p]}", PIECES[p]) for p in range(16) if state.left >> p & 1)
    callers = (1, 2) if state.placed == 16 else (state.mover,)
    calls = not won and not state.automatic and state.placed >= 4
    return Surface(
        pieces={SQUARES[square]: PIECES[piece] for square, piece in enumerate(state.board) if piece != EMPTY},
        ways=ways,
        turn=() if won or state.placed == 16 else callers,
        trays=(Tray("given", given, state.mover if given else 0), Tray("left", left_over)),
        acts=tuple(Act("call", f"call {seat}", seat) for seat in callers) if calls else (),
        last=() if state.last is None else (SQUARES[state.last],),
        won=tuple(tuple(SQUARES[square] for square in line) for line in state.completed) if won else (),
        more={"calls": not state.automatic},
    )
