"""Lists on their way in: players, teams and results as a spreadsheet has them, looked at first, then imported."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.core.answers import Answer, Part, Sentence, Source
from tournaments.api.core.enums import LineStatus, ListState
from tournaments.api.core.fields import LineValues, Strict, Text, Whole
from tournaments.api.core.openapi import file_of, operation
from tournaments.api.core.resource import Resource, TournamentResource, checked
from tournaments.domain.access import Action, require
from tournaments.domain.list_plans import ListPlan
from tournaments.domain.locks import snapshot
from tournaments.imports.columns import RESULT_MEANINGS, ROLES, TEAM_MEANINGS
from tournaments.models import PlayerImport, Tournament
from tournaments.services.lists import lists
from tournaments.services.lists.list_imports import KINDS

MOST_LIST = 8 * 1024 * 1024


class ListLinesIn(Strict, s.Serializer):
    sheet = Text(required=False, allow_blank=True, max_length=200)
    heading = Whole(required=False, min_value=0, max_value=2_000_000, help_text="Its line; 0: the list has none.")
    skip = s.ListField(child=Whole(min_value=1, max_value=2_000_000), required=False, max_length=2000)
    take = s.ListField(child=Whole(min_value=1, max_value=2_000_000), required=False, max_length=2000)
    cells = LineValues(
        child=s.DictField(child=Text(allow_blank=True, max_length=200)),
        required=False,
        help_text="Corrected cells by line and meaning.",
    )


class ListChoicesIn(ListLinesIn, Strict):
    columns = s.DictField(
        child=s.ChoiceField(["", *ROLES], allow_blank=True),
        required=False,
        help_text="The meaning of columns, by their heading or letter; empty: not imported.",
    )
    people = LineValues(
        child=Text(max_length=20),
        required=False,
        help_text="Whose line it is: the `id` of one of its `people`, `new`, or `another` than the namesake above.",
    )


class OtherListChoicesIn(ListLinesIn, Strict):
    columns = s.DictField(
        child=s.ChoiceField(["", *TEAM_MEANINGS, *RESULT_MEANINGS], allow_blank=True),
        required=False,
        help_text="The meaning of columns, by their heading or letter; empty: not imported.",
    )


class ListImportIn(Strict, s.Serializer):
    stamp = Text(required=False, max_length=40, help_text="Of what you looked at: nothing else is then imported.")
    rest = s.BooleanField(required=False, default=False, help_text="Leave out the lines that are refused.")


class ListLine(Answer):
    line: Annotated[int, Source("number")]
    status: LineStatus
    shows: list[str | None]
    changes: list[str]
    problems: list[str]
    remarks: Annotated[list[str], "Why the line is left out."]


class ListColumn(Answer):
    heading: str
    meaning: Annotated[str, Part({"enum": ["", *TEAM_MEANINGS, *RESULT_MEANINGS]})]


class ListPlanOut(Answer):
    id: int | None
    state: ListState
    percent: int
    problem: Sentence
    stamp: str
    heading: list[str]
    counts: dict[str, int]
    lines: list[ListLine]
    remarks: Annotated[list[str], "How the file was read."]
    sheets: list[str]
    sheet: str
    heading_line: Annotated[int, "The line that names the columns; 0 for none."]
    columns: list[ListColumn]


class KnownOut(Answer):
    id: int
    name: str


class ListColumnOut(Answer):
    heading: str
    meaning: Annotated[str, Part({"enum": ["", *ROLES]})]


class LineOut(Answer):
    line: Annotated[int, Source("number")]
    name: str
    status: LineStatus
    changes: list[str]
    problems: list[str]
    remarks: Annotated[list[str], "What was read in another way than it stands there, or why the line is left out."]
    who: Annotated[str, "Who it is among those who are known, as every desk sees them.", Source("known")]
    people: Annotated[list[KnownOut], "Those whom the name can mean."]


class ListOut(Answer):
    id: int | None
    state: ListState
    percent: int
    problem: Sentence
    counts: dict[str, int]
    lines: list[LineOut]
    stamp: str
    remarks: Annotated[list[str], "How the file was read."]
    sheets: list[str]
    sheet: str
    heading: Annotated[int, "The line that names the columns; 0 for none."]
    columns: list[ListColumnOut]


def _told(waiting: PlayerImport, plan: ListPlan | None) -> dict[str, Any]:
    """Give how a list was read, as far as that is known."""
    layout = plan.layout if plan else {}
    column = ListColumnOut if waiting.kind == "players" else ListColumn
    return {
        "stamp": plan.stamp if plan else "",
        "remarks": layout.get("remarks", []),
        "sheets": [name for name, _hidden, _lines in layout.get("sheets", ())],
        "sheet": layout.get("sheet", ""),
        "heading" if waiting.kind == "players" else "heading_line": layout.get("heading", 0),
        "columns": [
            column(heading=heading, meaning=role)
            for heading, role in zip(layout.get("headings", ()), layout.get("roles", ()), strict=False)
        ],
    }


def _other_list(waiting: PlayerImport, plan: ListPlan | None = None) -> ListPlanOut:
    """Write a list: how far it is, and what it would do (or did) where that is known."""
    if plan is None and waiting.state == PlayerImport.State.LOOKED:
        plan = lists.preview(waiting)
    return ListPlanOut.of(
        waiting,
        **_told(waiting, plan),
        heading=[str(cell) for cell in plan.heading] if plan else [],
        counts=plan.counts if plan else {},
        lines=[ListLine.of(line) for line in (plan.lines if plan else ())],
    )


def _list(waiting: PlayerImport, plan: ListPlan | None = None) -> ListOut:
    """Write a list of players: how far it is, and what it would do (or did) where that is known."""
    if plan is None and waiting.state == PlayerImport.State.LOOKED:
        plan = lists.preview(waiting)
    return ListOut.of(
        waiting,
        **_told(waiting, plan),
        counts=plan.counts if plan else waiting.plan["counts"] if waiting.plan else {},
        lines=[
            LineOut.of(
                line, name=str(line.shows[0] or ""), people=[KnownOut(id=key, name=who) for key, who in line.people]
            )
            for line in (plan.lines if plan else ())
        ],
    )


class OfAList(TournamentResource):
    """A list of teams or results on its way in. Players have their own address."""

    def of_kind(self, request: Request, slug: str, kind: str) -> Tournament:
        tournament = self.tournament(request, slug)
        if kind not in ("teams", "results"):
            raise Http404(_("There is no such list."))
        require(request.user, KINDS[kind].action, tournament)
        return tournament


class Lists(OfAList, Resource):
    """Teams and results as a spreadsheet has them: looked at first, then imported."""

    parser_classes = ()
    most_body = MOST_LIST

    @operation("lists_upload", "Upload a list of teams or results", ListPlanOut, status=201, takes=file_of("text/csv"))
    def post(self, request: Request, slug: str, kind: str) -> Response:
        """Send the file as the body: XLSX, ODS, XLS or CSV; `kind` is `teams` or `results`. Nothing is imported yet.
        A long list is read by a worker: look at it until its `state` is `looked`."""
        tournament = self.of_kind(request, slug, kind)
        waiting = lists.upload(kind, tournament.pk, by=request.user, content=request._request.body)
        where = reverse("api:list", args=[slug, kind, waiting.pk], request=request)
        return Response(_other_list(waiting), status=201, headers={"Location": where})


class ListOne(OfAList, Resource):
    """A list that waits for a yes, or that a worker has."""

    def waiting(self, request: Request, slug: str, kind: str, list_id: int) -> PlayerImport:
        lists_ = PlayerImport.objects.select_related("tournament").filter(
            tournament=self.of_kind(request, slug, kind), kind=kind, pk=list_id
        )
        if not lists_:
            raise Http404(_("This list has already been imported, or another one has replaced it."))
        return lists_[0]

    @operation("lists_get", "Get an uploaded list and what it would change")
    def get(self, request: Request, slug: str, kind: str, list_id: int) -> ListPlanOut:
        waiting = self.waiting(request, slug, kind, list_id)
        with snapshot():
            return _other_list(waiting)

    @operation(
        "lists_choose",
        "Assign columns of an uploaded list of teams or results, leave lines out, correct cells",
        takes=OtherListChoicesIn,
        sent={"columns": {"Bord": "table"}, "skip": [3]},
    )
    def patch(self, request: Request, slug: str, kind: str, list_id: int) -> ListPlanOut:
        """Change what is named; another `sheet` or `heading` makes everything else as it was at first. A
        long list is read again by a worker."""
        waiting = self.waiting(request, slug, kind, list_id)
        values = checked(OtherListChoicesIn, request)
        lists.chosen(waiting, **values, by=request.user)
        return _other_list(self.waiting(request, slug, kind, list_id))

    @operation(
        "lists_import", "Import an uploaded list of teams or results", takes=ListImportIn, sent={"stamp": "5f1c…"}
    )
    def post(self, request: Request, slug: str, kind: str, list_id: int) -> ListPlanOut:
        """Import all of it or nothing; with `rest`, the lines that are not refused. A short list is imported when this
        is answered, a long one goes to a worker."""
        waiting = self.waiting(request, slug, kind, list_id)
        values = checked(ListImportIn, request)
        plan = lists.carry_out(waiting.pk, by=request.user, seen=values.get("stamp"), rest=values["rest"])
        if plan is None:
            return _other_list(self.waiting(request, slug, kind, list_id))
        return replace(_other_list(waiting, plan), id=None, state=PlayerImport.DONE, percent=100)

    @operation("lists_cancel", "Cancel an uploaded list of teams or results", writes=True)
    def delete(self, request: Request, slug: str, kind: str, list_id: int) -> ListPlanOut:
        """Keep nothing of it. An import that is over stays as it is."""
        waiting = self.waiting(request, slug, kind, list_id)
        return _other_list(lists.cancel(waiting.pk, by=request.user))


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
        where = reverse("api:player_list", args=[slug, waiting.pk], request=request)
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
        takes=ListChoicesIn,
        sent={"columns": {"Naam": "name"}, "skip": [3]},
    )
    def patch(self, request: Request, slug: str, list_id: int) -> ListOut:
        """Change what is named; another `sheet` or `heading` makes everything else as it was at first. A
        long list is read again by a worker."""
        values = checked(ListChoicesIn, request)
        waiting = lists.chosen(self.waiting(request, slug, list_id), **values, by=request.user)
        return _list(self.waiting(request, slug, waiting.pk))

    @operation("player_lists_import", "Import an uploaded list of players", takes=ListImportIn, sent={"rest": True})
    def post(self, request: Request, slug: str, list_id: int) -> ListOut:
        """Import all of it or nothing; with `rest`, the lines that are not refused. A short list is imported when this
        is answered (`done`). A long one goes to a worker: look at it until its `state` is `done`, or `looked` again
        where somebody changed something meanwhile."""
        waiting = self.waiting(request, slug, list_id)
        values = checked(ListImportIn, request)
        plan = lists.carry_out(waiting.pk, by=request.user, seen=values.get("stamp"), rest=values["rest"])
        if plan is None:
            return _list(self.waiting(request, slug, list_id))
        return replace(_list(waiting, plan), id=None, state=PlayerImport.DONE, percent=100)

    @operation("player_lists_cancel", "Cancel an uploaded list of players", writes=True)
    def delete(self, request: Request, slug: str, list_id: int) -> ListOut:
        """Keep nothing of it. An import that is over stays as it is."""
        waiting = self.waiting(request, slug, list_id)
        return _list(lists.cancel(waiting.pk, by=request.user))
