"""The desk for programs: rounds taken a step on, results, game records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.answers import members
from tournaments.api.core.openapi import operation, operations
from tournaments.api.core.problem_answers import NoticeOut, ResultOut
from tournaments.api.core.problems import written
from tournaments.api.core.resource import Resource, TournamentResource, by_cursor, checked
from tournaments.api.core.serializers import Nothing
from tournaments.api.desk import rounds_serializers
from tournaments.api.desk.rounds_answers import (
    AwayOut,
    DeskOut,
    DeskRoundOut,
    DeskTableOut,
    PresenceOut,
    RecordOut,
    RecordsOut,
    RecordTextOut,
    RoundHead,
    StepOut,
)
from tournaments.api.public.tournaments_answers import ByeOut
from tournaments.domain.access import Action, actions, own_tables, require
from tournaments.domain.errors import Refused
from tournaments.domain.ledger import from_columns
from tournaments.models import Entry, GameRecord, Result, Round, Table, Tournament
from tournaments.selectors import desk as selectors
from tournaments.selectors.presence import away, players_of_round, round_to_pair
from tournaments.sentences import sentence
from tournaments.services import game_records, results, rounds

RESULT = {"points": ["8", "4", "2", "0"], "expected": 0}


def desk_document(tournament: Tournament, shown: selectors.Desk, user: Any) -> DeskOut:
    """Write the desk: everything, drafts too, with the versions of the results."""
    return DeskOut(
        state=tournament.state,
        version=tournament.version,
        players=shown.players,
        rounds=[RoundHead(number=r.number, state=r.state, problem=sentence(r.problem)) for r in shown.rounds],
        round=_round(shown) if shown.round else None,
        step=None
        if shown.step is None
        else StepOut(
            action=shown.step.action,
            label=str(shown.step.label),
            explanation=str(shown.step.explanation),
        ),
        may=sorted(action.name.lower() for action in actions(user, tournament)),
    )


def _round(shown: selectors.Desk) -> DeskRoundOut:
    round_ = shown.round
    assert round_ is not None
    return DeskRoundOut(
        number=round_.number,
        state=round_.state,
        problem=sentence(round_.problem, shown.names),
        quality=round_.quality,
        notes=[sentence(note, shown.names) for note in round_.notes],
        notices=[NoticeOut(**note.document()) for note in round_.notes],
        tables=[
            DeskTableOut(
                number=table.row.number,
                reason=sentence(table.row.reason, shown.names),
                seats=[seat.entry.number for seat in table.seats],
                result=written(table.result) if table.result else None,
                confirmed=table.confirmed,
                records=table.records,
            )
            for table in shown.tables
        ],
        byes=[ByeOut(player=seat.entry.number, kind=seat.bye) for seat in shown.byes],
    )


class Desk(TournamentResource, Resource):
    """The arbiter's desk: the newest round, or one by its number."""

    @operation("desk_get", "Get the desk with the current round", DeskOut)
    def get(self, request: Request, slug: str, number: int | None = None) -> HttpResponse | Response:
        tournament = self.tournament(request, slug)
        may_do = "".join(sorted(action.name for action in actions(request.user, tournament)))
        own = own_tables(request.user, tournament)
        may_do += "" if own is None else "-".join(map(str, sorted(own)))
        tag = f'W/"{tournament.pk}-{tournament.version}-{number or 0}-{may_do}-{request.LANGUAGE_CODE}"'
        if tag in request.headers.get("If-None-Match", ""):
            return HttpResponse(status=304, headers={"ETag": tag})
        try:
            shown = selectors.desk(tournament, number, own)
        except Round.DoesNotExist:
            raise Http404(_("There is no round %(number)d.") % {"number": number}) from None
        return Response(desk_document(tournament, shown, request.user), headers={"ETag": tag})


@operations(get=operation("desk_get_round", "Get the desk with a given round", DeskOut))
class DeskRound(Desk):
    """The desk of one round."""


