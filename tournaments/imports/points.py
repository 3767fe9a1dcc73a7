"""Points as people write them: 8, 7/2, 3.5, 3,5, 3½, 4 2/3, -12; places: 1., 2.; and “-” for who did not show up."""

from __future__ import annotations

import re
from fractions import Fraction

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
