"""Quaro's moves and their notation (QU 2.7, QU 4.2): ``Rd4 Bd5 +RG``, ``-``, ``- +RGBY``, ``end``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.core.errors import BadNotation, quote, words
from games.core.notices import Notice, Param
from games.quaro.material import COLOURS, SQUARES


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

_CORNER = re.compile(r"[RGBY][a-h][1-8]")
_MOST = 48
"""More stones than there are can be in no move; a text that names more is no move at all."""


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
