"""Players, teams, and the people who run the tournament."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.openapi import PAGES, file_of, operation, operations
from tournaments.api.core.preconditions import ConditionalWrite, if_unchanged
from tournaments.api.core.resource import OpenReading, Resource, TournamentResource, checked
from tournaments.api.desk import players_serializers
from tournaments.api.desk.players_answers import (
    AppointmentOut,
    AppointmentsOut,
    EntryOut,
    KnownOut,
    LineOut,
    ListColumnOut,
    ListOut,
    RequestedByeOut,
)
from tournaments.api.public.filters import ENTRY_FILTERS
from tournaments.api.public.players_answers import PlayersOut
from tournaments.api.public.standings import TeamPage
from tournaments.api.public.standings_answers import TeamPageOut
from tournaments.api.public.tournaments import Entries
from tournaments.api.public.tournaments_answers import TeamOut
from tournaments.domain.access import Action
from tournaments.domain.list_plans import ListPlan, Planned
from tournaments.models import Appointment, Entry, PlayerImport, Team, Tournament
from tournaments.sentences import sentence
from tournaments.services import lists, players

MOST_LIST = 8 * 1024 * 1024


def entry(row: Entry) -> EntryOut:
    return EntryOut(
        id=row.number,
        name=row.player.name,
        club=row.player.club or None,
        rating=row.rating,
        team=row.team.key if row.team else None,
        board=row.board,
        joined=row.joined,
        left=row.left,
        absent=sorted(row.absent),
        byes=[
            RequestedByeOut(round=number, kind=row.asked_for(number))
            for number in sorted({*row.half_byes, *row.full_byes})
        ],
        fixed_table=row.fixed_table,
    )


def loaded_entry(tournament_id: int, number: int) -> Entry:
    row = Entry.objects.select_related("player", "team").filter(tournament=tournament_id, number=number).first()
    if row is None:
        raise Http404(_("There is no player %(number)d.") % {"number": number})
    return row


@operations(get=operation("entries_list", "List the players", PlayersOut, public=True, more=[*PAGES, *ENTRY_FILTERS]))
class EntriesAll(OpenReading, TournamentResource, Entries):
    """The players: read by everybody, entered by an organiser."""

    asks = Action.PLAYERS
    parser_classes = Resource.parser_classes

    @operation(
        "entries_create",
        "Enter a player",
        status=201,
        takes=players_serializers.EntryIn,
        sent={"name": "Anna", "club": "Leiden"},
    )
    def post(self, request: Request, slug: str) -> EntryOut:
        """Enter a new person, or one who is known already by name, club and year of birth."""
        tournament = self.tournament(request, slug)
        values = checked(players_serializers.EntryIn, request)
        row = players.enter(tournament.pk, values, by=request.user)
        return entry(loaded_entry(tournament.pk, row.number))


class EntryOne(ConditionalWrite, TournamentResource, Resource):
    """One player's part."""

    asks = Action.WORK
    asks_to_write = Action.PLAYERS
    replaces = players_serializers.EntryChange

    def stored(self, request: Request, **where: Any) -> EntryOut:
        return entry(loaded_entry(self.held(request, where["slug"]).pk, where["number"]))

    @operation("entries_get", "Get the entry of a player", EntryOut, seen=True)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return self.tagged(entry(loaded_entry(self.tournament(request, slug).pk, number)))

    @operation(
        "entries_update",
        "Change the entry of a player",
        takes=players_serializers.EntryChange,
        sent={"left": 2},
        seen=True,
    )
    @if_unchanged
    def patch(self, request: Request, slug: str, number: int) -> EntryOut:
        """Change the members that are sent: `left` is the last round played: a withdrawal; `absent` the rounds to be
        missed."""
        tournament = self.tournament(request, slug)
        loaded_entry(tournament.pk, number)
        values = checked(players_serializers.EntryChange, request)
        players.change(tournament.pk, number, values, by=request.user)
        return entry(loaded_entry(tournament.pk, number))

    @operation("entries_delete", "Remove a player before round 1", status=204)
    def delete(self, request: Request, slug: str, number: int) -> None:
        tournament = self.tournament(request, slug)
        loaded_entry(tournament.pk, number)
        players.take_out(tournament.pk, number, by=request.user)


