"""A list of players: which column means what, and what each line says or what is wrong with it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.core.notices import Notice
from tournaments.imports import cells as read
from tournaments.imports import free_text, left_out
from tournaments.imports.choices import NUMBERED, Choices, letter
from tournaments.imports.columns import MEANINGS, NAMES, ROLES, assigned, guessed, heading_at, role_of
from tournaments.imports.lines import (
    FORMULA_STARTS,
    Book,
    Grid,
    Line,
    Unreadable,
    short,
    unquoted,
)
from tournaments.imports.spreadsheet import above, of_sheet, read_book, whole
from tournaments.text import hidden_characters

LENGTHS = {"name": 100, "club": 100, "team": 100}


@dataclass(slots=True)
class PlayerLine:
    """A line of the list. ``problems`` are sentences; a line with any is refused. ``remarks`` tell what was read in
    another way than it stands there. ``left``: why it is left out, by its looks or by choice.

    ``doubled``: it seems to be the player of another line. ``cells`` are those of the file. ``written`` is the name as
    it stands there, where ``name`` is another; ``person`` tells whose line it is, as chosen.
    """

    number: int
    name: str = ""
    rating: int | None = None
    club: str = ""
    birth_year: int | None = None
    fixed_table: int | None = None
    team: str = ""
    board: int | None = None
    problems: list[str] = field(default_factory=list)
    remarks: list[Notice] = field(default_factory=list)
    left: Notice | None = None
    cells: tuple[str, ...] = ()
    written: str = ""
    person: str = ""
    mended: bool = False
    doubled: bool = False

    @property
    def key(self) -> tuple[str, str, int | None]:
        """Return the key that tells two people apart in a list."""
        return (self.name.casefold(), self.club.casefold(), self.birth_year)


@dataclass(frozen=True, slots=True)
class PlayerList:
    """``columns`` are those that the list has; what it lacks says nothing about anybody. ``unread`` are its words
    that mean nothing here.

    ``sheet`` was read, one of ``sheets``; ``heading`` is the number of the line with the ``headings``, 0 for none,
    and ``roles`` is the meaning of each column. ``starts`` are the first lines, one of which may be the heading.
    """

    columns: frozenset[str]
    lines: tuple[PlayerLine, ...]
    unread: tuple[str, ...] = ()
    remarks: tuple[Notice, ...] = ()
    sheets: tuple[Grid, ...] = ()
    sheet: str = ""
    heading: int = 0
    headings: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    starts: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class _Layout:
    heading: Line | None
    headings: tuple[str, ...]
    roles: tuple[str, ...]
    above: Sequence[Line]
    body: Sequence[Line]
    remarks: list[Notice]
    notes: Mapping[int, Notice]


def read_players(content: bytes, choices: Choices | None = None) -> PlayerList:
    """Read the players of a file. Raises Unreadable where the file as a whole means nothing."""
    return players_in(read_book(content), choices or Choices())


def players_in(book: Book, choices: Choices) -> PlayerList:
    """Read the players of a file's sheets, as somebody chose. Raises Unreadable."""
    grids = tuple(grid for grid in book.grids if grid.lines)
    if not grids:
        raise Unreadable(_("The file is empty."))
    grid = whole(_sheet(grids, choices))
    layout = _layout(grid, choices)
    if not layout.body:
        raise Unreadable(_("The file has a heading row but no players below it."))
    remarks = [*book.remarks, *of_sheet(grid, grids), *layout.remarks]
    players = [_read_line(line, layout, choices, text=not grid.name) for line in layout.body]
    if any(_is_date(line, layout.roles) for line in layout.body):
        remarks.append(Notice("list-dates"))
    _tell_apart(players, choices)
    known = frozenset(layout.roles) - {""}
    if known & NAMES or "infix" in known:
        known = (known - NAMES - {"infix"}) | {"name"}
    known |= {role for cells in choices.cells.values() for role, cell in cells.items() if cell}
    return PlayerList(
        known,
        tuple(players),
        unread=tuple(short(h) for h, role in zip(layout.headings, layout.roles, strict=True) if h and not role),
        remarks=tuple(remarks),
        sheets=grids,
        sheet=grid.name,
        heading=layout.heading.number if layout.heading else 0,
        headings=layout.headings,
        roles=layout.roles,
        starts=grid.lines[:30],
    )


