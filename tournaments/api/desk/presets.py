"""Tournaments from a preset, formats that fit an evening, and finals from finished groups."""

from __future__ import annotations

from typing import Annotated, Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers as s
from rest_framework.exceptions import Throttled, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from scoring.documents.document import DocumentError
from tournaments.api.core.answers import Answer
from tournaments.api.core.enums import sent
from tournaments.api.core.fields import FOR_CLUB, PlainObject, Strict, Text, Whole, setting_fields
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, TournamentResource, checked
from tournaments.api.desk.tournaments import SettingsOut, set_up
from tournaments.api.public.tournaments import PublicView
from tournaments.domain.access import Action, may, require_creator
from tournaments.domain.errors import Refused
from tournaments.models import Tournament
from tournaments.pairing.options import PairingOption
from tournaments.pairing.planner.question import ASKED
from tournaments.pairing.planner.written import lengths_json, plan_json
from tournaments.selectors import clubs
from tournaments.selectors.events import planner
from tournaments.sentences import sentence
from tournaments.services.events import presets
from tournaments.services.rounds import finals
from tournaments.services.seasons import MOST, RHYTHMS
from tournaments.text import SLUG


class PresetIn(Strict, s.Serializer):
    name = Text(max_length=100)
    game = Text(required=False, max_length=40)
    starts = s.DateField(required=False)
    rounds = Whole(required=False, min_value=1, max_value=60)
    count = Whole(required=False, min_value=1, max_value=26, help_text="Evenings or groups.")
    every = s.ChoiceField(sent("EveryEnum", RHYTHMS), required=False, help_text="Of a season: how often.")
    days = s.ListField(
        child=s.DateField(), required=False, max_length=MOST, help_text="Of a season: its evenings, for `count`."
    )
    best = Whole(
        required=False, min_value=1, max_value=MOST, allow_null=True, help_text="Of a season: the results that count."
    )
    pairing = PlainObject(
        required=False,
        help_text="More options of the pairing system, such as `draw`, `then`, `qualifiers` and `finals` of groups.",
    )
    teams = s.ListField(child=Text(), required=False, max_length=26)
    minutes = Whole(
        required=False, min_value=1, max_value=24 * 60, allow_null=True, help_text="A round's time on the clock."
    )
    vars().update(setting_fields("preset"))
    club = s.RegexField(rf"^{SLUG}\Z", required=False, help_text=FOR_CLUB)

    def validate_pairing(self, value: dict[str, Any]) -> dict[str, Any]:
        if fixed := sorted({"system", "table_size", "rounds", "seed"} & value.keys()):
            raise s.ValidationError(_("%s cannot be given here: it comes from the preset.") % fixed[0])
        return value


class FinalsIn(Strict, s.Serializer):
    name = Text(max_length=120)
    groups = s.ListField(child=s.RegexField(rf"^{SLUG}\Z"), min_length=1, max_length=100)
    each = Whole(min_value=1, max_value=64, help_text="So many of each group.")


class PresetOut(Answer):
    key: str
    name: str
    about: str
    games: list[str]
    rounds: int
    teams: int
    count: int
    check_in: bool
    minutes: Annotated[int | None, "A round's usual time on the clock."]


class PresetsOut(Answer):
    results: list[PresetOut]


class MadeOut(Answer):
    results: list[SettingsOut]


class Presets(PublicView):
    """The usual kinds of tournaments, with everything else filled in."""

    @operation("presets_list", "List the presets", public=True)
    def get(self, request: Request) -> PresetsOut:
        return PresetsOut(
            results=[PresetOut.of(preset, games=[key for key, _name in preset.games()]) for preset in presets.every()]
        )


class FromPreset(Resource):
    """Tournaments made from a preset."""

    @operation(
        "presets_apply",
        "Create tournaments from a preset",
        status=201,
        takes=PresetIn,
        sent={"name": "Club evening", "rounds": 4},
    )
    def post(self, request: Request, key: str) -> MadeOut:
        """Create one tournament, or all evenings or groups of a preset that makes several. Members that are left out
        are as the preset has them."""
        require_creator(request.user)
        values = checked(PresetIn, request)
        preset, club = presets.preset(key), clubs.named(values.pop("club", ""))
        values = {"starts": timezone.localdate(), "pairing_options": values.pop("pairing", {}), **values}
        tournaments = presets.create(preset, by=request.user, club=club, **presets.filled_in(preset, values))
        return MadeOut(results=[set_up(tournament) for tournament in tournaments])


class Finals(Resource):
    """Finals from finished groups."""

    @operation(
        "finals_create",
        "Create the finals of finished tournaments",
        SettingsOut,
        status=201,
        takes=FinalsIn,
        sent={"name": "Finals", "groups": ["group-a", "group-b"], "each": 2},
    )
    def post(self, request: Request) -> Response:
        """Create a knockout of the best of each group, all winners first, then all seconds."""
        require_creator(request.user)
        values = checked(FinalsIn, request)
        groups = {tournament.slug: tournament for tournament in Tournament.objects.filter(slug__in=values["groups"])}
        for slug in values["groups"]:
            if slug not in groups or not may(request.user, Action.VIEW, groups[slug]):
                raise Refused(_("There is no tournament “%s” that you may see.") % slug)
        tournaments = finals.finals(
            [tournament.pk for tournament in groups.values()], by=request.user, each=values["each"], name=values["name"]
        )
        where = reverse("api:tournament", args=[tournaments.slug], request=request)
        return Response(set_up(tournaments), status=201, headers={"Location": where})


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
