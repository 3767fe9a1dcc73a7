"""The public pages in a browser: they turn by themselves, keep what the reader did, and say when they are old."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import Open, drive_clock
from tests.support.stack import Stack

LONG_NAMES = ["Wolfeschlegelsteinhausenbergerdorff Maximilianopolous", "أحمد بن عبد الرحمن الفارسي", "x" * 100]


class Event:
    """A tournament in the running application, changed from beside it."""

    def __init__(self, stack: Stack, slug: str) -> None:
        self.slug = slug
        self._address = stack.env["DATABASE_URL"]

    def run(self, text: str, *values: Any) -> None:
        """Statements that belong to one commit."""
        with psycopg.connect(self._address) as connection:
            connection.execute(text, values)  # type: ignore[arg-type]
            connection.execute("UPDATE tournaments_tournament SET version = version + 1 WHERE slug = %s", (self.slug,))

    def set_points(self, number: int, points: str) -> None:
        """Other points for a player in the newest standings."""
        self.run(
            """UPDATE tournaments_standings SET body = jsonb_set(body, '{rows}', (
                   SELECT jsonb_agg(CASE WHEN (line->>'player')::int = %s
                                    THEN jsonb_set(line, '{points}', to_jsonb(%s::text)) ELSE line END)
                   FROM jsonb_array_elements(body->'rows') AS line))
               WHERE tournament_id = (SELECT id FROM tournaments_tournament WHERE slug = %s)""",
            number,
            points,
            self.slug,
        )


@pytest.fixture(scope="module")
def make_event(stack: Stack) -> Callable[..., Event]:
    def make(slug: str, players: object = 16, **options: object) -> Event:
        stack.python(f"""
            from tests.tournaments.public.build import event
            event({slug!r}, {players!r}, **{options!r})
        """)
        return Event(stack, slug)

    return make


@pytest.fixture(scope="module")
def event(make_event: Callable[..., Event]) -> Event:
    return make_event("turning", rounds=2, missing=1)


def sign(page: Page) -> Any:
    return page.locator("[data-sign]")


def row(page: Page, number: int) -> Any:
    return page.locator(f"#p{number}")


def test_a_page_turns_by_itself_and_keeps_what_the_reader_did(open_page: Open, event: Event) -> None:
    page = open_page(f"t/{event.slug}/standings/", viewport={"width": 390, "height": 500})
    expect(sign(page)).to_have_text("Live")
    page.evaluate("window.neverReloaded = true")
    page.locator("#legend summary").click()
    row(page, 3).get_by_role("link").first.focus()
    page.evaluate("scrollTo(0, 120); document.querySelector('#scroll').scrollLeft = 40")
    before = page.evaluate("[scrollY, document.querySelector('#scroll').scrollLeft]")
    event.set_points(5, "555/2")
    expect(row(page, 5)).to_contain_text("277½")
    assert page.evaluate("window.neverReloaded") is True
    assert page.evaluate("document.activeElement.closest('tr').id") == "p3"
    assert page.evaluate("document.querySelector('#legend').open") is True
    assert page.evaluate("[scrollY, document.querySelector('#scroll').scrollLeft]") == before
    expect(sign(page)).to_have_text("Live")


def test_many_versions_in_a_row_end_with_the_last(open_page: Open, event: Event) -> None:
    page = open_page(f"t/{event.slug}/standings/")
    expect(sign(page)).to_have_text("Live")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if request.resource_type == "fetch" else None)
    for points in range(100, 130):
        event.set_points(2, str(points))
    expect(row(page, 2)).to_contain_text("129")
    assert len(fetched) <= 30


def test_what_changed_is_announced_politely(open_page: Open, event: Event) -> None:
    page = open_page(f"t/{event.slug}/")
    expect(sign(page)).to_have_text("Live")
    event.run("UPDATE tournaments_tournament SET rounds_planned = rounds_planned + 1 WHERE slug = %s", event.slug)
    expect(page.locator("div[aria-live=polite]")).to_have_text(re.compile("Updated: Round 2 of"))


def test_who_plays_two_colours_is_announced_with_them(
    open_page: Open, make_event: Callable[..., Event], stack: Stack
) -> None:
    made = make_event("doubled", 8, rounds=1, missing=2)
    made.run("""UPDATE tournaments_seat SET entry_id = other.entry_id FROM tournaments_seat AS other
                WHERE tournaments_seat.table_id = other.table_id AND tournaments_seat.position = 3
                AND other.position = 1 AND other.table_id IN (
                    SELECT tournaments_table.id FROM tournaments_table JOIN tournaments_round AS round
                    ON round.id = round_id JOIN tournaments_tournament AS event ON event.id = round.tournament_id
                    WHERE event.slug = 'doubled')""")
    pages = [open_page(), open_page()]
    for page, where in zip(pages, ("", "rounds/1/"), strict=True):
        page.goto(f"t/doubled/{where}")
        expect(sign(page)).to_have_text("Live")
    stack.python("""
        from tests.tournaments import make
        from tournaments.models import Table
        from tournaments.services.results import results
        table = Table.objects.get(round__tournament__slug="doubled", number=1)
        results.enter(table.pk, by=make.organiser(), points=make.points("8", "4", "2", "0"))
    """)
    said = re.compile(r"^Table 1: (.+) \(White\) 8, [^,]+ 4, \1 \(Black\) 2, [^,]+ 0$")
    for page in pages:
        expect(page.locator("div[aria-live=polite]")).to_have_text(said)


HEAR = """() => {
    const voice = document.querySelector("div[aria-live=polite]");
    window.said = new Promise(done => {
        new MutationObserver(() => done(voice.textContent)).observe(voice, { childList: true, subtree: true });
    });
}"""


def test_a_chip_beside_the_heading_is_no_news(open_page: Open, make_event: Callable[..., Event]) -> None:
    changed = make_event("chips", rounds=2, missing=1)
    page = open_page("t/chips/standings/")
    expect(sign(page)).to_have_text("Live")
    expect(page.locator("h2 .chip")).to_have_text("1 result missing")
    page.evaluate(HEAR)
    changed.run(
        """UPDATE tournaments_standings SET body = jsonb_set(body, '{missing}', '0')
           WHERE tournament_id = (SELECT id FROM tournaments_tournament WHERE slug = 'chips')"""
    )
    expect(page.locator("h2 .chip")).to_have_count(0)
    # news that comes later is the first that is said
    changed.set_points(3, "77")
    assert page.evaluate("window.said").endswith("77 points")


def test_where_no_points_rank_the_heading_says_that_the_order_changed(
    open_page: Open, make_event: Callable[..., Event]
) -> None:
    changed = make_event("value", rounds=2, tie_breaks=["KEIZER"], scoring={"tie_breaks": []})
    page = open_page("t/value/widget/")
    expect(sign(page)).to_have_text("Live")
    expect(page.locator(".standings tbody tr[id]")).not_to_have_count(0)
    changed.run(
        """UPDATE tournaments_standings SET body = jsonb_set(body, '{rows,0,tie_breaks,KEIZER}', '"77"')
           WHERE tournament_id = (SELECT id FROM tournaments_tournament WHERE slug = 'value')"""
    )
    expect(page.locator("div[aria-live=polite]")).to_have_text(re.compile("^Updated: .+"))


def test_a_time_that_has_passed_is_said_to_have_been_planned(open_page: Open, make_event: Callable[..., Event]) -> None:
    make_event("late", rounds=2, schedule="09:00 Round 2\n10:00 Round 3", starts="2020-01-01")
    page = open_page()
    for where, time in (("", ".lead > .next > :first-child"), ("standings/", ".next-up b"), ("mine/1/", ".next-time")):
        page.goto(f"t/late/{where}")
        expect(page.locator(".until")).to_have_text("Round 3 was planned for 10:00.")
        expect(page.locator(time)).to_be_hidden()


def test_a_page_that_was_open_before_the_first_game_gets_its_board_with_style_and_script(
    open_page: Open, make_event: Callable[..., Event], stack: Stack, watch: Any
) -> None:
    watch.allow("/static/tournaments/(featured_)?board")
    made = make_event("begins", 8, rounds=1, missing=2, size=2, game="quarto")
    page = open_page()
    lost: list[str] = []

    def lose_the_first(route: Any) -> None:
        first = not lost
        lost.append(route.request.url)
        route.abort() if first else route.continue_()

    page.route(re.compile(r"/static/tournaments/(featured_)?board\.[^/]*js$"), lose_the_first)
    page.goto("t/begins/")
    expect(sign(page)).to_have_text("Live")
    expect(page.locator(".featured")).to_have_count(0)
    page.evaluate("window.neverReloaded = true")
    stack.python("""
        from tests.tournaments.games.conftest import WHOLE, golden
        from tournaments.models import LiveGame, LivePly, Table
        record = golden(WHOLE["quarto"][0])
        table = Table.objects.get(round__tournament__slug="begins", number=1)
        game = LiveGame.objects.create(table=table, setup=record.get("setup", {}))
        LivePly.objects.bulk_create(
            LivePly(game=game, number=number, text=text) for number, text in enumerate(record["moves"][:4], 1)
        )
    """)
    made.run("SELECT 1")
    expect(page.locator(".featured-board .boardbox svg")).to_be_visible()
    assert len(lost) == 2, "what the hall's network lost is asked for again, once"
    expect(page.locator(".featured-board img")).to_have_count(0)
    shown = page.evaluate("getComputedStyle(document.querySelector('.featured-board svg')).userSelect")
    assert shown == "none", "the board's style is here"
    assert page.evaluate("window.neverReloaded") is True
    loaded = page.evaluate("[...document.scripts, ...document.styleSheets].map(one => one.src || one.href)")
    assert len(loaded) == len(set(loaded))
    version = int(page.locator("[data-live]").get_attribute("data-version") or 0)
    made.run("SELECT 1")  # what is here is not loaded again
    expect(page.locator("[data-live]")).to_have_attribute("data-version", str(version + 1))
    assert page.evaluate("[...document.scripts, ...document.styleSheets].map(one => one.src || one.href)") == loaded


def test_without_the_channel_it_asks_every_ten_seconds(open_page: Open, event: Event, watch: Any) -> None:
    watch.allow("/live/")
    page = open_page()
    drive_clock(page)
    page.route("**/live/**", lambda route: route.abort())
    page.goto(f"t/{event.slug}/standings/")
    event.set_points(7, "77")
    page.clock.run_for(11_000)
    expect(row(page, 7)).to_contain_text("77")
    page.clock.run_for(1_000)
    expect(sign(page)).to_have_text("Updates every 10 seconds")


def test_a_lost_network_is_said_and_a_returned_one_catches_up(open_page: Open, event: Event, watch: Any) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_FAILED")
    page = open_page()
    drive_clock(page)
    page.goto(f"t/{event.slug}/standings/")
    expect(sign(page)).to_have_text("Live")
    page.context.set_offline(True)
    page.clock.run_for(2_000)
    expect(sign(page)).to_have_text("Reconnecting…")
    event.set_points(9, "99")
    page.clock.run_for(40_000)
    expect(sign(page)).to_have_text(re.compile(r"^Not current: as of \d\d:\d\d"))
    expect(sign(page)).to_have_attribute("data-state", "old")
    page.context.set_offline(False)
    page.clock.run_for(3_000)
    expect(row(page, 9)).to_contain_text("99")
    page.clock.run_for(20_000)
    expect(sign(page)).to_have_text("Live")


HIDE = """hidden => {
    Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_a_hidden_tab_fetches_nothing_and_catches_up_when_seen(open_page: Open, event: Event) -> None:
    page = open_page(f"t/{event.slug}/standings/")
    expect(sign(page)).to_have_text("Live")
    page.evaluate(HIDE, True)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    seen = open_page(f"t/{event.slug}/standings/")
    event.set_points(11, "111")
    expect(row(seen, 11)).to_contain_text("111")
    assert requests == []
    page.evaluate(HIDE, False)
    expect(row(page, 11)).to_contain_text("111")


def test_a_page_that_is_not_public_any_more_says_so(
    open_page: Open, make_event: Callable[..., Event], watch: Any
) -> None:
    watch.allow("404")
    event = make_event("taken-back", 8, rounds=1)
    page = open_page()
    drive_clock(page)
    page.goto(f"t/{event.slug}/")
    expect(sign(page)).to_have_text("Live")
    event.run("UPDATE tournaments_tournament SET published = false WHERE slug = %s", event.slug)
    page.clock.run_for(15_000)
    expect(sign(page)).to_have_text("This page is no longer public")


def test_without_javascript_everything_is_there(open_page: Open, event: Event) -> None:
    page = open_page("", java_script_enabled=False)
    page.get_by_role("link", name="Event turning").click()
    expect(page.get_by_text("Reload the page to see what has changed.")).to_be_visible()
    page.get_by_role("navigation", name="Tournament").get_by_role("link", name="Standings").click()
    expect(page.get_by_role("heading", name="Standings after round 2")).to_be_visible()
    page.get_by_role("navigation", name="Tournament").get_by_role("link", name="Pairings").click()
    page.get_by_role("link", name="By name").click()
    page.get_by_role("list").get_by_role("link").first.click()


def test_nothing_sticks_out_at_any_width(open_page: Open, make_event: Callable[..., Event]) -> None:
    names = [f"{name[:95]} {number}" for number in range(6) for name in LONG_NAMES]
    make_event("wide", names, rounds=3, missing=1, tie_breaks=["DE", "BH", "SB", "WIN", "LOT"])
    page = open_page()
    for where in ("", "rounds/2/", "rounds/2/?by=name", "standings/", "players/1/", "?board=1"):
        page.goto(f"t/wide/{where}")
        for width in (320, 768, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 700})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (where, width)


def test_everything_can_be_reached_with_the_keyboard(open_page: Open, event: Event) -> None:
    page = open_page(f"t/{event.slug}/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert outline == "3px"


def test_twenty_tables_of_two_fit_one_screen_and_three_of_a_phone(
    open_page: Open, make_event: Callable[..., Event]
) -> None:
    make_event("twos", 40, rounds=2, missing=10, size=2)
    for width, height, most in ((1440, 900, 1000), (390, 844, 3 * 844)):
        page = open_page("t/twos/rounds/2/", viewport={"width": width, "height": height})
        rows = page.locator(".pairs tbody tr")
        expect(rows).to_have_count(20)
        assert min(row.bounding_box()["height"] for row in rows.all()) >= 44
        size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size[0] <= width and size[1] <= most, size
