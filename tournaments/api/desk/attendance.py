"""Players in the course of an event: away for a round, gone, back; their table, their data, what is proposed of these,
and their erasure."""

from __future__ import annotations

from typing import Annotated, Any

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.sessions import FINISHING, is_fresh
from tournaments.api.core.answers import Answer, Filled, Part, Source
from tournaments.api.core.enums import ProposalState, sent
from tournaments.api.core.fields import MOST_ROUND, SMALL, Flag, Strict, Text, Whole, table_number
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, TournamentResource, checked
from tournaments.api.core.writing import ConditionalWrite, if_unchanged
from tournaments.api.desk.players import EntryChange, EntryOut, entry, loaded_entry
from tournaments.domain import register
from tournaments.domain.access import Action, may
from tournaments.models import Entry, NameShown, Proposal
from tournaments.selectors.people import people as selectors
from tournaments.services.entries import attendance, byes
from tournaments.services.entries.players import named_team
from tournaments.services.people import erasure, profile


class LifeIn(Strict, s.Serializer):
    do = s.ChoiceField(sent("AttendanceActionEnum", ["absent", "present", "withdraw", "back", "seat"]))
    round = Whole(
        required=False, min_value=1, max_value=MOST_ROUND, help_text="With `absent` and `present`: which one."
    )
    kind = s.ChoiceField(
        sent("AbsenceByeEnum", ["zero", "half", "full"]),
        required=False,
        help_text="With `absent`: the points of the bye; else `zero`.",
    )
    seat = s.ChoiceField(
        sent("SeatFateEnum", ["free", "keep"]), required=False, help_text="What becomes of a seat without a result."
    )
    table = Whole(required=False, min_value=1, max_value=SMALL, help_text="With `seat`: a table with a free seat.")

    def validate(self, attrs: Any) -> Any:
        if attrs["do"] in ("absent", "present") and "round" not in attrs:
            raise s.ValidationError({"round": [_("Give the round.")]})
        if attrs["do"] != "absent" and "kind" in attrs:
            raise s.ValidationError({"kind": [_("Only an absent player can have a bye.")]})
        if attrs["do"] != "seat" and "table" in attrs:
            raise s.ValidationError({"table": [_("Give a table only together with `seat`.")]})
        return attrs


class FixedTableIn(Strict, s.Serializer):
    table = table_number(allow_null=True)


class PersonChange(Strict, s.Serializer):
    name = Text(required=False)
    club = Text(required=False, allow_blank=True)
    rating = Whole(required=False, min_value=0, max_value=4000, allow_null=True)
    birth_year = Whole(required=False, min_value=1900, max_value=2100, allow_null=True)
    team = Text(required=False, max_length=20, allow_null=True)
    board = Whole(required=False, min_value=1, max_value=100, allow_null=True)
    marks = Text(
        required=False, allow_blank=True, help_text="Words for lists of prizes here, with commas between them."
    )
    name_shown = s.ChoiceField(
        ["", *NameShown.values], required=False, help_text="On public pages; organisers of the installation change it."
    )


class EraseIn(Strict, s.Serializer):
    typed = Text(max_length=200, help_text="The name, exactly as it stands.")


class PersonOut(Answer):
    name: Annotated[str, Source("player.name")]
    club: Annotated[Filled, Source("player.club")]
    rating: int | None
    birth_year: int | None
    team: Annotated[str | None, Source("team.key")]
    board: int | None
    marks: str
    name_shown: Annotated[str, Part({"enum": ["", *NameShown.values]})]


class TracesOut(Answer):
    name: str
    entries: int
    tables: int
    records: int
    reasons: int


PERSON = {
    "name": "Anna",
    "club": "Leiden",
    "rating": 1640,
    "birth_year": None,
    "team": None,
    "board": None,
    "marks": "",
    "name_shown": "",
}


