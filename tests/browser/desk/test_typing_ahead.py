"""Results typed faster than the server answers: each is saved at the table for which it was typed, or says why not."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from itertools import permutations

import pytest
from playwright.sync_api import Dialog, Locator, Page, expect

from tests.browser.test_evening import ARBITER, ARBITERS_PASSWORD, arbiter, table  # noqa: F401
from tests.support.browser import Open, Watch, drive_clock
from tests.support.examples import THOROUGH
from tests.support.stack import Stack
from tests.support.waiting import hold, later, stop_clock

READING = 400  # ms after which a question can have been read
MANY = 30 if THOROUGH else 12
WIDE = {"width": 1280, "height": 900}
FOURS = ["".join(order) for order in permutations("8420")] * 2
TWOS = ["10", "01", "=", "10", "10", "=", "01", "01", "01", "="] * 4


def evening(stack: Stack, slug: str, tables: int, seats: int = 4) -> str:
    """The desk of a round under way at so many tables."""
    kind = {"game": "quatro-chess", "system": "tables", "table_size": 4, "rounds_planned": 5}
    if seats == 2:
        kind = {"game": "quarto", "system": "berger", "table_size": 2, "rounds_planned": 3}
    made = stack.python(f"""
        from django.urls import reverse
        from tests.tournaments import make
        from tournaments.models import Appointment, Entry, Player, Tournament, User
        event = Tournament.objects.create(name={slug!r}, slug={slug!r}, published=True, **{kind!r})
        people = [Player(name=f"{slug} {{i:03}}") for i in range(1, {tables * seats} + 1)]
        Player.objects.bulk_create(people)
        Entry.objects.bulk_create(Entry(tournament=event, player=p, number=i) for i, p in enumerate(people, start=1))
        for user in User.objects.filter(username="{ARBITER}"):
            Appointment.objects.create(tournament=event, user=user)
        make.published(event, User.objects.filter(is_superuser=True).first())
        print(reverse("admin:tournaments_desk", args=[event.pk]))
    """)
    return made.strip().lstrip("/")


def book(stack: Stack, slug: str) -> dict[int, str]:
    """The result that stands at each table, in points, and how many there were before it where there were any."""
    lines = stack.python(f"""
        from tournaments.models import Result
        for result in Result.objects.filter(
                table__round__tournament__slug={slug!r}, is_current=True).order_by("table__number"):
            again = f" after {{result.number - 1}}" if result.number > 1 else ""
            print(result.table.number, " ".join("-" if p is None else str(p) for p in result.points) + again, sep="|")
    """)
    return {int(number): points for number, points in (line.split("|") for line in lines.split("\n") if line)}


def points(keys: str) -> str:
    """Return typed keys as the book writes them."""
    return "1/2 1/2" if keys == "=" else " ".join(keys)


def type_results(page: Page, keys: list[str]) -> None:
    """As fast as a machine types, one after another, wherever the line stands."""
    for text in keys:
        page.keyboard.type(text)
        page.keyboard.press("Enter")


def line(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Result", exact=True)


def at(page: Page) -> Locator:
    return page.locator("[data-quick] input[name=table]")


def unsaved(page: Page) -> Locator:
    return page.locator("[data-queue]")


def slow_down(page: Page, latency: int) -> None:
    """From now on each request of the page takes so many milliseconds more."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    conditions = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", conditions)
    taken = page.evaluate("""async () => {
        const begun = performance.now(); await (await fetch('/time/')).text(); return performance.now() - begun }""")
    assert taken >= latency


@pytest.fixture
def desk(stack: Stack, open_page: Open) -> Callable[[str], Page]:
    """Opens a desk as the organiser."""

    def opened(address: str) -> Page:
        page = open_page(address, by=stack.username, viewport=WIDE)
        expect(line(page)).to_be_focused()
        return page

    return opened


@pytest.fixture
def frozen(stack: Stack) -> Iterator[Callable[[], Callable[[], None]]]:
    """A function that makes the web process stand still, and gives one that lets it go on."""
    web = stack.processes()["web"]

    def freeze() -> Callable[[], None]:
        os.kill(web, signal.SIGSTOP)
        return lambda: os.kill(web, signal.SIGCONT)

    try:
        yield freeze
    finally:
        os.kill(web, signal.SIGCONT)


