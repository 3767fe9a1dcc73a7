"""Squares, colours and pieces: how a position of Quatro Chess stands in memory (QC 1).

The cross of 128 squares lies in a frame of 12 × 12. A square is a number, rank × 12 + file, both from 0:
``a1`` is 0 and no square of the cross, so 0 also says "none". A set of squares is an integer, one bit a
square (``BIT``). A board is 144 bytes, one piece code each: 0 for empty, else kind × 4 + colour, and 32 more
for a statue (QC 4.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final

from games.core.notices import Notice, label

Squares = int
"""A set of squares, one bit each."""

SIZE: Final = 12
CELLS: Final = SIZE * SIZE
FILES: Final = "abcdefghijkl"
NOBODY: Final = 4
"""Stands for the colour on turn once the game is over."""


class Colour(IntEnum):
    """The four armies in turn order (QC 1.3)."""

    WHITE = 0
    RED = 1
    BLACK = 2
    GREEN = 3

    @property
    def key(self) -> str:
        """Return the name as it stands in records: ``white``."""
        return self.name.lower()

    @property
    def label(self) -> str:
        """Return the name as it stands in sentences: ``White``."""
        return self.name.capitalize()

    @property
    def named(self) -> Notice:
        """Return the name as a piece of a sentence: ``white``."""
        return label(self.key)

    @property
    def titled(self) -> Notice:
        """Return the name as a piece of a sentence that names the player, too: ``White``."""
        return TITLES[self]


COLOURS: Final = tuple(Colour)
TITLES: Final = (
    *(Notice("quatro-chess-white"), Notice("quatro-chess-red")),
    *(Notice("quatro-chess-black"), Notice("quatro-chess-green")),
)
COLOUR_OF: Final = {colour.key: colour for colour in Colour}

PAWN: Final = 1
KNIGHT: Final = 2
BISHOP: Final = 3
ROOK: Final = 4
QUEEN: Final = 5
KING: Final = 6
CASTLER: Final = 7
"""A rook that has not moved, of a king that has not moved: the right to castle is in the piece (QC 3.4)."""
STATUE: Final = 32
EMPTY: Final = 0

KINDS: Final = (
    *(Notice("nothing"), Notice("pawn"), Notice("knight"), Notice("bishop"), Notice("rook")),
    *(Notice("queen"), Notice("king"), Notice("rook")),
)
"""The names of the pieces, as pieces of sentences."""
LETTERS: Final = " PNBRQKR"
PROMOTIONS: Final = {"q": QUEEN, "r": ROOK, "b": BISHOP, "n": KNIGHT}


def kind(code: int) -> int:
    """Return the kind of a piece code that is not a statue's, CASTLER for a rook that has not moved."""
    return code >> 2 & 7


def on_cross(file: int, rank: int) -> bool:
    """Return whether file and rank, from 0, are a square of the board (QC 1.2)."""
    return 0 <= file < SIZE and 0 <= rank < SIZE and (2 <= file < 10 or 2 <= rank < 10)


SQUARES: Final = tuple(n for n in range(CELLS) if on_cross(n % SIZE, n // SIZE))
NAMES: Final = tuple(f"{FILES[n % SIZE]}{n // SIZE + 1}" for n in range(CELLS))
NUMBERS: Final = {NAMES[n]: n for n in SQUARES}
# The first byte of a board is the highest bit, so that a translated board reads as a number in base 2.
BIT: Final = tuple(1 << (CELLS - 1 - n) for n in range(CELLS))


def union(squares: Iterable[int]) -> Squares:
    """Return the set of these squares."""
    bits = 0
    for square in squares:
        bits |= BIT[square]
    return bits


CROSS: Final = union(SQUARES)

FORWARD: Final = (SIZE, 1, -SIZE, -1)
"""One step away from the own side, for each colour (QC 3.1)."""


def members(squares: Squares) -> Iterator[int]:
    """Yield the squares of a set, in rising order of their names' ranks, then files."""
    while squares:
        length = squares.bit_length()
        yield CELLS - length
        squares ^= 1 << (length - 1)


def squares_where(board: bytes | bytearray, table: bytes) -> Squares:
    """Return the squares whose piece code ``table`` (256 bytes) turns into ``b"1"``; it turns all others into
    ``b"0"``."""
    return int(board.translate(table), 2)


def selector(codes: set[int]) -> bytes:
    """Make a table for ``squares_where`` that selects these piece codes."""
    return bytes(49 if code in codes else 48 for code in range(256))


def _starting_board() -> bytes:
    board = bytearray(CELLS)
    army = (CASTLER, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, CASTLER)
    for place, piece in enumerate(army):
        line = place + 2
        mirrored = 9 - place
        for colour, back, front in (
            (Colour.WHITE, line, SIZE + line),
            (Colour.BLACK, 11 * SIZE + line, 10 * SIZE + line),
            (Colour.RED, mirrored * SIZE, mirrored * SIZE + 1),
            (Colour.GREEN, mirrored * SIZE + 11, mirrored * SIZE + 10),
        ):
            board[back] = piece << 2 | colour
            board[front] = PAWN << 2 | colour
    return bytes(board)


STARTING_BOARD: Final = _starting_board()

HOME_SQUARES: Final = tuple(
    frozenset(n for n in SQUARES if STARTING_BOARD[n] == PAWN << 2 | colour) for colour in Colour
)
"""Where the pawns of each colour start, and may move two squares from (QC 3.1)."""

FAR_SQUARES: Final = tuple(
    frozenset(n for n in SQUARES if STARTING_BOARD[n] and STARTING_BOARD[n] & 3 == far and n not in HOME_SQUARES[far])
    for far in (Colour.BLACK, Colour.GREEN, Colour.WHITE, Colour.RED)
)
"""Where the pawns of each colour promote: the back row of the army opposite (QC 3.3)."""
