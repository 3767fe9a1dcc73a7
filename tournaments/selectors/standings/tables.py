"""The tables that are both printed and sent as sheets, each described once.

The pages of everybody are put together by hand (`web.tables`): what stands there leads somewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext as _

from scoring.crosstable import Row as Line
from scoring.ranking import POINTS
from tournaments.imports.headings import heading
from tournaments.imports.writing import Value
from tournaments.models import Entry
from tournaments.printing import press
from tournaments.selectors import labels
from tournaments.selectors.standings.standings import Rank, StandingsShown
from tournaments.sentences.points import column_decimals, in_column

Row = TypeVar("Row")
LEFT, RIGHT, WIDE = press.Column(""), press.Column("", "right"), press.Column("", give=True)
NAME, TOTAL = press.Column("", give=True, bold=True), press.Column("", "right", bold=True)
Name = Callable[[int], str]


class SoFar(int):
    """A number that is not settled: in brackets on paper, as any other in a sheet."""

    def __str__(self) -> str:
        return f"({int(self)})"


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """A column of such rows. Without a ``title`` it is not on paper; in a sheet ``head`` stands over it, where that is
    not the same.

    ``points``: a value is the text of an exact number (``31/2``), written with these ``decimals`` (`in_column`).
    ``note`` stands in brackets behind the value, on paper only.
    """

    title: str
    value: Callable[[Row], Any]
    look: press.Column = LEFT
    head: str = ""
    points: bool = False
    decimals: bool | None = None
    note: Callable[[Row], str] | None = None

    def written(self, row: Row) -> str:
        """Return a row's value as it is read on paper."""
        value, note = self.value(row), self.note(row) if self.note else ""
        text = "".join(in_column(value, self.decimals)) if self.points else "" if value is None else str(value)
        return f"{text} ({note})" if note else text

    def cell(self, row: Row) -> Value:
        """Return a row's value for a sheet. What is no number among points is a sign, and stays as it is."""
        value: Value = self.value(row)
        if isinstance(value, SoFar):
            return int(value)
        try:
            return (Fraction(value) if value else None) if self.points else value
        except (ValueError, ZeroDivisionError):
            return value


def on_paper(columns: Iterable[Column[Row]], rows: Iterable[Row]) -> tuple[list[press.Column], list[list[str]]]:
    shown = [column for column in columns if column.title]
    heads = [replace(column.look, title=column.title) for column in shown]
    return heads, [[column.written(row) for column in shown] for row in rows]


def in_sheet(columns: Sequence[Column[Row]], rows: Iterable[Row]) -> tuple[list[str], list[list[Value]]]:
    heads = [column.head or column.title for column in columns]
    return heads, [[column.cell(row) for column in columns] for row in rows]


def place(rank: int, waits: bool, nothing_yet: bool) -> int | str:
    """Return a rank: not settled while a table has no result yet, and a dash where none has."""
    return rank if not waits else "–" if nothing_yet else SoFar(rank)


def _rank(row: Rank) -> int | str:
    return place(row.rank, row.waits, row.nothing_yet)


def _points(row: Rank) -> str:
    """Return the points; before the first result there are none yet."""
    return labels.NOT_YET if row.nothing_yet else row.points


def standings(shown: StandingsShown, name: Name, teams: Mapping[int, str]) -> list[Column[Rank]]:
    """Return the columns of the standings; ``teams`` are those of the players, "" for none."""
    # what ranks is bold: the first figure, or where a final or a ladder ranks, the place itself
    key = "" if shown.by_place else shown.columns[0]
    marks = {"": "", "withdrawn": _("withdrawn"), "expelled": _("expelled")}

    def figure(code: str) -> Column[Rank]:
        look = TOTAL if code == key else RIGHT
        if code == POINTS:
            return Column(_("Points"), _points, look, points=True)
        called = labels.column(code)
        fine = column_decimals(row.tie_breaks.get(code) for row in shown.rows)
        # the numbers of the game's lists have no code that anybody knows
        own = called if code.startswith("COL") else code
        return Column(called, lambda row: row.values.get(code), look, own, points=True, decimals=fine)

    def round_(number: int) -> Column[Rank]:
        return Column(_("R%(number)d") % {"number": number}, lambda row: row.of_round(number), RIGHT, points=True)

    return [
        Column("#", _rank, RIGHT if key else TOTAL, _("Rank")),
        Column(_("No."), lambda row: row.player, RIGHT),
        Column(_("Player"), lambda row: name(row.player), NAME, _("Name"), note=lambda row: marks[row.mark]),
        Column(_("Team") if any(teams.values()) else "", lambda row: teams.get(row.player, ""), WIDE, _("Team")),
        *map(figure, shown.columns),
        *map(round_, range(1, shown.after_round + 1)),
    ]


def crosstable(ranks: Mapping[int, Rank], name: Name) -> list[Column[Line]]:
    """Return the columns beside the meetings of a crosstable; ``ranks`` are the rows of the standings by player."""

    def standing(line: Line) -> tuple[int | str, str]:
        row = ranks.get(line.player)
        return (_rank(row), _points(row)) if row else (line.rank, str(line.points))

    return [
        Column("#", lambda line: standing(line)[0], RIGHT, _("Rank")),
        Column(_("No."), lambda line: line.player, RIGHT),
        Column(_("Player"), lambda line: name(line.player), head=_("Name")),
        Column(_("Points"), lambda line: standing(line)[1], TOTAL, points=True),
    ]


def players(
    language: str = "en", name: Callable[[Entry], str] = lambda entry: entry.player.name
) -> list[Column[Entry]]:
    """Return the columns of the players' list. A sheet has all that an import of players reads, in whose words for a
    ``language`` they are called there; ``name``: what is shown of a player, where it is not read again."""

    def head(column: str) -> str:
        return heading(column, language)

    return [
        Column(_("No."), lambda entry: entry.number, RIGHT, head("number")),
        Column(_("Name"), name, NAME, head("name")),
        Column(_("Rating"), lambda entry: entry.rating, RIGHT, head("rating")),
        Column(_("Club"), lambda entry: entry.player.club, WIDE, head("club")),
        Column("", lambda entry: getattr(entry, "year", None), head=head("birth_year")),  # asked for by sheets only
        Column(_("Team"), lambda entry: entry.team.name if entry.team else None, WIDE, head("team")),
        Column("", lambda entry: entry.board, head=head("board")),
        Column("", lambda entry: entry.fixed_table, head=head("fixed_table")),
        Column("", lambda entry: entry.marks, head=head("marks")),
    ]
