"""Evenings of Catan, Commander and Doppelkopf as clubs have them: cards, results, phones, wall, paper and prizes."""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction

from playwright.sync_api import expect

from tests.browser import evenings
from tests.browser.test_evening import table
from tests.support.browser import Open, Watch
from tests.support.stack import Stack


def test_a_catan_evening_of_22_at_tables_of_three_and_four(stack: Stack, open_page: Open, watch: Watch) -> None:
    name, people = "Catan in the browser", [f"Settler {n:02}" for n in range(1, 23)]
    desk = evenings.made_from_its_card(open_page, stack, "Catan", name, rounds=1)
    evenings.enter_pasted(desk, people)
    expect(desk.locator("[data-clock]")).to_contain_text("1:30:00")
    seats = evenings.publish(desk, 1)
    public = evenings.public_address(stack, name)
    assert sorted(map(len, seats.values())) == [3, 3, 4, 4, 4, 4]
    whole = [number for number, names in seats.items() if len(names) == 4]
    first, second = [number for number, names in seats.items() if len(names) == 3]
    evenings.expect_on_the_wall(open_page, public, people)

    # the line shows what is typed at a table of three, and refuses a fourth score
    watch.allow("422")
    desk.locator("input[name=table]").fill(str(first))
    expect(evenings.result_line(desk)).to_have_attribute("placeholder", "10 8 6")
    evenings.type_results(desk, f"{first}:10 9 8 7", f"{whole[0]}:10 10 4 5", f"{whole[1]}:1 10 4 5")
    expect(table(desk, first)).to_contain_text("has 3 seats, but 4 numbers were typed.")
    expect(table(desk, whole[0])).to_contain_text("Somebody wins this game; nobody shares the first place.")
    expect(table(desk, whole[1])).to_contain_text(": a score is at least 2 here, not 1.")
    for number in (first, whole[0], whole[1]):
        table(desk, number).get_by_role("button", name="Discard").click()

    # what is both odd and impossible is refused, and not asked about; what is odd alone is asked about once
    evenings.type_results(desk, f"{whole[2]}:14 14 3 3")
    expect(table(desk, whole[2])).to_contain_text("nobody shares the first place")
    table(desk, whole[2]).get_by_role("button", name="Discard").click()
    scores = {first: (10, 9, 8), whole[0]: (7, 10, 6, 9), whole[1]: (3, 4, 5, 11), whole[2]: (9, 6, 4, 5)}
    evenings.type_results(desk, f"{whole[2]}:9 6 4 5")
    expect(table(desk, whole[2])).to_contain_text("The best score of the table, 9, is unusual for a winner.")
    evenings.answer_with_enter(desk)
    evenings.expect_done(desk, whole[2])
    lines = {number: f"{number}:{' '.join(map(str, typed))}" for number, typed in scores.items()}
    evenings.type_results(desk, lines[first], lines[whole[0]], lines[whole[1]])
    evenings.expect_done(desk, *scores)
    expect(table(desk, first).locator(".v-brings")).to_have_text(["1", "0", "0"])

    # a table of three reports on its phones: a result that cannot be is refused there, too
    addresses = evenings.let_players_report(stack, name)
    phone = evenings.sit_down(open_page, addresses[second - 1], 1)
    for box, text in zip(phone.get_by_role("textbox").all(), ("10", "10", "5"), strict=True):
        box.fill(text)
    phone.get_by_role("button", name="Report this result").click()
    expect(phone.get_by_role("alert")).to_contain_text("nobody shares the first place")
    phone.get_by_role("textbox").nth(1).fill("8")
    phone.get_by_role("button", name="Report this result").click()
    expect(phone.locator("[data-news]")).to_contain_text("You reported this.")
    evenings.expect_within_its_width(phone)
    for seat in (2, 3):
        other = evenings.sit_down(open_page, addresses[second - 1], seat)
        expect(other.locator(".said b")).to_have_text(["10", "8", "5"])
        other.get_by_role("button", name="Yes, that is right").click()
        expect(other.locator("[data-news]")).to_be_visible()
        other.close()
    expect(phone.locator("[data-news]")).to_contain_text("This is the table’s result.")
    scores[second] = (10, 8, 5)
    evenings.expect_done(desk, second)
    scores[whole[3]] = (10, 2, 2, 2)
    evenings.type_results(desk, f"{whole[3]}:10 2 2 2")
    evenings.expect_done(desk, whole[3])

    # games won rank, then victory points
    brought = {
        player: (Fraction(score == max(typed)), score)
        for number, typed in scores.items()
        for player, score in zip(seats[number], typed, strict=True)
    }
    ranked = evenings.standings(stack, name)
    assert dict(ranked) == {player: won for player, (won, _score) in brought.items()}
    order = [brought[player] for player, _points in ranked]
    assert order == sorted(order, reverse=True)

    # paper asks for scores, and has the prizes for those who won; the first page names the winner
    slips = evenings.printed(desk, "Table slips to cut")
    assert "Score" in slips and "Points" not in slips
    assert all(player in slips for player in people)
    evenings.promise_prizes(stack, name)
    evenings.close(desk, 1)
    prizes = evenings.printed(desk, "Prizes")
    # six won their game: victory points, and then the lot, say who of them has the three prizes
    assert [player for player, _points in ranked if player in prizes] == [player for player, _points in ranked[:3]]
    assert "16.67" not in prizes
    guest = open_page(public, **evenings.PHONE)
    expect(guest.locator("main")).to_contain_text(f"Winner: {ranked[0][0]}")
    evenings.expect_within_its_width(guest)
    assert all(player in (guest.locator("main").text_content() or "") for player in people)


