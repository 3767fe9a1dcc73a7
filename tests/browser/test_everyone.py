"""For all: nothing serious by axe, in light and dark; nothing sticks out when it is narrow or zoomed; and the hall's
screens as people see them."""

from __future__ import annotations

import re
import time
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import BY_COLOURS, Open, drive_clock, faults
from tests.support.examples import THOROUGH
from tests.support.stack import Stack

PUBLIC = [
    "", "tournaments/?q=speler", "calendar/", "rules/quatro-chess/",
    "t/all/", "t/all/rounds/2/", "t/all/rounds/2/?by=name", "t/all/standings/",
    "t/all/standings/?board=1", "t/all/players/1/", "t/all/mine/1/", "t/all/find/", "t/all/find/?q=an",
    "t/all/find/?q=zzzz", "t/all/about/", "t/all/board/", "t/all/board/?show=pairings", "t/all/board/?show=standings",
    "t/all/board/?show=clock", "t/before/", "t/before/mine/1/", "t/before/board/", "nowhere/",
]  # fmt: skip
SERIOUS = {"serious", "critical"}
SCHEMES: tuple[tuple[Literal["light", "dark"], tuple[str, ...]], ...] = (("light", ()), ("dark", BY_COLOURS))
"""By day by all rules, by night by those that look at colours: all else is the same page."""


@pytest.fixture(scope="module")
def events(stack: Stack) -> dict[str, int]:
    """An event in full swing with its clock running and personal links, and one that has not begun."""
    made = stack.python("""
        from django.utils import timezone
        from tests.tournaments.public.build import event
        from tournaments.models import Clock, PersonalLink, Tournament
        names = ["Chantal de Wit", "Óscar Núñez", *(f"Speler Nummer{n}" for n in range(3, 25))]
        one = event("all", names, rounds=2, missing=2, venue="Leiden", schedule="19:30 Round 1")
        Clock.objects.create(tournament=one, seconds=3600, left_ms=3_600_000, started_at=timezone.now(), round=2)
        for entry in one.entries.all():
            PersonalLink.objects.create(entry=entry)
        event("before", 6, rounds=0, state="planned")
        print(one.pk, one.entries.get(number=1).player_id)
    """)
    pk, player = made.split()
    return {"all": int(pk), "player": int(player)}


def serious(page: Page, *rules: str) -> list[str]:
    """Return the faults found by axe that keep somebody out."""
    found = faults(page, *rules)
    return [f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]}" for one in found if one["impact"] in SERIOUS]


def test_nobody_is_kept_out_of_a_public_page(open_page: Open, events: dict[str, int], watch: Any) -> None:
    """Axe, in light and dark; then 320 px of width, and 1280 px at 200 % with the type twice as large besides.

    A landing asks axe about each page by day, and by night about one on a wide screen, the next on a phone."""
    watch.allow("404")
    page = open_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    troubles = {}
    for at, where in enumerate(PUBLIC):
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(where)
        for scheme, rules in SCHEMES if THOROUGH or at % 2 else SCHEMES[:1]:
            page.emulate_media(color_scheme=scheme)
            if found := serious(page, *rules):
                troubles[where, scheme] = found
        page.emulate_media(color_scheme="dark")
        for width, text in ((320, 100), (640, 200)):
            page.set_viewport_size({"width": width, "height": 700})
            page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
            more = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            if more > 0:
                troubles[where, width] = [f"{more} px stick out"]
            if width == 320 and (THOROUGH or not at % 2) and (found := serious(page)):
                troubles[where, "phone"] = found
    assert troubles == {}


