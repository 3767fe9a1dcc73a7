"""The prizes of a season: read by everybody, set by an organiser of its club."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.openapi import operation
from tournaments.api.core.preconditions import ConditionalWrite, if_unchanged
from tournaments.api.core.resource import OpenReading, Resource
from tournaments.api.desk.prizes import lists_out, winners_out
from tournaments.api.desk.prizes_answers import SeasonPrizesOut
from tournaments.api.desk.prizes_serializers import SeasonPrizesIn
from tournaments.api.public.seasons import Changing, SeasonView
from tournaments.models import Series
from tournaments.models.prize import ANNOUNCED, RULE
from tournaments.selectors.prizes import PrizesShown, rule_of
from tournaments.selectors.season_prizes import prizes_of, public_prizes
from tournaments.services import prizes as services

SENT = {"announced": True, "lists": [{"prizes": [{"cents": 10000, "thing": "cup"}, {"cents": 5000}]}]}


def _prizes(season: Series, shown: PrizesShown | None, *, to_all: bool) -> SeasonPrizesOut:
    rule = rule_of(season)
    return SeasonPrizesOut(
        **{name: getattr(rule, name) for name in (*RULE, ANNOUNCED)},
        lists=lists_out(season),
        final=bool(shown and shown.final),
        winners=winners_out(shown, to_all=to_all),
    )


class SeasonPrizes(ConditionalWrite, OpenReading, Changing, SeasonView):
    """The prizes of a season."""

    kind: ClassVar[Any] = Series
    takes: ClassVar[Any] = SeasonPrizesIn
    parser_classes = Resource.parser_classes

    @operation(
        "series_get_prizes", "Get the prizes of a season, and at the end their winners", SeasonPrizesOut, public=True
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Return the lists and how they are shared. `winners` is empty until all is over and announced; `player` is the
        number of the season's table. Of a list for some players only the winners are named only if the organiser wants
        that, and their names are shown in full."""
        return self.part(request, slug, lambda season: _prizes(season, public_prizes(season), to_all=True))

    def stored(self, request: Request, **where: Any) -> SeasonPrizesOut:
        return _prizes(self.held(request, where["slug"]), None, to_all=False)

    @operation("series_set_prizes", "Set the prizes of a season", takes=SeasonPrizesIn, sent=SENT, seen=True)
    @if_unchanged
    def put(self, request: Request, slug: str) -> SeasonPrizesOut:
        """Replace all lists; what is left out of the rule is as usual. The answer has the winners as the table is now.
        Once `announced`, the public page shows them when the results of all evenings are final."""
        season, values = self.own(request, slug), self.sent(request)
        lists = values.pop("lists")
        services.put_for_season(season.pk, by=request.user, rule=values, lists=lists)
        return _prizes(season, prizes_of(season), to_all=False)


class SeasonWinners(ConditionalWrite, Changing, Resource):
    """The prizes of a season with the winners as it stands, for its organisers."""

    kind: ClassVar[Any] = Series
    takes: ClassVar[Any] = SeasonPrizesIn

    @operation(
        "series_get_winners", "Get the winners of a season’s prizes as it stands now", SeasonPrizesOut, seen=True
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return the prizes with the winners by the number of the season's table, also before the end (`final` is then
        false)."""
        season = self.own(request, slug)
        return self.tagged(_prizes(season, prizes_of(season), to_all=False))
