"""The preview of a list as a page shows it: its lines, how it was read, what can be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.domain.list_plans import STATUSES, ListPlan, Planned
from tournaments.imports.choices import NOBODY_KNOWN, NUMBERED, letter
from tournaments.imports.columns import MEANINGS_OF
from tournaments.imports.readers.lines import MAX_COLUMNS
from tournaments.imports.results import NEEDED
from tournaments.models import PlayerImport
from tournaments.sentences import sentence
from tournaments.services.player_lists import SHOWN_AS_NEEDED

LINES_A_PAGE = 500
SAMPLES = 3
USUAL_CELLS = {PlayerImport.Kind.TEAMS: ("team", "key"), PlayerImport.Kind.RESULTS: NEEDED}
"""The cells that can be mended though no column of the file has them."""


def preview(request: HttpRequest, waiting: PlayerImport, plan: ListPlan) -> dict[str, Any]:
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
