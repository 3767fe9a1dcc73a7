"""The pages about the order in a browser: a tap opens a sum, without a script too, and nothing is cut off."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.stack import Stack

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Open = Callable[..., Page]


@pytest.fixture(scope="module")
def slug(stack: Stack) -> str:
    stack.python("""
        from tests.tournaments.public.build import event
        from tournaments.jobs.standings import compute_standings
        from tournaments.models import Standings
        made = event("sums", 16, rounds=3, tie_breaks=("BH", "SB"))
        Standings.objects.filter(tournament=made).delete()
        compute_standings(made.pk)
    """)
    return "sums"


def test_a_tap_on_a_value_opens_its_sum_and_gives_the_place_back(open_page: Open, slug: str) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    page.goto(f"t/{slug}/standings/")
    cell = page.locator("#p3 td").nth(2)
    value = cell.text_content() or ""
    cell.click()
    dialog = page.locator("dialog")
    expect(dialog).to_be_visible()
    expect(dialog.locator("#w1 .sum")).to_have_text(re.compile(rf"^{re.escape(value)} = .+ \+ "))
    expect(dialog.locator("#w1")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator("#p3 td > a")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("heading", level=2)).to_contain_text("after round 3")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    assert page.url.endswith(f"/t/{slug}/standings/")


def test_without_a_script_the_points_lead_there_and_any_two_can_be_compared(
    open_page: Open, slug: str
) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(f"t/{slug}/standings/")
    page.locator("#p3 td > a").click()
    expect(page.locator("#w1 .sum")).to_have_text(re.compile(" = "))
    page.get_by_label("Compare with").select_option("5")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".compare strong")).to_have_text(re.compile("is above|share a rank"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_cut_off_on_the_narrowest_screen(open_page: Open, slug: str, scheme: str) -> None:
    page = open_page(viewport={"width": 320, "height": 640}, color_scheme=scheme)
    for where in ("standings/why/3/", "standings/why/3/5/", "movement/", "crosstable/", "players/3/"):
        page.goto(f"t/{slug}/{where}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where
