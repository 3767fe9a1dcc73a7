"""An arbiter's decisions: a result confirmed, corrected, adjourned, void; penalties. Each weighed first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from tournaments.api.core.answers import Answer, Moment, Page, Source
from tournaments.api.core.enums import sent
from tournaments.api.core.fields import MOST_ROUND, SMALL, Flag, Points, SignedPoints, Strict, Text, Whole, number
from tournaments.api.core.openapi import operation
from tournaments.api.core.problems import ResultOut
from tournaments.api.core.resource import Resource, TournamentResource, by_cursor, checked, found
from tournaments.api.desk.results import AtTable, seen_result
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.ledger import current_result
from tournaments.models import Confirmation, Entry, Penalty, Result, Table, Team, Tournament
from tournaments.selectors.games.result_words import unusual
from tournaments.selectors.hall.desk import desk_table
from tournaments.selectors.rounds import effects
from tournaments.services.results import results
from tournaments.services.results.results import ADJOURNED, POINTS, VOID, Ruling, colours_of, ruled


class ConfirmResultIn(Strict, s.Serializer):
    version = Whole(min_value=1, max_value=SMALL, help_text="The version of the result that you saw.")


class DecisionIn(Strict, s.Serializer):
    decision = s.ChoiceField(sent("DecisionEnum", [POINTS, ADJOURNED, VOID]))
    points = s.ListField(child=SignedPoints(allow_null=True), required=False, min_length=2, max_length=8)
    places = Flag(default=False, help_text="The numbers are places, 1 the best.")
    out = s.ListField(
        child=s.CharField(max_length=20),
        default=list,
        max_length=4,
        help_text="The colours that the arbiter took out (QC 4.3).",
    )
    reason = Text(default="", max_length=150, allow_blank=True)
    expected = Whole(
        default=0, min_value=0, max_value=SMALL, help_text="The version of the result that you saw; 0: none."
    )

    def validate(self, attrs: Any) -> Any:
        if attrs["decision"] == POINTS and "points" not in attrs:
            raise s.ValidationError({"points": [_("Give the points.")]})
        return attrs


class PenaltyIn(Strict, s.Serializer):
    player = number(required=False)
    team = Text(required=False, max_length=20)
    round = Whole(min_value=1, max_value=MOST_ROUND, help_text="It counts from this round on.")
    points = Points()
    reason = Text(max_length=200)

    def validate(self, attrs: Any) -> Any:
        if ("player" in attrs) == ("team" in attrs):
            raise s.ValidationError({"player": [_("Give either a player or a team.")]})
        return attrs


class ReasonIn(Strict, s.Serializer):
    reason = Text(max_length=200)


class ConfirmedOut(Answer):
    version: Annotated[int, Source("result.number")]
    by: str
    at: Moment


class MovedOut(Answer):
    name: str
    rank: Annotated[list[int | None], "Before and after."]
    points: Annotated[list[str | None], "Before and after."]


class MovedPlayer(MovedOut):
    player: Annotated[int, Source("number")]


class EffectOut(Answer):
    after_round: int
    players: Annotated[list[MovedPlayer], Source("moved")]
    teams: list[MovedOut]
    later: list[str]


class WeighedOut(EffectOut):
    question: Annotated[str, "Where the points are possible and odd; else empty."]
    version: Annotated[int, "Of the result that stands now; 0: none."]


class PenaltyOut(Answer):
    id: int
    player: Annotated[int | None, Source("entry.number")]
    team: Annotated[str | None, Source("team.key")]
    round: int
    points: str
    reason: str
    lifted: bool
    decided_by: str | None
    decided_at: Moment


class PenaltiesOut(Page):
    results: list[PenaltyOut]


DECIDED = {"decision": "points", "points": ["8", "4", "2", "0"], "reason": "misread"}
CONFIRMED = {"version": 1, "by": "Chantal", "at": "2026-11-27T20:41:00+01:00"}
FINED = {"player": 3, "round": 2, "points": "1/2", "reason": "came late"}


class ResultConfirmed(AtTable, Resource):
    """The second person's yes to a result."""

    asks = Action.WORK
    asks_to_write = Action.RESULTS

    @operation("results_get_confirmation", "Get the confirmation of a result")
    def get(self, request: Request, slug: str, number: int, table: int) -> ConfirmedOut:
        _tournament, row = self.table(request, slug, number, table)
        confirmation = found(
            Confirmation.objects.filter(result__table=row, result__is_current=True).select_related("by", "result"),
            _("The result of table %(table)d is not confirmed.") % {"table": table},
        )
        return ConfirmedOut.of(confirmation)

    @operation("results_confirm", "Confirm a result", takes=ConfirmResultIn, sent={"version": 1}, answered=CONFIRMED)
    def put(self, request: Request, slug: str, number: int, table: int) -> ConfirmedOut:
        """Confirm it as the second person of a two-person check, not the one who entered it. `version` is that of the
        result that you saw: if it was corrected since, the confirmation is refused."""
        _tournament, row = self.table(request, slug, number, table)
        values = checked(ConfirmResultIn, request)
        result = found(
            Result.objects.filter(table=row, number=values["version"]),
            _("Table %(table)d does not have this result.") % {"table": table},
        )
        return ConfirmedOut.of(results.confirm(result.pk, by=request.user))


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
        """Read what the body asks for. Raises Refused where it is no decision."""
        tournament, row = self.own_table(request, slug, number, table)
        values = checked(DecisionIn, request)
        shown = desk_table(tournament, row)
        ruling = ruled(
            values["decision"],
            seats=len(shown.seats),
            colours=colours_of(shown),
            points=values.get("points", ()),
            places=values["places"],
            out=values["out"],
            reason=values["reason"],
        )
        return Asked(tournament, row, ruling, values["expected"])


