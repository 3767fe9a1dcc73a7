"""Questions: the players, the cards, and the notation (K 2)."""

from __future__ import annotations

import pytest

from games.kwartet import GAME
from tests.games.asking import moves_after, refusal, result
from tests.games.kwartet.table import FOUR, PAIR, after, held, record


def test_k_2_1_seat_1_asks_first_another_player() -> None:
    assert GAME.to_act(after([], FOUR, 3)) == (1,)
    assert refusal(record(3, FOUR, ["1>A3"])) == ("illegal-move", "K 2.1", 0)
    assert refusal(record(3, FOUR, ["5>A3"])) == ("illegal-move", "K 2.1", 0)
    assert refusal(record(3, FOUR, ["2>D1"])) == ("illegal-move", "K 1.1", 0)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "2",
            ">A3",
            "2>",
            "2>A",
            "2>A5",
            "2>a3",
            "0>A3",
            "9>A3",
            "02>A3",
            "12>A3",
            "２>A3",
            "2>A３",
            "2A3",
        ),
        *(
            "2>A3 ?",
            "2>A3 + -",
            "2>A3 ++",
            "2>A3+-",
            "2>A 3",
            "2>>A3",
            "2>A3 x",
            "A3>2",
            "2 A3",
            "2>A3,",
            "٢>A3",
        ),
        *("2\u00a0>A3", "2>A3\u2009+", "2>A3 −", "2>Å3"),
    ],
)
def test_k_2_1_what_is_no_question_is_bad_notation(text: str) -> None:
    code, _, index = refusal(record(3, FOUR, ["2>A1", text]))
    assert (code, index) == ("bad-notation", 1)


@pytest.mark.parametrize("text", ["2>A3", "2 > A3", " 2\t>\r\nA3 ", "2>A3+", "2>A3 +", "2 >A3   + "])
def test_k_2_1_white_space_may_stand_around_the_sign_and_before_the_mark(text: str) -> None:
    assert held(after([text], FOUR, 3), 1) == ["A1", "A2", "A3", "B1"]


def test_k_2_2_the_asker_must_hold_a_card_of_that_quartet() -> None:
    assert refusal(record(3, FOUR, ["2>C1"])) == ("illegal-move", "K 2.2", 0)
    quartets = {move[2] for move in moves_after(record(3, FOUR, []))}
    assert quartets == {"A", "B"}


def test_k_2_3_a_bluff_is_allowed_and_costs_the_turn() -> None:
    assert "3>A1" in moves_after(record(3, FOUR, []))
    state = after(["3>A1"], FOUR, 3)
    assert (state.turn, state.hands) == (3, after([], FOUR, 3).hands)


def test_k_2_4_a_card_that_was_there_is_handed_over_and_the_asker_asks_again() -> None:
    state = after(["2>A3"], FOUR, 3)
    assert (state.turn, held(state, 1), held(state, 2)) == (1, ["A1", "A2", "A3", "B1"], ["B2", "C1"])
    assert after(["2>A3", "2>B3"], FOUR, 3).turn == 2


def test_k_2_5_only_who_holds_cards_may_be_asked() -> None:
    hands = [["A1", "A2", "B1", "B2"], ["A3", "A4", "B3", "B4"], ["C1", "C2", "C3", "C4"]]
    assert refusal(record(3, hands, ["3>A3"])) == ("illegal-move", "K 2.5", 0)
    assert {move[0] for move in moves_after(record(3, hands, []))} == {"2"}


def test_k_2_6_with_two_players_who_asks_in_vain_draws_from_the_pot() -> None:
    state = after(["2>A3"], PAIR, 2, ("B3", "A3", "A4", "B4"))
    assert (held(state, 1), state.drawn, state.turn) == (["A1", "A2", "B3"], 1, 2)
    bluff = after(["2>A1"], PAIR, 2, ("B3", "A3", "A4", "B4"))
    assert held(bluff, 1) == ["A1", "A2", "B3"]


def test_k_2_6_where_the_pot_is_empty_nothing_is_drawn() -> None:
    moves = ["2>A1", "1>B1", "2>A1", "1>B1"]
    state = after([*moves, "2>A1"], PAIR, 2, ("B3", "A3", "A4", "B4"))
    assert (state.drawn, state.turn) == (4, 2)
    assert after(moves, PAIR, 2, ("B3", "A3", "A4", "B4")).hands == state.hands


def test_k_2_7_a_mark_must_agree_with_the_hands() -> None:
    assert result(record(3, FOUR, ["2>A3 +", "2>A4 -"])) is None
    assert refusal(record(3, FOUR, ["2>A3 -"])) == ("illegal-move", "K 2.7", 0)
    assert refusal(record(3, FOUR, ["2>A4+"])) == ("illegal-move", "K 2.7", 0)
    # The mark tells whether the other had it, whatever the pot then gave.
    pot = ["A3", "B3", "A4", "B4"]
    assert result(record(2, PAIR, ["2>A3 -"], pot=pot)) is None
    assert refusal(record(2, PAIR, ["2>A3 +"], pot=pot)) == ("illegal-move", "K 2.7", 0)
