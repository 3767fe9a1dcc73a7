"""Reading and writing entries of a record (QC 3.6, 4.3, 5.3).

``g2g4``, ``c11d12q``, ``resign``, ``forfeit red``, ``draw50``. What has this form and names squares of the board is
a move of the game, however absurd on this or any board: the rules then refuse it as illegal. All else is no notation.
"""

from __future__ import annotations

import re
from typing import Final

from games.core.errors import BadNotation
from games.quatro_chess.board import COLOUR_OF, NUMBERS
from games.quatro_chess.state import ClaimDraw, Forfeit, Move, Resign, Step

_WHITE_SPACE: Final = " \t\r\n"
_GAP: Final = re.compile(r"[ \t\r\n]+")
_STEP: Final = re.compile(r"([a-z])([0-9]{1,2})([a-z])([0-9]{1,2})([a-zA-Z]?)")
_SHOWN: Final = 40


def tidy(text: str) -> str:
    """The text with single spaces between words and none around them."""
    return _GAP.sub(" ", text.strip(_WHITE_SPACE))


def shown(text: str) -> str:
    """The text as an error message quotes it: short, and with nothing unprintable."""
    quoted = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
    return "“" + "".join(c if c.isprintable() else "�" for c in quoted) + "”"


def read(text: str) -> Move:
    """The move that a text means. Raises BadNotation."""
    words = tidy(text)
    if words == "resign":
        return Resign()
    if words == "draw50":
        return ClaimDraw()
    first, _, rest = words.partition(" ")
    if first == "forfeit":
        if rest in COLOUR_OF:
            return Forfeit(COLOUR_OF[rest])
        raise BadNotation(
            f"{shown(text)} names no colour: write forfeit and then white, red, black or green.", rule="QC 4.3"
        )
    return _read_step(words)


def _read_step(words: str) -> Step:
    match = _STEP.fullmatch(words)
    if match is None:
        raise BadNotation(
            f"{shown(words)} is no move of Quatro Chess: write from-square, to-square and, where a pawn promotes, its "
            "letter (g2g4, c11d12q), or resign, forfeit red, draw50.",
            rule="QC 3.6",
        )
    origin, target = match[1] + match[2], match[3] + match[4]
    for square in (origin, target):
        if square not in NUMBERS:
            raise BadNotation(
                f"{shown(words)} names {square}, which is no square of the board: files run from a to l, ranks from 1 "
                "to 12, and the corners (a, b, k, l on 1, 2, 11, 12) are missing.",
                rule="QC 1.2",
            )
    letter = match[5]
    if letter not in ("", "q", "r", "b", "n"):
        raise BadNotation(
            f"{shown(words)} ends in {letter}: a pawn promotes to q, r, b or n, in small letters.", rule="QC 3.6"
        )
    return Step(origin, target, letter)


def write(move: Move) -> str:
    """The text of a move."""
    match move:
        case Step(origin, target, promotion):
            return origin + target + promotion
        case Forfeit(colour):
            return f"forfeit {colour.key}"
        case Resign():
            return "resign"
        case ClaimDraw():
            return "draw50"
