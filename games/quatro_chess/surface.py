"""The position of Quatro Chess to touch: a piece, its square, and for a pawn at its goal the piece that it becomes."""

from __future__ import annotations

from typing import Final

from games.core.surface import Act, Cell, Layout, Surface, Way
from games.quatro_chess import generate
from games.quatro_chess.board import (
    CASTLER,
    FAR_SQUARES,
    KING,
    LETTERS,
    NAMES,
    SIZE,
    SQUARES,
    STATUE,
    Colour,
    kind,
)
from games.quatro_chess.notation import read
from games.quatro_chess.position import Position
from games.quatro_chess.shapes import piece
from games.quatro_chess.state import State, Step
from games.quatro_chess.views import checked

_COLOURS: Final = "wrbg"


def layout() -> Layout:
    """Return the cross, and how its pieces look: ``wK``, and ``wK#`` as a statue."""
    looks = {
        f"{_COLOURS[colour]}{LETTERS[shape]}{'#' if statue else ''}": piece(shape, colour, statue=statue)
        for colour in Colour
        for shape in range(1, CASTLER)
        for statue in (False, True)
    }
    return Layout(
        columns=SIZE,
        rows=SIZE,
        cells=tuple(Cell(NAMES[square], square % SIZE, SIZE - 1 - square // SIZE) for square in SQUARES),
        looks=looks,
        more={
            "colours": list(_COLOURS),
            "armies": [colour.key for colour in Colour],
            "far": {_COLOURS[colour]: sorted(NAMES[n] for n in FAR_SQUARES[colour]) for colour in Colour},
        },
    )


def surface(state: State) -> Surface:
    """Return the position. Its ways are the legal moves of QC 3; what QC 4.3 and 5.3 allow beside them are acts."""
    ways = []
    for text in generate.legal_texts(Position(state)) if state.turn is not None else ():
        move = read(text)
        assert isinstance(move, Step)
        promoted = (f"={move.promotion}",) if move.promotion else ()
        ways.append(Way(text, (move.origin, move.target, *promoted)))
    kings = {colour: NAMES[square] for square in SQUARES for colour in Colour if _is_king(state, square, colour)}
    last = (state.last.origin, state.last.target) if isinstance(state.last, Step) else ()
    return Surface(
        pieces={NAMES[square]: _look(state.board[square]) for square in SQUARES if state.board[square]},
        ways=tuple(ways),
        turn=() if state.turn is None else (state.turn + 1,),
        acts=_acts(state),
        last=last,
        check=tuple(kings[colour] for colour in checked(state)),
        out={fallen.colour + 1: fallen.reason.value for fallen in state.out},
    )


def _acts(state: State) -> tuple[Act, ...]:
    if state.turn is None:
        return ()
    living = state.living
    acts = [Act("resign", "resign", state.turn + 1)]
    if state.quiet >= 50 * len(living):
        acts.append(Act("draw50", "draw50", state.turn + 1))
    acts.extend(Act("forfeit", f"forfeit {colour.key}", colour + 1) for colour in living)
    return tuple(acts)


def _is_king(state: State, square: int, colour: Colour) -> bool:
    code = state.board[square]
    return not code & STATUE and kind(code) == KING and code & 3 == colour


def _look(code: int) -> str:
    return f"{_COLOURS[code & 3]}{LETTERS[kind(code)]}{'#' if code & STATUE else ''}"