def test_nobody_is_kept_out_of_the_desk(stack: Stack, open_page: Open, events: dict[str, int]) -> None:
    page = open_page(by=stack.username, viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    desk = f"admin/tournaments/tournament/{events['all']}/desk/"
    troubles = {}
    player = f"admin/tournaments/player/{events['player']}/erase/"
    for at, where in enumerate((desk, f"{desk}links/", f"{desk}import/", player)):
        # a landing looks at the desk itself and at each second of its pages by night, too
        for scheme, rules in SCHEMES if THOROUGH or not at % 2 else SCHEMES[:1]:
            page.emulate_media(color_scheme=scheme)
            page.goto(where)
            if found := serious(page, *rules):
                troubles[where, scheme] = found
    assert troubles == {}


def test_a_phone_finds_its_table_while_typing_and_shows_it_large(open_page: Open, events: dict[str, int]) -> None:
    page = open_page("t/all/find/", viewport={"width": 360, "height": 740}, has_touch=True)
    box = page.get_by_role("searchbox", name="Name or number")
    expect(box).to_be_focused()
    box.press_sequentially("cahntal")  # two letters changed about
    first = page.locator("#found a").first
    expect(first).to_contain_text(re.compile("Chantal.*Table", re.DOTALL))
    table = re.search(r"Table (\d+)", first.inner_text())
    assert table
    first.click()
    expect(page.locator(".place .no")).to_have_text(table[1])
    assert page.locator(".place .no").bounding_box()["height"] > 60
    assert page.locator(".place .no").bounding_box()["y"] < 600, "without scrolling"
    assert page.context.cookies() == []


def test_the_clock_is_started_at_the_desk_and_runs_in_step_on_all_screens(
    stack: Stack, open_page: Open, events: dict[str, int]
) -> None:
    desk = open_page(
        f"admin/tournaments/tournament/{events['all']}/desk/",
        by=stack.username,
        viewport={"width": 1280, "height": 800},
    )
    phone, wall = (
        open_page(viewport={"width": 360, "height": 740}),
        open_page(viewport={"width": 1920, "height": 1080}),
    )
    # a phone whose own clock is wrong by two hours
    phone.add_init_script("const real = Date.now; Date.now = () => real() + 7200000;")
    phone.goto("t/all/mine/1/")
    wall.goto("t/all/board/?show=clock")
    desk.get_by_text("Set the clock").click()
    desk.get_by_label("Time", exact=True).fill("2:00")
    desk.get_by_role("button", name="Set", exact=True).click()
    # at the desk it runs beside the round and in the strip
    faces = [desk.locator(".v-face"), phone.locator("[data-face]"), wall.locator("[data-face]")]
    expect(faces[0]).to_have_text("2:00 stopped")
    desk.get_by_role("button", name="Start", exact=True).click()
    for face in (*faces, desk.locator(".v-strip [data-face]")):
        expect(face).to_have_text(re.compile(r"^1:\d\d$"))
    read = "document.querySelector('[data-face]').textContent.split(':').reduce((m, s) => 60 * m + +s, 0)"
    # when the time is up, by what each screen shows: whole seconds, read some time between
    earliest, latest = [], []
    for screen in (phone, wall, desk):
        before = time.monotonic()
        shown = screen.evaluate(read)
        earliest.append(before + shown)
        latest.append(time.monotonic() + shown + 1)
    assert max(earliest) <= min(latest), (earliest, latest)
    desk.get_by_role("button", name="One minute more").click()
    for face in faces:
        expect(face).to_have_text(re.compile(r"^2:\d\d$"))
    desk.get_by_role("button", name="Stop", exact=True).click()
    for face in faces:
        expect(face).to_have_text(re.compile(r"^2:\d\d stopped$"))


def test_the_wallboard_fits_turns_by_itself_and_is_read_from_afar(
    stack: Stack, open_page: Open, events: dict[str, int], watch: Any
) -> None:
    page = open_page(viewport={"width": 1920, "height": 1080})
    drive_clock(page)
    page.goto("t/all/board/?show=pairings")
    slides = page.locator(".slide")
    expect(slides).to_have_count(2)
    expect(page.locator(".slide.on")).to_have_count(1)
    for _slide in range(2):
        before = page.locator("[data-page]").inner_text()
        inside = page.evaluate("""() => {
            const foot = document.querySelector('.wall-foot').getBoundingClientRect();
            const lines = [...document.querySelectorAll('.slide.on li')].map(li => li.getBoundingClientRect());
            return foot.bottom <= innerHeight
                && lines.every(line => line.bottom <= foot.top && line.right <= innerWidth);
        }""")
        assert inside, "a line is hidden"
        size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.slide.on li')).fontSize)")
        assert size >= 54, "5 % of the screen's height"
        page.clock.run_for(10_000)
        expect(page.locator("[data-page]")).not_to_have_text(before)
    page.evaluate("window.neverReloaded = true")
    stack.python("""
        from django.db.models import F
        from tournaments.models import Round, Tournament
        Round.objects.filter(tournament__slug="all", number=2).update(state="draft")
        Tournament.objects.filter(slug="all").update(version=F("version") + 1)
    """)
    expect(page.locator("#board-title")).to_contain_text("Round 1")
    assert page.evaluate("window.neverReloaded") is True
    expect(page.locator(".slide.on")).to_have_count(1)
    # the server is away: the pages go on turning, and the board says that they are old
    watch.allow("ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_FAILED")
    page.context.set_offline(True)
    page.clock.run_for(30_000)
    expect(page.locator("[data-sign]")).to_have_attribute("data-state", "old")
    page.clock.run_for(10_000)
    expect(page.locator(".slide.on")).to_have_count(1)
    page.context.set_offline(False)
    page.clock.run_for(20_000)
    expect(page.locator("[data-sign]")).to_have_attribute("data-state", "live")
