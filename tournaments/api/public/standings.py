"""The order for programs: who met whom, how the ranks moved, what puts a player where they stand, and the teams.

Players are named by pairing number, as in the standings; who that is, the entries say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request

from scoring.crosstable import Row
from scoring.explain import POINTS, Explanation, Term
from tournaments.api.core.answers import LEFT_OUT, members
from tournaments.api.core.openapi import PAGES, operation, operations
from tournaments.api.core.resource import in_slices
from tournaments.api.public.standings_answers import (
    ComparedOut,
    ComparisonOut,
    ContributionOut,
    CriterionOut,
    CrosstableOut,
    CrosstableRow,
    MeetingOut,
    MemberOut,
    MissingOut,
    MovedRow,
    MovementOut,
    TeamLineOut,
    TeamPageOut,
    TeamRoundOut,
    TeamsOut,
    TeamTermOut,
    TeamValueOut,
    TermOut,
    UnplayedOut,
    ValueOut,
    WhyOut,
)
from tournaments.api.public.tournaments import TournamentView
from tournaments.models import Tournament
from tournaments.selectors import labels, public
from tournaments.selectors import rank_movement as moves
from tournaments.selectors.explanations import Insight, insight
from tournaments.selectors.teams import Member, TeamLine, TeamShown, team_lines, team_list, team_rounds
from tournaments.selectors.teams import members as players
from tournaments.sentences import sentence
from tournaments.web.explanations import cited

A_TERM = {"amount": "6", "round": 1, "opponent": 4, "dummy": False, "reason": "", "colours": [], "times": "1"}
A_VALUE = {
    "code": "BH",
    "label": "Buchholz: the sum of the opponents’ scores",
    "source": "FIDE Handbook C.07, article 8",
    "value": "31/2",
    "text": "BH 31/2 = 6 + 4 + 11/2",
    "ending": "sum",
    "terms": [A_TERM],
    "cut": [],
    "tied": [],
    "missing": [],
}
A_COMPARISON = {
    "higher": 2,
    "lower": 1,
    "decided_by": "BH",
    "open": [],
    "among_tied": False,
    "criteria": [
        {"code": "points", "label": "Points", "higher": "12", "lower": "12", "decides": False, "skipped": ""},
        {
            "code": "BH",
            "label": "Buchholz: the sum of the opponents’ scores",
            "higher": "16",
            "lower": "31/2",
            "decides": True,
            "skipped": "",
        },
    ],
}
SAME = {"after_round": 2, "provisional": False}


class OrderView(TournamentView):
    """The base of these: they rest on the rounds that are shown."""

    def insight(self, tournament: Tournament, after: int | None = None) -> Insight:
        """Load the standings with their reasons. Raises Http404 where there is nothing to explain: before the first
        round, or after one that is not shown."""
        rounds = public.shown_rounds(tournament.pk)
        last = rounds[-1].number if rounds else 0
        basis = insight(tournament.pk, after) if last and (after is None or 1 <= after <= last) else None
        if basis is None:
            raise Http404(_("There are no standings yet."))
        return basis


@operations(
    get=operation(
        "standings_get_crosstable",
        "Get the crosstable",
        CrosstableOut,
        public=True,
        more=PAGES,
        answered=SAME
        | {
            "next": None,
            "results": [
                {
                    "rank": 1,
                    "player": 2,
                    "points": "1",
                    "meetings": [
                        {"opponent": 3, "round": 1, "table": 1, "result": "win", "points": "1", "second": False}
                    ],
                    "unplayed": [{"round": 2, "kind": "pairing bye"}],
                }
            ],
        },
        about=("In the order of the standings. At tables of three and four a table is a meeting with each opponent."),
    )
)
class Crosstable(OrderView):
    """The crosstable: each meeting with its table and result."""

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        basis = self.insight(tournament)
        return in_slices(CrosstableOut, request, basis.crosstable(), _row, **_state(basis))


def _row(line: Row) -> CrosstableRow:
    return CrosstableRow(
        rank=line.rank,
        player=line.player,
        points=str(line.points),
        meetings=[
            MeetingOut(
                opponent=opponent,
                round=cell.round,
                table=cell.table,
                result=cell.result,
                points=None if cell.points is None else str(cell.points),
                second=cell.second,
            )
            for opponent, cells in line.cells.items()
            for cell in cells
        ],
        unplayed=[UnplayedOut(round=number, kind=kind) for number, kind in line.byes.items()],
        not_in=list(line.not_in) or LEFT_OUT,
    )


@operations(
    get=operation(
        "standings_get_movement",
        "Get the rank of each player after each round",
        MovementOut,
        public=True,
        more=PAGES,
        answered={"rounds": [1, 2], "final": True, "next": None, "results": [{"player": 2, "ranks": [3, 1]}]},
        about=(
            "Everybody's rank after each of `rounds`, by the newest rank; null where one is not in the "
            "table.\n\n"
            "A round with a table without a result is not among `rounds` while it is the newest."
        ),
    )
)
class Movement(OrderView):
    """The rank of each player after each round."""

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        rounds = public.shown_rounds(tournament.pk)
        basis = moves.moved(tournament.pk, rounds[-1].number if rounds else 0)
        everybody = sorted(basis.ranks, key=lambda who: (basis.last(who), who))
        return in_slices(
            MovementOut,
            request,
            everybody,
            lambda who: MovedRow(player=who, ranks=list(basis.ranks[who])),
            rounds=list(basis.rounds),
            final=basis.final,
        )


@operations(
    get=operation(
        "standings_explain",
        "Explain the rank of a player",
        WhyOut,
        public=True,
        answered=SAME
        | {
            "player": 1,
            "rank": 2,
            "waits": False,
            "values": [A_VALUE],
            "above": A_COMPARISON,
            "below": None,
            "dropped": {},
        },
    )
)
class Why(OrderView):
    """A player's values as sums, and what put the neighbours above and below."""

    def make(
        self,
        request: Request,
        tournament: Tournament,
        number: int = 0,
        after: int | None = None,
        **arguments: Any,
    ) -> Any:
        basis = self.insight(tournament, after)
        _known(basis, number)
        above, below = basis.neighbours(number)
        return WhyOut(
            **_state(basis),
            player=number,
            rank=basis.order.ranks.get(number),
            waits=basis.history.waits(number),
            values=[a_value(value) for value in basis.values(number)],
            above=None if above is None else _compared(basis, above, number),
            below=None if below is None else _compared(basis, number, below),
            dropped={code: sentence(reason) for code, reason in basis.dropped.items()},
        )


