"""The teams for programs: their order, and each with its players, rounds and tie-breaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request

from tournaments.api.core.answers import LEFT_OUT, Answer, LeftOut, Source, members
from tournaments.api.core.openapi import PAGES, reads
from tournaments.api.core.resource import in_slices
from tournaments.api.public.explanations import TermOut, ValueOut, a_value
from tournaments.api.public.standings import SAME, OrderView, state_of
from tournaments.models import Tournament
from tournaments.selectors.events.explanations import Insight, insight
from tournaments.selectors.people.teams import TeamLine, TeamRound, TeamShown, team_lines, team_list, team_rounds
from tournaments.selectors.people.teams import members as players


class TeamTermOut(TermOut):
    opponent: str | None  # type: ignore[assignment]


class TeamValueOut(ValueOut):
    terms: list[TeamTermOut]  # type: ignore[assignment]
    cut: list[TeamTermOut]  # type: ignore[assignment]
    tied: list[str]  # type: ignore[assignment]


class TeamLineOut(Answer):
    id: Annotated[str, Source("team.key")]
    name: Annotated[str, Source("team.name")]
    rank: int | None
    points: str | None
    waits: Annotated[bool | LeftOut, "A table of the team in the last round has no result yet."] = LEFT_OUT
    rank_before: Annotated[int | LeftOut | None, "Of a team that waits: the rank after the round before."] = LEFT_OUT
    tie_breaks: dict[str, str]
    members: Annotated[list[int], "Pairing numbers by board.", Source("team.members")]


class TeamsOut(Answer):
    after_round: int
    provisional: bool
    next: str | None
    results: list[TeamLineOut]


class MemberOut(Answer):
    player: Annotated[int, Source("number")]
    rank: int | None
    points: str | None


class ContributionOut(Answer):
    player: int
    points: str | None


class TeamRoundOut(Answer):
    round: int
    points: Annotated[str | None, "Null while a table of the team has no result."]
    opponent: str | None
    board_points: Annotated[list[str] | None, Source("boards")]
    players: list[ContributionOut]


class TeamPageOut(Answer):
    id: str
    name: str
    after_round: int
    provisional: bool
    rank: int | None
    points: str | None
    waits: Annotated[bool | LeftOut, "A table of the team in the last round has no result yet."] = LEFT_OUT
    rank_before: Annotated[int | LeftOut | None, "Of a team that waits: the rank after the round before."] = LEFT_OUT
    tie_breaks: dict[str, str]
    matches: Annotated[bool, "Whether points are match points."]
    members: list[MemberOut]
    rounds: list[TeamRoundOut]
    values: list[TeamValueOut]


@reads(
    "teams_list",
    "List the teams",
    TeamsOut,
    more=PAGES,
    answered=SAME
    | {
        "next": None,
        "results": [{"id": "A", "name": "Alpha", "rank": 1, "points": "29", "tie_breaks": {}, "members": [1, 2, 3, 4]}],
    },
    about="Before the first round without ranks.",
)
class Teams(OrderView):
    """The teams in their order."""

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        listed, basis = team_list(tournament.pk), insight(tournament.pk)
        basis = basis if basis is not None and basis.after_round else None
        return in_slices(TeamsOut, request, team_lines(basis, listed), _team_line, **state_of(basis))


class TeamPage(OrderView):
    """A team: its players, its rounds, its matches, its tie-breaks as sums."""

    def make(self, request: Request, tournament: Tournament, key: str = "", **arguments: Any) -> Any:
        listed = {value.key: value for value in team_list(tournament.pk, empty=True)}
        if key not in listed:
            raise Http404(_("There is no team “%(key)s”.") % {"key": key})
        own, basis = listed[key], insight(tournament.pk)
        basis = basis if basis is not None and basis.after_round else None
        (line,) = team_lines(basis, [own])
        return TeamPageOut(
            **state_of(basis),
            **members(_team_line(line)) | {"members": [MemberOut.of(member) for member in players(basis, own)]},
            matches=bool(basis and basis.teams().matches),
            rounds=[_team_round(round_) for round_ in team_rounds(basis, own)],
            values=_team_values(basis, own),
        )


def _team_line(line: TeamLine) -> TeamLineOut:
    return TeamLineOut.of(
        line,
        waits=line.waits or LEFT_OUT,
        rank_before=line.before if line.waits else LEFT_OUT,
        tie_breaks={code: str(value) for code, value in line.tie_breaks},
    )


def _team_round(round_: TeamRound) -> TeamRoundOut:
    players = [
        ContributionOut(player=who, points=None if points is None else str(points)) for who, points in round_.players
    ]
    return TeamRoundOut.of(round_, players=players)


def _team_values(basis: Insight | None, own: TeamShown) -> list[TeamValueOut]:
    """Explain a team's tie-breaks as sums; who gave a term is a team, by its key."""
    if basis is None:
        return []
    keys = [team.id for team in basis.event.teams]
    values = [a_value(basis.explainer.explain_team(own.key, code)) for code in basis.teams().order.codes]
    return [_by_team(value, keys) for value in values]


def _by_team(value: ValueOut, keys: Sequence[str]) -> TeamValueOut:
    def named(term: TermOut) -> TeamTermOut:
        opponent = None if term.opponent is None else keys[term.opponent - 1]
        return TeamTermOut(**members(term) | {"opponent": opponent})

    return TeamValueOut(
        **members(value)
        | {
            "terms": [named(term) for term in value.terms],
            "cut": [named(term) for term in value.cut],
            "tied": [keys[number - 1] for number in value.tied],
        }
    )
