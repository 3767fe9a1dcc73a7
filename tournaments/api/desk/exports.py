"""Lists out, documents to print, and report files (TRF) of two-player events out and in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers as s
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from scoring.trf.reading import MAX_BYTES
from scoring.trf.report import TRF26
from tournaments.api.core.answers import Answer, Page, Sentence
from tournaments.api.core.enums import Document, PrintState, sent
from tournaments.api.core.fields import Strict, Whole
from tournaments.api.core.openapi import file_of, operation
from tournaments.api.core.resource import Resource, TournamentResource, by_cursor, checked, found
from tournaments.api.desk.tournaments import CLUB, SettingsOut, set_up
from tournaments.domain.access import Action, require, require_creator
from tournaments.domain.locks import snapshot
from tournaments.imports.writing import TYPES, write
from tournaments.models import PrintJob
from tournaments.selectors import clubs
from tournaments.selectors.papers import lists as list_selectors
from tournaments.selectors.papers.printing import KINDS
from tournaments.services import printing
from tournaments.services.events import trf
from tournaments.web.addresses import public_root
from tournaments.web.staff_pages import private_file


class PrintIn(Strict, s.Serializer):
    what = s.ChoiceField(list(KINDS))
    round = Whole(required=False, min_value=1, max_value=1000, allow_null=True)
    paper = s.ChoiceField(sent("PaperEnum", PrintJob.Paper.values), default=PrintJob.Paper.A4)
    language = s.ChoiceField(sent("LanguageEnum", (code for code, _name in settings.LANGUAGES)), required=False)


class PrintOut(Answer):
    id: int
    what: Document
    round: int | None
    state: PrintState
    problem: Sentence
    done: int
    whole: int
    file: str | None


class PrintsOut(Page):
    results: list[PrintOut]


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
        return private_file(content, TYPES[form], f"{tournament.slug}-{kind}.{form}")


def _print(request: Request, slug: str, job: PrintJob) -> PrintOut:
    done = job.state == PrintJob.State.DONE
    where = reverse("api:print_file", args=[slug, job.pk], request=request) if done else None
    return PrintOut.of(job, file=where)


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
        takes=PrintIn,
        sent={"what": "by-table", "round": 1},
        answered=PRINT,
    )
    def post(self, request: Request, slug: str) -> PrintOut:
        """Ask for a PDF. A short one is done at once; look at a long one until its state is `done`."""
        tournament = self.tournament(request, slug)
        values = checked(PrintIn, request)
        job = printing.ask_for_print(
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
        return found(
            PrintJob.objects.filter(tournament=tournament, owner=request.user, pk=job_id),
            _("You have no such document."),
        )


class PrintOne(OfAPrint, Resource):
    """One document."""

    @operation("prints_get", "Get a printed document's progress")
    def get(self, request: Request, slug: str, job_id: int) -> PrintOut:
        return _print(request, slug, self.job(request, slug, job_id))

    @operation("prints_cancel", "Cancel a printed document", writes=True)
    def delete(self, request: Request, slug: str, job_id: int) -> PrintOut:
        """Cancel a document that is not made yet; a finished one stays."""
        printing.cancel_print(self.job(request, slug, job_id).pk, by=request.user)
        return _print(request, slug, self.job(request, slug, job_id))


class PrintFile(OfAPrint, AFile):
    """The document itself."""

    @operation("prints_download", "Download a printed document as a PDF", OpenApiTypes.BINARY, kind=PDF)
    def get(self, request: Request, slug: str, job_id: int) -> HttpResponse:
        job = self.job(request, slug, job_id)
        if job.content is None:
            raise Http404(_("This document is not available."))
        name = f"{slug}-{job.what}" + (f"-{job.round}" if job.round else "")
        return private_file(bytes(job.content), PDF, f"{name}.pdf", inline=True)


TEXT = "text/plain"
A_FILE = """012 Club evening
042 2026/11/27
092 Individual: Swiss-System (Dutch)
142 1
001    1      Anna                              1640 NED             2000/00/00  1.0    1     2 w 1
001    2      Bert                              1500 NED             2001/00/00  0.0    2     1 b 0
"""


def _one_of(request: Request, name: str, choices: list[str], default: str | None) -> str:
    """Read a choice from the query. Raises ValidationError."""
    chosen = request.query_params.get(name, default)
    if chosen not in choices:
        raise ValidationError({name: [_("must be one of: %s") % ", ".join(choice for choice in choices if choice)]})
    return chosen


class ReportFile(AFile):
    """The tournament as a report file."""

    @operation(
        "trf_export",
        "Export a report file (TRF)",
        {"type": "string"},
        kind=TEXT,
        problems=(422,),
        answered=A_FILE,
        more=[OpenApiParameter("version", {"type": "string", "enum": list(trf.VERSIONS), "default": TRF26})],
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Write FIDE's format in its newest form, or as it was in 2016, of a tournament at tables of two. It has years
        of birth for users who may change players."""
        tournament = self.tournament(request, slug)
        version = _one_of(request, "version", list(trf.VERSIONS), TRF26)
        with snapshot():
            content = trf.export_report(tournament, by=request.user, version=version)
        return private_file(content, f"{TEXT}; charset=utf-8", f"{tournament.slug}.{version}")


class ReportFiles(Resource):
    """The way in."""

    parser_classes = ()
    most_body = MAX_BYTES

    @operation(
        "trf_import",
        "Import a report file (TRF)",
        SettingsOut,
        status=201,
        takes=file_of(TEXT),
        sent=A_FILE,
        more=[
            OpenApiParameter(
                "game",
                {"type": "string", "enum": sorted(trf.two_player_games())},
                required=True,
                description="A game for two; the file does not say which one was played.",
            ),
            OpenApiParameter(
                "system",
                {"type": "string", "enum": list(trf.SYSTEMS)},
                description="The pairing system; left out, what the file says.",
            ),
            CLUB,
        ],
    )
    def post(self, request: Request) -> Response:
        """Send the file as the body, up to 4 MiB; it becomes a new tournament that is not public yet, or nothing. An
        error in the file is told with its `line` and `column`."""
        require_creator(request.user)
        game = _one_of(request, "game", sorted(trf.two_player_games()), None)
        system = _one_of(request, "system", ["", *trf.SYSTEMS], "")
        club = clubs.named(request.query_params.get("club", ""))
        tournament = trf.import_report(request._request.body, by=request.user, game=game, system=system, club=club)
        where = reverse("api:tournament", args=[tournament.slug], request=request)
        return Response(set_up(tournament), status=201, headers={"Location": where})
