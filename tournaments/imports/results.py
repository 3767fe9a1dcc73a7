"""A list of results: a line a table, with the points of each seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.translation import gettext as _

from games.core.notices import Notice
from tournaments.imports.choices import USUAL, Choices
from tournaments.imports.columns import plain
from tournaments.imports.headings import TABLE_COLUMNS, end_of, seat_column
from tournaments.imports.lines import Line, Unreadable, refuse_columns_twice, short, whole_number
from tournaments.imports.players import read_text
from tournaments.imports.points import read_place, read_points
from tournaments.imports.spreadsheet import read_sheet, unread

Columns = tuple[tuple[str, int] | None, ...]


@dataclass(slots=True)
class ResultLine:
    """A line about a table. ``points`` has an entry a seat that has any (None: did not show up).

    ``blank``: the line has no points at all, and so says nothing. ``places``: the points are places, 1 the best.
    ``numbers`` and ``names`` say by seat who should sit there. ``problems`` are sentences; ``left``
    says why the line is left out.
    """

    number: int
    round: int = 0
    table: int = 0
    points: dict[int, Fraction | None] = field(default_factory=dict)
    places: bool = False
    end: str | None = None
    numbers: dict[int, int] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    left: Notice | None = None

    @property
    def blank(self) -> bool:
        return not self.points and not self.problems


@dataclass(frozen=True, slots=True)
class ResultList:
    """The results of a file, and remarks on how it was read."""

    lines: tuple[ResultLine, ...]
    remarks: tuple[Notice, ...] = ()


def read_results(content: bytes, choices: Choices = USUAL) -> ResultList:
    """Read the results of a file; lines that somebody chose to leave out are left out. Raises Unreadable where the
    file as a whole means nothing."""
    sheet = read_sheet(content, _is_heading)
    lines = sheet.lines
    if not lines:
        raise Unreadable(_("The file is empty."))
    columns = _columns(lines[0])
    if len(lines) == 1:
        raise Unreadable(_("The file has a heading row but no results below it."))
    results = [_read_line(line, columns) for line in lines[1:]]
    for result in results:
        if result.number in choices.skip:
            result.left, result.problems = Notice("list-left-out"), []
    _refuse_twice([result for result in results if not result.left])
    return ResultList(tuple(results), (*sheet.remarks, *unread(lines[0], columns, lines[1:])))


def _columns(line: Line) -> Columns:
    columns = _meanings(line)
    refuse_columns_twice(line, [f"{name} {seat or ''}".strip() for name, seat in filter(None, columns)])
    if not _is_heading(line):
        raise Unreadable(
            _(
                "Line %(line)d must name the columns: Round, Table, Points 1, Points 2 and so on for each seat "
                "(Dutch, German and Afrikaans names work, too)."
            )
            % {"line": line.number}
        )
    return tuple(columns)


def _meanings(line: Line) -> list[tuple[str, int] | None]:
    columns: list[tuple[str, int] | None] = []
    for cell in line.cells:
        column = TABLE_COLUMNS.get(plain(cell))
        columns.append((column, 0) if column else seat_column(cell))
    return columns


def _is_heading(line: Line) -> bool:
    return {("round", 0), ("table", 0), ("points#", 1), ("points#", 2)} <= set(_meanings(line))


def _read_line(line: Line, columns: Columns) -> ResultLine:
    result = ResultLine(line.number)
    cells = {column: cell for column, cell in zip(columns, line.cells, strict=False) if column and cell}
    if any(line.cells[len(columns) :]):
        result.problems.append(_("The line has more cells than the heading."))
    result.round = _whole(result, _("The round"), cells.get(("round", 0), ""), 400) or 0
    result.table = _whole(result, _("The table"), cells.get(("table", 0), ""), 20_000) or 0
    if word := cells.get(("end", 0), ""):
        result.end = end_of(word)
        if result.end is None:
            result.problems.append(
                _("“%(text)s” is not a way to end a game. Enter played, forfeit or adjourned.") % {"text": short(word)}
            )
    for seat in range(1, 5):
        if number := cells.get(("number#", seat)):
            whole = _whole(result, _("The number of seat %(seat)d") % {"seat": seat}, number, 20_000)
            if whole is not None:
                result.numbers[seat] = whole
        if name := cells.get(("player#", seat)):
            result.names[seat], problem = read_text(name, 120)
            if problem:
                result.problems.append(problem)
        if text := cells.get(("points#", seat)):
            _read_points(result, seat, text)
    return result


def _whole(result: ResultLine, what: str, cell: str, high: int) -> int | None:
    try:
        value = whole_number(cell, 1, high)
    except ValueError:
        value = None
    if value is None:
        result.problems.append(
            _("%(what)s “%(cell)s” must be a whole number from %(low)d to %(high)d.")
            % {"what": what, "cell": short(cell), "low": 1, "high": high}
        )
    return value


def _read_points(result: ResultLine, seat: int, text: str) -> None:
    place = read_place(text)
    try:
        points = read_points(text) if place is None else Fraction(place)
    except ValueError:
        result.problems.append(
            _("Seat %(seat)d: “%(text)s” is not a number of points. Enter 4, 7/2 or 3.5, or - for a no-show.")
            % {"seat": seat, "text": short(text)}
        )
        return
    before = any(p is not None for p in result.points.values())
    if points is not None and before and result.places != (place is not None):
        result.problems.append(_("Enter points for everybody, or places (1. 2. 3. 4.) for everybody."))
    if points is not None:
        result.places = place is not None
    result.points[seat] = points


def _refuse_twice(results: list[ResultLine]) -> None:
    first: dict[tuple[int, int], int] = {}
    for result in results:
        place = (result.round, result.table)
        if all(place) and first.setdefault(place, result.number) != result.number:
            result.problems.append(_("This table is already in line %(line)d.") % {"line": first[place]})
