"""The demonstration town on a narrow screen and with letters twice as large: no page scrolls sideways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.stack import Stack

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Open = Callable[..., Page]

# each kind of page once, and once for each game that looks different there
PAGES = [
    "", "c/", "c/de-vier-torens/", "c/de-vier-torens/games/", "seasons/winter-league/", "calendar/",
    "t/four-towers-night/", "t/four-towers-night/players/11/", "t/four-towers-night/games/",
    "t/four-towers-night/crosstable/",
    "t/four-towers-night/standings/why/2/", "t/four-towers-night/movement/", "t/four-towers-night/rounds/3/tables/1/",
    "t/harbour-cup/", "t/harbour-cup/bracket/", "t/harbour-cup/rounds/1/?by=name",
    "t/riichi-winter/", "t/riichi-winter/rounds/2/", "t/riichi-winter/players/6/", "t/riichi-winter/mine/3/",
    "t/riichi-winter/standings/player/6/",
    "t/vierhoven-open/", "t/vierhoven-open/rounds/6/", "t/vierhoven-open/standings/", "t/quarto-cafe/",
    "t/quarto-cafe/enter/",
    "t/winter-league-1/rounds/3/", "t/winter-league-1/rounds/3/tables/1/", "t/winter-league-2/rounds/3/tables/1/",
    "t/winter-league-3/rounds/3/tables/1/ply/1/", "t/winter-league-3/about/",
]  # fmt: skip
WIDER = """() => {
    const root = document.documentElement, wide = root.scrollWidth - root.clientWidth;
    return wide > 0 && [wide, ...[...document.querySelectorAll("body *")].filter(one =>
        one.getBoundingClientRect().right > root.clientWidth + 1 && !one.closest(".scroll"))
        .slice(-3).map(one => one.outerHTML.slice(0, 120))];
}"""
TORN = """() => [...document.querySelectorAll(
        ":is(.tcard span:not(.v), .pairs td, .rows td, .pairings td) > a:not(.to-game)")]
    .filter(name => {
        if (name.firstChild.nodeType !== Node.TEXT_NODE) return false;
        const inside = new Range(), words = name.firstChild.data.split(/[\\s-]+/).length;
        inside.selectNodeContents(name.firstChild);
        return new Set([...inside.getClientRects()].map(line => Math.round(line.top))).size > words;
    }).map(name => name.textContent)"""


@pytest.fixture(scope="module", autouse=True)
def town(stack: Stack) -> Iterator[None]:
    """The town's clubs with all their events but the one that plays by itself; they are gone afterwards."""
    stack.python("""
        from django.db import transaction
        from tournaments.demo.town import PARTS, clubs
        from tournaments.models import User
        home, guest = clubs()
        for part in PARTS:
            with transaction.atomic():
                part(home, guest, User.objects.filter(is_superuser=True).first())
    """)
    yield
    left = stack.python("""
        from tournaments.models import Club, User
        from tournaments.services.events import demonstration
        demonstration.remove(by=User.objects.filter(is_superuser=True).first())
        print(Club.objects.filter(demonstration=True).count())
    """)
    assert left.split()[-1] == "0", "other files know one club only"


def test_no_page_scrolls_sideways_on_320_px_or_with_letters_twice_as_large(open_page: Open) -> None:
    page = open_page(viewport={"width": 320, "height": 760})
    troubles: dict[tuple[str, str], Any] = {}
    for where in PAGES:
        page.set_viewport_size({"width": 320, "height": 760})
        page.goto(where)
        troubles[where, "320 px"] = page.evaluate(WIDER)
        page.set_viewport_size({"width": 390, "height": 760})
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        troubles[where, "200 %"] = page.evaluate(WIDER)
        troubles[where, "torn names"] = page.evaluate(TORN)
    assert {at: trouble for at, trouble in troubles.items() if trouble} == {}
