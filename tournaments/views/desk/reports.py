"""The desk's side of the players' reports: settling one, the slips with the tables' codes, and personal links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.domain.access import Action, actions
from tournaments.forms.results import RuleForm
from tournaments.imports.writing import CSV, Sheet, write_csv
from tournaments.models import Entry, ReportRule, Round, Table, Tournament
from tournaments.selectors.hall import desk as selectors
from tournaments.selectors.papers.printed_pairings import result_heads
from tournaments.selectors.people import shown_names
from tournaments.selectors.people.mails import link_mails
from tournaments.selectors.people.shown_names import sort_key
from tournaments.services.results import report_links, reports
from tournaments.views.desk.base import at_desk, desk_address, desk_page, held, step
from tournaments.web.addresses import is_loopback, public_root, qr_code
from tournaments.web.staff_pages import private_file, refusal_shown

A_PAGE = 120


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
    return desk_page(request, "desk/reports/report_rule.html", tournament, {"form": form})


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
        slips_.append(Slip(table.row.number, seats, address, slip_code(address)))
    heads = result_heads(tournament)
    more = {"round": round_, "slips": slips_, "heads": heads, "only_here": is_loopback(urlsplit(root).netloc)}
    return desk_page(request, "desk/reports/slips.html", tournament, more)


def slip_code(address: str) -> SafeString:
    """Return an address as a QR code in SVG, without size, so that the page's style decides it."""
    code = segno.make(address, error="m", micro=False)
    return mark_safe(code.svg_inline(omitsize=True, border=4, dark="#000", light="#fff"))  # noqa: S308


@dataclass(frozen=True, slots=True)
class LinkSlip:
    """A player's link as it is printed, with the name by which they are spoken to: they keep the paper."""

    entry: Entry
    name: str
    address: str
    picture: str


@require_GET
@at_desk(Action.PAIR)
def personal_links(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the code for the wall, and a slip for everybody by name."""
    root = public_root(request)
    entries = _by_name(tournament)
    page = Paginator(entries, A_PAGE).get_page(request.GET.get("page"))
    slips = []
    names = shown_names.for_themselves(page)
    for entry in page:
        address = _address(root, tournament, entry)
        slips.append(LinkSlip(entry, names[entry.pk], address, qr_code(address) if address else ""))
    wall = root + reverse("find", args=[tournament.slug])
    context: dict[str, Any] = {
        "tournament": tournament,
        "page": page,
        "slips": slips,
        "missing": sum(not hasattr(entry, "personal_link") for entry in entries),
        "may_mail": Action.PLAYERS in actions(request.user, tournament),
        "wall": wall,
        "wall_code": qr_code(wall, _("Find your table")),
        "board": root + reverse("board", args=[tournament.slug]),
    }
    return render(request, "desk/reports/personal_links.html", context)


@step(Action.PAIR, "links")
def make_links(request: HttpRequest, tournament: Tournament) -> str:
    count = report_links.make_missing_links(tournament.pk, by=request.user)
    return ngettext("%(count)d link made.", "%(count)d links made.", count) % {"count": count}


@at_desk(Action.PLAYERS)
def mail_links(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show to whom links would be mailed, and who gets none and why; a POST mails them."""
    if request.method == "POST":
        with refusal_shown(request, messages.WARNING):
            count = report_links.mail_links(tournament.pk, by=request.user)
            sentence = ngettext("%(count)d player is mailed.", "%(count)d players are mailed.", count)
            messages.success(request, sentence % {"count": count})
        return redirect("admin:tournaments_mails", tournament.pk)
    context = {"mails": link_mails(tournament), "server": settings.MAIL_SERVER is not None}
    return desk_page(request, "desk/reports/link_mails.html", tournament, context)


@step(Action.PAIR, "links")
def renew_link(request: HttpRequest, tournament: Tournament, entry_id: int) -> str:
    entry = get_object_or_404(tournament.entries.select_related("player"), pk=entry_id)
    report_links.renew_link(entry.pk, by=request.user)
    return _("%(name)s has a new link; the old one no longer works.") % {"name": entry.display_name}


@require_GET
@at_desk(Action.PAIR)
def export_links(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Export number, name and address of everybody who has a link, for a spreadsheet that writes to each of them."""
    root = public_root(request)
    entries = _by_name(tournament)
    names = shown_names.for_themselves(entries)
    rows = [
        [entry.number, names[entry.pk], address] for entry in entries if (address := _address(root, tournament, entry))
    ]
    language = (get_language() or "en").partition("-")[0]
    return private_file(
        write_csv(Sheet(tournament.name, [_("number"), _("name"), _("link")], rows), language),
        CSV,
        f"{tournament.slug}-links.csv",
    )


def _by_name(tournament: Tournament) -> list[Entry]:
    entries = tournament.entries.select_related("player", "personal_link", "team")
    return sorted(entries, key=lambda entry: (sort_key(entry.display_name), entry.number))


def _address(root: str, tournament: Tournament, entry: Entry) -> str:
    if not hasattr(entry, "personal_link"):
        return ""
    return root + reverse("personal", args=[tournament.slug, entry.personal_link.token])
