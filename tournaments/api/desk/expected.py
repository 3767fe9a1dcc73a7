"""People of a season's earlier evenings, who come again by a tick."""

from __future__ import annotations

from rest_framework.request import Request

from tournaments.api.core.answers import Answer
from tournaments.api.core.openapi import PAGES, operation
from tournaments.api.core.resource import Resource, TournamentResource, in_slices
from tournaments.api.core.serializers import Nothing
from tournaments.api.desk.check_in import WAITS, waiting
from tournaments.api.desk.check_in_answers import ArrivalOut
from tournaments.api.desk.players import entry, loaded_entry
from tournaments.domain.access import Action
from tournaments.models import Waiting
from tournaments.selectors.expected import Expected, expected
from tournaments.services import arrivals


class ExpectedOut(Answer):
    player: int
    name: str
    club: str | None
    evenings: int


class ExpectedListOut(Answer):
    next: str | None
    results: list[ExpectedOut]


def _row(person: Expected) -> ExpectedOut:
    return ExpectedOut(player=person.pk, name=person.name, club=person.player.club or None, evenings=person.evenings)


class ExpectedList(TournamentResource, Resource):
    """The people expected at an evening of a season."""

    asks = Action.CHECK_IN

    @operation(
        "check_in_list_expected",
        "List the players of earlier evenings who are not entered yet",
        more=PAGES,
        answered={"next": None, "results": [{"player": 7, "name": "Anna", "club": "Leiden", "evenings": 3}]},
    )
    def get(self, request: Request, slug: str) -> ExpectedListOut:
        """List them by name. `player` is the person's own number, as in the season's table; `evenings`: at how many
        they played. They have no entry yet, and nobody pairs them."""
        tournament = self.tournament(request, slug)
        return in_slices(ExpectedListOut, request, expected(tournament), _row)


class ExpectedOne(TournamentResource, Resource):
    """Somebody who is expected."""

    asks = Action.CHECK_IN

    @operation(
        "check_in_enter_expected",
        "Check in a player of an earlier evening",
        takes=Nothing,
        answered={"entry": None, "waiting": WAITS},
    )
    def post(self, request: Request, slug: str, player: int) -> ArrivalOut:
        """Enter them and check them in; once all places are taken they wait. Sent twice, they are entered once."""
        tournament = self.tournament(request, slug)
        arrival = arrivals.come(tournament.pk, player, by=request.user)
        if isinstance(arrival, Waiting):
            return ArrivalOut(entry=None, waiting=waiting(arrival))
        return ArrivalOut(entry=entry(loaded_entry(tournament.pk, arrival.number)), waiting=None)
