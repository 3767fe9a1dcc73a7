"""Results of tables, their game records and the photos of their sheets, and who types at tables just now."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.reverse import reverse

from games.core.declarations.declaration import MOST_COLUMNS
from tournaments.api.core.answers import Answer, Moment, Page, Sentence, Source
from tournaments.api.core.enums import RecordState
from tournaments.api.core.fields import SMALL, Flag, SignedPoints, Strict, Text, Whole
from tournaments.api.core.openapi import operation
from tournaments.api.core.problems import ResultOut
from tournaments.api.core.resource import Resource, TournamentResource, by_cursor, checked, found
from tournaments.domain.access import Action, require
from tournaments.domain.ledger import from_columns
from tournaments.models import GameRecord, Result, Round, SheetPhoto, Table, Tournament
from tournaments.services.games import game_records
from tournaments.services.results import results
from tournaments.services.results.results import set_typing


class TypingIn(Strict, s.Serializer):
    round = Whole(required=False, min_value=1, max_value=SMALL)
    table = Whole(required=False, min_value=1, max_value=SMALL)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) == 1:
            raise s.ValidationError(_("Give both the table and its round, or neither."))
        return attrs


COLUMNS_HELP = "In place of `points`, where the game has columns: the numbers that make the score, a row a seat."


def either_points_or_columns(attrs: Any) -> Any:
    """Return what was sent of a table's result. Raises ValidationError where it has both kinds of numbers, or none."""
    if ("points" in attrs) == ("columns" in attrs):
        raise s.ValidationError(_("Send either points or columns."))
    return attrs


class ResultIn(Strict, s.Serializer):
    points = s.ListField(child=SignedPoints(allow_null=True), min_length=2, max_length=8, required=False)
    columns = s.ListField(
        child=s.ListField(child=SignedPoints(), min_length=1, max_length=MOST_COLUMNS, allow_null=True),
        min_length=2,
        max_length=8,
        required=False,
        help_text=COLUMNS_HELP,
    )
    places = Flag(default=False, help_text="The numbers are places, 1 the best.")
    end = s.ChoiceField(["played", "forfeit", "adjourned"], required=False)
    expected = Whole(
        default=0, min_value=0, max_value=SMALL, help_text="The version of the result that you saw; 0: none."
    )
    reason = Text(default="", max_length=200, allow_blank=True)

    def validate(self, attrs: Any) -> Any:
        return either_points_or_columns(attrs)


class RecordOut(Answer):
    id: int
    table: Annotated[int, Source("table.number")]
    round: Annotated[int, Source("table.round.number")]
    state: RecordState
    points: list[str | None] | None
    verdict: Sentence
    uploaded_at: Moment


class RecordTextOut(RecordOut):
    text: str


class RecordsOut(Page):
    results: list[RecordOut]


class TypingOut(Answer):
    round: int
    table: int
    names: list[str]


class DeskTypingOut(Answer):
    others: list[TypingOut]


RESULT = {"points": ["8", "4", "2", "0"], "expected": 0}


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
        row = found(
            Table.objects.filter(round__tournament=tournament, round__number=number, number=table)
            .exclude(round__state=Round.State.DISCARDED)
            .select_related("round"),
            _("Round %(round)d has no table %(table)d.") % {"round": number, "table": table},
        )
        return tournament, row

    def own_table(self, request: Request, slug: str, number: int, table: int) -> tuple[Tournament, Table]:
        """Return the table and its tournament, for users who enter its result: a table judge has their own tables.
        Raises Http404, PermissionDenied."""
        tournament, row = self.table(request, slug, number, table)
        require(request.user, Action.RESULTS, tournament, table=table)
        return tournament, row


class TableResult(AtTable, Resource):
    """A table's result. Nothing is overwritten: a correction supersedes what you saw, and says which it was."""

    asks = Action.WORK
    asks_to_write = Action.RESULTS

    @operation("results_get", "Get the result of a table, with its version")
    def get(self, request: Request, slug: str, number: int, table: int) -> ResultOut:
        _tournament, row = self.table(request, slug, number, table)
        current = found(
            Result.objects.filter(table=row, is_current=True).select_related("entered_by"),
            _("Table %(table)d has no result yet.") % {"table": table},
        )
        return ResultOut.of(current)

    @operation("results_put", "Enter or correct the result of a table", takes=ResultIn, sent=RESULT)
    def put(self, request: Request, slug: str, number: int, table: int) -> ResultOut:
        """Send `points` with one entry a seat, null for a player who did not show up; of a game with columns these
        instead, a row a seat. `expected` is the version of the
        result that you saw (0: none). If there is another one by now, the answer is 409 with that one, and nothing
        changes."""
        tournament, row = self.table(request, slug, number, table)
        values = checked(ResultIn, request)
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
        return ResultOut.of(entered)


