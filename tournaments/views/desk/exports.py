"""Files that leave the desk: printed documents, lists, lines for other sites; and whole tournaments, out by a link,
in with a progress bar, with report files (TRF)."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminTextInputWidget

from tournaments.accounts.sessions import origin
from tournaments.domain.access import Action, actions, may_create, require, require_creator
from tournaments.domain.errors import Refused
from tournaments.domain.locks import snapshot
from tournaments.forms.clubs import ask_for_club
from tournaments.forms.uploads import TrfForm
from tournaments.imports.archive import MAX_BYTES
from tournaments.models import EventImport, PrintJob, Tournament
from tournaments.selectors.events import public
from tournaments.selectors.papers import lists as list_selectors
from tournaments.selectors.papers import printing as selectors
from tournaments.selectors.papers.event_documents import archive_text, document_text
from tournaments.sentences import sentence
from tournaments.services import printing
from tournaments.services.events import event_imports, trf
from tournaments.text import number_of
from tournaments.views.desk.base import at_desk, desk_page
from tournaments.web.staff_pages import private_file, refusal_in, staff_page


class DocumentForm(forms.Form):
    """A document, and the new tournament's address."""

    file = forms.FileField(
        label=_("Event document or archive"), widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".json"})
    )
    slug = forms.SlugField(
        label=_("Address of the new tournament"),
        required=False,
        max_length=74,
        help_text=_("Leave empty to make it from the document."),
        widget=UnfoldAdminTextInputWidget,
    )


@require_GET
def document(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a tournament's event document, or (``?archive=1``, ``?records=1``, ``?log=1``) its archive."""
    tournament = get_object_or_404(Tournament, pk=pk)
    records = request.GET.get("records") == "1"
    log = request.GET.get("log") == "1"
    archive = records or log or request.GET.get("archive") == "1"
    require(request.user, Action.KEEP if archive else Action.WORK, tournament)
    with snapshot():
        if archive:
            text = archive_text(tournament, by=request.user, records=records, log=log)
        else:
            text = document_text(tournament)
    name = f"{tournament.slug}{'-archive' if archive else ''}.json"
    return private_file(text, "application/json", name)


@require_http_methods(["GET", "POST"])
def import_document(request: HttpRequest) -> HttpResponse:
    """Show the form for a document, and the user's imports; a POST takes a document in."""
    require_creator(request.user)
    form = DocumentForm(request.POST, request.FILES) if request.method == "POST" else DocumentForm()
    ask_for_club(form, request.user)
    if form.is_valid():
        file = form.cleaned_data["file"]
        with refusal_in(form, "file"):
            waiting = event_imports.upload(
                by=request.user,
                content=file.read(MAX_BYTES + 1),
                filename=file.name,
                slug=form.cleaned_data["slug"],
                club=form.cleaned_data.get("club"),
            )
            return redirect("admin:tournaments_import_watch", waiting.pk)
    mine = EventImport.objects.filter(uploaded_by=request.user).defer("content")[:10]
    return _page(request, "event_documents/import.html", {"form": form, "imports": mine})


@require_GET
def watch(request: HttpRequest, import_id: int) -> HttpResponse:
    """Show the progress of an import; the page asks again by itself while it goes on."""
    return _page(request, "event_documents/watch.html", {"run": _mine(request, import_id)})


@require_POST
def cancel(request: HttpRequest, import_id: int) -> HttpResponse:
    """Stop it; nothing of it is kept."""
    event_imports.cancel(_mine(request, import_id).pk, by=request.user)
    return redirect("admin:tournaments_import_watch", import_id)


def _mine(request: HttpRequest, import_id: int) -> EventImport:
    require_creator(request.user)
    imports = EventImport.objects.select_related("tournament").defer("content")
    return get_object_or_404(imports, pk=import_id, uploaded_by=request.user)


def _page(request: HttpRequest, template: str, more: dict[str, Any]) -> HttpResponse:
    return staff_page(request, template, _("Import an event document"), more, of=Tournament)


@require_GET
@at_desk(Action.WORK)
def download_trf(request: HttpRequest, tournament: Tournament, version: str) -> HttpResponse:
    """Send the tournament as a report file."""
    if version not in trf.VERSIONS:
        raise Http404
    try:
        with snapshot():
            content = trf.export_report(tournament, by=request.user, version=version)
    except Refused as error:
        messages.warning(request, error.message)
        return redirect("admin:tournaments_outputs", tournament.pk)
    return private_file(content, "text/plain; charset=utf-8", f"{tournament.slug}.{version}")


def upload_trf(request: HttpRequest) -> HttpResponse:
    """Make a new tournament from a report file."""
    if not may_create(request.user):
        raise Http404
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = TrfForm(trf.two_player_games(), *sent)
    ask_for_club(form, request.user)
    if form.is_valid():
        with refusal_in(form, "file"):
            tournament = trf.import_report(
                form.cleaned_data["file"].read(),
                by=request.user,
                game=form.cleaned_data["game"],
                system=form.cleaned_data["system"],
                club=form.cleaned_data.get("club"),
            )
            imported = gettext("“%(tournament)s” has been imported. It is not public yet.")
            messages.success(request, imported % {"tournament": tournament})
            return redirect("admin:tournaments_desk", tournament.pk)
    title = gettext("Import a report file (TRF)")
    return staff_page(request, "desk/files/trf_upload.html", title, {"form": form}, of=Tournament)


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
    return desk_page(request, "desk/files/exports.html", tournament, context)


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
    try:
        job = printing.ask_for_print(
            tournament.pk,
            by=request.user,
            what=request.POST.get("what", "")[:16],
            number=number_of(request.POST.get("round", ""), 4) or None,
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
    response = desk_page(request, "desk/files/print_progress.html", tournament, more)
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
def cancel_print(request: HttpRequest, tournament: Tournament, job_id: int) -> HttpResponse:
    job = _own(request, tournament, job_id)
    printing.cancel_print(job.pk, by=request.user)
    messages.info(request, gettext("The document has been cancelled."))
    return redirect("admin:tournaments_outputs", tournament.pk)


def _own(request: HttpRequest, tournament: Tournament, job_id: int) -> PrintJob:
    job = get_object_or_404(PrintJob, pk=job_id, tournament=tournament, owner=request.user)
    if job.what not in selectors.KINDS:
        raise Http404
    return job
