"""Points as people write them: 8, 7/2, 3.5, 3,5, 3½, 4 2/3, -12; places: 1., 2.; and “-” for who did not show up.

Results of declared games as people type them: places, points or scores, or the numbers that make a score.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from games.core.declarations.declaration import MOST_COLUMNS
from games.core.declarations.declared import DeclaredGame
from games.core.errors import ImpossiblePoints
from games.core.notices import Notice, own_words

ABSENT = {"-", "–", "—", "−"}
GLYPHS = {
    "½": Fraction(1, 2),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
}

_WHOLE = r"(0|[1-9][0-9]{0,5})"
MOST = 999_999


class TooLarge(ValueError):
    """A number that is one, and further from zero than any that is kept."""


def read_points(text: str) -> Fraction | None:
    """Read exact points; None for a player who did not show up. Raises ValueError."""
    text = text.strip()
    if text in ABSENT:
        return None
    if text[:1] in ABSENT and text[1:2].isdigit():
        below = read_points(text[1:])
        return None if below is None else -below
    if match := re.fullmatch(rf"(?:{_WHOLE} )?{_WHOLE}(?:/([1-9][0-9]{{0,3}}))?", text, re.ASCII):
        if match[1] is None or match[3] is not None:
            return int(match[1] or 0) + Fraction(int(match[2]), int(match[3] or 1))
    elif match := re.fullmatch(_WHOLE + r"[.,]([0-9]{1,3})", text, re.ASCII):
        return Fraction(f"{match[1]}.{match[2]}")
    elif re.fullmatch(r"[1-9][0-9]{6,}(?:[.,][0-9]+)?", text, re.ASCII):
        raise TooLarge(text)
    elif text and text[-1] in GLYPHS and (match := re.fullmatch(_WHOLE + "?", text[:-1], re.ASCII)):
        return int(match[1] or 0) + GLYPHS[text[-1]]
    raise ValueError(text)


def read_place(text: str) -> int | None:
    """Return the place that ``1.`` or ``4.`` means, None where a text is no place."""
    match = re.fullmatch(r"([1-9])\.", text.strip(), re.ASCII)
    return int(match[1]) if match else None


class TwoReadings(ValueError):
    """A line in which a comma could part two numbers, or be within one."""


def read_row(line: str, *, decimal_comma: bool) -> list[Fraction]:
    """Read the numbers of a line: with spaces, commas or semicolons between them.

    A comma is within a number where semicolons part the numbers, or where spaces do and ``decimal_comma`` says that the
    language writes numbers so. Raises TwoReadings where it could be either, ValueError for what is no number.
    """
    text = line.strip().rstrip(";, ")
    if ";" in text:
        return [_number(part) for part in text.split(";")]
    loose, tight = re.search(r",\s|\s,", text), re.search(r"[^\s,],[^\s,]", text)
    words = text.split()
    if loose and tight:
        raise TwoReadings(line)
    if tight and len(words) > 1:
        if not decimal_comma or any(word.count(",") > 1 for word in words):
            raise TwoReadings(line)
        return [_number(word) for word in words]
    return [_number(word) for word in re.split(r"[\s,]+", text)]


def _number(text: str) -> Fraction:
    value = read_points(text)
    if value is None:
        raise ValueError(text.strip())
    return value


# one kind of separator, and no zero in front: 0.500 is half, and nobody means 1.234,567
_GROUPED = re.compile(r"[1-9][0-9]{0,2}([ .,'’\u00a0\u2009\u202f])[0-9]{3}(?:\1[0-9]{3})?")
_SIGNS = "+-−–"


class NotTyped(ValueError):
    """A text that is no result here; ``seat`` counts from 1, ``numbers`` is how many numbers a seat has."""

    def __init__(self, seat: int, text: str, numbers: int = 1) -> None:
        super().__init__(text)
        self.seat = seat
        self.text = text
        self.numbers = numbers


def read_number(text: str, *, whole: bool) -> Fraction:
    """Read a number with its sign. ``whole``: only whole numbers are possible, so ``41.200`` and ``41 200`` have
    thousands. Raises ValueError."""
    text = text.strip()
    sign = -1 if text[:1] in "-−–" else 1
    body = text[1:].strip() if text[:1] in _SIGNS else text
    if whole and _GROUPED.fullmatch(body):
        return Fraction(sign * int(re.sub(r"[^0-9]", "", body)))
    try:
        number = None if body[:1] in _SIGNS else read_points(body)
    except TooLarge:
        # the game says how far its numbers go
        number = Fraction(re.split("[.,]", body)[0])
    if number is None:
        raise ValueError(text)
    return sign * number


def read_declared_row(text: str) -> list[Fraction] | None:
    """Read several numbers of one seat, such as ``1000 10 1``; None for anything else."""
    words = text.split()
    if not 1 < len(words) <= MOST_COLUMNS:
        return None
    try:
        return [read_number(word, whole=False) for word in words]
    except ValueError:
        return None


def read_typed(game: DeclaredGame, texts: Sequence[str]) -> list[Fraction | None]:
    """Return what was typed at a table, a number a seat, None for a no-show; of several numbers a seat their score,
    with these (`Listed`).

    Raises NotTyped for a text that is none, ImpossiblePoints for numbers that no seat can have.
    """
    typed = [_numbers(game, seat, text) for seat, text in enumerate(texts, start=1)]
    present = [numbers for numbers in typed if numbers is not None]
    if all(len(numbers) == 1 for numbers in present):
        return [None if numbers is None else numbers[0] for numbers in typed]
    needed = len(game.declaration.columns)
    if {len(numbers) for numbers in present} == {1, needed}:
        names = tuple(own_words(column.names) for column in game.declaration.columns)
        raise ImpossiblePoints(Notice("declared-columns-mixed", names=names))
    return game.listed(typed)


def _numbers(game: DeclaredGame, seat: int, text: str) -> list[Fraction] | None:
    declared = game.declaration
    text = text.strip()
    if text in ABSENT:
        return None
    columns = len(declared.columns)
    words = [text]
    if columns and len(parts := re.split(r"\s*[/;]\s*|\s+", text)) > 1:
        words = parts
    whole = declared.entry == "places" or (declared.score is not None and declared.score.step.denominator == 1)
    try:
        if len(words) not in (1, columns):
            raise ValueError(text)
        if declared.entry == "places" and (place := read_place(text)) is not None:
            return [Fraction(place)]
        numbers = [read_number(word, whole=whole) for word in words]
        if declared.entry == "places" and numbers[0].denominator != 1:
            raise ValueError(text)
        return numbers
    except ValueError:
        raise NotTyped(seat, text, len(words) if len(words) == columns else max(columns, 1)) from None
