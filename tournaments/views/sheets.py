"""Lists in and out, at the desk."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.access import Action, require
from tournaments.errors import Refused
from tournaments.forms.imports import ListForm
from tournaments.imports.writing import TYPES, write
from tournaments.models import PlayerImport, Tournament
from tournaments.selectors import sheets
from tournaments.services.lists import LISTS
from tournaments.snapshot import snapshot
from tournaments.views.desk import UNPROCESSABLE, _page, at_desk


@require_GET
@at_desk(Action.WORK)
def download(request: HttpRequest, tournament: Tournament, kind: str, form: str) -> HttpResponse:
    """A list as a file, in the language of who asks."""
    sheet = sheets.KINDS.get(kind)
    if sheet is None or form not in TYPES:
        raise Http404
    require(request.user, sheet.action, tournament)
    try:
        with snapshot():
            made = sheet.make(tournament)
    except Refused as error:
        messages.warning(request, error.message)
        return redirect("admin:tournaments_outputs", tournament.pk)
    response = HttpResponse(
        write(made, form, (get_language() or "en").partition("-")[0]), content_type=TYPES[form]
    )
    response.headers["Content-Disposition"] = f'attachment; filename="{tournament.slug}-{kind}.{form}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


@at_desk(Action.WORK)
def upload(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """Choose a list of teams or results. What can be read is kept and shown before anything happens."""
    service = _service(request, tournament, kind)
    form = ListForm(kind, request.POST or None, request.FILES or None)
    status = 200
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            file = form.cleaned_data["file"]
            try:
                waiting = service.upload(
                    tournament.pk, by=request.user, filename=file.name, content=file.read()
                )
            except Refused as error:
                form.add_error("file", error.message)
            else:
                return redirect("admin:tournaments_list_preview", tournament.pk, kind, waiting.pk)
    return _page(request, "desk/list_upload.html", tournament, {"form": form, "kind": kind}, status)


@at_desk(Action.WORK)
def preview(request: HttpRequest, tournament: Tournament, kind: str, import_id: int) -> HttpResponse:
    """What the list would do, line by line; a POST does it, all or nothing."""
    service = _service(request, tournament, kind)
    waiting = PlayerImport.objects.filter(pk=import_id, tournament=tournament, kind=kind).first()
    if waiting is None:
        messages.warning(request, _("This list was imported already, or replaced by another one."))
        return _to_desk(tournament)
    if request.method == "POST":
        try:
            done = service.carry_out(waiting.pk, by=request.user, seen=request.POST.get("stamp", "")[:40])
        except Refused as error:
            messages.error(request, error.message)
        else:
            messages.success(
                request,
                _("Imported: %(new)d new, %(changed)d changed, %(same)d as they were.") % done.counts,
            )
            return _to_desk(tournament)
    with snapshot():
        plan = service.preview(waiting)
    context: dict[str, Any] = {"waiting": waiting, "plan": plan, "kind": kind}
    return _page(request, "desk/list_preview.html", tournament, context)


def _service(request: HttpRequest, tournament: Tournament, kind: str) -> ModuleType:
    service = LISTS.get(kind)
    if service is None:
        raise Http404
    require(request.user, service.ACTION, tournament)
    return service


def _to_desk(tournament: Tournament) -> HttpResponseRedirect:
    return redirect(reverse("admin:tournaments_desk", args=[tournament.pk]))
