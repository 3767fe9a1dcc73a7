"""Numbered lines of cells: what every reader of spreadsheets gives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

MAX_BYTES = 2 * 1024 * 1024
MAX_LINES = 10_000


class Unreadable(Exception):
    """The file as a whole cannot be read; the sentence says why and what would be right."""


@dataclass(frozen=True, slots=True)
class Line:
    """``number`` counts the file's lines from 1, as an editor shows them; ``cells`` are stripped texts."""

    number: int
    cells: tuple[str, ...]


# What makes a spreadsheet calculate a cell instead of showing it, also in the wide letters of East Asia.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_QUOTED = re.compile(r"'+[=+\-@\t\r＝＋－＠]")


def quoted(text: str) -> str:
    """Return a text as it may stand in a sheet: with an apostrophe before what would be calculated, or looks so
    quoted."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) or _QUOTED.match(text) else text


def unquoted(text: str) -> str:
    """Return the text that `quoted` was given."""
    return text[1:] if _QUOTED.match(text) else text


def short(text: str, most: int = 40) -> str:
    """Cut a text to the length that a sentence can hold."""
    return text if len(text) <= most else text[: most - 1] + "…"


def refuse_columns_twice(line: Line, columns: Sequence[str]) -> None:
    """Raise Unreadable where two columns of a heading mean the same."""
    twice = sorted({column for column in columns if columns.count(column) > 1})
    if twice:
        raise Unreadable(
            _("Line %(line)d: two columns mean the same (%(column)s).")
            % {"line": line.number, "column": ", ".join(twice)}
        )


def whole_number(cell: str, low: int, high: int) -> int | None:
    """Read a whole number, also as 1640.0 or 1640,0 from a sheet with decimals; None where empty. Raises ValueError."""
    if not cell:
        return None
    match = re.fullmatch(r"(\d{1,9})(?:[.,]0{1,3})?", cell, re.ASCII)
    if match is None or not low <= int(match[1]) <= high:
        raise ValueError(cell)
    return int(match[1])