@pytest.mark.parametrize(
    ("seats", "latency", "tables"),
    # the network may answer faster or slower than a person types; many at once at one latency for each kind of table
    [(4, 0, 8), (2, 150, MANY), (4, 300, MANY), (2, 600, 8)],
)
def test_each_result_is_saved_where_it_was_typed_at_any_latency(
    stack: Stack, desk: Callable[[str], Page], seats: int, latency: int, tables: int
) -> None:
    slug = f"ahead-{seats}-{latency}"
    page = desk(evening(stack, slug, tables, seats))
    slow_down(page, latency)
    keys = (FOURS if seats == 4 else TWOS)[:tables]
    type_results(page, keys)
    expect(page.locator(".v-table.v-done")).to_have_count(tables, timeout=60_000)
    expect(unsaved(page)).to_be_hidden()
    expect(page.locator("[data-speech]")).to_contain_text("Results saved: ")
    assert book(stack, slug) == {number: points(text) for number, text in enumerate(keys, start=1)}


def test_nothing_is_lost_while_the_server_stands_still(
    stack: Stack, desk: Callable[[str], Page], frozen: Callable[[], Callable[[], None]], watch: Watch
) -> None:
    page = desk(evening(stack, "still", 8))
    expect(at(page)).to_have_value("1")
    drive_clock(page)
    go_on = frozen()
    type_results(page, FOURS[:3])
    # the line is at the next table at once; each table says what is typed for it
    expect(at(page)).to_have_value("4")
    expect(table(page, 2).locator(".v-chip")).to_contain_text(FOURS[1])
    page.clock.run_for(3_000)
    expect(unsaved(page)).to_contain_text("Not saved yet: 3. The server is not answering.")
    expect(table(page, 2).locator(".v-chip")).to_contain_text("not saved yet: 8402")
    # longer than the page waits for one answer: it gives that up and asks anew
    with page.expect_request(lambda request: "/result/" in request.url):
        page.clock.run_for(10_000)
    type_results(page, FOURS[3:5])
    expect(unsaved(page)).to_contain_text("Not saved yet: 5.")
    go_on()
    expect(page.locator(".v-table.v-done")).to_have_count(5)
    expect(unsaved(page)).to_be_hidden()
    assert book(stack, "still") == {number: points(FOURS[number - 1]) for number in range(1, 6)}


def test_what_is_not_saved_survives_a_reload_and_asks_before_it_is_left(
    stack: Stack, desk: Callable[[str], Page], watch: Watch
) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_FAILED")
    page = desk(evening(stack, "reload", 8))
    page.context.set_offline(True)
    type_results(page, FOURS[:2])
    expect(unsaved(page)).to_contain_text("Not saved yet: 2. No connection.")
    enter_on_card(page, 5, "0248")
    expect(unsaved(page)).to_contain_text("Not saved yet: 3.")
    page.context.set_offline(False)
    expect(page.locator(".v-table.v-done")).to_have_count(3)

    # only results do not get through
    page.context.route("**/desk/result/**", lambda route: route.abort("connectionfailed"))
    page.get_by_role("textbox", name="Result", exact=True).focus()
    type_results(page, ["4280", "2:0842"])
    enter_on_card(page, 6, "2048")
    expect(unsaved(page)).to_contain_text("Not saved yet: 2.")
    expect(unsaved(page)).to_contain_text("1 question: table 2.")
    kept = page.evaluate("Object.values(localStorage).join()")
    assert "4280" in kept
    assert "reload 0" not in kept  # no player's name
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    page.reload()
    assert asked == ["beforeunload"]
    expect(unsaved(page)).to_contain_text("Not saved yet: 2.")
    expect(table(page, 3).locator(".v-chip")).to_contain_text("4280")
    expect(table(page, 6).get_by_role("textbox").nth(3)).to_have_value("8")
    expect(table(page, 2).locator(".v-problem")).to_contain_text("You typed 0842.")
    page.context.unroute("**/desk/result/**")
    expect(page.locator(".v-table.v-done")).to_have_count(5)
    expect(unsaved(page)).not_to_contain_text("Not saved yet")
    expected = {1: "8 4 2 0", 2: "8 4 0 2", 3: "4 2 8 0", 5: "0 2 4 8", 6: "2 0 4 8"}
    assert book(stack, "reload") == expected
    table(page, 2).get_by_role("button", name="Replace it with mine").click()
    expect(unsaved(page)).to_be_hidden()
    assert book(stack, "reload") == expected | {2: "0 8 4 2 after 1"}


