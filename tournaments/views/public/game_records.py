"""Game records as files, for whoever may see the table."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournaments.domain.access import Action, may
from tournaments.models import GameRecord
from tournaments.selectors.record_names import public_text


@require_safe
def download(request: HttpRequest, slug: str, record_id: int) -> HttpResponse:
    """Send a record as it was handed in. The public gets those that prove a result of a round that is shown, with
    the names that everyone may read."""
    record = get_object_or_404(
        GameRecord.objects.select_related("table__round__tournament"),
        pk=record_id,
        table__round__tournament__slug=slug,
    )
    round_, text = record.table.round, record.text
    if not may(request.user, Action.WORK, round_.tournament):
        proves = record.state == GameRecord.State.AGREES
        if not (proves and round_.is_shown and may(request.user, Action.VIEW, round_.tournament)):
            raise Http404
        text = public_text(record)
    name = f"{slug}-round-{round_.number}-table-{record.table.number}.json"
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response
