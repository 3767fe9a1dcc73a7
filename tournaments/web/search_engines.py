"""The site as search engines read it: which pages they may list, their addresses, and what a page is about."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from tournaments.domain import schedule
from tournaments.middleware import Middleware
from tournaments.models import Club, RegistrationSettings, Tournament
from tournaments.selectors.events import public
from tournaments.selectors.people.shown_names import Person
from tournaments.web.variants import Variant

LISTED = frozenset(
    {
        "index", "every", "calendar", "calendar_month", "clubs", "club", "club_figures", "seasons", "series",
        "rating_list", "rules", "tournament", "about", "round", "standings", "movement", "crosstable", "plan", "teams",
        "team", "player", "games", "game_figures", "bracket",
    }
)  # fmt: skip
"""The pages that say themselves where they live. All others say that they are not to be listed, but for those below."""
LISTED_ELSEWHERE = frozenset({"table", "table_ply", "table_seat"})
"""A game: its first page stands for all of its positions, which the template says."""
LISTED_BY_CONSENT = frozenset({"person"})
"""Somebody's own page: listed where they let search engines list it, which the view says of its answer."""
_BY_CONSENT = "listed_by_consent"
_PRICE = re.compile(r"(€|EUR|\$|USD|£|GBP|CHF|R|ZAR)?\s*(\d{1,5})(?:[.,](\d\d|-))?\s*(€|EUR|USD|GBP|CHF|ZAR)?\Z")
_CURRENCIES = {"€": "EUR", "$": "USD", "£": "GBP", "R": "ZAR"}


class RobotsMiddleware(Middleware):
    """Tells search engines to list no page but those that are meant for it: not the desk, nor anybody's own page."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        match = request.resolver_match
        page = match.url_name if match and not match.namespaces else ""
        listed = page in LISTED | LISTED_ELSEWHERE or (
            page in LISTED_BY_CONSENT and getattr(response, _BY_CONSENT, False)
        )
        if not listed and response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers["X-Robots-Tag"] = "noindex"
        return response


def allow(response: HttpResponseBase) -> None:
    """Let search engines list this answer, with the consent of the person whom it is about."""
    setattr(response, _BY_CONSENT, True)


def canonical(form: Variant, *, by_consent: bool = False) -> str:
    """Return the one address of a page in its language; empty for a page that is not to be listed. ``by_consent``: the
    person whom it is about lets search engines list it."""
    if not form.root or not _may_be_listed(form, by_consent):
        return ""
    return f"{form.root}{form.path}{f'?lang={form.language}' if form.chosen else ''}"


def translations(form: Variant, *, by_consent: bool = False) -> list[tuple[str, str]]:
    """Return the addresses of a page in each language, and the one that speaks the reader's, by their codes."""
    if not form.root or not _may_be_listed(form, by_consent):
        return []
    page = f"{form.root}{form.path}"
    return [*((code, f"{page}?lang={code}") for code, _name in settings.LANGUAGES), ("x-default", page)]


def _may_be_listed(form: Variant, by_consent: bool) -> bool:
    return form.view in LISTED or (by_consent and form.view in LISTED_BY_CONSENT)


def event(
    tournament: Tournament,
    form: Variant,
    club: Club | None,
    registration: RegistrationSettings | None = None,
    winners: Iterable[Person] = (),
) -> SafeString:
    """Return what a tournament is, as schema.org's SportsEvent. Of ``winners`` those are named whose names everyone may
    read in full."""
    if not form.root or not tournament.published:
        return SafeString("")
    begin, end = schedule.span(tournament.starts, tournament.schedule) or (None, None)
    page = f"{form.root}{reverse('tournament', args=[tournament.slug])}"
    about: dict[str, Any] = {
        "@type": "SportsEvent",
        "name": tournament.name,
        "url": page,
        "image": f"{form.root}{reverse('card', args=[tournament.slug])}",
        "sport": public.game_name(tournament.game, tournament.options),
        "startDate": (timezone.localtime(begin) if begin else tournament.starts).isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
    }
    if end and end != begin:
        about["endDate"] = timezone.localtime(end).isoformat()
    if tournament.venue:
        # “Café De Vier, Delft” is a name and where it is; a town alone is both
        name, _comma, address = tournament.venue.partition(", ")
        about["location"] = {"@type": "Place", "name": name, "address": address or name}
    if club is not None:
        address = f"{form.root}{reverse('club', args=[club.slug])}"
        about["organizer"] = {"@type": "SportsOrganization", "name": club.name, "url": address}
    if registration is not None:
        about["offers"] = {
            "@type": "Offer",
            "url": f"{form.root}{reverse('enter', args=[tournament.slug])}",
            **price(registration.fee),
        }
    if named := [person.own_name for person in winners if person.in_full]:
        about["competitor"] = [{"@type": "Person", "name": name} for name in named]
    return script(about)


def price(fee: str) -> dict[str, str]:
    """Return an entry fee as number and currency; nothing where it is written in another way."""
    match = _PRICE.match(fee.strip())
    if match is None or not (sign := match[1] or match[4]):
        return {}
    cents = match[3] if match[3] and match[3] != "-" else ""
    amount = f"{match[2]}.{cents}" if cents else match[2]
    return {"price": amount, "priceCurrency": _CURRENCIES.get(sign, sign)}


def person(shown: Person, form: Variant) -> SafeString:
    """Return who somebody is, as schema.org's Person; nothing of somebody whose name is not shown in full."""
    return profile(shown.name, shown.club, form) if shown.in_full else SafeString("")


def profile(name: str, club: str, form: Variant) -> SafeString:
    """Return a page about somebody whose name everyone may read in full, as schema.org's ProfilePage."""
    if not form.root:
        return SafeString("")
    about: dict[str, Any] = {"@type": "Person", "name": name, "url": f"{form.root}{form.path}"}
    if club:
        about["memberOf"] = {"@type": "SportsOrganization", "name": club}
    return script({"@type": "ProfilePage", "mainEntity": about})


def script(about: Mapping[str, Any]) -> SafeString:
    """Return data for a page's head. It is never run, and nothing of people's can end it."""
    text = json.dumps({"@context": "https://schema.org", **about}, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return mark_safe(f'<script type="application/ld+json">{text}</script>\n')  # noqa: S308
