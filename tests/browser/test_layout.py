"""The layout of the public pages on a screen: nothing sticks out, nothing jumps, and figures stay in their rows."""

from __future__ import annotations

import io
import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from games.core.svg import SIGNS
from tests.support.browser import Open, drive_clock, sign_in
from tests.support.examples import THOROUGH
from tests.support.stack import Stack

UNTIL = re.compile("^The round’s time runs until")
LANGUAGES = [code for code, _name in settings.LANGUAGES]
PAGES = [
    "", "rounds/3/", "rounds/3/?by=name", "standings/", "standings/after/2/", "standings/why/1/",
    "standings/why/1/2/", "movement/", "crosstable/", "crosstable/1/", "teams/", "players/1/", "players/2/",
    "rounds/3/tables/{table}/", "rounds/3/tables/{table}/ply/9/", "mine/1/", "find/", "find/?q=wolf", "find/?q=zzzz",
    "about/", "games/", "games/figures/", "crosstable/square/", "standings/player/1/", "movement/top/8/",
]  # fmt: skip
# the clock comes when the test lets it, as over a slow line: after the first paint
LATE = """
    const ask = window.fetch, late = new Promise(come => { window.letTheClockCome = come; });
    window.fetch = (what, how) =>
        what === "/time/" ? late.then(() => ask(what, { cache: "no-store" })) : ask(what, how);
    window.shifts = [];
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput)
            window.shifts.push([entry.value, entry.sources.map(s => s.node && (s.node.className || s.node.nodeName))]);
    }).observe({ type: "layout-shift", buffered: true });
"""
PAINTED = """new Promise(done => {
    new PerformanceObserver(list => {
        if (!list.getEntriesByName("first-contentful-paint").length) return;
        requestAnimationFrame(() => requestAnimationFrame(done));
    }).observe({ type: "paint", buffered: true });
})"""


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


LONGER = """() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
    while (walk.nextNode()) texts.push(walk.currentNode);
    for (const text of texts) {
        const at = text.parentElement;
        if (!/[a-z]{3}/i.test(text.nodeValue) || at.closest("bdi, code, script, style, svg, [hidden], .v")) continue;
        // every third letter twice, and one more in ten: two fifths longer, and no word more
        const longer = text.nodeValue.replace(/([a-z])([a-z])([a-z])/gi, "$1$2$2$3");
        text.nodeValue = longer.replace(/([aeiou])(?=[a-z])/g, "$1$1");
    }
}"""


WIDE = """() => [...document.querySelectorAll("main *, header *, footer *")]
    .filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 120)).slice(-3)"""


CUT = """() => [...document.querySelectorAll("nav.tabs a")]
    .filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent.trim())"""


FIRST_LINE = """() => {
    const seen = e => { const r = e.getBoundingClientRect(); return r.height > 0 && r.width > 1; };
    const kinds = "p, table, ul, ol, dl, form, figure, .card, .picture, .seatcard, h2.player";
    const lines = [...document.querySelectorAll(`main :is(${kinds})`)];
    const tops = lines.filter(e => seen(e) && !e.closest("nav")).map(e => e.getBoundingClientRect().top);
    const bar = document.querySelector("header").getBoundingClientRect(), tabs = document.querySelector("nav.tabs");
    return { first: Math.min(...tops), bar: bar.height, tabs: tabs && tabs.getBoundingClientRect().bottom };
}"""
SMALL = """() => [...document.querySelectorAll("a, button, input, select, summary")].filter(e => {
    const r = e.getBoundingClientRect();
    return r.width > 1 && r.height > 1 && r.bottom > 0 && (r.width < 24 || r.height < 24) && !e.matches(".whole");
}).map(e => e.outerHTML.slice(0, 80))"""
LOW = """() => [...document.querySelectorAll(
        "nav.tabs a, .brand, main :is(.button, .switch a, .steps a, .pick a, .standings[data-why] tbody td > a)")]
    .filter(e => e.getClientRects().length && e.getBoundingClientRect().height < 43.9)
    .map(e => e.outerHTML.slice(0, 80))"""