@operations(get=operation("standings_explain_after", "Explain the rank of a player after a round", WhyOut, public=True))
class WhyAfter(Why):
    """The same after a round."""


@operations(
    get=operation(
        "standings_compare",
        "Compare two players",
        ComparisonOut,
        public=True,
        answered=SAME | A_COMPARISON | {"values": {"1": [A_VALUE], "2": [A_VALUE]}},
    )
)
class WhyBoth(OrderView):
    """The comparison that put one player above another."""

    def make(
        self,
        request: Request,
        tournament: Tournament,
        number: int = 0,
        other: int = 0,
        after: int | None = None,
        **arguments: Any,
    ) -> Any:
        basis = self.insight(tournament, after)
        for who in (number, other):
            _known(basis, who)
            if who not in basis.order.ranks:
                raise Http404(_("Player %(number)d is not in the standings.") % {"number": who})
        if number == other:
            raise Http404(_("Choose two different players to compare."))
        compared = _compared(basis, number, other)
        looked = len(compared.criteria)
        values = {str(who): [a_value(value) for value in basis.values(who)[:looked]] for who in (number, other)}
        return ComparisonOut(**_state(basis), **members(compared), values=values)


@operations(get=operation("standings_compare_after", "Compare two players after a round", ComparisonOut, public=True))
class WhyBothAfter(WhyBoth):
    """The same after a round."""


