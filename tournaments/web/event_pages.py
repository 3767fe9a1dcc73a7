"""The pages of one event at the desk: what stands in the sidebar on each of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.domain.access import Action, actions
from tournaments.models import Tournament
from tournaments.selectors.registrations import undecided_count


@dataclass(frozen=True, slots=True)
class EventPage:
    """A link to a page. ``new``: how many there wait to be looked at; ``elsewhere``: it opens in a window of its own;
    ``here``: ``page`` on the page itself, ``true`` on one that belongs to it, else empty."""

    title: str
    address: str
    new: int = 0
    elsewhere: bool = False
    here: str = ""


def event_pages(
    request: HttpRequest, tournament: Tournament, allowed: Collection[str] | None = None
) -> tuple[EventPage, ...]:
    """Return the pages of an event that the user may open, the current one marked; none for those who do not work at
    it. ``allowed`` are the names of their rights where those are known already. At most three queries."""
    if allowed is None:
        allowed = {action.name for action in actions(request.user, tournament)}
    if Action.WORK.name not in allowed:
        return ()
    pages = _pages(tournament, frozenset(allowed))
    settings = reverse("admin:tournaments_tournament_change", args=[tournament.pk])
    # the history, the documents and the deletion of an event belong to its settings
    reaches = {page.address: page.address for page in pages} | {settings: settings.removesuffix("change/")}
    mine = [page for page in pages if not page.elsewhere and request.path.startswith(reaches[page.address])]
    current = max(mine, key=lambda page: len(reaches[page.address]), default=None)
    if current is None:
        return pages
    here = "page" if request.path == current.address else "true"
    return tuple(replace(page, here=here) if page is current else page for page in pages)


def _pages(tournament: Tournament, allowed: Collection[str]) -> tuple[EventPage, ...]:
    pk, begun = tournament.pk, tournament.state != Tournament.State.PLANNED

    def at(name: str, *more: object) -> str:
        return reverse(f"admin:tournaments_{name}", args=[pk, *more])

    rules = reverse("rules", args=[tournament.game])
    if not tournament.has_engine:
        rules += "?" + urlencode({"event": tournament.slug})
    pages = [EventPage(_("Rounds"), at("desk")), EventPage(_("Players"), at("players"))]
    if "PLAYERS" in allowed:
        pages.append(
            EventPage(pgettext("sent by players", "Entries"), at("registrations"), undecided_count(tournament))
        )
    grouped = tournament.system == "groups"
    offered = (
        ("CHECK_IN" in allowed, _("Check-in"), "check_in"),
        ("PAIR" in allowed and grouped, _("Groups and finals"), "groups"),
        ("PLAYERS" in allowed, _("Import players"), "list_upload", "players"),
        ("PAIR" in allowed, _("Personal links"), "links"),
        (True, _("Print, lists, embed"), "outputs"),
        ("EDIT" in allowed, _("Settings and players"), "tournament_change"),
        ("DECIDE" in allowed and begun, _("Penalties"), "penalties"),
        ("PLAYERS" in allowed, _("Prizes"), "prizes"),
        ("ROLL_BACK" in allowed and begun, _("Undo rounds"), "rounds"),
        ("PLAYERS" in allowed, _("Mail"), "mails"),
        ("LOG" in allowed, _("Log"), "log"),
        ("EDIT" in allowed, _("Players’ reports"), "report_rule"),
        ("EDIT" in allowed, _("Staff"), "staff"),
    )
    pages += [EventPage(title, at(*address)) for shown, title, *address in offered if shown]
    public = (
        (_("Standings"), reverse("standings", args=[tournament.slug])),
        (_("Rules"), rules),
        (_("Public page"), tournament.get_absolute_url()),
    )
    return (*pages, *(EventPage(title, address, elsewhere=True) for title, address in public))
