"""Prizes: read by everybody, set by an organiser; the winners as it stands are for the desk."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.openapi import operation, operations
from tournaments.api.core.preconditions import ConditionalWrite, if_unchanged
from tournaments.api.core.resource import OpenReading, Resource, TournamentResource, checked
from tournaments.api.desk import prizes_serializers
from tournaments.api.desk.prizes_answers import PrizeListOut, PrizeOut, PrizesOut, PrizeWinnerOut
from tournaments.api.public.tournaments import TournamentView
from tournaments.domain.access import Action
from tournaments.models import Series, Tournament
from tournaments.models.prize import RULE
from tournaments.selectors.prizes import PrizesShown, lists_of, prizes_of, public_prizes, rule_of
from tournaments.services import prizes as services

SENT = {
    "sharing": "hort",
    "lists": [
        {"prizes": [{"cents": 10000, "thing": "cup"}, {"cents": 5000}]},
        {"name": "Guests", "mark": "guest", "prizes": [{"thing": "a book", "worth": 1500}]},
    ],
}


def _prizes(tournament: Tournament, shown: PrizesShown | None, *, to_all: bool) -> PrizesOut:
    rule = rule_of(tournament)
    return PrizesOut(
        **{name: getattr(rule, name) for name in RULE},
        lists=lists_out(tournament),
        final=bool(shown and shown.final),
        winners=winners_out(shown, to_all=to_all),
    )


def lists_out(owner: Tournament | Series) -> list[PrizeListOut]:
    """Write the lists of prizes of a tournament or a season."""
    return [
        PrizeListOut(
            **{name: getattr(row, name) for name in services.LIST},
            prizes=[PrizeOut(cents=prize.cents, thing=prize.thing, worth=prize.worth) for prize in prizes],
        )
        for row, prizes in lists_of(owner)
    ]


def winners_out(shown: PrizesShown | None, *, to_all: bool) -> list[PrizeWinnerOut]:
    """Write the winners of all lists; ``to_all``: without those whom the public page does not name."""
    return [
        PrizeWinnerOut(
            list=at,
            place=won.place,
            player=won.number if won.number and (won.name or not to_all) else None,
            team=won.team or None,
            cents=won.cents,
            thing=won.thing,
            sharers=won.sharers,
            lot=won.undecided,
        )
        for at, each in enumerate(shown.lists if shown else (), 1)
        for won in each.winners
    ]


@operations(
    get=operation(
        "prizes_get",
        "Get the prizes, and at the end their winners",
        PrizesOut,
        public=True,
        about=(
            "The lists and how they are shared. `winners` is empty until all is over. Of a list for some players only "
            "the winners are named only if the organiser wants that, and their names are shown in full."
        ),
    )
)
class Prizes(ConditionalWrite, OpenReading, TournamentResource, TournamentView):
    """The prizes of a tournament."""

    asks = Action.EDIT
    parser_classes = Resource.parser_classes
    replaces = prizes_serializers.PrizesIn

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        return _prizes(tournament, public_prizes(tournament), to_all=True)

    def stored(self, request: Request, **where: Any) -> PrizesOut:
        return _prizes(self.held(request, where["slug"]), None, to_all=False)

    @operation("prizes_put", "Set the prizes", takes=prizes_serializers.PrizesIn, sent=SENT, seen=True)
    @if_unchanged
    def put(self, request: Request, slug: str) -> PrizesOut:
        """Replace all lists; what is left out of the rule is as usual. A list with conditions needs a name, and a list
        without prizes is not kept."""
        tournament = self.tournament(request, slug)
        values = checked(prizes_serializers.PrizesIn, request)
        lists = values.pop("lists")
        services.put(tournament.pk, by=request.user, rule=values, lists=lists)
        return _prizes(tournament, prizes_of(tournament), to_all=False)


class Winners(ConditionalWrite, TournamentResource, Resource):
    """The winners as it stands, for the desk."""

    asks = Action.PLAYERS
    replaces = prizes_serializers.PrizesIn

    @operation("prizes_get_winners", "Get the winners of the prizes as it stands now", PrizesOut, seen=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return the prizes with the winners by pairing number, also before the end (`final` is then false)."""
        tournament = self.tournament(request, slug)
        return self.tagged(_prizes(tournament, prizes_of(tournament), to_all=False))
