"""Quaro's material as numbers: colours, the squares of the cross, and the rows; and the notation of its moves
(QU 2.7, QU 4.2): ``Rd4 Bd5 +RG``, ``-``, ``- +RGBY``, ``end``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.core.errors import BadNotation, quote, words
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
_CORNER = re.compile(r"[RGBY][a-h][1-8]")
_MOST = 48
"""More stones than there are can be in no move; a text that names more is no move at all."""


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


@dataclass(frozen=True, slots=True)
class Turn:
    """The stones placed, as (colour, square) in order, and the colours drawn, in the order of the text."""

    stones: tuple[tuple[int, int], ...] = ()
    drawn: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class End:
    """The players end the game because no more points can be scored."""


Move = Turn | End

STONES = {
    f"{letter}{name}": (colour, square) for colour, letter in enumerate(COLOURS) for square, name in enumerate(SQUARES)
}
"""Colour and square of each word that places a stone."""


def write(move: Move) -> str:
    if isinstance(move, End):
        return "end"
    placed = " ".join(f"{COLOURS[colour]}{SQUARES[square]}" for colour, square in move.stones) or "-"
    return f"{placed} +{''.join(COLOURS[colour] for colour in move.drawn)}" if move.drawn else placed


def read(text: str) -> Move:
    """Read the move that a text means. Raises BadNotation."""
    parts = words(text)
    if parts == ["end"]:
        return End()
    drawn: tuple[int, ...] = ()
    if parts and parts[-1].startswith("+"):
        drawn = _drawn(text, parts.pop())
    if parts == ["-"]:
        return Turn((), drawn)
    if not parts or len(parts) > _MOST:
        raise _bad(text)
    stones = []
    for word in parts:
        stone = STONES.get(word)
        if stone is None:
            raise _bad(text, word)
        stones.append(stone)
    return Turn(tuple(stones), drawn)


def _drawn(text: str, word: str) -> tuple[int, ...]:
    drawn = word[1:]
    if not drawn or len(drawn) > _MOST or any(letter not in COLOURS for letter in drawn):
        raise BadNotation(Notice("quaro-drawn-letters", text=quote(text), letters=COLOURS), rule="QU 2.7")
    return tuple(COLOURS.index(letter) for letter in drawn)


def _bad(text: str, word: str | None = None) -> BadNotation:
    if word is not None and _CORNER.fullmatch(word):
        return BadNotation(
            Notice("quaro-corner", word=quote(word)),
            rule="QU 1.2",
        )
    what: Param = quote(text)
    if word is not None and word != text:
        what = Notice("word-in-text", word=quote(word), text=quote(text))
    return BadNotation(
        Notice("quaro-no-turn", what=what),
        rule="QU 2.7",
    )
