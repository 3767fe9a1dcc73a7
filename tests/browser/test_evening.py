"""A club evening as people have it: an organiser, an arbiter and a spectator, each with a browser of their own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser import Open
from tests.support.examples import THOROUGH
from tests.support.stack import Stack

PLAYERS = Path(__file__).parents[1] / "tournaments" / "data" / "club-players.csv"
ARBITER, ARBITERS_PASSWORD = "annelies", "club evenings 4"


def log_in(page: Page, username: str, password: str) -> None:
    """Log in as people do: by the form, to which the admin's first page leads."""
    page.goto("admin/")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name=re.compile("Log in")).click()
    expect(page.get_by_role("heading", name="Desk", exact=True)).to_be_visible()


def set_up(page: Page, name: str) -> None:
    """From the admin's first page to the empty desk of a new tournament."""
    page.goto("admin/tournaments/tournament/add/")
    page.get_by_label("Name", exact=False).first.fill(name)
    page.get_by_label("public", exact=False).first.check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name=name).first).to_be_visible()


def import_players(page: Page) -> None:
    page.get_by_role("link", name="Import players").first.click()
    page.get_by_label("List of players").set_input_files(PLAYERS)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("row").filter(has_text="Óscar Núñez")).to_contain_text("new")
    page.get_by_role("button", name="Import all 16 lines").click()
    expect(page.get_by_text("16 new")).to_be_visible()


def pair_and_publish(page: Page, number: int) -> None:
    page.get_by_role("button", name=f"Pair round {number}").click()
    publish = page.get_by_role("button", name=f"Publish round {number}")
    expect(publish).to_be_visible()  # a worker makes the draft; the page shows it by itself
    publish.click()
    expect(page.get_by_role("heading", name=f"Round {number} of 5")).to_contain_text("published")


def table(page: Page, number: int) -> Locator:
    return page.locator(f"#table-{number}")


def enter(page: Page, number: int, *points: str) -> None:
    """As an arbiter types it: points, Tab, points, Tab …, Enter."""
    first = table(page, number).get_by_role("textbox").first
    expect(first).to_be_visible()
    page.wait_for_load_state()  # the desk's own script chooses where typing begins, and would take the focus away
    first.click()
    for position, text in enumerate(points):
        if position:
            page.keyboard.press("Tab")
        page.keyboard.type(text)
    page.keyboard.press("Enter")


@pytest.fixture
def arbiter(stack: Stack) -> None:
    stack.python(f"""
        from tournaments.models import User
        User.objects.filter(username="{ARBITER}").exists() or User.objects.create_user(
            "{ARBITER}", password="{ARBITERS_PASSWORD}", is_staff=True)
    """)


def appoint(stack: Stack, name: str) -> str:
    """Makes the arbiter one of this tournament; its public address."""
    return stack.python(f"""
        from tournaments.models import Appointment, Tournament, User
        made = Tournament.objects.get(name={name!r})
        Appointment.objects.create(tournament=made, user=User.objects.get(username="{ARBITER}"))
        print(made.get_absolute_url())
    """).strip()


