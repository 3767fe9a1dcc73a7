"""Numbered lines of cells: what every reader of spreadsheets gives."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from games.core.notices import Notice

MAX_BYTES = 2 * 1024 * 1024
MAX_LINES = 10_000
MAX_COLUMNS = 64
MAX_LETTERS = 4_000_000
LONGEST_CELL = 2_000
MAX_MERGES = 1_000
MAX_SHEETS = 30
MERGED_COLUMNS = 3


class Unreadable(Exception):
    """The file as a whole cannot be read; the notice says why and what would be right."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(str(notice))
        self.notice = notice


@dataclass(frozen=True, slots=True)
class Line:
    """``number`` counts the file's lines from 1, as an editor shows them; ``cells`` are stripped texts."""

    number: int
    cells: tuple[str, ...]


Merge = tuple[int, int, int, int]
"""A range of merged cells: first and last line, counted from 1, first and last column, counted from 0."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A sheet of a file: its lines that hold anything. ``hidden``: the program that wrote the file does not show it;
    ``cut``: it has more lines than were read; ``hidden_lines``: the numbers of those that it does not show; ``wide``:
    there are cells to the right of what was read."""

    name: str
    lines: tuple[Line, ...]
    hidden: bool = False
    cut: bool = False
    hidden_lines: tuple[int, ...] = ()
    wide: bool = False

    @property
    def remarks(self) -> list[Notice]:
        """Return what is not as a reader of the sheet sees it."""
        remarks = []
        if self.hidden_lines:
            remarks.append(Notice("list-hidden-lines", lines=ranges(self.hidden_lines)))
        if self.wide:
            remarks.append(Notice("list-wide", most=MAX_COLUMNS))
        return remarks


@dataclass(frozen=True, slots=True)
class Book:
    """All sheets of a file, and remarks on how they were read."""

    grids: tuple[Grid, ...]
    remarks: tuple[Notice, ...] = ()

    @classmethod
    def of_sheets(cls, grids: Iterable[Grid], sheets: int) -> Book:
        """Make the book of a file with so many sheets, of which the first were read."""
        more = sheets > MAX_SHEETS
        return cls(tuple(grids), (Notice("list-sheets", most=MAX_SHEETS, sheets=sheets),) if more else ())


def ranges(numbers: Iterable[int], most: int = 10) -> str:
    """Write the numbers of lines as people do: ``3, 5-8``; of many only the first ``most`` pieces."""
    pieces: list[list[int]] = []
    for number in sorted(numbers):
        if pieces and pieces[-1][-1] == number - 1:
            pieces[-1].append(number)
        else:
            pieces.append([number])
    texts = [f"{piece[0]}-{piece[-1]}" if len(piece) > 1 else str(piece[0]) for piece in pieces]
    return ", ".join(texts[:most]) + (", …" if len(texts) > most else "")


def grid_of(
    name: str,
    rows: Iterable[tuple[int, Sequence[str]]],
    *,
    hidden: bool = False,
    merged: Iterable[Merge] = (),
    hidden_rows: Collection[int] = (),
    wide: bool = False,
) -> Grid:
    """Make a sheet from its rows, which need not hold anything. Reads no more than `MAX_LINES` that do."""
    lines: list[Line] = []
    letters = 0
    for number, texts in rows:
        cells = tuple(texts)
        letters += sum(map(len, cells))
        if letters > MAX_LETTERS:
            raise Unreadable(Notice("list-much-text"))
        while cells and not cells[-1]:
            cells = cells[:-1]
        if not cells:
            continue
        if len(lines) == MAX_LINES:
            return Grid(name, tuple(_spread(lines, merged)), hidden, cut=True)
        lines.append(Line(number, cells))
    unseen = tuple(line.number for line in lines if line.number in hidden_rows)
    return Grid(name, tuple(_spread(lines, merged)), hidden, hidden_lines=unseen, wide=wide)


def _spread(lines: list[Line], merged: Iterable[Merge]) -> list[Line]:
    """Write the text of merged cells into each of them: downwards, and sideways over a few columns, as in headings."""
    at = {line.number: index for index, line in enumerate(lines)}
    rows = 0
    for top, bottom, left, right in islice(merged, MAX_MERGES):
        rows += max(0, bottom - top)
        if rows > MAX_LINES:
            break
        if top not in at or right - left >= MERGED_COLUMNS or bottom - top >= MAX_LINES or right >= MAX_COLUMNS:
            continue
        text = _cell(lines[at[top]], left)
        for number in range(top, bottom + 1):
            if text and number in at:
                line = lines[at[number]]
                cells = [*line.cells, *[""] * (right + 1 - len(line.cells))]
                cells[left : right + 1] = [cell or text for cell in cells[left : right + 1]]
                lines[at[number]] = Line(number, tuple(cells))
    return lines


def _cell(line: Line, column: int) -> str:
    return line.cells[column] if column < len(line.cells) else ""


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


def whole_number(cell: str, low: int, high: int) -> int | None:
    """Read a whole number, also as 1640.0 or 1640,0 from a sheet with decimals; None where empty. Raises ValueError."""
    if not cell:
        return None
    match = re.fullmatch(r"(\d{1,9})(?:[.,]0{1,3})?", cell, re.ASCII)
    if match is None or not low <= int(match[1]) <= high:
        raise ValueError(cell)
    return int(match[1])
