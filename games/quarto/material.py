"""Quarto's material as numbers: pieces, squares, and the lines through each square; and the notation of its moves
(Q 2.3, Q 3.2): ``give LRTF``, ``place b3``, ``call 1``, ``call 1 a1 b1 c1 d1``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.core.errors import BadNotation, quote, words
from games.core.notices import Notice

EMPTY = -1
"""What stands on a square without a piece."""

ATTRIBUTES = {"colour": 8, "shape": 4, "height": 2, "fill": 1}
"""The bit of each attribute, by its name in the option (Q 4.1)."""

_WORDS = {
    8: (Notice("quarto-light"), Notice("quarto-dark")),
    4: (Notice("quarto-round"), Notice("quarto-square")),
    2: (Notice("quarto-tall"), Notice("quarto-short")),
    1: (Notice("quarto-full"), Notice("quarto-hollow")),
}

PIECES = tuple(
    f"{'LD'[number >> 3 & 1]}{'RS'[number >> 2 & 1]}{'TS'[number >> 1 & 1]}{'FH'[number & 1]}" for number in range(16)
)
"""The text of each piece, by its number."""

SQUARES = tuple(f"{column}{row}" for row in "1234" for column in "abcd")
"""The text of each square, by its number."""

_ROWS = [tuple(4 * row + column for column in range(4)) for row in range(4)]
_COLUMNS = [tuple(4 * row + column for row in range(4)) for column in range(4)]
_DIAGONALS = [(0, 5, 10, 15), (3, 6, 9, 12)]
_BLOCKS = [(corner, corner + 1, corner + 4, corner + 5) for corner in (0, 1, 2, 4, 5, 6, 8, 9, 10)]

LINES = (*_ROWS, *_COLUMNS, *_DIAGONALS)
"""The ten lines of Q 3.1."""

LINES_AND_SQUARES = (*LINES, *_BLOCKS)
"""The lines where the nine 2 × 2 blocks count too (Q 4.2)."""

Line = tuple[int, int, int, int]
_RIGHT = {
    "give": ("Q 1.3", Notice("quarto-after-give")),
    "place": ("Q 1.1", Notice("quarto-after-place")),
    "call": ("Q 3.2", Notice("quarto-after-call")),
}


def _through(lines: Iterable[tuple[int, ...]]) -> tuple[tuple[Line, ...], ...]:
    return tuple(tuple((a, b, c, d) for a, b, c, d in lines if square in (a, b, c, d)) for square in range(16))


THROUGH = {False: _through(LINES), True: _through(LINES_AND_SQUARES)}
"""The lines through each square, without and with the 2 × 2 blocks."""


def shared(a: int, b: int, c: int, d: int, attributes: int) -> int:
    """Return the attributes, as bits, of which four pieces share a value."""
    return ((a & b & c & d) | ~(a | b | c | d)) & attributes


def in_words(piece: int) -> tuple[Notice, ...]:
    """Describe a piece, as a piece of a sentence: ``light, round, tall, full``."""
    return tuple(words[1 if piece & bit else 0] for bit, words in _WORDS.items())


def values(pieces: Iterable[int], attributes: int) -> tuple[Notice, ...]:
    """Return the values that pieces share, as a piece of a sentence: ``dark, hollow``."""
    every = list(pieces)
    return tuple(
        words[1 if every[0] & bit else 0]
        for bit, words in _WORDS.items()
        if attributes & bit and len({piece & bit for piece in every}) == 1
    )


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
