"""A game entered by touch on the phones of its players, move by move, and without a connection for a while.

The thorough run enters whole games; a landing has their middle entered already, where it shows nothing new.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.support.browser import Open, Watch
from tests.support.examples import THOROUGH
from tests.support.stack import Stack

PHONE = {"viewport": {"width": 375, "height": 760}, "has_touch": True, "is_mobile": True}
GAMES = Path(__file__).parents[3] / "games"


def golden(name: str) -> dict:
    record: dict = json.loads((GAMES / name).read_text("utf-8"))["record"]
    return record


def table_of(stack: Stack, slug: str, record: dict, size: int, ready: int = 0) -> list[str]:
    """A published table at which players enter their own moves, the first ``ready`` entered: each seat's address."""
    return stack.python(f"""
        import time
        from django.urls import reverse
        from itertools import count
        from tests.tournaments import make
        # names of their own in a database that all browser tests share
        make._numbers = count({90_000 + sum(map(ord, slug))})
        from tournaments.models import LivePly, Table, User
        from tournaments.services.games import live_games
        from tournaments.services.results import reports
        from tournaments.services.rounds import rounds
        from tournaments.services.results.report_links import table_token
        boss = User.objects.get(username="organiser")
        made = make.tournament({size * 2}, slug={slug!r}, name={slug!r}, game={record["game"]!r},
            options={record["options"]!r}, table_size={size}, system={"tables" if size > 2 else "berger"!r},
            rounds_planned=3)
        rule = reports.set_rule(made.pk, by=boss, mode="accept", minutes=10, moves=True)
        round_ = rounds.ask_for_pairing(made.pk, by=boss)
        make.drafted(round_)
        rounds.publish(round_.pk, by=boss)
        table = Table.objects.filter(round=round_).order_by("number").first()
        row = live_games.begin(table.pk, by=boss, setup={record["setup"]!r})
        moves = {record["moves"][:ready]!r}
        LivePly.objects.bulk_create(LivePly(game=row, number=n, text=text) for n, text in enumerate(moves, 1))
        for position in range(1, {size} + 1):
            print(reverse("own_game_seat", args=[table_token(rule, table.pk), position]))
    """).split()


def at(phone: Page, plies: int) -> None:
    """Wait until so many entries are there and nothing waits."""
    expect(phone.locator(f'#tap[data-plies="{plies}"][data-queue="0"]')).to_be_visible()


def touch(phone: Page, key: str) -> None:
    phone.locator(f'#tap [data-key="{key}"]').first.tap()


def narrow(phone: Page) -> list[str]:
    """Everything to be touched outside of a board that is smaller than a thumb."""
    return phone.evaluate("""() => [...document.querySelectorAll("#tap button:not(.t-cell), #tap summary")]
        .map(e => [e, e.getBoundingClientRect()]).filter(([, r]) => r.width && (r.width < 44 || r.height < 44))
        .map(([e, r]) => `${e.textContent || e.title} ${r.width} x ${r.height}`)""")


def spoken(phone: Page, *words: str | re.Pattern[str]) -> None:
    for word in words:
        expect(phone.locator("#tap .t-voice")).to_contain_text(word)


def test_a_game_of_quarto_is_entered_by_touch_and_both_phones_follow(stack: Stack, open_page: Open) -> None:
    record = golden("quarto/golden/last-piece-called-by-1.json")
    ready = 0 if THOROUGH else 24
    first, second = table_of(stack, "touch-quarto", record, 2, ready)
    anna, bert = open_page(**PHONE), open_page(**PHONE)
    anna.goto(first.lstrip("/"))
    bert.goto(second.lstrip("/"))
    for number, text in enumerate(record["moves"][ready:-1], ready + 1):
        phone = anna if number % 4 < 2 else bert
        at(phone, number - 1)
        verb, what = text.split()
        touch(phone, f"left:{what}" if verb == "give" else what)
    at(anna, 32)
    assert not narrow(anna)
    # whoever calls shows the line
    anna.locator(".t-call").first.tap()
    expect(anna.locator(".t-turn")).to_contain_text("Show the line")
    for square in ("d1", "d2", "d3", "d4"):
        touch(anna, square)
    at(bert, 33)
    spoken(bert, "calls “Quarto!” with the line d1 d2 d3 d4", re.compile(r"The game is over: .+ 1, .+ 0\."))
    anna.get_by_role("button", name="Hand in as the table’s result").tap()
    expect(anna.locator(".t-turn")).to_contain_text("handed in")


