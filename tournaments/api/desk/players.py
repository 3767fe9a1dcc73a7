"""Who takes part, in which team, and who runs the tournament."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core import serializers
from tournaments.api.core.idempotency import idempotent
from tournaments.api.core.openapi import PAGES, operation
from tournaments.api.core.resource import OpenReading, Resource, TournamentResource
from tournaments.api.public import standings_serializers
from tournaments.api.public.standings import TeamPage
from tournaments.api.public.tournaments import Entries
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.list_plans import Planned
from tournaments.models import Appointment, Entry, PlayerImport, Team, Tournament
from tournaments.services import lists, players

MOST_LIST = 8 * 1024 * 1024


def entry(one: Entry) -> dict[str, Any]:
    return {
        "id": one.number,
        "name": one.player.name,
        "club": one.player.club or None,
        "rating": one.rating,
        "team": one.team.key if one.team else None,
        "board": one.board,
        "joined": one.joined,
        "left": one.left,
        "absent": sorted(one.absent),
        "byes": [
            {"round": number, "kind": one.asked_for(number)} for number in sorted({*one.half_byes, *one.full_byes})
        ],
        "fixed_table": one.fixed_table,
    }


def loaded_entry(tournament_id: int, number: int) -> Entry:
    found = Entry.objects.select_related("player", "team").filter(tournament=tournament_id, number=number).first()
    if found is None:
        raise Http404(_("There is no player %(number)d.") % {"number": number})
    return found


def named_team(tournament: Tournament, key: str) -> Team:
    """A team by its short name. Raises Refused."""
    team = Team.objects.filter(tournament=tournament, key=key).first()
    if team is None:
        raise Refused(_("There is no team “%(key)s”.") % {"key": key})
    return team


class EntriesAll(OpenReading, TournamentResource, Entries):
    """Who takes part: read by everybody, entered by an organiser."""

    asks = Action.PLAYERS
    parser_classes = Resource.parser_classes

    @operation("entries_list", "List the players at the desk", serializers.PlayersOut, public=True, more=PAGES)
    def get(self, request: Request, slug: str, **arguments: Any) -> Any:
        return super().get(request, slug, **arguments)

    @operation(
        "entries_create",
        "Enter a player",
        serializers.EntryOut,
        status=201,
        takes=serializers.EntryIn,
        sent={"name": "Anna", "club": "Leiden"},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Somebody who is known already (name, club, year of birth) is found again."""
        tournament = self.tournament(request, slug)
        given = serializers.EntryIn(data=request.data)
        given.is_valid(raise_exception=True)
        made = players.enter(tournament.pk, given.validated_data, by=request.user)
        return Response(entry(loaded_entry(tournament.pk, made.number)), status=201)


