"""The first page with the game that is played on it, the whole list of tournaments with its search, the calendar."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR

from games.core import registry
from games.core.declarations.declared import KEY
from tournaments.models import Tournament
from tournaments.search import LONGEST_QUERY, fold
from tournaments.selectors import clubs
from tournaments.selectors.events import events as selectors
from tournaments.selectors.site import demonstration, listing, site_index
from tournaments.selectors.site.demonstration import EVENING
from tournaments.selectors.site.listed import Listed
from tournaments.text import number_of
from tournaments.views.public.games import boards, featured, with_turn
from tournaments.views.public.page import Page
from tournaments.web.conditional import render, said_in, site_page
from tournaments.web.variants import Variant

MOST_PAGES = 10_000
VARY = "Accept-Language, Cookie"
SOME = "some-club-of-many"
CHIPS = 12
"""Clubs that a list offers to choose from. Where there are more, they have a page of their own."""
MOST_NAMESAKES = 3
"""Players whose games are shown as well: where more are found, nobody in particular was meant."""
OWN_GAME = re.compile(rf"{KEY}-[a-z0-9-]{{0,200}}")
"""The key of a game that came with its event (`listing.own_game_key`)."""


@dataclass(frozen=True, slots=True)
class FrontGame:
    """An event and the card of its game, as of the event's version."""

    tournament: Tournament
    card: dict[str, Any]


def front_game(events: Iterable[Listed], form: Variant) -> FrontGame | None:
    """Return the game that stands first in the evening of the demonstration, where that is shown and plays."""
    if not any(event.invented and event.slug == EVENING for event in events):
        return None
    tournament = Tournament.objects.filter(slug=EVENING, published=True).first()
    if tournament is None:
        return None
    page = Page(tournament, form, "tournament")
    shown = page.round(page.last) if page.last else None
    if shown is None:
        return None
    page = page.narrowed({seat.number for table in shown.tables for seat in table.seats})
    card = with_turn(page, featured([card for card in boards(page, shown) if card["live"]]), shown)
    return FrontGame(tournament, card) if card else None


@site_page
def index(_request: HttpRequest, form: Variant) -> HttpResponse:
    """Show what runs, what comes and what was."""
    overview = listing.overview(timezone.localdate())
    choice = clubs.to_choose(CHIPS + 1)
    live = front_game(overview.running, form)
    coming = overview.invented and not demonstration.is_whole()
    # a link to all leads to something new
    kinds = {listing.COMING: overview.coming, listing.PAST: overview.past}
    more = {kind: overview.counts[kind] > sum(line.count for line in lines) for kind, lines in kinds.items()}
    context = {"overview": overview, "more": more, "games": overview.games, "here": "index"}
    context |= _offered(choice, reverse("club", args=[SOME]) + form.suffix)
    context |= {"live": live, "town_comes": coming}
    page = render("tournaments/site/front.html", form, context)
    return said_in(form, HttpResponse(page), vary=VARY)


@site_page
def every(request: HttpRequest, form: Variant) -> HttpResponse:
    """Show all tournaments a page at a time: searched, or by kind, game and year. What is not understood is as if it
    were left out."""
    asked = Asked(request, form)
    choice = clubs.to_choose(None if asked.query else CHIPS + 1)
    club = clubs.to_see(asked.club) if asked.club and choice else None
    asked.club = club.slug if club else ""
    ids, people = site_index.find(asked.query) if asked.query else (None, [])
    part = listing.part(
        timezone.localdate(), kind=asked.kind, game=asked.game, year=asked.year, only=ids, page=asked.page,
        club=club.id if club else None,
    )  # fmt: skip
    context: dict[str, Any] = {
        "here": "every",
        "asked": asked,
        "part": part,
        "people": people,
        "kinds": [(kind, part.counts.get(kind, 0), asked.address(kind=kind, year="")) for kind in listing.KINDS],
        "any_kind": asked.address(kind="", year=""),
        "games": [(key, name, asked.address(game=key)) for key, name in part.games],
        "any_game": asked.address(game=""),
        "years": [(year, asked.address(year=year)) for year in part.years],
        "club": club,
        "any_club": asked.address(club=""),
        "seasons_found": site_index.seasons(asked.query) if asked.query else [],
        "games_found": site_index.games([person.id for person in people[:MOST_NAMESAKES]]) if people else [],
        "clubs_found": clubs.matching(asked.query, choice) if asked.query else [],
        "any_year": asked.address(year=""),
        "before": asked.address(page=part.page - 1) if part.page > 1 else "",
        "after": asked.address(page=part.page + 1) if part.more else "",
    }
    context |= _offered(choice, asked.address(club=SOME))
    others = ("people", "seasons_found", "games_found", "clubs_found")
    context["others_found"] = any(context[kind] for kind in others)
    found = context["others_found"] or any(part.counts.values())
    context["nothing_found"] = bool(asked.query) and not found
    if asked.query:
        context["canonical"] = ""  # a search is not to be listed
    page = render("tournaments/site/tournament_list.html", form, context)
    return said_in(form, HttpResponse(page), vary=VARY)


