"""A position as JSON values and as text for a terminal."""

from __future__ import annotations

from typing import Any, Final

from games.quatro_chess.board import (
    CASTLER,
    EMPTY,
    FILES,
    LETTERS,
    NAMES,
    SIZE,
    STATUE,
    Colour,
    kind,
    on_cross,
)
from games.quatro_chess.notation import write
from games.quatro_chess.points import BY_PLACE
from games.quatro_chess.position import Position
from games.quatro_chess.state import Reason, State, Termination

_SHORT: Final = tuple(f"{'wrbg'[code & 3]}{LETTERS[kind(code)]}" if code & 31 >= 4 else "" for code in range(64))
"""``wK`` for a white king, by piece code; of statues too."""


def checked(state: State) -> tuple[Colour, ...]:
    """Return the living colours whose king is attacked by a living hostile piece (QC 3.5)."""
    if state.termination is not None:
        return ()
    position = Position(state)
    return tuple(colour for colour in state.living if position.in_check(colour))


def view(state: State) -> dict[str, Any]:
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


_HOW_OUT: Final = {
    Reason.MATE: "was mated",
    Reason.STALEMATE: "was stalemated",
    Reason.RESIGN: "resigned",
    Reason.FORFEIT: "forfeited",
}
_HOW_ENDED: Final = {
    Termination.LAST_STANDING: "the others are out",
    Termination.FIFTY_MOVES: "drawn by the fifty-move rule",
    Termination.INSUFFICIENT_MATERIAL: "drawn for want of mating material",
}


def status(state: State) -> list[str]:
    """Return sentences about the colours on turn, in check and out."""
    sentences = []
    if state.termination is not None:
        sentences.append(f"The game is over: {_HOW_ENDED[state.termination]}.")
    elif state.turn is not None:
        sentences.append(f"{state.turn.label} is on turn.")
    sentences += [f"{colour.label}'s king is in check." for colour in checked(state)]
    sentences += [f"{fallen.colour.label} {_HOW_OUT[fallen.reason]}." for fallen in state.out]
    return sentences


def text(state: State) -> str:
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
        lines.append(f"Last: {write(state.last)}.")
    return "\n".join([*lines, *status(state)])
