"""What an arbiter decides: a result confirmed, corrected, adjourned, void; penalties. Each weighed first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core import serializers
from tournaments.api.core.idempotency import idempotent
from tournaments.api.core.openapi import operation
from tournaments.api.core.problems import written
from tournaments.api.core.resource import Resource, TournamentResource, by_cursor
from tournaments.api.desk import rounds_serializers
from tournaments.api.desk.rounds import AtTable, seen_result
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused
from tournaments.domain.ledger import current_result
from tournaments.models import Confirmation, Entry, Penalty, Result, Table, Team, Tournament
from tournaments.selectors import effects
from tournaments.selectors.desk import desk_table
from tournaments.selectors.unusual import unusual
from tournaments.services import confirmations, penalties, results
from tournaments.services.decisions import Ruling, colours_of, ruled

DECIDED = {"decision": "points", "points": ["8", "4", "2", "0"], "reason": "misread"}
CONFIRMED = {"version": 1, "by": "Chantal", "at": "2026-11-27T20:41:00+01:00"}
FINED = {"player": 3, "round": 2, "points": "1/2", "reason": "came late"}


def _moved(one: effects.Moved) -> dict[str, Any]:
    return {
        "name": one.name,
        "rank": list(one.rank),
        "points": [None if p is None else str(p) for p in one.points],
    }


def _effect(effect: effects.Effect) -> dict[str, Any]:
    return {
        "after_round": effect.after_round,
        "players": [{"player": one.number, **_moved(one)} for one in effect.moved],
        "teams": [_moved(one) for one in effect.teams],
        "later": list(effect.later),
    }


class ResultConfirmed(AtTable, Resource):
    """The second person's yes to a result."""

    asks = Action.WORK
    asks_to_write = Action.RESULTS

    @operation("results_get_confirmation", "Get the confirmation of a result", rounds_serializers.ConfirmedOut)
    def get(self, request: Request, slug: str, number: int, table: int) -> Response:
        _tournament, row = self.table(request, slug, number, table)
        found = (
            Confirmation.objects.filter(result__table=row, result__is_current=True)
            .select_related("by", "result")
            .first()
        )
        if found is None:
            raise Http404(_("The result of table %(table)d is not confirmed.") % {"table": table})
        return Response(_confirmed(found))

    @operation(
        "results_confirm",
        "Confirm a result",
        rounds_serializers.ConfirmedOut,
        takes=rounds_serializers.ConfirmResultIn,
        sent={"version": 1},
        answered=CONFIRMED,
    )
    @idempotent
    def put(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Where the tournament has a two-person check; not by whoever entered it. `version` is that of the result
        that you saw: was it corrected since, it is refused."""
        _tournament, row = self.table(request, slug, number, table)
        given = rounds_serializers.ConfirmResultIn(data=request.data)
        given.is_valid(raise_exception=True)
        result = Result.objects.filter(table=row, number=given.validated_data["version"]).first()
        if result is None:
            raise Http404(_("Table %(table)d has no such result.") % {"table": table})
        return Response(_confirmed(confirmations.confirm(result.pk, by=request.user)))


def _confirmed(one: Confirmation) -> dict[str, Any]:
    return {"version": one.result.number, "by": str(one.by), "at": one.at.isoformat()}


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision that is asked for, at its table."""

    tournament: Tournament
    table: Table
    ruling: Ruling
    expected: int


class OfADecision(AtTable):
    """A decision about a table."""

    def asked(self, request: Request, slug: str, number: int, table: int) -> Asked:
        """What the body asks for. Raises Refused where it is no decision."""
        tournament, row = self.table(request, slug, number, table)
        require(request.user, Action.RESULTS, tournament, table=row.number)
        given = rounds_serializers.DecisionIn(data=request.data)
        given.is_valid(raise_exception=True)
        said = given.validated_data
        shown = desk_table(tournament, row)
        ruling = ruled(
            said["decision"],
            seats=len(shown.seats),
            colours=colours_of(shown),
            points=said.get("points", ()),
            places=said["places"],
            out=said["out"],
            reason=said["reason"],
        )
        return Asked(tournament, row, ruling, said["expected"])


class Decision(OfADecision, Resource):
    """A table's result, decided by an arbiter."""

    @operation(
        "results_decide",
        "Decide the result of a table",
        serializers.ResultOut,
        takes=rounds_serializers.DecisionIn,
        sent=DECIDED | {"expected": 1},
    )
    @idempotent
    def put(self, request: Request, slug: str, number: int, table: int) -> Response:
        """`points`, with the colours that the arbiter took `out` (QC 4.3); `adjourned`; or `void`: nobody has
        points, nobody plays again. The last two, and a correction in a closed round, need a reason and the right
        to it. Is there another result than the one of the version `expected`, the answer is 409 with that one."""
        asked = self.asked(request, slug, number, table)
        entered = results.enter(
            asked.table.pk,
            by=request.user,
            points=asked.ruling.points,
            places=asked.ruling.places,
            end=asked.ruling.end,
            seen_result=seen_result(asked.table, asked.expected),
            reason=asked.ruling.reason,
        )
        return Response(written(entered))


class DecisionPreview(OfADecision, Resource):
    """A decision, weighed."""

    @operation(
        "results_preview_decision",
        "Preview the effect of a decision",
        rounds_serializers.WeighedOut,
        takes=rounds_serializers.DecisionIn,
        sent=DECIDED,
    )
    @idempotent
    def post(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Nothing is changed, whatever is `expected`. Who has another rank or other points then, in the standings
        as they are now, and in `later` what was made from the result that stands."""
        asked = self.asked(request, slug, number, table)
        ruling = asked.ruling
        value = results.check(asked.tournament, asked.table, ruling.points, ruling.end, ruling.places)
        effect = effects.of_result(asked.tournament, asked.table, value, ruling.end)
        current = current_result(asked.table)
        return Response(
            {
                **_effect(effect),
                "question": unusual(asked.tournament, ruling.points, places=ruling.places),
                "version": current.number if current else 0,
            }
        )


def _penalty(one: Penalty) -> dict[str, Any]:
    return {
        "id": one.pk,
        "player": one.entry.number if one.entry else None,
        "team": one.team.key if one.team else None,
        "round": one.round,
        "points": str(one.points),
        "reason": one.reason,
        "lifted": one.lifted,
        "decided_by": str(one.decided_by) if one.decided_by else None,
        "decided_at": one.decided_at.isoformat(),
    }


class OfPenalties(TournamentResource):
    """Points taken off."""

    asks = Action.DECIDE

    def proposed(self, request: Request, tournament: Tournament) -> dict[str, Any]:
        """What is asked for, as the services take it. Raises Refused for who does not take part."""
        given = rounds_serializers.PenaltyIn(data=request.data)
        given.is_valid(raise_exception=True)
        said = dict(given.validated_data)
        player, key = said.pop("player", None), said.pop("team", None)
        whom: Entry | Team | None
        if player is not None:
            whom = Entry.objects.select_related("player").filter(tournament=tournament, number=player).first()
        else:
            whom = Team.objects.filter(tournament=tournament, key=key).first()
        if whom is None:
            raise Refused(_("%(who)s does not take part in this tournament.") % {"who": player or key})
        return {"to": whom, **said}


class Penalties(OfPenalties, Resource):
    """The penalties of a tournament."""

    @operation("penalties_list", "List the penalties", rounds_serializers.PenaltiesOut, pages=True)
    def get(self, request: Request, slug: str) -> Response:
        """The newest first, those that were lifted too."""
        given = Penalty.objects.filter(tournament=self.tournament(request, slug))
        return by_cursor(request, given.select_related("entry", "team", "decided_by"), _penalty)

    @operation(
        "penalties_create",
        "Give a penalty",
        rounds_serializers.PenaltyOut,
        status=201,
        takes=rounds_serializers.PenaltyIn,
        sent=FINED,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Everybody can read the reason, beside the points in the standings."""
        tournament = self.tournament(request, slug)
        made = penalties.give(tournament.pk, by=request.user, **self.proposed(request, tournament))
        return Response(_penalty(made), status=201)


class PenaltyPreview(OfPenalties, Resource):
    """A penalty, weighed."""

    @operation(
        "penalties_preview",
        "Preview the effect of a penalty",
        rounds_serializers.EffectOut,
        takes=rounds_serializers.PenaltyIn,
        sent=FINED,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Nothing is changed."""
        tournament = self.tournament(request, slug)
        made = penalties.proposed(tournament, **self.proposed(request, tournament))
        return Response(_effect(effects.of_penalty(tournament, made)))


class PenaltyLift(OfPenalties, Resource):
    """A penalty taken back."""

    @operation(
        "penalties_lift",
        "Lift a penalty",
        rounds_serializers.PenaltyOut,
        takes=rounds_serializers.ReasonIn,
        sent={"reason": "he had told us before"},
    )
    @idempotent
    def post(self, request: Request, slug: str, penalty_id: int) -> Response:
        """It stays to be read."""
        tournament = self.tournament(request, slug)
        if not Penalty.objects.filter(tournament=tournament, pk=penalty_id).exists():
            raise Http404(_("There is no such penalty."))
        given = rounds_serializers.ReasonIn(data=request.data)
        given.is_valid(raise_exception=True)
        return Response(_penalty(penalties.lift(penalty_id, by=request.user, reason=given.validated_data["reason"])))
