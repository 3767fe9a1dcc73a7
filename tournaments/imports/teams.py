"""A list of teams: a name each, and a short name where the list has one."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.core.notices import Notice
from tournaments.imports.choices import USUAL, Choices
from tournaments.imports.columns import plain
from tournaments.imports.headings import TEAM_COLUMNS
from tournaments.imports.lines import Line, Unreadable, refuse_columns_twice
from tournaments.imports.players import read_text
from tournaments.imports.spreadsheet import read_sheet, unread

LENGTHS = {"team": 100, "key": 20}


@dataclass(slots=True)
class TeamLine:
    """A line of the list. ``problems`` are sentences; a line with any is refused. ``left`` says why it is left
    out."""

    number: int
    name: str = ""
    key: str = ""
    problems: list[str] = field(default_factory=list)
    left: Notice | None = None


@dataclass(frozen=True, slots=True)
class TeamList:
    """The teams of a file, and remarks on how it was read."""

    lines: tuple[TeamLine, ...]
    remarks: tuple[Notice, ...] = ()


def read_teams(content: bytes, choices: Choices = USUAL) -> TeamList:
    """Read the teams of a file; lines that somebody chose to leave out are left out. Raises Unreadable where the file
    as a whole means nothing."""
    sheet = read_sheet(content, lambda line: "team" in [TEAM_COLUMNS.get(plain(cell)) for cell in line.cells])
    lines = sheet.lines
    if not lines:
        raise Unreadable(_("The file is empty."))
    columns = tuple(TEAM_COLUMNS.get(plain(cell)) for cell in lines[0].cells)
    refuse_columns_twice(lines[0], [c for c in columns if c])
    if "team" not in columns:
        raise Unreadable(
            _("Line %(line)d: no column is called “Team”. The first line must name the columns: Team, Short name.")
            % {"line": lines[0].number}
        )
    if len(lines) == 1:
        raise Unreadable(_("The file has a heading row but no teams below it."))
    teams = [_read_line(line, columns) for line in lines[1:]]
    for team in teams:
        if team.number in choices.skip:
            team.left, team.problems = Notice("list-left-out"), []
    _refuse_twice([team for team in teams if not team.left])
    return TeamList(tuple(teams), (*sheet.remarks, *unread(lines[0], columns, lines[1:])))


def _read_line(line: Line, columns: tuple[str | None, ...]) -> TeamLine:
    team = TeamLine(line.number)
    cells = {column: cell for column, cell in zip(columns, line.cells, strict=False) if column}
    team.name, problem = read_text(cells.get("team", ""), LENGTHS["team"])
    team.key, other = read_text(cells.get("key", ""), LENGTHS["key"])
    team.problems += [sentence for sentence in (problem, other) if sentence]
    if not team.name and not problem:
        team.problems.append(_("The team's name is missing."))
    return team


def _refuse_twice(teams: list[TeamLine]) -> None:
    for what in ("name", "key"):
        first: dict[str, int] = {}
        for team in teams:
            text = getattr(team, what).casefold()
            if text and first.setdefault(text, team.number) != team.number:
                team.problems.append(
                    _("“%(text)s” is already in line %(line)d.") % {"text": getattr(team, what), "line": first[text]}
                )
