"""The pages of the site itself: the files that browsers, search engines and supervisors ask for, the handbook, and the
style sheet that lives."""

from __future__ import annotations

import json
import logging
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from django.db import Error, connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.selectors.events import public
from tournaments.selectors.events.public import RoundShown, SeatTaken, TableShown
from tournaments.selectors.people import shown_names
from tournaments.selectors.people.shown_names import Person
from tournaments.selectors.site import health
from tournaments.selectors.site import site_index as selectors
from tournaments.selectors.standings.standings import Rank, StandingsShown
from tournaments.web import handbook, variants
from tournaments.web.addresses import holder, public_root, worker_script
from tournaments.web.conditional import (
    PRIVATE,
    public_page,
    render,
    said_in,
    season_answer,
    site_page,
    unless_known,
)
from tournaments.web.seats import points, sign_of
from tournaments.web.standings import table_cards, tables
from tournaments.web.variants import Variant

STATIC = Path(__file__).resolve().parents[2] / "static/tournaments"
ICON = STATIC / "favicon.ico"
ROBOTS = """User-agent: *
Disallow: /admin/
Disallow: /api/
Disallow: /t/*/mine/
Disallow: /t/*/find/
"""
DAY = "public, max-age=86400"
XML = "application/xml; charset=utf-8"
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
ElementTree.register_namespace("", SITEMAP)
log = logging.getLogger(__name__)
SPARED = ("broker", "work", "clocks", "static", "mail")
"""What the site goes on without, for a while or in part."""
PLAIN = "text/plain; charset=utf-8"
CONTENT_TYPE = "application/manifest+json; charset=utf-8"
PAPER, ACCENT = "#f5f4f0", "#ffffff"
ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("icon-mask-512.png", "512x512", "image/png", "maskable"),
)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Tell search engines what to leave alone, and where the list of all pages is.

    Pages that only must not be listed are not here: whoever may not read a page cannot read that it says so.
    """
    root = public_root(request)
    text = f"{ROBOTS}\nSitemap: {root}{reverse('sitemap')}\n" if root else ROBOTS
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers={"Cache-Control": DAY})


@site_page
def sitemap(request: HttpRequest, form: Variant, part: int = 0) -> HttpResponse:
    """List the pages of everything public; of very many tournaments the lists, with ``part`` one of them."""
    parts = selectors.parts()
    if part > parts:
        raise Http404
    if parts > 1 and not part:
        tag, addresses = "sitemap", [(reverse("sitemap_part", args=[at]), None) for at in range(1, parts + 1)]
    else:
        tag, addresses = "url", selectors.addresses(part or 1)
    root = ElementTree.Element(f"{{{SITEMAP}}}{'urlset' if tag == 'url' else 'sitemapindex'}")
    for address, changed in addresses:
        entry = ElementTree.SubElement(root, f"{{{SITEMAP}}}{tag}")
        ElementTree.SubElement(entry, f"{{{SITEMAP}}}loc").text = f"{form.root}{address}"
        if changed:
            ElementTree.SubElement(entry, f"{{{SITEMAP}}}lastmod").text = changed.isoformat(timespec="seconds")
    text = ElementTree.tostring(root, encoding="unicode", xml_declaration=False)
    return season_answer(request, form, f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n', XML, public=True)


@require_safe
def sitemap_part(request: HttpRequest, part: int) -> HttpResponseBase:
    """List one part of the pages."""
    if part == 0:
        raise Http404
    return sitemap(request, part=part)


@require_safe
def favicon(_request: HttpRequest) -> HttpResponse:
    """Return the site's sign for browsers that ask for no other."""
    return HttpResponse(_icon(), content_type="image/x-icon", headers={"Cache-Control": DAY})


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """Return the script that keeps marked pages for a phone without a connection. A worker is of the pages below its
    own address, so it stands at the top; browsers ask for it anew, and a new one takes over at once."""
    return HttpResponse(
        worker_script(), content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"}
    )


@cache
def _icon() -> bytes:
    return ICON.read_bytes()


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer ``ok`` when the database does, else 503 with a sentence. Plain text, in English, for programs."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        log.warning("The database does not answer.", exc_info=True)
        sentence = "The database does not answer. Viertal tries again by itself; see the log for the reason.\n"
        return HttpResponse(sentence, status=503, content_type=PLAIN, headers={"Retry-After": "2"})
    return HttpResponse("ok", content_type=PLAIN)