class EntryOne(TournamentResource, Resource):
    """One player's part."""

    asks = Action.WORK
    asks_to_write = Action.PLAYERS

    @operation("entries_get", "Get the entry of a player", serializers.EntryOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(entry(loaded_entry(self.tournament(request, slug).pk, number)))

    @operation(
        "entries_update",
        "Change the entry of a player",
        serializers.EntryOut,
        takes=serializers.EntryChange,
        sent={"left": 2},
    )
    @idempotent
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """`left` is the last round played: a withdrawal; `absent` the rounds asked off."""
        tournament = self.tournament(request, slug)
        loaded_entry(tournament.pk, number)
        given = serializers.EntryChange(data=request.data)
        given.is_valid(raise_exception=True)
        players.change(tournament.pk, number, given.validated_data, by=request.user)
        return Response(entry(loaded_entry(tournament.pk, number)))

    @operation("entries_delete", "Remove a player before round 1", status=204)
    @idempotent
    def delete(self, request: Request, slug: str, number: int) -> Response:
        tournament = self.tournament(request, slug)
        loaded_entry(tournament.pk, number)
        players.take_out(tournament.pk, number, by=request.user)
        return Response(status=204)


class TeamOne(OpenReading, TournamentResource, TeamPage):
    """A team by its short name: read by everybody, made by an organiser."""

    asks = Action.PLAYERS
    parser_classes = Resource.parser_classes

    @operation("teams_get", "Get a team", standings_serializers.TeamPageOut, public=True)
    def get(self, request: Request, slug: str, **arguments: Any) -> Any:
        return super().get(request, slug, **arguments)

    @operation(
        "teams_put",
        "Create or rename a team",
        serializers.TeamOut,
        takes=serializers.TeamIn,
        sent={"name": "Leiden 1"},
    )
    @idempotent
    def put(self, request: Request, slug: str, key: str) -> Response:
        tournament = self.tournament(request, slug)
        given = serializers.TeamIn(data=request.data)
        given.is_valid(raise_exception=True)
        team = players.save_team(tournament.pk, key, given.validated_data["name"], by=request.user)
        return Response({"id": team.key, "name": team.name})

    @operation("teams_delete", "Delete an empty team", status=204)
    @idempotent
    def delete(self, request: Request, slug: str, key: str) -> Response:
        tournament = self.tournament(request, slug)
        if not Team.objects.filter(tournament=tournament, key=key).exists():
            raise Http404(_("There is no team “%(key)s”.") % {"key": key})
        players.remove_team(tournament.pk, key, by=request.user)
        return Response(status=204)


def _appointment(one: Appointment) -> dict[str, str]:
    return {"username": one.user.username, "name": str(one.user), "role": one.role, "tables": one.tables}


class Appointments(TournamentResource, Resource):
    """Who runs the tournament."""

    asks = Action.EDIT

    @operation("appointments_list", "List the people who are appointed", serializers.AppointmentsOut)
    def get(self, request: Request, slug: str) -> Response:
        found = self.tournament(request, slug).appointments.select_related("user").order_by("user__username")
        return Response({"results": [_appointment(one) for one in found]})


class AppointmentOne(TournamentResource, Resource):
    """Somebody's appointment, by the name he signs in with."""

    asks = Action.EDIT

    @operation(
        "appointments_put",
        "Appoint a person",
        serializers.AppointmentOut,
        takes=serializers.AppointmentIn,
        sent={"role": "arbiter"},
    )
    @idempotent
    def put(self, request: Request, slug: str, username: str) -> Response:
        tournament = self.tournament(request, slug)
        given = serializers.AppointmentIn(data=request.data)
        given.is_valid(raise_exception=True)
        said = given.validated_data
        made = players.appoint(tournament.pk, username, said["role"], by=request.user, tables=said.get("tables", ()))
        return Response(_appointment(made))

    @operation("appointments_delete", "End an appointment", status=204)
    @idempotent
    def delete(self, request: Request, slug: str, username: str) -> Response:
        players.dismiss(self.tournament(request, slug).pk, username, by=request.user)
        return Response(status=204)


def _list(waiting: PlayerImport) -> dict[str, Any]:
    """A list: how far it is, and what it would do where that is known."""
    looked = waiting.state == PlayerImport.State.LOOKED
    if not looked:
        return _said(waiting, waiting.plan["counts"] if waiting.plan else {}, ())
    plan = lists.preview(waiting)
    return _said(waiting, plan.counts, plan.lines)


def _said(waiting: PlayerImport, counts: dict[str, int], lines_: Iterable[Planned]) -> dict[str, Any]:
    return {
        "id": waiting.pk,
        "state": waiting.state,
        "percent": waiting.percent,
        "problem": waiting.problem,
        "counts": counts,
        "lines": [
            {
                "line": one.number,
                "name": one.shows[0],
                "status": one.status,
                "changes": one.changes,
                "problems": one.problems,
            }
            for one in lines_
        ],
    }


class PlayerLists(TournamentResource, Resource):
    """A club's list as CSV: looked at first, then imported."""

    asks = Action.PLAYERS
    parser_classes = ()
    most_body = MOST_LIST

    @operation(
        "player_lists_upload",
        "Upload a list of players",
        serializers.ListOut,
        status=201,
        takes={"text/csv": {"type": "string"}},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """The body is the file. Nothing is imported yet. A long list is read by a worker: look at it until its
        `state` is `looked`."""
        tournament = self.tournament(request, slug)
        waiting = lists.upload("players", tournament.pk, by=request.user, content=request._request.body)
        where = request.build_absolute_uri(reverse("api:player_list", args=[slug, waiting.pk]))
        return Response(_list(waiting), status=201, headers={"Location": where})


class PlayerListOne(TournamentResource, Resource):
    """A list that waits for a yes, or that a worker has."""

    asks = Action.PLAYERS

    def waiting(self, request: Request, slug: str, list_id: int) -> PlayerImport:
        found = PlayerImport.objects.select_related("tournament").filter(
            tournament=self.tournament(request, slug), kind="players", pk=list_id
        )
        if not found:
            raise Http404(_("This list has already been imported, or another one has replaced it."))
        return found[0]

    @operation("player_lists_get", "Get an uploaded list of players and what it would change", serializers.ListOut)
    def get(self, request: Request, slug: str, list_id: int) -> Response:
        return Response(_list(self.waiting(request, slug, list_id)))

    @operation(
        "player_lists_import",
        "Import an uploaded list of players, all of it or nothing",
        serializers.ListOut,
        takes=serializers.Nothing,
        sent={},
    )
    @idempotent
    def post(self, request: Request, slug: str, list_id: int) -> Response:
        """A short list is imported when this is answered (`done`). A long one goes to a worker: look at it until its
        `state` is `done`, or `looked` again where somebody changed something meanwhile."""
        waiting = self.waiting(request, slug, list_id)
        plan = lists.carry_out(waiting.pk, by=request.user)
        if plan is None:
            return Response(_list(self.waiting(request, slug, list_id)))
        done = _said(waiting, plan.counts, plan.lines)
        return Response(done | {"id": None, "state": PlayerImport.DONE, "percent": 100})

    @operation("player_lists_cancel", "Cancel an uploaded list of players", serializers.ListOut, writes=True)
    @idempotent
    def delete(self, request: Request, slug: str, list_id: int) -> Response:
        """Nothing of it is kept. What is done stays done."""
        waiting = self.waiting(request, slug, list_id)
        return Response(_list(lists.cancel(waiting.pk, by=request.user)))
