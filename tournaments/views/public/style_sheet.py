"""The style sheet that lives: all parts of the pages on one, made by the code that makes the pages."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from tournaments.selectors import public
from tournaments.selectors.public import RoundShown, SeatTaken, TableShown
from tournaments.selectors.shown_names import Person
from tournaments.selectors.standings import Rank, StandingsShown
from tournaments.web import table_cards, tables, variants
from tournaments.web.conditional import form_of, render
from tournaments.web.seats import points, sign_of

GAME = "quatro-chess"
NAMES = (
    "Zoë van der Merwe", "Þórdís Jónsdóttir", "Владимир Соколов", "Jürgen Groß",
    "Ελένη Παπαδοπούλου", "Elżbieta Wiśniewska-Brzęczyszczykiewicz", "Sipho Nkosi", "ليلى حداد",
)  # fmt: skip
TABLES = (
    TableShown(1, tuple(map(SeatTaken, (1, 2, 3, 4), (1, 2, 3, 4), ("8", "4", "2", "0"))), "played"),
    TableShown(2, tuple(map(SeatTaken, (1, 2, 3, 4), (5, 6, 7, 8), (None,) * 4)), None, True),
    TableShown(3, tuple(map(SeatTaken, (1, 2, 3, 4), (7, 5, 7, 8), ("2", "4", "8", "0"))), "played"),
    TableShown(4, tuple(map(SeatTaken, (1, 2, 3, 4), (6, 8, 1, 2), (None,) * 4)), "adjourned"),
)
POINTS = ("28", "41/2", "20", "37/3", "1/2", "869/12", "9", "0")
FIGURES = ("20", "19/2", "1/2", "37/3", "869/12", "0")
COLOURS = (
    "ground", "sheet", "sunk", "ink", "soft", "line", "firm", "accent", "on-accent", "tint", "warn", "warn-tint",
    "good", "good-tint", "bad", "bad-tint", "flash", "white", "red", "black", "green",
)  # fmt: skip
SIZES = ("t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7")


@require_safe
def style_sheet(request: HttpRequest) -> HttpResponse:
    """Show the parts with the names of their classes, for those who make pages. In English; nothing of an event."""
    form = form_of(request)
    with translation.override(form.language):
        response = HttpResponse(render("tournaments/style_sheet.html", form, {"here": "style"} | _parts(form)))
    response.headers["Content-Language"] = form.language
    response.headers["Vary"] = "Accept-Language"
    response.headers["Cache-Control"] = "no-cache"
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["ETag"] = f'"style-{variants.code_version()}-{form.language}"'
    return response


def _parts(form: variants.Variant) -> dict[str, Any]:
    colours = public.seat_colours(GAME)
    people = {at: Person(at, name, "De Toren", "", "", 1, None) for at, name in enumerate(NAMES, 1)}
    shown = RoundShown(4, "published", TABLES, ((3, "pairing"),))

    def link(number: int) -> SafeString:
        return mark_safe(f'<a href="#parts"><bdi>{people[number].name}</bdi></a>')  # noqa: S308

    def ranked(number: int, worth: str) -> Rank:
        waits = number in (5, 6)
        trail = ("8", "4", "1/2", None if waits else worth)
        return Rank(number, number, worth, {"DE": "–", "BH": "1047/12"}, 4, trail, waits=waits, rank_before=number)

    rows = [ranked(number, worth) for number, worth in enumerate(POINTS, 1)]
    order = StandingsShown(4, True, True, rows, len(rows), (), ("DE", "BH"))
    before = {number: number for number in people} | {2: 4, 4: 2, 3: 13}
    return {
        "signs": [sign_of(colours, position, form.language) for position in range(1, 5)],
        "cards": table_cards.cards(shown, colours, link, form, "average", {1: ("#parts", False), 2: ("#parts", True)}),
        "pairings": tables.pairings(shown, people, colours, link, form, "average"),
        "standings": tables.standings(order, people, link, brief=True, before=before, last=True),
        "fractions": [points(figure) for figure in FIGURES],
        "colours": COLOURS,
        "sizes": SIZES,
    }