def test_from_an_empty_machine_to_live_standings(stack: Stack, open_page: Open, watch, arbiter) -> None:
    organiser = open_page(viewport={"width": 1280, "height": 900})
    log_in(organiser, stack.username, stack.password)
    set_up(organiser, "Club evening")
    import_players(organiser)
    pair_and_publish(organiser, 1)
    address = appoint(stack, "Club evening").lstrip("/")

    spectator = open_page(f"{address}standings/", viewport={"width": 390, "height": 844}, has_touch=True)
    spectator.evaluate("window.neverReloaded = true")
    desk = open_page(viewport={"width": 1280, "height": 900})
    log_in(desk, ARBITER, ARBITERS_PASSWORD)
    desk.goto("admin/tournaments/tournament/")
    desk.get_by_role("row").filter(has_text="Club evening").get_by_role("link", name="Desk").click()

    # what cannot be is refused with the rule's number, at the table, and nothing is lost of what was typed
    watch.allow("422")
    enter(desk, 1, "8", "8", "8", "8")
    expect(table(desk, 1).get_by_role("alert")).to_contain_text("QC 6")
    expect(table(desk, 1).get_by_role("textbox").first).to_have_value("8")
    for box in table(desk, 1).get_by_role("textbox").all():
        box.fill("")

    names = table(desk, 1).locator(".v-name").all_inner_texts()
    enter(desk, 1, "0", "8", "2", "4")
    expect(table(desk, 1)).to_have_class(re.compile("v-done"))
    winner = spectator.get_by_role("row").filter(has_text=names[1])
    expect(winner).to_contain_text("8")
    expect(spectator.locator("[data-live]")).to_contain_text(re.compile("results? missing"))

    # the organiser's desk sees it too, without a reload
    expect(table(organiser, 1)).to_have_class(re.compile("v-done"))
    for number in (2, 3, 4):
        enter(desk, number, "8", "4", "2", "0")
        expect(table(desk, number)).to_have_class(re.compile("v-done"))
    expect(spectator.get_by_role("row").filter(has_text=re.compile("8"))).to_have_count(4)
    desk.get_by_role("button", name="Close round 1").click()
    expect(desk.get_by_role("heading", name="Round 1 of 5")).to_contain_text("closed")

    between = 0 if THOROUGH else 3  # rounds that a landing has played by the program itself
    stack.python(f"""
        from tests.tournaments import make
        from tournaments.models import Tournament, User
        from tournaments.services.rounds import rounds
        event, boss = Tournament.objects.get(name="Club evening"), User.objects.get(username="organiser")
        for _round in range({between}):
            round_ = make.published(event, boss)
            make.play(round_, boss)
            rounds.close(round_.pk, by=boss)
    """)
    for number in range(2 + between, 6):
        pair_and_publish(desk, number)
        for place in (1, 2, 3, 4):
            enter(desk, place, "8", "4", "2", "0")
            expect(table(desk, place)).to_have_class(re.compile("v-done"))
        desk.get_by_role("button", name=f"Close round {number}").click()
        expect(desk.get_by_role("heading", name=f"Round {number} of 5")).to_contain_text("closed")
    expect(desk.get_by_role("heading", name="All rounds are played")).to_be_visible()
    expect(spectator.locator("[data-live]")).to_contain_text(re.compile("final", re.IGNORECASE))
    assert spectator.evaluate("window.neverReloaded") is True
    met = stack.python("""
        from itertools import combinations
        from tournaments.models import Table
        pairs = [frozenset(p) for t in Table.objects.filter(round__tournament__name="Club evening")
                 for p in combinations(t.seats.values_list("entry", flat=True), 2)]
        print(len(pairs), len(set(pairs)))
    """)
    assert met.split() == ["120", "120"]


def test_a_second_arbiter_is_told_what_the_first_entered(stack: Stack, open_page: Open, watch, arbiter) -> None:
    organiser = open_page(by=stack.username)
    set_up(organiser, "Two at once")
    import_players(organiser)
    pair_and_publish(organiser, 1)
    appoint(stack, "Two at once")
    second = open_page("admin/tournaments/tournament/", by=ARBITER)
    second.get_by_role("row").filter(has_text="Two at once").get_by_role("link", name="Desk").click()

    # the second is in the middle of typing when the first enters
    table(second, 3).get_by_role("textbox").first.fill("2")
    enter(organiser, 3, "8", "4", "2", "0")
    expect(table(organiser, 3)).to_have_class(re.compile("v-done"))
    expect(table(second, 3)).to_have_class(re.compile("v-elsewhere"))
    watch.allow("409")
    for box, text in zip(table(second, 3).get_by_role("textbox").all(), ("4", "8", "2", "0"), strict=True):
        box.fill(text)
    second.keyboard.press("Enter")
    expect(table(second, 3).get_by_role("alert")).to_contain_text("organiser entered 8 – 4 – 2 – 0 for table 3")
    table(second, 3).get_by_role("button", name="Replace it with mine").click()
    expect(table(second, 3)).to_contain_text("corrected")
    expect(table(organiser, 3).get_by_role("textbox").first).to_have_value("4")
