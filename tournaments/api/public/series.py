"""Seasons for programs: events added up by a declared rule. Their addresses say ``series``, which programs use."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from django.http import HttpResponseBase
from rest_framework import serializers as s
from rest_framework.request import Request

from tournaments.api.core.answers import Answer
from tournaments.api.core.fields import Nothing, Strict, column_fields
from tournaments.api.core.openapi import PAGES, operation, operations
from tournaments.api.core.resource import Resource, in_slices
from tournaments.api.public.filters import CLUB
from tournaments.api.public.seasons import (
    AN_EVENT,
    Changing,
    SeasonEvent,
    SeasonIn,
    SeasonOne,
    SeasonRecompute,
    SeasonsAll,
    SeasonSettings,
    SeasonsOut,
    SeasonView,
    SeriesOut,
    SeriesSettings,
    set_up,
)
from tournaments.models import Series
from tournaments.selectors import seasons
from tournaments.services import seasons as services


class EveningIn(Strict, s.Serializer):
    starts = s.DateField()


class SeriesIn(SeasonIn):
    vars().update(column_fields(Series, "value", "places", "best", "drop", "ties"))


class ColumnOut(Answer):
    slug: str | None
    name: str
    final: bool


class SeriesCellOut(Answer):
    place: int
    value: str
    counts: bool
    number: Annotated[int | None, "The pairing number there."]


class SeriesRowOut(Answer):
    rank: int
    player: int
    name: str
    total: str
    events: Annotated[list[SeriesCellOut | None], "As `events` of the table."]
    ranks: Annotated[list[int | None], "After each event."]


class SeriesTableOut(Answer):
    events: list[ColumnOut]
    next: str | None
    results: list[SeriesRowOut]


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


@operations(
    get=operation(
        "series_list",
        "List the seasons",
        SeasonsOut,
        public=True,
        more=[*PAGES, CLUB],
        answered={"next": None, "results": [LINK]},
        about="List the public ones; organisers of the installation see all.",
    ),
    post=operation(
        "series_create",
        "Create a season",
        SeriesSettings,
        status=201,
        takes=SeriesIn,
        sent={"name": "Cup", **RULE},
        answered=SETTINGS,
    ),
)
class SeriesAll(SeasonsAll):
    kind: ClassVar[Any] = Series
    takes: ClassVar[Any] = SeriesIn


@operations(
    get=operation("series_get", "Get a season", SeriesOut, public=True, answered=A_SERIES),
    patch=operation(
        "series_update",
        "Change a season",
        SeriesSettings,
        takes=SeriesIn(partial=True),
        sent={"best": 6},
        answered=SETTINGS,
        seen=True,
    ),
    delete=operation("series_delete", "Delete a season", status=204),
)
class SeriesOne(SeasonOne):
    kind: ClassVar[Any] = Series
    takes: ClassVar[Any] = SeriesIn
    rows = "series_table"


@operations(
    get=operation("series_get_settings", "Get all settings of a season", SeriesSettings, answered=SETTINGS, seen=True)
)
class SeriesSetUp(SeasonSettings):
    kind: ClassVar[Any] = Series
    takes: ClassVar[Any] = SeriesIn


@operations(
    put=operation(
        "series_add_tournament",
        "Add a tournament to a season",
        SeriesSettings,
        takes=Nothing,
        answered=SETTINGS,
        about="Its newest standings count, once it is public. A worker adds the season up anew.",
    ),
    delete=operation("series_remove_tournament", "Remove a tournament from a season", status=204),
)
class SeriesTournament(SeasonEvent):
    kind: ClassVar[Any] = Series


@operations(
    post=operation(
        "series_recompute",
        "Recompute the table of a season",
        SeriesSettings,
        status=202,
        takes=Nothing,
        answered=SETTINGS,
        about="A worker does it; the season itself says when it was.",
    )
)
class SeriesRecompute(SeasonRecompute):
    kind: ClassVar[Any] = Series


class SeriesEvenings(Changing, Resource):
    """The evenings of a season."""

    kind: ClassVar[Any] = Series
    takes: ClassVar[Any] = EveningIn

    @operation(
        "series_add_evening",
        "Add one more evening to a season",
        SeriesSettings,
        status=201,
        takes=EveningIn,
        sent={"starts": "2027-01-15"},
        answered=SETTINGS,
    )
    def post(self, request: Request, slug: str) -> Answer:
        """Create a tournament with the settings and the staff of the season's last evening, on this day."""
        season = self.own(request, slug)
        services.add_evening(season.pk, self.sent(request)["starts"], by=request.user)
        return set_up(season)


class SeriesTable(SeasonView):
    kind: ClassVar[Any] = Series

    @operation(
        "series_get_table",
        "Get the table of a season",
        SeriesTableOut,
        public=True,
        more=PAGES,
        answered={
            "events": [{"slug": "club", "name": "Club evening", "final": True}],
            "next": None,
            "results": [A_ROW],
        },
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Return the sums, what counts of each event (null where not played), and the ranks after each."""

        def write(season: Series) -> SeriesTableOut:
            columns = [
                ColumnOut(slug=event.slug or None, name=event.name, final=final)
                for event, final in seasons.counted_events(season)
            ]
            return in_slices(SeriesTableOut, request, seasons.series_rows(season), _row, events=columns)

        return self.part(request, slug, write)


def _row(row: seasons.SeriesRow) -> SeriesRowOut:
    cells = [
        None if cell is None else SeriesCellOut(place=cell[0], value=cell[1], counts=cell[2], number=cell[3])
        for cell in row.events
    ]
    return SeriesRowOut.of(row, events=cells)
