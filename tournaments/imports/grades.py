"""Grades of Go as people write them, read as ratings by the scale of the European Go Federation: `egf` in a game's
declaration.

1 dan is 2100 and every grade 100: 2 dan 2200, 7 dan 2700, 1 kyu 2000, 20 kyu 100. Ratings here end at 0, where 21 kyu
and all below it stand. Professional grades, of 30 points each, are left out: a player who has one enters a rating.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tournaments.imports.columns import assigned, guessed, plain
from tournaments.imports.layouts import Assigned
from tournaments.imports.readers.lines import Line

SHODAN, STEP = 2100, 100
MOST_DAN, MOST_KYU = 7, 30

_GRADE = r"(\d{1,2})\s?[.-]?\s?(dan|d|kyu|kyū|k)"
_WHOLE = re.compile(rf"{_GRADE}\.?[*?]?", re.IGNORECASE)
_LIKE_ONE = re.compile(r"(?<!\d)\d{1,2}\s*[.-]?\s*[^\W\d]")
WITHIN = re.compile(rf"(?<![\w.,])({_GRADE})(?!\w)", re.IGNORECASE)
"""A grade in the midst of a line; the first group is the whole of it."""

HEADINGS = {
    *("grade", "grades", "grad", "graad", "grado", "niveau", "nivel"),
    *("dan", "kyu", "dankyu", "kyudan", "gograde", "gograd", "egfgrade"),
}
"""The headings of a column of grades, without accents and case."""


def rating_of(text: str) -> int | None:
    """Return the rating of a grade (``3d``, ``12 kyu``, ``1 Dan``); None for anything else, also for a number."""
    found = _WHOLE.fullmatch(_outside(text))
    if found is None:
        return None
    number, dan = int(found[1]), found[2][0] in "dD"
    if not 1 <= number <= (MOST_DAN if dan else MOST_KYU):
        return None
    return SHODAN + STEP * (number - 1) if dan else max(0, SHODAN - STEP * number)


def looks_like_one(text: str) -> bool:
    """Tell whether a text begins a small number with letters behind it, such as ``1p`` or ``9 dan``: its number is no
    rating."""
    return bool(_LIKE_ONE.search(_outside(text)))


def _outside(text: str) -> str:
    """Return what stands outside of brackets."""
    return re.sub(r"\([^()]*\)|\[[^\[\]]*\]", " ", text).strip()


def assigned_with_grades(cells: Sequence[str]) -> Assigned:
    """Return the meaning of headings; a column of grades is one of ratings where no other is."""
    roles, twice = assigned(cells)
    at = next((at for at, cell in enumerate(cells) if not roles[at] and plain(cell) in HEADINGS), None)
    if "rating" in roles or at is None:
        return roles, twice
    return (*roles[:at], "rating", *roles[at + 1 :]), twice


def guessed_with_grades(lines: Sequence[Line]) -> tuple[str, ...]:
    """Return the meaning of columns without a heading; one of grades is one of ratings."""
    return guessed([replace(line, cells=tuple(map(_as_number, line.cells))) for line in lines])


def _as_number(cell: str) -> str:
    rating = rating_of(cell)
    return cell if rating is None else str(max(STEP, rating))
