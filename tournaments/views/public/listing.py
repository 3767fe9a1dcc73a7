"""The first page, and the whole list of tournaments with its search."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import urlencode

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.views.decorators.http import require_safe

from games.core import registry
from tournaments.search import LONGEST_QUERY, fold
from tournaments.selectors import listing
from tournaments.selectors.public import game_name
from tournaments.web.conditional import away, form_of, render
from tournaments.web.site_index import INDEX
from tournaments.web.variants import Variant

log = logging.getLogger(__name__)

MOST_PAGES = 10_000


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show what runs, what comes and what was."""
    form = form_of(request)
    with translation.override(form.language):
        try:
            overview = listing.overview(timezone.localdate())
        except (OperationalError, InterfaceError):
            log.warning("The database does not answer.", exc_info=True)
            return away(form)
        games = [(key, game_name(key)) for key in overview.games]
        page = render("tournaments/front.html", form, {"overview": overview, "games": games, "here": "index"})
    return _answered(page, form)


@require_safe
def every(request: HttpRequest) -> HttpResponse:
    """Show all tournaments a page at a time: searched, or by kind, game and year. What is not understood is as if it
    were left out."""
    form = form_of(request)
    asked = Asked(request, form)
    with translation.override(form.language):
        try:
            ids, people = INDEX.find(asked.query) if asked.query else (None, [])
            part = listing.part(
                timezone.localdate(), kind=asked.kind, game=asked.game, year=asked.year, only=ids, page=asked.page
            )
        except (OperationalError, InterfaceError):
            log.warning("The database does not answer.", exc_info=True)
            return away(form)
        context: dict[str, Any] = {
            "here": "every",
            "asked": asked,
            "part": part,
            "people": people,
            "kinds": [(kind, part.counts.get(kind, 0), asked.address(kind=kind, year="")) for kind in listing.KINDS],
            "any_kind": asked.address(kind="", year=""),
            "games": [(key, game_name(key), asked.address(game=key)) for key in part.games],
            "any_game": asked.address(game=""),
            "years": [(year, asked.address(year=year)) for year in part.years],
            "any_year": asked.address(year=""),
            "before": asked.address(page=part.page - 1) if part.page > 1 else "",
            "after": asked.address(page=part.page + 1) if part.page < part.pages else "",
        }
        page = render("tournaments/tournament_list.html", form, context)
    return _answered(page, form)


class Asked:
    """The part of the list that a request asks for."""

    def __init__(self, request: HttpRequest, form: Variant) -> None:
        parameters = request.GET
        query = parameters.get("q", "")[:LONGEST_QUERY].strip()
        self.query = query if fold(query) else ""
        self.kind = parameters.get("kind", "") if parameters.get("kind") in listing.KINDS else ""
        self.game = (
            parameters.get("game", "") if parameters.get("game") in {game.info.key for game in registry.every()} else ""
        )
        self.year = _number(parameters.get("year", ""), 9999)
        self.page = _number(parameters.get("page", ""), MOST_PAGES) or 1
        self.language = form.language if form.chosen else ""

    def address(self, **changed: object) -> str:
        """Return the query of the same list with something else chosen, on its first page where no page is named."""
        parts = {"q": self.query, "kind": self.kind, "game": self.game, "year": self.year, "lang": self.language}
        chosen = {name: value for name, value in (parts | changed).items() if value}
        return f"?{urlencode(chosen)}" if chosen else "?"


def _number(text: str, most: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= most else 0


def _answered(page: str, form: Variant) -> HttpResponse:
    response = HttpResponse(page)
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Content-Language"] = form.language
    response.headers["Vary"] = "Accept-Language, Cookie"
    return response
