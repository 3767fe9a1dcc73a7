"""Rating lists for programs: who is how strong, and by which events."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import Http404, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.idempotency import idempotent
from tournaments.api.core.openapi import PAGES, operation
from tournaments.api.core.resource import Resource, in_slices
from tournaments.api.core.serializers import Nothing
from tournaments.api.public import seasons_serializers
from tournaments.api.public.seasons import (
    AN_EVENT,
    Changing,
    SeasonEvent,
    SeasonOne,
    SeasonsAll,
    SeasonView,
    an_event,
    head,
    set_up,
)
from tournaments.models import RatingList
from tournaments.selectors import seasons
from tournaments.services import seasons as services

LINK = {
    "slug": "ladder",
    "name": "Ladder",
    "published": True,
    "url": "https://club.example/api/v1/ratings/ladder/",
}
A_LIST = {
    "slug": "ladder",
    "name": "Ladder",
    "published": True,
    "computed_at": "2026-11-27T21:00:00Z",
    "provisional_games": 5,
    "events": [AN_EVENT],
    "players": "https://club.example/api/v1/ratings/ladder/players/",
}
SETTINGS = {
    "name": "Ladder",
    "slug": "ladder",
    "published": True,
    "provisional_games": 5,
    "tournaments": ["club"],
}
A_RATING = {"rank": 1, "player": 7, "name": "Anna", "rating": 1640, "margin": 80, "games": 12, "change": 14}
A_STEP = {"event": AN_EVENT, "number": 1, "rating": 1640, "margin": 80, "games": 12, "change": 14}


class RatingLists(SeasonsAll):
    kind: ClassVar[Any] = RatingList
    takes: ClassVar[Any] = seasons_serializers.RatingListIn

    @operation(
        "ratings_list",
        "List the rating lists",
        seasons_serializers.SeasonsOut,
        public=True,
        more=PAGES,
        answered={"next": None, "results": [LINK]},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Public ones; for organisers of the installation all."""
        return self.listed(request)

    @operation(
        "ratings_create",
        "Create a rating list",
        seasons_serializers.RatingListSettings,
        status=201,
        takes=seasons_serializers.RatingListIn,
        sent={"name": "Ladder", "published": True},
        answered=SETTINGS,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        return self.found(request)


class RatingListOne(SeasonOne):
    kind: ClassVar[Any] = RatingList
    takes: ClassVar[Any] = seasons_serializers.RatingListIn

    @operation("ratings_get", "Get a rating list", seasons_serializers.RatingListOut, public=True, answered=A_LIST)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        def write(season: RatingList) -> dict[str, Any]:
            players = request.build_absolute_uri(reverse("api:rating_players", args=[slug]))
            return head(season) | {"provisional_games": season.provisional_games, "players": players}

        return self.part(request, slug, write)

    @operation(
        "ratings_update",
        "Change a rating list",
        seasons_serializers.RatingListSettings,
        takes=seasons_serializers.RatingListIn(partial=True),
        sent={"provisional_games": 3},
        answered=SETTINGS,
    )
    @idempotent
    def patch(self, request: Request, slug: str) -> Response:
        return self.change(request, slug)

    @operation("ratings_delete", "Delete a rating list", status=204)
    @idempotent
    def delete(self, request: Request, slug: str) -> Response:
        return self.remove(request, slug)


class RatingListSettings(Changing, Resource):
    kind: ClassVar[Any] = RatingList

    @operation(
        "ratings_get_settings",
        "Get all settings of a rating list",
        seasons_serializers.RatingListSettings,
        answered=SETTINGS,
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(set_up(self.mine(request, slug)))


class RatedTournament(SeasonEvent):
    kind: ClassVar[Any] = RatingList

    @operation(
        "ratings_add_tournament",
        "Add a tournament to a rating list",
        seasons_serializers.RatingListSettings,
        takes=Nothing,
        sent={},
        answered=SETTINGS,
    )
    @idempotent
    def put(self, request: Request, slug: str, event: str) -> Response:
        """It counts once it is finished and public. A worker computes the list anew."""
        return self.put_in(request, slug, event)

    @operation("ratings_remove_tournament", "Remove a tournament from a rating list", status=204)
    @idempotent
    def delete(self, request: Request, slug: str, event: str) -> Response:
        return self.take_out(request, slug, event)


class RatingRecompute(Changing, Resource):
    kind: ClassVar[Any] = RatingList

    @operation(
        "ratings_recompute",
        "Recompute a rating list",
        seasons_serializers.RatingListSettings,
        status=202,
        takes=Nothing,
        sent={},
        answered=SETTINGS,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """A worker does it, from all events in their order; the list itself says when it was."""
        season = self.mine(request, slug)
        return Response(set_up(services.recompute(RatingList, season.pk, by=request.user)), status=202)


class RatingPlayers(SeasonView):
    kind: ClassVar[Any] = RatingList

    @operation(
        "ratings_list_players",
        "List the players of a rating list",
        seasons_serializers.RatedPlayersOut,
        public=True,
        more=PAGES,
        answered={"next": None, "results": [A_RATING]},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """By rating, provisional ones last. `margin` is what a rating is sure to within."""
        return self.part(
            request,
            slug,
            lambda season: in_slices(request, seasons.rated_players(season), lambda one: dict(one._asdict())),
        )


class RatingPlayer(SeasonView):
    kind: ClassVar[Any] = RatingList

    @operation(
        "ratings_get_player",
        "Get a player of a rating list",
        seasons_serializers.RatedPlayerOut,
        public=True,
        answered={"player": 7, "name": "Anna", "games": 12, "provisional": False, "steps": [A_STEP]},
    )
    def get(self, request: Request, slug: str, player: int) -> HttpResponseBase:
        """What each event made of a player's rating."""

        def write(season: RatingList) -> dict[str, Any]:
            found = seasons.rating_steps(season, player) if player < 2**62 else None
            if found is None:
                raise Http404(_("This player has no rating here."))
            name, rating, steps = found
            return {
                "player": player,
                "name": name,
                "games": rating.games,
                "provisional": rating.games < season.provisional_games,
                "steps": [{**one._asdict(), "event": an_event(one.event)} for one in steps],
            }

        return self.part(request, slug, write)
