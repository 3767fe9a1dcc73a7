"""The settings form: what is folded away, tie-breaks put in order by keys and by dragging, and it reopens the same."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser import Open
from tests.support.stack import Stack

ADD = "admin/tournaments/tournament/add/"


def ties(page: Page) -> Locator:
    return page.locator(".v-ties li")


def expect_codes(page: Page, *codes: str) -> None:
    expect(ties(page).locator("span")).to_have_text([re.compile(rf"\({code}\)") for code in codes])


def add(page: Page, code: str) -> None:
    page.get_by_label("Add a tie-break").select_option(code)
    page.get_by_role("button", name="Add", exact=True).click()


def unfold(page: Page) -> None:
    page.locator("summary").filter(has_text="More settings").press("Enter")
    expect(page.locator("details[open] > summary").filter(has_text="More settings")).to_be_visible()


def test_tie_breaks_are_picked_and_ordered_by_keys_and_by_dragging(stack: Stack, open_page: Open) -> None:
    page = open_page(ADD, by=stack.username, viewport={"width": 1280, "height": 900})
    expect(page.get_by_label("Address")).to_be_hidden()
    page.get_by_label("Name", exact=False).first.fill("In order")
    unfold(page)
    expect(page.get_by_label("Address")).to_be_visible()
    expect(page.locator("[name=scoring_tie_breaks]")).to_be_hidden()
    for code in ("DE", "BH", "WIN", "LOT"):
        add(page, code)
    expect_codes(page, "DE", "BH", "WIN", "LOT")
    # by keys: the button keeps the focus while the row moves, so that it can be pressed again
    page.get_by_role("button", name="Move Wins (WIN) up").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Move Wins (WIN) up")).to_be_focused()
    page.keyboard.press("Enter")
    expect_codes(page, "WIN", "DE", "BH", "LOT")
    expect(page.get_by_role("status").filter(has_text="Wins (WIN): 1 of 4")).to_be_visible()
    ties(page).nth(3).drag_to(ties(page).nth(1))
    expect_codes(page, "WIN", "LOT", "DE", "BH")
    page.get_by_label("How Buchholz (BH) is counted").select_option("C1")
    page.get_by_role("button", name="Remove Drawing of lots (LOT)").click()
    page.get_by_role("button", name="Save and continue editing").click()
    # the old page has the same fold: only the new one's address says that it is there
    expect(page).to_have_url(re.compile("/change/"))
    unfold(page)
    expect(ties(page)).to_have_count(3)
    expect_codes(page, "WIN", "DE", "BH")
    expect(page.get_by_label("How Buchholz (BH) is counted")).to_have_value("C1")
    kept = stack.python("""
        from tournaments.models import Tournament
        print(" ".join(Tournament.objects.get(name="In order").scoring["tie_breaks"]))
    """)
    assert kept.strip() == "WIN DE BH/C1"


def test_without_script_the_codes_are_written_and_everything_is_there(stack: Stack, open_page: Open) -> None:
    page = open_page(ADD, by=stack.username, java_script_enabled=False)
    page.get_by_label("Name", exact=False).first.fill("By hand")
    page.locator("summary").filter(has_text="More settings").click()
    for group in ("Options of Quarto", "Options of Quatro Chess", "Pairing: Swiss"):
        expect(page.get_by_text(group, exact=False).first).to_be_visible()
    page.locator("[name=scoring_tie_breaks]").fill("BH/C1 SB")
    page.get_by_role("button", name="Save", exact=True).click()
    kept = stack.python("""
        from tournaments.models import Tournament
        print(" ".join(Tournament.objects.get(name="By hand").scoring["tie_breaks"]))
    """)
    assert kept.strip() == "BH/C1 SB"


@pytest.mark.parametrize("width", [360, 1280])
def test_without_script_nothing_covers_the_desk_and_everything_is_reached(
    stack: Stack, open_page: Open, width: int
) -> None:
    name = f"Without script {width}"
    stack.python(f"""
        from django.core.management import call_command
        call_command("event", "--as", {stack.username!r}, "new", {name!r})
    """)
    page = open_page("admin/", java_script_enabled=False, viewport={"width": width, "height": 900})
    page.get_by_label("Username").fill(stack.username)
    page.get_by_label("Password").fill(stack.password)
    page.get_by_role("button", name=re.compile("Log in")).click()
    page.get_by_role("link", name=re.compile(name)).click()
    desk = page.url
    page.get_by_role("link", name="Import players").first.click()
    expect(page.get_by_label("List of players")).to_be_visible()
    page.goto(desk.replace("/desk/", "/change/"))
    tabs = page.locator("#tabs-items")
    expect(tabs.get_by_text("Settings")).to_be_visible()
    expect(tabs.get_by_text("General")).to_have_count(0)
    page.locator("summary").filter(has_text="More settings").click()
    page.get_by_label("Venue").fill(f"Hall {width}")
    page.get_by_role("button", name="Save", exact=True).click()
    page.goto("admin/tournaments/player/")
    expect(page.get_by_role("link", name="full name", exact=True)).to_be_visible()
    page.locator("#nav-sidebar").get_by_role("link", name="Tournaments").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()
    page.get_by_role("button", name=re.compile("Log out")).click()
    page.goto("admin/")
    expect(page.get_by_label("Password")).to_be_visible()


def test_only_what_applies_to_the_game_and_the_system_is_shown(stack: Stack, open_page: Open) -> None:
    page = open_page(ADD, by=stack.username, viewport={"width": 1280, "height": 900})
    unfold(page)
    chess, quarto = (
        page.locator(".v-folded fieldset").filter(has_text="Options of Quatro Chess"),
        page.locator(".v-folded fieldset").filter(has_text="Options of Quarto"),
    )
    expect(chess).to_be_visible()
    expect(quarto).to_be_hidden()
    page.get_by_label("Game", exact=False).first.select_option("quarto")
    expect(quarto).to_be_visible()
    expect(chess).to_be_hidden()


def test_nothing_sticks_out_on_a_phone(stack: Stack, open_page: Open) -> None:
    page = open_page(ADD, by=stack.username, viewport={"width": 320, "height": 800})
    unfold(page)
    add(page, "SB")
    add(page, "PLACE1")
    for width in (320, 375):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_game_of_the_club_proposes_its_tie_breaks_until_somebody_changes_them(stack: Stack, open_page: Open) -> None:
    page = open_page("admin/tournaments/clubgame/add/", by=stack.username, viewport={"width": 1280, "height": 900})
    page.get_by_label("Name of the game").fill("Proposing")
    page.get_by_label("Players at a table").fill("4")
    page.get_by_label("Points", exact=True).fill("5, 3, 1, 0")
    page.get_by_role("button", name="Save", exact=True).click()
    page.goto(ADD)
    unfold(page)
    game = page.get_by_label("Game", exact=False).first
    expect_codes(page)
    game.select_option(label="Proposing")
    expect_codes(page, "PLACE1", "PLACE2", "PLACE3", "LOT")
    game.select_option("quarto")
    expect(page.locator(".v-ties .v-none")).to_be_visible()
    add(page, "PLACE6")
    game.select_option(label="Proposing")
    expect_codes(page, "PLACE6")