@operations(get=operation("teams_get", "Get a team", TeamPageOut, public=True))
class TeamOne(OpenReading, TournamentResource, TeamPage):
    """A team by its short name: read by everybody, made by an organiser."""

    asks = Action.PLAYERS
    parser_classes = Resource.parser_classes

    @operation("teams_put", "Create or rename a team", takes=players_serializers.TeamIn, sent={"name": "Leiden 1"})
    def put(self, request: Request, slug: str, key: str) -> TeamOut:
        tournament = self.tournament(request, slug)
        values = checked(players_serializers.TeamIn, request)
        team = players.save_team(tournament.pk, key, values["name"], by=request.user)
        return TeamOut(id=team.key, name=team.name)

    @operation("teams_delete", "Delete an empty team", status=204)
    def delete(self, request: Request, slug: str, key: str) -> None:
        tournament = self.tournament(request, slug)
        if not Team.objects.filter(tournament=tournament, key=key).exists():
            raise Http404(_("There is no team “%(key)s”.") % {"key": key})
        players.remove_team(tournament.pk, key, by=request.user)


def _appointment(appointment: Appointment) -> AppointmentOut:
    return AppointmentOut(
        username=appointment.user.username, name=str(appointment.user), role=appointment.role, tables=appointment.tables
    )


class Appointments(TournamentResource, Resource):
    """The people who run the tournament."""

    asks = Action.EDIT

    @operation("appointments_list", "List the people who are appointed")
    def get(self, request: Request, slug: str) -> AppointmentsOut:
        with_account = self.tournament(request, slug).appointments.filter(user__is_temporary=False)
        rows = with_account.select_related("user").order_by("user__username")
        return AppointmentsOut(results=[_appointment(appointment) for appointment in rows])


class AppointmentOne(ConditionalWrite, TournamentResource, Resource):
    """A person's appointment, by the name with which they sign in."""

    asks = Action.EDIT
    replaces = players_serializers.AppointmentIn

    def stored(self, request: Request, **where: Any) -> AppointmentOut | None:
        return self._of(self.held(request, where["slug"]), where["username"])

    @operation("appointments_get", "Get a person's appointment", AppointmentOut, seen=True)
    def get(self, request: Request, slug: str, username: str) -> Response:
        appointed = self._of(self.tournament(request, slug), username)
        if appointed is None:
            raise Http404(_("Nobody of this name is appointed."))
        return self.tagged(appointed)

    def _of(self, tournament: Tournament, username: str) -> AppointmentOut | None:
        with_account = tournament.appointments.filter(user__is_temporary=False, user__username=username)
        appointment = with_account.select_related("user").first()
        return None if appointment is None else _appointment(appointment)

    @operation(
        "appointments_put",
        "Appoint a person",
        takes=players_serializers.AppointmentIn,
        sent={"role": "arbiter"},
        seen=True,
    )
    @if_unchanged
    def put(self, request: Request, slug: str, username: str) -> AppointmentOut:
        tournament = self.tournament(request, slug)
        values = checked(players_serializers.AppointmentIn, request)
        appointment = players.appoint(
            tournament.pk, username, values["role"], by=request.user, tables=values.get("tables", ())
        )
        return _appointment(appointment)

    @operation("appointments_delete", "End an appointment", status=204)
    def delete(self, request: Request, slug: str, username: str) -> None:
        players.dismiss(self.tournament(request, slug).pk, username, by=request.user)


def _list(waiting: PlayerImport) -> ListOut:
    """Write a list: how far it is, and what it would do where that is known."""
    if waiting.state == PlayerImport.State.LOOKED:
        return _planned(waiting, lists.preview(waiting))
    return _told(waiting, waiting.plan["counts"] if waiting.plan else {}, ())


def _planned(waiting: PlayerImport, plan: ListPlan) -> ListOut:
    layout = plan.layout
    return replace(
        _told(waiting, plan.counts, plan.lines),
        stamp=plan.stamp,
        remarks=layout.get("remarks", []),
        sheets=[name for name, _hidden, _lines in layout.get("sheets", ())],
        sheet=layout.get("sheet", ""),
        heading=layout.get("heading", 0),
        columns=[
            ListColumnOut(heading=heading, meaning=role)
            for heading, role in zip(layout.get("headings", ()), layout.get("roles", ()), strict=False)
        ],
    )


