"""The check-in before round 1, the waiting list, players who come through the door or are expected."""

from __future__ import annotations

from typing import Annotated

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.answers import Answer, Filled, Moment, Page, Source
from tournaments.api.core.enums import sent
from tournaments.api.core.fields import Flag, Nothing, Strict, Text, Whole, number
from tournaments.api.core.openapi import PAGES, operation
from tournaments.api.core.resource import Resource, TournamentResource, by_version, checked, found, in_slices
from tournaments.api.desk.players import EntryOut, entry, loaded_entry
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Tournament, Waiting
from tournaments.selectors.people.players import People, people
from tournaments.selectors.people.presence import expected
from tournaments.services.entries import attendance
from tournaments.services.entries import check_in as services
from tournaments.services.entries.check_in import ABSENT, HERE, OUT, WAITING
from tournaments.services.entries.players import named_team


class PresenceIn(Strict, s.Serializer):
    here = Flag()


class CheckInOutcome(Strict, s.Serializer):
    player = number()
    becomes = s.ChoiceField(sent("CheckInStateEnum", [ABSENT, WAITING, OUT, HERE]))


class CloseCheckIn(Strict, s.Serializer):
    decisions = CheckInOutcome(many=True, required=False, help_text="One for each player who is not here.")
    nobody = s.BooleanField(required=False, default=False, help_text="Close it though nobody is here.")


class ToWaitIn(Strict, s.Serializer):
    player = number(required=False, help_text="Left out: who was entered after all places were taken.")


class ArrivalIn(Strict, s.Serializer):
    name = Text()
    club = Text(required=False, allow_blank=True)
    rating = Whole(required=False, min_value=0, max_value=4000, allow_null=True)
    birth_year = Whole(required=False, min_value=1900, max_value=2100, allow_null=True)
    team = Text(required=False, max_length=20, allow_null=True)


class CheckInRow(Answer):
    player: Annotated[int, Source("entry.number")]
    name: str
    club: Annotated[Filled, Source("entry.player.club")]
    here: bool
    gone: bool
    status: str


class CheckInOut(Answer):
    wanted: bool
    closed_at: Moment | None
    places: int | None
    players: int
    here: int
    missing: int
    next: str | None
    results: list[CheckInRow]


class CheckInClosed(Answer):
    closed_at: Annotated[Moment | None, Source("check_in_closed_at")]
    not_here: int


class WaitingOut(Answer):
    id: int
    name: Annotated[str, Source("player.name")]
    club: Annotated[Filled, Source("player.club")]
    here: bool
    since: Moment


class WaitingListOut(Page):
    results: list[WaitingOut]


class ArrivalOut(Answer):
    entry: EntryOut | None
    waiting: WaitingOut | None


ROW = {"player": 3, "name": "Chantal", "club": "Gouda", "here": True, "gone": False, "status": ""}
WAITS = {"id": 1, "name": "Anna", "club": None, "here": False, "since": "2026-11-27T19:02:00+01:00"}


def _list(request: Request, tournament: Tournament, everybody: People) -> CheckInOut:
    closed = tournament.check_in_closed_at
    return in_slices(
        CheckInOut,
        request,
        everybody.rows,
        CheckInRow.of,
        wanted=tournament.check_in,
        closed_at=closed.isoformat() if closed else None,
        places=tournament.places,
        players=len(everybody.rows),
        here=everybody.here,
        missing=len(everybody.missing),
    )


class CheckIn(TournamentResource, Resource):
    """The check-in: everybody, and whether they are here."""

    asks = Action.CHECK_IN

    @operation("check_in_list", "List the players and whether they are here", CheckInOut, pages=True)
    def get(self, request: Request, slug: str) -> Response:
        """List them by pairing number. `wanted`: whether round 1 waits for the end of the check-in."""
        tournament = self.tournament(request, slug)
        return by_version(request, tournament, lambda: _list(request, tournament, people(tournament)))


class CheckInOne(TournamentResource, Resource):
    """The check-in of one player."""

    asks = Action.CHECK_IN

    @operation("check_in_put", "Check a player in or out", takes=PresenceIn, sent={"here": True}, answered=ROW)
    def put(self, request: Request, slug: str, number: int) -> CheckInRow:
        tournament = self.tournament(request, slug)
        meant = loaded_entry(tournament.pk, number)
        values = checked(PresenceIn, request)
        services.check_in(tournament.pk, meant.pk, by=request.user, here=values["here"])
        row = next(row for row in people(tournament).rows if row.entry.pk == meant.pk)
        return CheckInRow.of(row)


class CheckInClose(TournamentResource, Resource):
    """The end of the check-in."""

    asks = Action.PAIR

    @operation(
        "check_in_close",
        "Close the check-in",
        takes=CloseCheckIn,
        sent={"decisions": [{"player": 4, "becomes": "absent"}]},
        answered={"closed_at": "2026-11-27T19:28:00+01:00", "not_here": 1},
    )
    def post(self, request: Request, slug: str) -> CheckInClosed:
        """Say for each player who is not here what they become: `absent` in round 1, `waiting`, `out`, or `here`
        all the same. If one is forgotten, nothing is closed; nor is it while nobody is here, unless `nobody` says
        that this is meant."""
        tournament = self.tournament(request, slug)
        values = checked(CloseCheckIn, request)
        fates = {fate["player"]: fate["becomes"] for fate in values.get("decisions", ())}
        known = dict(Entry.objects.filter(tournament=tournament, number__in=fates).values_list("number", "pk"))
        unknown = sorted(fates.keys() - known.keys())
        if unknown:
            raise Refused(_("There is no player %(number)d.") % {"number": unknown[0]})
        count = services.close(
            tournament.pk,
            {known[n]: what for n, what in fates.items()},
            by=request.user,
            nobody=values.get("nobody", False),
        )
        return _closed(tournament, count)


