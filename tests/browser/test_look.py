"""The look in a browser: the page of all parts, by day and by night, small and wide; and standings that move."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from PIL import Image, ImageStat
from playwright.sync_api import Page, expect

from tests.browser.test_live_pages import Event
from tests.support.browser import BY_COLOURS, Open, faults
from tests.support.stack import Stack

PHONE, DESKTOP, WIDE = (375, 760), (1280, 800), (1920, 1080)
TINY = """() => [...document.querySelectorAll("main *")].filter(e =>
    [...e.childNodes].some(n => n.nodeType === 3 && n.nodeValue.trim()) && e.getClientRects().length
    && parseFloat(getComputedStyle(e).fontSize) < 12).map(e => e.outerHTML.slice(0, 80))"""
LOW = """() => [...document.querySelectorAll("main .button, main .sq, nav.tabs a, main .podium h3 a")].filter(e => {
    const box = e.getBoundingClientRect();
    return box.height > 1 && box.height < (e.matches(".podium a") ? 24 : 44);
}).map(e => e.outerHTML.slice(0, 80))"""
OVER = """() => [...document.querySelectorAll(".pairings th small")].filter(e => {
    const own = e.getBoundingClientRect(), cell = e.closest("th").getBoundingClientRect();
    return own.width && (own.left < cell.left - .5 || own.right > cell.right + .5);
}).map(e => e.textContent)"""
FIELD = """() => {
    const light = text => text.match(/[\\d.]+/g).slice(0, 3).map(v => v / 255)
        .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
        .reduce((sum, v, at) => sum + v * [.2126, .7152, .0722][at], .05);
    const style = getComputedStyle(document.querySelector("[name=username]"));
    const [less, more] = [light(style.borderTopColor), light(style.backgroundColor)].sort((a, b) => a - b);
    return more / less;
}"""
LEFTS = """() => ["left", "mid", "right"].map(at => {
    const box = document.querySelector(`.cols > .${at}`).getBoundingClientRect();
    return { left: box.left, right: box.right, top: box.top };
})"""


def photograph(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("L")


def test_all_parts_are_whole_by_day_and_night_on_a_phone_and_wide(open_page: Open) -> None:
    page = open_page()
    troubles: dict[tuple[Any, ...], Any] = {}
    light: dict[tuple[str, int], float] = {}
    for width, height in (PHONE, DESKTOP, WIDE):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("style/")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            more = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            found = faults(page, *(BY_COLOURS if scheme == "dark" else ()))
            for name, trouble in (
                ("axe", [(one["id"], one["nodes"][0]["html"][:120]) for one in found]),
                ("sticks out", more if more > 0 else 0),
                ("under 12 px", page.evaluate(TINY)),
                ("under 44 px", page.evaluate(LOW)),
                ("over the edge of its cell", page.evaluate(OVER)),
            ):
                if trouble:
                    troubles[name, width, scheme] = trouble
            picture = photograph(page)
            assert picture.width == width and ImageStat.Stat(picture).stddev[0] > 10, "the page is empty"
            light[scheme, width] = ImageStat.Stat(picture).mean[0]
    assert troubles == {}
    assert all(light["light", width] > 200 and light["dark", width] < 60 for width in (375, 1280, 1920)), light
    fonts = page.evaluate("[...document.fonts].filter(face => face.status === 'loaded').map(face => face.family)")
    assert set(fonts) == {"Viertal"} and len(fonts) == 2, "Latin and Greek with Cyrillic are on the page"


def test_links_and_fields_of_the_sign_in_stand_out(open_page: Open) -> None:
    page = open_page()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.goto("admin/login/")
        assert [one["nodes"][0]["html"][:120] for one in faults(page, "color-contrast")] == [], scheme
        assert page.evaluate(FIELD) >= 3, scheme


def test_the_halls_page_keeps_its_code_and_address_on_paper(open_page: Open) -> None:
    page = open_page("hall/")
    page.emulate_media(media="print")
    expect(page.locator(".way-in .code svg")).to_be_visible()
    expect(page.locator(".way-in .address")).to_be_visible()


@pytest.fixture(scope="module")
def moving(stack: Stack) -> Event:
    stack.python("from tests.tournaments.public.build import event; event('moving', 16, rounds=2)")
    stack.python("from tests.tournaments.public.build import event; event('seven', 28, rounds=1)")
    long = "['Elżbieta Joubert-van den Berg-Wit', 'Anna', 'Bert', 'Carl']"
    stack.python(f"from tests.tournaments.public.build import event; event('named', {long}, rounds=6)")
    return Event(stack, "moving")


def test_an_event_has_three_columns_and_uses_a_wide_screen(open_page: Open, moving: Event) -> None:
    page = open_page("t/moving/", viewport={"width": 1280, "height": 800})
    left, mid, right = page.evaluate(LEFTS)
    assert left["right"] < mid["left"] and mid["right"] < right["left"]
    assert max(box["top"] for box in (left, mid, right)) < 120, "the bar is one line"
    assert right["right"] > 1240
    page.set_viewport_size({"width": 1920, "height": 1080})
    left, _mid, right = page.evaluate(LEFTS)
    assert right["right"] - left["left"] > 1700
    page.set_viewport_size({"width": 375, "height": 760})
    left, mid, right = page.evaluate(LEFTS)
    assert mid["top"] < right["top"] < left["top"], "what is read first comes first"


@pytest.mark.parametrize(("slug", "columns"), [("moving", 2), ("seven", 3)])
def test_few_tables_are_wide_enough_for_their_names(open_page: Open, moving: Event, slug: str, columns: int) -> None:
    page = open_page(f"t/{slug}/", viewport={"width": 1920, "height": 1080})
    lefts = {card.bounding_box()["x"] for card in page.locator(".tcards > li").all()}
    assert len(lefts) == columns


def test_my_table_has_three_columns_on_a_wide_screen(open_page: Open, moving: Event) -> None:
    page = open_page("t/moving/mine/1/", viewport={"width": 1920, "height": 1080})
    parts = page.locator(".mine > *")
    expect(page.locator(".so-far li")).to_have_text([re.compile("^Round 2"), re.compile("^Round 1")])
    for width, corners in (
        (1920, [(0, 0), (1, 0), (2, 0)]),
        (1280, [(0, 0), (1, 0), (2, 0)]),
        (1200, [(0, 0), (1, 0), (1, 1)]),
        (375, [(0, 0), (0, 1), (0, 2)]),
    ):
        page.set_viewport_size({"width": width, "height": 1080})
        boxes = [part.bounding_box() for part in parts.all()]
        lefts, tops = (sorted({round(box[side]) for box in boxes}) for side in "xy")
        assert [(lefts.index(round(box["x"])), tops.index(round(box["y"]))) for box in boxes] == corners, width
        if width == 1920:
            assert boxes[-1]["x"] + boxes[-1]["width"] > 1800


NAMES = """() => [...document.querySelectorAll(".bump .name")].map(name => {
    const box = name.getBoundingClientRect(), room = name.closest(".picture").getBoundingClientRect();
    return [name.textContent, box.left >= room.left && box.right <= room.right];
})"""


def test_the_names_of_a_chart_are_whole_and_its_table_stands_beside_it(open_page: Open, moving: Event) -> None:
    page = open_page("t/named/movement/", viewport={"width": 375, "height": 760})
    for width in (375, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        page.reload()
        names = dict(page.evaluate(NAMES))
        assert "Elżbieta Joubert-van den Berg-Wit" in names and all(names.values()), (width, names)
        chart, table = (page.locator(where).bounding_box() for where in ("#picture", "#scroll"))
        assert chart and table
        if width == 375:
            assert chart["y"] + chart["height"] < table["y"]
        else:
            assert chart["x"] + chart["width"] < table["x"] and table["y"] < chart["y"] + 60
            assert table["x"] + table["width"] > width - 70, "the screen is used"


@pytest.fixture(scope="module")
def front(stack: Stack) -> None:
    """Four events that run, two that come (one with its entry open and a long word in its name), and one past."""
    stack.python("""
        from datetime import timedelta
        from itertools import count
        from django.utils import timezone
        from tests.tournaments import make
        from tests.tournaments.public.build import event
        from tournaments.models import User
        from tournaments.services.entries import registration_decisions
        make._numbers = count(7301)  # names of their own in a database that all browser tests share
        boss = User.objects.get(username="organiser")
        for number in range(4):
            event(f"runs-{number}", ["Elżbieta Wiśniewska-Brzęczyszczykiewicz", "Anna", "Bert", "Carl"], rounds=1)
        soon = timezone.localdate() + timedelta(days=3)
        make.duel(2, slug="comes", name="An evening to come", starts=soon)
        name = "Familiennachmittag am Niederrhein"
        enter = make.duel(2, slug="to-enter", name=name, places=9, starts=soon)
        registration_decisions.set_up(enter.pk, {"offered": True}, by=boss)
        event("was", 8, rounds=1, state="finished")
    """)


SIDE_BY_SIDE = """() => ["running", "coming", "past"].map(id => {
    const part = document.getElementById(id).closest("section").getBoundingClientRect();
    return [part.left, part.right, document.getElementById(id).getBoundingClientRect().top].map(Math.round);
})"""


def test_a_wide_first_page_has_what_runs_comes_and_is_past_side_by_side(open_page: Open, front: None) -> None:
    page = open_page("", viewport={"width": 1920, "height": 1080})
    running, coming, past = page.evaluate(SIDE_BY_SIDE)
    assert running[1] < coming[0] and coming[1] < past[0] and past[1] > 1800
    assert running[2] == coming[2] == past[2] < 300, "three headings on one line"
    assert running[1] - running[0] > 1.9 * (coming[1] - coming[0])
    rows = {round(card.bounding_box()["y"]) for card in page.locator(".running > li").all()}
    assert len(rows) == -(-page.locator(".running > li").count() // 2), "two cards a row"
    page.set_viewport_size({"width": 375, "height": 760})
    running, coming, past = page.evaluate(SIDE_BY_SIDE)
    assert running[2] < coming[2] < past[2]


LINES = """() => [...document.querySelectorAll(".running h3 a, .leaders bdi, .what .whole")].filter(name =>
    // of the events above only: other tests' events on the same site have words wider than a phone
    name.closest(".running > li, .lines > li")
        .querySelector("a[href*='/runs-'], a[href*='/comes/'], a[href*='/to-enter/'], a[href*='/was/']")
).flatMap(name => {
    const range = document.createRange(), text = name.firstChild;
    return [...text.nodeValue.matchAll(/[^\\s-]+/g)].map(word => {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return [word[0], new Set([...range.getClientRects()].map(line => Math.round(line.top))).size];
    });
})"""


def test_a_name_on_the_first_page_breaks_at_spaces_and_hyphens(open_page: Open, front: None) -> None:
    page = open_page("", viewport={"width": 320, "height": 700})
    expect(page.locator(".lines li:has(.plain) .whole", has_text="Familiennachmittag")).to_be_visible()
    for width in (320, 375, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        words = page.evaluate(LINES)
        assert {"Elżbieta", "Brzęczyszczykiewicz", "Familiennachmittag"} <= {word for word, _lines in words}
        assert [word for word, lines in words if lines > 1] == [], width


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_rows_glide_to_their_new_places_unless_one_wants_no_motion(open_page: Open, moving: Event, motion: str) -> None:
    page = open_page(viewport={"width": 1280, "height": 800}, reduced_motion=motion)
    page.add_init_script(
        """window.glides = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, timing) {
            window.glides.push([this.id, frames[0].transform, timing.duration]);
            return animate.call(this, frames, timing);
        };"""
    )
    page.goto("t/moving/")
    expect(page.locator("[data-sign]")).to_have_attribute("data-state", "live")
    rows = page.locator(".standings tbody tr")
    first, last = (rows.nth(at).get_attribute("id") for at in (0, 15))
    moving.run(
        """UPDATE tournaments_standings SET body = jsonb_set(body, '{rows}', (
               SELECT jsonb_agg(line ORDER BY at DESC)
               FROM jsonb_array_elements(body->'rows') WITH ORDINALITY AS lines(line, at)))
           WHERE after_round = 2 AND tournament_id = (SELECT id FROM tournaments_tournament WHERE slug = 'moving')"""
    )
    expect(rows.nth(0)).to_have_attribute("id", str(last))
    expect(rows.nth(15)).to_have_attribute("id", str(first))
    glides = page.evaluate("window.glides")
    if motion == "reduce":
        assert glides == []
        return
    assert {first, last} <= {row for row, _from, _time in glides}
    assert {time for _row, _from, time in glides} == {300}
    assert all(by.startswith("translateY(") for _row, by, _time in glides)