def _told(waiting: PlayerImport, counts: dict[str, int], lines_: Iterable[Planned]) -> ListOut:
    return ListOut(
        id=waiting.pk,
        state=waiting.state,
        percent=waiting.percent,
        problem=sentence(waiting.problem),
        counts=counts,
        lines=[
            LineOut(
                line=line.number,
                name=str(line.shows[0] or ""),
                status=line.status,
                changes=line.changes,
                problems=line.problems,
                remarks=line.remarks,
                who=line.known,
                people=[KnownOut(id=key, name=who) for key, who in line.people],
            )
            for line in lines_
        ],
        stamp="",
        remarks=[],
        sheets=[],
        sheet="",
        heading=0,
        columns=[],
    )


class PlayerLists(TournamentResource, Resource):
    """A club's list as it is: looked at first, then imported."""

    asks = Action.PLAYERS
    parser_classes = ()
    most_body = MOST_LIST

    @operation("player_lists_upload", "Upload a list of players", ListOut, status=201, takes=file_of("text/csv"))
    def post(self, request: Request, slug: str) -> Response:
        """Send the file as it is: XLSX, ODS, XLS, CSV, or the text of a mail. Nothing is imported yet. A
        long list is read by a worker: look at it until its `state` is `looked`."""
        tournament = self.tournament(request, slug)
        waiting = lists.upload("players", tournament.pk, by=request.user, content=request._request.body)
        where = request.build_absolute_uri(reverse("api:player_list", args=[slug, waiting.pk]))
        return Response(_list(waiting), status=201, headers={"Location": where})


class PlayerListOne(TournamentResource, Resource):
    """A list that waits for a yes, or that a worker has."""

    asks = Action.PLAYERS

    def waiting(self, request: Request, slug: str, list_id: int) -> PlayerImport:
        lists_ = PlayerImport.objects.select_related("tournament").filter(
            tournament=self.tournament(request, slug), kind="players", pk=list_id
        )
        if not lists_:
            raise Http404(_("This list has already been imported, or another one has replaced it."))
        return lists_[0]

    @operation("player_lists_get", "Get an uploaded list of players and what it would change")
    def get(self, request: Request, slug: str, list_id: int) -> ListOut:
        return _list(self.waiting(request, slug, list_id))

    @operation(
        "player_lists_choose",
        "Assign columns of an uploaded list, leave lines out, correct cells",
        takes=players_serializers.ListChoicesIn,
        sent={"columns": {"Naam": "name"}, "skip": [3]},
    )
    def patch(self, request: Request, slug: str, list_id: int) -> ListOut:
        """Change what is named; another `sheet` or `heading` makes everything else as it was at first. A
        long list is read again by a worker."""
        values = checked(players_serializers.ListChoicesIn, request)
        waiting = lists.chosen(self.waiting(request, slug, list_id), **values, by=request.user)
        return _list(self.waiting(request, slug, waiting.pk))

    @operation(
        "player_lists_import",
        "Import an uploaded list of players",
        takes=players_serializers.ListImportIn,
        sent={"rest": True},
    )
    def post(self, request: Request, slug: str, list_id: int) -> ListOut:
        """Import all of it or nothing; with `rest`, the lines that are not refused. A short list is imported when this
        is answered (`done`). A long one goes to a worker: look at it until its `state` is `done`, or `looked` again
        where somebody changed something meanwhile."""
        waiting = self.waiting(request, slug, list_id)
        values = checked(players_serializers.ListImportIn, request)
        plan = lists.carry_out(waiting.pk, by=request.user, seen=values.get("stamp"), rest=values["rest"])
        if plan is None:
            return _list(self.waiting(request, slug, list_id))
        done = _planned(waiting, plan)
        return replace(done, id=None, state=PlayerImport.DONE, percent=100)

    @operation("player_lists_cancel", "Cancel an uploaded list of players", writes=True)
    def delete(self, request: Request, slug: str, list_id: int) -> ListOut:
        """Keep nothing of it. An import that is over stays as it is."""
        waiting = self.waiting(request, slug, list_id)
        return _list(lists.cancel(waiting.pk, by=request.user))
