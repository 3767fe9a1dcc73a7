"""A position of Quatro Chess as JSON values, as text for a terminal, and to touch: a piece, its square, and for a pawn
at its goal the piece that it becomes."""

from __future__ import annotations

from typing import Any, Final

from games.core.game import Seat
from games.core.notices import Notice, Say
from games.core.surface import Act, Cell, Layout, Surface, Way
from games.quatro_chess import generate
from games.quatro_chess.board import (
    CASTLER,
    EMPTY,
    FAR_SQUARES,
    FILES,
    KING,
    LETTERS,
    NAMES,
    SIZE,
    SQUARES,
    STATUE,
    Colour,
    kind,
    on_cross,
)
from games.quatro_chess.notation import read, write
from games.quatro_chess.points import BY_PLACE
from games.quatro_chess.position import Position
from games.quatro_chess.shapes import piece
from games.quatro_chess.state import Fallen, Reason, State, Step, Termination

_SHORT: Final = tuple(f"{'wrbg'[code & 3]}{LETTERS[kind(code)]}" if code & 31 >= 4 else "" for code in range(64))
"""``wK`` for a white king, by piece code; of statues too."""
_COLOURS: Final = "wrbg"


def checked(state: State) -> tuple[Colour, ...]:
    """Return the living colours whose king is attacked by a living hostile piece (QC 3.5)."""
    if state.termination is not None:
        return ()
    position = Position(state)
    return tuple(colour for colour in state.living if position.in_check(colour))


def view(state: State, seat: Seat | None = None) -> dict[str, Any]:
    """Return the whole position, without the parts that do not apply; nothing in this game is hidden.

    ``pieces`` and ``statues`` map squares to colour (w, r, b, g) and piece (K, Q, R, B, N, P); ``castling``
    lists the rooks that may still castle; ``passed`` maps colours to the square that their pawn has just
    passed over.
    """
    pieces: dict[str, str] = {}
    statues: dict[str, str] = {}
    castling = []
    for square, code in enumerate(state.board):
        if code & STATUE:
            statues[NAMES[square]] = _SHORT[code]
        elif code:
            pieces[NAMES[square]] = _SHORT[code]
            if code >> 2 == CASTLER:
                castling.append(NAMES[square])
    shown: dict[str, Any] = {
        "pieces": pieces,
        "statues": statues,
        "castling": castling,
        "passed": {colour.key: NAMES[state.passed[colour]] for colour in Colour if state.passed[colour]},
        "quiet": state.quiet,
        "check": [colour.key for colour in checked(state)],
        "out": {
            fallen.colour.key: {
                "reason": fallen.reason.value,
                "place": 4 - order,
                "points": str(BY_PLACE[order] / 2 if fallen.reason is Reason.STALEMATE else BY_PLACE[order]),
            }
            for order, fallen in enumerate(state.out)
        },
    }
    if state.turn is not None:
        shown["turn"] = state.turn.key
    if state.termination is not None:
        shown["termination"] = state.termination.value
    if state.last is not None:
        shown["last"] = write(state.last)
    return shown


_HOW_ENDED: Final = {
    Termination.LAST_STANDING: Notice("quatro-chess-over-last"),
    Termination.FIFTY_MOVES: Notice("quatro-chess-over-fifty"),
    Termination.INSUFFICIENT_MATERIAL: Notice("quatro-chess-over-material"),
}


def status(state: State) -> list[Notice]:
    """Return sentences about the colours on turn, in check and out."""
    told = []
    if state.termination is not None:
        told.append(_HOW_ENDED[state.termination])
    elif state.turn is not None:
        told.append(Notice("quatro-chess-turn", colour=state.turn.titled))
    told += [Notice("quatro-chess-in-check", colour=colour.titled) for colour in checked(state)]
    return told + [how_out(fallen) for fallen in state.out]


def how_out(fallen: Fallen) -> Notice:
    """Return a sentence about a colour that is out."""
    colour = fallen.colour.titled
    if fallen.reason is Reason.MATE:
        return Notice("quatro-chess-was-mated", colour=colour)
    if fallen.reason is Reason.STALEMATE:
        return Notice("quatro-chess-was-stalemated", colour=colour)
    if fallen.reason is Reason.RESIGN:
        return Notice("quatro-chess-resigned", colour=colour)
    return Notice("quatro-chess-forfeited", colour=colour)


def text(state: State, seat: Seat | None = None, say: Say = str) -> str:
    """Return the board with rank 12 on top: ``wK`` is White's king, ``#K`` a statue, a dot an empty square."""
    lines = []
    for rank in reversed(range(SIZE)):
        cells = []
        for file in range(SIZE):
            code = state.board[rank * SIZE + file]
            if not on_cross(file, rank):
                cells.append("  ")
            elif code == EMPTY:
                cells.append(" .")
            else:
                cells.append("#" + _SHORT[code][1] if code & STATUE else _SHORT[code])
        lines.append(f"{rank + 1:2} {' '.join(cells)}".rstrip())
    lines.append("    " + "  ".join(FILES))
    if state.last is not None:
        lines.append(say(Notice("quatro-chess-last", move=write(state.last))))
    return "\n".join([*lines, *map(say, status(state))])


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


def surface(state: State, seat: Seat | None = None) -> Surface:
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
