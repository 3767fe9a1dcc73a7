"""The clock at the desk, and the sand-glass of a table on a helper's phone."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.models import Round, Table, TimeCall, Tournament
from tournaments.services import clock
from tournaments.services import clock as services
from tournaments.views.desk.base import UNPROCESSABLE, at_desk, desk_address
from tournaments.web.conditional import form_of
from tournaments.web.glass import glass_page, told
from tournaments.web.staff_pages import refusal_shown

MINUTE = {"more": 60, "less": -60}


@require_POST
@at_desk(Action.PAIR)
def act(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Press one of the clock's buttons."""
    with refusal_shown(request):
        _do(tournament.pk, request.user, request.POST)
    return redirect(reverse("admin:tournaments_desk", args=[tournament.pk]) + "#clock")


def _do(pk: int, by: Any, sent: Any) -> None:
    what = sent.get("do", "")
    if what == "set":
        services.set_up(pk, by=by, kind=sent.get("kind", ""), seconds=_seconds(sent.get("time", "")))
    elif what in MINUTE:
        services.adjust(pk, by=by, seconds=MINUTE[what])
    else:
        services.do(pk, what, by=by)


def _seconds(text: str) -> int:
    """Read ``90`` (minutes), ``3:30`` (minutes and seconds) or ``1:30:00`` (with hours). Raises Refused."""
    parts = text.strip().split(":")
    if not 1 <= len(parts) <= 3 or not all(p.isascii() and p.isdigit() and len(p) <= 4 for p in parts):
        raise Refused(_("Enter the time as minutes (90), as 3:30 or as 1:30:00."))
    if len(parts) == 1:
        return int(parts[0]) * 60
    total = 0
    for part in parts:
        total = total * 60 + int(part)
    return total


@at_desk(Action.WORK)
def glass(request: HttpRequest, tournament: Tournament, table_id: int) -> HttpResponse:
    """Show a table's glass; a POST tells the arbiter that it has run out."""
    if not tournament.has_engine:
        raise Http404
    tables = Table.objects.select_related("round").filter(round__state__in=Round.SHOWN)
    table = get_object_or_404(tables, pk=table_id, round__tournament=tournament)
    problem, status = "", 200
    if request.method == "POST":
        try:
            position, seconds = told(request)
            clock.tell_time_call_from_desk(table.pk, by=request.user, position=position, seconds=seconds)
        except Refused as error:
            problem, status = error.message, UNPROCESSABLE
        else:
            return redirect("admin:tournaments_glass", tournament.pk, table.pk)
    form = form_of(request)
    back = desk_address(tournament, table.round.number) + f"#table-{table.number}"
    with translation.override(form.language):
        return glass_page(form, tournament, table, back=back, problem=problem, status=status, token=get_token(request))


@require_POST
@at_desk(Action.RESULTS)
def settle(request: HttpRequest, tournament: Tournament, call_id: int) -> HttpResponse:
    """Settle a table's call about the time: enter the forfeit (``forfeit``), or deal with it at the table."""
    call = get_object_or_404(
        TimeCall.objects.select_related("table__round"), pk=call_id, table__round__tournament=tournament
    )
    forfeit = request.POST.get("forfeit") == "1"
    with refusal_shown(request):
        clock.settle_time_call(call.pk, by=request.user, forfeit=forfeit)
        sentence = _("The forfeit at table %(number)d is entered.") if forfeit else _("Table %(number)d is settled.")
        messages.success(request, sentence % {"number": call.table.number})
    return redirect(reverse("admin:tournaments_desk_round", args=[tournament.pk, call.table.round.number]))