def _sheet(grids: Sequence[Grid], choices: Choices) -> Grid:
    """Find the chosen sheet, else the one that is shown and whose heading names most, else the first that is shown."""
    if choices.sheet is not None:
        for grid in grids:
            if grid.name == choices.sheet:
                return grid
        raise Unreadable(
            _("There is no sheet “%(sheet)s”; there are: %(sheets)s.")
            % {"sheet": short(choices.sheet), "sheets": ", ".join(grid.name for grid in grids)}
        )

    def names_most(grid: Grid) -> tuple[bool, int, int]:
        at = heading_at(grid.lines)
        known = 0 if at is None else len({*assigned(grid.lines[at].cells)[0]})
        return (not grid.hidden, known, len(grid.lines) if known else 0)

    return max(grids, key=names_most)


def _layout(grid: Grid, choices: Choices) -> _Layout:
    lines = grid.lines
    if choices.heading is None:
        at = heading_at(lines)
    else:
        at = next((i for i, line in enumerate(lines) if line.number == choices.heading), None)
    if at is None:
        return _without_heading(grid, choices)
    heading, body = lines[at], lines[at + 1 :]
    width = len(heading.cells)
    if grid.name:
        width = max([width, *(len(line.cells) for line in body)])
    headings = heading.cells + ("",) * (width - len(heading.cells))
    roles, twice = assigned(headings)
    remarks = above(lines[:at])
    if choices.columns is None:
        remarks += [
            Notice("list-twice", meaning=MEANINGS[role_of(headings[n]) or "name"], column=short(headings[n]))
            for n in twice
        ]
    else:
        roles = _chosen(choices, width)
        if choices.remembered:
            remarks.append(Notice("list-remembered"))
    for n, (cell, role) in enumerate(zip(headings, roles, strict=True)):
        text = next((line.cells[n] for line in body if n < len(line.cells) and line.cells[n]), "")
        if not role and cell and not (choices.columns is None and n in twice):
            remarks.append(Notice("list-unread", column=short(cell)))
        elif not role and text:
            remarks.append(Notice("list-unread-blank", column=letter(n), text=short(text)))
    return _Layout(heading, headings, roles, lines[:at], body, remarks, {})


def _without_heading(grid: Grid, choices: Choices) -> _Layout:
    if not grid.name and free_text.is_free(grid.lines):
        body, notes = free_text.picked_out(grid.lines)
        roles = free_text.HEADING if choices.columns is None else _chosen(choices, len(free_text.HEADING))
        return _Layout(None, ("",) * len(roles), roles, (), body, [Notice("list-free-text")], notes)
    width = max(len(line.cells) for line in grid.lines)
    roles = guessed(grid.lines) if choices.columns is None else _chosen(choices, width)
    remarks = [Notice("list-no-heading")]
    for n, role in enumerate(roles):
        text = next((line.cells[n] for line in grid.lines if n < len(line.cells) and line.cells[n]), "")
        if not role and text:
            remarks.append(Notice("list-unread-blank", column=letter(n), text=short(text)))
    return _Layout(None, ("",) * width, roles, (), grid.lines, remarks, {})


def _chosen(choices: Choices, width: int) -> tuple[str, ...]:
    columns = choices.columns or {}
    return tuple(columns.get(at, "") if columns.get(at) in ROLES else "" for at in range(width))


def _is_date(line: Line, roles: Sequence[str]) -> bool:
    return any(
        role == "birth_year" and read.birth_year(cell)[2] for cell, role in zip(line.cells, roles, strict=False) if cell
    )


