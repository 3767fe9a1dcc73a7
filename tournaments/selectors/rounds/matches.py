"""Matches of teams: which team plays which in a round, and how it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import ngettext

from scoring.core.history import Kind
from tournaments.domain.ledger import scoring_rules
from tournaments.models import Entry, Team, Tournament
from tournaments.selectors.events.explanations import Insight
from tournaments.selectors.events.public import RoundShown, TableShown
from tournaments.selectors.rounds.colours import brought


@dataclass(frozen=True, slots=True)
class Side:
    """A team in a match; ``id`` is its page's, ``points`` are what its boards have brought so far."""

    id: int
    name: str
    points: Fraction


@dataclass(frozen=True, slots=True)
class Board:
    """A table of a match: the players of both teams there by pairing number, and their points; None without a result.

    ``game``: there is one to look at.
    """

    number: int
    one: tuple[int, ...]
    other: tuple[int, ...]
    points: tuple[Fraction, Fraction] | None
    adjourned: bool
    game: bool


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams that meet: their tables, the first and the last by number, and how many have no final result."""

    one: Side
    other: Side
    tables: tuple[int, int]
    boards: int
    open: int
    lines: tuple[Board, ...] = ()

    @property
    def begun(self) -> bool:
        """Return whether a result of it is known."""
        return self.open < self.boards


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches of a round by table; ``free`` are the teams (id, name) without one, whose players have a bye."""

    played: tuple[Match, ...]
    free: tuple[tuple[int, str], ...]


def matches_of(tournament: Tournament, shown: RoundShown) -> Matches | None:
    """Return the matches of a round, in two queries; None where teams play no matches."""
    rules = scoring_rules(tournament)
    if rules.teams.score != "match":
        return None
    team_of = dict(Entry.objects.filter(tournament=tournament, team__isnull=False).values_list("number", "team_id"))
    names = dict(Team.objects.filter(tournament=tournament).values_list("id", "name"))
    met: dict[frozenset[int], list[TableShown]] = {}
    for table in shown.tables:
        sides = frozenset(team_of.get(seat.number, 0) for seat in table.seats)
        if len(sides) == 2 and 0 not in sides:
            met.setdefault(sides, []).append(table)
    played = tuple(_match(tables, team_of, names, rules.two_colours) for tables in met.values())
    busy = {side.id for match in played for side in (match.one, match.other)}
    free = dict.fromkeys(team_of[number] for number, kind in shown.byes if kind == "pairing" and number in team_of)
    return Matches(played, tuple((team, names[team]) for team in free if team not in busy))


def tables_of(match: Match) -> str:
    """Return where a match is played, such as “tables 1–4”."""
    first, last = match.tables
    tables = f"{first}–{last}" if last > first else str(first)
    return ngettext("table %(tables)s", "tables %(tables)s", match.boards) % {"tables": tables}


def _match(tables: list[TableShown], team_of: Mapping[int, int], names: Mapping[int, str], rule: str) -> Match:
    order = list(dict.fromkeys(team_of[seat.number] for table in tables for seat in table.seats))
    lines = tuple(_board(table, order, team_of, rule) for table in tables)
    sums = [sum((line.points[at] for line in lines if line.points), Fraction(0)) for at in range(2)]
    home, away = (Side(team, names[team], points) for team, points in zip(order, sums, strict=True))
    return Match(
        home,
        away,
        (tables[0].number, tables[-1].number),
        len(tables),
        sum(line.points is None for line in lines),
        lines,
    )


def _board(table: TableShown, order: list[int], team_of: Mapping[int, int], rule: str) -> Board:
    numbers = list(dict.fromkeys(seat.number for seat in table.seats))
    points = dict.fromkeys(order, Fraction(0))
    for number in numbers:
        whole = brought((seat.points for seat in table.seats if seat.number == number), rule)
        points[team_of[number]] += whole.value if whole else 0
    one, other = (tuple(number for number in numbers if team_of[number] == team) for team in order)
    known = table.end not in (None, "adjourned")
    both = (points[order[0]], points[order[1]]) if known else None
    return Board(table.number, one, other, both, table.end == "adjourned", table.game)


def record(insight: Insight) -> dict[str, tuple[int, int, int]]:
    """Return how many matches each team, by its short name, has won, drawn and lost; empty where teams play none."""
    teams = insight.teams()
    if not teams.matches:
        return {}
    won: dict[str, tuple[int, int, int]] = {}
    for key, number in teams.numbers.items():
        halves = [
            turn.halves[0]
            for turn in teams.history.turns[number]
            if turn.opponents and turn.kind not in (Kind.PENDING, Kind.ADJOURNED)
        ]
        won[key] = halves.count(2), halves.count(1), halves.count(0)
    return won
