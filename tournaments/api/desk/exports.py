"""Lists in and out, and documents to print."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.openapi import file_of, operation
from tournaments.api.core.resource import Resource, TournamentResource, by_cursor, checked
from tournaments.api.desk import exports_serializers
from tournaments.api.desk.exports_answers import ListColumn, ListLine, ListPlanOut, PrintOut, PrintsOut
from tournaments.api.desk.players import MOST_LIST
from tournaments.api.desk.players_serializers import ListImportIn
from tournaments.domain.access import Action, require
from tournaments.domain.list_plans import ListPlan
from tournaments.domain.snapshot import snapshot
from tournaments.imports.writing import TYPES, write
from tournaments.models import PlayerImport, PrintJob, Tournament
from tournaments.selectors import lists as list_selectors
from tournaments.sentences import sentence
from tournaments.services import lists, print_jobs
from tournaments.services.list_imports import KINDS
from tournaments.web.addresses import public_root

PDF = "application/pdf"
PRINT = {
    "id": 5,
    "what": "by-table",
    "round": 1,
    "state": "done",
    "problem": "",
    "done": 1,
    "whole": 1,
    "file": "https://club.example/api/v1/tournaments/club/prints/5/file.pdf",
}


class AFile(TournamentResource, Resource):
    """Its address says what comes, whatever the asker likes best."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        return super().perform_content_negotiation(request, force=True)


