"""Formats that fit an evening: proposals, tried out by lot."""

from __future__ import annotations

from typing import Annotated, Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import Throttled, ValidationError
from rest_framework.request import Request

from scoring.documents.document import DocumentError
from tournaments.api.core.answers import Answer
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, TournamentResource
from tournaments.pairing.options import PairingOption
from tournaments.pairing.planner.question import ASKED
from tournaments.pairing.planner.written import lengths_json, plan_json
from tournaments.selectors import planner
from tournaments.sentences import sentence

KINDS = {"integer": "integer", "flag": "boolean", "choice": "string"}
FLAGS = {"true": True, "false": False}


class TrialOut(Answer):
    rounds: int
    games: Annotated[list[int], "Of a player: the fewest and the most."]
    others: Annotated[list[int], "How many others a player meets: the fewest and the most."]
    byes: Annotated[int, "The most players who sit out in a round."]
    met: Annotated[int, "Of a hundred pairs of players, how many meet."]
    again: Annotated[str, "Pairs that meet more than once, on average."]
    winner: Annotated[int, "How often the strongest wins, of a hundred times."]
    winner_error: Annotated[int, "The standard error of that."]
    order: Annotated[int, "Of a hundred pairs of players, in how many the stronger stands higher."]
    order_error: Annotated[int, "The standard error of that."]
    trials: Annotated[int, "How many events were played for these figures."]
    kendall: Annotated[str, "Kendall's rank correlation of strengths and ranks."]


class FormatOut(TrialOut):
    pairing: Annotated[dict[str, Any], "The pairing of an event document."]
    minutes: Annotated[int, "With the pauses between rounds."]
    ends: Annotated[str | None, "The time of day, such as `21:56`; null without `starts`."]


class LengthOut(Answer):
    rounds: int
    figures: Annotated[TrialOut | None, "Null: it cannot be, as `why` says."]
    why: str | None


class LengthsOut(Answer):
    lengths: list[LengthOut]


class LeftOutOut(Answer):
    system: str
    why: str


class PlanOut(Answer):
    proposals: Annotated[list[FormatOut], "At most three, the best first."]
    warnings: Annotated[list[str], "What cannot be."]
    left_out: Annotated[list[LeftOutOut], "The pairing systems that do not fit."]


def _parameter(option: PairingOption) -> OpenApiParameter:
    shape: dict[str, Any] = {"type": KINDS[option.kind]}
    bounds = {"minimum": option.minimum, "maximum": option.maximum, "default": option.default}
    shape |= {name: bound for name, bound in bounds.items() if bound is not None}
    if option.choices:
        shape["enum"] = [value for value, _label in option.choices]
    return OpenApiParameter(option.key, shape, description=f"{option.label}. {option.help}".strip())


ASKS = [
    OpenApiParameter("game", {"type": "string", "maxLength": 40}, required=True, description="The game's key."),
    *map(_parameter, ASKED),
    OpenApiParameter("starts", {"type": "string"}, description="A time of day, such as `19:30`."),
]


class Planner(Resource):
    """Formats for an evening."""

    @operation("planner_get", "Propose formats for an evening", more=ASKS)
    def get(self, request: Request) -> PlanOut:
        """Propose three formats that fit the game, the players, the time and the tables, for those who may create
        tournaments. Each is tried out: whole events are played by lot, by players of a stated spread of strength. The
        same question has the same answer. It costs up to a second of work: a person has 10 questions at once, then
        one every five seconds."""
        try:
            plan = planner.proposals(_question(request), by=request.user)
        except DocumentError as error:
            raise ValidationError({error.place: [sentence(error.notice)]}) from error
        except planner.TooOften as error:
            raise Throttled(error.wait, error.message) from error
        values = plan_json(plan, sentence)
        return PlanOut(
            proposals=[FormatOut(**one) for one in values["proposals"]],
            warnings=values["warnings"],
            left_out=[LeftOutOut(**one) for one in values["left_out"]],
        )


class Lengths(TournamentResource, Resource):
    """A tournament with a round less, and with a round more."""

    @operation("planner_get_lengths", "Tell what a round less or more would change")
    def get(self, request: Request, slug: str) -> LengthsOut:
        """Play the rounds to come by lot, with a round less than planned, as planned, and with a round more.
        Everybody's strength follows from the ratings and from the results so far. It costs up to a second of work, from
        the same ten questions as `planner_get`."""
        tournament = self.tournament(request, slug)
        try:
            values = lengths_json(planner.other_lengths(tournament, by=request.user), sentence)["lengths"]
        except planner.TooOften as error:
            raise Throttled(error.wait, error.message) from error
        return LengthsOut(
            lengths=[
                LengthOut(**{**one, "figures": None if one["figures"] is None else TrialOut(**one["figures"])})
                for one in values
            ]
        )


def _question(request: Request) -> dict[str, Any]:
    """Return the query as the planner's question; what cannot be is left for it to refuse."""
    given: dict[str, Any] = {name: value for name, value in request.query_params.items() if value and name != "lang"}
    for option in ASKED:
        value = str(given.get(option.key, ""))
        if option.kind == "integer" and value.isascii() and value.isdecimal():
            given[option.key] = int(value[:12])
        elif option.kind == "flag" and value in FLAGS:
            given[option.key] = FLAGS[value]
    return given
