"""Players in the course of an event: away for a round, gone, back; at which table; who they are, and forgotten."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.sessions import FINISHING, is_fresh
from tournaments.api.core import serializers
from tournaments.api.core.idempotency import idempotent
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, TournamentResource, by_version
from tournaments.api.desk import players_serializers
from tournaments.api.desk.players import entry, loaded_entry, named_team
from tournaments.domain import register
from tournaments.domain.access import Action
from tournaments.models import Entry
from tournaments.services import attendance, byes, erasure, profile

PERSON = {
    "name": "Anna",
    "club": "Leiden",
    "rating": 1640,
    "birth_year": None,
    "team": None,
    "board": None,
    "name_shown": "",
}


class EntryLife(TournamentResource, Resource):
    """What becomes of a player."""

    asks = Action.PAIR

    @operation(
        "entries_set_attendance",
        "Mark a player absent, present, withdrawn or back",
        serializers.EntryOut,
        takes=players_serializers.LifeIn,
        sent={"do": "absent", "round": 2},
    )
    @idempotent
    def post(self, request: Request, slug: str, number: int) -> Response:
        """`absent` or `present` in a round; `withdraw` for good, `back` again; `seat`: a
        latecomer comes into the round that is paired, at a `table` with a free seat (its review names those), or
        without it with a bye until the review gives them a place. A bye of another `kind` than `zero` is
        asked for before the round is paired, in a system that makes a round of whoever is there; how often, and how
        late, the settings say.

        Has he a seat at a table without a result, the answer is 409 (`seat_undecided`) with what it costs to
        leave it `free`, until `seat` says so, or `keep` for a forfeit."""
        tournament = self.tournament(request, slug)
        one = loaded_entry(tournament.pk, number)
        given = players_serializers.LifeIn(data=request.data)
        given.is_valid(raise_exception=True)
        said, by = given.validated_data, request.user
        seat = said.get("seat", "")
        match said["do"]:
            case "absent":
                byes.ask(one.pk, said["round"], said.get("kind", byes.ZERO), by=by, seat=seat)
            case "present":
                attendance.present(one.pk, said["round"], by=by)
            case "withdraw":
                attendance.withdraw(one.pk, by=by, seat=seat)
            case "back":
                attendance.bring_back(one.pk, by=by)
            case _ if "table" in said:
                attendance.sit_down(one.pk, said["table"], by=by)
            case _:
                attendance.seat_now(one.pk, by=by)
        return Response(entry(loaded_entry(tournament.pk, number)))


class FixedTable(TournamentResource, Resource):
    """The table at which a player always sits."""

    asks = Action.PAIR

    @operation(
        "entries_set_fixed_table",
        "Give a player a fixed table",
        serializers.EntryOut,
        takes=players_serializers.FixedTableIn,
        sent={"table": 3},
    )
    @idempotent
    def put(self, request: Request, slug: str, number: int) -> Response:
        """From the next pairing on; null: no longer."""
        tournament = self.tournament(request, slug)
        one = loaded_entry(tournament.pk, number)
        given = players_serializers.FixedTableIn(data=request.data)
        given.is_valid(raise_exception=True)
        attendance.fix_table(one.pk, given.validated_data["table"], by=request.user)
        return Response(entry(loaded_entry(tournament.pk, number)))


def _person(one: Entry, by: Any) -> dict[str, Any]:
    person = one.player
    known = register.knows(by, person)
    return {
        "name": person.name,
        "club": person.club or None,
        "rating": one.rating,
        "birth_year": person.birth_year if known else None,
        "team": one.team.key if one.team else None,
        "board": one.board,
        "name_shown": person.name_shown if known else "",
    }


class Person(TournamentResource, Resource):
    """Who a player is: what all his tournaments know of him."""

    asks = Action.PLAYERS

    @operation("entries_get_person", "Get the personal data of a player", players_serializers.PersonOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """`birth_year` is null, and `name_shown` empty, where the person belongs to another tournament."""
        tournament = self.tournament(request, slug)
        one = loaded_entry(tournament.pk, number)
        return by_version(request, tournament, lambda: _person(one, request.user))

    @operation(
        "entries_update_person",
        "Change the personal data of a player",
        players_serializers.PersonOut,
        takes=players_serializers.PersonChange,
        sent={"club": "Leiden"},
        answered=PERSON,
    )
    @idempotent
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """What is left out stays. Every tournament that the person is in shows it. Team and board are of this one, and
        fixed once round 1 is paired. Of somebody who belongs to another tournament, or plays there too, only the
        rating changes, and counts in this one alone; anything else is 403: an organiser of the installation does it.

        `name_shown` is what the public pages say: empty as usual (minors by first name and initial), `full`,
        `initial` or `number`."""
        tournament = self.tournament(request, slug)
        one = loaded_entry(tournament.pk, number)
        given = players_serializers.PersonChange(data=request.data)
        given.is_valid(raise_exception=True)
        said = dict(given.validated_data)
        if said.get("team"):
            said["team"] = named_team(tournament, said["team"])
        elif "team" in said:
            said["team"] = None
        profile.edit(one.pk, by=request.user, **said)
        return Response(_person(loaded_entry(tournament.pk, number), request.user))


class Erasure(TournamentResource, Resource):
    """Delete-my-data: the person goes, what happened at the tables stays."""

    @operation("entries_preview_erasure", "Preview the erasure of a person's data", players_serializers.TracesOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """In all his tournaments. For organisers of the installation. `reasons`: corrections whose reason names
        him, which stay as they are."""
        one = self.one(request, slug, number)
        found = erasure.traces(one.player)
        return Response(
            {
                "name": one.player.name,
                "entries": found.entries,
                "tables": found.tables,
                "records": found.records,
                "reasons": erasure.reasons_naming(one.player.name),
            }
        )

    @operation(
        "entries_erase_person",
        "Erase a person's data",
        players_serializers.PersonOut,
        takes=players_serializers.EraseIn,
        sent={"typed": "Anna"},
        answered=PERSON | {"name": "Player 17", "club": None, "rating": None},
    )
    @idempotent
    def post(self, request: Request, slug: str, number: int) -> Response:
        """It cannot be taken back, so `typed` is the name as it stands. His results stay with a name that says
        nothing. From a signed-in page, only with the password just given."""
        one = self.one(request, slug, number)
        if request.auth is None and not is_fresh(request.session, within=FINISHING):
            raise PermissionDenied(_("Log in again first: this needs your password."))
        given = players_serializers.EraseIn(data=request.data)
        given.is_valid(raise_exception=True)
        erasure.erase(one.player_id, by=request.user, typed=given.validated_data["typed"])
        return Response(_person(loaded_entry(one.tournament_id, number), request.user))

    def one(self, request: Request, slug: str, number: int) -> Entry:
        tournament = self.tournament(request, slug)
        erasure.require_eraser(request.user)
        return loaded_entry(tournament.pk, number)
