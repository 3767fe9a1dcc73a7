"""A phone that knows its player: marked, said and forgotten, in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_live_pages import Event
from tests.support.browser import Open, drive_clock
from tests.support.stack import Stack

MARK = "element => getComputedStyle(element).backgroundColor"
VOICE = "div[aria-live=polite]"
UNSEEN = """() => ["#panel-title", "#panel .close"].filter(part => {
    const box = document.querySelector(part).getBoundingClientRect();
    const top = document.elementFromPoint(box.left + 3, box.top + 3);
    return box.top < document.querySelector(".top").getBoundingClientRect().bottom || !top || !top.closest(part);
})"""


@pytest.fixture(scope="module")
def event(stack: Stack) -> Event:
    stack.python("""
        from tests.tournaments.public.build import event
        event("whose", ["Ayşe Öztürk", "Zoë van der Merwe", *(f"Speler {n}" for n in range(14))], rounds=2, missing=1)
    """)
    return Event(stack, "whose")


@pytest.fixture(scope="module")
def long(stack: Stack) -> str:
    stack.python("""
        from tests.tournaments.public.build import event
        event("long", 230, rounds=1, size=2)
    """)
    return "long"


def test_a_link_to_a_line_shows_the_page_of_the_list_that_has_it(open_page: Open, long: str) -> None:
    page = open_page()
    page.goto(f"t/{long}/rounds/1/?lang=en#t57")  # as a slip's code and an entry of a feed say it
    expect(page.locator("#t57")).to_be_in_viewport()
    page.evaluate("location.hash = 't115'")
    expect(page.locator("#t115")).to_be_in_viewport()
    page.goto(f"t/{long}/rounds/1/#t999")
    expect(page).to_have_url(re.compile(r"table=999#t999$"))  # and no further
    for place in ("first", "last"):
        page.goto(f"t/{long}/standings/?page=3")
        line = getattr(page.locator(".standings tr[id]"), place).get_attribute("id")
        page.goto(f"t/{long}/standings/#{line}")
        expect(page.locator(f"#{line}")).to_be_in_viewport()


def place(event: Event, number: int) -> dict[str, Any]:
    """Read the row of a player in the newest standings."""
    import psycopg

    with psycopg.connect(event._address) as connection:
        row = connection.execute(
            """SELECT line FROM tournaments_standings s JOIN tournaments_tournament t ON t.id = s.tournament_id,
               jsonb_array_elements(body->'rows') AS line
               WHERE slug = %s AND (line->>'player')::int = %s ORDER BY after_round DESC LIMIT 1""",
            (event.slug, number),
        ).fetchone()
    assert row is not None
    return dict(row[0])


def seated(event: Event, waits: bool) -> int:
    """Return the number of a player whose table has, or lacks, a result."""
    return next(n for n in range(1, 17) if place(event, n).get("waits", False) == waits)


def test_my_row_is_marked_everywhere_my_place_is_said_and_all_of_it_forgotten(open_page: Open, event: Event) -> None:
    number = seated(event, waits=False)
    page = open_page(f"t/{event.slug}/players/{number}/", viewport={"width": 375, "height": 760})
    page.get_by_role("button", name="This is me", exact=True).click()
    expect(page.get_by_role("button", name="This is not me")).to_have_attribute("aria-pressed", "true")
    page.goto(f"t/{event.slug}/standings/")
    expect(page.locator("[data-you] p")).to_have_text(
        re.compile(r": You are \d+(st|nd|rd|th) with .* (behind|ahead of|as)")
    )
    row, other = page.locator(f"#p{number} > th"), page.locator(f"#p{number % 16 + 1} > th")
    marked = row.evaluate(MARK)
    assert marked != other.evaluate(MARK)
    assert row.evaluate("th => getComputedStyle(th.querySelector('a'), '::after').content") == '"\u00a0you"'
    for where, at in (
        ("rounds/2/", f".pairings td:has(a[href*='/players/{number}/'])"),
        ("rounds/2/?by=name", f".names li:has(a[href*='/players/{number}/'])"),
        ("crosstable/", f"tr:has(> th > a[href*='/players/{number}/']) > th"),
    ):
        page.goto(f"t/{event.slug}/{where}")
        assert page.locator(at).first.evaluate(MARK) == marked, where
    expect(page.locator(".tabs").get_by_role("link", name="My table")).to_have_attribute(
        "href", re.compile(rf"/t/{event.slug}/mine/{number}/$")
    )
    assert page.evaluate("Object.keys(localStorage)") == ["viertal.me"]
    assert not page.context.cookies()
    page.get_by_role("button", name="Not me").click()
    expect(page.locator("[data-you]")).to_be_hidden()
    assert page.evaluate("localStorage.length") == 0
    page.goto(f"t/{event.slug}/standings/")
    assert row.evaluate(MARK) == other.evaluate(MARK)


def test_a_personal_link_leaves_no_key_on_the_phone(open_page: Open, event: Event, stack: Stack) -> None:
    token = stack.python("""
        from tournaments.models import Entry, PersonalLink
        print(PersonalLink.objects.create(entry=Entry.objects.get(tournament__slug="whose", number=2)).token)
    """).strip()
    event.run("UPDATE tournaments_tournament SET name = name WHERE slug = %s", event.slug)
    page = open_page(f"t/{event.slug}/me/{token}/")
    page.get_by_role("button", name="This is me", exact=True).click()
    page.goto(f"t/{event.slug}/standings/")
    expect(page.locator("[data-you]")).to_be_visible()
    kept = page.evaluate("JSON.stringify([localStorage, sessionStorage])")
    assert token not in kept and token not in page.content() and '\\"number\\":2' in kept


def test_it_is_heard_what_changed_and_what_it_made_of_me_once_in_ten_seconds(open_page: Open, event: Event) -> None:
    me = seated(event, waits=False)
    other = next(n for n in range(1, 17) if n != me and not place(event, n).get("waits", False))
    page = open_page()
    drive_clock(page)
    page.goto(f"t/{event.slug}/players/{me}/")
    page.get_by_role("button", name="This is me", exact=True).click()
    page.goto(f"t/{event.slug}/standings/")
    page.clock.run_for(2_000)
    expect(page.locator("[data-you] p")).to_contain_text("You are")
    expect(page.locator("[data-sign]")).to_have_attribute("data-state", "live")
    page.evaluate(
        """at => { window.heard = []; new MutationObserver(() =>
        window.heard.push([Date.now(), document.querySelector(at).textContent]))
        .observe(document.querySelector(at), { childList: true }) }""",
        VOICE,
    )
    name = page.locator(f"#p{other} th a").inner_text()
    for points in ("91", "92"):
        event.set_points(other, points)
        event.set_points(me, f"{points}/2")
        page.clock.run_for(500)
        expect(page.locator(f"#p{other}")).to_contain_text(points)
        page.clock.run_for(1_000)
        expect(page.locator("[data-you] p")).to_contain_text(f"with {int(points) // 2}")
        page.clock.run_for(1_000)
    page.wait_for_function("window.heard.length > 0")
    first = page.evaluate("window.heard[0][1]")
    assert re.match(rf"{name}: \d+\w\w with 91 points\. You are \d+\w\w with 45½ points", first), first
    page.clock.run_for(12_000)
    page.wait_for_function("window.heard.length > 1")
    (one, _said), (two, second) = page.evaluate("window.heard")
    assert two - one >= 10_000
    assert f"{name}: " in second and "with 92 points" in second and "You are" in second and "46 points" in second


@pytest.mark.parametrize("width", [375, 1280])
def test_a_panel_opens_beside_the_standings_and_back_escape_and_close_shut_it(
    open_page: Open, event: Event, width: int
) -> None:
    page = open_page(f"t/{event.slug}/standings/", viewport={"width": width, "height": 760})
    expect(page.locator("[data-sign]")).to_have_attribute("data-state", "live")
    name, panel = page.locator("#p3 > th > a"), page.locator("#panel")
    who = name.inner_text()
    closers: list[Callable[[], Any]] = [
        page.go_back,
        lambda: page.keyboard.press("Escape"),
        lambda: panel.get_by_role("link", name="Close").click(),
    ]
    for shut in closers:
        name.focus()
        page.keyboard.press("Enter")
        expect(panel.get_by_role("heading", name=who)).to_be_focused()
        expect(page).to_have_url(re.compile(r"/standings/player/3/$"))
        expect(name).to_have_attribute("aria-current", "true")
        box, table = panel.bounding_box(), page.locator("#scroll").bounding_box()
        assert box and table
        if width == 1280:
            assert box["x"] >= table["x"] + table["width"], "beside, not over"
        else:
            assert box["y"] + box["height"] <= 705, "a sheet above the tabs"
        shut()
        expect(panel).to_have_count(0)
        expect(page).to_have_url(re.compile(r"/standings/$"))
    name.click()
    expect(panel).to_be_visible()
    event.set_points(3, "3" if width == 375 else "5")
    expect(panel).to_contain_text(f"with {3 if width == 375 else 5} points")
    expect(page.locator("#p3 > td").nth(1)).to_have_text("3" if width == 375 else "5")
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_panel_of_the_last_player_has_its_name_and_its_links_in_sight(
    open_page: Open, event: Event, lang: str
) -> None:
    page = open_page(f"t/{event.slug}/standings/?lang={lang}", viewport={"width": 1280, "height": 600})
    expect(page.locator("[data-sign]")).to_have_attribute("data-state", "live")
    last = page.locator("table[data-why] tbody tr:last-child > th > a")
    last.scroll_into_view_if_needed()
    last.click()
    expect(page.locator("#panel-title")).to_be_focused()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.locator("#panel").evaluate("panel => { panel.scrollTop = panel.scrollHeight }")
    page.wait_for_function("scrollY + innerHeight >= document.documentElement.scrollHeight - 1")
    assert page.evaluate(UNSEEN) == []
    assert page.locator("#panel").evaluate("panel => panel.getBoundingClientRect().height") >= 256


def test_from_a_panel_one_goes_to_the_player_above_and_below(open_page: Open, event: Event) -> None:
    page = open_page(f"t/{event.slug}/standings/", viewport={"width": 1280, "height": 760})
    lines = page.locator("table[data-why] th[scope=row] > a")
    names, panel = lines.all_inner_texts(), page.locator("#panel")
    lines.nth(1).click()
    expect(panel.get_by_role("heading", name=names[1])).to_be_focused()
    panel.get_by_role("link", name="Player below").click()
    expect(panel.get_by_role("heading", name=names[2])).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(panel.get_by_role("heading", name=names[1])).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(panel.get_by_role("heading", name=names[0])).to_be_focused()
    expect(lines.first).to_have_attribute("aria-current", "true")
    expect(panel.get_by_role("link", name="Player above")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(panel.get_by_role("heading", name=names[0])).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(panel.get_by_role("heading", name=names[1])).to_be_focused()
    page.go_back()
    expect(panel).to_have_count(0)
    still = open_page(f"t/{event.slug}/standings/", java_script_enabled=False)
    still.locator("table[data-why] th[scope=row] > a").first.click()
    still.locator("#panel").get_by_role("link", name="Player below").click()
    expect(still.locator("#panel-title")).to_have_text(names[1])


def test_without_a_script_the_panel_is_a_link_away(open_page: Open, event: Event) -> None:
    page = open_page(f"t/{event.slug}/standings/", viewport={"width": 375, "height": 760}, java_script_enabled=False)
    page.locator("#p3 > th > a").click()
    panel = page.locator("#panel")
    box = panel.bounding_box()
    assert box and box["y"] > 150 and box["y"] + box["height"] <= 705, "a sheet from below, above the tabs"
    expect(page.locator("#p3")).to_have_count(1)
    panel.get_by_role("link", name="Close").click()
    expect(page.locator("#panel")).to_have_count(0)


YESTERDAY = """async () => {
    const cache = await caches.open("viertal-pages-1");
    for (const request of await cache.keys()) {
        const page = await cache.match(request), headers = new Headers(page.headers);
        if (!headers.has("Viertal-Kept-At")) continue;
        headers.set("Viertal-Kept-At", String(Date.now() - 864e5));
        await cache.put(request, new Response(await page.text(), { headers }));
    }
}"""


def test_without_a_connection_the_last_state_is_shown_with_its_hour_until_the_phone_forgets(
    open_page: Open, event: Event, watch: Any
) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 503 .*/(about|another-event|tournaments)/")
    page = open_page(f"t/{event.slug}/mine/4/")
    page.get_by_role("button", name="This is me", exact=True).click()
    kept = page.locator("html[data-kept]")
    expect(kept).to_have_count(1)
    page.goto(f"t/{event.slug}/standings/")
    expect(kept).to_have_count(1)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("[data-sign]")).to_have_text(re.compile(r"^Not current: as of \d\d:\d\d$"))
    expect(page.locator("[data-sign]")).to_have_attribute("data-state", "old")
    expect(page.locator("#p4")).to_have_count(1)
    expect(page.locator("[data-you] p")).not_to_contain_text("You are")
    page.goto(f"t/{event.slug}/mine/4/")
    expect(page.locator("[data-sign]")).to_have_text(re.compile(r"^Not current: as of \d\d:\d\d$"))
    expect(page.locator(".so-far li")).to_have_count(2)
    expect(page.locator(".so-far li").last.locator("small")).to_have_text(re.compile(r"^Table \d · .*in all$"))
    page.goto(f"t/{event.slug}/about/")  # was never opened
    expect(page.get_by_role("heading")).to_have_text("No connection. This device has kept these pages:")
    expect(page.get_by_role("listitem")).to_have_text([re.compile(r"\d{4}, \d\d:\d\d$")] * 2)
    # nor has another event, or the list of all, anything better to say
    for elsewhere in ("t/another-event/", "tournaments/", f"t/{event.slug}/about/"):
        page.goto(elsewhere)
        expect(page.get_by_role("listitem")).to_have_count(2)
    hour = page.get_by_role("listitem").last.inner_text()[-5:]
    page.get_by_role("link").last.click()
    # the hall's hour, as the page itself says it
    expect(page.locator("[data-sign]")).to_have_text(f"Not current: as of {hour}")
    # the hour alone would be taken for today's
    page.evaluate(YESTERDAY)
    page.reload()
    expect(page.locator("[data-sign]")).to_have_text(re.compile(r"^Not current: as of \d+ \w+, \d\d:\d\d$"))
    page.context.set_offline(False)
    expect(page.locator("[data-sign]")).to_have_attribute("data-state", "live")
    page.get_by_role("button", name="This is not me").click()
    expect(kept).to_have_count(0)
    left = "async () => (await (await caches.open('viertal-pages-1')).keys()).map(({ url }) => new URL(url).pathname)"
    assert not [path for path in page.evaluate(left) if path.startswith("/t/")]


def test_my_table_says_aloud_what_a_result_made_of_its_player(open_page: Open, event: Event) -> None:
    player = seated(event, waits=False)
    page = open_page(f"t/{event.slug}/mine/{player}/")
    expect(page).to_have_title(re.compile(r"^My table · .+ · .+ · Viertal$"))
    expect(page.locator("[data-sign]")).to_have_attribute("data-state", "live")
    event.set_points(player, "77")
    expect(page.locator(VOICE)).to_have_text(re.compile(r"^You are \d+\w\w with 77 points"), timeout=15_000)
