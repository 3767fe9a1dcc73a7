"""Rating lists for programs: the players, and what each event made of their ratings."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.request import Request

from tournaments.api.core.answers import Answer, Page
from tournaments.api.core.fields import Nothing, column_fields
from tournaments.api.core.openapi import PAGES, operation, operations
from tournaments.api.core.resource import in_slices
from tournaments.api.public.filters import CLUB
from tournaments.api.public.seasons import (
    AN_EVENT,
    RatingListOut,
    RatingListSettings,
    SeasonEvent,
    SeasonEventOut,
    SeasonIn,
    SeasonOne,
    SeasonRecompute,
    SeasonsAll,
    SeasonSettings,
    SeasonsOut,
    SeasonView,
)
from tournaments.models import RatingList
from tournaments.selectors import seasons

ELO_RULES = ("elo_start", "elo_k", "elo_k_new", "elo_new_games")


class RatingListIn(SeasonIn):
    vars().update(column_fields(RatingList, "provisional_games", "method", *ELO_RULES))


class RatedOut(Answer):
    rank: Annotated[int | None, "Null: a provisional rating."]
    player: int
    name: str
    rating: int
    margin: Annotated[int | None, "Null in an Elo list."]
    games: int
    change: Annotated[int | None, "By the newest event."]


class RatedPlayersOut(Page):
    results: list[RatedOut]


class RatingStepOut(Answer):
    event: SeasonEventOut
    number: Annotated[int | None, "The pairing number there."]
    rating: int
    margin: Annotated[int | None, "Null in an Elo list."]
    games: int
    change: int


class RatedPlayerOut(Answer):
    player: int
    name: str
    games: int
    provisional: bool
    steps: Annotated[list[RatingStepOut], "In the order of the events."]


LINK = {"slug": "ladder", "name": "Ladder", "published": True, "url": "https://club.example/api/v1/ratings/ladder/"}
ELO = {"method": "weng-lin", "elo_start": 1500, "elo_k": 20, "elo_k_new": 40, "elo_new_games": 30}
A_LIST = {
    "slug": "ladder",
    "name": "Ladder",
    "published": True,
    "computed_at": "2026-11-27T21:00:00Z",
    "provisional_games": 5,
    **ELO,
    "events": [AN_EVENT],
    "players": "https://club.example/api/v1/ratings/ladder/players/",
}
SETTINGS = {
    "name": "Ladder",
    "slug": "ladder",
    "published": True,
    "provisional_games": 5,
    **ELO,
    "tournaments": ["club"],
}
A_RATING = {"rank": 1, "player": 7, "name": "Anna", "rating": 1640, "margin": 80, "games": 12, "change": 14}
A_STEP = {"event": AN_EVENT, "number": 1, "rating": 1640, "margin": 80, "games": 12, "change": 14}


@operations(
    get=operation(
        "ratings_list",
        "List the rating lists",
        SeasonsOut,
        public=True,
        more=[*PAGES, CLUB],
        answered={"next": None, "results": [LINK]},
        about="List the public ones; organisers of the installation see all.",
    ),
    post=operation(
        "ratings_create",
        "Create a rating list",
        RatingListSettings,
        status=201,
        takes=RatingListIn,
        sent={"name": "Ladder", "published": True},
        answered=SETTINGS,
    ),
)
class RatingLists(SeasonsAll):
    kind: ClassVar[Any] = RatingList
    takes: ClassVar[Any] = RatingListIn


@operations(
    get=operation("ratings_get", "Get a rating list", RatingListOut, public=True, answered=A_LIST),
    patch=operation(
        "ratings_update",
        "Change a rating list",
        RatingListSettings,
        takes=RatingListIn(partial=True),
        sent={"provisional_games": 3},
        answered=SETTINGS,
        seen=True,
    ),
    delete=operation("ratings_delete", "Delete a rating list", status=204),
)
class RatingListOne(SeasonOne):
    kind: ClassVar[Any] = RatingList
    takes: ClassVar[Any] = RatingListIn
    rows = "rating_players"


@operations(
    get=operation(
        "ratings_get_settings", "Get all settings of a rating list", RatingListSettings, answered=SETTINGS, seen=True
    )
)
class RatingSettings(SeasonSettings):
    kind: ClassVar[Any] = RatingList
    takes: ClassVar[Any] = RatingListIn


@operations(
    put=operation(
        "ratings_add_tournament",
        "Add a tournament to a rating list",
        RatingListSettings,
        takes=Nothing,
        answered=SETTINGS,
        about="It counts once it is finished and public. A worker computes the list anew.",
    ),
    delete=operation("ratings_remove_tournament", "Remove a tournament from a rating list", status=204),
)
class RatedTournament(SeasonEvent):
    kind: ClassVar[Any] = RatingList


@operations(
    post=operation(
        "ratings_recompute",
        "Recompute a rating list",
        RatingListSettings,
        status=202,
        takes=Nothing,
        answered=SETTINGS,
        about="A worker does it, from all events in their order; the list itself says when it was.",
    )
)
class RatingRecompute(SeasonRecompute):
    kind: ClassVar[Any] = RatingList


class RatingPlayers(SeasonView):
    kind: ClassVar[Any] = RatingList

    @operation(
        "ratings_list_players",
        "List the players of a rating list",
        RatedPlayersOut,
        public=True,
        more=PAGES,
        answered={"next": None, "results": [A_RATING]},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """List them by rating, provisional ones last. A rating is sure to within its `margin`, which an Elo list
        does not have."""
        return self.part(
            request,
            slug,
            lambda season: in_slices(RatedPlayersOut, request, seasons.rated_players(season), RatedOut.of),
        )


class RatingPlayer(SeasonView):
    kind: ClassVar[Any] = RatingList

    @operation(
        "ratings_get_player",
        "Get a player of a rating list",
        RatedPlayerOut,
        public=True,
        answered={"player": 7, "name": "Anna", "games": 12, "provisional": False, "steps": [A_STEP]},
    )
    def get(self, request: Request, slug: str, player: int) -> HttpResponseBase:
        """Return the player's rating after each event."""

        def write(season: RatingList) -> RatedPlayerOut:
            history = seasons.rating_steps(season, player) if player < 2**62 else None
            if history is None:
                raise Http404(_("This player has no rating here."))
            name, rating, steps = history
            return RatedPlayerOut(
                player=player,
                name=name,
                games=rating.games,
                provisional=rating.games < season.provisional_games,
                steps=[RatingStepOut.of(step) for step in steps],
            )

        return self.part(request, slug, write)