class EntryLife(TournamentResource, Resource):
    """A player away, here again, gone or back."""

    asks = Action.PAIR

    @operation(
        "entries_set_attendance",
        "Mark a player absent, present, withdrawn or back",
        takes=LifeIn,
        sent={"do": "absent", "round": 2},
    )
    def post(self, request: Request, slug: str, number: int) -> EntryOut:
        """Mark a player `absent` or `present` in a round; `withdraw` them for good, or bring them `back`; `seat` a
        latecomer in the round that is paired, at a `table` with a free seat (its review names those), or without it
        with a bye until the review gives them a place. A bye of another `kind` than `zero` is asked for before the
        round is paired, in a system that makes a round of whoever is there; how often, and how late, the settings say.

        If the player has a seat at a table without a result, the answer is 409 (`seat_undecided`) with what it costs to
        leave it `free`, until `seat` says so, or `keep` for a forfeit."""
        tournament = self.tournament(request, slug)
        entry_ = loaded_entry(tournament.pk, number)
        values, by = checked(LifeIn, request), request.user
        seat = values.get("seat", "")
        match values["do"]:
            case "absent":
                byes.ask(entry_.pk, values["round"], values.get("kind", byes.ZERO), by=by, seat=seat)
            case "present":
                attendance.present(entry_.pk, values["round"], by=by)
            case "withdraw":
                attendance.withdraw(entry_.pk, by=by, seat=seat)
            case "back":
                attendance.bring_back(entry_.pk, by=by)
            case _ if "table" in values:
                attendance.sit_down(entry_.pk, values["table"], by=by)
            case _:
                attendance.seat_now(entry_.pk, by=by)
        return entry(loaded_entry(tournament.pk, number))


class FixedTable(ConditionalWrite, TournamentResource, Resource):
    """The table at which a player always sits."""

    asks = Action.PAIR
    replaces = EntryChange

    def stored(self, request: Request, **where: Any) -> EntryOut:
        return entry(loaded_entry(self.held(request, where["slug"]).pk, where["number"]))

    @operation(
        "entries_set_fixed_table", "Give a player a fixed table", takes=FixedTableIn, sent={"table": 3}, seen=True
    )
    @if_unchanged
    def put(self, request: Request, slug: str, number: int) -> EntryOut:
        """Seat the player there from the next pairing on; null: no longer."""
        tournament = self.tournament(request, slug)
        entry_ = loaded_entry(tournament.pk, number)
        values = checked(FixedTableIn, request)
        attendance.fix_table(entry_.pk, values["table"], by=request.user)
        return entry(loaded_entry(tournament.pk, number))


def _person(entry_: Entry, by: Any) -> PersonOut:
    person = entry_.player
    known = register.knows(by, person)
    return PersonOut.of(
        entry_, birth_year=person.birth_year if known else None, name_shown=person.name_shown if known else ""
    )


class Person(ConditionalWrite, TournamentResource, Resource):
    """A person: what all their tournaments know of them."""

    asks = Action.PLAYERS
    replaces = PersonChange

    @operation("entries_get_person", "Get the personal data of a player", PersonOut, seen=True)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return name, club, rating, year of birth, team and board. `birth_year` is null, and `name_shown` empty, where
        the person belongs to another tournament."""
        tournament = self.tournament(request, slug)
        entry_ = loaded_entry(tournament.pk, number)
        return self.tagged(_person(entry_, request.user))

    @operation(
        "entries_update_person",
        "Change the personal data of a player",
        PersonOut,
        takes=PersonChange,
        sent={"club": "Leiden"},
        answered=PERSON,
        seen=True,
    )
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Leave out a member to keep it as it is. Every tournament that the person is in shows the change. Team and
        board are of this one, and fixed once round 1 is paired. Of somebody who belongs to another tournament, or plays
        there too, only the rating changes, and counts in this one alone; anything else is 403: an organiser of the
        installation does it.

        `name_shown` is what the public pages say: empty as usual (minors by first name and initial), `full`,
        `initial` or `number`."""
        tournament = self.tournament(request, slug)
        entry_ = loaded_entry(tournament.pk, number)
        values = checked(PersonChange, request)
        if values.get("team"):
            values["team"] = named_team(tournament, values["team"])
        elif "team" in values:
            values["team"] = None

        def check(now: Entry) -> None:
            self.require_seen(request, _person(now, request.user))

        # no transaction around it: it takes every tournament that the person is in, one after the other
        profile.edit(entry_.pk, by=request.user, check=check, **values)
        return self.tagged(_person(loaded_entry(tournament.pk, number), request.user))


