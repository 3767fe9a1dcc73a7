"""Prizes of tournaments and seasons: read by everybody, set by an organiser; the desk sees the winners as it stands."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeVar

from django.http import HttpResponseBase
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.prizes import SHARINGS
from tournaments.api.core.answers import Answer, Filled, Source
from tournaments.api.core.enums import PrizeSharing
from tournaments.api.core.fields import Flag, Strict, Text, Whole, column_fields, column_members
from tournaments.api.core.openapi import operation, reads
from tournaments.api.core.resource import OpenReading, Resource, TournamentResource, checked
from tournaments.api.core.writing import ConditionalWrite, if_unchanged
from tournaments.api.public.seasons import Changing, SeasonView
from tournaments.api.public.tournaments import TournamentView
from tournaments.domain.access import Action
from tournaments.models import PrizeList, Series, Tournament
from tournaments.models.prize import CONDITIONS, MOST_CENTS
from tournaments.selectors.standings import prizes
from tournaments.selectors.standings.prizes import PrizesShown, lists_of, prizes_of, public_prizes, rule_of
from tournaments.services import prizes as services


class PrizeIn(Strict, s.Serializer):
    cents = Whole(required=False, min_value=0, max_value=MOST_CENTS, default=0)
    thing = Text(required=False, allow_blank=True, default="")
    worth = Whole(
        required=False, min_value=0, max_value=MOST_CENTS, default=0, help_text="What the thing counts as, in cents."
    )


class PrizeListIn(Strict, s.Serializer):
    name = Text(required=False, allow_blank=True, max_length=60, default="")
    vars().update(
        column_fields(
            PrizeList,
            *CONDITIONS,
            teams="For the teams, by their standings; such a list has no conditions.",
            winners_named="Name the winners of a list with conditions on the public page.",
        )
    )
    prizes = PrizeIn(many=True, help_text="By place, the first place first.")


class PrizesIn(Strict, s.Serializer):
    sharing = s.ChoiceField(SHARINGS, required=False)
    currency = Text(required=False, allow_blank=True, max_length=8)
    step = Whole(
        required=False, min_value=1, max_value=100, help_text="Money is paid in steps of 1, 5, 10, 50 or 100 cents."
    )
    several = Flag(required=False, help_text="One player may win several prizes.")
    withdrawn = Flag(required=False, help_text="Players who withdrew may win.")
    lists = PrizeListIn(many=True)


class SeasonPrizesIn(PrizesIn):
    announced = Flag(required=False, help_text="The season is over: its page shows the winners.")


class PrizeOut(Answer):
    cents: int
    thing: str
    worth: Annotated[int, "What the thing counts as, in cents."]


class PrizeListOut(Answer, first=column_members(PrizeList, "name", *CONDITIONS)):
    teams: Annotated[bool, "For the teams, by their standings."]
    winners_named: bool
    prizes: Annotated[list[PrizeOut], "By place, the first place first."]


class PrizeWinnerOut(Answer):
    list: Annotated[int, "The place of the list among `lists`, from 1."]
    place: int
    player: Annotated[int | None, "The pairing number; null where the public page names nobody, and for a team."]
    team: Annotated[Filled, "The short name of a team that wins it."]
    cents: int
    thing: str
    sharers: Annotated[int, "How many shared the money; 0: nobody else."]
    lot: Annotated[bool, "A lot still decides about the thing.", Source("undecided")]


class PrizeRuleOut(Answer):
    sharing: PrizeSharing
    currency: str
    step: int
    several: bool
    withdrawn: bool


class SeasonPrizesOut(PrizeRuleOut):
    announced: Annotated[bool, "The season is over; its page shows the winners."]
    lists: list[PrizeListOut]
    final: Annotated[bool, "Announced, and the results of all evenings are final."]
    winners: Annotated[list[PrizeWinnerOut], "For everybody only once `final`. `player` is as in the season's table."]


class PrizesOut(PrizeRuleOut):
    lists: list[PrizeListOut]
    final: Annotated[bool, "Nothing but a correction can change the winners any more."]
    winners: Annotated[list[PrizeWinnerOut], "For everybody only once all is over."]


SENT = {
    "sharing": "hort",
    "lists": [
        {"prizes": [{"cents": 10000, "thing": "cup"}, {"cents": 5000}]},
        {"name": "Guests", "mark": "guest", "prizes": [{"thing": "a book", "worth": 1500}]},
    ],
}

P = TypeVar("P", PrizesOut, SeasonPrizesOut)


def _prizes(shape: type[P], owner: Tournament | Series, shown: PrizesShown | None, *, to_all: bool) -> P:
    """Write all prizes; ``to_all``: without those winners whom the public page does not name."""
    return shape.of(
        rule_of(owner),
        lists=[
            PrizeListOut.of(row, prizes=[PrizeOut.of(prize) for prize in prizes]) for row, prizes in lists_of(owner)
        ],
        final=bool(shown and shown.final),
        winners=[
            PrizeWinnerOut.of(won, list=at, player=won.number if won.number and (won.name or not to_all) else None)
            for at, each in enumerate(shown.lists if shown else (), 1)
            for won in each.winners
        ],
    )


@reads(
    "prizes_get",
    "Get the prizes, and at the end their winners",
    PrizesOut,
    about="The lists and how they are shared. `winners` is empty until all is over. Of a list for some players only "
    "the winners are named only if the organiser wants that, and their names are shown in full.",
)
class Prizes(ConditionalWrite, OpenReading, TournamentResource, TournamentView):
    """The prizes of a tournament."""

    asks = Action.EDIT
    parser_classes = Resource.parser_classes
    replaces = PrizesIn

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        return _prizes(PrizesOut, tournament, public_prizes(tournament), to_all=True)

    def stored(self, request: Request, **where: Any) -> PrizesOut:
        return _prizes(PrizesOut, self.held(request, where["slug"]), None, to_all=False)

    @operation("prizes_put", "Set the prizes", takes=PrizesIn, sent=SENT, seen=True)
    @if_unchanged
    def put(self, request: Request, slug: str) -> PrizesOut:
        """Replace all lists; what is left out of the rule is as usual. A list with conditions needs a name, and a list
        without prizes is not kept."""
        tournament = self.tournament(request, slug)
        values = checked(PrizesIn, request)
        lists = values.pop("lists")
        services.put(tournament.pk, by=request.user, rule=values, lists=lists)
        return _prizes(PrizesOut, tournament, prizes_of(tournament), to_all=False)


class Winners(ConditionalWrite, TournamentResource, Resource):
    """The winners as it stands, for the desk."""

    asks = Action.PLAYERS
    replaces = PrizesIn

    @operation("prizes_get_winners", "Get the winners of the prizes as it stands now", PrizesOut, seen=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return the prizes with the winners by pairing number, also before the end (`final` is then false)."""
        tournament = self.tournament(request, slug)
        return self.tagged(_prizes(PrizesOut, tournament, prizes_of(tournament), to_all=False))


