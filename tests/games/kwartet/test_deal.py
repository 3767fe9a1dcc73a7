"""The deck, the deal and what is laid down before the first question (K 1)."""

from __future__ import annotations

from typing import Any

import pytest

from games.kwartet.material import CARDS
from tests.games.asking import moves_after, refusal, result
from tests.games.kwartet.table import FOUR, after, held, record


@pytest.mark.parametrize("quartets", [1, 0, -1, 27, 10**18, 3.0, "3", True, None, [3]])
def test_k_1_1_a_deck_has_2_to_26_quartets(quartets: Any) -> None:
    assert refusal(record(quartets, FOUR, [])) == ("bad-setup", "K 1.1", None)


def test_k_1_1_the_deck_is_the_first_letters() -> None:
    deck = list(CARDS)
    whole = record(26, [deck[seat::8] for seat in range(8)], [])
    assert result(whole) is None
    strange = [["A1", "A2", "B1"], ["A3", "B2", "D1"], ["A4", "D2", "D3"], ["B3", "B4", "D4"]]
    assert refusal(record(3, strange, [])) == ("bad-setup", "K 1.1", None)


@pytest.mark.parametrize("card", ["A5", "A0", "a1", "1A", "A", "A11", "", "Ａ1", "A１", " A1", None, 1, ["A1"]])
def test_k_1_2_a_card_is_a_letter_and_a_number(card: Any) -> None:
    hands = [[card, *FOUR[0][1:]], *FOUR[1:]]
    assert refusal(record(3, hands, [])) == ("bad-setup", "K 1.2", None)


def test_k_1_2_names_are_for_people_and_change_nothing() -> None:
    names = {"A": ["Birds", "tit", "tit", "", "wren"], "C": ["Trees", "oak", "ash", "elm", "yew"]}
    assert result(record(3, FOUR, ["2>A1 -"], names=names)) is None
    assert moves_after(record(3, FOUR, [], names=names)) == moves_after(record(3, FOUR, []))
    assert result(record(3, FOUR, [], names={})) is None


@pytest.mark.parametrize(
    "names",
    [
        *([], None, "A", {"D": ["x"] * 5}, {"a": ["x"] * 5}, {"": ["x"] * 5}, {"AB": ["x"] * 5}, {"A1": ["x"] * 5}),
        *({"A": entry} for entry in (["x"] * 4, ["x"] * 6, "xxxxx", None, {}, ["x", "x", "x", "x", 1], [None] * 5)),
    ],
)
def test_k_1_2_other_names_are_refused(names: Any) -> None:
    assert refusal(record(3, FOUR, [], names=names)) == ("bad-setup", "K 1.2", None)


def test_names_longer_than_200_characters_are_over_the_limit() -> None:
    assert refusal(record(3, FOUR, [], names={"A": ["x" * 201] + ["x"] * 4}))[0] == "bad-record"


def test_k_1_3_hands_differ_by_one_card_at_most_and_by_none_with_two() -> None:
    deck = list(CARDS[:12])
    assert result(record(3, [deck[seat::5] for seat in range(5)], [])) is None
    uneven = [deck[:2], deck[2:6], deck[6:12]]
    assert refusal(record(3, uneven, [])) == ("bad-setup", "K 1.3", None)
    two = record(2, [["A1", "A2"], ["B1"]], [], pot=["B2", "B3", "B4", "A3", "A4"])
    assert refusal(two) == ("bad-setup", "K 1.3", None)


def test_k_1_3_two_to_eight_play() -> None:
    deck = list(CARDS[:8])
    assert result(record(2, [deck[seat::8] for seat in range(8)], [])) is None
    assert refusal(record(3, [[card] for card in CARDS[:12]][:9], []))[0] == "bad-record"
    assert refusal(record(2, [deck], []))[0] == "bad-record"


@pytest.mark.parametrize(
    ("hands", "pot"),
    [
        ([["A1", "A2"], ["B1", "B2"]], []),  # two players and no pot
        ([["A1", "A2"], ["B1", "B2"]], ["A3", "A4", "B3"]),  # B4 is missing
        ([["A1", "A2"], ["B1", "B2"]], ["A3", "A4", "B3", "B3"]),  # dealt twice
        ([["A1", "A2"], ["B1", "A1"]], ["A3", "A4", "B3", "B4"]),
        ([["A1", "A2", "A3"], ["A4", "B1", "B2"], ["B3", "B4"]], ["A1"]),
        ([["A1", "A2"], ["A3", "A4"], ["B1", "B2"]], ["B3", "B4"]),  # three players and a pot
        ([[], []], list(CARDS[:8])),
        ([["A1", "A2", "A3", "A4"], ["B1", "B2", "B3", "B4"], []], []),
        ([["A1", "A2"], "B1"], ["A3"]),
        ([["A1", "A2"], None], []),
        ([["A1", "A2"], ["B1", "B2"]], None),
        ([["A1", "A2"], ["B1", "B2"]], "A3"),
        ([["A1"] * 500, ["A1"] * 500], ["A1"]),
    ],
)
def test_k_1_4_hands_and_pot_hold_each_card_once(hands: list[Any], pot: Any) -> None:
    assert refusal(record(2, hands, [], pot=pot)) == ("bad-setup", "K 1.4", None)


def test_k_1_4_with_two_what_is_not_dealt_is_the_pot() -> None:
    state = after([], [["A1", "A2"], ["B1", "B2"]], 2, ("A3", "A4", "B3", "B4"))
    assert (held(state, 1), held(state, 2), state.drawn) == (["A1", "A2"], ["B1", "B2"], 0)


def test_k_1_4_the_setup_holds_nothing_else() -> None:
    assert refusal(record(3, FOUR, [], deck=[])) == ("bad-setup", "K 1.4", None)
    for hands in (None, {}, FOUR[:3], "A1", 4):
        assert refusal({**record(3, FOUR, []), "setup": {"quartets": 3, "hands": hands}})[:2] == ("bad-setup", "K 1.4")
    assert refusal({**record(3, FOUR, []), "setup": {"hands": FOUR}})[:2] == ("bad-setup", "K 1.1")


def test_k_1_5_what_is_complete_as_dealt_is_laid_down_before_the_first_question() -> None:
    hands = [["B1", "B2", "C1", "C2"], ["A1", "A2", "A3", "A4"], ["B3", "B4", "C3", "C4"]]
    state = after([], hands, 3)
    assert state.laid == ((), (0,), ())
    assert moves_after(record(3, hands, [])) == [
        f"3>{card}" for card in (["B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4"])
    ]
    whole = [[f"{letter}{number}" for number in "1234"] for letter in "ABC"]
    found = result(record(3, whole, []))
    assert found == {"termination": "all-quartets", "places": [1, 1, 1], "points": ["1", "1", "1"]}
    assert refusal(record(3, whole, ["2>A1"])) == ("game-over", None, 0)


def test_k_1_5_hands_emptied_by_the_deal_draw_from_the_pot_in_seat_order() -> None:
    hands = [["A1", "A2", "A3", "A4"], ["B1", "B2", "B3", "B4"]]
    state = after([], hands, 4, ("C1", "D1", "C2", "C3", "C4", "D2", "D3", "D4"))
    assert (held(state, 1), held(state, 2), state.drawn) == (["C1"], ["D1"], 2)
