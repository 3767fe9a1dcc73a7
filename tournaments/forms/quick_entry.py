"""A table's result in a few keys: 8420 for one figure a seat, 31 12 9 2 for more, = for a draw of two."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tournaments.imports.declared_results import read_number
from tournaments.imports.points import ABSENT, GLYPHS, TooLarge, read_place

_OF_TWO = re.compile(r"\s*([0-9]+[½.,0-9]*|½)\s*[-–—−:]\s*([0-9]+[½.,0-9]*|½)\s*")
"""The points of both at a table of two, as they are written of a game: 1-0."""


def spread(text: str, seats: int, draw: str | None = None, columns: int = 1, below_zero: bool = False) -> list[str]:
    """Return the text for each seat's field, so that missing or surplus points are reported there.

    One word of as many signs as there are seats is a sign a seat; else the words are the seats' points. Semicolons
    divide the seats where a seat has several numbers: ``1012 10 1; 800 8 2; 600 9 0``. ``draw``: what each seat gets
    at a table that drew, empty where it cannot; left out, the half of a table of two. ``columns``: how many numbers a
    seat may have; all of all seats need no semicolons. ``below_zero``: points can be, so ``1-0`` is not read as those
    of two.
    """
    if ";" in text and len(parts := [part.strip() for part in text.strip().strip(";").split(";")]) == seats:
        return parts
    if seats == 2 and not below_zero and (both := _OF_TWO.fullmatch(text)):
        return [both[1], both[2]]
    words = text.replace(";", " ").split()
    if columns > 1 and len(words) == seats * columns:
        return [" ".join(words[at : at + columns]) for at in range(0, len(words), columns)]
    if draw is None and seats == 2:
        draw = "1/2"
    if len(words) == 1 and draw and (words[0] == "=" or (seats == 2 and words[0] in ("½", "½-½", "1/2"))):
        return [draw] * seats
    if len(words) == 1 and len(words[0]) == seats and seats > 1:
        signs = list(words[0])
        if all((s.isascii() and s.isdecimal()) or s in ABSENT or s in GLYPHS for s in signs):
            return signs
    if len(words) > seats:
        words = [*words[: seats - 1], " ".join(words[seats - 1 :])]
    return words + [""] * (seats - len(words))


def counted(text: str, seats: int, columns: int = 1) -> tuple[int, bool]:
    """Return how many numbers a line has, where that is another number than its table has seats and this cannot be
    meant otherwise, else 0; and whether what was counted are lists of ``columns`` numbers."""
    if ";" in text:
        parts = [part for part in text.split(";") if part.strip()]
        return (0 if len(parts) == seats else len(parts)), columns > 1
    words = text.split()
    if len(words) < 2 or len(words) in (seats, seats * columns):
        return 0, False
    if columns > 1 and len(words) > seats and len(words) % columns == 0:
        return len(words) // columns, True
    return len(words), False


def no_number(fields: Sequence[str], columns: int = 1) -> str:
    """Return the first word of a line that is no number and no sign for one; else empty."""
    words = (word for text in fields for word in (re.split(r"[\s/]+", text) if columns > 1 else text.split()))
    return next((word for word in words if word not in ABSENT and not _readable(word)), "")


def _readable(word: str) -> bool:
    try:
        return read_place(word) is not None or read_number(word, whole=False) is not None
    except TooLarge:
        return True
    except ValueError:
        return False


def with_table(text: str) -> tuple[int | None, str]:
    """Split ``7:8420`` into table 7 and ``8420``; without a colon no table is named."""
    number, colon, rest = text.partition(":")
    if colon and number.strip().isascii() and number.strip().isdecimal() and len(number.strip()) < 6:
        return int(number), rest
    return None, text
