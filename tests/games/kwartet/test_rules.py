"""Kwartet's rules, one after the other, by their numbers."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from games.core.errors import ImpossiblePoints
from games.core.game import Start
from games.core.registry import get
from games.kwartet import GAME
from games.kwartet.log import Log, Question
from games.kwartet.material import CARDS, cards, complete_quartets
from games.kwartet.state import State
from tests.games.asking import moves_after, refusal, result
from tests.games.play import complete_start, play, sample_of

FOUR = [["A1", "A2", "B1"], ["A3", "B2", "C1"], ["A4", "C2", "C3"], ["B3", "B4", "C4"]]
PAIR = [["A1", "A2"], ["B1", "B2"]]


def record(
    quartets: int, hands: list[Any], moves: list[str], options: dict[str, Any] | None = None, **setup: Any
) -> dict[str, Any]:
    return {
        "game": "kwartet",
        "options": options or {},
        "seats": [None] * len(hands),
        "setup": {"quartets": quartets, "hands": hands, **setup},
        "moves": moves,
    }


def after(
    moves: list[str], hands: list[list[str]], quartets: int, pot: tuple[str, ...] = (), **options: str
) -> State:
    setup: dict[str, Any] = {"quartets": quartets, "hands": hands, "pot": list(pot)}
    return GAME.run(Start(len(hands), options, setup), moves)


def held(state: State, seat: int) -> list[str]:
    return [CARDS[card] for card in cards(state.hands[seat - 1])]


@pytest.mark.parametrize("quartets", [1, 0, -1, 27, 10**18, 3.0, "3", True, None, [3]])
def test_k_1_1_a_deck_has_2_to_26_quartets(quartets: Any) -> None:
    assert refusal(record(quartets, FOUR, [])) == ("bad-setup", "K 1.1", None)


def test_k_1_1_the_deck_is_the_first_letters() -> None:
    deck = list(CARDS)
    whole = record(26, [deck[seat::8] for seat in range(8)], [])
    assert result(whole) is None
    strange = [["A1", "A2", "B1"], ["A3", "B2", "D1"], ["A4", "D2", "D3"], ["B3", "B4", "D4"]]
    assert refusal(record(3, strange, [])) == ("bad-setup", "K 1.1", None)


@pytest.mark.parametrize(
    "card", ["A5", "A0", "a1", "1A", "A", "A11", "", "Ａ1", "A１", " A1", None, 1, ["A1"]]
)
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
        *(
            [],
            None,
            "A",
            {"D": ["x"] * 5},
            {"a": ["x"] * 5},
            {"": ["x"] * 5},
            {"AB": ["x"] * 5},
            {"A1": ["x"] * 5},
        ),
        *(
            {"A": entry}
            for entry in (["x"] * 4, ["x"] * 6, "xxxxx", None, {}, ["x", "x", "x", "x", 1], [None] * 5)
        ),
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


def test_k_1_4_the_setup_holds_nothing_else() -> None:
    assert refusal(record(3, FOUR, [], deck=[])) == ("bad-setup", "K 1.4", None)
    for hands in (None, {}, FOUR[:3], "A1", 4):
        assert refusal({**record(3, FOUR, []), "setup": {"quartets": 3, "hands": hands}})[:2] == (
            "bad-setup",
            "K 1.4",
        )
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


def test_k_2_2_he_must_hold_a_card_of_that_quartet() -> None:
    assert refusal(record(3, FOUR, ["2>C1"])) == ("illegal-move", "K 2.2", 0)
    quartets = {move[2] for move in moves_after(record(3, FOUR, []))}
    assert quartets == {"A", "B"}


def test_k_2_3_a_bluff_is_allowed_and_costs_the_turn() -> None:
    assert "3>A1" in moves_after(record(3, FOUR, []))
    state = after(["3>A1"], FOUR, 3)
    assert (state.turn, state.hands) == (3, after([], FOUR, 3).hands)


def test_k_2_4_a_card_that_was_there_is_handed_over_and_he_asks_on() -> None:
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


def test_k_3_1_a_quartet_is_laid_down_at_once_also_when_the_pot_completes_it() -> None:
    state = after(["2>A3", "3>A4"], FOUR, 3)
    assert (state.laid[0], held(state, 1), state.turn) == ((0,), ["B1"], 1)
    hands = [["A1", "A2", "A3"], ["B1", "B2", "B3"]]
    drawn = after(["2>A1"], hands, 2, ("A4", "B4"))
    assert (drawn.laid[0], held(drawn, 1), drawn.turn) == ((0,), ["B4"], 2)


def test_k_3_2_whoever_has_no_card_draws_from_the_pot_the_asked_player_first() -> None:
    hands = [["A1", "A2", "A3"], ["A4", "B1", "B2"]]
    pot = ("B3", "C1", "B4", "C2", "C3", "C4")
    state = after(["2>A4"], hands, 3, pot)
    assert (held(state, 1), held(state, 2), state.turn) == (["B3"], ["B1", "B2"], 1)
    # Seat 1 completes A with the last card of seat 2: both are empty, and seat 2 draws before him.
    hands = [["A1", "A2", "A3", "C4"], ["A4", "B1", "B2", "B3"]]
    moves = ["2>C1", "1>B4"]
    begun = after(moves, hands, 3, ("C1", "B4", "C2", "C3"))
    assert (begun.laid, held(begun, 1), held(begun, 2), begun.turn) == (
        ((), (1,)),
        ["A1", "A2", "A3", "C1", "C4"],
        ["A4"],
        1,
    )
    state = after([*moves, "2>A4"], hands, 3, ("C1", "B4", "C2", "C3"))
    assert (held(state, 1), held(state, 2), state.turn) == (["C1", "C4"], ["C2"], 1)


def test_k_3_2_both_draw_the_asked_player_first() -> None:
    state = State(
        quartets=2,
        to_asked=False,
        stop_at_two=False,
        hands=(0b0111, 0b1000),
        pot=(4, 5, 6, 7),
        laid=((), ()),
    )
    done = GAME.play(state, GAME.read("2>A4"))
    assert (held(done, 1), held(done, 2), done.turn) == (["B2"], ["B1"], 1)


EMPTIED = [["A1", "A2", "A3"], ["B1", "B2", "C2"], ["A4", "B3", "C1"], ["B4", "C3", "C4"]]
"""Seat 1 lays down A with the card of seat 3 and has no card left."""


def test_k_3_3_without_cards_the_turn_passes_to_the_next_seat_or_to_who_was_asked() -> None:
    assert after(["3>A4"], EMPTIED, 3).turn == 2
    assert after(["3>A4"], EMPTIED, 3, empty_hand="next").turn == 2
    assert after(["3>A4"], EMPTIED, 3, empty_hand="asked").turn == 3


def test_k_3_3_who_was_asked_last_and_has_no_cards_is_passed_over_too() -> None:
    hands = [["A1", "A2", "A3"], ["A4", "B1", "B2"], ["B3", "B4", "C1"], ["C2", "C3", "C4"]]
    # Seat 2 gives away A4 and keeps cards; in the other game A4 was all that he had.
    assert after(["2>A4"], hands, 3, empty_hand="asked").turn == 2
    state = State(
        quartets=3,
        to_asked=True,
        stop_at_two=False,
        hands=(0b0111, 0b1000, 0x0FF0 & ~0x100, 0x100),
        pot=(),
        laid=((), (), (), ()),
    )
    assert GAME.play(state, GAME.read("2>A4")).turn == 3


def test_k_3_3_before_the_first_question_it_is_the_next_seat() -> None:
    hands = [
        ["A1", "A2", "A3", "A4"],
        ["B1", "B2", "B3", "B4"],
        ["C1", "C2", "D1", "D2"],
        ["C3", "C4", "D3", "D4"],
    ]
    for option in ("next", "asked"):
        assert after([], hands, 4, empty_hand=option).turn == 3


@pytest.mark.parametrize("option", ["empty_hand", "two_left"])
@pytest.mark.parametrize("value", ["", "none", None, True, ["next"]])
def test_k_3_3_and_4_2_options_are_one_of_two_words(option: str, value: Any) -> None:
    rule = {"empty_hand": "K 3.3", "two_left": "K 4.2"}[option]
    assert refusal(record(3, FOUR, [], {option: value})) == ("bad-record", rule, None)


def test_k_4_1_the_game_ends_when_no_one_holds_cards() -> None:
    moves = ["2>A3", "3>A4", "2>B2", "4>B3", "4>B4"]
    state = after(moves, FOUR, 3)
    assert (state.turn, state.laid[0], GAME.outcome(state)) == (2, (0, 1), None)
    found = result(record(3, FOUR, [*moves, "3>C2", "3>C3", "4>C4"]))
    assert found == {"termination": "all-quartets", "places": [1, 2, 3, 3], "points": ["2", "1", "0", "0"]}


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


def test_k_4_2_it_stops_after_the_question_that_leaves_two() -> None:
    hands = [["A1", "A2", "A3", "B1"], ["A4", "B2", "C1", "C2"], ["B3", "B4", "C3", "C4"]]
    moves = ["2>A4", "2>B3", "1>B1"]
    # Seat 1 lays down A and then loses his last card: seats 2 and 3 share B and C.
    assert result(record(3, hands, moves[:2], {"two_left": "stop"})) is None
    assert result(record(3, hands, moves, {"two_left": "stop"})) == {
        "termination": "two-left",
        "places": [1, 2, 2],
        "points": ["1", "0", "0"],
    }
    assert refusal(record(3, hands, [*moves, "3>B3"], {"two_left": "stop"})) == ("game-over", None, 3)
    assert after([*moves, "3>B3"], hands, 3).turn == 2


def test_k_4_2_one_unfinished_quartet_is_played_out() -> None:
    state = State(
        quartets=3,
        to_asked=False,
        stop_at_two=True,
        hands=(0b0111, 0b1000, 0x300, 0xC00),
        pot=(),
        laid=((), (1,), (), ()),
    )
    done = GAME.play(state, GAME.read("2>A4"))
    assert (done.stopped, GAME.outcome(done), done.turn) == (False, None, 3)


def test_k_4_2_with_two_players_the_option_does_nothing() -> None:
    state = after([], PAIR, 2, ("B3", "A3", "A4", "B4"), two_left="stop")
    assert not state.over


def test_k_4_3_bluffs_without_end_leave_the_record_in_progress() -> None:
    moves = ["2>A1", "1>A3"] * 10_000
    assert result(record(3, FOUR, moves)) is None
    assert refusal(record(3, FOUR, [*moves, "2>A1"]))[0] == "bad-record"


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
    ):
        with pytest.raises(ImpossiblePoints) as caught:
            GAME.check_points(options, [Fraction(entry) for entry in points])
        assert caught.value.rule == rule
    with pytest.raises(ImpossiblePoints):
        GAME.check_points({}, [Fraction(5, 2), Fraction(5, 2)])


def test_a_seat_sees_its_own_hand_and_a_spectator_none_until_the_end() -> None:
    state = after(["2>A3", "3>A1"], FOUR, 3)
    for seat in (None, 1, 2, 3, 4):
        hands = [entry["hand"] for entry in GAME.view(state, seat)["seats"]]
        assert [hand is not None for hand in hands] == [whose == seat for whose in (1, 2, 3, 4)]
        assert [entry["cards"] for entry in GAME.view(state, seat)["seats"]] == [4, 2, 3, 3]
    assert GAME.view(state, None)["questions"] == [
        {"asker": 1, "asked": 2, "card": "A3", "hit": True},
        {"asker": 1, "asked": 3, "card": "A1", "hit": False},
    ]
    hands = [["A1", "A2", "A3", "A4"], ["B1", "B2", "C1", "C2"], ["B3", "B4", "C3", "C4"]]
    stopped = after([], hands, 3, two_left="stop")
    assert GAME.view(stopped, None)["seats"][2]["hand"] == ["B3", "B4", "C3", "C4"]


def test_a_scene_does_not_grow_with_the_questions() -> None:
    one, many = (GAME.scene(after(["2>A1", "1>A3"] * rounds, FOUR, 3)) for rounds in (1, 5000))
    assert one["question"] == many["question"] == {"asker": 2, "asked": 1, "card": "A3", "hit": False}
    assert (one.pop("asked"), many.pop("asked")) == (2, 10_000)
    assert one == many
    assert GAME.scene(after([], FOUR, 3))["question"] is None


def test_the_order_of_the_pot_is_hidden() -> None:
    one = after([], PAIR, 2, ("B3", "A3", "A4", "B4"))
    other = after([], PAIR, 2, ("A4", "B4", "A3", "B3"))
    for seat in (None, 1, 2):
        assert GAME.view(one, seat) == GAME.view(other, seat)
        assert GAME.diagram(one, seat) == GAME.diagram(other, seat)


def test_names_of_strangers_are_escaped_in_the_diagram() -> None:
    setup = {"quartets": 3, "hands": FOUR, "names": {"A": ["<script>", '"', "&", "\u202e", "x" * 200]}}
    state = GAME.run(Start(4, {}, setup), ["2>A4"])
    diagram = GAME.diagram(state, 1)
    assert "<script>" not in diagram and "&lt;script&gt;" in diagram


def test_a_log_of_many_questions_is_compared_and_dropped_without_recursion() -> None:
    one, other = Log(), Log()
    for _ in range(30_000):
        one = one.after(Question(1, 2, 3, True))
        other = other.after(Question(1, 2, 3, True))
    assert one == other and hash(one) == hash(other) and len(one) == 30_000
    assert one != other.after(Question(1, 2, 3, False))
    assert one.last == Question(1, 2, 3, True) and Log().last is None
    assert one != "log" and repr(Log([Question(1, 2, 3, True)])).startswith("Log([")


def test_the_quick_replay_keeps_the_same_log_as_the_plain_one() -> None:
    sample = sample_of(get("kwartet"))
    for seed in range(10):
        played = play(sample, Random(seed))
        assert GAME.run(complete_start(sample, played.start), played.moves) == played.states[-1]
