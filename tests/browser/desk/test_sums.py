"""The pages about the order in a browser: a tap opens a sum, without a script too, and nothing is cut off."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import Open
from tests.support.stack import Stack


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
    page = open_page(f"t/{slug}/standings/", viewport={"width": 1024, "height": 740})
    cell = page.locator("#p3 td").nth(2)
    value = cell.text_content() or ""
    cell.click()
    dialog = page.locator("dialog")
    expect(dialog).to_be_visible()
    expect(dialog.locator("[id=w-BH] .sum")).to_have_text(re.compile(rf"^{re.escape(value)} = .+ \+ "))
    expect(dialog.locator("[id=w-BH].asked")).to_have_count(1)
    expect(dialog.get_by_role("heading", level=2)).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator("#p3 td > a")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("heading", level=2)).to_contain_text("after round 3")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    expect(page).to_have_url(re.compile(f"/t/{slug}/standings/$"))


@pytest.mark.parametrize("width", [320, 375, 1280])
def test_the_dialog_opens_at_its_answer(open_page: Open, slug: str, width: int) -> None:
    """The heading, who is above whom and by what, and Close are in sight; nothing was scrolled past."""
    page = open_page(f"t/{slug}/standings/", viewport={"width": width, "height": 640}, reduced_motion="reduce")
    row = page.locator("table[data-why] tbody tr").nth(1)
    row.locator("td").nth(3 if width > 600 else 1).click()  # a phone shows the points alone
    dialog = page.locator("dialog")
    for answer in (
        dialog.get_by_role("heading", level=2),
        dialog.locator(".compare strong").first,
        dialog.get_by_role("button", name="Close"),
    ):
        expect(answer).to_be_in_viewport(ratio=1)
    assert dialog.evaluate("box => box.scrollTop") == 0
    boxes = dialog.evaluate(
        """box => ['h2', '.close'].map(what => {
            const at = box.querySelector(what).getBoundingClientRect();
            return [at.left, at.right, at.top, at.bottom];
        })"""
    )
    (_, right, top, bottom), (left, _, above, below) = boxes
    assert right <= left and above < bottom and top < below  # side by side, nothing lies on the text
    dialog.evaluate("box => box.scrollTo(0, box.scrollHeight)")
    expect(dialog.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)


def test_what_one_must_hit_is_large_enough(open_page: Open, slug: str) -> None:
    for width, least in ((1280, 24), (360, 44)):
        page = open_page(f"t/{slug}/standings/", viewport={"width": width, "height": 740}, has_touch=width < 400)
        for box in page.locator("table[data-why] td > a").evaluate_all(
            "links => links.map(link => [link.getBoundingClientRect().width, link.getBoundingClientRect().height])"
        ):
            assert box[0] >= 24 and box[1] >= least, (width, box)
    # on a phone the whole row but the name opens it
    page.locator("#p3 td").first.tap()
    expect(page.locator("dialog .sums")).to_be_visible()


def test_without_a_script_the_points_lead_there_and_any_two_can_be_compared(open_page: Open, slug: str) -> None:
    page = open_page(f"t/{slug}/standings/", java_script_enabled=False)
    page.locator("#p3 td > a").click()
    expect(page.locator("[id=w-BH] .sum")).to_have_text(re.compile(" = "))
    page.get_by_label("Compare with").select_option("5")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".compare strong")).to_have_text(re.compile("is ahead of|share a rank"))


def test_nothing_is_cut_off_on_the_narrowest_screen(open_page: Open, slug: str) -> None:
    page = open_page(viewport={"width": 320, "height": 640})
    for where in ("standings/why/3/", "standings/why/3/5/", "movement/", "crosstable/", "players/3/"):
        page.goto(f"t/{slug}/{where}")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (where, scheme)
