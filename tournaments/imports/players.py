"""A list of players: which column means what, and what each line says or what is wrong with it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from games.core.notices import Notice
from tournaments.imports import cells as read
from tournaments.imports import free_text, grades, left_out
from tournaments.imports.choices import NUMBERED, Choices
from tournaments.imports.columns import MEANINGS, NAMES, assigned, guessed, heading_at
from tournaments.imports.layouts import Columns, Layout, Picked, ReadList, laid_out
from tournaments.imports.readers.lines import FORMULA_STARTS, Book, Grid, Line, short, unquoted
from tournaments.imports.readers.spreadsheet import read_book
from tournaments.text import hidden_characters

LENGTHS = {"name": 100, "club": 100, "team": 100, "marks": 100}


@dataclass(slots=True)
class PlayerLine:
    """A line of the list. A line with any ``problems`` is refused. ``remarks`` tell what was read in
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
    marks: str = ""
    problems: list[Notice] = field(default_factory=list)
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
class PlayerList(ReadList):
    """The players of a file. ``columns`` are those that the list has; what it lacks says nothing about anybody.
    ``unread`` are its words that mean nothing here."""

    columns: frozenset[str]
    lines: tuple[PlayerLine, ...]
    unread: tuple[str, ...] = ()


def _picked(grid: Grid, *, with_grades: bool = False) -> Picked | None:
    if not free_text.is_free(grid.lines):
        return None
    lines, notes = free_text.picked_out(grid.lines, with_grades=with_grades)
    return Picked(free_text.HEADING, lines, notes)


COLUMNS = Columns(MEANINGS, assigned, heading_at, guessed, Notice("list-no-players"), _picked)
WITH_GRADES = replace(
    COLUMNS,
    assigned=grades.assigned_with_grades,
    guessed=grades.guessed_with_grades,
    picked=partial(_picked, with_grades=True),
)
"""The same of a game whose players have grades."""


def read_players(content: bytes, choices: Choices | None = None) -> PlayerList:
    """Read the players of a file. Raises Unreadable where the file as a whole means nothing."""
    return players_in(read_book(content), choices or Choices())


def players_in(book: Book, choices: Choices) -> PlayerList:
    """Read the players of a file's sheets, as somebody chose. Raises Unreadable."""
    layout = laid_out(book, choices, WITH_GRADES if choices.grades else COLUMNS)
    players = [_read_line(line, layout, choices) for line in layout.body]
    if any(_is_date(line, layout.roles) for line in layout.body):
        layout.remarks.append(Notice("list-dates"))
    _tell_apart(players)
    known = frozenset(layout.roles) - {""}
    if known & NAMES or "infix" in known:
        known = (known - NAMES - {"infix"}) | {"name"}
    known |= {role for cells in choices.cells.values() for role, cell in cells.items() if cell}
    return PlayerList(
        known,
        tuple(players),
        unread=tuple(short(h) for h, role in zip(layout.headings, layout.roles, strict=True) if h and not role),
        **layout.told(),
    )


def _is_date(line: Line, roles: Sequence[str]) -> bool:
    return any(
        role == "birth_year" and read.birth_year(cell)[2] for cell, role in zip(line.cells, roles, strict=False) if cell
    )


def _read_line(line: Line, layout: Layout, choices: Choices) -> PlayerLine:
    mended = choices.cells.get(line.number, {})
    player = PlayerLine(line.number, cells=line.cells, mended=bool(mended))
    player.person = choices.people.get(line.number, "")
    cells, over = layout.cells(line), layout.over(line)
    if over and layout.text and not mended:
        player.problems.append(Notice("list-cells-over", cells=len(line.cells), columns=len(layout.roles)))
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
        player.problems.append(Notice("list-name-missing"))
    player.club = _group(player, "club", values)
    player.team = _group(player, "team", values)
    player.marks = _text(player, "marks", ", ".join(filter(None, re.split(r"\s*[,;/|]\s*", values.get("marks", "")))))
    player.rating, remark = read.rating(values.get("rating", ""), with_grades=choices.grades)
    if remark and values.get("rating"):
        # who has a high grade and no rating would begin below all others: somebody has to say so
        (player.problems if remark.code == "list-no-grade" else player.remarks).append(remark)
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


def _group(player: PlayerLine, column: str, values: Mapping[str, str]) -> str:
    """Read a club or a team; what says that there is none is empty, with a remark."""
    cell = values.get(column, "")
    if cell and read.no_group(cell):
        player.remarks.append(Notice("list-no-value", cell=short(cell)))
        return ""
    return _text(player, column, cell)


def _text(player: PlayerLine, column: str, cell: str) -> str:
    text = unicodedata.normalize("NFC", cell)
    text, problem = read_text(text, LENGTHS[column])
    if problem:
        player.problems.append(problem)
    return text


def read_text(cell: str, most: int) -> tuple[str, Notice | None]:
    """Return a name as a cell has it, and what is wrong with it. A formula is refused; one written as text is a
    text."""
    if hidden_characters(cell):
        return "", Notice("list-hidden-characters", text=short(cell))
    problem = Notice("list-formula", text=short(cell)) if cell.startswith(FORMULA_STARTS) else None
    text = unquoted(cell)
    if len(text) > most:
        problem = Notice("list-text-long", text=short(text), length=len(text), limit=most)
    return text, problem


def _number(player: PlayerLine, role: str, values: Mapping[str, str]) -> int | None:
    cell = values.get(role, "")
    value, remark = read.number(role, cell)
    if remark and cell:
        player.remarks.append(remark)
    return value


def _tell_apart(players: Sequence[PlayerLine]) -> None:
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
            player.problems.append(Notice("list-player-twice", line=before))
            continue
        elif player.name.casefold() in named:
            player.remarks.append(Notice("list-namesake", line=named[player.name.casefold()]))
        first[player.key] = player.number
        named.setdefault(player.name.casefold(), player.number)
