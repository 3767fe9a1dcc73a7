"""The exports of the desk: printed documents, lists, and lines for other sites."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.accounts.sessions import origin
from tournaments.domain.access import Action, actions, may_create
from tournaments.domain.errors import Refused
from tournaments.models import PrintJob, Tournament
from tournaments.selectors import lists as list_selectors
from tournaments.selectors import printing as selectors
from tournaments.selectors import public
from tournaments.sentences import sentence
from tournaments.services import printing
from tournaments.views.desk.base import at_desk, desk_page
from tournaments.web.staff_pages import private_file

PDF = "application/pdf"


@require_GET
@at_desk(Action.WORK)
def outputs(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show all exports and imports on one page."""
    allowed = actions(request.user, tournament)
    site = origin(request)
    context: dict[str, Any] = {
        "rounds": [round_.number for round_ in public.shown_rounds(tournament.pk)],
        "documents": [(key, kind) for key, kind in selectors.KINDS.items() if kind.action in allowed],
        "papers": PrintJob.Paper.choices,
        "languages": settings.LANGUAGES,
        "language": tournament.language or get_language(),
        "jobs": [(job, selectors.KINDS[job.what].label) for job in printing.own_prints(tournament, request.user)],
        "sheets": [(key, kind.label) for key, kind in list_selectors.KINDS.items() if kind.action in allowed],
        "allowed": {action.name for action in allowed},
        "may_create": may_create(request.user),
        "embed": embed_line(tournament, site),
        "calendar": site + reverse("rounds_calendar", args=[tournament.slug]),
        "feed": site + reverse("feed", args=[tournament.slug]),
    }
    return desk_page(request, "desk/exports.html", tournament, context)


def embed_line(tournament: Tournament, site: str) -> str:
    """Show the one line of HTML that shows the standings on another site."""
    address = site + reverse("widget", args=[tournament.slug])
    return (
        f'<iframe src="{escape(address)}" title="{escape(tournament.name)}" width="100%" height="420" '
        f'loading="lazy" referrerpolicy="no-referrer" style="border:0"></iframe>'
    )


@require_POST
@at_desk(Action.PRINT)
def ask(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask for a document; a short one comes at once, a long one when it is made."""
    number = request.POST.get("round", "")
    whole = int(number) if number.isascii() and number.isdecimal() and len(number) < 5 else None
    try:
        job = printing.ask_for_print(
            tournament.pk,
            by=request.user,
            what=request.POST.get("what", "")[:16],
            number=whole,
            paper=request.POST.get("paper", "")[:6],
            language=request.POST.get("language", "")[:10],
            site=origin(request),
        )
    except Refused as error:
        messages.error(request, error.message)
        return redirect("admin:tournaments_outputs", tournament.pk)
    if job.state == PrintJob.State.DONE:
        return redirect("admin:tournaments_print_file", tournament.pk, job.pk)
    if job.state == PrintJob.State.FAILED:
        messages.error(request, sentence(job.problem))
        return redirect("admin:tournaments_outputs", tournament.pk)
    return redirect("admin:tournaments_print", tournament.pk, job.pk)


@require_GET
@at_desk(Action.PRINT)
def progress(request: HttpRequest, tournament: Tournament, job_id: int) -> HttpResponse:
    """Show the progress of a document. The page asks again by itself; at the end it links to the file."""
    job = _own(request, tournament, job_id)
    more = {"job": job, "label": selectors.KINDS[job.what].label, "waits": job.state in PrintJob.OPEN}
    response = desk_page(request, "desk/print_progress.html", tournament, more)
    if more["waits"]:
        response.headers["Refresh"] = "1"
    return response


@require_GET
@at_desk(Action.PRINT)
def file(request: HttpRequest, tournament: Tournament, job_id: int) -> HttpResponse:
    """Send the document to its owner."""
    job = _own(request, tournament, job_id)
    if job.content is None:
        return redirect("admin:tournaments_print", tournament.pk, job.pk)
    name = f"{tournament.slug}-{job.what}" + (f"-{job.round}" if job.round else "")
    return private_file(bytes(job.content), PDF, f"{name}.pdf", inline=True)


@require_POST
@at_desk(Action.PRINT)
def cancel(request: HttpRequest, tournament: Tournament, job_id: int) -> HttpResponse:
    job = _own(request, tournament, job_id)
    printing.cancel_print(job.pk, by=request.user)
    messages.info(request, _("The document has been cancelled."))
    return redirect("admin:tournaments_outputs", tournament.pk)


def _own(request: HttpRequest, tournament: Tournament, job_id: int) -> PrintJob:
    job = get_object_or_404(PrintJob, pk=job_id, tournament=tournament, owner=request.user)
    if job.what not in selectors.KINDS:
        raise Http404
    return job
