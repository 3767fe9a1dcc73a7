"""A game of Kwartet entered by touch, and whose hand a phone shows."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from tests.browser.games.test_touch import PHONE, at, table_of, touch
from tests.support.browser import Open, Watch, sign_in
from tests.support.stack import Stack


def test_a_whole_game_of_kwartet_is_entered_by_touch_and_a_player_sees_only_their_own_hand(
    stack: Stack, open_page: Open
) -> None:
    hands = [["A1", "A2", "B1", "C1"], ["A3", "B2", "B3", "C2"], ["A4", "B4", "C3", "C4"]]
    record = {"game": "kwartet", "options": {}, "setup": {"quartets": 3, "hands": hands}, "moves": []}
    slips = table_of(stack, "touch-kwartet", record, 3)
    desk_address, *own = stack.python("""
        from django.urls import reverse
        from tournaments.models import PersonalLink, Table
        table = Table.objects.get(round__tournament__slug="touch-kwartet", number=1)
        print(reverse("admin:tournaments_game", args=[table.round.tournament_id, table.pk]))
        for seat in table.seats.order_by("position"):
            print(reverse("own_game", args=[PersonalLink.objects.get_or_create(entry=seat.entry)[0].token]))
    """).split()
    bert, slip, helper = open_page(**PHONE), open_page(**PHONE), open_page(**PHONE)
    bert.goto(own[1].lstrip("/"))
    hand = bert.locator(".t-tray-hand .t-item")
    expect(hand).to_have_count(4)
    for place, card in enumerate(("A3", "B2", "B3", "C2")):
        expect(hand.nth(place)).to_have_attribute("data-key", f"card:{card}")
    slip.goto(slips[1].lstrip("/"))
    at(slip, 0)
    expect(slip.locator(".t-tray-hand")).to_have_count(0)

    sign_in(helper, stack.username)
    helper.goto(desk_address.lstrip("/"))
    at(helper, 0)
    # one who remembers everything: seat 1 asks in vain once, then each gets what they ask for
    for number, (seat, card) in enumerate(
        question.split(">") for question in ["2>A4", "1>A1", "1>A2", "3>A4", "3>B4", "1>B1", "3>C3", "3>C4", "1>C1"]
    ):
        at(helper, number)
        for key in (f"seat:{seat}", f"quartet:{card[0]}", card):
            touch(helper, key)
    at(helper, 9)
    # an entry turns the sand-glass that is open on the same phone: seat 2 was on turn from the first to the last
    turned = helper.evaluate("Object.entries(localStorage).filter(([key]) => key.startsWith('viertal.moved.'))")
    assert [json.loads(kept)["seat"] for _key, kept in turned] == [0]
    expect(helper.locator("#tap .t-turn")).to_contain_text(re.compile(r"The game is over: .+ 0, .+ 3, .+ 0\."))
    at(bert, 9)
    helper.get_by_role("button", name="Take the last move back").first.tap()
    at(helper, 8)
    for key in ("seat:1", "quartet:C", "C1"):
        touch(helper, key)
    at(helper, 9)
    helper.locator("#tap").get_by_role("button", name="Hand in as the table’s result").tap()
    expect(helper.get_by_text("handed in").first).to_be_visible()


def ask(phone: Page, question: str, answer: str) -> None:
    """A question, and what was answered at the table, on a phone that hears of no server."""
    seat, card = question.split(">")
    for key in (f"seat:{seat}", f"quartet:{card[0]}", card, answer):
        touch(phone, key)


def test_kwartet_goes_on_without_a_connection_and_what_was_misheard_is_told(
    stack: Stack, open_page: Open, watch: Watch
) -> None:
    watch.allow("409|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch")
    hands = [["A1", "A2", "B1", "C1"], ["A3", "B2", "B3", "C2"], ["A4", "B4", "C3", "C4"]]
    record = {"game": "kwartet", "options": {}, "setup": {"quartets": 3, "hands": hands}, "moves": []}
    phone = open_page(table_of(stack, "touch-kwartet-away", record, 3)[0].lstrip("/"), **PHONE)
    at(phone, 0)
    phone.context.set_offline(True)
    ask(phone, "2>A4", "=no")
    ask(phone, "1>A1", "=yes")
    ask(phone, "1>A2", "=yes")
    expect(phone.locator('#tap[data-queue="3"]')).to_be_visible()
    phone.context.set_offline(False)
    at(phone, 3)
    # seat 3 has the card, but whoever entered it heard the contrary, and went on with a question of seat 3
    phone.context.set_offline(True)
    ask(phone, "3>A4", "=no")
    ask(phone, "1>B1", "=no")
    phone.context.set_offline(False)
    expect(phone.locator('#tap[data-plies="4"][data-queue="1"]')).to_be_visible()
    expect(phone.locator(".t-queue .t-bad")).to_contain_text("was on turn here, not")
    phone.get_by_role("button", name="Remove all that is not sent").tap()
    at(phone, 4)

    # at the next table nobody noted the hands: the questions are enough, and they wait as well
    desk = stack.python("""
        from django.urls import reverse
        from tournaments.models import Table
        table = Table.objects.get(round__tournament__slug="touch-kwartet-away", number=2)
        print(reverse("admin:tournaments_game", args=[table.round.tournament_id, table.pk]))
    """).strip()
    helper = open_page(desk.lstrip("/"), by=stack.username, **PHONE)
    expect(helper.locator("html[data-kept]")).to_be_attached()
    helper.locator("#noted summary").tap()
    helper.locator("#noted-quartets").fill("2")
    questions = ["1:2>A3+", "1:2>A4+", "1:3>B2-", "3:2>B1-", "2:1>B1+", "2:3>B3+", "2:3>B4+"]
    for number, question in enumerate(questions, 1):
        if number == 3:
            helper.context.set_offline(True)
            helper.reload()
        for key in (f"asked:{question[2]}", f"quartet:{question[4]}", f"card:{question[5]}"):
            helper.locator(f'[data-noted-key="{key}"]').tap()
        helper.locator(f'[data-noted-key="{"yes" if question[-1] == "+" else "no"}"]').tap()
        expect(helper.locator("#noted .t-entries li")).to_have_count(number)
    helper.get_by_role("button", name="Check and show the game").tap()
    expect(helper.locator("#noted [data-problem]")).to_contain_text("No connection")
    helper.context.set_offline(False)
    helper.get_by_role("button", name="Check and show the game").tap()
    expect(helper.locator("#tap .t-turn")).to_contain_text(re.compile(r"The game is over: .+ 1, .+ 1, .+ 0\."))