class Asked:
    """The part of the list that a request asks for."""

    def __init__(self, request: HttpRequest, form: Variant) -> None:
        parameters = request.GET
        query = parameters.get("q", "")[:LONGEST_QUERY].strip()
        self.query = query if fold(query) else ""
        self.kind = parameters.get("kind", "") if parameters.get("kind") in listing.KINDS else ""
        self.game = parameters.get("game", "") if _is_game(parameters.get("game", "")) else ""
        self.year = number_of(parameters.get("year", ""), 4)
        self.page = page if 0 < (page := number_of(parameters.get("page", ""), 5)) <= MOST_PAGES else 1
        self.club = parameters.get("club", "")
        self.language = form.language if form.chosen else ""

    def address(self, **changed: object) -> str:
        """Return the query of the same list with something else chosen, on its first page where no page is named."""
        parts = {"q": self.query, "kind": self.kind, "game": self.game, "year": self.year}
        parts |= {"club": self.club, "lang": self.language}
        chosen = {name: value for name, value in (parts | changed).items() if value}
        return f"?{urlencode(chosen)}" if chosen else "?"


def _offered(choice: Sequence[clubs.Named], address: str) -> dict[str, Any]:
    """Return what a list offers of clubs: slug, name and address of each, that of ``SOME``, made once, with its own
    slug; of many none, but that there are ``many_clubs``."""
    before, _slug, after = address.rpartition(SOME)
    offered = [(club.slug, club.name, f"{before}{club.slug}{after}") for club in choice[:CHIPS]]
    return {"clubs": offered, "many_clubs": False} if len(choice) <= CHIPS else {"clubs": [], "many_clubs": True}


def _is_game(key: str) -> bool:
    return key in (*registry.all_keys(), KEY) or bool(OWN_GAME.fullmatch(key))


YEARS = range(1900, 2200)


@site_page
def month(_request: HttpRequest, form: Variant, year: int | None = None, month: int | None = None) -> HttpResponse:
    """Show a month, this one where none is named. Weeks begin on Monday."""
    today = timezone.localdate()
    year, number = (today.year, today.month) if year is None or month is None else (year, month)
    if year not in YEARS or not 1 <= number <= 12:
        raise Http404
    events = selectors.month_of_events(year, number)
    before, after = selectors.neighbouring_months(year, number)
    context: dict[str, Any] = {
        "month": date(year, number, 1),
        "weeks": [
            [{"day": day, "events": events.get(day, [])} for day in week]
            for week in calendar.Calendar().monthdayscalendar(year, number)
        ],
        "weekdays": [(WEEKDAYS_ABBR[day], WEEKDAYS[day]) for day in range(7)],
        "days": [(date(year, number, day), on_day) for day, on_day in events.items()],
        "here": "calendar",
        "today": today.day if (today.year, today.month) == (year, number) else 0,
        "before": before,
        "after": after,
    }
    return said_in(form, HttpResponse(render("tournaments/site/calendar.html", form, context)), vary=VARY)