@operations(
    get=operation(
        "teams_list",
        "List the teams",
        TeamsOut,
        public=True,
        more=PAGES,
        answered=SAME
        | {
            "next": None,
            "results": [
                {"id": "A", "name": "Alpha", "rank": 1, "points": "29", "tie_breaks": {}, "members": [1, 2, 3, 4]}
            ],
        },
        about="Before the first round without ranks.",
    )
)
class Teams(OrderView):
    """The teams in their order."""

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        listed, basis = team_list(tournament.pk), insight(tournament.pk)
        basis = basis if basis is not None and basis.after_round else None
        return in_slices(TeamsOut, request, team_lines(basis, listed), _team_line, **_state(basis))


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
            **_state(basis),
            **members(_team_line(line)) | {"members": [_member(member) for member in players(basis, own)]},
            matches=bool(basis and basis.teams().matches),
            rounds=[_team_round(round_) for round_ in team_rounds(basis, own)],
            values=_team_values(basis, own),
        )


def _member(member: Member) -> MemberOut:
    return MemberOut(player=member.number, rank=member.rank, points=_number(member.points))


def _team_line(line: TeamLine) -> TeamLineOut:
    return TeamLineOut(
        id=line.team.key,
        name=line.team.name,
        rank=line.rank,
        points=_number(line.points),
        waits=line.waits or LEFT_OUT,
        rank_before=line.before if line.waits else LEFT_OUT,
        tie_breaks={code: str(value) for code, value in line.tie_breaks},
        members=list(line.team.members),
    )


def _team_round(round_: Any) -> TeamRoundOut:
    return TeamRoundOut(
        round=round_.round,
        points=_number(round_.points),
        opponent=round_.opponent,
        board_points=None if round_.boards is None else [str(points) for points in round_.boards],
        players=[ContributionOut(player=who, points=_number(points)) for who, points in round_.players],
    )


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


def _state(basis: Insight | None) -> dict[str, Any]:
    if basis is None:
        return {"after_round": 0, "provisional": False}
    return {"after_round": basis.after_round, "provisional": basis.open}


def _known(basis: Insight, number: int) -> None:
    if not 1 <= number <= len(basis.event.players):
        raise Http404(_("There is no player %(number)d.") % {"number": number})


def _number(value: Any) -> str | None:
    return None if value is None else str(value)


def _label(code: str) -> str:
    return _("Points") if code == POINTS else labels.criterion(code)


def a_value(value: Explanation) -> ValueOut:
    """Write a value as the sum that made it."""
    return ValueOut(
        code=value.code,
        label=_label(value.code),
        source=cited(value.source),
        value=str(value.value),
        text=value.text,
        ending=value.ending.value,
        terms=[_term(term) for term in value.terms],
        cut=[_term(term) for term in value.cut],
        tied=list(value.tied),
        missing=[
            MissingOut(round=gap.round, state="adjourned" if gap.adjourned else "playing") for gap in value.missing
        ],
    )


def _term(term: Term) -> TermOut:
    return TermOut(
        amount=str(term.amount),
        round=term.round,
        opponent=term.opponent,
        dummy=term.dummy,
        reason=term.reason,
        colours=[str(points) for points in term.colours],
        times=str(term.times),
    )


def _compared(basis: Insight, number: int, other: int) -> ComparedOut:
    above, steps = basis.compared(number, other)
    return ComparedOut(
        higher=above.higher,
        lower=above.lower,
        decided_by=None if above.open else above.code,
        open=list(above.open),
        among_tied=not above.open and above.code is not None and above.higher_value == above.lower_value,
        criteria=[
            CriterionOut(
                code=step.code,
                label=_label(step.code),
                higher=str(step.one),
                lower=str(step.other),
                decides=step.decides,
                skipped=step.skipped,
            )
            for step in steps
        ],
    )
