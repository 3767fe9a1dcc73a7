"""The layout of a list: which sheet is read, which line names the columns, and what each of them means.

It is found, assigned and mended in the same way for lists of players, teams and results; `Columns` has what differs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.core.notices import Notice
from tournaments.imports.choices import Choices, letter
from tournaments.imports.columns import unread
from tournaments.imports.readers.lines import Book, Grid, Line, Unreadable, short
from tournaments.imports.readers.spreadsheet import above, of_sheet, whole

STARTS = 30
"""One of so many first lines may be the heading."""

Assigned = tuple[tuple[str, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Picked:
    """The lines of a text without columns, as cells picked out of it, and why some hardly belong to the list."""

    roles: tuple[str, ...]
    lines: Sequence[Line]
    notes: Mapping[int, Notice]


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a kind of lists. ``meanings`` has all of them by role; ``assigned`` gives the meaning of a
    heading's cells and those left out because another means it, ``heading_at`` the line that is the heading,
    ``guessed`` the meanings where no line is. ``no_lines`` is said of a heading with nothing below it."""

    meanings: Mapping[str, Notice]
    assigned: Callable[[Sequence[str]], Assigned]
    heading_at: Callable[[Sequence[Line]], int | None]
    guessed: Callable[[Sequence[Line]], tuple[str, ...]]
    no_lines: Notice
    picked: Callable[[Grid], Picked | None] = lambda grid: None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadList:
    """A list as it was read: ``sheet``, one of ``sheets``; ``heading``, the number of the line with the ``headings``,
    0 for none; ``roles``, the meaning of each column; ``starts``, the first lines, one of which may be the heading."""

    remarks: tuple[Notice, ...] = ()
    sheets: tuple[Grid, ...] = ()
    sheet: str = ""
    heading: int = 0
    headings: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    starts: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a sheet: its lines below the heading are the ``body``; ``notes`` say why some of them hardly
    belong to the list. ``text``: it is no sheet but a text, whose commas may divide too much."""

    grids: tuple[Grid, ...]
    grid: Grid
    heading: Line | None
    headings: tuple[str, ...]
    roles: tuple[str, ...]
    body: Sequence[Line]
    remarks: list[Notice]
    notes: Mapping[int, Notice] = field(default_factory=dict)

    @property
    def text(self) -> bool:
        return not self.grid.name

    def cells(self, line: Line) -> dict[str, str]:
        """Return the cells of a line by meaning. Of columns with one meaning the left one counts that says
        something."""
        cells: dict[str, str] = {}
        for cell, role in zip(line.cells, self.roles, strict=False):
            if role and cell:
                cells.setdefault(role, cell)
        return cells

    def over(self, line: Line) -> str:
        """Return what stands in a line to the right of the last column."""
        return " ".join(filter(None, line.cells[len(self.roles) :]))

    def told(self) -> dict[str, Any]:
        """Return the fields of a `ReadList` that tell how it was read."""
        return {
            "remarks": tuple(self.remarks),
            "sheets": self.grids,
            "sheet": self.grid.name,
            "heading": self.heading.number if self.heading else 0,
            "headings": self.headings,
            "roles": self.roles,
            "starts": self.grid.lines[:STARTS],
        }


def laid_out(book: Book, choices: Choices, columns: Columns) -> Layout:
    """Find the layout of a file, as somebody chose. Raises Unreadable where there is nothing to read."""
    grids = tuple(grid for grid in book.grids if grid.lines)
    if not grids:
        raise Unreadable(Notice("list-empty"))
    grid = whole(_sheet(grids, choices, columns))
    if choices.heading is None:
        at = columns.heading_at(grid.lines)
    else:
        at = next((i for i, line in enumerate(grid.lines) if line.number == choices.heading), None)
    remarks = [*book.remarks, *of_sheet(grid, grids)]
    if at is None:
        return _without_heading(grids, grid, choices, columns, remarks)
    layout = _with_heading(grids, grid, at, choices, columns, remarks)
    if not layout.body:
        raise Unreadable(columns.no_lines)
    return layout


def columns_by(meaning: Callable[[str], str | None]) -> Callable[[Sequence[str]], Assigned]:
    """Make an ``assigned`` of what a heading's cell means: of two alike the left one counts."""

    def assigned(cells: Sequence[str]) -> Assigned:
        roles, twice = [""] * len(cells), []
        for at, cell in enumerate(cells):
            role = meaning(cell)
            if role and role in roles:
                twice.append(at)
            elif role:
                roles[at] = role
        return tuple(roles), tuple(twice)

    return assigned