def _read_line(line: Line, layout: _Layout, choices: Choices, *, text: bool) -> PlayerLine:
    mended = choices.cells.get(line.number, {})
    player = PlayerLine(line.number, cells=line.cells, mended=bool(mended))
    player.person = choices.people.get(line.number, "")
    cells: dict[str, str] = {}
    for cell, role in zip(line.cells, layout.roles, strict=False):
        if role and cell:
            # of columns with one meaning the left one counts that says something
            cells.setdefault(role, cell)
    over = " ".join(filter(None, line.cells[len(layout.roles) :]))
    if over and text and not mended:
        player.problems.append(
            _(
                "The line has %(cells)d cells, but the heading has %(columns)d. A name with a comma needs quotation "
                "marks."
            )
            % {"cells": len(line.cells), "columns": len(layout.roles)}
        )
    elif over:
        player.remarks.append(Notice("list-over", text=short(over)))
    _read_name(player, cells, mended.get("name"))
    looks = left_out.reason(line, player.written or player.name, layout.roles, layout.heading)
    looks = looks or layout.notes.get(line.number)
    if line.number in choices.skip:
        player.left = Notice("list-left-out")
    elif looks and line.number not in choices.take:
        player.left = looks
    values = {**cells, **mended}
    if not player.name and not player.problems:
        player.problems.append(_("The name is missing."))
    player.club = _text(player, "club", values.get("club", ""))
    player.team = _text(player, "team", values.get("team", ""))
    player.rating = _number(player, "rating", values)
    player.birth_year, remark, _date = read.birth_year(values.get("birth_year", ""))
    if remark and values.get("birth_year"):
        player.remarks.append(remark)
    player.fixed_table = _number(player, "fixed_table", values)
    player.board = _number(player, "board", values)
    if player.board is not None and not player.team:
        player.remarks.append(Notice("list-board", value=player.board))
        player.board = None
    if player.left:
        player.remarks = []
    return player


def _read_name(player: PlayerLine, cells: Mapping[str, str], mended: str | None) -> None:
    parts = (cells.get("first", ""), cells.get("infix", ""), cells.get("last", ""))
    written = cells.get("name") or " ".join(filter(None, parts))
    if mended is not None:
        name = mended
    elif cells.get("name"):
        name = read.turned(written)
    else:
        name = read.joined(*parts)
    player.name = _text(player, "name", name)
    if player.name and player.name != written and mended is None:
        player.written = unicodedata.normalize("NFC", unquoted(written))
        if player.written != player.name:
            player.remarks.append(Notice("list-read-as", cell=short(written), value=short(player.name)))
        else:
            player.written = ""


def _text(player: PlayerLine, column: str, cell: str) -> str:
    text = unicodedata.normalize("NFC", cell)
    text, problem = read_text(text, LENGTHS[column])
    if problem:
        player.problems.append(problem)
    return text


def read_text(cell: str, most: int) -> tuple[str, str]:
    """Return a name as a cell has it, and a sentence on what is wrong with it. A formula is refused; one written as
    text is a text."""
    if hidden_characters(cell):
        return "", _("“%(text)s” has characters that cannot be shown.") % {"text": short(cell)}
    problem = ""
    if cell.startswith(FORMULA_STARTS):
        problem = _("“%(text)s” looks like a spreadsheet formula. Enter the text itself.") % {"text": short(cell)}
    text = unquoted(cell)
    if len(text) > most:
        problem = _("“%(text)s” has %(length)d characters; at most %(limit)d are possible.") % {
            "text": short(text),
            "length": len(text),
            "limit": most,
        }
    return text, problem


def _number(player: PlayerLine, role: str, values: Mapping[str, str]) -> int | None:
    cell = values.get(role, "")
    value, remark = read.number(role, cell)
    if remark and cell:
        player.remarks.append(remark)
    return value


def _tell_apart(players: Sequence[PlayerLine], choices: Choices) -> None:
    """Refuse a player who is in the list already, or number them where they are said to be another person."""
    first: dict[tuple[str, str, int | None], int] = {}
    named: dict[str, int] = {}
    for player in players:
        if not player.name or player.left:
            continue
        before = first.get(player.key)
        if before is not None and player.person == NUMBERED:
            name, n = player.name, 2
            while (f"{name} ({n})".casefold(), *player.key[1:]) in first:
                n += 1
            player.name = f"{name} ({n})"
            player.remarks.append(Notice("list-numbered", line=before))
        elif before is not None:
            player.doubled = True
            player.problems.append(
                _(
                    "The same player is already in line %(line)d. Two people with the same name need a club or a year "
                    "of birth."
                )
                % {"line": before}
            )
            continue
        elif player.name.casefold() in named:
            player.remarks.append(Notice("list-namesake", line=named[player.name.casefold()]))
        first[player.key] = player.number
        named.setdefault(player.name.casefold(), player.number)
