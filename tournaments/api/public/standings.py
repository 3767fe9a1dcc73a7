"""The order for programs: who met whom, how the ranks moved, why somebody stands where he stands, and the teams.

Players are named by pairing number, as in the standings; who that is, the entries say.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.request import Request

from scoring.crosstable import Row
from scoring.explain import POINTS, Explanation, Term
from tournaments.api.core.openapi import PAGES, operation
from tournaments.api.core.resource import in_slices
from tournaments.api.public import standings_serializers
from tournaments.api.public.tournaments import TournamentView
from tournaments.models import Tournament
from tournaments.selectors import labels, public
from tournaments.selectors import rank_movement as moves
from tournaments.selectors.explanations import Insight, insight
from tournaments.selectors.teams import TeamLine, TeamShown, members, team_lines, team_list, team_rounds

A_TERM = {"amount": "6", "round": 1, "opponent": 4, "dummy": False, "reason": ""}
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
    """What these have in common: they rest on the rounds that are shown."""

    def insight(self, tournament: Tournament, after: int | None = None) -> Insight:
        """Raises Http404 where there is nothing to explain: before the first round, or after one not shown."""
        rounds = public.shown_rounds(tournament.pk)
        last = rounds[-1].number if rounds else 0
        found = insight(tournament.pk, after) if last and (after is None or 1 <= after <= last) else None
        if found is None:
            raise Http404(_("There are no standings yet."))
        return found


class Crosstable(OrderView):
    """Who met whom, where, with which result."""

    @operation(
        "standings_get_crosstable", "Get the crosstable", standings_serializers.CrosstableOut, public=True, more=PAGES,
        answered=SAME | {"next": None, "results": [{
            "rank": 1, "player": 2, "points": "1", "meetings": [
                {"opponent": 3, "round": 1, "table": 1, "result": "win", "points": "1", "second": False}],
            "unplayed": [{"round": 2, "kind": "pairing bye"}]}]},
    )  # fmt: skip
    def get(self, request: Request, slug: str, **arguments: Any) -> HttpResponseBase:
        """In the order of the standings. At tables of three and four a table is a meeting with each opponent."""
        return super().get(request, slug, **arguments)

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        found = self.insight(tournament)
        return _state(found) | in_slices(request, found.crosstable(), _row)


def _row(line: Row) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "player": line.player,
        "points": str(line.points),
        "meetings": [
            {
                "opponent": opponent,
                "round": cell.round,
                "table": cell.table,
                "result": cell.result,
                "points": None if cell.points is None else str(cell.points),
                "second": cell.second,
            }
            for opponent, cells in line.cells.items()
            for cell in cells
        ],
        "unplayed": [{"round": number, "kind": kind} for number, kind in line.byes.items()],
    }


class Movement(OrderView):
    """How the ranks moved."""

    @operation(
        "standings_get_movement",
        "Get the rank of each player after each round",
        standings_serializers.MovementOut,
        public=True,
        more=PAGES,
        answered={"rounds": [1, 2], "final": True, "next": None, "results": [{"player": 2, "ranks": [3, 1]}]},
    )
    def get(self, request: Request, slug: str, **arguments: Any) -> HttpResponseBase:
        """Everybody's rank after each of `rounds`, by the newest rank; null where one is not in the table.

        A round with a table without a result is not among `rounds` while it is the newest."""
        return super().get(request, slug, **arguments)

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        rounds = public.shown_rounds(tournament.pk)
        found = moves.moved(tournament.pk, rounds[-1].number if rounds else 0)
        everybody = sorted(found.ranks, key=lambda who: (found.last(who), who))
        return {"rounds": list(found.rounds), "final": found.final} | in_slices(
            request, everybody, lambda who: {"player": who, "ranks": list(found.ranks[who])}
        )


class Why(OrderView):
    """A player's values as sums, and what put his neighbours above and below him."""

    @operation(
        "standings_explain",
        "Explain the rank of a player",
        standings_serializers.WhyOut,
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
    def get(self, request: Request, slug: str, **arguments: Any) -> HttpResponseBase:
        return super().get(request, slug, **arguments)

    def make(
        self,
        request: Request,
        tournament: Tournament,
        number: int = 0,
        after: int | None = None,
        **arguments: Any,
    ) -> Any:
        found = self.insight(tournament, after)
        _known(found, number)
        above, below = found.neighbours(number)
        return _state(found) | {
            "player": number,
            "rank": found.order.ranks.get(number),
            "waits": found.explainer.waits(number),
            "values": [a_value(one) for one in found.values(number)],
            "above": None if above is None else _compared(found, above, number),
            "below": None if below is None else _compared(found, number, below),
            "dropped": dict(found.dropped),
        }


class WhyAfter(Why):
    """The same after a round."""

    @operation(
        "standings_explain_after",
        "Explain the rank of a player after a round",
        standings_serializers.WhyOut,
        public=True,
    )
    def get(self, request: Request, slug: str, **arguments: Any) -> HttpResponseBase:
        return super().get(request, slug, **arguments)


class WhyBoth(OrderView):
    """What put one player above another."""

    @operation(
        "standings_compare",
        "Compare two players",
        standings_serializers.WhyBothOut,
        public=True,
        answered=SAME | A_COMPARISON | {"values": {"1": [A_VALUE], "2": [A_VALUE]}},
    )
    def get(self, request: Request, slug: str, **arguments: Any) -> HttpResponseBase:
        return super().get(request, slug, **arguments)

    def make(
        self,
        request: Request,
        tournament: Tournament,
        number: int = 0,
        other: int = 0,
        after: int | None = None,
        **arguments: Any,
    ) -> Any:
        found = self.insight(tournament, after)
        for who in (number, other):
            _known(found, who)
            if who not in found.order.ranks:
                raise Http404(_("Player %(number)d is not in the table.") % {"number": who})
        if number == other:
            raise Http404(_("These are two players, or there is nothing to compare."))
        compared = _compared(found, number, other)
        looked = len(compared["criteria"])
        values = {str(who): [a_value(one) for one in found.values(who)[:looked]] for who in (number, other)}
        return _state(found) | compared | {"values": values}


class WhyBothAfter(WhyBoth):
    """The same after a round."""

    @operation(
        "standings_compare_after",
        "Compare two players after a round",
        standings_serializers.WhyBothOut,
        public=True,
    )
    def get(self, request: Request, slug: str, **arguments: Any) -> HttpResponseBase:
        return super().get(request, slug, **arguments)


class Teams(OrderView):
    """The teams in their order."""

    @operation(
        "teams_list",
        "List the teams",
        standings_serializers.TeamsOut,
        public=True,
        more=PAGES,
        answered=SAME
        | {
            "next": None,
            "results": [
                {"id": "A", "name": "Alpha", "rank": 1, "points": "29", "tie_breaks": {}, "members": [1, 2, 3, 4]}
            ],
        },
    )
    def get(self, request: Request, slug: str, **arguments: Any) -> HttpResponseBase:
        """Before the first round without ranks."""
        return super().get(request, slug, **arguments)

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        listed, found = team_list(tournament.pk), insight(tournament.pk)
        found = found if found is not None and found.after_round else None
        return _state(found) | in_slices(request, team_lines(found, listed), _team_line)


class TeamPage(OrderView):
    """A team: its players, its rounds, its matches, its tie-breaks as sums."""

    def make(self, request: Request, tournament: Tournament, key: str = "", **arguments: Any) -> Any:
        listed = {one.key: one for one in team_list(tournament.pk, empty=True)}
        if key not in listed:
            raise Http404(_("There is no team “%(key)s”.") % {"key": key})
        own, found = listed[key], insight(tournament.pk)
        found = found if found is not None and found.after_round else None
        (line,) = team_lines(found, [own])
        return (
            _state(found)
            | _team_line(line)
            | {
                "matches": bool(found and found.teams().matches),
                "members": [
                    {"player": one.number, "rank": one.rank, "points": _number(one.points)}
                    for one in members(found, own)
                ],
                "rounds": [_team_round(one) for one in team_rounds(found, own)],
                "values": _team_values(found, own),
            }
        )


def _team_line(line: TeamLine) -> dict[str, Any]:
    return {
        "id": line.team.key,
        "name": line.team.name,
        "rank": line.rank,
        "points": _number(line.points),
        **({"waits": True, "rank_before": line.before} if line.waits else {}),
        "tie_breaks": {code: str(value) for code, value in line.tie_breaks},
        "members": list(line.team.members),
    }


def _team_round(one: Any) -> dict[str, Any]:
    return {
        "round": one.round,
        "points": _number(one.points),
        "opponent": one.opponent,
        "board_points": None if one.boards is None else [str(points) for points in one.boards],
        "players": [{"player": who, "points": _number(points)} for who, points in one.players],
    }


def _team_values(found: Insight | None, own: TeamShown) -> list[dict[str, Any]]:
    """A team's tie-breaks as sums; who gave a term is a team, by its key."""
    if found is None:
        return []
    values = [a_value(found.explainer.explain_team(own.key, code)) for code in found.teams().order.codes]
    keys = [team.id for team in found.event.teams]
    for value in values:
        for term in (*value["terms"], *value["cut"]):
            if term["opponent"] is not None:
                term["opponent"] = keys[term["opponent"] - 1]
        value["tied"] = [keys[number - 1] for number in value["tied"]]
    return values


def _state(found: Insight | None) -> dict[str, Any]:
    if found is None:
        return {"after_round": 0, "provisional": False}
    return {"after_round": found.after_round, "provisional": found.open}


def _known(found: Insight, number: int) -> None:
    if not 1 <= number <= len(found.event.players):
        raise Http404(_("There is no player %(number)d.") % {"number": number})


def _number(value: Any) -> str | None:
    return None if value is None else str(value)


def _label(code: str) -> str:
    return _("Points") if code == POINTS else labels.criterion(code)


def a_value(one: Explanation) -> dict[str, Any]:
    """A value as the sum that made it."""
    return {
        "code": one.code,
        "label": _label(one.code),
        "source": one.source,
        "value": str(one.value),
        "text": one.text,
        "ending": one.ending.value,
        "terms": [_term(term) for term in one.terms],
        "cut": [_term(term) for term in one.cut],
        "tied": list(one.tied),
        "missing": [{"round": gap.round, "state": "adjourned" if gap.adjourned else "playing"} for gap in one.missing],
    }


def _term(term: Term) -> dict[str, Any]:
    return {
        "amount": str(term.amount),
        "round": term.round,
        "opponent": term.opponent,
        "dummy": term.dummy,
        "reason": term.reason,
        "colours": [str(points) for points in term.colours],
    }


def _compared(found: Insight, one: int, other: int) -> dict[str, Any]:
    above, steps = found.compared(one, other)
    return {
        "higher": above.higher,
        "lower": above.lower,
        "decided_by": None if above.open else above.code,
        "open": list(above.open),
        "among_tied": not above.open and above.code is not None and above.higher_value == above.lower_value,
        "criteria": [
            {
                "code": step.code,
                "label": _label(step.code),
                "higher": str(step.one),
                "lower": str(step.other),
                "decides": step.decides,
                "skipped": step.skipped,
            }
            for step in steps
        ],
    }
