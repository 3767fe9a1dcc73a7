"""Who is here before round 1, who waits for a place, and who comes through the door."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core import serializers
from tournaments.api.core.idempotency import idempotent
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, TournamentResource, by_version, in_slices
from tournaments.api.desk import players_serializers
from tournaments.api.desk.players import entry, loaded_entry, named_team
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Tournament, Waiting
from tournaments.selectors.players import People, PersonRow, people
from tournaments.services import attendance
from tournaments.services import check_in as services

ROW = {"player": 3, "name": "Chantal", "club": "Gouda", "here": True, "gone": False, "status": ""}
WAITS = {"id": 1, "name": "Anna", "club": None, "here": False, "since": "2026-11-27T19:02:00+01:00"}


def waiting(one: Waiting) -> dict[str, Any]:
    return {
        "id": one.pk,
        "name": one.player.name,
        "club": one.player.club or None,
        "here": one.here,
        "since": one.since.isoformat(),
    }


def _row(row: PersonRow) -> dict[str, Any]:
    return {
        "player": row.entry.number,
        "name": row.name,
        "club": row.entry.player.club or None,
        "here": row.here,
        "gone": row.gone,
        "status": row.status,
    }


def _list(request: Request, tournament: Tournament, everybody: People) -> dict[str, Any]:
    closed = tournament.check_in_closed_at
    return {
        "wanted": tournament.check_in,
        "closed_at": closed.isoformat() if closed else None,
        "places": tournament.places,
        "players": len(everybody.rows),
        "here": everybody.here,
        "missing": len(everybody.missing),
        **in_slices(request, everybody.rows, _row),
    }


class CheckIn(TournamentResource, Resource):
    """Who is here."""

    asks = Action.CHECK_IN

    @operation(
        "check_in_list",
        "List the players and whether they are here",
        players_serializers.CheckInOut,
        pages=True,
    )
    def get(self, request: Request, slug: str) -> Response:
        """By pairing number. `wanted`: whether round 1 waits for the end of the check-in."""
        tournament = self.tournament(request, slug)
        return by_version(request, tournament, lambda: _list(request, tournament, people(tournament)))


class CheckInOne(TournamentResource, Resource):
    """Whether one player is here."""

    asks = Action.CHECK_IN

    @operation(
        "check_in_put",
        "Check a player in or out",
        players_serializers.CheckInRow,
        takes=players_serializers.HereIn,
        sent={"here": True},
        answered=ROW,
    )
    @idempotent
    def put(self, request: Request, slug: str, number: int) -> Response:
        tournament = self.tournament(request, slug)
        meant = loaded_entry(tournament.pk, number)
        given = players_serializers.HereIn(data=request.data)
        given.is_valid(raise_exception=True)
        services.check_in(tournament.pk, meant.pk, by=request.user, here=given.validated_data["here"])
        row = next(row for row in people(tournament).rows if row.entry.pk == meant.pk)
        return Response(_row(row))


class CheckInClose(TournamentResource, Resource):
    """The end of the check-in."""

    asks = Action.PAIR

    @operation(
        "check_in_close",
        "Close the check-in",
        players_serializers.CheckInClosed,
        takes=players_serializers.CloseCheckIn,
        sent={"decisions": [{"player": 4, "becomes": "absent"}]},
        answered={"closed_at": "2026-11-27T19:28:00+01:00", "not_here": 1},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Of each who is not here it is said what he becomes: `absent` in round 1, `waiting`, `out`, or `here`
        all the same. Is somebody forgotten, nothing is closed; nor is it where nobody is here, unless `nobody` says
        that this is meant."""
        tournament = self.tournament(request, slug)
        given = players_serializers.CloseCheckIn(data=request.data)
        given.is_valid(raise_exception=True)
        said = {one["player"]: one["becomes"] for one in given.validated_data.get("decisions", ())}
        known = dict(Entry.objects.filter(tournament=tournament, number__in=said).values_list("number", "pk"))
        unknown = sorted(said.keys() - known.keys())
        if unknown:
            raise Refused(_("There is no player %(number)d.") % {"number": unknown[0]})
        count = services.close(
            tournament.pk,
            {known[n]: what for n, what in said.items()},
            by=request.user,
            nobody=given.validated_data.get("nobody", False),
        )
        return Response(_closed(tournament, count))


