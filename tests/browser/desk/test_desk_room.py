"""The room on the desk's page of a round: what an arbiter with forty players sees without scrolling, and what moves."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.test_evening import table
from tests.support.browser import Open, sign_in
from tests.support.stack import Stack

LONG = "Marijke van Oosterhout-Vermeulen"
TOO_LONG = "Marijke van den Oosterhout-Vermeulen"
LONGER = "Elżbieta Wiśniewska-Brzęczyszczykiewicz"  # its last part is wider than a name's room beside a field
LONGEST = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren Max"  # no line of a table is as wide
IN_SIGHT = """() => [...document.querySelectorAll(".v-table")]
    .filter(row => row.getBoundingClientRect().bottom <= innerHeight).length"""
TOPS = "() => [...document.querySelectorAll('.v-table')].map(row => Math.round(row.getBoundingClientRect().top))"
CUT = """() => [...document.querySelectorAll(".v-table :is(.v-name, .v-seat, .v-acts, h3)")]
    .filter(part => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline")
    .map(part => part.textContent.trim())"""

BROKEN = """() => [...document.querySelectorAll(".v-table .v-name")].flatMap(part => {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), word = document.createRange(), broken = [];
    for (let text; text = texts.nextNode();)
        for (const found of text.data.matchAll(/[^\\s-]+-?/g)) {
            word.setStart(text, found.index);
            word.setEnd(text, found.index + found[0].length);
            if (new Set([...word.getClientRects()].map(box => Math.round(box.top))).size > 1) broken.push(found[0]);
        }
    return broken;
})"""  # the words that go on on another line
APART = """() => [...document.querySelectorAll(".v-table")].flatMap(table => {
    const places = [...table.querySelectorAll("label.v-seat")].map(seat => {
        const box = seat.getBoundingClientRect(), field = seat.querySelector("input").getBoundingClientRect();
        const name = document.createRange();
        name.selectNodeContents(seat.querySelector(".v-name"));
        const below = [...name.getClientRects()].some(line =>
            line.right > field.left + 1 && line.left < field.right && line.bottom > field.top + 1
            && line.top < field.bottom - 1);
        const place = `${Math.round(box.right - field.right)} ${Math.round((field.top - box.top) / 4)}`;
        return below ? `${place} covered: ${name}` : place;
    });
    return new Set(places).size > 1 || places.some(place => place.includes("covered")) ? [places] : [];
})"""  # the tables whose fields do not stand at one place, or lie on a name
CONTRAST = """part => {
    const canvas = document.createElement("canvas").getContext("2d");
    const light = colour => {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(x => x / 255)
            .map(x => x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
        return .2126 * r + .7152 * g + .0722 * b;
    };
    const style = getComputedStyle(part);
    const [low, high] = [style.color, style.backgroundColor].map(light).sort((a, b) => a - b);
    return (high + .05) / (low + .05);
}"""


def forty(stack: Stack) -> str:
    """Ten tables of a round that is under way; the address of their desk."""
    made = stack.python(f"""
        from itertools import count
        from django.urls import reverse
        from tests.tournaments import make
        from tournaments.models import Clock, Player, User
        make._numbers = count(9401)  # names of their own in a database that all browser tests share
        made = make.tournament(40, name="Cape Open – Quatro Chess Rapid", venue="Stellenbosch", slug="room")
        Player.objects.filter(entries__tournament=made, entries__number=28).update(name={LONG!r})
        boss = User.objects.filter(is_superuser=True).first()
        round_ = make.published(made, boss)
        make.results.enter(round_.tables.get(number=1).pk, by=boss, points=make.points("8", "4", "2", "0"))
        Clock.objects.create(tournament=made, seconds=3600, left_ms=3_600_000, round=1)
        print(reverse("admin:tournaments_desk", args=[made.pk]))
    """)
    return made.strip().lstrip("/")


def test_an_arbiter_of_forty_sees_their_tables_and_nothing_moves_when_a_result_is_saved(
    stack: Stack, open_page: Open
) -> None:
    address = forty(stack)
    page = open_page(address, by=stack.username, viewport={"width": 1280, "height": 800})
    expect(page.get_by_role("textbox", name="Result", exact=True)).to_be_focused()
    expect(page.get_by_text(LONG)).to_be_visible()
    assert page.evaluate(IN_SIGHT) >= 8
    # the event's pages are in the sidebar and nowhere else; with that closed they stand on the page
    links = page.get_by_role("navigation", name="The evening")
    expect(links).to_have_count(1)
    assert links.evaluate("nav => nav.closest('#nav-sidebar') !== null")

    before = page.evaluate(TOPS)
    page.keyboard.type("8420\n")
    expect(table(page, 2).get_by_text("saved")).to_be_visible()
    assert page.evaluate(TOPS) == before
    # why a result is corrected is asked of whoever corrects it, in the place of who entered it
    reason = table(page, 1).get_by_role("textbox", name="Reason")
    expect(reason).to_have_count(0)
    table(page, 1).get_by_role("textbox").nth(3).focus()
    page.keyboard.press("Tab")
    expect(reason).to_be_focused()
    assert page.evaluate(TOPS) == before
    page.keyboard.type("misread")
    table(page, 3).get_by_role("textbox").first.focus()
    expect(reason).to_have_value("misread")
    assert page.evaluate(TOPS) == before

    for width in (320, 375, 768, 1000, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert page.evaluate(CUT) == [], width
    page.set_viewport_size({"width": 1000, "height": 800})
    expect(links).to_have_count(1)
    assert links.evaluate("nav => nav.closest('#desk') !== null")

    # every page of the event leads to the others, and where one is can be told by night, too
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(color_scheme="dark")
    links.get_by_text("Less often").click()
    links.get_by_role("link", name="Penalties").click()
    expect(links.get_by_role("link")).to_have_count(22)
    for current in (links.locator("[aria-current=page]"), page.locator("#nav-sidebar-apps a.active")):
        expect(current).to_have_count(1)
        assert current.evaluate(CONTRAST) >= 4.5
    expect(links.locator("[aria-current=page]")).to_have_text("Penalties")


def test_on_a_phone_the_first_table_begins_in_the_upper_half_and_the_rest_is_a_tap_away(
    stack: Stack, open_page: Open
) -> None:
    address = stack.python(f"""
        from itertools import count
        from django.urls import reverse
        from tests.tournaments import make
        from tournaments.models import Clock, Player, User
        make._numbers = count(9501)
        made = make.tournament(40, name="Pocket Open – Quatro Chess", slug="pocket", rounds_planned=3)
        for number, name in ((28, {TOO_LONG!r}), (6, {LONGER!r}), (21, {LONGEST!r})):
            Player.objects.filter(entries__tournament=made, entries__number=number).update(name=name)
        boss = User.objects.filter(is_superuser=True).first()
        round_ = make.published(made, boss)
        make.results.enter(round_.tables.get(number=1).pk, by=boss, points=make.points("8", "4", "2", "0"))
        Clock.objects.create(tournament=made, seconds=3600, left_ms=3_600_000, round=1)
        print(reverse("admin:tournaments_desk", args=[made.pk]))
    """)
    page = open_page(address.strip().lstrip("/"), by=stack.username, viewport={"width": 375, "height": 760})
    expect(page.get_by_role("heading", name="Round 1 of 3")).to_be_visible()
    expect(page.locator("[data-face]")).not_to_be_empty()
    first = table(page, 1).bounding_box()
    assert first and first["y"] < 300
    assert table(page, 1).evaluate("row => row.getBoundingClientRect().bottom <= innerHeight")

    # the event's pages, its time and place, and the clock are folded; what is done seldom stands below the tables
    links = page.locator("#desk").get_by_role("navigation", name="The evening")
    expect(links).to_have_count(0)
    page.get_by_text("More", exact=True).click()
    expect(links.get_by_role("link", name="Prizes")).to_be_visible()
    links.get_by_text("Less often").click()
    expect(links.get_by_role("link", name="Penalties")).to_be_visible()
    expect(page.locator(".v-more .v-facts").get_by_text("40 players")).to_be_visible()
    page.locator(".v-fold > summary").click()
    expect(page.get_by_text("Set the clock")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    below, last = page.get_by_role("link", name="Change the pairing").bounding_box(), table(page, 10).bounding_box()
    assert below and last and below["y"] > last["y"] + last["height"]

    # a name is broken inside a word only where the word is longer than its line, and never cut
    for width in (320, 375, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert page.evaluate(CUT) == [], width
        assert set(page.evaluate(BROKEN)) <= {LONGEST.split()[0]}, width
        assert page.evaluate(APART) == [], width


def test_the_next_step_stays_in_sight_below_many_tables(stack: Stack, open_page: Open) -> None:
    page = open_page(viewport={"width": 1280, "height": 640})
    address = stack.python("""
        from django.urls import reverse
        from tests.tournaments.public.build import event
        made = event("many", 40, rounds=1, size=2, system="berger", rounds_planned=3)
        print(reverse("admin:tournaments_desk", args=[made.pk]))
    """)
    sign_in(page, stack.username)
    page.goto(address.strip().lstrip("/"))
    table(page, 20).scroll_into_view_if_needed()
    step = page.get_by_role("button", name="Close round 1")
    expect(step).to_be_in_viewport()
    # the line for results does not lie below it
    box, line = step.bounding_box(), page.get_by_role("textbox", name="Result", exact=True).bounding_box()
    assert box and line and box["y"] + box["height"] <= line["y"]
    # nor does a table that is gone to
    reached = table(page, 9)
    reached.evaluate("row => row.scrollIntoView({block: 'start', behavior: 'instant'})")
    box, line = reached.bounding_box(), page.locator(".v-line-box").bounding_box()
    assert box and line and box["y"] >= line["y"] + line["height"]
    # on a phone, too, where the line for results makes way
    page.set_viewport_size({"width": 375, "height": 760})
    table(page, 20).scroll_into_view_if_needed()
    expect(step).to_be_in_viewport()
    step.click()
    expect(page.get_by_text(re.compile("Round 1 is closed"))).to_be_visible()
