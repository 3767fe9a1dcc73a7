"""A list of teams: a name each, and a short name where the list has one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.core.notices import Notice
from tournaments.imports.choices import USUAL, Choices
from tournaments.imports.columns import TEAM_MEANINGS, plain
from tournaments.imports.headings import TEAM_COLUMNS
from tournaments.imports.layouts import Columns, Layout, ReadList, columns_by, heading_by, laid_out
from tournaments.imports.players import read_text
from tournaments.imports.readers.lines import Book, Line
from tournaments.imports.readers.spreadsheet import read_book

LENGTHS = {"team": 100, "key": 20}


@dataclass(slots=True)
class TeamLine:
    """A line of the list. A line with any ``problems`` is refused. ``left`` says why it is left out."""

    number: int
    name: str = ""
    key: str = ""
    problems: list[Notice] = field(default_factory=list)
    left: Notice | None = None
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamList(ReadList):
    """The teams of a file."""

    lines: tuple[TeamLine, ...]


def _meaning(cell: str) -> str | None:
    return TEAM_COLUMNS.get(plain(cell))


def _guessed(lines: Sequence[Line]) -> tuple[str, ...]:
    """Return the meaning of columns that no heading names: the first with letters in most lines has the names."""
    width = max((len(line.cells) for line in lines), default=0)
    for at in range(width):
        texts = [line.cells[at] for line in lines if at < len(line.cells)]
        if sum(any(letter.isalpha() for letter in text) for text in texts) * 2 > len(lines):
            return tuple("team" if other == at else "" for other in range(width))
    return ("",) * width


COLUMNS = Columns(TEAM_MEANINGS, columns_by(_meaning), heading_by(_meaning, 1), _guessed, Notice("list-no-teams"))


def read_teams(content: bytes, choices: Choices = USUAL) -> TeamList:
    """Read the teams of a file. Raises Unreadable where the file as a whole means nothing."""
    return teams_in(read_book(content), choices)


def teams_in(book: Book, choices: Choices) -> TeamList:
    """Read the teams of a file's sheets, as somebody chose. Raises Unreadable."""
    layout = laid_out(book, choices, COLUMNS)
    teams = [_read_line(line, layout, choices) for line in layout.body]
    _refuse_twice([team for team in teams if not team.left])
    return TeamList(lines=tuple(teams), **layout.told())


def _read_line(line: Line, layout: Layout, choices: Choices) -> TeamLine:
    team = TeamLine(line.number, cells=line.cells)
    mended = choices.cells.get(line.number, {})
    if line.number in choices.skip:
        team.left = Notice("list-left-out")
    elif layout.text and layout.over(line) and not mended:
        team.problems.append(Notice("list-cells-over", cells=len(line.cells), columns=len(layout.roles)))
    cells = {**layout.cells(line), **mended}
    team.name, problem = read_text(cells.get("team", ""), LENGTHS["team"])
    team.key, other = read_text(cells.get("key", ""), LENGTHS["key"])
    team.problems += [notice for notice in (problem, other) if notice]
    if not team.name and not problem:
        unassigned = not {*layout.roles, *mended} & {"team"}
        missing = Notice("list-no-column", columns=TEAM_MEANINGS["team"])
        team.problems.append(missing if unassigned else Notice("list-team-missing"))
    if team.left:
        team.problems = []
    return team


def _refuse_twice(teams: list[TeamLine]) -> None:
    for what in ("name", "key"):
        first: dict[str, int] = {}
        for team in teams:
            text = getattr(team, what).casefold()
            if text and first.setdefault(text, team.number) != team.number:
                team.problems.append(Notice("list-team-twice", text=getattr(team, what), line=first[text]))
