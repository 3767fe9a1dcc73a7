"""Tournaments from a card, and finals from finished groups."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core import serializers
from tournaments.api.core.idempotency import idempotent
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource
from tournaments.api.desk import exports_serializers
from tournaments.api.desk.tournaments import set_up
from tournaments.api.public.tournaments import PublicView
from tournaments.domain.access import Action, may, require_creator
from tournaments.domain.errors import Refused
from tournaments.models import Tournament
from tournaments.services import presets


def _preset(one: presets.Preset) -> dict[str, Any]:
    return {
        "key": one.key,
        "name": str(one.name),
        "about": str(one.about),
        "games": [key for key, _name in one.games()],
        "rounds": one.rounds,
        "teams": one.teams,
        "count": one.count,
        "check_in": one.check_in,
    }


class Presets(PublicView):
    """What organisers mostly want, with everything else filled in."""

    @operation("presets_list", "List the presets", exports_serializers.PresetsOut, public=True)
    def get(self, request: Request) -> Response:
        return Response({"results": [_preset(one) for one in presets.PRESETS.values()]})


class FromPreset(Resource):
    """Tournaments made from a card."""

    @operation(
        "presets_apply",
        "Create tournaments from a preset",
        exports_serializers.MadeOut,
        status=201,
        takes=exports_serializers.PresetIn,
        sent={"name": "Club evening", "rounds": 4},
    )
    @idempotent
    def post(self, request: Request, key: str) -> Response:
        """One, or all evenings or groups of a card that makes several. What is left out is as the card has it."""
        require_creator(request.user)
        given = exports_serializers.PresetIn(data=request.data)
        given.is_valid(raise_exception=True)
        preset = presets.preset(key)
        said = {"starts": timezone.localdate(), **given.validated_data}
        made = presets.create(preset, by=request.user, **presets.filled_in(preset, said))
        return Response({"results": [set_up(one) for one in made]}, status=201)


class Finals(Resource):
    """Finals from finished groups."""

    @operation(
        "finals_create",
        "Create the finals of finished tournaments",
        serializers.SettingsOut,
        status=201,
        takes=exports_serializers.FinalsIn,
        sent={"name": "Finals", "groups": ["group-a", "group-b"], "each": 2},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """A knockout of the best of each group, all winners first, then all seconds."""
        require_creator(request.user)
        given = exports_serializers.FinalsIn(data=request.data)
        given.is_valid(raise_exception=True)
        said = given.validated_data
        found = {one.slug: one for one in Tournament.objects.filter(slug__in=said["groups"])}
        for slug in said["groups"]:
            if slug not in found or not may(request.user, Action.VIEW, found[slug]):
                raise Refused(_("There is no tournament “%s” that you may see.") % slug)
        made = presets.finals([one.pk for one in found.values()], by=request.user, each=said["each"], name=said["name"])
        where = request.build_absolute_uri(reverse("api:tournament", args=[made.slug]))
        return Response(set_up(made), status=201, headers={"Location": where})