def test_a_refusal_comes_back_to_its_table_and_stays(stack: Stack, desk: Callable[[str], Page], watch: Watch) -> None:
    watch.allow("422")
    page = desk(evening(stack, "refused", 8))
    slow_down(page, 300)
    type_results(page, ["8420", "0248", "8888", "4280", "2048"])
    refused = table(page, 3).get_by_role("alert")
    expect(refused).to_contain_text("8888 is not saved.")
    expect(refused).to_contain_text("QC 6")
    expect(unsaved(page)).to_contain_text("1 result was refused: table 3.")
    # the typist was not held up, and what others enter does not take it away
    expect(at(page)).to_have_value("6")
    stack.python("""
        from tests.tournaments import make
        from tournaments.models import Table, User
        from tournaments.services.results import results
        last = Table.objects.get(round__tournament__slug="refused", number=8)
        boss = User.objects.filter(is_superuser=True).first()
        results.enter(last.pk, by=boss, points=make.points("8", "4", "2", "0"))
    """)
    expect(table(page, 8)).to_have_class(re.compile("v-done"))
    expect(refused).to_contain_text("QC 6")
    page.once("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(refused).to_contain_text("8888 is not saved.")
    # what was begun meanwhile is there again once the refused one is mended
    line(page).focus()
    page.keyboard.type("08")
    page.keyboard.press("ArrowUp")
    expect(at(page)).to_have_value("3")
    expect(line(page)).to_have_value("8888")
    page.keyboard.type("8402")
    page.keyboard.press("Enter")
    expect(at(page)).to_have_value("6")
    expect(line(page)).to_have_value("08")
    expect(table(page, 3)).to_have_class(re.compile("v-done"))
    expect(unsaved(page)).to_be_hidden()
    entered = {1: "8 4 2 0", 2: "0 2 4 8", 3: "8 4 0 2", 4: "4 2 8 0", 5: "2 0 4 8", 8: "8 4 2 0"}
    assert book(stack, "refused") == entered


def enter_on_card(page: Page, number: int, keys: str) -> None:
    """In the fields of a table's own card."""
    boxes = table(page, number).get_by_role("textbox")
    for position, sign in enumerate(keys):
        boxes.nth(position).fill(sign)
    boxes.nth(len(keys) - 1).press("Enter")


def test_what_is_typed_on_cards_is_saved_at_its_card(stack: Stack, desk: Callable[[str], Page]) -> None:
    page = desk(evening(stack, "cards", 6))
    slow_down(page, 600)
    table(page, 1).get_by_role("textbox").first.focus()
    for keys in FOURS[:6]:
        for sign in keys:
            page.keyboard.type(sign)
            page.keyboard.press("Tab" if sign is not keys[3] else "Shift")
        page.keyboard.press("Enter")
    expect(page.locator(".v-table.v-done")).to_have_count(6)
    assert book(stack, "cards") == {number: points(FOURS[number - 1]) for number in range(1, 7)}


def test_a_round_that_is_closed_meanwhile_leaves_what_was_typed(
    stack: Stack, desk: Callable[[str], Page], watch: Watch
) -> None:
    watch.allow("409|ERR_INTERNET_DISCONNECTED")
    address = evening(stack, "closed", 2)
    page = desk(address)
    page.context.set_offline(True)
    type_results(page, ["0248"])
    page.keyboard.type("28")
    expect(unsaved(page)).to_contain_text("Not saved yet: 1.")
    stack.python("""
        from tests.tournaments import make
        from tournaments.models import Round, User
        from tournaments.services.rounds import rounds
        boss = User.objects.filter(is_superuser=True).first()
        round_ = Round.objects.get(tournament__slug="closed")
        make.play(round_, boss)
        rounds.close(round_.pk, by=boss)
        make.draft(round_.tournament, boss)
    """)
    page.context.set_offline(False)
    stays = table(page, 1).get_by_role("alert")
    expect(stays).to_contain_text("You typed 0248.")
    expect(stays).to_contain_text("Table 1 already has 8 – 4 – 2 – 0, and play has gone on since.")
    expect(page.get_by_role("heading", name="Round 1 of 5")).to_contain_text("closed")
    expect(line(page)).to_have_value("28")
    table(page, 1).get_by_role("link", name="Correct it on its own page").click()
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
    boxes = page.locator("input[name^=points]")
    expect(boxes).to_have_count(4)
    for position, points in enumerate("0248"):
        expect(boxes.nth(position)).to_have_value(points)
    assert book(stack, "closed") == {1: "8 4 2 0", 2: "8 4 2 0"}


def test_two_who_type_at_once_lose_nothing(
    stack: Stack,
    desk: Callable[[str], Page],
    open_page: Open,
    arbiter: None,  # noqa: F811
    watch: Watch,
) -> None:
    watch.allow("409")
    address = evening(stack, "two", 6)
    one = desk(address)
    two = open_page(address, by=ARBITER, viewport=WIDE)
    for page in (one, two):
        slow_down(page, 150)
    for number in range(1, 6, 2):
        type_results(one, [f"{number}:{FOURS[number]}"])
        type_results(two, [f"{number + 1}:{FOURS[number + 1]}"])
    # both at one table: the first is saved, the second is asked
    expect(one.locator(".v-table.v-done")).to_have_count(6)
    assert book(stack, "two") == {number: points(FOURS[number]) for number in range(1, 7)}


def test_a_result_is_not_replaced_without_one_question(stack: Stack, desk: Callable[[str], Page], watch: Watch) -> None:
    watch.allow("409")
    page = desk(evening(stack, "asked", 6))
    type_results(page, ["8420", "8402", "8240"])
    expect(page.locator(".v-table.v-done")).to_have_count(3)
    question = page.locator("[data-question]")

    # the page knows of it: asked at Enter, Esc leaves it
    type_results(page, ["1:0248"])
    expect(question).to_contain_text(re.compile(r"Table 1 already has 8 – 4 – 2 – 0 \(organiser, \d\d:\d\d\)\."))
    expect(question).to_contain_text("Enter replaces it with 0248, Esc leaves it.")
    page.keyboard.press("Escape")
    expect(unsaved(page)).to_be_hidden()
    expect(at(page)).to_have_value("4")

    # the Enter that asks is not the answer to it; one after it was read is
    stop_clock(page)
    page.keyboard.type("1:0248")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(question).to_be_visible()
    assert page.evaluate("[results.parked().length, results.waiting().length]") == [1, 0]
    later(page, READING)
    page.keyboard.press("Enter")
    expect(unsaved(page)).to_be_hidden()
    assert book(stack, "asked")[1] == "0 2 4 8 after 1"

    # a table that was named keeps the line until the question is answered or left; it then waits at its own
    type_results(page, ["2:0284", "4:4280"])
    expect(table(page, 4)).to_have_class(re.compile("v-done"))
    expect(unsaved(page)).to_contain_text("1 question: table 2.")
    table(page, 2).get_by_role("button", name="Leave it as it is").click()
    expect(unsaved(page)).to_be_hidden()

    # the page cannot know of it yet: the server asks
    let_go = hold(page)
    type_results(page, ["5:8420", "5:0248"])
    let_go()
    expect(unsaved(page)).to_contain_text("1 question: table 5.")
    expect(table(page, 5).get_by_role("alert")).to_contain_text("organiser entered 8 – 4 – 2 – 0 for table 5")
    page.keyboard.press("ArrowUp")
    expect(line(page)).to_have_value("0248")
    later(page, READING)
    page.keyboard.press("Enter")
    expect(unsaved(page)).to_be_hidden()

    # on the card: Enter asks, “Correct” is meant
    enter_on_card(page, 3, "0824")
    expect(table(page, 3).locator(".v-problem")).to_contain_text("Table 3 already has 8 – 2 – 4 – 0")
    table(page, 3).get_by_role("textbox").first.press("Escape")
    expect(table(page, 3).get_by_role("textbox").first).to_have_value("8")
    table(page, 3).get_by_role("textbox").first.fill("0")
    table(page, 3).get_by_role("textbox").nth(3).fill("8")
    table(page, 3).get_by_role("button", name="Correct").click()
    expect(table(page, 3)).to_contain_text("corrected")
    assert book(stack, "asked") == {
        1: "0 2 4 8 after 1",
        2: "8 4 0 2",
        3: "0 2 4 8 after 1",
        4: "4 2 8 0",
        5: "0 2 4 8 after 1",
    }


def test_one_types_at_once_where_one_types(stack: Stack, desk: Callable[[str], Page], open_page: Open) -> None:
    address = evening(stack, "focus", 3)
    page = desk(address)
    page.reload()
    expect(line(page)).to_be_focused()
    page.get_by_role("heading", name="Round 1 of 5").click()
    page.keyboard.type("8420")
    expect(line(page)).to_have_value("8420")
    page.goto("admin/tournaments/tournament/")
    page.locator(f"a[href='/{address}']").first.click()
    expect(line(page)).to_be_focused()
    expect(page.get_by_text("With the table number first: 3:8420")).to_be_visible()

    # the clock is folded away once
    folded = page.locator("details[data-fold=clock]")
    expect(folded.get_by_role("button", name="Start")).to_be_visible()
    folded.get_by_role("heading", name="Clock").click()
    expect(folded.get_by_role("button", name="Start")).to_be_hidden()
    page.reload()
    expect(folded.get_by_role("heading", name="Clock")).to_be_visible()
    expect(folded.get_by_role("button", name="Start")).to_be_hidden()

    phone = open_page(
        address, by=stack.username, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    expect(phone.locator("[data-names]")).not_to_be_empty()
    expect(line(phone)).not_to_be_focused()