def enter_turn(phone: Page, text: str) -> None:
    """A turn of Quaro by touch: the stones, and what was drawn."""
    placed = [word for word in text.split() if word[0] not in "-+"]
    drawn = text.partition("+")[2]
    for word in placed:
        touch(phone, f"hand:{word[0]}")
        touch(phone, word[1:])
    if not placed and phone.locator('[data-key="=pass"]').count():
        touch(phone, "=pass")
    if phone.locator('[data-key="=draw"]').count():
        touch(phone, "=draw")
    for letter in drawn:
        touch(phone, f"bag:{letter}")


def play_quaro(phone: Page, moves: list[str], ready: int) -> None:
    """Enter the turns after the first so many."""
    for number, text in enumerate(moves[ready:], ready + 1):
        if "+" not in text and number < 20 and phone.locator('[data-key="=forgot"]').count():
            touch(phone, "=forgot")
        enter_turn(phone, text)
        if "+" not in text and phone.locator('[data-key="=forgot"]').count():
            touch(phone, "=forgot")
            phone.locator(".t-next .t-yes").tap()
        at(phone, number)


def test_a_game_of_quaro_is_entered_by_touch_and_forgetting_is_an_act_of_its_own(stack: Stack, open_page: Open) -> None:
    record = golden("quaro/golden/board-full-2-players.json")
    address = table_of(stack, "touch-quaro", record, 2)[0]
    phone = open_page(address.lstrip("/"), **PHONE)
    # the first turn once more, with the draw forgotten: asked once, then taken back
    first = record["moves"][0]
    enter_turn(phone, first.partition(" +")[0])
    touch(phone, "=forgot")
    expect(phone.locator(".t-ask")).to_contain_text("forgot to draw")
    phone.locator(".t-next .t-yes").tap()
    at(phone, 1)
    assert not narrow(phone)
    phone.get_by_role("button", name="Take the last move back").tap()
    at(phone, 0)
    if THOROUGH:
        play_quaro(phone, record["moves"], 0)
    else:
        play_quaro(phone, record["moves"][:8], 0)
        phone.goto(table_of(stack, "touch-quaro-late", record, 2, 27)[0].lstrip("/"))
        play_quaro(phone, record["moves"], 27)
    expect(phone.locator(".t-turn")).to_contain_text("The game is over")


def step_of(text: str) -> list[str]:
    """The touches of a move of Quatro Chess."""
    cut = next(place for place in range(2, len(text)) if text[place].isalpha())
    target, promoted = text[cut:], []
    if target[-1].isalpha():
        target, promoted = target[:-1], [f"={target[-1]}"]
    return [text[:cut], target, *promoted]


def confirm(phone: Page, act: str) -> None:
    """An act that is asked once: resigned, out of time, a draw."""
    if phone.locator(f'#tap details:not([open]) [data-act="{act}"]').count():
        phone.locator("#tap .t-acts summary").tap()
    phone.locator(f'#tap [data-act="{act}"]').tap()
    phone.locator("#tap .t-next .t-yes").tap()