def heading_by(meaning: Callable[[str], str | None], fewest: int) -> Callable[[Sequence[Line]], int | None]:
    """Make a ``heading_at``: the first of the lines that name most columns, at least the ``fewest``."""

    def heading_at(lines: Sequence[Line]) -> int | None:
        named = [len({meaning(cell) for cell in line.cells} - {None}) for line in lines[:STARTS]]
        most = max(named, default=0)
        return named.index(most) if most >= fewest else None

    return heading_at


def _sheet(grids: Sequence[Grid], choices: Choices, columns: Columns) -> Grid:
    """Find the chosen sheet, else the one that is shown and whose heading names most, else the first that is shown."""
    if choices.sheet is not None:
        for grid in grids:
            if grid.name == choices.sheet:
                return grid
        names = tuple(grid.name for grid in grids)
        raise Unreadable(Notice("list-sheet-unknown", sheet=short(choices.sheet), sheets=names))

    def names_most(grid: Grid) -> tuple[bool, int, int]:
        at = columns.heading_at(grid.lines)
        known = 0 if at is None else len({*columns.assigned(grid.lines[at].cells)[0]})
        return (not grid.hidden, known, len(grid.lines) if known else 0)

    return max(grids, key=names_most)


def _with_heading(
    grids: tuple[Grid, ...], grid: Grid, at: int, choices: Choices, columns: Columns, remarks: list[Notice]
) -> Layout:
    heading, body = grid.lines[at], grid.lines[at + 1 :]
    width = len(heading.cells)
    if grid.name:
        width = max([width, *(len(line.cells) for line in body)])
    headings = heading.cells + ("",) * (width - len(heading.cells))
    roles, twice = columns.assigned(headings)
    remarks += above(grid.lines[:at])
    if choices.columns is None:
        for n in twice:
            role = columns.assigned(headings[n : n + 1])[0][0]
            remarks.append(Notice("list-twice", meaning=columns.meanings[role], column=short(headings[n])))
    else:
        roles = _chosen(choices, width, columns)
        if choices.remembered:
            remarks.append(Notice("list-remembered"))
    for n, (cell, role) in enumerate(zip(headings, roles, strict=True)):
        if not role and cell and not (choices.columns is None and n in twice):
            remarks.append(unread(cell, columns.meanings))
        elif not role and not cell:
            remarks += _unread_blank(n, body)
    return Layout(grids, grid, heading, headings, roles, body, remarks)


def _without_heading(
    grids: tuple[Grid, ...], grid: Grid, choices: Choices, columns: Columns, remarks: list[Notice]
) -> Layout:
    if not grid.name and (picked := columns.picked(grid)):
        roles = picked.roles if choices.columns is None else _chosen(choices, len(picked.roles), columns)
        remarks.append(Notice("list-free-text"))
        for n, role in enumerate(roles):
            if not role:
                remarks += _unread_blank(n, picked.lines)
        return Layout(grids, grid, None, ("",) * len(roles), roles, picked.lines, remarks, picked.notes)
    width = max(len(line.cells) for line in grid.lines)
    roles = columns.guessed(grid.lines) if choices.columns is None else _chosen(choices, width, columns)
    remarks.append(Notice("list-no-heading") if any(roles) else Notice("list-no-columns"))
    for n, role in enumerate(roles):
        if not role:
            remarks += _unread_blank(n, grid.lines)
    return Layout(grids, grid, None, ("",) * width, roles, grid.lines, remarks)


def _unread_blank(column: int, lines: Sequence[Line]) -> list[Notice]:
    """Return the remark on a column without a heading that holds something."""
    text = next((line.cells[column] for line in lines if column < len(line.cells) and line.cells[column]), "")
    return [Notice("list-unread-blank", column=letter(column), text=short(text))] if text else []


def _chosen(choices: Choices, width: int, columns: Columns) -> tuple[str, ...]:
    chosen = choices.columns or {}
    return tuple(chosen.get(at, "") if chosen.get(at) in columns.meanings else "" for at in range(width))
