"""The acts of an evening in a browser: the organiser makes it of its card, the arbiter types, guests look on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from tests.browser.test_evening import table
from tests.support.browser import Open
from tests.support.stack import Stack
from tests.support.waiting import later

READING = 400  # ms after which a question can have been read
PHONE = {"viewport": {"width": 375, "height": 812}, "has_touch": True}


def made_from_its_card(open_page: Open, stack: Stack, card: str, name: str, rounds: int | None = None) -> Page:
    """Make the event of a card in *New tournament*; the organiser's empty desk."""
    desk = open_page(
        "admin/tournaments/tournament/new/",
        by=stack.username,
        viewport={"width": 1280, "height": 900},
        accept_downloads=True,
    )
    desk.get_by_role("link", name=re.compile(f"^{card}")).click()
    desk.get_by_label("Name", exact=False).first.fill(name)
    if rounds is not None:
        desk.get_by_label("Rounds").fill(str(rounds))
    desk.get_by_role("button", name="Create it").click()
    expect(desk.get_by_role("heading", name=name).first).to_be_visible()
    return desk


def enter_pasted(desk: Page, names: Iterable[str]) -> None:
    """Enter people from a list that is pasted, as it came by mail."""
    names = list(names)
    desk.get_by_role("link", name="Import players").first.click()
    desk.locator("textarea").fill("\n".join(names))
    desk.get_by_role("button", name="Preview").click()
    desk.get_by_role("button", name=f"Import all {len(names)} lines").click()
    expect(desk.get_by_text(f"{len(names)} new")).to_be_visible()


def publish(desk: Page, number: int) -> dict[int, list[str]]:
    """Pair a round and publish it; the names at each table in the order of the seats."""
    desk.get_by_role("button", name=f"Pair round {number}").click()
    desk.get_by_role("button", name=f"Publish round {number}").click()
    expect(desk.get_by_role("heading", name=f"Round {number} of")).to_contain_text("published")
    return {
        int((card.get_attribute("id") or "").removeprefix("table-")): card.locator(".v-name").all_inner_texts()
        for card in desk.locator(".v-table").all()
    }


def result_line(desk: Page) -> Locator:
    return desk.locator("input[name=keys]")


def type_results(desk: Page, *lines: str) -> None:
    """Type into the result line as an arbiter does, without waiting for an answer."""
    result_line(desk).click()
    for line in lines:
        desk.keyboard.type(f"{line}\n")


def answer_with_enter(desk: Page) -> None:
    """Fetch the question about an odd result into the line and answer it, without a mouse."""
    desk.keyboard.press("ArrowUp")
    expect(desk.locator("[data-question]")).to_contain_text("Enter saves it like this")
    later(desk, READING)
    desk.keyboard.press("Enter")


def expect_done(desk: Page, *numbers: int) -> None:
    for number in numbers:
        expect(table(desk, number)).to_have_class(re.compile("v-done"))


def public_address(stack: Stack, name: str) -> str:
    """Return the address of an event's public page, relative to the site's."""
    return (
        stack.python(f"""
        from tournaments.models import Tournament
        print(Tournament.objects.get(name={name!r}).get_absolute_url())
    """)
        .strip()
        .lstrip("/")
    )


def standings(stack: Stack, name: str) -> list[tuple[str, Fraction]]:
    """Return players with their points, in the order of the standings with all results in them."""
    lines = stack.python(f"""
        from tournaments.jobs.standings import compute_standings
        from tournaments.models import Entry, Standings, Tournament
        event = Tournament.objects.get(name={name!r})
        compute_standings(event.pk)
        names = dict(Entry.objects.filter(tournament=event).values_list("number", "player__name"))
        for row in Standings.objects.filter(tournament=event).order_by("-after_round").first().body["rows"]:
            print(names[row["player"]], row["points"], sep="|")
    """)
    return [(player, Fraction(points)) for player, points in (line.split("|") for line in lines.splitlines())]


def let_players_report(stack: Stack, name: str) -> list[str]:
    """Allow reports from phones; the address in each table's code, table 1 first."""
    return stack.python(f"""
        from django.urls import reverse
        from tournaments.models import Table, Tournament, User
        from tournaments.services.results import reports
        from tournaments.services.results.report_links import table_token
        event = Tournament.objects.get(name={name!r})
        rule = reports.set_rule(event.pk, by=User.objects.get(username="organiser"), mode="accept", minutes=10)
        for table in Table.objects.filter(round__tournament=event).order_by("number"):
            print(reverse("report", args=[table_token(rule, table.pk)]).lstrip("/"))
    """).split()


def sit_down(open_page: Open, address: str, seat: int) -> Page:
    """Open the page of a table's code on a player's phone, and choose the player's own name."""
    phone = open_page(address, **PHONE)
    phone.locator(".choices a").nth(seat - 1).click()
    return phone


def promise_prizes(stack: Stack, name: str) -> None:
    """Set prizes of 50, 30 and 20 for the first three."""
    stack.python(f"""
        from tournaments.models import Tournament, User
        from tournaments.services.prizes import put
        event = Tournament.objects.get(name={name!r})
        lists = [{{"prizes": [{{"cents": 5000}}, {{"cents": 3000}}, {{"cents": 2000}}]}}]
        put(event.pk, by=User.objects.get(username="organiser"), rule={{}}, lists=lists)
    """)


def close(desk: Page, number: int) -> None:
    desk.get_by_role("button", name=f"Close round {number}").click()
    expect(desk.get_by_role("heading", name=re.compile(f"^Round {number} of"))).to_contain_text("closed")


def printed(desk: Page, what: str) -> str:
    """Return the text of a printed document of the event."""
    here = desk.url
    desk.get_by_role("link", name="Print, lists, embed").first.click()
    with desk.expect_download() as paper:
        desk.get_by_role("button", name=what).click()
    text = "\n".join(page.extract_text() for page in PdfReader(paper.value.path()).pages)
    desk.goto(here)
    return text


def expect_within_its_width(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def expect_on_the_wall(open_page: Open, address: str, names: Iterable[str]) -> None:
    """Look at the big screen: every name stands on one of its pages."""
    wall = open_page(f"{address}board/", viewport={"width": 1920, "height": 1080})
    expect(wall.locator("[data-board]")).to_be_visible()
    text = wall.locator("[data-board]").evaluate("board => board.textContent")
    assert [name for name in names if name not in text] == []
    wall.close()
