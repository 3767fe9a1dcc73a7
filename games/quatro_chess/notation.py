"""Reading and writing entries of a record (QC 3.6, 4.3, 5.3).

``g2g4``, ``c11d12q``, ``resign``, ``forfeit red``, ``draw50``. What has this form and names squares of the
board is a move of the game, however absurd on this or any board: the rules then refuse it as illegal. All
else is no notation.
"""

from __future__ import annotations

import re
from typing import Final

from games.core.errors import BadNotation, quote, words
from games.core.notices import Notice
from games.quatro_chess.board import COLOUR_OF, NUMBERS
from games.quatro_chess.state import ClaimDraw, Forfeit, Move, Resign, Step

_STEP: Final = re.compile(r"([a-z])([1-9][0-9]?)([a-z])([1-9][0-9]?)([a-zA-Z]?)")


def tidy(text: str) -> str:
    """Return the text with single spaces between words and none around them."""
    return " ".join(words(text))


def read(text: str) -> Move:
    """Read the move that a text means. Raises BadNotation."""
    parts = words(text)
    text = " ".join(parts)  # what is quoted is what was written, without the white space around it
    match parts:
        case ["resign"]:
            return Resign()
        case ["draw50"]:
            return ClaimDraw()
        case ["forfeit", colour] if colour in COLOUR_OF:
            return Forfeit(COLOUR_OF[colour])
        case ["forfeit", *_]:
            raise BadNotation(
                Notice("quatro-chess-forfeit", text=quote(text)),
                rule="QC 4.3",
            )
        case [word]:
            return _read_step(word)
    raise _unreadable(text)


def _read_step(word: str) -> Step:
    match = _STEP.fullmatch(word)
    if match is None:
        raise _unreadable(word)
    origin, target, letter = match[1] + match[2], match[3] + match[4], match[5]
    for square in (origin, target):
        if square not in NUMBERS:
            raise BadNotation(
                Notice("quatro-chess-no-square", word=quote(word), square=square),
                rule="QC 1.2",
            )
    if letter not in ("", "q", "r", "b", "n"):
        raise BadNotation(
            Notice("quatro-chess-promotion-letter", word=quote(word), letter=letter),
            rule="QC 3.6",
        )
    return Step(origin, target, letter)


def _unreadable(text: str) -> BadNotation:
    return BadNotation(
        Notice("quatro-chess-unreadable", text=quote(text)),
        rule="QC 3.6",
    )


def write(move: Move) -> str:
    """Write the text of a move."""
    match move:
        case Step(origin, target, promotion):
            return origin + target + promotion
        case Forfeit(colour):
            return f"forfeit {colour.key}"
        case Resign():
            return "resign"
        case ClaimDraw():
            return "draw50"
