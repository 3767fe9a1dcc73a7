"""The desk as others than its organiser have it: a card to begin with, a full hall, a helper, a judge, a penalty."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.desk.test_attendance import event
from tests.browser.test_evening import enter, table
from tests.support.browser import Open, Watch, sign_in
from tests.support.stack import Stack

WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


def links(page: Page) -> Locator:
    """Return the links of the desk, the rarer ones with them."""
    path = page.get_by_role("navigation", name="The evening")
    path.locator("details").evaluate("part => part.open = true")
    return path.get_by_role("link")


def test_a_card_leads_to_a_desk_in_a_few_keys(stack: Stack, open_page: Open) -> None:
    page = open_page("admin/tournaments/tournament/new/", by=stack.username, viewport=WIDE)
    page.get_by_role("link", name="Weekend Swiss").press("Enter")
    page.get_by_label("Name").press("Control+a")
    page.keyboard.type("Open of Leiden")
    page.get_by_label("Places").fill("3")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Open of Leiden")).to_be_visible()
    # the one big button is the next sensible step
    links(page).filter(has_text="Players").first.press("Enter")
    for name in ("Anna", "Bram", "Cato", "Daan"):
        page.get_by_label("Name").focus()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        said = "is waiting for one" if name == "Daan" else f"{name} is entered."
        expect(page.get_by_text(said)).to_be_visible()
    # who came too late for a place has it when another does not come
    links(page).filter(has_text="Check-in").press("Enter")
    for text in ("1", "2", "Daan"):
        page.locator("#scan").focus()
        page.keyboard.type(text)
        with page.expect_response("**/check-in/mark/"):
            page.keyboard.press("Enter")
    expect(page.locator(".v-checkin h2")).to_contain_text("2 of 3 here")
    page.get_by_label("3 Cato").select_option("on the waiting list")
    page.get_by_role("button", name="Close the check-in").press("Enter")
    expect(page.get_by_text("The check-in is closed")).to_be_visible()
    page.wait_for_load_state()  # the desk takes the focus once it is there
    links(page).filter(has_text="Check-in").click()
    expect(page).to_have_url(re.compile("/check-in/$"))
    page.get_by_role("button", name="Admit Daan").press("Enter")
    expect(page.get_by_text("Daan has a place.")).to_be_visible()
    expect(page.locator(".v-checkin h2")).to_contain_text("3 of 3 here")
    page.get_by_role("link", name="Back to the desk").press("Enter")
    page.get_by_role("button", name="Pair round 1").press("Enter")
    expect(page.get_by_role("button", name="Publish round 1")).to_be_visible()


def test_a_phone_without_script_plans_an_evening(stack: Stack, open_page: Open) -> None:
    page = open_page("admin/tournaments/tournament/new/", by=stack.username, viewport=PHONE, java_script_enabled=False)
    page.get_by_role("link", name="Which format fits?").click()
    within = "ul => [...ul.children].every(li => li.getBoundingClientRect().right <= innerWidth)"
    assert page.locator(".v-answers").first.evaluate(within)
    page.get_by_role("link", name="Quarto", exact=True).click()
    page.locator("[name=players]").fill("6")
    page.locator("[name=minutes]").fill("150")
    fields = page.locator("form fieldset").bounding_box()
    assert fields is not None and fields["x"] >= 0 and fields["x"] + fields["width"] <= PHONE["width"]
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("link", name="Everybody meets everybody").click()
    proposals = page.locator("#proposals li:has(h3)")
    expect(proposals).to_have_count(3)
    expect(proposals.first).to_contain_text("Nobody meets twice.")
    for part in proposals.all():
        box = part.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    proposals.first.get_by_role("link", name="Take this format").click()
    expect(page.locator("#id_system")).to_have_value("berger")
    expect(page.locator("#id_game")).to_have_value("quarto")


def test_a_helper_and_a_table_judge_have_what_is_theirs(stack: Stack, open_page: Open) -> None:
    address = event(stack, "Roles", under_way=True, roles=("helper", "judge"))
    page = open_page(address, by="helper", viewport=WIDE)
    theirs = ["Players 8 players (done)", "Check-in (not needed)", "Round 1 0 of 2 in (next)", "Round 2"]
    theirs += ["Print, lists, embed", "Standings", "Rules", "Public page", "All actions Ctrl K"]
    expect(links(page)).to_have_text(theirs)
    expect(page.locator(".v-table")).to_have_count(2)
    expect(page.locator(".v-table input, [data-quick], .v-step button")).to_have_count(0)
    links(page).filter(has_text="Players").press("Enter")
    expect(page.locator("#entry-8")).to_be_visible()
    expect(page.locator(".v-desk button, .v-desk input:not([type=hidden])")).to_have_count(0)
    links(page).filter(has_text="Check-in").press("Enter")
    expect(page.locator("#scan")).to_be_focused()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(page.locator("[data-card=said]")).to_have_text("7 Roles 7 is here.")

    page = open_page(address, by="judge", viewport=WIDE)
    theirs.remove("Check-in (not needed)")
    expect(links(page)).to_have_text(theirs)
    expect(table(page, 1).get_by_role("textbox")).to_have_count(0)
    enter(page, 2, "8", "4", "2", "0")
    expect(table(page, 2)).to_have_class(re.compile("v-done"))


def test_a_penalty_says_what_it_changes_and_stands_in_the_standings(stack: Stack, open_page: Open) -> None:
    address = event(stack, "Fines", under_way=True)
    page, phone = open_page(viewport=WIDE), open_page(viewport={"width": 390, "height": 800})
    sign_in(page, stack.username)
    page.goto(address)
    for number in "12":
        expect(page.locator("[data-quick] input[name=table]")).to_have_value(number)
        page.get_by_role("textbox", name="Result").focus()
        page.keyboard.type("8420")
        page.keyboard.press("Enter")
        expect(table(page, int(number))).to_have_class(re.compile("v-done"))
    winner = table(page, 1).locator(".v-name").first.inner_text()
    phone.goto("t/fines/standings/")
    row = phone.get_by_role("row").filter(has_text=winner)
    expect(row).to_contain_text("8")

    links(page).filter(has_text="Penalties").press("Enter")
    page.get_by_label("Player or team").focus()
    page.keyboard.type(f"{winner.split()[-1]} {winner}")
    page.get_by_label("Points taken off").focus()
    page.keyboard.type("5")
    page.get_by_label("Reason").last.focus()
    page.keyboard.type("came late twice")
    page.keyboard.press("Enter")
    effect = page.get_by_role("region", name="What this changes")
    expect(effect.get_by_role("row").filter(has_text=winner)).to_contain_text("8 → 3")
    page.get_by_role("button", name="Give this penalty").press("Enter")
    expect(page.get_by_role("button", name="Lift this penalty")).to_be_visible()
    expect(row).to_contain_text("−5 from round 1: came late twice")
    expect(row.get_by_role("link", name="3", exact=True)).to_be_visible()
    page.get_by_label("Reason").first.focus()
    page.keyboard.type("it was the tram")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The penalty has been lifted.")).to_be_visible()
    expect(row).not_to_contain_text("came late")


def test_a_player_leaves_comes_back_and_another_comes_late(stack: Stack, open_page: Open, watch: Watch) -> None:
    watch.allow("409")  # what is asked back before it is done
    address = event(stack, "Life", under_way=True)
    page = open_page(f"{address}players/", by=stack.username, viewport={"width": 360, "height": 800})
    row = page.locator("#entry-4")
    row.get_by_role("button", name="withdraw").press("Enter")
    # they sit at a table without a result: what becomes of their seat is asked first
    page.get_by_role("button", name="Free their seat").press("Enter")
    expect(row).to_contain_text("withdrawn")
    row.get_by_role("button", name="bring back").press("Enter")
    expect(page.get_by_text("is back and plays from the next round on")).to_be_visible()
    page.get_by_label("Name").focus()
    page.keyboard.type("Late Comer")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Late Comer is entered, and plays from round 2 on.")).to_be_visible()
    page.locator("#entry-9").get_by_role("button", name="seat now").press("Enter")
    expect(page.get_by_text("Late Comer is selected")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