def test_a_commander_night_of_30_with_short_pods_and_draws(stack: Stack, open_page: Open, watch: Watch) -> None:
    name, people = "Commander in the browser", [f"Mage {n:02}" for n in range(1, 31)]
    desk = evenings.made_from_its_card(open_page, stack, "Commander", name, rounds=2)
    evenings.enter_pasted(desk, people)
    expect(desk.locator("[data-clock]")).to_contain_text("1:25:00")
    public = evenings.public_address(stack, name)
    taken: dict[str, Fraction] = defaultdict(Fraction)
    watch.allow("422")
    for number in (1, 2):
        seats = evenings.publish(desk, number)
        assert sorted(map(len, seats.values())) == [3, 3, 4, 4, 4, 4, 4, 4]
        if number == 1:
            evenings.expect_on_the_wall(open_page, public, people)
            expect(desk.locator(".v-hint")).to_contain_text("= is a draw.")
            one, other = [pod for pod, players in seats.items() if len(players) == 4][:2]
            evenings.type_results(desk, f"{one}:5500", f"{other}:0100")
            expect(table(desk, one)).to_contain_text("No table of 4 ends with (5, 5, 0, 0).")
            expect(table(desk, one)).to_contain_text(
                "Possible are (5, 0, 0, 0), (1, 1, 1, 1), (1, 1, 1, 0) or (1, 1, 0, 0)."
            )
            expect(table(desk, other)).to_contain_text("No table of 4 ends with (0, 1, 0, 0).")
            for refused in (one, other):
                table(desk, refused).get_by_role("button", name="Discard").click()
        else:
            # equal scores meet: whoever won is at the first tables, with others who won
            assert all(taken[player] == 5 for player in seats[1])
        lines = []
        for pod, players in seats.items():
            winner = (pod + number) % len(players)
            drawn = pod in (3, 8)
            lines.append(
                f"{pod}:" + ("=" if drawn else "".join("5" if n == winner else "0" for n in range(len(players))))
            )
            for seat, player in enumerate(players):
                taken[player] += 1 if drawn else 5 * (seat == winner)
        evenings.type_results(desk, *lines)
        evenings.expect_done(desk, *seats)
        evenings.close(desk, number)
    assert dict(evenings.standings(stack, name)) == taken
    ranked = evenings.standings(stack, name)
    assert [points for _player, points in ranked] == sorted(taken.values(), reverse=True)

    guest = open_page(f"{public}standings/", **evenings.PHONE)
    row = guest.get_by_role("row").filter(has_text=ranked[0][0])
    expect(row).to_contain_text(str(ranked[0][1]))
    evenings.expect_within_its_width(guest)
    assert "notation" not in evenings.printed(desk, "Blank score sheet")


