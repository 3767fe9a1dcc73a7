"""Results of declared games as people type them: places, points or scores, or the numbers that make a score."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from games.core.declarations.declaration import MOST_COLUMNS
from games.core.declarations.declared import DeclaredGame
from games.core.errors import ImpossiblePoints
from games.core.notices import Notice, own_words
from tournaments.imports.points import ABSENT, TooLarge, read_place, read_points

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


def read_row(text: str) -> list[Fraction] | None:
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
