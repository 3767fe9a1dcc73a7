"""How the public pages lie on a screen: nothing sticks out, nothing jumps, and figures stay in their rows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.core.signs import SIGNS
from tests.support.stack import Stack

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Open = Callable[..., Page]

LANGUAGES = ["en", "nl", "de", "af"]
PAGES = [
    "", "rounds/3/", "rounds/3/?by=name", "standings/", "standings/after/2/", "standings/why/1/",
    "standings/why/1/2/", "movement/", "crosstable/", "crosstable/1/", "teams/", "players/1/", "players/2/",
    "rounds/3/tables/{table}/", "rounds/3/tables/{table}/ply/9/", "mine/1/", "find/", "find/?q=wolf", "find/?q=zzzz",
    "about/",
]  # fmt: skip
SHIFTS = """
    window.shifts = [];
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput)
            window.shifts.push([entry.value, entry.sources.map(s => s.node && (s.node.className || s.node.nodeName))]);
    }).observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture(scope="module")
def pages(stack: Stack) -> list[str]:
    """The pages of an event in full swing, with a live game, a long name, fractions and a running clock."""
    table, team = stack.python("""
        from tests.tournaments.public.full import full
        made = full("full")
        print(made.rounds.get(number=3).tables.count(), made.teams.first().pk)
    """).split()
    return [f"t/full/{where.format(table=table)}" for where in [*PAGES, f"teams/{team}/"]]


def spoken(where: str, language: str) -> str:
    return f"{where}{'&' if '?' in where else '?'}lang={language}"


def test_nothing_sticks_out_on_a_phone_in_any_language(open_page: Open, pages: list[str]) -> None:
    page = open_page(viewport={"width": 320, "height": 640})
    page.goto(spoken(pages[0], "en"))
    expect(page.locator(".boards .chip").first).to_have_text(re.compile("being played, move 51"))
    troubles = {}
    for where in pages:
        for language in LANGUAGES:
            page.goto(spoken(where, language))
            for width in (320, 375):
                page.set_viewport_size({"width": width, "height": 640})
                more = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                if more > 0:
                    troubles[where, language, width] = more
    assert troubles == {}


@pytest.mark.parametrize("width", [375, 1280])
def test_nothing_jumps_when_the_clock_comes(open_page: Open, pages: list[str], width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    page.add_init_script(SHIFTS)
    # the clock comes late, as over a slow line: long after the first paint
    page.route("**/time/", lambda route: (page.wait_for_timeout(150), route.continue_()))
    troubles = {}
    for where in pages:
        page.goto(where, wait_until="load")
        expect(page.locator("[data-face]")).to_have_text(re.compile(r"^\d\d:\d\d$"))
        expect(page.locator("[data-sign]")).to_have_text("Live")
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        shifts = page.evaluate("window.shifts")
        if sum(value for value, _sources in shifts) >= 0.02:
            troubles[where] = shifts
    assert troubles == {}


def test_what_is_said_without_a_script_is_not_said_with_one(open_page: Open, pages: list[str]) -> None:
    page = open_page(viewport={"width": 375, "height": 800})
    still = open_page(viewport={"width": 375, "height": 800}, java_script_enabled=False)
    for where in pages:
        for one, scripted in ((page, True), (still, False)):
            one.goto(where)
            sentences = one.get_by_text(re.compile("^The round’s time runs until"))
            expect(sentences).to_have_count(1)
            if scripted:
                expect(sentences).to_be_hidden()
            else:
                expect(sentences).to_be_visible()
                expect(one.locator("[data-face]")).to_be_hidden()


FIGURES = """() => [...document.querySelectorAll('.standings tbody tr')].map(row => {
    const cell = row.children[2], box = cell.getBoundingClientRect();
    const next = row.children[3].getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(cell);
    const rects = [...range.getClientRects()].filter(r => r.width > 0);
    const whole = cell.querySelector('a') || cell;
    const first = whole.firstChild, text = document.createRange();
    text.selectNodeContents(first);
    const fraction = cell.querySelector('.f');
    const inner = fraction && document.createRange();
    if (inner) inner.selectNodeContents(fraction);
    return {
        text: cell.textContent,
        inside: rects.every(r => r.top >= box.top - 1 && r.bottom <= box.bottom + 1 && r.right <= next.left + 1),
        whole: first && first.nodeType === 3 ? Math.round(text.getBoundingClientRect().right * 10) / 10 : null,
        free: inner ? box.right - inner.getBoundingClientRect().right : 0,
    };
})"""


@pytest.mark.parametrize("width", [320, 1280])
def test_fractions_stay_in_their_row_and_whole_parts_below_each_other(
    open_page: Open, pages: list[str], width: int
) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    page.goto("t/full/standings/")
    figures = page.evaluate(FIGURES)
    by_text = {figure["text"]: figure for figure in figures}
    assert {"½", "10"} <= set(by_text) and any("5⁄12" in text for text in by_text)
    assert all(figure["inside"] for figure in figures), figures
    assert len({figure["whole"] for figure in figures if figure["whole"] is not None}) == 1, figures
    assert all(figure["free"] >= 0 for figure in figures), figures


LOOK = """(selector) => {
    const element = document.querySelector(selector);
    const style = getComputedStyle(element, selector.startsWith('.v-') ? '::before' : null);
    const corners = (style.clipPath.match(/polygon\\((.*)\\)/) || ['', ''])[1].split(',').filter(Boolean).length;
    const turned = style.transform !== 'none';
    const shape = corners === 3 ? 'triangle' : corners === 4 || turned ? 'diamond'
        : style.borderRadius === '50%' ? 'circle' : 'square';
    const parts = style.backgroundColor.match(/\\d+/g).slice(0, 3).map(n => (+n).toString(16).padStart(2, '0'));
    return [shape, '#' + parts.join('')];
}"""


def test_a_seat_has_the_shape_and_the_paint_of_the_board(open_page: Open, pages: list[str]) -> None:
    page = open_page(viewport={"width": 1280, "height": 800}, color_scheme="light")
    page.goto("t/full/rounds/3/")
    classes = {"white": "w", "red": "r", "black": "k", "green": "g"}
    for key, sign in SIGNS.items():
        assert page.evaluate(LOOK, f"i.{classes[key]}") == [sign.shape, sign.fill], key