def test_a_game_of_quatro_chess_is_entered_by_touch_and_turns_the_glass_of_the_phone(
    stack: Stack, open_page: Open
) -> None:
    record = golden("quatro_chess/golden/mate.json")
    ready = 0 if THOROUGH else 40
    address = table_of(stack, "touch-mate", record, 4, ready)[0]
    phone = open_page(address.lstrip("/"), **PHONE)
    # the sand-glass of the table, in another window of the same phone
    glass = phone.context.new_page()
    glass.goto(phone.locator("a", has_text="Sand-glass").get_attribute("href").lstrip("/"))
    names = [button.get_attribute("data-name") for button in glass.locator("[data-seat]").all()]
    glass.locator("[data-face]").tap()
    for number, text in enumerate(record["moves"][ready:], ready + 1):
        if text == "resign":
            confirm(phone, text)
        else:
            for key in step_of(text):
                touch(phone, key)
        at(phone, number)
        if number == ready + 2:
            expect(glass.locator("[data-who]")).to_have_text(names[2])
    expect(phone.locator(".t-turn")).to_contain_text("The game is over")
    phone.get_by_role("button", name="Hand in as the table’s result").tap()
    expect(phone.locator(".t-turn")).to_contain_text("handed in")


def test_promotion_time_and_the_fifty_move_rule_are_touched_and_taken_back(stack: Stack, open_page: Open) -> None:
    record = golden("quatro_chess/golden/last-standing.json")
    at_promotion = next(index for index, text in enumerate(record["moves"]) if text[-1] == "q")
    phone = open_page(table_of(stack, "touch-promotes", record, 4, at_promotion)[0].lstrip("/"), **PHONE)
    at(phone, at_promotion)
    origin, target, queen = step_of(record["moves"][at_promotion])
    touch(phone, origin)
    touch(phone, target)
    expect(phone.locator(".t-turn")).to_contain_text("Choose the piece that the pawn becomes.")
    assert not narrow(phone)
    expect(phone.locator(".t-next [data-key^='=']")).to_have_count(4)
    touch(phone, queen)
    at(phone, at_promotion + 1)
    out_of_time = phone.locator("[data-act^=forfeit]").first.get_attribute("data-act") or ""
    confirm(phone, out_of_time)
    at(phone, at_promotion + 2)
    phone.get_by_role("button", name="Take the last move back").tap()
    at(phone, at_promotion + 1)

    record = golden("quatro_chess/golden/fifty-moves.json")
    ready = len(record["moves"]) - 1
    phone.goto(table_of(stack, "touch-fifty", record, 4, ready)[0].lstrip("/"))
    at(phone, ready)
    confirm(phone, "draw50")
    at(phone, ready + 1)
    expect(phone.locator(".t-turn")).to_contain_text("The game is over: ")


def test_quatro_chess_without_a_connection_for_a_while_loses_nothing(
    stack: Stack, open_page: Open, watch: Watch
) -> None:
    watch.allow("409|ERR_INTERNET_DISCONNECTED")
    record = golden("quatro_chess/golden/last-standing.json")
    moves, ready = record["moves"], len(record["moves"]) - 9
    address = table_of(stack, "touch-chess", record, 4, ready)[1]
    phone = open_page(address.lstrip("/"), **PHONE)
    at(phone, ready)
    # the reader's own seat is at the bottom; the board turns
    expect(phone.locator(".t-below .t-sign").first).to_have_text("R")
    phone.get_by_role("button", name="Turn the board").tap()
    expect(phone.locator(".t-below .t-sign").first).to_have_text("B")
    for key in step_of(moves[ready]):
        touch(phone, key)
    at(phone, ready + 1)
    phone.context.set_offline(True)
    for text in moves[ready + 1 : ready + 4]:
        for key in step_of(text):
            touch(phone, key)
    expect(phone.locator('#tap[data-queue="3"]')).to_be_visible()
    expect(phone.locator(".t-queue")).to_contain_text("Not sent yet: 3")
    spoken(phone, moves[ready + 3], "not sent yet")
    kept = phone.evaluate("Object.keys(localStorage).filter(key => key.startsWith('viertal:tap:')).length")
    assert kept == 1
    # read again with the connection back: what was kept is sent, in order
    phone.context.set_offline(False)
    phone.once("dialog", lambda dialog: dialog.accept())
    phone.reload()
    at(phone, ready + 4)
    # what the rules refuse stays, with the reason, and so does what follows it
    phone.context.set_offline(True)
    for keys in (step_of(moves[ready + 4]), step_of(moves[ready + 5])):
        for key in keys:
            touch(phone, key)
    # while somebody else enters another move
    stack.python(f"""
        from tournaments.models import LiveGame, User
        from tournaments.services.games import live_games
        from tournaments.selectors.games import replays
        row = LiveGame.objects.select_related("table__round__tournament").get(
            table__round__tournament__slug="touch-chess")
        live_games.enter(row.pk, by=User.objects.get(username="organiser"), after={ready + 4}, text="resign")
    """)
    phone.context.set_offline(False)
    expect(phone.locator(".t-queue .t-bad")).to_contain_text("The last move is now")
    expect(phone.locator(".t-unsent li")).to_have_count(2)
    expect(phone.locator(".t-queue")).not_to_contain_text("when the connection is back")
    expect(phone.locator(".t-at").get_by_text("12", exact=True)).to_be_visible()
    phone.get_by_role("button", name="Remove all that is not sent").tap()
    at(phone, ready + 5)
    assert not narrow(phone)


