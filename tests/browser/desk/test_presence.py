"""Presence by keyboard: a latecomer seated, no-shows asked about, a step undone; and an adjourned table named."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.desk.test_attendance import event
from tests.browser.test_evening import table
from tests.support.browser import Open, Watch
from tests.support.stack import Stack
from tests.support.waiting import hold

WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 320, "height": 640}


def ready(stack: Stack, name: str, code: str = "", **fields: object) -> str:
    """An event of eight of which ``code`` is done: ``made``, ``boss``; its desk."""
    address = event(stack, name, **fields)
    stack.python(f"""
        from tests.tournaments import make
        from tournaments.models import Entry, Result, Table, Tournament, User
        from tournaments.services.entries import check_in, attendance as life
        from tournaments.services.results import results
        from tournaments.services.rounds import rounds
        made = Tournament.objects.get(name={name!r})
        boss = User.objects.filter(is_superuser=True).first()
        {code}
    """)
    return address


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off at the side"


def test_a_latecomer_is_offered_the_free_seat_and_takes_it(stack: Stack, open_page: Open) -> None:
    address = ready(stack, "Late", "life.absent(made.entries.get(number=8).pk, 1, by=boss); make.published(made, boss)")
    page = open_page(f"{address}check-in/", by=stack.username, viewport=PHONE)
    page.locator("#scan").focus()
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    offer = page.locator(".v-offer")
    expect(offer).to_contain_text("There is a free seat at table")
    fits(page)
    offer.get_by_role("button", name="Seat them").press("Enter")
    expect(page.get_by_text(re.compile(r"Late 8 sits at table \d in round 1\."))).to_be_visible()
    page.goto(address)
    expect(page.locator(".v-table").filter(has_text="Late 8")).to_have_count(1)


def test_no_shows_are_asked_about_before_the_next_round(stack: Stack, open_page: Open) -> None:
    address = ready(
        stack,
        "Ghosts",
        "[life.absent(made.entries.get(number=n).pk, 1, by=boss) for n in (7, 8)]; r = make.published(made, boss); "
        "make.play(r, boss); rounds.close(r.pk, by=boss)",
    )
    page = open_page(address, by=stack.username, viewport=WIDE)
    expect(page.locator("[data-card=step]")).to_contain_text("2 players missed round 1")
    page.get_by_role("link", name="Pair round 2", exact=True).press("Enter")
    first = page.get_by_role("checkbox", name="Ghosts 7")
    expect(first).to_be_focused()
    expect(first).not_to_be_checked()
    page.set_viewport_size(PHONE)
    fits(page)
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Publish round 2")).to_be_visible()
    expect(page.locator("[data-card=byes]")).to_contain_text("Ghosts 8 (absent)")
    expect(page.locator(".v-table").filter(has_text="Ghosts 7")).to_have_count(1)


def test_all_here_nobody_here_and_undo(stack: Stack, open_page: Open, watch: Watch) -> None:
    watch.allow("409")  # nobody is here: it is asked first
    address = ready(stack, "Doors", check_in=True)
    page = open_page(f"{address}check-in/", by=stack.username, viewport=WIDE)
    page.get_by_role("button", name="Close the check-in").press("Enter")
    expect(page.get_by_role("heading", name="Close the check-in with nobody here?")).to_be_visible()
    page.get_by_role("link", name="Back to the check-in").press("Enter")
    page.get_by_role("button", name="Mark everybody as here").press("Enter")
    expect(page.locator(".v-checkin h2")).to_contain_text("8 of 8 here")
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.locator(".v-checkin h2")).to_contain_text("0 of 8 here")
    page.get_by_role("button", name="Mark everybody as here").press("Enter")
    page.get_by_role("button", name="Close the check-in").press("Enter")
    expect(page.locator("[data-card=step]")).to_contain_text("8 players here: 2 tables of four.")
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.get_by_text("The check-in is open.")).to_be_visible()


def test_an_adjourned_table_is_named_and_nothing_is_archived(stack: Stack, open_page: Open) -> None:
    address = ready(
        stack,
        "Adjourned table",
        "made.rounds_planned = 1; made.save(); r = make.published(made, boss); "
        "a, b = Table.objects.filter(round=r).order_by('number'); "
        "results.enter(a.pk, by=boss, points=make.points(*make.QC_END)); "
        "results.enter(b.pk, by=boss, points=[None] * 4, end=Result.End.ADJOURNED, reason='late')",
    )
    page = open_page(address, by=stack.username, viewport=WIDE)
    expect(table(page, 2)).to_have_class(re.compile("v-adjourned"))
    expect(table(page, 2)).to_contain_text("adjourned")
    page.get_by_role("button", name="Close round 1").press("Enter")
    step = page.locator("[data-card=step]")
    expect(step).to_contain_text("1 table adjourned: round 1, table 2.")
    expect(page.get_by_role("button", name="Lock and archive")).to_have_count(0)
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.get_by_role("button", name="Close round 1")).to_be_visible()
    page.get_by_role("link", name="Show round 1, table 2").press("Enter")
    expect(page).to_have_url(re.compile(r"/round/1/#table-2$"))


def test_what_is_on_its_way_is_counted_and_waited_for(stack: Stack, open_page: Open) -> None:
    address = ready(stack, "Rush", check_in=True)
    page = open_page(f"{address}check-in/", by=stack.username, viewport=PHONE)
    page.wait_for_load_state()

    let_go = hold(page)
    page.locator("#scan").focus()
    for number in range(1, 7):
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
    expect(page.locator("[data-pending]")).to_contain_text("are being saved.")
    fits(page)
    assert page.evaluate(
        "() => { const asked = new Event('beforeunload', {cancelable: true});"
        " dispatchEvent(asked); return asked.defaultPrevented; }"
    ), "leaving the page now asks"
    page.get_by_role("button", name="Close the check-in").press("Enter")
    expect(page.locator("[data-pending]")).to_contain_text("After that, the check-in is closed.")
    let_go()
    expect(page.get_by_text("The check-in is closed; 2 players are not here.")).to_be_visible()
    expect(page.locator("[data-card=step]")).to_contain_text("6 players here")


def test_an_offer_and_who_is_here_stay_while_results_come_in(stack: Stack, open_page: Open) -> None:
    address = ready(
        stack, "Stays", "life.absent(made.entries.get(number=8).pk, 1, by=boss); make.published(made, boss)"
    )
    page = open_page(f"{address}check-in/", by=stack.username, viewport=PHONE)
    page.locator("#scan").focus()
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    expect(page.locator(".v-offer")).to_contain_text("There is a free seat at table")
    before = page.locator("#desk").get_attribute("data-version") or ""
    stack.python("""
        from tests.tournaments import make
        from tournaments.models import Table, Tournament, User
        from tournaments.services.results import results
        from django.db.models import Count
        made = Tournament.objects.get(name="Stays")
        full = Table.objects.filter(round__tournament=made).annotate(n=Count("seats__entry", distinct=True))
        boss = User.objects.filter(is_superuser=True).first()
        results.enter(full.filter(n=4).get().pk, by=boss, points=make.points(*make.QC_END))
    """)
    expect(page.locator("#desk")).not_to_have_attribute("data-version", before)
    expect(page.locator(".v-offer")).to_contain_text("There is a free seat at table")
    expect(page.locator("[data-card=said]")).to_contain_text("8 Stays 8 is here.")
    page.goto(address)
    expect(page.locator("[data-card=step]")).to_contain_text("Stays 8 is here but has no seat in round 1.")
    page.get_by_role("link", name="Seat Stays 8").press("Enter")
    page.get_by_role("button", name="Leave them out of round 1").press("Enter")
    page.goto(address)
    expect(page.get_by_text("has no seat in round 1")).to_have_count(0)
