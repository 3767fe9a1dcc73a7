"""Lists in and out, at the desk."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused
from tournaments.domain.list_plans import STATUSES
from tournaments.domain.snapshot import snapshot
from tournaments.forms.uploads import ListForm
from tournaments.imports.lines import MAX_BYTES
from tournaments.imports.writing import TYPES, write
from tournaments.models import PlayerImport, Tournament
from tournaments.selectors import lists as list_selectors
from tournaments.services import lists
from tournaments.services.list_imports import KINDS
from tournaments.views.desk.base import UNPROCESSABLE, at_desk, desk_page

LINES_A_PAGE = 500


@require_GET
@at_desk(Action.WORK)
def download(request: HttpRequest, tournament: Tournament, kind: str, form: str) -> HttpResponse:
    """Download a list as a file, in the user's language."""
    sheet = list_selectors.KINDS.get(kind)
    if sheet is None or form not in TYPES:
        raise Http404
    require(request.user, sheet.action, tournament)
    try:
        with snapshot():
            rows = sheet.make(tournament, request.user)
    except Refused as error:
        messages.warning(request, error.message)
        return redirect("admin:tournaments_outputs", tournament.pk)
    response = HttpResponse(write(rows, form, (get_language() or "en").partition("-")[0]), content_type=TYPES[form])
    response.headers["Content-Disposition"] = f'attachment; filename="{tournament.slug}-{kind}.{form}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


@at_desk(Action.WORK)
def upload(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """Choose a list of players, teams or results. It is kept and shown line by line before anything happens."""
    _require(request, tournament, kind)
    form = ListForm(kind, request.POST, request.FILES) if request.method == "POST" else ListForm(kind)
    status = 200
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            file = form.cleaned_data["file"]
            try:
                waiting = lists.upload(
                    kind, tournament.pk, by=request.user, filename=file.name, content=file.read(MAX_BYTES + 1)
                )
            except Refused as error:
                form.add_error("file", error.message)
            else:
                return redirect("admin:tournaments_list_preview", tournament.pk, kind, waiting.pk)
    return desk_page(request, "desk/list_upload.html", tournament, {"form": form, "kind": kind}, status)


@at_desk(Action.WORK)
def preview(request: HttpRequest, tournament: Tournament, kind: str, import_id: int) -> HttpResponse:
    """Preview a list line by line; a POST imports it, all or nothing. While a worker has it, show its progress."""
    _require(request, tournament, kind)
    waiting = _list(tournament, kind, import_id).first()
    if waiting is None:
        return _gone(request, tournament)
    if request.method == "POST":
        try:
            done = lists.carry_out(waiting.pk, by=request.user, seen=request.POST.get("stamp", "")[:40])
        except Refused as error:
            messages.error(request, error.message)
            waiting = _list(tournament, kind, import_id).first()
            if waiting is None:
                return _to_desk(tournament)
        else:
            if done is None:
                return redirect("admin:tournaments_list_preview", tournament.pk, kind, import_id)
            messages.success(request, _imported(done.counts))
            return _to_desk(tournament)
    if waiting.state != PlayerImport.State.LOOKED:
        counts = waiting.plan["counts"] if waiting.plan and waiting.state == PlayerImport.DONE else None
        context = {"run": waiting, "kind": kind, "imported": _imported(counts) if counts else ""}
        return desk_page(request, "desk/list_watch.html", tournament, context)
    with snapshot():
        plan = lists.preview(waiting)
    only = request.GET.get("only", "")
    lines = [line for line in plan.lines if only not in STATUSES or line.status == only]
    context = {
        "waiting": waiting,
        "plan": plan,
        "kind": kind,
        "only": only if only in STATUSES else "",
        "lines": Paginator(lines, LINES_A_PAGE).get_page(request.GET.get("page")),
    }
    return desk_page(request, "desk/list_preview.html", tournament, context)


@require_POST
@at_desk(Action.WORK)
def cancel(request: HttpRequest, tournament: Tournament, kind: str, import_id: int) -> HttpResponse:
    """Stop it; nothing of it is kept."""
    _require(request, tournament, kind)
    waiting = _list(tournament, kind, import_id).first()
    if waiting is None:
        return _gone(request, tournament)
    lists.cancel(waiting.pk, by=request.user)
    return redirect("admin:tournaments_list_preview", tournament.pk, kind, import_id)


def _list(tournament: Tournament, kind: str, import_id: int) -> QuerySet[PlayerImport]:
    imports = PlayerImport.objects.select_related("tournament").defer("content")
    return imports.filter(pk=import_id, tournament=tournament, kind=kind)


def _require(request: HttpRequest, tournament: Tournament, kind: str) -> None:
    if kind not in KINDS:
        raise Http404
    require(request.user, KINDS[kind].action, tournament)


def _imported(counts: dict[str, int]) -> str:
    return _("Imported: %(new)d new, %(changed)d changed, %(same)d unchanged.") % counts


def _gone(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    messages.warning(request, _("This list has already been imported, or another one has replaced it."))
    return _to_desk(tournament)


def _to_desk(tournament: Tournament) -> HttpResponseRedirect:
    return redirect(reverse("admin:tournaments_desk", args=[tournament.pk]))
