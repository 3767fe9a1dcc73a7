"""Results that cannot go through as typed: somebody else signed in, a server that says no, a line that asks."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.desk.test_typing_ahead import (
    READING,
    at,
    book,
    desk,
    enter_on_card,
    evening,
    line,
    type_results,
    unsaved,
)
from tests.browser.test_evening import ARBITER, ARBITERS_PASSWORD, arbiter, log_in, table
from tests.support.browser import Open, Watch
from tests.support.stack import Stack
from tests.support.waiting import later

__all__ = ["arbiter", "desk"]

HELPER = "tessa"


@pytest.fixture
def helper(stack: Stack) -> None:
    stack.python(f"""
        from tournaments.models import User
        User.objects.filter(username="{HELPER}").exists() or User.objects.create_user(
            "{HELPER}", password="{ARBITERS_PASSWORD}", is_staff=True)
    """)


def sign_out(page: Page) -> None:
    """In another window of the same browser."""
    other = page.context.new_page()
    other.goto("admin/")
    other.locator("form[action*=logout] button").first.evaluate("button => button.form.submit()")
    expect(other.get_by_role("heading", name="Desk", exact=True)).to_have_count(0)
    other.close()


def sign_in_beside(page: Page, username: str, password: str) -> None:
    other = page.context.new_page()
    log_in(other, username, password)
    other.close()
    page.bring_to_front()
    page.evaluate("dispatchEvent(new Event('focus'))")


@pytest.mark.parametrize("who", [ARBITER, HELPER])
def test_what_is_typed_waits_until_its_typist_is_signed_in_again(
    stack: Stack, desk: Callable[[str], Page], arbiter: None, helper: None, watch: Watch, who: str
) -> None:
    watch.allow("403|409")
    slug = f"signed-out-{who}"
    page = desk(evening(stack, slug, 6))
    sign_out(page)
    type_results(page, ["8420", "0248"])
    expect(unsaved(page)).to_contain_text("Not saved yet: 2. You are logged out.")
    # somebody else: an arbiter of this event, or a helper who may not even see the desk
    sign_in_beside(page, who, ARBITERS_PASSWORD)
    expect(unsaved(page)).to_contain_text("Not saved yet: 2. Somebody else is logged in on this browser.")
    line(page).focus()
    type_results(page, ["4280"])
    expect(unsaved(page)).to_contain_text("Not saved yet: 3.")
    expect(unsaved(page)).not_to_contain_text("refused")
    assert book(stack, slug) == {}
    sign_out(page)
    sign_in_beside(page, stack.username, stack.password)
    expect(page.locator(".v-table.v-done")).to_have_count(3)
    expect(unsaved(page)).to_be_hidden()
    assert book(stack, slug) == {1: "8 4 2 0", 2: "0 2 4 8", 3: "4 2 8 0"}


def adjourn(stack: Stack, slug: str, number: int) -> None:
    stack.python(f"""
        from tournaments.models import Result, Table, User
        from tournaments.services.results import results
        table = Table.objects.get(round__tournament__slug={slug!r}, number={number})
        results.enter(table.pk, by=User.objects.filter(is_superuser=True).first(), points=[None] * 2,
                      end=Result.End.ADJOURNED, reason="tomorrow")
    """)


def test_what_is_adjourned_takes_its_result_unasked(stack: Stack, desk: Callable[[str], Page], watch: Watch) -> None:
    page = desk(evening(stack, "adjourned", 3, 2))
    adjourn(stack, "adjourned", 2)
    adjourn(stack, "adjourned", 3)
    for number in (2, 3):
        expect(table(page, number)).to_have_class(re.compile("v-adjourned"))
        boxes = table(page, number).locator("input[name^=points]")
        expect(boxes).to_have_count(2)
        for box in boxes.all():
            expect(box).to_have_value("")
    type_results(page, ["10"])
    expect(table(page, 1)).to_have_class(re.compile("v-done"))
    expect(page.locator("[data-names]")).to_have_text("Only adjourned tables are left. To enter one, type its number.")
    expect(at(page)).to_be_focused()
    page.keyboard.type("2:01")
    page.keyboard.press("Enter")
    expect(table(page, 2)).not_to_have_class(re.compile("v-adjourned"))
    expect(page.locator("[data-question]")).to_be_hidden()
    expect(table(page, 2)).not_to_contain_text("corrected")
    enter_on_card(page, 3, "10")
    expect(table(page, 3)).not_to_have_class(re.compile("v-adjourned"))
    assert book(stack, "adjourned") == {1: "1 0", 2: "0 1 after 1", 3: "1 0 after 1"}
    expect(page.locator("[data-names]")).to_have_text("Every table has a result. To correct one, type its number.")


def test_a_table_that_does_not_exist_is_refused_as_plainly_as_a_result(
    stack: Stack, desk: Callable[[str], Page], watch: Watch
) -> None:
    watch.allow("422")
    page = desk(evening(stack, "no-table", 3))
    question = page.locator("[data-question]")
    type_results(page, ["8888"])
    expect(unsaved(page)).to_contain_text("1 result was refused: table 1.")
    page.keyboard.press("ArrowUp")
    # a result stays on one line, whatever the width
    expect(question).to_contain_text("8\u20114\u20112\u20110")
    line(page).fill("99:8420")
    page.keyboard.press("Enter")
    expect(question).to_have_text("There is no table 99 in this round. Type another number.")
    expect(question).to_be_visible()
    expect(at(page)).to_be_focused()
    page.keyboard.type("2")
    expect(question).to_be_hidden()
    page.keyboard.press("Enter")
    expect(table(page, 2)).to_have_class(re.compile("v-done"))
    assert book(stack, "no-table") == {2: "8 4 2 0"}


def test_the_line_says_what_is_left_and_begins_with_the_table(
    stack: Stack, desk: Callable[[str], Page], watch: Watch
) -> None:
    watch.allow("422")
    page = desk(evening(stack, "all-in", 2, 2))
    names = page.locator("[data-names]")
    type_results(page, ["99", "01"])
    expect(unsaved(page)).to_contain_text("1 result was refused: table 1.")
    expect(names).to_have_text("Not everything you typed is saved yet: see above.")
    page.keyboard.press("ArrowUp")
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    expect(names).to_have_text("Every table has a result. To correct one, type its number.")

    # opened with everything in, a digit names a table, from wherever it is typed
    page.reload()
    expect(at(page)).to_be_focused()
    page.get_by_role("heading", name="Round 1 of").click()
    page.keyboard.type("2")
    expect(at(page)).to_have_value("2")
    at(page).fill("")
    line(page).focus()
    page.keyboard.type("1:")
    expect(at(page)).to_have_value("1")
    expect(line(page)).to_be_focused()


def test_after_a_question_about_a_named_table_what_is_typed_stays_there(
    stack: Stack, desk: Callable[[str], Page], watch: Watch
) -> None:
    watch.allow("422")
    page = desk(evening(stack, "slip", 3, 2))
    question = page.locator("[data-question]")
    type_results(page, ["10"])
    expect(table(page, 1)).to_have_class(re.compile("v-done"))
    type_results(page, ["1:01"])
    expect(question).to_contain_text("Table 1 already has 1 – 0")
    type_results(page, ["="])
    expect(question).to_contain_text("Enter replaces it with =, Esc leaves it.")
    expect(at(page)).to_have_value("1")
    later(page, READING)
    page.keyboard.press("Enter")
    expect(at(page)).to_have_value("2")
    expect(unsaved(page)).to_be_hidden()
    assert book(stack, "slip") == {1: "1/2 1/2 after 1"}

    # points that cannot be are refused at once, not offered first
    type_results(page, ["1:99"])
    expect(question).not_to_contain_text("already has")
    expect(question).to_contain_text("Correct it and press Enter")
    expect(unsaved(page)).to_contain_text("1 result was refused: table 1.")
    page.keyboard.press("Escape")
    expect(at(page)).to_have_value("2")
    table(page, 1).get_by_role("button", name="Discard").click()

    # odd: the card has buttons for it and promises no key; fetched into the line, Enter does what it says
    type_results(page, ["2:--"])
    mark = table(page, 2).locator("[data-mark=result]")
    expect(mark).to_contain_text("Is it right that nobody came to this table?")
    expect(mark).not_to_contain_text("Enter")
    page.keyboard.press("ArrowUp")
    expect(question).to_contain_text("Enter saves it like this, Esc discards it.")
    later(page, READING)
    page.keyboard.press("Enter")
    expect(table(page, 2)).to_have_class(re.compile("v-done"))
    assert book(stack, "slip") == {1: "1/2 1/2 after 1", 2: "- -"}


def test_what_was_odd_is_not_asked_again_after_another_question(
    stack: Stack, desk: Callable[[str], Page], watch: Watch
) -> None:
    watch.allow("409|422")
    page = desk(evening(stack, "odd", 2, 2))
    type_results(page, ["--"])
    mark = table(page, 1).locator("[data-mark=result]")
    expect(mark).to_contain_text("Is it right that nobody came to this table?")
    stack.python("""
        from tests.tournaments import make
        from tournaments.models import Table, User
        from tournaments.services.results import results
        first = Table.objects.get(round__tournament__slug="odd", number=1)
        results.enter(first.pk, by=User.objects.filter(is_superuser=True).first(), points=make.points("1", "0"))
    """)
    expect(mark.locator(".v-problem")).to_have_class("v-problem v-asked")
    mark.get_by_role("button", name="Save it anyway").click()
    expect(mark).to_contain_text("organiser entered 1 – 0 for table 1")
    mark.get_by_role("button", name="Replace it with mine").click()
    expect(unsaved(page)).to_be_hidden()
    assert book(stack, "odd") == {1: "- - after 1"}


def test_an_answer_that_cannot_be_used_holds_nothing_up(
    stack: Stack, desk: Callable[[str], Page], watch: Watch
) -> None:
    watch.allow("400|429")
    page = desk(evening(stack, "answers", 3, 2))
    tries: list[float] = []
    first = table(page, 1).locator("form").get_attribute("action")
    second = table(page, 2).locator("form").get_attribute("action")
    assert first
    assert second

    def broken(route: Route) -> None:
        route.fulfill(status=400, content_type="text/html", body="<h1>Bad request</h1>")

    def busy(route: Route) -> None:
        tries.append(time.monotonic())
        if len(tries) == 1:
            route.fulfill(status=429, headers={"Retry-After": "4"}, content_type="text/html", body="")
        elif len(tries) == 2:
            route.fulfill(status=200, content_type="application/json", body=json.dumps({"detail": "?"}))
        else:
            route.continue_()

    page.route(f"**{first}", broken)
    page.route(f"**{second}", busy)
    type_results(page, ["10", "01", "10"])
    # three tries, then it comes back and those behind it go through
    expect(unsaved(page)).to_contain_text("1 result was refused: table 1.")
    expect(table(page, 1).get_by_role("alert")).to_contain_text("Bad request")
    expect(page.locator(".v-table.v-done")).to_have_count(2)
    first_try, second_try, _third_try = tries
    assert second_try - first_try > 3.9  # as long as the server asked for, it is left alone
    assert book(stack, "answers") == {2: "0 1", 3: "1 0"}

    # what came back is kept, without anybody's name, and a page that keeps it is left without a question
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.reload()
    assert asked == []
    expect(unsaved(page)).to_contain_text("1 result was refused: table 1.")
    assert "Bad request" not in page.evaluate("Object.values(localStorage).join()")


def test_what_was_typed_long_ago_is_asked_about_and_not_sent(
    stack: Stack, desk: Callable[[str], Page], watch: Watch
) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_FAILED")
    page = desk(evening(stack, "long-ago", 2, 2))
    page.context.route("**/desk/result/**", lambda route: route.abort("connectionfailed"))
    type_results(page, ["10"])
    expect(unsaved(page)).to_contain_text("Not saved yet: 1.")
    page.on("dialog", lambda dialog: dialog.accept())
    # as it would lie there after thirteen hours
    page.goto("time/")
    page.evaluate("""() => {
        for (const [key, text] of Object.entries(localStorage)) {
            if (!key.startsWith('viertal:result:')) continue;
            const item = JSON.parse(text);
            const then = (parseInt(item.id.slice(0, 9), 36) - 13 * 3600000).toString(36).padStart(9, '0');
            localStorage.removeItem(key);
            item.id = then + item.id.slice(9);
            localStorage.setItem(key.replace(/[^:]*$/, item.id), JSON.stringify(item));
        }
    }""")
    page.context.unroute("**/desk/result/**")
    page.go_back()
    expect(unsaved(page)).to_contain_text("1 question: table 1.")
    expect(table(page, 1).get_by_role("alert")).to_contain_text("and never saved. Save it now?")
    assert book(stack, "long-ago") == {}
    table(page, 1).get_by_role("button", name="Save it anyway").click()
    expect(table(page, 1)).to_have_class(re.compile("v-done"))
    assert book(stack, "long-ago") == {1: "1 0"}


def test_on_a_phone_the_tables_have_most_of_the_screen(stack: Stack, open_page: Open, watch: Watch) -> None:
    watch.allow("422")
    address = evening(stack, "phone", 6)
    page = open_page(address, by=stack.username, viewport={"width": 375, "height": 740}, has_touch=True, is_mobile=True)
    expect(page.locator("details[data-fold=clock]")).not_to_have_attribute("open", "")
    line(page).focus()
    type_results(page, ["8888", "8420", "9999"])
    expect(unsaved(page)).to_contain_text("2 results were refused: tables 1, 3.")
    box = page.locator("[data-line]").bounding_box()
    assert box
    assert box["height"] < 200
    there = unsaved(page).get_by_role("button", name="Table 3", exact=True)
    expect(there).to_be_hidden()
    unsaved(page).get_by_role("button", name="Details").tap()
    there.tap()
    expect(at(page)).to_have_value("3")
    expect(unsaved(page)).not_to_contain_text("↑", use_inner_text=True)
