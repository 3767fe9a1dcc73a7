"""Quartets, empty hands, the end of the game and its points (K 3 and K 4)."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from games.core.errors import ImpossiblePoints
from games.core.registry import get
from games.kwartet import GAME
from games.kwartet.material import complete_quartets
from games.kwartet.state import State
from tests.games.asking import moves_after, refusal, result
from tests.games.kwartet.table import FOUR, after, held, record
from tests.games.play import play, sample_of


def test_k_2_4_a_card_that_is_there_changes_hands_and_the_asker_goes_on_otherwise_the_asked_is_on_turn() -> None:
    given = after(["2>A3"], FOUR, 3)
    assert (held(given, 1), held(given, 2), given.turn) == (["A1", "A2", "A3", "B1"], ["B2", "C1"], 1)
    refused = after(["2>A4"], FOUR, 3)
    assert (held(refused, 1), held(refused, 2), refused.turn) == (FOUR[0], FOUR[1], 2)


def test_k_3_1_a_quartet_is_laid_down_at_once_also_when_the_pot_completes_it() -> None:
    state = after(["2>A3", "3>A4"], FOUR, 3)
    assert (state.laid[0], held(state, 1), state.turn) == ((0,), ["B1"], 1)
    hands = [["A1", "A2", "A3"], ["B1", "B2", "B3"]]
    drawn = after(["2>A1"], hands, 2, ("A4", "B4"))
    assert (drawn.laid[0], held(drawn, 1), drawn.turn) == ((0,), ["B4"], 2)


def test_k_3_2_both_draw_the_asked_player_first() -> None:
    state = State(
        quartets=2, to_asked=False, stop_at_two=False, hands=(0b0111, 0b1000), pot=(4, 5, 6, 7), laid=((), ())
    )
    done = GAME.play(state, GAME.read("2>A4"))
    assert (held(done, 1), held(done, 2), done.turn) == (["B2"], ["B1"], 1)


EMPTIED = [["A1", "A2", "A3"], ["B1", "B2", "C2"], ["A4", "B3", "C1"], ["B4", "C3", "C4"]]
"""Seat 1 lays down A with the card of seat 3 and has no card left."""


def test_k_3_3_without_cards_the_turn_passes_to_the_next_seat_or_to_who_was_asked() -> None:
    assert after(["3>A4"], EMPTIED, 3).turn == 2
    assert after(["3>A4"], EMPTIED, 3, empty_hand="next").turn == 2
    assert after(["3>A4"], EMPTIED, 3, empty_hand="asked").turn == 3


def test_k_3_3_before_the_first_question_it_is_the_next_seat() -> None:
    hands = [["A1", "A2", "A3", "A4"], ["B1", "B2", "B3", "B4"], ["C1", "C2", "D1", "D2"], ["C3", "C4", "D3", "D4"]]
    for option in ("next", "asked"):
        assert after([], hands, 4, empty_hand=option).turn == 3


def test_k_4_2_with_two_left_the_game_stops_or_goes_on() -> None:
    hands = [["A1", "A2", "A3", "A4"], ["B1", "B2", "C1", "C2"], ["B3", "B4", "C3", "C4"]]
    assert result(record(3, hands, [])) is None
    assert moves_after(record(3, hands, []))
    stop = {"two_left": "stop"}
    # The deal alone leaves two players with two unfinished quartets.
    assert result(record(3, hands, [], stop)) == {
        "termination": "two-left",
        "places": [1, 2, 2],
        "points": ["1", "0", "0"],
    }
    assert moves_after(record(3, hands, [], stop)) == []
    assert refusal(record(3, hands, ["3>B3"], stop)) == ("game-over", None, 0)


def test_cards_are_conserved_at_every_step() -> None:
    for seed in range(30):
        played = play(sample_of(get("kwartet")), Random(seed))
        for state in played.states:
            laid = sum(0b1111 << 4 * quartet for quartets in state.laid for quartet in quartets)
            pot = sum(1 << card for card in state.pot[state.drawn :])
            everything = [*state.hands, laid, pot]
            assert sum(everything) == (1 << 4 * state.quartets) - 1
            assert sum(part.bit_count() for part in everything) == 4 * state.quartets
            assert not any(complete_quartets(hand) for hand in state.hands)
            assert state.over or state.hands[state.turn - 1]


def test_points_are_whole_quartets_of_some_deck() -> None:
    for points, options in (
        ((8, 5), {}),
        ((0, 2), {}),
        ((26,) + (0,) * 7, {}),
        ((0, 0, 1), {"two_left": "stop"}),
        ((0, 0, 0), {"two_left": "stop"}),
        ((5, 8), {"quartets": 13}),
        ((5, 6, 0), {"quartets": 13, "two_left": "stop"}),
        ((5, 8, 0), {"quartets": 13, "two_left": "stop"}),
    ):
        GAME.check_points(options, [Fraction(entry) for entry in points])
    for points, options, rule in (
        ((1, 0), {}, "K 4.1"),
        ((1, 0), {"two_left": "stop"}, "K 4.1"),
        ((0, 0, 1), {}, "K 4.1"),
        ((20, 7), {}, "K 1.1"),
        ((-1, 4), {}, "K 4.1"),
        ((3,), {}, "K 1.3"),
        ((1,) * 9, {}, "K 1.3"),
        ((5, 7), {"quartets": 13}, "K 4.1"),
        ((5, 9), {"quartets": 13}, "K 1.1"),
        ((5, 7), {"quartets": 13, "two_left": "stop"}, "K 4.1"),
        ((5, 7, 0), {"quartets": 13, "two_left": "stop"}, "K 4.2"),
    ):
        with pytest.raises(ImpossiblePoints) as caught:
            GAME.check_points(options, [Fraction(entry) for entry in points])
        assert caught.value.rule == rule
    with pytest.raises(ImpossiblePoints):
        GAME.check_points({}, [Fraction(5, 2), Fraction(5, 2)])
