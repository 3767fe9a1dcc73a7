"""The teams of a tournament as everyone may see them, and the team at a seat, the same on every page and paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.core.history import History, Kind, Turn
from tournaments.domain.setup import options_of
from tournaments.models import Entry, Team, Tournament
from tournaments.pairing.registry import systems
from tournaments.selectors.events.explanations import Insight, Teams


@dataclass(frozen=True, slots=True)
class TeamShown:
    """``members`` are pairing numbers by board; ``key`` is the team's id in the event document."""

    id: int
    key: str
    name: str
    members: tuple[int, ...]


def team_list(tournament_id: int, *, empty: bool = False) -> list[TeamShown]:
    """Return the teams with their members, in the order of the event document, in two queries; ``empty``: also teams
    without members."""
    members: dict[int, list[int]] = {}
    for team, number in (
        Entry.objects.filter(tournament=tournament_id, team__isnull=False)
        .order_by("board", "number")
        .values_list("team_id", "number")
    ):
        members.setdefault(team, []).append(number)
    rows = Team.objects.filter(tournament=tournament_id).values_list("id", "key", "name")
    return [TeamShown(*row, tuple(members.get(row[0], ()))) for row in rows if empty or row[0] in members]


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team in the order of the teams; without rank and points before the first round.

    ``waits``: a table of it in the last round has no result yet; ``before`` is then its rank after the round before.
    ``nothing_yet``: no table of it has a result at all.
    """

    team: TeamShown
    rank: int | None
    points: Fraction | None
    tie_breaks: tuple[tuple[str, Fraction], ...]
    waits: bool = False
    before: int | None = None
    nothing_yet: bool = False


def team_lines(insight: Insight | None, listed: Sequence[TeamShown]) -> list[TeamLine]:
    """Return the teams by rank; before the first round, in the order of the list."""
    if insight is None or not insight.after_round:
        return [TeamLine(team, None, None, ()) for team in listed]
    teams = insight.teams()
    order = teams.order
    place = {number: at for at, number in enumerate(order.participants)}
    before = insight.team_ranks_before if insight.half else {}
    silent = teams_without_result(insight)
    return [
        TeamLine(
            team,
            order.ranks[number],
            teams.history.total(number),
            tuple((code, order.values[code][number]) for code in order.codes),
            teams.history.waits(number),
            before.get(number),
            team.key in silent,
        )
        for team in sorted(listed, key=lambda team: place[teams.numbers[team.key]])
        for number in (teams.numbers[team.key],)
    ]


def teams_without_result(insight: Insight | None) -> frozenset[str]:
    """Return the keys of the teams that play and have no result at all yet, so that their points are not known."""
    if insight is None or not insight.after_round:
        return frozenset()
    teams = insight.teams()
    return frozenset(
        key
        for key, number in teams.numbers.items()
        if not teams.history.total(number) and all(turn.not_yet for turn in teams.history.turns[number])
    )


@dataclass(frozen=True, slots=True)
class Member:
    """A player of a team: the place in the players' own standings, and the points.

    ``waits``: the table of the last round has no result yet; ``nothing_yet``: nor has any other.
    """

    number: int
    rank: int | None
    points: Fraction | None
    waits: bool = False
    nothing_yet: bool = False


def members(insight: Insight | None, team: TeamShown) -> list[Member]:
    """Return a team's players by board."""
    return [
        Member(
            number,
            insight.order.ranks.get(number),
            insight.history.total(number),
            insight.history.waits(number),
            insight.nothing_yet(number),
        )
        if insight
        else Member(number, None, None)
        for number in team.members
    ]


@dataclass(frozen=True, slots=True)
class TeamRound:
    """One round of a team: its points, what its ``players`` brought (pairing number, points), and in a match the
    ``opponent``'s key and the ``boards``: board points, its own first.
    ``open``: a table of theirs has no result yet. Points are None while nothing is known: of a sum what is in already
    counts, a match has none before it is over."""

    round: int
    points: Fraction | None
    opponent: str | None
    boards: tuple[Fraction, Fraction] | None
    open: bool
    players: tuple[tuple[int, Fraction | None], ...]


def team_rounds(insight: Insight | None, team: TeamShown) -> list[TeamRound]:
    """Return a team's rounds in order; none before the first round."""
    if insight is None:
        return []
    teams, history = insight.teams(), insight.history
    number = teams.numbers[team.key]
    lines = []
    for index, turn in enumerate(teams.history.turns[number]):
        opponent, boards = None, None
        if turn.opponents:
            opponent = teams.event.teams[turn.opponents[0] - 1].id
            own, theirs = (
                Fraction(teams.boards.turns[who][index].points, teams.boards.unit)
                for who in (number, turn.opponents[0])
            )
            boards = own, theirs
        players = tuple(
            (who, _points(history, who, index))
            for who in team.members
            if history.turns[who][index].kind is not Kind.ZERO_BYE
        )
        lines.append(TeamRound(index + 1, _in_round(teams, turn, players), opponent, boards, turn.not_yet, players))
    return lines


def _in_round(teams: Teams, turn: Turn, players: Sequence[tuple[int, Fraction | None]]) -> Fraction | None:
    if turn.not_yet and (teams.matches or all(points is None for _who, points in players)):
        return None
    return Fraction(turn.points, teams.history.unit)


def _points(history: History, who: int, index: int) -> Fraction | None:
    """Return the points of a round, None while a table of it has no result."""
    turn = history.turns[who][index]
    return None if turn.not_yet else Fraction(turn.points, history.unit)


def of_teams(system: str) -> bool:
    """Return whether a team wins an event of a pairing system."""
    known = systems().get(system)
    return known is not None and known.teams


def label(system: str, team: str | None, board: int | None) -> str:
    """Name a player's team and board as at their seat; empty where no team wins the event, or they are in none."""
    if not team or not of_teams(system):
        return ""
    if board is None:
        return team
    # Translators: beside a player's name: their team and their place in it, such as "Leiden, board 2"
    return _("%(team)s, board %(board)d") % {"team": team, "board": board}


def sides(tournament: Tournament) -> Sequence[Sequence[int]] | None:
    """Return the seats of those who play together at a full table; None where everybody plays alone there."""
    known: Sequence[Sequence[int]] | None = options_of(tournament).get("teams")
    return known


def no_advice(tournament: Tournament) -> str:
    """Say that team-mates, or partners of one table, may not consult (QC 7.5); empty where the rule does not hold."""
    if tournament.game != "quatro-chess":
        return ""
    if of_teams(tournament.system):
        return _("Team-mates may not consult during the game (QC 7.5).")
    return _("Partners may not consult during the game (QC 7.5).") if sides(tournament) else ""