def test_the_page_opens_again_without_a_connection_as_the_game_stood(
    stack: Stack, open_page: Open, watch: Watch
) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|before the connection")
    record = golden("quarto/golden/last-piece-called-by-1.json")
    phone = open_page(table_of(stack, "touch-again", record, 2)[0].lstrip("/"), **PHONE)
    expect(phone.locator("html[data-kept]")).to_be_attached()
    for number, text in enumerate(record["moves"][:4]):
        if number == 2:  # two entries are with the server, two wait on the phone
            at(phone, 2)
            phone.context.set_offline(True)
        verb, what = text.split()
        touch(phone, f"left:{what}" if verb == "give" else what)
    for _visit in range(2):
        phone.once("dialog", lambda dialog: dialog.accept())
        phone.reload()
        expect(phone.locator('#tap[data-plies="2"][data-queue="2"]')).to_be_visible()
        place = record["moves"][1].split()[1]
        expect(phone.locator(f'#tap [data-key="{place}"] svg')).to_be_visible()
        expect(phone.locator(".t-warn")).to_contain_text("No connection")
    # a page that was never open cannot be there
    phone.context.set_offline(False)
    at(phone, 4)


def test_nothing_of_the_desk_is_kept_on_a_device_that_logged_out(stack: Stack, open_page: Open, watch: Watch) -> None:
    record = golden("quarto/golden/last-piece-called-by-1.json")
    table_of(stack, "touch-leave", record, 2)
    desk = stack.python("""
        from django.urls import reverse
        from tournaments.models import Table
        table = Table.objects.filter(round__tournament__slug="touch-leave").order_by("number").first()
        print(reverse("admin:tournaments_game", args=[table.round.tournament_id, table.pk]))
    """).strip()
    helper = open_page(desk.lstrip("/"), by=stack.username, **PHONE)
    expect(helper.locator("html[data-kept]")).to_be_attached()
    kept = """async () => (await (await caches.open("viertal-pages-1")).keys())
        .map(request => new URL(request.url).pathname)
        .filter(path => path.startsWith("/admin/"))"""
    assert helper.evaluate(kept) == [desk]
    helper.evaluate("""() => {
        const form = document.createElement("form");
        form.method = "post";
        form.action = "/admin/logout/";
        form.append(document.querySelector("[name=csrfmiddlewaretoken]").cloneNode());
        document.body.append(form);
        form.submit();
    }""")
    helper.wait_for_url("**/logout/**")
    helper.wait_for_function(f"async () => !(await ({kept})()).length")
