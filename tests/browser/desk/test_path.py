"""The path of the evening in a browser: true while results are typed, searched by keyboard, folded on a phone."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.desk.test_attendance import event
from tests.browser.test_evening import ARBITER, arbiter, enter, table  # noqa: F401
from tests.browser.test_everyone import serious
from tests.support.browser import Open, Watch
from tests.support.stack import Stack


def test_the_path_goes_along_while_results_are_typed(stack: Stack, open_page: Open) -> None:
    address = event(stack, "Path", under_way=True)
    page = open_page(address, by=stack.username, viewport={"width": 1280, "height": 900})
    path = page.get_by_role("navigation", name="The evening")
    expect(path.get_by_role("link", name="Round 1 0 of 2 in (next)", exact=True)).to_be_visible()
    page.evaluate("window.neverReloaded = true")
    path.get_by_text("Less often").click()
    enter(page, 1, "8", "4", "2", "0")
    expect(path.get_by_role("link", name="Round 1 1 of 2 in (next)", exact=True)).to_be_visible()
    expect(path.get_by_role("link", name="Penalties")).to_be_visible()  # what was opened stays so
    enter(page, 2, "8", "4", "2", "0")
    expect(path.get_by_role("link", name="Round 1 all in (next)", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Close round 1")).to_be_visible()
    assert page.evaluate("window.neverReloaded")


def test_every_action_is_found_by_keyboard_and_the_focus_goes_back(stack: Stack, open_page: Open) -> None:
    address = event(stack, "Search", under_way=True)
    page = open_page(address, by=stack.username, viewport={"width": 1280, "height": 900})
    line = page.get_by_role("textbox", name="Result", exact=True)
    expect(line).to_be_focused()
    page.keyboard.press("Control+k")
    dialog = page.get_by_role("dialog", name="All actions")
    field = dialog.get_by_role("searchbox", name="What do you want to do?")
    expect(field).to_be_focused()
    expect(page.locator("#search-input-command")).to_be_hidden()  # the admin's own search
    assert serious(page) == []
    page.keyboard.type("zzz")
    expect(dialog.get_by_role("status")).to_have_text("Nothing is found. Try another word.")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(line).to_be_focused()

    page.keyboard.press("Control+k")
    expect(field).to_be_focused()
    page.keyboard.type("half by")  # in the place of what was typed before
    expect(dialog.get_by_role("link")).to_have_text(["Requested byes"])
    page.keyboard.press("ArrowDown")
    expect(dialog.get_by_role("link")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Requested byes")).to_be_visible()
    # outside a field a stroke is enough
    page.get_by_role("heading", name="Requested byes").click()
    page.keyboard.press("/")
    expect(field).to_be_focused()
    expect(field).to_have_value("")


def test_on_a_phone_the_strip_leads_to_the_first_table_that_is_missing(stack: Stack, open_page: Open) -> None:
    address = event(stack, "Strip", under_way=True)
    page = open_page(f"{address}mail/", by=stack.username, viewport={"width": 390, "height": 700})
    page.get_by_role("link", name="Round 1: 2 tables missing").click()
    expect(page).to_have_url(re.compile("/desk/round/1/#table-1$"))
    strip = page.get_by_role("link", name=re.compile("Round 1: . tables? missing"))
    enter(page, 1, "8", "4", "2", "0")
    expect(strip).to_have_text("Round 1: 1 table missing")
    strip.click()
    expect(table(page, 2)).to_be_in_viewport()
    expect(page).to_have_url(re.compile("#table-2$"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(page) == []


def test_the_strip_is_true_on_every_page_for_two_who_work_at_once(
    stack: Stack,
    open_page: Open,
    arbiter: None,  # noqa: F811
) -> None:
    address = event(stack, "Two", under_way=True)
    first = open_page(f"{address}players/", by=stack.username, viewport={"width": 1280, "height": 900})
    second = open_page(address, by=ARBITER, viewport={"width": 1280, "height": 900})
    strip = first.locator("[data-strip]")
    expect(strip.get_by_text("Also at the desk")).to_be_visible()
    expect(strip.locator("[data-others] strong")).to_have_text(ARBITER)
    second.get_by_role("button", name="Start", exact=True).click()
    expect(strip.get_by_role("timer")).to_have_text(re.compile(r"^\d"))
    enter(second, 1, "8", "4", "2", "0")
    expect(strip.get_by_role("link", name="Round 1: 1 table missing")).to_be_visible()
    expect(second.locator("[data-typed] strong")).to_have_text("all saved")
    path = first.get_by_role("navigation", name="The evening")
    expect(path.get_by_role("link", name="Round 1 1 of 2 in (next)", exact=True)).to_be_visible()
    first.get_by_label("Name", exact=True).fill("Somebody new")
    expect(strip.locator("[data-typed] strong")).to_have_text("not saved yet")
    # logged out elsewhere it says so, and asks no more until its reader looks here again
    others = strip.locator("[data-others] strong")
    first.context.clear_cookies(name="sessionid")
    expect(others).to_have_text("logged out")
    asked: list[str] = []
    first.on("request", lambda request: asked.append(request.url))
    for _ in range(2):
        with second.expect_request("**/here/"):
            pass
    assert not [url for url in asked if url.endswith("/here/")]
    with first.expect_request("**/here/"):
        first.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_what_is_refused_is_in_sight_with_its_field(stack: Stack, open_page: Open, watch: Watch) -> None:
    watch.allow("422")
    address = event(stack, "Refused", under_way=True, half_byes=1, half_byes_not_last=1)
    page = open_page(f"{address}players/", by=stack.username, viewport={"width": 390, "height": 480})
    page.get_by_label("Name", exact=True).fill("Somebody new")
    page.get_by_label("Rating").fill("9999")
    page.get_by_role("button", name="Enter this player").click()
    expect(page.get_by_label("Rating")).to_be_focused()
    page.goto(f"{address}penalties/")
    page.get_by_label("Points").fill("-1")
    page.get_by_label("Reason").last.fill("late")
    page.locator("form select").first.select_option(index=1)
    page.locator("form").filter(has=page.get_by_label("Points")).evaluate(
        "form => { form.noValidate = true; form.submit(); }"
    )
    reason = page.locator(".v-problem[role=alert]").first
    expect(reason).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Points")).to_be_focused()
    assert (reason.get_attribute("id") or "?") in (page.get_by_label("Points").get_attribute("aria-describedby") or "")

    # what is wrong with the form as a whole is pinned on no field
    page.goto(f"{address}byes/")
    for name, value in (("entry", {"index": 1}), ("round", {"value": "3"}), ("kind", {"value": "half"})):
        page.locator(f"form.v-add [name={name}]").select_option(**value)
    page.get_by_role("button", name="Grant the bye").click()
    expect(page.locator("form.v-add [role=alert]")).to_be_focused()
    expect(page.locator("form.v-add [aria-invalid=true]")).to_have_count(0)

    page.goto(address)
    enter(page, 2, "8", "8", "8", "8")
    expect(table(page, 2).get_by_role("alert")).to_be_in_viewport(ratio=1)
