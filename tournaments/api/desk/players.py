"""Entries, teams, and the people who run the tournament."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.answers import Answer, Filled, Source
from tournaments.api.core.enums import RequestedBye, Role
from tournaments.api.core.fields import SMALL, Strict, Text, Whole
from tournaments.api.core.openapi import PAGES, operation, reads
from tournaments.api.core.resource import OpenReading, Resource, TournamentResource, checked, found
from tournaments.api.core.writing import ConditionalWrite, if_unchanged
from tournaments.api.public.filters import ENTRY_FILTERS
from tournaments.api.public.teams import TeamPage, TeamPageOut
from tournaments.api.public.tournaments import NAME_HERE, Entries, PlayerOut, PlayersOut, TeamOut
from tournaments.domain.access import Action
from tournaments.models import Appointment, Entry, Team, Tournament
from tournaments.services.entries import players


class EntryIn(Strict, s.Serializer):
    name = Text()
    rating = Whole(required=False, min_value=1, max_value=4000, allow_null=True)
    club = Text(required=False, allow_blank=True)
    birth_year = Whole(required=False, min_value=1900, max_value=2100, allow_null=True)
    team = Text(required=False, max_length=20, allow_null=True)
    board = Whole(required=False, min_value=1, max_value=SMALL, allow_null=True)
    fixed_table = Whole(required=False, min_value=1, max_value=SMALL, allow_null=True)


class EntryChange(Strict, s.Serializer):
    joined = Whole(required=False, min_value=1, max_value=2000)
    left = Whole(required=False, min_value=0, max_value=2000, allow_null=True)
    absent = s.ListField(child=Whole(min_value=1, max_value=2000), required=False, max_length=400)
    team = Text(required=False, max_length=20, allow_null=True)
    board = Whole(required=False, min_value=1, max_value=SMALL, allow_null=True)
    fixed_table = Whole(required=False, min_value=1, max_value=SMALL, allow_null=True)


class TeamIn(Strict, s.Serializer):
    name = Text()


class AppointmentIn(Strict, s.Serializer):
    role = s.ChoiceField(Appointment.Role.values)
    tables = s.ListField(
        child=Whole(min_value=1, max_value=SMALL),
        required=False,
        max_length=500,
        help_text="Of a table judge: the numbers of their tables.",
    )


class RequestedByeOut(Answer):
    round: int
    kind: RequestedBye


class EntryOut(PlayerOut):
    name: Annotated[str, Source("player.name")]
    display_name: Annotated[str, NAME_HERE]
    club: Annotated[Filled, Source("player.club")]
    team: Annotated[str | None, Source("team.key")]
    rating: int | None
    board: int | None
    absent: list[int]
    byes: Annotated[list[RequestedByeOut], "Of the rounds in `absent` those that bring points."]
    fixed_table: int | None


class AppointmentOut(Answer):
    username: Annotated[str, Source("user.username")]
    name: Annotated[str, Source("user")]
    role: Role
    tables: list[int]


class AppointmentsOut(Answer):
    results: list[AppointmentOut]


def entry(row: Entry) -> EntryOut:
    rounds = sorted({*row.half_byes, *row.full_byes})
    byes = [RequestedByeOut(round=number, kind=row.asked_for(number)) for number in rounds]
    return EntryOut.of(row, absent=sorted(row.absent), byes=byes)


def loaded_entry(tournament_id: int, number: int) -> Entry:
    return found(
        Entry.objects.select_related("player", "team", "tournament").filter(tournament=tournament_id, number=number),
        _("There is no player %(number)d.") % {"number": number},
    )


@reads("entries_list", "List the players", PlayersOut, more=[*PAGES, *ENTRY_FILTERS])
class EntriesAll(OpenReading, TournamentResource, Entries):
    """The players: read by everybody, entered by an organiser."""

    asks = Action.PLAYERS
    parser_classes = Resource.parser_classes

    @operation("entries_create", "Enter a player", status=201, takes=EntryIn, sent={"name": "Anna", "club": "Leiden"})
    def post(self, request: Request, slug: str) -> EntryOut:
        """Enter a new person, or one who is known already by name, club and year of birth."""
        tournament = self.tournament(request, slug)
        values = checked(EntryIn, request)
        row = players.enter(tournament.pk, values, by=request.user)
        return entry(loaded_entry(tournament.pk, row.number))


class EntryOne(ConditionalWrite, TournamentResource, Resource):
    """One player's part."""

    asks = Action.WORK
    asks_to_write = Action.PLAYERS
    replaces = EntryChange

    def stored(self, request: Request, **where: Any) -> EntryOut:
        return entry(loaded_entry(self.held(request, where["slug"]).pk, where["number"]))

    @operation("entries_get", "Get the entry of a player", EntryOut, seen=True)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return self.tagged(entry(loaded_entry(self.tournament(request, slug).pk, number)))

    @operation("entries_update", "Change the entry of a player", takes=EntryChange, sent={"left": 2}, seen=True)
    @if_unchanged
    def patch(self, request: Request, slug: str, number: int) -> EntryOut:
        """Change the members that are sent: `left` is the last round played: a withdrawal; `absent` the rounds to be
        missed."""
        tournament = self.tournament(request, slug)
        loaded_entry(tournament.pk, number)
        values = checked(EntryChange, request)
        players.change(tournament.pk, number, values, by=request.user)
        return entry(loaded_entry(tournament.pk, number))

    @operation("entries_delete", "Remove a player before round 1", status=204)
    def delete(self, request: Request, slug: str, number: int) -> None:
        tournament = self.tournament(request, slug)
        loaded_entry(tournament.pk, number)
        players.take_out(tournament.pk, number, by=request.user)