class TableRecords(AtTable, Resource):
    """The game records of a table: the body is the record itself."""

    asks = Action.WORK
    asks_to_write = Action.RESULTS
    parser_classes = ()
    most_body = GameRecord.MAX_BYTES

    @operation("records_list", "List the game records of a table", pages=True)
    def get(self, request: Request, slug: str, number: int, table: int) -> RecordsOut:
        _tournament, row = self.table(request, slug, number, table)
        return by_cursor(RecordsOut, request, row.records.select_related("table__round"), RecordOut.of)

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
        return RecordOut.of(record)


class RecordText(TournamentResource, Resource):
    """A record as it was handed in."""

    @operation("records_get", "Get a game record with its text")
    def get(self, request: Request, slug: str, record_id: int) -> RecordTextOut:
        record = found(
            GameRecord.objects.filter(
                table__round__tournament=self.tournament(request, slug), pk=record_id
            ).select_related("table__round"),
            _("There is no such record."),
        )
        return RecordTextOut.of(record)


class Typing(AtTable, Resource):
    """A courtesy among arbiters; nothing rests on it."""

    @operation(
        "desk_set_typing",
        "Say at which table you are typing",
        takes=TypingIn,
        sent={"round": 2, "table": 3},
        answered={"others": [{"round": 2, "table": 3, "names": ["Chantal"]}]},
    )
    def post(self, request: Request, slug: str) -> DeskTypingOut:
        """Send `{}` once you type nowhere any more. The answer says who else types where. It holds for twelve seconds,
        so say it again every few; it locks nothing, and keeps nobody from entering."""
        values = checked(TypingIn, request)
        row = None
        if values:
            tournament, row = self.own_table(request, slug, values["round"], values["table"])
        else:
            tournament = self.tournament(request, slug)
        others = set_typing(row, tournament_id=tournament.pk, by=request.user)
        tables = Table.objects.filter(pk__in=others).order_by("round__number", "number")
        return DeskTypingOut(
            others=[
                TypingOut(round=number, table=table, names=others[pk])
                for pk, number, table in tables.values_list("pk", "round__number", "number")
            ]
        )


class SheetPhotoOut(Answer):
    id: int
    position: Annotated[int, "The seat of the player who sent it."]
    sent_at: str
    url: Annotated[str, "The picture itself (JPEG), with the same token."]


class SheetPhotosOut(Answer):
    photos: list[SheetPhotoOut]


PHOTOS = {
    "photos": [
        {
            "id": 5,
            "position": 1,
            "sent_at": "2026-11-27T20:10:00+00:00",
            "url": "https://club.example/api/v1/tournaments/club/rounds/1/tables/3/photos/5/",
        }
    ]
}


class Photos(AtTable, Resource):
    """The photos of a table."""

    @operation("photos_list", "List the photos of a score sheet", answered=PHOTOS)
    def get(self, request: Request, slug: str, number: int, table: int) -> SheetPhotosOut:
        """List them, the first one sent first. A month after the event they are deleted."""
        _tournament, row = self.own_table(request, slug, number, table)
        photos = [
            SheetPhotoOut(
                id=pk,
                position=position,
                sent_at=sent_at.isoformat(),
                url=reverse("api:photo", args=[slug, number, table, pk], request=request),
            )
            for pk, position, sent_at in row.sheet_photos.values_list("pk", "position", "sent_at")
        ]
        return SheetPhotosOut(photos=photos)


class Photo(AtTable, Resource):
    """A photo."""

    @operation("photos_get", "Get a photo of a score sheet", OpenApiTypes.BINARY, kind="image/jpeg")
    def get(self, request: Request, slug: str, number: int, table: int, photo_id: int) -> HttpResponse:
        """Send the picture as it was drawn anew when it came in."""
        _tournament, row = self.own_table(request, slug, number, table)
        photo = found(
            SheetPhoto.objects.filter(table=row, pk=photo_id),
            _("This photo has been deleted already."),
        )
        return HttpResponse(
            bytes(photo.picture),
            content_type="image/jpeg",
            headers={"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox"},
        )

    @operation("photos_delete", "Delete a photo of a score sheet", status=204)
    def delete(self, request: Request, slug: str, number: int, table: int, photo_id: int) -> None:
        """Delete it, as an arbiter; the log says who did."""
        _tournament, row = self.own_table(request, slug, number, table)
        game_records.delete_photo(row.pk, photo_id, by=request.user)


class Featured(AtTable, Resource):
    """The choice of the game that stands first."""

    asks = Action.PAIR

    @operation("live_games_feature", "Show the game of a table first", status=204)
    def put(self, request: Request, slug: str, number: int, table: int) -> None:
        """Choose the game that stands first on the event's page and on the wall while its round is shown."""
        _tournament, row = self.table(request, slug, number, table)
        game_records.feature(row.pk, by=request.user)

    @operation("live_games_unfeature", "Let the program choose the game that stands first", status=204)
    def delete(self, request: Request, slug: str, number: int, table: int) -> None:
        """Undo the choice."""
        _tournament, row = self.table(request, slug, number, table)
        game_records.feature(row.pk, by=request.user, on=False)
