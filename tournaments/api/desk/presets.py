"""Tournaments from a preset, and finals from finished groups."""

from __future__ import annotations

from typing import Annotated, Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.answers import Answer
from tournaments.api.core.enums import sent
from tournaments.api.core.fields import FOR_CLUB, PlainObject, Strict, Text, Whole, setting_fields
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, checked
from tournaments.api.desk.tournaments import SettingsOut, set_up
from tournaments.api.public.tournaments import PublicView
from tournaments.domain.access import Action, may, require_creator
from tournaments.domain.errors import Refused
from tournaments.models import Tournament
from tournaments.selectors import clubs
from tournaments.services import finals, presets
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
        where = request.build_absolute_uri(reverse("api:tournament", args=[tournaments.slug]))
        return Response(set_up(tournaments), status=201, headers={"Location": where})
