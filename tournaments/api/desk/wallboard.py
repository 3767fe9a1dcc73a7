"""The hall's screens, steered from the desk."""

from __future__ import annotations

from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers as s
from rest_framework.request import Request

from tournaments.api.core.answers import Answer
from tournaments.api.core.enums import one_of, sent
from tournaments.api.core.fields import Strict
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, TournamentResource, checked
from tournaments.domain.access import Action
from tournaments.models import Wallboard
from tournaments.services import wallboard as services

TOLD = {"show": "standings", "held": False}


class WallboardDo(Strict, s.Serializer):
    do = s.ChoiceField(sent("WallboardActionEnum", ["next", "hold", "turn", "show"]))
    show = s.ChoiceField(Wallboard.Show.values, required=False, allow_blank=True, help_text="With `show`.")

    def validate(self, attrs: Any) -> Any:
        if attrs["do"] == "show" and "show" not in attrs:
            raise s.ValidationError({"show": [_("Say what the wallboard shows.")]})
        return attrs


class WallboardOut(Answer):
    show: Annotated[str, one_of("WallboardShowEnum", Wallboard.Show.values)]
    held: Annotated[bool, "Whether all screens stay at their page."]


class HallWallboard(TournamentResource, Resource):
    """The hall's screens."""

    asks = Action.PAIR

    @operation("wallboard_get", "Get what the wallboard was told", WallboardOut, answered=TOLD)
    def get(self, request: Request, slug: str) -> WallboardOut:
        """Return what the desk told the screens. `show` is empty where they show what the moment asks for."""
        tournament = self.tournament(request, slug)
        return _out(Wallboard.objects.filter(tournament=tournament).first() or Wallboard())

    @operation("wallboard_control", "Steer the wallboard", takes=WallboardDo, sent={"do": "next"}, answered=TOLD)
    def post(self, request: Request, slug: str) -> WallboardOut:
        """Do one of `next` (page), `hold` (this page), `turn` (the pages again), or `show` some pages only. All open
        screens of the tournament follow."""
        tournament = self.tournament(request, slug)
        values = checked(WallboardDo, request)
        pk, by = tournament.pk, request.user
        match values["do"]:
            case "next":
                return _out(services.turn_to_next(pk, by=by))
            case "hold":
                return _out(services.hold_page(pk, by=by))
            case "turn":
                return _out(services.let_turn(pk, by=by))
            case _:
                return _out(services.choose_pages(pk, by=by, show=values["show"]))


def _out(board: Wallboard) -> WallboardOut:
    return WallboardOut(show=board.show, held=board.held is not None)
