"""Lists in and out, at the desk."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused
from tournaments.domain.locks import snapshot
from tournaments.forms.list_choices import change_of
from tournaments.forms.uploads import ListForm
from tournaments.imports.readers.lines import MAX_BYTES
from tournaments.imports.writing import TYPES, write
from tournaments.models import PlayerImport, Tournament
from tournaments.selectors import lists as list_selectors
from tournaments.services import lists
from tournaments.services.list_imports import KINDS
from tournaments.views.desk import list_pages
from tournaments.views.desk.base import UNPROCESSABLE, at_desk, desk_page
from tournaments.web.staff_pages import private_file, refusal_in, refusal_shown


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
    # readers of the columns find these as ever; that they may change is for people, who see the name of the file
    name = f"{tournament.slug}-{kind}{'-provisional' if rows.provisional else ''}.{form}"
    return private_file(write(rows, form, (get_language() or "en").partition("-")[0]), TYPES[form], name)


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
            name = file.name if file else form.cleaned_data["filename"]
            content = file.read(MAX_BYTES + 1) if file else form.cleaned_data["content"]
            with refusal_in(form, "file"):
                waiting = lists.upload(kind, tournament.pk, by=request.user, filename=name, content=content)
                return redirect("admin:tournaments_list_preview", tournament.pk, kind, waiting.pk)
    return desk_page(request, "desk/list_upload.html", tournament, {"form": form, "kind": kind}, status)


@at_desk(Action.WORK)
def preview(request: HttpRequest, tournament: Tournament, kind: str, import_id: int) -> HttpResponse:
    """Preview a list line by line. A POST changes what is chosen, or imports what the preview showed. While a worker
    has it, show its progress."""
    _require(request, tournament, kind)
    waiting = _list(tournament, kind, import_id).first()
    if waiting is None:
        return _gone(request, tournament)
    if request.method == "POST" and waiting.state == PlayerImport.State.LOOKED:
        if "stamp" not in request.POST:
            return _chosen(request, tournament, waiting)
        done = None
        with refusal_shown(request):
            done = lists.carry_out(waiting.pk, by=request.user, seen=request.POST["stamp"][:40], rest=True)
        waiting = _list(tournament, kind, import_id).first()
        if waiting is None:
            if done is not None:
                messages.success(request, _imported(done.counts))
            return _to_desk(tournament)
    if request.method == "POST" and waiting.state != PlayerImport.State.LOOKED:
        # also the second of two clicks
        if waiting.state == PlayerImport.DONE and waiting.plan and not waiting.plan.get("left"):
            messages.success(request, _imported(waiting.plan["counts"]))
            return _to_desk(tournament)
        return redirect("admin:tournaments_list_preview", tournament.pk, kind, import_id)
    if waiting.state != PlayerImport.State.LOOKED:
        outcome = waiting.plan if waiting.plan and waiting.state == PlayerImport.DONE else {}
        context = {
            "run": waiting,
            "kind": kind,
            "imported": _imported(outcome["counts"]) if outcome else "",
            "left": outcome.get("left", ()),
        }
        return desk_page(request, "desk/list_watch.html", tournament, context)
    with snapshot():
        plan = lists.preview(waiting)
    return desk_page(request, "desk/list_preview.html", tournament, list_pages.preview(request, waiting, plan))


def _chosen(request: HttpRequest, tournament: Tournament, waiting: PlayerImport) -> HttpResponse:
    """Change what is chosen in a preview, and show it again at the same line."""
    change, line = change_of(request.POST)
    if change is not None:
        with refusal_shown(request):
            lists.choose(waiting.pk, change, by=request.user)
    where = reverse("admin:tournaments_list_preview", args=[tournament.pk, waiting.kind, waiting.pk])
    query = urlencode({name: request.GET[name][:20] for name in ("only", "page") if request.GET.get(name)})
    return redirect(where + (f"?{query}" if query else "") + (f"#line-{line}" if line else ""))


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
