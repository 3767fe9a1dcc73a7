"""Matches of teams: which team plays which in a round, and how it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.history import Kind
from tournaments.domain.ledger import scoring_rules
from tournaments.models import Entry, Team, Tournament
from tournaments.selectors.colours import brought
from tournaments.selectors.explanations import Insight
from tournaments.selectors.public import RoundShown, TableShown


@dataclass(frozen=True, slots=True)
class Side:
    """A team in a match; ``id`` is its page's, ``points`` are what its boards have brought so far."""

    id: int
    name: str
    points: Fraction


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams that meet: their tables, the first and the last by number, and how many have no final result."""

    one: Side
    other: Side
    tables: tuple[int, int]
    boards: int
    open: int

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


def _match(tables: list[TableShown], team_of: Mapping[int, int], names: Mapping[int, str], rule: str) -> Match:
    order = list(dict.fromkeys(team_of[seat.number] for table in tables for seat in table.seats))
    points = dict.fromkeys(order, Fraction(0))
    for table in tables:
        if table.end in (None, "adjourned"):
            continue
        for number in dict.fromkeys(seat.number for seat in table.seats):
            whole = brought((seat.points for seat in table.seats if seat.number == number), rule)
            points[team_of[number]] += whole.value if whole else 0
    home, away = (Side(team, names[team], points[team]) for team in order)
    return Match(
        home,
        away,
        (tables[0].number, tables[-1].number),
        len(tables),
        sum(table.end in (None, "adjourned") for table in tables),
    )


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
