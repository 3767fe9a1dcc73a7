"""A helper of one evening, from the desk's code to their phone and out again."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.desk.test_attendance import event
from tests.browser.test_evening import enter, table
from tests.support.browser import Open, Watch
from tests.support.stack import Stack

WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 320, "height": 640}


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_judge_by_code_enters_a_result_and_is_out_when_the_desk_says_so(
    stack: Stack, open_page: Open, watch: Watch
) -> None:
    watch.allow("status of 404")
    address = event(stack, "Evening by code", under_way=True)
    desk = open_page(address, by=stack.username, viewport=WIDE)
    desk.get_by_role("link", name="Staff").click()
    first = desk.locator("form").filter(has=desk.get_by_role("button", name="Make a code"))
    first.get_by_label("Name").fill("Anna")
    first.get_by_label("Role").select_option("table judge")
    first.get_by_label("Tables").fill("2")
    first.get_by_role("button", name="Make a code").click()
    expect(desk.get_by_role("img", name="Code of Anna")).to_be_visible()
    code = urlsplit(desk.locator(".v-address").inner_text()).path

    phone = open_page(code.lstrip("/"), viewport=PHONE, color_scheme="dark")
    assert fits(phone)
    phone.get_by_role("button", name="Start on this phone").click()
    expect(phone).to_have_url(re.compile(f"{address}$"))
    assert fits(phone)
    expect(table(phone, 1).get_by_role("textbox")).to_have_count(0)
    enter(phone, 2, "8", "4", "2", "0")
    expect(phone.get_by_text("1 of 2 results")).to_be_visible()

    desk.reload()
    expect(desk.get_by_text("in use since")).to_be_visible()
    desk.get_by_role("button", name="End the code of Anna").click()
    expect(desk.get_by_text("The code of Anna no longer works.")).to_be_visible()
    # the page that lies open asks by itself, and finds nobody there; the person who looks next is told
    asked = phone.evaluate("fetch(document.getElementById('desk').dataset.versionUrl).then(answer => answer.url)")
    assert "/admin/login/" in asked
    phone.goto(address)
    expect(phone.get_by_role("heading", name="This code no longer works")).to_be_visible()
