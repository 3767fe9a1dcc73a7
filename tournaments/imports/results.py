"""A list of results: a line a table, with the points of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from games.core.notices import Notice
from tournaments.imports.choices import USUAL, Choices
from tournaments.imports.columns import RESULT_MEANINGS, SEATS, plain
from tournaments.imports.headings import TABLE_COLUMNS, end_of, seat_column
from tournaments.imports.layouts import Columns, Layout, ReadList, columns_by, heading_by, laid_out
from tournaments.imports.players import read_text
from tournaments.imports.points import MOST, TooLarge, read_declared_row, read_place, read_points
from tournaments.imports.readers.lines import Book, Line, short, whole_number
from tournaments.imports.readers.spreadsheet import read_book

NEEDED = ("round", "table", "points1", "points2")
"""Columns without which no line says anything."""


@dataclass(slots=True)
class ResultLine:
    """A line about a table. ``points`` has an entry a seat that has any (None: did not show up).

    ``blank``: the line has no points at all, and so says nothing. ``places``: the points are places, 1 the best.
    ``numbers`` and ``names`` say by seat who should sit there. A line with any ``problems`` is refused;
    ``left`` says why it is left out.
    """

    number: int
    round: int = 0
    table: int = 0
    points: dict[int, Fraction | None] = field(default_factory=dict)
    columns: dict[int, list[Fraction]] = field(default_factory=dict)
    places: bool = False
    end: str | None = None
    numbers: dict[int, int] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    problems: list[Notice] = field(default_factory=list)
    left: Notice | None = None
    cells: tuple[str, ...] = ()

    @property
    def blank(self) -> bool:
        return not self.points and not self.problems


@dataclass(frozen=True, slots=True)
class ResultList(ReadList):
    """The results of a file."""

    lines: tuple[ResultLine, ...]


def _meaning(cell: str) -> str | None:
    if column := TABLE_COLUMNS.get(plain(cell)):
        return column
    name, seat = seat_column(cell) or ("", 0)
    return name.replace("#", str(seat)) or None


def _guessed(lines: Sequence[Line]) -> tuple[str, ...]:
    """Return no meanings: of numbers alone nobody knows which is the table."""
    return ("",) * max((len(line.cells) for line in lines), default=0)


COLUMNS = Columns(RESULT_MEANINGS, columns_by(_meaning), heading_by(_meaning, 2), _guessed, Notice("list-no-results"))


def read_results(content: bytes, choices: Choices = USUAL) -> ResultList:
    """Read the results of a file. Raises Unreadable where the file as a whole means nothing."""
    return results_in(read_book(content), choices)


def results_in(book: Book, choices: Choices) -> ResultList:
    """Read the results of a file's sheets, as somebody chose. Raises Unreadable."""
    layout = laid_out(book, choices, COLUMNS)
    results = [_read_line(line, layout, choices) for line in layout.body]
    for result in results:
        if result.number in choices.skip:
            result.left, result.problems = Notice("list-left-out"), []
    _refuse_twice([result for result in results if not result.left])
    return ResultList(lines=tuple(results), **layout.told())


def _read_line(line: Line, layout: Layout, choices: Choices) -> ResultLine:
    result = ResultLine(line.number, cells=line.cells)
    mended = choices.cells.get(line.number, {})
    unassigned = [RESULT_MEANINGS[role] for role in NEEDED if role not in layout.roles and role not in mended]
    if unassigned:
        result.problems.append(Notice("list-no-column", columns=tuple(unassigned)))
        return result
    cells = {role: cell for role, cell in {**layout.cells(line), **mended}.items() if cell}
    if layout.over(line) and not mended:
        result.problems.append(Notice("list-more-cells"))
    result.round = _whole(result, Notice("list-what-round"), cells.get("round", ""), 400) or 0
    result.table = _whole(result, Notice("list-what-table"), cells.get("table", ""), 20_000) or 0
    if word := cells.get("end", ""):
        result.end = end_of(word)
        if result.end is None:
            result.problems.append(Notice("list-no-end", text=short(word)))
    for seat in SEATS:
        if number := cells.get(f"number{seat}"):
            whole = _whole(result, Notice("list-what-number", seat=seat), number, 20_000)
            if whole is not None:
                result.numbers[seat] = whole
        if name := cells.get(f"player{seat}"):
            result.names[seat], problem = read_text(name, 120)
            if problem:
                result.problems.append(problem)
        if text := cells.get(f"points{seat}"):
            _read_points(result, seat, text)
    return result


def _whole(result: ResultLine, what: Notice, cell: str, high: int) -> int | None:
    try:
        value = whole_number(cell, 1, high)
    except ValueError:
        value = None
    if value is None:
        result.problems.append(Notice("list-whole", what=what, cell=short(cell), low=1, high=high))
    return value


def _read_points(result: ResultLine, seat: int, text: str) -> None:
    place = read_place(text)
    try:
        points = read_points(text) if place is None else Fraction(place)
    except TooLarge:
        result.problems.append(Notice("list-points-most", seat=seat, text=short(text), most=Fraction(MOST)))
        return
    except ValueError:
        if (row := read_declared_row(text)) is not None:
            result.columns[seat], result.points[seat] = row, row[0]
        else:
            result.problems.append(Notice("list-points", seat=seat, text=short(text)))
        return
    before = any(p is not None for p in result.points.values())
    if points is not None and before and result.places != (place is not None):
        result.problems.append(Notice("list-mixed"))
    if points is not None:
        result.places = place is not None
    result.points[seat] = points


def _refuse_twice(results: list[ResultLine]) -> None:
    first: dict[tuple[int, int], int] = {}
    for result in results:
        place = (result.round, result.table)
        if all(place) and first.setdefault(place, result.number) != result.number:
            result.problems.append(Notice("list-table-twice", line=first[place]))
