"""Quarto's moves and their notation (Q 2.3, Q 3.2): ``give LRTF``, ``place b3``, ``call 1``, ``call 1 a1 b1 c1 d1``."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.errors import BadNotation, quote, words
from games.core.notices import Notice
from games.quarto.material import PIECES, SQUARES


@dataclass(frozen=True, slots=True)
class Give:
    """A piece (its number) is given to the other player."""

    piece: int


@dataclass(frozen=True, slots=True)
class Place:
    """The piece that was given is placed on a square (its number)."""

    square: int


@dataclass(frozen=True, slots=True)
class Call:
    """The call "Quarto!" by a seat; ``line``: the four squares that it shows, in rising order, where it was written."""

    seat: int
    line: tuple[int, ...] = ()


Move = Give | Place | Call

_TEXTS: dict[Move, str] = {
    **{Give(number): f"give {text}" for number, text in enumerate(PIECES)},
    **{Place(number): f"place {text}" for number, text in enumerate(SQUARES)},
    Call(1): "call 1",
    Call(2): "call 2",
}
_MOVES = {text: move for move, text in _TEXTS.items()}

_NUMBERS = {text: number for number, text in enumerate(SQUARES)}

_RIGHT = {
    "give": ("Q 1.3", Notice("quarto-after-give")),
    "place": ("Q 1.1", Notice("quarto-after-place")),
    "call": ("Q 3.2", Notice("quarto-after-call")),
}


def write(move: Move) -> str:
    if isinstance(move, Call) and move.line:
        return " ".join((f"call {move.seat}", *(SQUARES[square] for square in move.line)))
    return _TEXTS[move]


def read(text: str) -> Move:
    """Read the move that a text means. Raises BadNotation."""
    move = _MOVES.get(text)
    if move is not None:
        return move
    parts = words(text)
    move = _MOVES.get(" ".join(parts)) if len(parts) == 2 else None
    if move is not None:
        return move
    if len(parts) == 6 and parts[0] == "call" and parts[1] in ("1", "2"):
        shown = sorted({_NUMBERS[word] for word in parts[2:] if word in _NUMBERS})
        if len(shown) == 4:
            return Call(int(parts[1]), tuple(shown))
    if parts and parts[0] in _RIGHT:
        rule, right = _RIGHT[parts[0]]
        raise BadNotation(Notice("quarto-no-move", text=quote(text), word=quote(parts[0]), right=right), rule=rule)
    raise BadNotation(Notice("quarto-unreadable", text=quote(text)), rule="Q 2.3")
