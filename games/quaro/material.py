"""Quaro's material as numbers: colours, the squares of the cross, and the rows.

A colour is a number from 0 to 3 (red, green, blue, yellow). A square is a number from 0 to 47, row by row
from row 1, in each row from column a on (QU 1.2). How many stones of each colour there are somewhere (a
*count*) is one integer with a byte a colour, so that hands and the bag are added and compared in one step.
"""

from __future__ import annotations

from games.core.notices import Notice, Param

COLOURS = "RGBY"
EMPTY = -1
"""What lies on a square without a stone."""

PER_COLOUR = 12
HAND = 4
"""Stones of each colour in all (QU 1.1), and in a full hand (QU 2.1)."""

PLACES = tuple((column, row) for row in range(8) for column in range(8) if 2 <= column <= 5 or 2 <= row <= 5)
"""Column and row (0 to 7) of each square of the cross."""

SQUARES = tuple(f"{'abcdefgh'[column]}{row + 1}" for column, row in PLACES)
"""The text of each square, by its number."""

_NUMBER = {place: number for number, place in enumerate(PLACES)}


def _rows() -> tuple[tuple[int, ...], ...]:
    lines = []
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for column, row in PLACES:
            line = [_NUMBER.get((column + step * right, row + step * up)) for step in range(4)]
            squares = tuple(number for number in line if number is not None)
            if len(squares) == 4:
                lines.append(squares)
    return tuple(lines)


ROWS = _rows()
"""The 82 rows: four adjacent squares across, down or diagonal (QU 3.1)."""

THROUGH = tuple(tuple(number for number, row in enumerate(ROWS) if square in row) for square in range(len(SQUARES)))
"""The rows through each square, by their numbers."""

ONE = tuple(1 << 8 * colour for colour in range(4))
"""The count of one stone of each colour."""

ALL_STONES = sum(PER_COLOUR * unit for unit in ONE)


def count(colours: tuple[int, ...] | list[int]) -> int:
    """Return the count of these stones."""
    return sum(ONE[colour] for colour in colours)


def of(colour: int, stones: int) -> int:
    """Return how many stones of a colour a count holds."""
    return stones >> 8 * colour & 0xFF


def size(stones: int) -> int:
    """Return how many stones a count holds."""
    return (stones & 0xFF) + (stones >> 8 & 0xFF) + (stones >> 16 & 0xFF) + (stones >> 24)


def letters(stones: int) -> str:
    """Write a count as letters: ``"RRGY"``."""
    return "".join(COLOURS[colour] * of(colour, stones) for colour in range(4))


NAMED = (Notice("red"), Notice("green"), Notice("blue"), Notice("yellow"))
"""The colours, as pieces of sentences."""


def named(stones: int) -> Param:
    """Put a count in words, as a piece of a sentence: ``2 red, 1 yellow``, or ``none``."""
    parts = (Notice("quaro-stones", count=of(colour, stones), colour=NAMED[colour]) for colour in range(4))
    return tuple(part for part in parts if part.params["count"]) or Notice("none")
