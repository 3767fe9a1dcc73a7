"""The desk's side of the players' reports: settling one, and the slips with the tables' codes."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.domain.access import Action
from tournaments.forms.reports import RuleForm
from tournaments.models import ReportRule, Round, Table, Tournament
from tournaments.selectors import desk as selectors
from tournaments.selectors import shown_names
from tournaments.selectors.printed_pairings import result_heads
from tournaments.services import report_links, reports
from tournaments.views.desk.base import at_desk, desk_address, desk_page, held
from tournaments.web.addresses import public_root
from tournaments.web.staff_pages import refusal_shown


@at_desk(Action.EDIT)
def rule(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the rule for the players' reports of this tournament; a POST changes it."""
    with held(request, tournament):
        kept = ReportRule.objects.filter(tournament=tournament).first() or ReportRule(tournament=tournament)
        form = RuleForm(request.POST if request.method == "POST" else None, instance=kept)
        if form.is_valid():
            asked = form.cleaned_data
            reports.set_rule(
                tournament.pk,
                by=request.user,
                mode=asked["mode"],
                minutes=asked["minutes"],
                moves=asked.get("moves"),
                new_links=asked["new_links"],
            )
    if form.is_valid():
        messages.success(request, _("Saved."))
        return redirect(desk_address(tournament))
    return desk_page(request, "desk/report_rule.html", tournament, {"form": form}, 422 if form.is_bound else 200)


@require_POST
@at_desk(Action.RESULTS)
def decide(request: HttpRequest, tournament: Tournament, table_id: int) -> HttpResponse:
    """Settle a table's report: take what was reported (``take``), or leave the table as it is."""
    table = get_object_or_404(Table.objects.select_related("round"), pk=table_id, round__tournament=tournament)
    with refusal_shown(request):
        reports.decide(table.pk, by=request.user, take=request.POST.get("take") == "1")
        messages.success(request, _("Table %(number)d is settled.") % {"number": table.number})
    return redirect(desk_address(tournament, table.round.number))


@dataclass(frozen=True, slots=True)
class Slip:
    """A table's slip: the players, and the link as a picture and in letters."""

    number: int
    seats: tuple[tuple[selectors.DeskSeat, str], ...]
    address: str
    code: SafeString


@require_GET
@at_desk(Action.RESULTS)
def slips(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the slips of a round, to be printed and laid on the tables: a table judge has those of their own tables.

    Whoever holds a slip can report for its table, so they are for those who enter results.
    """
    round_ = get_object_or_404(Round, tournament=tournament, number=number, state__in=Round.SHOWN)
    round_.tournament = tournament
    links = report_links.slips(round_, to=request.user)
    if links is None:
        raise Http404
    # what is printed lies about in the hall, so it bears the names that the public may see
    people = shown_names.people(tournament.pk)
    root = public_root(request)
    slips_ = []
    for table, token in links:
        seats = tuple((seat, people[seat.entry.number].name) for seat in table.seats)
        address = root + reverse("report", args=[token])
        slips_.append(Slip(table.row.number, seats, address, qr_code(address)))
    heads = result_heads(tournament)
    more = {"round": round_, "slips": slips_, "heads": heads, "only_here": is_loopback(urlsplit(root).netloc)}
    response = desk_page(request, "desk/slips.html", tournament, more)
    response.headers["Cache-Control"] = "no-store"
    return response


def is_loopback(host: str) -> bool:
    """Tell whether a host, with or without port, means the asking machine itself, which no phone reaches."""
    name, _port = split_domain_port(host)
    try:
        return ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def qr_code(address: str) -> SafeString:
    """Return an address as a QR code in SVG, without size, so that the page's style decides it."""
    code = segno.make(address, error="m", micro=False)
    return mark_safe(code.svg_inline(omitsize=True, border=4, dark="#000", light="#fff"))  # noqa: S308