def test_a_doppelkopf_evening_of_24(stack: Stack, open_page: Open, watch: Watch) -> None:
    name, people = "Doppelkopf in the browser", [f"Karo {n:02}" for n in range(1, 25)]
    desk = evenings.made_from_its_card(open_page, stack, "Doppelkopf", name, rounds=1)
    evenings.enter_pasted(desk, people)
    expect(desk.locator("[data-clock]")).to_contain_text("1:40:00")
    seats = evenings.publish(desk, 1)
    public = evenings.public_address(stack, name)
    assert [len(names) for names in seats.values()] == [4] * 6
    evenings.expect_on_the_wall(open_page, public, people)

    # a table adds up to 0; a score that is hardly ever seen is asked about, but not where it cannot be
    watch.allow("422")
    evenings.type_results(desk, "1:30 10 -10 -20", "2:150 0 0 0")
    expect(table(desk, 1)).to_contain_text("The scores of a table add up to 0; these make 10.")
    expect(table(desk, 2)).to_contain_text("The scores of a table add up to 0; these make 150.")
    for refused in (1, 2):
        table(desk, refused).get_by_role("button", name="Discard").click()
    evenings.type_results(desk, "2:150 -50 -50 -50")
    expect(table(desk, 2)).to_contain_text(": a score of 150 is unusually high.")
    evenings.answer_with_enter(desk)
    evenings.expect_done(desk, 2)

    # a typographic minus, a plus, and a substitute who plays for somebody missing, for nobody's points
    scores: dict[int, tuple[int | None, ...]] = {
        1: (30, 10, -10, -30),
        2: (150, -50, -50, -50),
        3: (8, -4, -4, 0),
        4: (None, 21, -14, -3),
        5: (0, 0, 0, 0),
    }
    evenings.type_results(desk, "1:30 10 -10 -30", "3:+8 −4 −4 0", "4:- 21 -14 -3", "5:0 0 0 0")
    evenings.expect_done(desk, *scores)

    # a table reports on its phones, with the minus that their keyboards have
    address = evenings.let_players_report(stack, name)[5]
    phone = evenings.sit_down(open_page, address, 1)
    scores[6] = (12, 12, -12, -12)
    for box, score in zip(phone.get_by_role("textbox").all(), scores[6], strict=True):
        box.fill(str(score))
    phone.get_by_role("button", name="Report this result").click()
    for seat in (2, 3, 4):
        other = evenings.sit_down(open_page, address, seat)
        other.get_by_role("button", name="Yes, that is right").click()
        expect(other.get_by_role("button", name="Yes, that is right")).to_have_count(0)
        other.close()
    expect(phone.locator("[data-news]")).to_contain_text("This is the table’s result.")
    evenings.expect_done(desk, 6)

    taken = {
        player: Fraction(score or 0)
        for number, typed in scores.items()
        for player, score in zip(seats[number], typed, strict=True)
    }
    ranked = evenings.standings(stack, name)
    assert dict(ranked) == taken
    assert [points for _player, points in ranked] == sorted(taken.values(), reverse=True)
    sheet = evenings.printed(desk, "Blank score sheet")
    assert "Seat 4" in sheet and "24" in sheet and "notation" not in sheet
    evenings.close(desk, 1)
    guest = open_page(f"{public}standings/", **evenings.PHONE)
    expect(guest.get_by_role("row").nth(1)).to_contain_text(seats[2][0])
    expect(guest.get_by_role("row").nth(1)).to_contain_text("150")
    expect(guest.get_by_role("row").last).to_contain_text(re.compile("[−-]50"))
    evenings.expect_within_its_width(guest)
