"""Lists in and out, at the desk: sent, looked at, put right and taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused
from tournaments.domain.list_plans import STATUSES, ListPlan, Planned
from tournaments.domain.locks import snapshot
from tournaments.forms.uploads import ListForm, change_of
from tournaments.imports.choices import NOBODY_KNOWN, NUMBERED, letter
from tournaments.imports.columns import MEANINGS_OF
from tournaments.imports.readers.lines import MAX_BYTES, MAX_COLUMNS
from tournaments.imports.results import NEEDED
from tournaments.imports.writing import TYPES, write
from tournaments.models import PlayerImport, Tournament
from tournaments.selectors.papers import lists as list_selectors
from tournaments.sentences import sentence
from tournaments.services.lists import lists
from tournaments.services.lists.list_imports import KINDS
from tournaments.services.lists.player_lists import SHOWN_AS_NEEDED
from tournaments.views.desk.base import at_desk, desk_page
from tournaments.web.staff_pages import private_file, refusal_in, refusal_shown

LINES_A_PAGE = 500
SAMPLES = 3
USUAL_CELLS = {PlayerImport.Kind.TEAMS: ("team", "key"), PlayerImport.Kind.RESULTS: NEEDED}
"""The cells that can be mended though no column of the file has them."""


def preview_page(request: HttpRequest, waiting: PlayerImport, plan: ListPlan) -> dict[str, Any]:
    """Return what the preview's page shows."""
    only = request.GET.get("only", "")
    lines = [line for line in plan.lines if only not in STATUSES or line.status == only]
    shown = [
        at for at in range(len(plan.heading)) if at < 2 or any(line.shows[at] not in (None, "") for line in plan.lines)
    ]
    mended = request.GET.get("mend", "")
    page = Paginator(lines, LINES_A_PAGE).get_page(request.GET.get("page"))
    rows = [(line, [line.shows[at] for at in shown]) for line in page]
    return {
        "waiting": waiting,
        "plan": plan,
        "kind": waiting.kind,
        "only": only if only in STATUSES else "",
        "lines": page,
        "rows": rows,
        "heading": [plan.heading[at] for at in shown],
        "left": len(plan.left),
        "mend": next((_mending(line, plan, waiting) for line in page if str(line.number) == mended), None),
        "columns": _columns(plan),
        "roles": [(role, sentence(meaning)) for role, meaning in MEANINGS_OF[waiting.kind].items()],
        "layout": plan.layout,
        "nobody_known": NOBODY_KNOWN,
        "numbered": NUMBERED,
    }


def _columns(plan: ListPlan) -> list[dict[str, Any]]:
    """List the columns of the file with what stands in them, and what each means."""
    roles = plan.layout.get("roles", ())
    columns = []
    for at, role in enumerate(roles[:MAX_COLUMNS]):
        texts = [line.cells[at] for line in plan.lines if at < len(line.cells) and line.cells[at]]
        heading = plan.layout["headings"][at]
        if heading or texts or role:
            columns.append({"at": at, "heading": heading or letter(at), "role": role, "texts": texts[:SAMPLES]})
    return columns


def _mending(line: Planned, plan: ListPlan, waiting: PlayerImport) -> dict[str, Any]:
    """Give the cells of a line, to be mended."""
    file = [cell for cell in line.cells if cell]
    roles, mended = plan.layout.get("roles", ()), waiting.choices.get("cells", {})
    if waiting.kind == PlayerImport.Kind.PLAYERS:
        return {"number": line.number, "fields": _of_player(line, roles, mended), "file": file}
    values: dict[str, str] = {}
    for role, cell in zip(roles, line.cells, strict=False):
        if role and cell:
            values.setdefault(role, cell)
    values |= mended.get(str(line.number), {})
    used = {*roles, *values, *USUAL_CELLS[waiting.kind]}
    meanings = MEANINGS_OF[waiting.kind].items()
    fields = [(role, sentence(meaning), values.get(role, "")) for role, meaning in meanings if role in used]
    return {"number": line.number, "fields": fields, "file": file}


def _of_player(
    line: Planned, roles: Sequence[str], mended: Mapping[str, Mapping[str, str]]
) -> list[tuple[str, str, Any]]:
    """Give the cells of a player as they were read."""
    labels = {
        "name": _("Name"),
        "rating": _("Rating"),
        "club": _("Club"),
        "birth_year": _("Born"),
        "fixed_table": _("Fixed table"),
        "team": _("Team"),
        "board": _("Board"),
        "marks": _("Marks"),
    }
    there = {*roles, *(role for cells in mended.values() for role, cell in cells.items() if cell)}
    values = dict(
        zip([role for role in labels if role not in SHOWN_AS_NEEDED or role in there], line.shows, strict=True)
    )
    used = {"name", "rating", "club", "birth_year", *roles}
    return [(role, labels[role], values.get(role) or "") for role in labels if role in used]


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
    if form.is_valid():
        file = form.cleaned_data["file"]
        name = file.name if file else form.cleaned_data["filename"]
        content = file.read(MAX_BYTES + 1) if file else form.cleaned_data["content"]
        with refusal_in(form, "file"):
            waiting = lists.upload(kind, tournament.pk, by=request.user, filename=name, content=content)
            return redirect("admin:tournaments_list_preview", tournament.pk, kind, waiting.pk)
    return desk_page(request, "desk/files/list_upload.html", tournament, {"form": form, "kind": kind})


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
            return redirect("admin:tournaments_desk", tournament.pk)
    if request.method == "POST" and waiting.state != PlayerImport.State.LOOKED:
        # also the second of two clicks
        if waiting.state == PlayerImport.DONE and waiting.plan and not waiting.plan.get("left"):
            messages.success(request, _imported(waiting.plan["counts"]))
            return redirect("admin:tournaments_desk", tournament.pk)
        return redirect("admin:tournaments_list_preview", tournament.pk, kind, import_id)
    if waiting.state != PlayerImport.State.LOOKED:
        outcome = waiting.plan if waiting.plan and waiting.state == PlayerImport.DONE else {}
        context = {
            "run": waiting,
            "kind": kind,
            "imported": _imported(outcome["counts"]) if outcome else "",
            "left": outcome.get("left", ()),
        }
        return desk_page(request, "desk/files/list_watch.html", tournament, context)
    with snapshot():
        plan = lists.preview(waiting)
    return desk_page(request, "desk/files/list_preview.html", tournament, preview_page(request, waiting, plan))


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
    return redirect("admin:tournaments_desk", tournament.pk)