class CheckInReopen(TournamentResource, Resource):
    """The check-in once more."""

    asks = Action.PAIR

    @operation("check_in_reopen", "Reopen the check-in", takes=Nothing, answered={"closed_at": None, "not_here": 0})
    def post(self, request: Request, slug: str) -> CheckInClosed:
        """Reopen it until round 1 is paired; the round then waits for the end of the check-in."""
        tournament = self.tournament(request, slug)
        services.reopen(tournament.pk, by=request.user)
        return _closed(tournament, 0)


def _closed(tournament: Tournament, count: int) -> CheckInClosed:
    tournament.refresh_from_db(fields=["check_in_closed_at"])
    return CheckInClosed.of(tournament, not_here=count)


class WaitingList(TournamentResource, Resource):
    """The waiting list, in order."""

    asks = Action.CHECK_IN

    @operation("waiting_list", "List the players on the waiting list", WaitingListOut, pages=True)
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.tournament(request, slug)
        return by_version(request, tournament, lambda: _waiting(request, tournament))

    @operation(
        "waiting_create",
        "Put a player on the waiting list",
        takes=ToWaitIn,
        sent={"player": 5},
        answered={"next": None, "results": [WAITS]},
    )
    def post(self, request: Request, slug: str) -> WaitingListOut:
        """Free the player's place before round 1; they wait where they came. Without `player`, everybody
        waits who was entered after all places were taken. The answer is the list."""
        tournament = self.tournament(request, slug)
        values = checked(ToWaitIn, request)
        if number := values.get("player"):
            services.to_waiting_list(tournament.pk, loaded_entry(tournament.pk, number).pk, by=request.user)
        else:
            services.fill_the_list(tournament.pk, by=request.user)
        return _waiting(request, tournament)


def _waiting(request: Request, tournament: Tournament) -> WaitingListOut:
    rows = list(Waiting.objects.filter(tournament=tournament).select_related("player"))
    return in_slices(WaitingListOut, request, rows, WaitingOut.of)


class OfTheList(TournamentResource):
    """A waiting player, by their number on the list."""

    asks = Action.CHECK_IN

    def waiting(self, request: Request, slug: str, waiting_id: int) -> Waiting:
        return found(
            Waiting.objects.select_related("player").filter(tournament=self.tournament(request, slug), pk=waiting_id),
            _("This player is no longer on the waiting list."),
        )


class WaitingOne(OfTheList, Resource):
    """Somebody who waits."""

    @operation(
        "waiting_put", "Say whether a waiting player is here", takes=PresenceIn, sent={"here": True}, answered=WAITS
    )
    def put(self, request: Request, slug: str, waiting_id: int) -> WaitingOut:
        place = self.waiting(request, slug, waiting_id)
        values = checked(PresenceIn, request)
        here = values["here"]
        return WaitingOut.of(services.waits_here(place.tournament_id, place.pk, by=request.user, here=here))

    @operation("waiting_delete", "Remove a player from the waiting list", status=204)
    def delete(self, request: Request, slug: str, waiting_id: int) -> None:
        place = self.waiting(request, slug, waiting_id)
        services.leave_the_list(place.tournament_id, place.pk, by=request.user)


class Admit(OfTheList, Resource):
    """A place for one who waits."""

    @operation("waiting_admit", "Give a waiting player a place", takes=Nothing)
    def post(self, request: Request, slug: str, waiting_id: int) -> EntryOut:
        place = self.waiting(request, slug, waiting_id)
        arrival = services.promote(place.tournament_id, place.pk, by=request.user)
        return entry(loaded_entry(place.tournament_id, arrival.number))


class Arrivals(TournamentResource, Resource):
    """The door: whoever comes gets a place, or waits for one."""

    asks = Action.PAIR

    @operation(
        "check_in_register",
        "Register a player who arrives at the desk",
        takes=ArrivalIn,
        sent={"name": "Anna", "club": "Leiden"},
        answered={"entry": None, "waiting": WAITS},
    )
    def post(self, request: Request, slug: str) -> ArrivalOut:
        """Enter a player late or on time, as an arbiter. Once all places are taken the player waits. Sent twice, they
        are entered once."""
        tournament = self.tournament(request, slug)
        values = checked(ArrivalIn, request)
        values = {name: value for name, value in values.items() if value is not None}
        if key := values.pop("team", ""):
            values["team"] = named_team(tournament, key).pk
        try:
            arrival = attendance.add(tournament.pk, by=request.user, **values)
        except ValidationError as error:
            raise Refused(" ".join(error.messages)) from error
        return _arrival(tournament, arrival)


def _arrival(tournament: Tournament, arrival: Entry | Waiting) -> ArrivalOut:
    if isinstance(arrival, Waiting):
        return ArrivalOut(entry=None, waiting=WaitingOut.of(arrival))
    return ArrivalOut(entry=entry(loaded_entry(tournament.pk, arrival.number)), waiting=None)


class ExpectedOut(Answer):
    player: Annotated[int, Source("pk")]
    name: str
    club: Annotated[Filled, Source("player.club")]
    evenings: int


class ExpectedListOut(Page):
    results: list[ExpectedOut]


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
        return in_slices(ExpectedListOut, request, expected(tournament), ExpectedOut.of)


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
        return _arrival(tournament, services.come(tournament.pk, player, by=request.user))
