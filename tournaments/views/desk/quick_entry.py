"""Results in a few keys, the second person's confirmation, and the tables where others type."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.domain.access import Action, may
from tournaments.forms.quick_entry import with_table
from tournaments.models import Result, Round, Table, Tournament
from tournaments.selectors.desk import to_be_entered
from tournaments.services import results
from tournaments.services.typing import set_typing
from tournaments.views.desk.base import at_desk, desk_address
from tournaments.views.desk.results import entered
from tournaments.web.staff_pages import refusal_shown


@require_POST
@at_desk(Action.RESULTS)
def quick(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Enter a result from a table's number and keys, typed as one line: without a mouse, without a script."""
    round_ = tournament.rounds.exclude(state=Round.State.DISCARDED).filter(number=number).first()
    named, keys = with_table(request.POST.get("keys", "")[:100])
    text = str(named) if named is not None else request.POST.get("table", "").strip()
    table = None
    if round_ is not None and text.isascii() and text.isdecimal() and len(text) < 6:
        table = to_be_entered(tournament).filter(round=round_, number=int(text)).first()
    if table is None:
        messages.error(request, _("Round %(number)d has no table “%(text)s”.") % {"number": number, "text": text[:10]})
        return redirect(desk_address(tournament, number) if round_ else desk_address(tournament))
    data = request.POST.copy()
    data["keys"] = keys
    # a line without a script says nothing of what it saw; what is adjourned waits for a result
    adjourned = Result.objects.filter(table=table, is_current=True, end=Result.End.ADJOURNED).first()
    if not data.get("seen_result"):
        data["seen_result"] = adjourned.pk if adjourned else ""
    return entered(request, tournament, table, data)


@require_POST
@at_desk(Action.RESULTS)
def confirm(request: HttpRequest, tournament: Tournament, result_id: int) -> HttpResponse:
    result = get_object_or_404(
        Result.objects.select_related("table__round"), pk=result_id, table__round__tournament=tournament
    )
    with refusal_shown(request):
        results.confirm(result.pk, by=request.user)
    return redirect(desk_address(tournament, result.table.round.number) + f"#table-{result.table.number}")


@require_POST
@at_desk(Action.RESULTS)
def editing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Note the table where ``request.user`` types; answer with the other typists by table id."""
    text = request.POST.get("table", "")
    table = None
    if text.isascii() and text.isdecimal() and len(text) < 18:
        table = Table.objects.filter(pk=int(text), round__tournament=tournament).first()
    if table is not None and not may(request.user, Action.RESULTS, tournament, table=table.number):
        table = None
    return JsonResponse({"others": set_typing(table, tournament_id=tournament.pk, by=request.user)})