@reads("teams_get", "Get a team", TeamPageOut)
class TeamOne(OpenReading, TournamentResource, TeamPage):
    """A team by its short name: read by everybody, made by an organiser."""

    asks = Action.PLAYERS
    parser_classes = Resource.parser_classes

    @operation("teams_put", "Create or rename a team", takes=TeamIn, sent={"name": "Leiden 1"})
    def put(self, request: Request, slug: str, key: str) -> TeamOut:
        tournament = self.tournament(request, slug)
        values = checked(TeamIn, request)
        team = players.save_team(tournament.pk, key, values["name"], by=request.user)
        return TeamOut(id=team.key, name=team.name)

    @operation("teams_delete", "Delete an empty team", status=204)
    def delete(self, request: Request, slug: str, key: str) -> None:
        tournament = self.tournament(request, slug)
        if not Team.objects.filter(tournament=tournament, key=key).exists():
            raise Http404(_("There is no team “%(key)s”.") % {"key": key})
        players.remove_team(tournament.pk, key, by=request.user)


class Appointments(TournamentResource, Resource):
    """The people who run the tournament."""

    asks = Action.EDIT

    @operation("appointments_list", "List the people who are appointed")
    def get(self, request: Request, slug: str) -> AppointmentsOut:
        with_account = self.tournament(request, slug).appointments.filter(user__is_temporary=False)
        rows = with_account.select_related("user").order_by("user__username")
        return AppointmentsOut(results=[AppointmentOut.of(appointment) for appointment in rows])


class AppointmentOne(ConditionalWrite, TournamentResource, Resource):
    """A person's appointment, by the name with which they sign in."""

    asks = Action.EDIT
    replaces = AppointmentIn

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
        return None if appointment is None else AppointmentOut.of(appointment)

    @operation("appointments_put", "Appoint a person", takes=AppointmentIn, sent={"role": "arbiter"}, seen=True)
    @if_unchanged
    def put(self, request: Request, slug: str, username: str) -> AppointmentOut:
        tournament = self.tournament(request, slug)
        values = checked(AppointmentIn, request)
        appointment = players.appoint(
            tournament.pk, username, values["role"], by=request.user, tables=values.get("tables", ())
        )
        return AppointmentOut.of(appointment)

    @operation("appointments_delete", "End an appointment", status=204)
    def delete(self, request: Request, slug: str, username: str) -> None:
        players.dismiss(self.tournament(request, slug).pk, username, by=request.user)
