"""The tables that are both printed and sent as sheets, each described once.

The pages of everybody are put together by hand (`web.tables`): what stands there leads somewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from scoring.crosstable import Row as Line
from scoring.ranking import POINTS
from tournaments.imports.headings import heading
from tournaments.models import Entry
from tournaments.selectors import labels
from tournaments.selectors.columns import NAME, RIGHT, TOTAL, WIDE, Column, SoFar
from tournaments.selectors.standings import Rank, StandingsShown
from tournaments.sentences.points import column_decimals

Name = Callable[[int], str]


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
