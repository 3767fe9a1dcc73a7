"""Series for programs: events added up by a declared rule."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponseBase
from django.urls import reverse
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
    head,
    rule,
    set_up,
)
from tournaments.models import Series
from tournaments.selectors import seasons
from tournaments.services import seasons as services

LINK = {"slug": "cup", "name": "Cup", "published": True, "url": "https://club.example/api/v1/series/cup/"}
RULE = {"value": "places", "places": "10 8 6 5 4 3 2 1", "best": 8, "drop": 0, "ties": "best"}
A_SERIES = {
    "slug": "cup",
    "name": "Cup",
    "published": True,
    "computed_at": "2026-11-27T21:00:00Z",
    "rule": RULE,
    "events": [AN_EVENT],
    "table": "https://club.example/api/v1/series/cup/table/",
}
SETTINGS = {"name": "Cup", "slug": "cup", "published": True, **RULE, "tournaments": ["club"]}
A_ROW = {
    "rank": 1,
    "player": 7,
    "name": "Anna",
    "total": "10",
    "ranks": [1],
    "events": [{"place": 1, "value": "10", "counts": True, "number": 3}],
}


class SeriesAll(SeasonsAll):
    kind: ClassVar[Any] = Series
    takes: ClassVar[Any] = seasons_serializers.SeriesIn

    @operation(
        "series_list",
        "List the series",
        seasons_serializers.SeasonsOut,
        public=True,
        more=PAGES,
        answered={"next": None, "results": [LINK]},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Public ones; for organisers of the installation all."""
        return self.listed(request)

    @operation(
        "series_create",
        "Create a series",
        seasons_serializers.SeriesSettings,
        status=201,
        takes=seasons_serializers.SeriesIn,
        sent={"name": "Cup", **RULE},
        answered=SETTINGS,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        return self.found(request)


class SeriesOne(SeasonOne):
    kind: ClassVar[Any] = Series
    takes: ClassVar[Any] = seasons_serializers.SeriesIn

    @operation("series_get", "Get a series", seasons_serializers.SeriesOut, public=True, answered=A_SERIES)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        def write(season: Series) -> dict[str, Any]:
            table = request.build_absolute_uri(reverse("api:series_table", args=[slug]))
            return head(season) | {"rule": rule(season), "table": table}

        return self.part(request, slug, write)

    @operation(
        "series_update",
        "Change a series",
        seasons_serializers.SeriesSettings,
        takes=seasons_serializers.SeriesIn(partial=True),
        sent={"best": 6},
        answered=SETTINGS,
    )
    @idempotent
    def patch(self, request: Request, slug: str) -> Response:
        return self.change(request, slug)

    @operation("series_delete", "Delete a series", status=204)
    @idempotent
    def delete(self, request: Request, slug: str) -> Response:
        return self.remove(request, slug)


class SeriesSettings(Changing, Resource):
    kind: ClassVar[Any] = Series

    @operation(
        "series_get_settings",
        "Get all settings of a series",
        seasons_serializers.SeriesSettings,
        answered=SETTINGS,
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(set_up(self.mine(request, slug)))


class SeriesTournament(SeasonEvent):
    kind: ClassVar[Any] = Series

    @operation(
        "series_add_tournament",
        "Add a tournament to a series",
        seasons_serializers.SeriesSettings,
        takes=Nothing,
        sent={},
        answered=SETTINGS,
    )
    @idempotent
    def put(self, request: Request, slug: str, event: str) -> Response:
        """Its newest standings count, once it is public. A worker adds the series up anew."""
        return self.put_in(request, slug, event)

    @operation("series_remove_tournament", "Remove a tournament from a series", status=204)
    @idempotent
    def delete(self, request: Request, slug: str, event: str) -> Response:
        return self.take_out(request, slug, event)


class SeriesRecompute(Changing, Resource):
    kind: ClassVar[Any] = Series

    @operation(
        "series_recompute",
        "Recompute the table of a series",
        seasons_serializers.SeriesSettings,
        status=202,
        takes=Nothing,
        sent={},
        answered=SETTINGS,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """A worker does it; the series itself says when it was."""
        season = self.mine(request, slug)
        return Response(set_up(services.recompute(Series, season.pk, by=request.user)), status=202)


class SeriesTable(SeasonView):
    kind: ClassVar[Any] = Series

    @operation(
        "series_get_table",
        "Get the table of a series",
        seasons_serializers.SeriesTableOut,
        public=True,
        more=PAGES,
        answered={
            "events": [{"slug": "club", "name": "Club evening", "final": True}],
            "next": None,
            "results": [A_ROW],
        },
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The sums, what counts of each event (null where not played), and the ranks after each."""

        def write(season: Series) -> dict[str, Any]:
            columns = [
                {"slug": event.slug or None, "name": event.name, "final": final}
                for event, final in seasons.counted_events(season)
            ]
            return {"events": columns} | in_slices(request, seasons.series_rows(season), _row)

        return self.part(request, slug, write)


def _row(row: seasons.SeriesRow) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "player": row.player,
        "name": row.name,
        "total": row.total,
        "events": [
            None if one is None else {"place": one[0], "value": one[1], "counts": one[2], "number": one[3]}
            for one in row.events
        ],
        "ranks": list(row.ranks),
    }