class Rounds(TournamentResource, Resource):
    """Rounds are made one after the other."""

    asks = Action.PAIR

    @operation(
        "rounds_create",
        "Pair the next round",
        RoundHead,
        status=202,
        takes=rounds_serializers.PairIn,
        sent={"here": [7]},
        answered={"number": 1, "state": "pairing", "problem": ""},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Have a worker make the round as a draft; look at the desk until its state is `draft`. A repeated
        request returns the same round. The players who missed the last round (`GET …/presence/` names them) stay
        absent, unless checked in since then or named in `here` by pairing number."""
        tournament = self.tournament(request, slug)
        require(request.user, Action.PAIR, tournament)
        values = checked(rounds_serializers.PairIn, request)
        round_ = rounds.ask_for_pairing(tournament.pk, by=request.user, here=_here(tournament, values.get("here", ())))
        where = request.build_absolute_uri(reverse("api:desk_round", args=[slug, round_.number]))
        return Response(_head(round_), status=202, headers={"Location": where})


def _here(tournament: Tournament, numbers: Sequence[int]) -> set[int]:
    """Return the entries that missed the last round and are here: checked in since, or named. Raises Refused."""
    missed = away(tournament)
    known = dict(Entry.objects.filter(tournament=tournament, number__in=numbers).values_list("number", "pk"))
    unknown = sorted(set(numbers) - known.keys())
    if unknown:
        raise Refused(_("There is no player %(number)d.") % {"number": unknown[0]})
    return {player.entry.pk for player in missed if player.here} | set(known.values())


class Presence(TournamentResource, Resource):
    """The players who missed the last round, and are asked about before the next one is paired."""

    asks = Action.PAIR

    @operation(
        "desk_list_absentees",
        "List the players who missed the last round",
        answered={
            "round": 2,
            "players": 14,
            "away": [{"player": 7, "name": "Gerda", "missed": 1, "no_show": False, "here": False}],
        },
    )
    def get(self, request: Request, slug: str) -> PresenceOut:
        """List them with `here`: whether they were checked in since (`PUT …/check-in/{number}/`). The others stay
        absent in `round` unless the request for it names them. `players`: how many play besides those of the list.
        `round` is null where none is to be paired."""
        tournament = self.tournament(request, slug)
        _last, coming = round_to_pair(tournament)
        missed = away(tournament)
        others = players_of_round(tournament, coming, but=[player.entry.pk for player in missed]) if coming else 0
        rows = [
            AwayOut(
                player=player.entry.number,
                name=player.entry.player.name,
                missed=player.round,
                no_show=player.no_show,
                here=player.here,
            )
            for player in missed
        ]
        return PresenceOut(round=coming, players=others, away=rows)


class RoundStep(TournamentResource, Resource):
    """A step of one round; ``service`` is what is asked."""

    asks = Action.PAIR
    service: Any = None

    def post(self, request: Request, slug: str, number: int) -> RoundHead:
        tournament = self.tournament(request, slug)
        round_ = rounds.living_rounds(tournament).filter(number=number).first()
        if round_ is None:
            raise Http404(_("There is no round %(number)d.") % {"number": number})
        return _head(type(self).service(round_.pk, by=request.user))


@operations(post=operation("rounds_publish", "Publish a draft round", RoundHead, takes=Nothing))
class Publish(RoundStep):
    service = staticmethod(rounds.publish)


@operations(post=operation("rounds_close", "Close a round", RoundHead, takes=Nothing))
class Close(RoundStep):
    service = staticmethod(rounds.close)


@operations(post=operation("rounds_discard", "Discard a round without results", RoundHead, takes=Nothing))
class Discard(RoundStep):
    service = staticmethod(rounds.discard)


def _head(round_: Round) -> RoundHead:
    return RoundHead(number=round_.number, state=round_.state, problem=sentence(round_.problem))


def seen_result(table: Table, version: int) -> int | None:
    """Find the id of the result that a person saw, by its version; None for 0, which means that they saw none."""
    if not version:
        return None
    result = Result.objects.filter(table=table, number=version).values_list("pk", flat=True).first()
    # a version that never was is none that anybody saw
    return -1 if result is None else result


class AtTable(TournamentResource):
    """Something of one table of a living round."""

    asks = Action.RESULTS

    def table(self, request: Request, slug: str, number: int, table: int) -> tuple[Tournament, Table]:
        tournament = self.tournament(request, slug)
        row = (
            Table.objects.filter(round__tournament=tournament, round__number=number, number=table)
            .exclude(round__state=Round.State.DISCARDED)
            .select_related("round")
            .first()
        )
        if row is None:
            raise Http404(_("Round %(round)d has no table %(table)d.") % {"round": number, "table": table})
        return tournament, row


class TableResult(AtTable, Resource):
    """A table's result. Nothing is overwritten: a correction supersedes what you saw, and says which it was."""

    asks = Action.WORK
    asks_to_write = Action.RESULTS

    @operation("results_get", "Get the result of a table, with its version")
    def get(self, request: Request, slug: str, number: int, table: int) -> ResultOut:
        _tournament, row = self.table(request, slug, number, table)
        current = Result.objects.filter(table=row, is_current=True).select_related("entered_by").first()
        if current is None:
            raise Http404(_("Table %(table)d has no result yet.") % {"table": table})
        return written(current)

    @operation("results_put", "Enter or correct the result of a table", takes=rounds_serializers.ResultIn, sent=RESULT)
    def put(self, request: Request, slug: str, number: int, table: int) -> ResultOut:
        """Send `points` with one entry a seat, null for a player who did not show up; of a game with columns these
        instead, a row a seat. `expected` is the version of the
        result that you saw (0: none). If there is another one by now, the answer is 409 with that one, and nothing
        changes."""
        tournament, row = self.table(request, slug, number, table)
        values = checked(rounds_serializers.ResultIn, request)
        columns = values.get("columns")
        points = values["points"] if columns is None else from_columns(tournament, columns)
        entered = results.enter(
            row.pk,
            by=request.user,
            points=points,
            places=values["places"],
            end=values.get("end") or (Result.End.FORFEIT if None in points else Result.End.PLAYED),
            seen_result=seen_result(row, values["expected"]),
            reason=values["reason"],
        )
        return written(entered)


def a_record(record: GameRecord) -> RecordOut:
    return RecordOut(
        id=record.pk,
        round=record.table.round.number,
        table=record.table.number,
        state=record.state,
        points=None if record.points is None else [None if p is None else str(p) for p in record.points],
        verdict=sentence(record.verdict),
        uploaded_at=record.uploaded_at.isoformat(),
    )


class TableRecords(AtTable, Resource):
    """The game records of a table: the body is the record itself."""

    asks = Action.WORK
    asks_to_write = Action.RESULTS
    parser_classes = ()
    most_body = GameRecord.MAX_BYTES

    @operation("records_list", "List the game records of a table", pages=True)
    def get(self, request: Request, slug: str, number: int, table: int) -> RecordsOut:
        _tournament, row = self.table(request, slug, number, table)
        return by_cursor(RecordsOut, request, row.records.select_related("table__round"), a_record)

    @operation(
        "records_create",
        "Submit a game record",
        status=202,
        takes={"application/json": OpenApiTypes.OBJECT, "text/plain": OpenApiTypes.STR},
    )
    def post(self, request: Request, slug: str, number: int, table: int) -> RecordOut:
        """Have a worker replay it; look at the table's records for what it proves. A table without a result gets the
        record's. The body is a record as JSON, or text: the moves as people write them."""
        _tournament, row = self.table(request, slug, number, table)
        record = game_records.hand_in(row.pk, by=request.user, content=request._request.body)
        return a_record(record)


class RecordText(TournamentResource, Resource):
    """A record as it was handed in."""

    @operation("records_get", "Get a game record with its text")
    def get(self, request: Request, slug: str, record_id: int) -> RecordTextOut:
        record = (
            GameRecord.objects.filter(table__round__tournament=self.tournament(request, slug), pk=record_id)
            .select_related("table__round")
            .first()
        )
        if record is None:
            raise Http404(_("There is no such record."))
        return RecordTextOut(**members(a_record(record)), text=record.text)