class Erasure(TournamentResource, Resource):
    """Delete-my-data: the person goes, what happened at the tables stays."""

    @operation("entries_preview_erasure", "Preview the erasure of a person's data")
    def get(self, request: Request, slug: str, number: int) -> TracesOut:
        """Count what would be erased in all their tournaments. For organisers of the installation. `reasons`:
        corrections whose reason names the person, which stay as they are."""
        entry_ = self.erasable(request, slug, number)
        player = entry_.player
        return TracesOut.of(erasure.traces(player), name=player.name, reasons=erasure.reasons_naming(player))

    @operation(
        "entries_erase_person",
        "Erase a person's data",
        takes=EraseIn,
        sent={"typed": "Anna"},
        answered=PERSON | {"name": "Player 17", "club": None, "rating": None},
    )
    def post(self, request: Request, slug: str, number: int) -> PersonOut:
        """Send the name as it stands in `typed`, because erasing cannot be taken back. The results stay with a name
        that says nothing. From a signed-in page, only with the password just given."""
        entry_ = self.erasable(request, slug, number)
        if request.auth is None and not is_fresh(request.session, within=FINISHING):
            raise PermissionDenied(_("Log in again first: this needs your password."))
        values = checked(EraseIn, request)
        erasure.erase(entry_.player_id, by=request.user, typed=values["typed"])
        return _person(loaded_entry(entry_.tournament_id, number), request.user)

    def erasable(self, request: Request, slug: str, number: int) -> Entry:
        tournament = self.tournament(request, slug)
        erasure.require_eraser(request.user)
        return loaded_entry(tournament.pk, number)


class ProposalIn(Strict, s.Serializer):
    name = Text(required=False)
    club = Text(required=False, allow_blank=True)
    birth_year = Whole(required=False, min_value=1900, max_value=2100)


class ProposalDecisionIn(Strict, s.Serializer):
    accept = Flag()
    seen = Text(max_length=40, help_text="The proposal's `seen`: in which state it and the person were read.")


class ProposedOut(Answer):
    name: str | None
    club: str | None
    birth_year: int | None


class ProposalOut(Answer):
    id: int
    player: Annotated[str, Source("player.name")]
    tournament: str | None
    proposed: ProposedOut
    state: ProposalState
    by: str
    at: str
    decided_by: str | None
    decided_at: str | None
    seen: str | None


class ProposalsOut(Answer):
    results: list[ProposalOut]


class ProposalNew(TournamentResource, Resource):
    """Another name, club or year of birth of a person whom others keep."""

    asks = Action.PLAYERS

    @operation(
        "proposals_create", "Propose a change of a person", status=201, takes=ProposalIn, sent={"club": "Leiden"}
    )
    def post(self, request: Request, slug: str, number: int) -> ProposalOut:
        """Propose what `entries_update_person` refuses because the person belongs to another tournament. Whoever keeps
        them accepts or declines it. A further proposal of the same person takes the place of the open one."""
        entry = loaded_entry(self.tournament(request, slug).pk, number)
        values = checked(ProposalIn, request)
        row = profile.propose(entry.pk, by=request.user, **values)
        return _out(row, request.user)


class Proposals(Resource):
    """The proposed changes that concern who asks."""

    @operation("proposals_list", "List the proposed changes of people")
    def get(self, request: Request) -> ProposalsOut:
        """Return those for you to decide, the oldest first, then your own, the newest first; at most 50 of each."""
        waiting = selectors.to_decide(request.user)[: selectors.MOST_SHOWN]
        mine = selectors.proposed(request.user).select_related("by")[: selectors.MOST_SHOWN]
        rows = {row.pk: row for row in (*waiting, *mine)}
        return ProposalsOut(results=[_out(row, request.user) for row in rows.values()])


class ProposalDecision(Resource):
    """A decision on a proposed change."""

    @operation(
        "proposals_decide",
        "Accept or decline a proposed change",
        takes=ProposalDecisionIn,
        sent={"accept": True, "seen": "0011223344556677"},
    )
    def put(self, request: Request, proposal_id: int) -> ProposalOut:
        """Accept it, which changes the person in every tournament, or decline it. For whoever keeps the person: the
        tournament that entered them first, and organisers of the installation. `state` is `lapsed`, and nothing has
        changed, where whoever proposed it no longer works with players there, or the person is not entered there."""
        row = get_object_or_404(selectors.readable(request.user), pk=proposal_id)
        values = checked(ProposalDecisionIn, request)
        row = profile.decide(row.pk, by=request.user, accept=values["accept"], seen=values["seen"])
        return _out(row, request.user)


def _out(row: Proposal, reader: Any) -> ProposalOut:
    decides = row.state == Proposal.State.OPEN and register.keeps(reader, row.player)
    return ProposalOut.of(
        row,
        tournament=row.tournament.slug if may(reader, Action.VIEW, row.tournament) else None,
        proposed=ProposedOut.of(row),
        seen=row.seen if decides else None,
    )
