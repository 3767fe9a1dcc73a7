"""An arbiter corrects a closed round, rolls a round back and forth, and reads it all in the log, by keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.desk.test_desk_roles import links
from tests.support.browser import Open
from tests.support.stack import Stack


def hall(stack: Stack) -> str:
    """A Swiss of eight with a closed round; the desk's address."""
    return stack.python("""
        from tests.tournaments import make
        from tournaments.models import Entry, Player, Tournament, User
        from tournaments.services.rounds import rounds
        boss = User.objects.filter(is_superuser=True).first()
        made = Tournament.objects.create(name="Corrections", slug="corrections", game="quarto", system="swiss",
                                         table_size=2, rounds_planned=3, published=True)
        for number in range(1, 9):
            player = Player.objects.create(name=f"Corrected {number}", rating=2000 - number)
            Entry.objects.create(tournament=made, player=player, number=number)
        round_ = make.published(made, boss)
        make.play(round_, boss, ("1", "0"))
        rounds.close(round_.pk, by=boss)
        print(f"admin/tournaments/tournament/{made.pk}/desk/")
    """).strip()


def test_a_correction_a_step_back_and_the_log(stack: Stack, open_page: Open) -> None:
    desk = hall(stack)
    page = open_page(by=stack.username, viewport={"width": 1280, "height": 900})

    # what it touches is said before it is saved, with a reason because the round is closed
    page.goto(desk)
    page.locator("#table-1").get_by_role("link", name="Correct").press("Enter")
    boxes = page.locator("input[name^=points]")
    expect(page.get_by_label("Reason")).to_be_visible()
    expect(boxes).to_have_count(2)
    for box, points in zip(boxes.all(), "01", strict=True):
        box.press("Control+a")
        page.keyboard.type(points)
    page.get_by_label("Reason").focus()
    page.keyboard.type("read upside down")
    page.keyboard.press("Enter")
    effect = page.get_by_role("region", name="What this changes")
    expect(effect).to_contain_text("↑")
    expect(effect).to_contain_text("↓")
    page.get_by_role("button", name="Save with these changes").press("Enter")
    expect(page.locator("#table-1")).to_contain_text("corrected")

    # aside with its results, when its number is typed, and back as it was
    links(page).filter(has_text="Undo rounds").press("Enter")
    page.get_by_label("Type the number of the round").focus()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.get_by_text("put aside, with its results")).to_be_visible()
    expect(page.get_by_role("button", name="Pair round 1")).to_be_visible()
    links(page).filter(has_text="Undo rounds").press("Enter")
    page.get_by_role("button", name="Restore this round").press("Enter")
    expect(page.get_by_text("is back as it was")).to_be_visible()
    expect(page.locator("#table-1")).to_contain_text("corrected")

    links(page).filter(has_text=re.compile("^Log$")).press("Enter")
    said = page.get_by_role("listitem")
    expect(said.filter(has_text="Table 1, round 1: result 1–0 → 0–1")).to_contain_text("reason: read upside down")
    expect(said.filter(has_text=re.compile("Round 1: .*closed → discarded"))).to_have_count(1)
    page.get_by_label("Table", exact=True).fill("1")
    page.keyboard.press("Enter")
    expect(page.locator(".v-entries > li")).to_have_count(2)
