"""Tournaments from a card, and finals from finished groups."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import Action, may, require_founder
from tournaments.api import words
from tournaments.api import words_papers as its
from tournaments.api.base import Resource
from tournaments.api.described import described
from tournaments.api.idempotency import once
from tournaments.api.tournaments import set_up
from tournaments.api.views import PublicView
from tournaments.errors import Refused
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

    @described("The cards to set a tournament up from", its.PresetsOut, public=True)
    def get(self, request: Request) -> Response:
        return Response({"results": [_preset(one) for one in presets.PRESETS.values()]})


class FromPreset(Resource):
    """Tournaments made from a card."""

    @described("Set tournaments up from a card", its.MadeOut, status=201, takes=its.PresetIn,
               sent={"name": "Club evening", "rounds": 4})  # fmt: skip
    @once
    def post(self, request: Request, key: str) -> Response:
        """One, or all evenings or groups of a card that makes several. What is left out is as the card has it."""
        require_founder(request.user)
        given = its.PresetIn(data=request.data)
        given.is_valid(raise_exception=True)
        preset = presets.preset(key)
        said = {"starts": timezone.localdate(), **given.validated_data}
        made = presets.create(preset, by=request.user, **presets.filled_in(preset, said))
        return Response({"results": [set_up(one) for one in made]}, status=201)


class Finals(Resource):
    """Finals from finished groups."""

    @described("Make the finals of finished tournaments", words.SettingsOut, status=201, takes=its.FinalsIn,
               sent={"name": "Finals", "groups": ["group-a", "group-b"], "each": 2})  # fmt: skip
    @once
    def post(self, request: Request) -> Response:
        """A knockout of the best of each group, all winners first, then all seconds."""
        require_founder(request.user)
        given = its.FinalsIn(data=request.data)
        given.is_valid(raise_exception=True)
        said = given.validated_data
        found = {one.slug: one for one in Tournament.objects.filter(slug__in=said["groups"])}
        for slug in said["groups"]:
            if slug not in found or not may(request.user, Action.VIEW, found[slug]):
                raise Refused(_("There is no tournament “%s” that you may see.") % slug)
        made = presets.finals(
            [one.pk for one in found.values()], by=request.user, each=said["each"], name=said["name"]
        )
        where = request.build_absolute_uri(reverse("api:tournament", args=[made.slug]))
        return Response(set_up(made), status=201, headers={"Location": where})
