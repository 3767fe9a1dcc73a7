"""Tournaments from a preset, and finals from finished groups."""

from __future__ import annotations

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, checked
from tournaments.api.desk import exports_serializers
from tournaments.api.desk.presets_answers import MadeOut, PresetOut, PresetsOut
from tournaments.api.desk.tournaments import set_up
from tournaments.api.desk.tournaments_answers import SettingsOut
from tournaments.api.public.tournaments import PublicView
from tournaments.domain.access import Action, may, require_creator
from tournaments.domain.errors import Refused
from tournaments.models import Tournament
from tournaments.selectors import clubs
from tournaments.services import finals, presets


def _preset(preset: presets.Preset) -> PresetOut:
    return PresetOut(
        key=preset.key,
        name=str(preset.name),
        about=str(preset.about),
        games=[key for key, _name in preset.games()],
        rounds=preset.rounds,
        teams=preset.teams,
        count=preset.count,
        check_in=preset.check_in,
        minutes=preset.minutes,
    )


class Presets(PublicView):
    """The usual kinds of tournaments, with everything else filled in."""

    @operation("presets_list", "List the presets", public=True)
    def get(self, request: Request) -> PresetsOut:
        return PresetsOut(results=[_preset(preset) for preset in presets.every()])


class FromPreset(Resource):
    """Tournaments made from a preset."""

    @operation(
        "presets_apply",
        "Create tournaments from a preset",
        status=201,
        takes=exports_serializers.PresetIn,
        sent={"name": "Club evening", "rounds": 4},
    )
    def post(self, request: Request, key: str) -> MadeOut:
        """Create one tournament, or all evenings or groups of a preset that makes several. Members that are left out
        are as the preset has them."""
        require_creator(request.user)
        values = checked(exports_serializers.PresetIn, request)
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
        takes=exports_serializers.FinalsIn,
        sent={"name": "Finals", "groups": ["group-a", "group-b"], "each": 2},
    )
    def post(self, request: Request) -> Response:
        """Create a knockout of the best of each group, all winners first, then all seconds."""
        require_creator(request.user)
        values = checked(exports_serializers.FinalsIn, request)
        groups = {tournament.slug: tournament for tournament in Tournament.objects.filter(slug__in=values["groups"])}
        for slug in values["groups"]:
            if slug not in groups or not may(request.user, Action.VIEW, groups[slug]):
                raise Refused(_("There is no tournament “%s” that you may see.") % slug)
        tournaments = finals.finals(
            [tournament.pk for tournament in groups.values()], by=request.user, each=values["each"], name=values["name"]
        )
        where = request.build_absolute_uri(reverse("api:tournament", args=[tournaments.slug]))
        return Response(set_up(tournaments), status=201, headers={"Location": where})
