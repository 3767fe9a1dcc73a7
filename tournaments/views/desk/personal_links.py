"""The personal links at the desk: to be printed and cut, to be sent, to be revoked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.domain.access import Action, actions
from tournaments.imports.writing import CSV, Sheet, write_csv
from tournaments.models import Entry, Tournament
from tournaments.selectors.mails import link_mails
from tournaments.selectors.shown_names import sort_key
from tournaments.services import personal_links as services
from tournaments.views.desk.base import at_desk, desk_page
from tournaments.web.addresses import public_root, qr_code
from tournaments.web.staff_pages import private_file, refusal_shown

A_PAGE = 120
# What a spreadsheet would take for the beginning of a formula.


@dataclass(frozen=True, slots=True)
class Slip:
    """A player's link as it is printed."""

    entry: Entry
    address: str
    picture: str


@require_GET
@at_desk(Action.PAIR)
def links(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the code for the wall, and a slip for everybody by name."""
    root = public_root(request)
    entries = _by_name(tournament)
    page = Paginator(entries, A_PAGE).get_page(request.GET.get("page"))
    slips = []
    for entry in page:
        address = _address(root, tournament, entry)
        slips.append(Slip(entry, address, qr_code(address) if address else ""))
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
    response = render(request, "desk/personal_links.html", context)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@require_POST
@at_desk(Action.PAIR)
def make(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    count = services.make_missing(tournament.pk, by=request.user)
    messages.success(request, ngettext("%(count)d link made.", "%(count)d links made.", count) % {"count": count})
    return redirect("admin:tournaments_links", tournament.pk)


@at_desk(Action.PLAYERS)
def mail(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show to whom links would be mailed, and who gets none and why; a POST mails them."""
    if request.method == "POST":
        with refusal_shown(request, messages.WARNING):
            count = services.mail_links(tournament.pk, by=request.user)
            sentence = ngettext("%(count)d player is mailed.", "%(count)d players are mailed.", count)
            messages.success(request, sentence % {"count": count})
        return redirect("admin:tournaments_mails", tournament.pk)
    context = {"mails": link_mails(tournament), "server": settings.MAIL_SERVER is not None}
    response = desk_page(request, "desk/link_mails.html", tournament, context)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@require_POST
@at_desk(Action.PAIR)
def renew(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    entry = get_object_or_404(tournament.entries.select_related("player"), pk=entry_id)
    services.renew(entry.pk, by=request.user)
    messages.success(request, _("%(name)s has a new link; the old one no longer works.") % {"name": entry.display_name})
    return redirect("admin:tournaments_links", tournament.pk)


@require_GET
@at_desk(Action.PAIR)
def export(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Export number, name and address of everybody who has a link, for a spreadsheet."""
    root = public_root(request)
    rows = [
        [entry.number, entry.display_name, address]
        for entry in _by_name(tournament)
        if (address := _address(root, tournament, entry))
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