def _list(waiting: PlayerImport, plan: ListPlan | None = None) -> ListPlanOut:
    """Write a list: how far it is, and what it would do (or did) where that is known."""
    if plan is None and waiting.state == PlayerImport.State.LOOKED:
        plan = lists.preview(waiting)
    layout = plan.layout if plan else {}
    return ListPlanOut(
        id=waiting.pk,
        state=waiting.state,
        percent=waiting.percent,
        problem=sentence(waiting.problem),
        stamp=plan.stamp if plan else "",
        heading=[str(cell) for cell in plan.heading] if plan else [],
        counts=plan.counts if plan else {},
        lines=[
            ListLine(
                line=line.number,
                status=line.status,
                shows=[None if cell is None else str(cell) for cell in line.shows],
                changes=line.changes,
                problems=line.problems,
                remarks=line.remarks,
            )
            for line in (plan.lines if plan else ())
        ],
        remarks=layout.get("remarks", []),
        sheets=[name for name, _hidden, _lines in layout.get("sheets", ())],
        sheet=layout.get("sheet", ""),
        heading_line=layout.get("heading", 0),
        columns=[
            ListColumn(heading=heading, meaning=role)
            for heading, role in zip(layout.get("headings", ()), layout.get("roles", ()), strict=False)
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
        where = request.build_absolute_uri(reverse("api:list", args=[slug, kind, waiting.pk]))
        return Response(_list(waiting), status=201, headers={"Location": where})


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
            return _list(waiting)

    @operation(
        "lists_choose",
        "Assign columns of an uploaded list of teams or results, leave lines out, correct cells",
        takes=exports_serializers.OtherListChoicesIn,
        sent={"columns": {"Bord": "table"}, "skip": [3]},
    )
    def patch(self, request: Request, slug: str, kind: str, list_id: int) -> ListPlanOut:
        """Change what is named; another `sheet` or `heading` makes everything else as it was at first. A
        long list is read again by a worker."""
        waiting = self.waiting(request, slug, kind, list_id)
        values = checked(exports_serializers.OtherListChoicesIn, request)
        lists.chosen(waiting, **values, by=request.user)
        return _list(self.waiting(request, slug, kind, list_id))

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
            return _list(self.waiting(request, slug, kind, list_id))
        return replace(_list(waiting, plan), id=None, state=PlayerImport.DONE, percent=100)

    @operation("lists_cancel", "Cancel an uploaded list of teams or results", writes=True)
    def delete(self, request: Request, slug: str, kind: str, list_id: int) -> ListPlanOut:
        """Keep nothing of it. An import that is over stays as it is."""
        waiting = self.waiting(request, slug, kind, list_id)
        return _list(lists.cancel(waiting.pk, by=request.user))


class SheetFile(AFile):
    """A list of the tournament as a file."""

    @operation(
        "lists_export",
        "Export a list as a spreadsheet",
        {"type": "string"},
        kind="text/csv",
        problems=(422,),
        also={(200, TYPES["xlsx"]): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, slug: str, kind: str, form: str) -> HttpResponse:
        """Write the list with full names. `kind`: `players`, `teams`, `results`, `standings` or `crosstable`; `form`:
        `csv` or `xlsx`."""
        tournament = self.tournament(request, slug)
        sheet = list_selectors.KINDS.get(kind)
        if sheet is None or form not in TYPES:
            raise Http404(_("There is no such list."))
        require(request.user, sheet.action, tournament)
        with snapshot():
            rows = sheet.make(tournament, request.user)
        content = write(rows, form, (get_language() or "en").partition("-")[0])
        response = HttpResponse(content, content_type=TYPES[form])
        response.headers["Content-Disposition"] = f'attachment; filename="{tournament.slug}-{kind}.{form}"'
        return response


def _print(request: Request, slug: str, job: PrintJob) -> PrintOut:
    done = job.state == PrintJob.State.DONE
    where = request.build_absolute_uri(reverse("api:print_file", args=[slug, job.pk])) if done else None
    return PrintOut(
        id=job.pk,
        what=job.what,
        round=job.round,
        state=job.state,
        problem=sentence(job.problem),
        done=job.done,
        whole=job.whole,
        file=where,
    )


class Prints(TournamentResource, Resource):
    """Documents to print, for who asked for them."""

    asks = Action.PRINT

    @operation("prints_list", "List your printed documents", pages=True)
    def get(self, request: Request, slug: str) -> PrintsOut:
        mine = PrintJob.objects.filter(tournament=self.tournament(request, slug), owner=request.user)
        return by_cursor(PrintsOut, request, mine.defer("content"), lambda job: _print(request, slug, job))

    @operation(
        "prints_create",
        "Request a printed document",
        status=202,
        takes=exports_serializers.PrintIn,
        sent={"what": "by-table", "round": 1},
        answered=PRINT,
    )
    def post(self, request: Request, slug: str) -> PrintOut:
        """Ask for a PDF. A short one is done at once; look at a long one until its state is `done`."""
        tournament = self.tournament(request, slug)
        values = checked(exports_serializers.PrintIn, request)
        job = print_jobs.ask(
            tournament.pk,
            by=request.user,
            what=values["what"],
            number=values.get("round"),
            paper=values["paper"],
            language=values.get("language") or tournament.language or settings.LANGUAGE_CODE,
            site=public_root(request._request),
        )
        return _print(request, slug, job)


class OfAPrint(TournamentResource):
    asks = Action.PRINT

    def job(self, request: Request, slug: str, job_id: int) -> PrintJob:
        tournament = self.tournament(request, slug)
        job = PrintJob.objects.filter(tournament=tournament, owner=request.user, pk=job_id).first()
        if job is None:
            raise Http404(_("You have no such document."))
        return job


class PrintOne(OfAPrint, Resource):
    """One document."""

    @operation("prints_get", "Get a printed document's progress")
    def get(self, request: Request, slug: str, job_id: int) -> PrintOut:
        return _print(request, slug, self.job(request, slug, job_id))

    @operation("prints_cancel", "Cancel a printed document", writes=True)
    def delete(self, request: Request, slug: str, job_id: int) -> PrintOut:
        """Cancel a document that is not made yet; a finished one stays."""
        print_jobs.cancel(self.job(request, slug, job_id).pk, by=request.user)
        return _print(request, slug, self.job(request, slug, job_id))


class PrintFile(OfAPrint, AFile):
    """The document itself."""

    @operation("prints_download", "Download a printed document as a PDF", OpenApiTypes.BINARY, kind=PDF)
    def get(self, request: Request, slug: str, job_id: int) -> HttpResponse:
        job = self.job(request, slug, job_id)
        if job.content is None:
            raise Http404(_("This document is not available."))
        response = HttpResponse(bytes(job.content), content_type=PDF)
        name = f"{slug}-{job.what}" + (f"-{job.round}" if job.round else "")
        response.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
        return response