WIDER = "document.documentElement.scrollWidth > innerWidth"
LINKS = """() => [...document.querySelectorAll(
        'main table a, main .boards h3 a, main .steps a, main .switch a, main .bar a')]
    .filter(link => link.offsetParent)
    .map(link => [link.textContent.trim(), link.getBoundingClientRect()])
    .filter(([, box]) => box.width < 23.9 || box.height < 23.9)
    .map(([text, box]) => `${text}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""
OUTSIDE = ["", "style/", "tournaments/", "tournaments/?q=leiden", "calendar/", "seasons/", "rules/quarto/"]
OUTSIDE += ["help/", "help/first-evening/", "help/table/"]


@pytest.fixture(scope="module")
def cup(stack: Stack) -> str:
    """A series over two events, one result of which does not count."""
    stack.python("""
        from tests.tournaments.public.build import event
        from tournaments.jobs.seasons import update_series
        from tournaments.models import Entry, Series, SeriesEvent
        made = Series.objects.create(name="Cup", slug="cup", published=True, best=1)
        first, second = (event(slug, 8, rounds=1, state="finished") for slug in ("cup-1", "cup-2"))
        for one, other in zip(first.entries.order_by("number"), second.entries.order_by("number"), strict=True):
            Entry.objects.filter(pk=other.pk).update(player=one.player)
        for night in (first, second):
            SeriesEvent.objects.create(series=made, tournament=night)
        update_series(made.pk)
    """)
    return "seasons/cup/"


def jumps(page: Page, where: str) -> Any:
    """Open a page whose clock comes late; return what moved then, if it is more than a trace."""
    page.goto(where)
    page.evaluate(PAINTED)
    page.evaluate("window.letTheClockCome()")
    expect(page.locator("[data-face]")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    expect(page.locator("[data-sign]")).to_have_text("Live")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    shifts = page.evaluate("window.shifts")
    return sum(value for value, _sources in shifts) >= 0.02 and shifts


def sticks_out(page: Page, *widths: int) -> list[Any]:
    """Return at which widths something is wider than the screen, and what."""
    wide = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": 760})
        if page.evaluate(WIDER):
            wide.append((width, page.evaluate(WIDE)))
    return wide


def lengthen(page: Page) -> None:
    """Write all words two fifths longer, as in a language to come: buttons, tabs and headings give way."""
    before = page.evaluate("document.body.innerText.length")
    page.evaluate(LONGER)
    assert page.evaluate("document.body.innerText.length") > 1.15 * before, page.url


def test_on_a_phone_nothing_jumps_or_sticks_out_content_begins_high_and_a_finger_hits_what_it_must(
    open_page: Open, pages: list[str], cup: str
) -> None:
    """Each page is opened once, for all that is asked of it."""
    page = open_page(viewport={"width": 375, "height": 760}, has_touch=True)
    page.add_init_script(LATE)
    troubles: dict[tuple[str, str], Any] = {}
    for where in [*pages, *OUTSIDE, cup]:
        page.set_viewport_size({"width": 375, "height": 760})
        if where in pages:
            troubles[where, "jumps"] = jumps(page, where)
            sentences = page.get_by_text(UNTIL)
            troubles[where, "said without a script"] = [one.is_visible() for one in sentences.all()] != [False]
        else:
            page.goto(where)
        if "/tables/4/" in where:
            expect(page.locator(".film .seatcard").first).to_be_visible()  # drawn by its script
        shown = page.evaluate(FIRST_LINE)
        low = shown["first"] >= 200 or not 48 <= shown["bar"] <= 50 or shown["tabs"] != 760
        troubles[where, "begins low"] = low and where != cup and shown
        troubles[where, "small"] = page.evaluate(SMALL)
        troubles[where, "under 44 px"] = page.evaluate(LOW)
        troubles[where, "small in a table"] = page.evaluate(LINKS)[:5]
        if where in pages:
            troubles[where, "sticks out"] = sticks_out(page, 375, 320)
            lengthen(page)
            troubles[where, "sticks out with longer words"] = sticks_out(page, 320, 375)
    assert {at: trouble for at, trouble in troubles.items() if trouble} == {}


def test_on_a_wide_screen_nothing_jumps_or_sticks_out(open_page: Open, pages: list[str]) -> None:
    """One frame of all pages has the clock, and a phone has less room: a landing looks at each third, the thorough run
    at all."""
    page = open_page(viewport={"width": 1280, "height": 760})
    page.add_init_script(LATE)
    troubles: dict[tuple[str, str], Any] = {}
    for where in pages if THOROUGH else pages[::3]:
        troubles[where, "jumps"] = jumps(page, where)
        lengthen(page)
        troubles[where, "sticks out with longer words"] = sticks_out(page, 1280)
    assert {at: trouble for at, trouble in troubles.items() if trouble} == {}


def test_nothing_sticks_out_on_a_phone_in_any_language_and_tabs_are_whole(open_page: Open, pages: list[str]) -> None:
    """All languages on the first page, and on each other one of them in turn; the thorough run tries all on each."""
    page = open_page(spoken(pages[0], "en"), viewport={"width": 320, "height": 760})
    expect(page.locator(".featured .chip").first).to_have_text(re.compile("being played, move 51"))
    troubles: dict[tuple[str, str], Any] = {}
    for at, where in enumerate(pages):
        for language in LANGUAGES if THOROUGH or not at else [LANGUAGES[at % len(LANGUAGES)]]:
            page.set_viewport_size({"width": 320, "height": 760})
            page.goto(spoken(where, language))
            assert page.evaluate("document.documentElement.lang") == language
            troubles[where, language] = page.evaluate(CUT) + sticks_out(page, 320, 375)
    assert {at: trouble for at, trouble in troubles.items() if trouble} == {}


def test_what_is_said_without_a_script_is_said_without_one(open_page: Open, pages: list[str]) -> None:
    """One frame of all pages says it: a landing looks at each fourth, the thorough run at all."""
    page = open_page(viewport={"width": 375, "height": 800}, java_script_enabled=False)
    for where in pages if THOROUGH else pages[::4]:
        page.goto(where)
        sentences = page.get_by_text(UNTIL)
        expect(sentences).to_have_count(1)
        expect(sentences).to_be_visible()
        expect(page.locator("[data-face]")).to_be_hidden()


FIGURES = """() => [...document.querySelectorAll('.standings tbody tr')].map(row => {
    const cell = row.children[2], box = cell.getBoundingClientRect();
    const next = [...row.children].slice(3).find(other => other.offsetParent).getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(cell);
    const rects = [...range.getClientRects()].filter(r => r.width > 0);
    const whole = cell.querySelector('a') || cell;
    const first = whole.firstChild, text = document.createRange();
    text.selectNodeContents(first);
    const fraction = cell.querySelector('i:not([class])');
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
    page = open_page("t/full/standings/", viewport={"width": width, "height": 800})
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


CLASSES = {"white": "w", "red": "r", "black": "k", "green": "g"}


def test_on_a_wide_screen_names_stand_on_the_line_of_their_points_and_the_numbers_take_no_names_room(
    open_page: Open, pages: list[str]
) -> None:
    page = open_page(pages[1], viewport={"width": 1280, "height": 800})
    off = page.evaluate("""() => {
        const first = at => {  // the middle of the first line of letters
            const letters = document.createRange();
            letters.selectNodeContents(at);
            const { top, bottom } = letters.getClientRects()[0];
            return (top + bottom) / 2;
        };
        return [...document.querySelectorAll(".pairings tbody td")].filter(td => td.querySelector("b"))
            .map(td => [first(td.querySelector("a")), first(td.querySelector("b"))])
            .filter(([name, points]) => Math.abs(name - points) > 1.5);
    }""")
    assert page.locator(".pairings tbody td b").count() > 3 and off == []
    assert page.evaluate("document.querySelector('.pairings th').offsetWidth") <= 120


def test_a_seat_has_the_shape_and_the_paint_of_the_board(stack: Stack, open_page: Open, pages: list[str]) -> None:
    page = open_page(viewport={"width": 1280, "height": 800}, color_scheme="light")
    for where in ("t/full/rounds/3/", "t/full/players/1/", "t/full/rounds/3/tables/4/", "t/full/board/"):
        page.goto(where)
        for key, sign in SIGNS.items():
            if page.locator(f"i.{CLASSES[key]}").count():
                assert page.evaluate(LOOK, f"i.{CLASSES[key]}") == [sign.shape, sign.fill], (where, key)
    sign_in(page, stack.username)
    event = stack.python("from tournaments.models import Tournament; print(Tournament.objects.get(slug='full').pk)")
    page.goto(f"admin/tournaments/tournament/{event.strip()}/desk/")
    for key, sign in SIGNS.items():
        assert page.evaluate(LOOK, f".v-sign.v-{key}") == [sign.shape, sign.fill], key


def test_an_old_page_tells_the_time_of_the_hall(open_page: Open, pages: list[str], watch: Any) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_FAILED")
    page = open_page("t/full/", timezone_id="Asia/Kathmandu", locale="en-US")
    expect(page.locator("[data-sign]")).to_have_text("Live")
    zone = ZoneInfo(page.locator("[data-sign]").get_attribute("data-zone") or "")
    drive_clock(page)
    page.context.set_offline(True)
    page.clock.run_for(60_000)
    expect(page.locator("[data-sign]")).to_have_text(re.compile(r"^Not current: as of \d\d:\d\d$"))
    shown = page.locator("[data-sign]").inner_text()[-5:]
    now = datetime.now(zone)
    near = {(now + timedelta(minutes=by)).strftime("%H:%M") for by in range(-3, 3)}
    assert shown in near, (shown, near)


def test_the_columns_of_a_crosstable_are_as_wide_as_each_other(open_page: Open, pages: list[str]) -> None:
    page = open_page("t/full/crosstable/square/", viewport={"width": 1280, "height": 800})
    heads = page.locator(".cross thead th")
    widths = [round(heads.nth(at).bounding_box()["width"]) for at in range(2, heads.count() - 1)]
    assert len(widths) == 16 and max(widths) - min(widths) <= 1, widths


def test_row_and_column_of_a_crosstable_light_up_under_pointer_focus_and_finger(
    open_page: Open, pages: list[str]
) -> None:
    page = open_page("t/full/crosstable/square/", viewport={"width": 1280, "height": 800}, has_touch=True)
    rows = page.locator(".cross tbody tr").count()
    for look in ("hover", "tap", "focus"):
        page.locator("h2").first.hover()
        cell = page.locator(".cross tbody td:has(a)").nth({"hover": 3, "tap": 5, "focus": 7}[look])
        if look == "focus":
            cell.locator("a").first.focus()
        else:
            getattr(cell, look)(position={"x": 2, "y": 2})
        expect(cell).to_have_class(re.compile(r"\bat\b"))
        column = cell.evaluate("cell => cell.cellIndex")
        lit = page.locator(f".cross tr > .lit:nth-child({column + 1})")
        expect(lit).to_have_count(rows + 1)
        expect(page.locator(".cross tr:has(> .at) > .lit")).to_have_count(rows + 3)


@pytest.mark.parametrize("where", ["t/full/crosstable/square/", "t/full/crosstable/1/"])
def test_a_crosstable_is_whole_on_paper(open_page: Open, pages: list[str], where: str) -> None:
    page = open_page(where, viewport={"width": 1280, "height": 800})
    printed = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    words: list[str] = []
    for sheet in printed.pages:
        wide, edge = float(sheet.mediabox.width), 20.0
        pieces: list[tuple[str, float]] = []
        sheet.extract_text(
            visitor_text=lambda text, ctm, matrix, _font, _size, at=pieces: at.append(
                (text.strip(), matrix[4] * ctm[0] + ctm[4])
            )
        )
        assert all(edge < x < wide - edge for text, x in pieces if text), "beyond the paper"
        words += [text for text, _x in pieces]
    last = "Points" if "square" in where else "R3"
    assert last in "".join(words), "a letter and its figure may be two pieces"


def test_the_wall_cuts_no_name(open_page: Open, stack: Stack) -> None:
    stack.python("""
        from tests.tournaments.public.build import event
        names = ["Elżbieta Wiśniewska", "Wolfeschlegelsteinhausenbergerdorff Maximilianopolous"]
        event("wall", [*names, *(f"Speler Nummer{n}" for n in range(3, 17))], rounds=1, missing=4)
        event("arriving", [*names, "Anna", "Bert"], rounds=0, state="planned", check_in=True)
    """)
    page = open_page(viewport={"width": 1920, "height": 1080})
    for where in ("t/wall/board/?show=pairings", "t/arriving/board/"):
        page.goto(where)
        expect(page.locator(".slide li").first).to_be_visible()
        free = page.evaluate("""() => [...document.querySelectorAll('.byname li')].map(line => {
            const name = line.querySelector('span');
            const range = document.createRange();
            let blank = 0;
            for (const part of line.querySelectorAll('b')) {
                range.selectNodeContents(part.lastChild);
                blank += part.getBoundingClientRect().width - range.getBoundingClientRect().width;
            }
            return [name.textContent, name.scrollWidth > name.clientWidth, Math.round(blank)];
        })""")
        assert any(name.startswith("Wolfeschlegel") for name, _cut, _blank in free)
        assert [line for line in free if line[1]] == []
