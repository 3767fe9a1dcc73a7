"""A recorded game stepped through, and one that is being entered followed, in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.test_evening import sign_in
from tests.support.stack import Stack

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Open = Callable[..., Page]


@pytest.fixture(scope="module")
def recorded(stack: Stack) -> list[str]:
    """A table with a whole game of Quarto, and the desk's page for a game at the table beside it."""
    return stack.python("""
        from django.urls import reverse
        from itertools import count
        from tests.tournaments import make
        make._numbers = count(7001)  # names of their own in a database that all browser tests share
        from tests.tournaments.games.conftest import WHOLE, golden, hand_in, table_for
        from tournaments.models import Table, User
        boss = User.objects.get(username="organiser")
        record = golden(WHOLE["quarto"][0])
        import tournaments.domain.queue
        tournaments.domain.queue.send = lambda *_args: None
        table = table_for(record, boss, 2, slug="replayed", name="Replayed")
        hand_in(table, boss, record)
        other = Table.objects.filter(round=table.round).exclude(pk=table.pk).get()
        print(reverse("table", args=["replayed", 1, table.number]), len(record["moves"]))
        print(reverse("table", args=["replayed", 1, other.number]))
        print(reverse("admin:tournaments_game", args=[table.round.tournament_id, other.pk]))
    """).split()


def test_a_game_is_stepped_through_by_keys_links_and_by_itself(recorded: list[str], page: Page) -> None:
    address, plies = recorded[0].lstrip("/"), int(recorded[1])
    page.goto(f"{address}#ply-3")
    at = page.locator("#steps .at")
    expect(at).to_have_text(f"3 of {plies}")
    page.evaluate("window.neverReloaded = true")
    before = page.locator("#board").inner_html()
    page.keyboard.press("ArrowRight")
    expect(at).to_have_text(f"4 of {plies}")
    assert page.locator("#board").inner_html() != before
    expect(page).to_have_url(re.compile(r"/ply/4/$"))
    expect(page.get_by_role("status").filter(has_text="Seat")).to_contain_text("4")
    page.keyboard.press("ArrowLeft")
    expect(at).to_have_text(f"3 of {plies}")
    assert page.locator("#board").inner_html() == before
    page.keyboard.press("End")
    expect(at).to_have_text(f"{plies} of {plies}")
    page.locator("#moves a").nth(4).click()
    expect(at).to_have_text(f"5 of {plies}")
    expect(page.locator("#moves [aria-current=step]")).to_contain_text("5")
    page.get_by_label("Seconds per move").select_option("0.5")
    page.get_by_role("button", name="Play").click()
    expect(at).to_have_text(re.compile(rf"^([7-9]|\d\d) of {plies}$"))
    page.get_by_role("button", name="Pause").click()
    page.get_by_label("Go to move").fill("0")
    page.keyboard.press("Enter")
    expect(at).to_have_text(f"0 of {plies}")
    assert page.evaluate("window.neverReloaded") is True


def test_without_script_the_links_do_the_same(recorded: list[str], open_page: Open) -> None:
    page = open_page(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page.goto(recorded[0].lstrip("/"))
    page.get_by_role("link", name="First").click()
    page.get_by_role("link", name="Forward one move").click()
    expect(page.locator("#steps .at")).to_have_text(f"1 of {recorded[1]}")
    expect(page.locator("#board svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_helper_enters_moves_and_a_spectator_follows(
    recorded: list[str], stack: Stack, open_page: Open, watch
) -> None:
    helper, spectator = open_page(), open_page()
    sign_in(helper, stack.username, stack.password)
    helper.goto(recorded[3].lstrip("/"))
    helper.get_by_role("button", name="Start entering moves").click()
    spectator.goto(recorded[2].lstrip("/"))
    at = spectator.locator("#steps .at")
    expect(at).to_have_text("0 of 0")
    spectator.evaluate("window.neverReloaded = true")
    for number, move in enumerate(("give LRTF", "place a1", "give DSSH"), 1):
        # the field has the focus: type, Enter
        expect(helper.get_by_label(f"Move {number}", exact=True)).to_be_focused()
        helper.keyboard.type(move)
        helper.keyboard.press("Enter")
        expect(at).to_have_text(f"{number} of {number}")
    watch.allow("422")
    expect(helper.get_by_label("Move 4", exact=True)).to_be_focused()
    helper.keyboard.type("place a1")
    helper.keyboard.press("Enter")
    expect(helper.get_by_role("alert")).to_contain_text("a1")
    helper.get_by_role("button", name="Take the last move back").click()
    expect(at).to_have_text("2 of 2")
    # a viewer who looks back is left where they are
    spectator.keyboard.press("Home")
    expect(at).to_have_text("0 of 2")
    helper.get_by_label("Move 3", exact=True).fill("give LSTH")
    helper.keyboard.press("Enter")
    expect(at).to_have_text("0 of 3")
    assert spectator.evaluate("window.neverReloaded") is True