class Decision(OfADecision, Resource):
    """A table's result, decided by an arbiter."""

    @operation("results_decide", "Decide the result of a table", takes=DecisionIn, sent=DECIDED | {"expected": 1})
    def put(self, request: Request, slug: str, number: int, table: int) -> ResultOut:
        """Send `points`, with the colours that the arbiter took `out` (QC 4.3); `adjourned`; or `void`: nobody has
        points, nobody plays again. The last two, and a correction in a closed round, need a reason and the right to it.
        If there is another result than the version `expected`, the answer is 409 with that one."""
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
        return ResultOut.of(entered)


class DecisionPreview(OfADecision, Resource):
    """A decision, weighed."""

    @operation("results_preview_decision", "Preview the effect of a decision", takes=DecisionIn, sent=DECIDED)
    def post(self, request: Request, slug: str, number: int, table: int) -> WeighedOut:
        """List the players whose rank or points would be different in the standings as they are now, and in `later`
        what was made from the result that stands. Nothing is changed, whatever is `expected`."""
        asked = self.asked(request, slug, number, table)
        ruling = asked.ruling
        value = results.check(asked.tournament, asked.table, ruling.points, ruling.end, ruling.places)
        effect = effects.of_result(asked.tournament, asked.table, value, ruling.end)
        current = current_result(asked.table)
        return WeighedOut.of(
            effect,
            question=unusual(asked.tournament, ruling.points, places=ruling.places),
            version=current.number if current else 0,
        )


class OfPenalties(TournamentResource):
    """Points taken off."""

    asks = Action.DECIDE

    def proposed(self, request: Request, tournament: Tournament) -> dict[str, Any]:
        """Read what is asked for, as the services take it. Raises Refused for a player who does not take part."""
        values = checked(PenaltyIn, request)
        player, key = values.pop("player", None), values.pop("team", None)
        whom: Entry | Team | None
        if player is not None:
            whom = Entry.objects.select_related("player").filter(tournament=tournament, number=player).first()
        else:
            whom = Team.objects.filter(tournament=tournament, key=key).first()
        if whom is None:
            raise Refused(_("%(who)s does not take part in this tournament.") % {"who": player or key})
        return {"to": whom, **values}


class Penalties(OfPenalties, Resource):
    """The penalties of a tournament."""

    @operation("penalties_list", "List the penalties", pages=True)
    def get(self, request: Request, slug: str) -> PenaltiesOut:
        """List them newest first, those that were lifted too."""
        rows = Penalty.objects.filter(tournament=self.tournament(request, slug))
        return by_cursor(PenaltiesOut, request, rows.select_related("entry", "team", "decided_by"), PenaltyOut.of)

    @operation("penalties_create", "Give a penalty", status=201, takes=PenaltyIn, sent=FINED)
    def post(self, request: Request, slug: str) -> PenaltyOut:
        """Take points off. Everybody can read the reason, beside the points in the standings."""
        tournament = self.tournament(request, slug)
        penalty = results.give_penalty(tournament.pk, by=request.user, **self.proposed(request, tournament))
        return PenaltyOut.of(penalty)


class PenaltyPreview(OfPenalties, Resource):
    """A penalty, weighed."""

    @operation("penalties_preview", "Preview the effect of a penalty", takes=PenaltyIn, sent=FINED)
    def post(self, request: Request, slug: str) -> EffectOut:
        """Compute what the penalty would change, and change nothing."""
        tournament = self.tournament(request, slug)
        penalty = results.proposed_penalty(tournament, **self.proposed(request, tournament))
        return EffectOut.of(effects.of_penalty(tournament, penalty))


class PenaltyLift(OfPenalties, Resource):
    """A penalty taken back."""

    @operation("penalties_lift", "Lift a penalty", takes=ReasonIn, sent={"reason": "they had told us before"})
    def post(self, request: Request, slug: str, penalty_id: int) -> PenaltyOut:
        """Give the points back; the penalty stays to be read."""
        tournament = self.tournament(request, slug)
        if not Penalty.objects.filter(tournament=tournament, pk=penalty_id).exists():
            raise Http404(_("There is no such penalty."))
        values = checked(ReasonIn, request)
        return PenaltyOut.of(results.lift_penalty(penalty_id, by=request.user, reason=values["reason"]))