SENT_FOR_SEASON = {"announced": True, "lists": [{"prizes": [{"cents": 10000, "thing": "cup"}, {"cents": 5000}]}]}


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
        return self.part(
            request,
            slug,
            lambda season: _prizes(SeasonPrizesOut, season, prizes.public_season_prizes(season), to_all=True),
        )

    def stored(self, request: Request, **where: Any) -> SeasonPrizesOut:
        return _prizes(SeasonPrizesOut, self.held(request, where["slug"]), None, to_all=False)

    @operation("series_set_prizes", "Set the prizes of a season", takes=SeasonPrizesIn, sent=SENT_FOR_SEASON, seen=True)
    @if_unchanged
    def put(self, request: Request, slug: str) -> SeasonPrizesOut:
        """Replace all lists; what is left out of the rule is as usual. The answer has the winners as the table is now.
        Once `announced`, the public page shows them when the results of all evenings are final."""
        season, values = self.own(request, slug), self.sent(request)
        lists = values.pop("lists")
        services.put_for_season(season.pk, by=request.user, rule=values, lists=lists)
        return _prizes(SeasonPrizesOut, season, prizes.prizes_of_season(season), to_all=False)


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
        return self.tagged(_prizes(SeasonPrizesOut, season, prizes.prizes_of_season(season), to_all=False))