@never_cache
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """Answer that this process runs, whatever else is away: a supervisor that gets no answer should restart it."""
    return JsonResponse({"status": "alive"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Answer whether database, workers, beat and disk are well, each by itself, and 503 where one is not; and how that
    is which the site can do without."""
    parts = health.parts()
    well = health.is_ready(parts)
    shown = {name: {"ok": parts[name].ok, **_written(parts[name].facts)} for name in (*health.NEEDED, *SPARED)}
    return JsonResponse(
        {"status": "ready" if well else "not ready", "parts": shown},
        status=200 if well else 503,
        headers={} if well else {"Retry-After": "5"},
    )


def _written(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in facts.items()}


@public_page(CONTENT_TYPE)
def manifest(tournament: Tournament, form: Variant, number: int | None = None) -> str:
    """Return the manifest of an event, or of the table of the player with a pairing ``number``."""
    if number is None:
        start = reverse("tournament", args=[tournament.slug])
    elif shown_names.people(tournament.pk, only={number}):
        start = reverse("mine", args=[tournament.slug, number])
    else:
        raise Http404
    return _manifest(tournament, form, start, mine=number is not None)


@site_page
@sensitive_variables("token")
def personal(_request: HttpRequest, form: Variant, slug: str, token: str) -> HttpResponse:
    """Return the manifest of a player's own page; that page's address, which is a key, is not written in it."""
    # against the manifest's own address
    text = _manifest(holder(slug, token).tournament, form, "./", mine=True)
    return HttpResponse(text, content_type=CONTENT_TYPE, headers=PRIVATE)


def _manifest(tournament: Tournament, form: Variant, start: str, *, mine: bool) -> str:
    # who puts the page on the screen again in another language has one app, not two; a personal one is known by its
    # start alone, whose key is not to stand here
    known = {} if start == "./" else {"id": start}
    content: dict[str, Any] = known | {
        "name": f"{_('My table')} · {tournament.name}" if mine else tournament.name,
        "short_name": _("My table") if mine else tournament.name[:30],
        "lang": form.language,
        "start_url": start + form.suffix,
        "scope": reverse("tournament", args=[tournament.slug]),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": ACCENT,
        "icons": [
            {"src": static(f"tournaments/{name}"), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in ICONS
        ],
    }
    return json.dumps(content, ensure_ascii=False)


WHOLE = "handbook"


@site_page
def contents(request: HttpRequest, form: Variant) -> HttpResponse:
    """Show the chapters and their parts."""
    return _page(request, form, "contents", {"chapters": handbook.chapters(form.language)})


@site_page
def chapter(request: HttpRequest, form: Variant, key: str) -> HttpResponse:
    """Show a chapter."""
    try:
        shown = handbook.chapter(key, form.language)
    except KeyError:
        raise Http404 from None
    at = handbook.CHAPTERS.index(key)
    beside = [handbook.chapter(k, form.language) for k in handbook.CHAPTERS[at + 1 : at + 2]]
    context = {
        "chapter": shown,
        "text": handbook.linked(shown.text, form.suffix),
        "next": beside[0] if beside else None,
        "chapters": handbook.chapters(form.language),
        "sheet": key == handbook.SHEET,
    }
    return _page(request, form, key, context)


@site_page
def pdf(request: HttpRequest, form: Variant, key: str) -> HttpResponse:
    """Return the handbook, or a chapter of it, as a PDF."""
    if key not in (WHOLE, *handbook.CHAPTERS):
        raise Http404
    name = f"viertal-{key}-{form.language}.pdf"

    def paper() -> HttpResponse:
        headers = {"Content-Disposition": f'inline; filename="{name}"'}
        return HttpResponse(printed(key, form.language), content_type="application/pdf", headers=headers)

    return said_in(form, unless_known(request, _tag(f"{key}.pdf", form), paper))


@cache
def printed(key: str, language: str) -> bytes:
    # a web process without anybody who wants paper does without the printing room
    from tournaments.printing.handbook import handbook as put_on_paper

    with translation.override(language):
        shown = handbook.chapters(language) if key == WHOLE else (handbook.chapter(key, language),)
        name = translation.get_language_info(language)["name_local"]
        size = {} if key != handbook.SHEET else {"size": 15.0}
        return put_on_paper("a4", _("Handbook"), f"Viertal · {name}", [(c.title, c.blocks) for c in shown], **size)


def _page(request: HttpRequest, form: Variant, key: str, context: dict[str, object]) -> HttpResponse:
    def page() -> HttpResponse:
        return HttpResponse(render("tournaments/site/handbook.html", form, {"here": "handbook", **context}))

    return said_in(form, unless_known(request, _tag(key, form), page))


def _tag(key: str, form: Variant) -> str:
    return f'"handbook-{key}-{variants.code_version()}-{form.language}-{form.carried}"'


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


@site_page
def style_sheet(_request: HttpRequest, form: Variant) -> HttpResponse:
    """Show the parts with the names of their classes, for those who make pages. In English; nothing of an event."""
    page = HttpResponse(render("tournaments/site/style_sheet.html", form, {"here": "style"} | _parts(form)))
    page.headers["X-Robots-Tag"] = "noindex"
    page.headers["ETag"] = f'"style-{variants.code_version()}-{form.language}"'
    return said_in(form, page)


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
        "pairings": tables.pairings(shown, colours, link, form, "average"),
        "standings": tables.standings(order, people, link, brief=True, before=before, last=True),
        "fractions": [points(figure) for figure in FIGURES],
        "colours": COLOURS,
        "sizes": SIZES,
    }