class CheckInReopen(TournamentResource, Resource):
    """The check-in once more."""

    asks = Action.PAIR

    @operation(
        "check_in_reopen",
        "Reopen the check-in",
        players_serializers.CheckInClosed,
        takes=serializers.Nothing,
        sent={},
        answered={"closed_at": None, "not_here": 0},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Possible until round 1 is paired, which then waits for the end of the check-in."""
        tournament = self.tournament(request, slug)
        services.reopen(tournament.pk, by=request.user)
        return Response(_closed(tournament, 0))


def _closed(tournament: Tournament, count: int) -> dict[str, Any]:
    tournament.refresh_from_db(fields=["check_in_closed_at"])
    closed = tournament.check_in_closed_at
    return {"closed_at": closed.isoformat() if closed else None, "not_here": count}


class WaitingList(TournamentResource, Resource):
    """Who waits for a place, in order."""

    asks = Action.CHECK_IN

    @operation("waiting_list", "List the players on the waiting list", players_serializers.WaitingListOut, pages=True)
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.tournament(request, slug)

        def make() -> dict[str, Any]:
            rows = list(Waiting.objects.filter(tournament=tournament).select_related("player"))
            return in_slices(request, rows, waiting)

        return by_version(request, tournament, make)

    @operation(
        "waiting_create",
        "Put a player on the waiting list",
        players_serializers.WaitingListOut,
        takes=players_serializers.ToWaitIn,
        sent={"player": 5},
        answered={"next": None, "results": [WAITS]},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Before round 1: the player's place is free then, and he waits at the end. Without `player` those wait
        who were entered after all places were taken. The answer is the list."""
        tournament = self.tournament(request, slug)
        given = players_serializers.ToWaitIn(data=request.data)
        given.is_valid(raise_exception=True)
        if number := given.validated_data.get("player"):
            services.to_waiting_list(tournament.pk, loaded_entry(tournament.pk, number).pk, by=request.user)
        else:
            services.fill_the_list(tournament.pk, by=request.user)
        rows = list(Waiting.objects.filter(tournament=tournament).select_related("player"))
        return Response(in_slices(request, rows, waiting))


class OfTheList(TournamentResource):
    """Somebody of the waiting list, by the number that it gives him."""

    asks = Action.CHECK_IN

    def one(self, request: Request, slug: str, waiting_id: int) -> Waiting:
        found = (
            Waiting.objects.select_related("player")
            .filter(tournament=self.tournament(request, slug), pk=waiting_id)
            .first()
        )
        if found is None:
            raise Http404(_("This player is no longer on the waiting list."))
        return found


class WaitingOne(OfTheList, Resource):
    """Somebody who waits."""

    @operation(
        "waiting_put",
        "Say whether a waiting player is here",
        players_serializers.WaitingOut,
        takes=players_serializers.HereIn,
        sent={"here": True},
        answered=WAITS,
    )
    @idempotent
    def put(self, request: Request, slug: str, waiting_id: int) -> Response:
        one = self.one(request, slug, waiting_id)
        given = players_serializers.HereIn(data=request.data)
        given.is_valid(raise_exception=True)
        here = given.validated_data["here"]
        return Response(waiting(services.waits_here(one.tournament_id, one.pk, by=request.user, here=here)))

    @operation("waiting_delete", "Remove a player from the waiting list", status=204)
    @idempotent
    def delete(self, request: Request, slug: str, waiting_id: int) -> Response:
        one = self.one(request, slug, waiting_id)
        services.leave_the_list(one.tournament_id, one.pk, by=request.user)
        return Response(status=204)


class Admit(OfTheList, Resource):
    """A place for one who waits."""

    @operation(
        "waiting_admit",
        "Give a waiting player a place",
        serializers.EntryOut,
        takes=serializers.Nothing,
        sent={},
    )
    @idempotent
    def post(self, request: Request, slug: str, waiting_id: int) -> Response:
        one = self.one(request, slug, waiting_id)
        made = services.promote(one.tournament_id, one.pk, by=request.user)
        return Response(entry(loaded_entry(one.tournament_id, made.number)))


class Arrivals(TournamentResource, Resource):
    """The door: whoever comes gets a place, or waits for one."""

    asks = Action.PAIR

    @operation(
        "check_in_register",
        "Register a player who arrives at the desk",
        players_serializers.ArrivalOut,
        takes=players_serializers.ArrivalIn,
        sent={"name": "Anna", "club": "Leiden"},
        answered={"entry": None, "waiting": WAITS},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """An arbiter may do it, late or on time. Once all places are taken he waits. Sent twice he is entered
        once."""
        tournament = self.tournament(request, slug)
        given = players_serializers.ArrivalIn(data=request.data)
        given.is_valid(raise_exception=True)
        said = {name: value for name, value in given.validated_data.items() if value is not None}
        if key := said.pop("team", ""):
            said["team"] = named_team(tournament, key).pk
        try:
            made = attendance.add(tournament.pk, by=request.user, **said)
        except ValidationError as error:
            raise Refused(" ".join(error.messages)) from error
        if isinstance(made, Waiting):
            return Response({"entry": None, "waiting": waiting(made)})
        return Response({"entry": entry(loaded_entry(tournament.pk, made.number)), "waiting": None})
