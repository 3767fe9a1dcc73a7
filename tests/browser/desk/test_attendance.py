"""The desk by keyboard and by hand: check-in, review of a draft, results in keys, two arbiters at one table."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_evening import ARBITER, ARBITERS_PASSWORD, arbiter, table  # noqa: F401
from tests.support.browser import Open, Watch
from tests.support.stack import Stack
from tests.support.waiting import cut, stop_clock


def event(stack: Stack, name: str, under_way: bool = False, roles: tuple[str, ...] = (), **fields: object) -> str:
    """A tournament of eight with an arbiter, its first round published where it is ``under_way``; its desk.

    For each of ``roles`` somebody of that name is appointed; a judge has table 2.
    """
    made = stack.python(f"""
        from django.urls import reverse
        from tests.tournaments import make
        from tournaments.models import Appointment, Entry, Player, Tournament, User
        made = Tournament.objects.create(name={name!r}, slug={name.lower().replace(" ", "-")!r}, game="quatro-chess",
            system="swiss-tables", rounds_planned=3, published=True, **{fields!r})
        for i in range(1, 9):
            player = Player.objects.create(name=f"{name} {{i}}", club="Leiden" if i < 3 else "")
            Entry.objects.create(tournament=made, player=player, number=i)
        for role in {roles!r}:
            user = User.objects.create_user(role, password="{ARBITERS_PASSWORD}", is_staff=True)
            Appointment.objects.create(tournament=made, user=user, role=role, tables=[2] if role == "judge" else [])
        for user in User.objects.filter(username="{ARBITER}"):
            Appointment.objects.create(tournament=made, user=user)
        if {under_way!r}:
            make.published(made, User.objects.filter(is_superuser=True).first())
        print(reverse("admin:tournaments_desk", args=[made.pk]))
    """)
    return made.strip().lstrip("/")


def log_in(page: Page, username: str, password: str) -> None:
    """At the login that another window led to."""
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()


def said_of_typed(page: Page) -> str:
    """Return what the strip says now of what was typed, once it has looked again."""
    said: str = page.evaluate("""() => new Promise(done => {
        document.dispatchEvent(new Event("change"));
        setTimeout(() => done(document.querySelector("[data-typed] strong").textContent));
    })""")
    return said


def places(page: Page) -> dict[str, int]:
    """Return the table of each player, by pairing number."""
    cards = page.locator("[data-card^=table-]").all()
    return {
        one.get_attribute("data-player") or "": number
        for number, card in enumerate(cards, start=1)
        for one in card.locator("a[data-player]").all()
    }


def drag(page: Page, one: Locator, place: Locator) -> None:
    """Drag a player to a place. The page says meanwhile what each place costs, and they move when that arrives."""
    one.hover()
    page.mouse.down()
    place.hover()
    expect(place).to_have_attribute("data-grade", re.compile("."))
    place.hover()
    page.mouse.up()


def test_from_the_door_to_the_published_round_by_keyboard_and_by_hand(
    stack: Stack,
    open_page: Open,
    arbiter: None,  # noqa: F811
    watch: Watch,
) -> None:
    watch.allow("422|403|ERR_INTERNET_DISCONNECTED")  # nobody's number; an old token; the server is away
    address = event(stack, "Door", check_in=True)
    page = open_page(address, by=stack.username, viewport={"width": 1280, "height": 1000})
    page.get_by_role("link", name="Check in", exact=True).click()
    expect(page.locator("#scan")).to_be_focused()
    page.wait_for_load_state()
    page.evaluate("window.neverReloaded = true")
    page.get_by_role("button", name="Door 1").click()
    expect(page.locator(".v-checkin h2")).to_contain_text("1 of 8 here")
    # a scanner is quicker than an answer, types wherever the focus is, and once reads what is nobody's number;
    # on a busy machine the page would believe that this was read meanwhile
    stop_clock(page)
    for number in (2, 3, 99, 4, 5, 6, 7):
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
    expect(page.locator(".v-checkin h2")).to_contain_text("7 of 8 here")
    refused = page.get_by_text("Nobody is entered as “99”.")
    expect(refused).to_be_visible()
    page.get_by_role("button", name="OK").click()
    expect(refused).to_have_count(0)
    # what was refused stays, whatever others do at the same time
    page.keyboard.type("99")
    page.keyboard.press("Enter")
    expect(refused).to_be_visible()
    stack.python("""
        from tournaments.models import Entry, User
        from tournaments.services.entries import check_in
        seventh = Entry.objects.get(tournament__slug="door", number=7)
        boss = User.objects.filter(is_superuser=True).first()
        check_in.check_in(seventh.tournament_id, seventh.pk, by=boss, here=False)
    """)
    expect(page.locator(".v-checkin h2")).to_contain_text("6 of 8 here")
    expect(refused).to_be_visible()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(page.locator(".v-checkin h2")).to_contain_text("7 of 8 here")
    page.get_by_role("button", name="OK").click()
    # the server is away for a moment: what was scanned waits, says so, and is asked again
    away = page.get_by_role("alert").filter(has_text="The server is not answering")
    with cut(page.context):
        page.keyboard.type("8")
        page.keyboard.press("Enter")
        expect(away).to_contain_text("8")
        assert said_of_typed(page) == "not saved yet"
    expect(page.locator(".v-checkin h2")).to_contain_text("8 of 8 here")
    expect(away).to_have_count(0)
    assert said_of_typed(page) == "all saved"
    # signed out meanwhile: what was scanned waits until somebody has signed in in another window
    page.context.clear_cookies(name="sessionid")
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    signed_out = page.get_by_role("link", name="You are logged out.")
    expect(signed_out).to_be_visible()
    with page.context.expect_page() as opened:
        signed_out.click()
    log_in(opened.value, stack.username, stack.password)
    expect(opened.value.get_by_role("heading", name="Check-in")).to_be_visible()
    page.bring_to_front()
    expect(signed_out).to_have_count(0)
    assert page.evaluate("window.neverReloaded") is True
    page.get_by_role("button", name="Close the check-in").click()
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_role("link", name="Review and change the pairing").click()

    # by keyboard: Enter picks, the places say what they cost, Enter places
    first = page.locator("a.v-place").first
    expect(first).to_be_visible()
    page.wait_for_load_state()  # before its script runs, a place is a link to another page
    before = places(page)
    first.focus()
    mine = first.get_attribute("data-player") or ""
    page.keyboard.press("Enter")
    expect(page.locator(".v-picked")).to_be_focused()
    free = page.locator("[data-card=table-2] a.v-place[data-grade=free]").first
    other = free.get_attribute("data-player") or ""
    free.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-card=table-2]").locator(f"[data-player='{mine}']")).to_be_focused()
    after = places(page)
    assert (after[mine], after[other]) == (before[other], before[mine])

    # by hand: dragged back, and the difference to what the system made is none
    drag(page, page.locator(f"a[data-player='{mine}']"), page.locator(f"a[data-player='{other}']"))
    expect(page.get_by_text("the tables are as the system paired them")).to_be_visible()
    page.get_by_role("button", name="End manual pairing").click()
    page.get_by_role("button", name="Publish round 1").click()
    expect(page.get_by_role("heading", name="Round 1 of 3")).to_contain_text("published")


def test_two_arbiters_see_each_other_type_and_enter_by_keys(
    stack: Stack,
    open_page: Open,
    arbiter: None,  # noqa: F811
    watch: Watch,
) -> None:
    watch.allow("403")  # the token of a session that has ended
    address = event(stack, "Pair", under_way=True, two_person=True)
    one = open_page(by=stack.username, viewport={"width": 1280, "height": 900})
    two = open_page(by=ARBITER, viewport={"width": 1280, "height": 900})
    for page in (one, two):
        page.goto(address)
    table(one, 2).get_by_role("textbox").first.click()
    table(two, 2).get_by_role("textbox").first.click()
    expect(table(two, 2).locator(".v-typing")).to_contain_text(f"{stack.username} is typing here too")
    expect(table(one, 2).locator(".v-typing")).to_contain_text(f"{ARBITER} is typing here too")

    two.get_by_role("textbox", name="Result").click()
    two.keyboard.type("8420")
    two.keyboard.press("Enter")
    expect(table(two, 1)).to_have_class(re.compile("v-done"))
    expect(two.locator("[data-quick] input[name=table]")).to_have_value("2")
    expect(two.get_by_role("textbox", name="Result")).to_be_focused()
    # the other sees it without a reload, and is the second person
    expect(table(one, 1)).to_contain_text("not confirmed: provisional")
    table(one, 1).get_by_role("button", name="Confirm").click()
    expect(table(two, 1)).to_contain_text(f"confirmed by {stack.username}")

    # signed out meanwhile: what was typed stays, and is saved once they have signed in again elsewhere
    expect(two.get_by_role("textbox", name="Result")).to_be_focused()
    two.context.clear_cookies(name="sessionid")
    two.keyboard.type("0248")
    two.keyboard.press("Enter")
    expect(two.locator("[data-queue]")).to_contain_text("Not saved yet: 1. You are logged out.")
    with two.context.expect_page() as opened:
        two.get_by_role("link", name="Log in using a new window").click()
    log_in(opened.value, ARBITER, ARBITERS_PASSWORD)
    expect(opened.value.get_by_role("heading", name="Round 1 of 3")).to_be_visible()
    two.bring_to_front()
    expect(table(two, 2)).to_have_class(re.compile("v-done"))
    expect(table(two, 2).get_by_role("textbox").nth(3)).to_have_value("8")
