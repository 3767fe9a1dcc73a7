"""Boards that are drawn upon and move by themselves: arrows and rings by touch, a card on its way."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import Open, drive_clock
from tests.support.stack import Stack

MIDDLE = """name => {
    const found = document.querySelector(`#film [data-at="${name}"], .t-cell[data-key="${name}"]`);
    const box = found.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
STEP = """() => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    return document.getAnimations().filter(one => /translate/.test(one.effect.getKeyframes()[0].transform || ""))
        .map(one => one.effect.target.dataset.card).filter(Boolean);
}"""


@pytest.fixture(scope="module")
def films(stack: Stack) -> dict[str, str]:
    """A finished game of each of two kinds: the address of its table, by its game."""
    lines = stack.python("""
        from itertools import count
        from django.urls import reverse
        from tests.tournaments import make
        make._numbers = count(8801)
        from tests.tournaments.games.conftest import WHOLE, golden, hand_in, table_for
        from tournaments.models import User
        boss = User.objects.get(username="organiser")
        import tournaments.domain.queue
        tournaments.domain.queue.send = lambda *_args: None
        for game in ("quatro-chess", "kwartet"):
            name, size = WHOLE[game]
            record = golden(name)
            table = table_for(record, boss, size, slug=f"drawn-{game}", name=f"Drawn {game}")
            hand_in(table, boss, record)
            print(game, reverse("table", args=[f"drawn-{game}", 1, table.number]).lstrip("/"))
    """).split("\n")
    return dict(line.split() for line in lines if line.strip())


def stroke(page: Page, *names: str) -> None:
    """Press on the first square and let go on the last."""
    points = [page.evaluate(MIDDLE, name) for name in names]
    page.mouse.move(*points[0])
    page.mouse.down()
    page.mouse.move(*points[-1])
    page.mouse.up()


def test_arrows_and_rings_are_drawn_on_a_replay_and_wiped_by_a_tap_and_by_the_next_move(
    films: dict[str, str], open_page: Open
) -> None:
    page = open_page(f"{films['quatro-chess']}ply/0/", viewport={"width": 375, "height": 760}, has_touch=True)
    drawn = page.locator("#film .drawn path")
    expect(page.locator("#film svg.board-quatro-chess")).to_be_visible()
    page.locator("#film .boardbox").scroll_into_view_if_needed()
    stroke(page, "e1", "h1")
    expect(drawn).to_have_count(0)  # a finger that goes on at once scrolls or steps
    drive_clock(page)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.mouse.move(*page.evaluate(MIDDLE, "e1"))
    page.mouse.down()
    page.clock.run_for(400)
    page.mouse.move(*page.evaluate(MIDDLE, "h1"))
    page.mouse.up()
    expect(drawn).to_have_count(1)
    stroke(page, "f2")
    expect(drawn).to_have_count(0)
    choose = page.locator("#film .controls").get_by_role("button", name="Draw arrows")
    expect(choose).to_have_attribute("aria-pressed", "false")
    choose.click()
    page.locator("#film .boardbox").scroll_into_view_if_needed()
    stroke(page, "e1", "h1")
    stroke(page, "f2")
    expect(drawn).to_have_count(2)
    arrow, ring = (one.get_attribute("d") or "" for one in drawn.all())
    assert "L" in arrow and "a" not in arrow and "a" in ring
    stroke(page, "f2")
    expect(drawn).to_have_count(1)
    page.get_by_role("button", name="Forward one move").click()
    expect(drawn).to_have_count(0)


def test_no_card_of_a_seat_lies_on_a_letter_or_a_figure_of_the_board(films: dict[str, str], open_page: Open) -> None:
    for width, height in ((1100, 760), (1280, 720), (1440, 1080), (1200, 620)):
        page = open_page(viewport={"width": width, "height": height})
        page.goto(f"{films['quatro-chess']}ply/60/")
        letters = page.locator("#film .boardbox text").filter(has_text=re.compile("^([abkl]|3|10)$"))
        expect(letters).to_have_count(8)
        for letter in filter(None, (one.bounding_box() for one in letters.all())):
            for card in filter(None, (one.bounding_box() for one in page.locator("#film .seatcard").all())):
                beside = letter["x"] >= card["x"] + card["width"] or card["x"] >= letter["x"] + letter["width"]
                beyond = letter["y"] >= card["y"] + card["height"] or card["y"] >= letter["y"] + letter["height"]
                assert beside or beyond, (width, letter, card)
        wide = page.locator("#film").evaluate("film => [film.scrollWidth, film.clientWidth]")
        assert wide[0] <= wide[1] + 1, (width, wide)
        page.close()


def test_who_draws_on_the_analysis_board_moves_nothing(films: dict[str, str], open_page: Open) -> None:
    page = open_page(f"{films['quatro-chess']}ply/0/", viewport={"width": 375, "height": 760}, has_touch=True)
    page.goto(page.get_by_role("link", name="Open in the analysis board").get_attribute("href") or "")
    page.get_by_role("button", name="Draw arrows").click()
    page.locator(".t-cell[data-key=e2]").scroll_into_view_if_needed()
    stroke(page, "e2", "e4")
    stroke(page, "e2")
    expect(page.locator(".drawn path")).to_have_count(2)
    expect(page.locator("#tap")).to_have_attribute("data-path", "")
    page.get_by_role("button", name="Draw arrows").click()
    page.locator(".t-cell[data-key=e2]").click()
    expect(page.locator(".drawn path")).to_have_count(0)
    expect(page.locator("#tap")).to_have_attribute("data-path", "e2")


@pytest.mark.parametrize(("motion", "moving"), [("no-preference", ["B3"]), ("reduce", [])])
def test_a_card_that_was_asked_for_glides_from_hand_to_hand_unless_one_wants_no_motion(
    films: dict[str, str], open_page: Open, motion: str, moving: list[str]
) -> None:
    page = open_page(f"{films['kwartet']}embed/#ply-19", viewport={"width": 640, "height": 600}, reduced_motion=motion)
    expect(page.locator("#film .at")).to_contain_text("19 of")
    assert page.evaluate(STEP) == moving
    expect(page.locator("#film .board-kwartet > li").nth(3).locator("[data-card=B3]")).to_be_visible()
    # in a frame hands stand beside their names, and cards are as large as its height allows
    assert page.locator("#film .card-face svg").first.bounding_box()["width"] > 30
    assert page.evaluate("document.documentElement.scrollWidth") == 640
    names = "[...document.querySelectorAll('#film .board-kwartet b')]"
    assert page.evaluate(
        f"{names}.every(one => one.scrollHeight <= one.clientHeight)"
    )  # also the name beside which "on turn" stands
