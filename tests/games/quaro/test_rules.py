"""Quaro's rules, one after the other, by their numbers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from games.core.errors import ImpossiblePoints
from games.core.game import Start
from games.core.registry import get
from games.quaro import GAME
from games.quaro.material import ALL_STONES, COLOURS, ROWS, SQUARES, THROUGH, letters, of
from tests.games.asking import moves_after, refusal, result
from tests.games.play import play, sample_of

TWO = ["RRGB", "YGBB"]


def record(hands: list[str], moves: list[str], **more: Any) -> dict[str, Any]:
    seats = [None] * len(hands)
    return {"game": "quaro", "options": {}, "seats": seats, "setup": {"hands": hands}, "moves": moves, **more}


def test_qu_1_1_there_are_twelve_stones_of_each_colour() -> None:
    assert [of(colour, ALL_STONES) for colour in range(4)] == [12] * 4
    assert refusal(record(["RRRR"] * 3 + ["RGBY"], [])) == ("bad-setup", "QU 1.1", None)
    assert result(record(["RRRR"] * 3 + ["GGGG"], [])) is None


def test_qu_1_2_the_board_is_a_cross_of_48_squares() -> None:
    corners = {column + row for column in "abgh" for row in "1278"}
    assert set(SQUARES) == {column + row for column in "abcdefgh" for row in "12345678"} - corners
    assert len(SQUARES) == 48
    for corner in sorted(corners):
        assert refusal(record(TWO, [f"R{corner}"])) == ("bad-notation", "QU 1.2", 0)


def test_qu_1_2_one_stone_scores_at_most_twelve_on_exactly_eight_squares() -> None:
    most = {SQUARES[square]: len(rows) for square, rows in enumerate(THROUGH)}
    assert max(most.values()) == 12
    eight = {"d3", "e3", "d6", "e6", "c4", "c5", "f4", "f5"}
    assert {square for square, rows in most.items() if rows == 12} == eight
    assert {square for square, rows in most.items() if rows == 11} == {"d4", "d5", "e4", "e5"}
    directions: Counter[tuple[int, int]] = Counter()
    for row in THROUGH[SQUARES.index("d3")]:
        first, last = SQUARES[ROWS[row][0]], SQUARES[ROWS[row][3]]
        directions[ord(last[0]) - ord(first[0]), ord(last[1]) - ord(first[1])] += 1
    assert directions == {(3, 0): 4, (0, 3): 3, (3, 3): 2, (3, -3): 3}


def test_qu_1_3_two_to_four_play_and_seat_1_begins() -> None:
    for seats in (2, 3, 4):
        assert GAME.to_act(GAME.start(Start(seats, {}, {"hands": ["RGBY"] * seats}))) == (1,)
    assert refusal(record(["RGBY"], []))[0] == "bad-record"
    assert refusal(record(["RGBY"] * 5, []))[0] == "bad-record"


@pytest.mark.parametrize(
    "setup",
    [
        *({}, {"hands": {}}, {"hands": "RGBY"}, {"hands": ["RGBY"]}, {"hands": ["RGBY"] * 3}),
        *({"hands": ["RGBY", hand]} for hand in ("RGB", "RGBYR", "rgby", "RGBW", "", None, 4, ["R", "G", "B", "Y"])),
        *({"hands": TWO, "bag": "RGBY"}, {"hands": ["RGBY", "RGB "]}, {"hands": None}),
    ],
)
def test_qu_2_1_the_setup_holds_one_hand_of_four_a_seat(setup: dict[str, Any]) -> None:
    assert refusal({**record(TWO, []), "setup": setup}) == ("bad-setup", "QU 2.1", None)


def test_qu_2_1_hands_are_open_to_everybody() -> None:
    state = GAME.start(Start(2, {}, {"hands": TWO}))
    for seat in (None, 1, 2):
        assert "Seat 1: RRGB" in GAME.text(state, seat) and "Seat 2: GBBY" in GAME.text(state, seat)


def test_qu_2_2_one_of_the_own_stones_goes_on_any_empty_square() -> None:
    assert moves_after(record(TWO, [])) == sorted(f"{colour}{square}" for colour in "RGB" for square in SQUARES)
    assert refusal(record(TWO, ["Yd4"])) == ("illegal-move", "QU 2.2", 0)
    assert refusal(record(TWO, ["Rd4 +R", "Yd4"])) == ("illegal-move", "QU 2.2", 1)
    assert refusal(record(TWO, ["-"])) == ("illegal-move", "QU 2.2", 0)
    assert refusal(record(TWO, ["- +R"])) == ("illegal-move", "QU 2.2", 0)


ROW_OF_THREE = ["Rd4 +R", "Ge4 +G", "Bf4 +R"]
"""d4, e4 and f4 are red, green and blue; seat 2, with yellow, is on turn."""


def test_qu_2_3_a_stone_that_scores_lets_its_player_place_another() -> None:
    for entry in ("Yg4", "Yg4 Ba3", "Yg4 Ba3 +RG", "Yc4 Ba3"):
        assert result(record(TWO, [*ROW_OF_THREE, entry])) is None
    assert refusal(record(TWO, [*ROW_OF_THREE, "Yg4 Ba3 Bb3"])) == ("illegal-move", "QU 2.3", 3)
    assert refusal(record(TWO, ["Rd4 Re4"])) == ("illegal-move", "QU 2.3", 0)


def test_qu_2_3_nobody_places_more_stones_than_they_have() -> None:
    # Seat 2 holds only the yellow stone when they score with it: they forgot to draw three times.
    moves = ["Rd4 +R", "Ba3", "Ge4 +G", "Bh6", "Bf4 +B", "Gc1", "Ra6 +R"]
    assert result(record(TWO, [*moves, "Yg4"])) is None
    assert refusal(record(TWO, [*moves, "Yg4 Rh3"])) == ("illegal-move", "QU 2.3", 7)


def test_qu_2_4_the_hand_is_filled_up_to_four() -> None:
    state = GAME.run(Start(2, {}, {"hands": TWO}), [*ROW_OF_THREE, "Yg4 Ba3 +YY"])
    assert letters(state.hands[1]) == "GBYY"


def test_qu_2_5_a_player_who_forgets_to_draw_plays_with_the_stones_kept_and_draws_after() -> None:
    begun = ["Rd4", "Ya3 +R"]
    listed = moves_after(record(TWO, begun))
    assert {move[0] for move in listed} == {"R", "G", "B"}
    state = GAME.run(Start(2, {}, {"hands": TWO}), begun)
    assert letters(state.hands[0]) == "RGB"
    state = GAME.run(Start(2, {}, {"hands": TWO}), [*begun, "Gh3 +YY"])
    assert letters(state.hands[0]) == "RBYY"
    assert refusal(record(TWO, [*begun, "Gh3 +Y"])) == ("illegal-move", "QU 2.8", 2)


FORGOTTEN = ["Ra3", "Ya4 +Y", "Rb3", "Ga5 +Y", "Gh3", "Ba6 +Y", "Bh4", "Bb6 +Y"]
"""Seat 1 has forgotten to draw four times and has no stone."""


def test_qu_2_6_who_has_no_stone_may_draw_or_not() -> None:
    assert moves_after(record(TWO, FORGOTTEN)) == ["-"]
    state = GAME.run(Start(2, {}, {"hands": TWO}), [*FORGOTTEN, "- +RGBG", "Yc1 +R"])
    assert letters(state.hands[0]) == "RGGB"
    assert result(record(TWO, [*FORGOTTEN, "-", "Yc1 +R", "- +RRRR"])) is None
    assert refusal(record(TWO, [*FORGOTTEN, "Rc1"])) == ("illegal-move", "QU 2.2", 8)
    assert refusal(record(TWO, [*FORGOTTEN, "- +RGB"])) == ("illegal-move", "QU 2.8", 8)


def test_qu_2_6_who_has_no_stone_while_the_bag_is_empty_is_passed_over() -> None:
    game, found = sample_of(get("quaro")), 0
    for seed in range(60):
        played = play(game, Random(seed))
        for before, after in zip(played.states, played.states[1:], strict=False):
            following = before.turn % len(before.hands) + 1
            if not GAME.to_act(after) or after.turn == following:
                continue
            assert after.bag == 0 and after.hands[following - 1] == 0
            found += 1
    assert found > 10


@pytest.mark.parametrize(
    "text",
    [
        *("", "+RG", "Rd4 +", "Rd4 + R", "Rd4 +R +G", "+R Rd4", "- Rd4", "Rd4 -", "- -", "end +R", "end end", "End"),
        *(
            "rd4",
            "RD4",
            "R d4",
            "d4",
            "Rd44",
            "Rd9",
            "Ri4",
            "Wd4",
            "Rd4Bd5",
            "Rd4,Bd5",
            "Rd4 +RGX",
            "Rd4 +rg",
            "Rd4 +R G",
        ),
        *("Rd４", "Rd4 ＋R", "–", "-+R", "Rd4 " * 49, "Rd4 +" + "R" * 49),
    ],
)
def test_qu_2_7_what_is_no_turn_is_bad_notation(text: str) -> None:
    code, _, index = refusal(record(TWO, ["Rd4 +R", text]))
    assert (code, index) == ("bad-notation", 1)


@pytest.mark.parametrize("drawn", ["RG", "RGB", "RRRRR", "RRRRRRRRRRRRR"])
def test_qu_2_8_a_draw_is_exactly_what_fills_the_hand(drawn: str) -> None:
    assert refusal(record(TWO, [f"Rd4 +{drawn}"])) == ("illegal-move", "QU 2.8", 0)


def test_qu_2_8_a_stone_that_cannot_be_in_the_bag_is_not_drawn() -> None:
    hands = ["RRRR", "RRRR", "RRRR"]
    assert refusal(record(hands, ["Rd4 +R"])) == ("illegal-move", "QU 2.8", 0)
    assert result(record(hands, ["Rd4 +G"])) is None


def test_qu_2_8_nothing_is_drawn_from_an_empty_bag() -> None:
    played = play(sample_of(get("quaro")), Random(3))
    ply = next(n for n, state in enumerate(played.states) if state.bag == 0)
    stone = next(move for move in played.moves[ply:])
    entry = f"{stone.split(' +')[0]} +R"
    moves = [*played.moves[:ply], entry]
    hands = list(played.start.setup["hands"])
    assert refusal(record(hands, moves)) == ("illegal-move", "QU 2.8", ply)


def test_qu_3_1_there_are_82_rows() -> None:
    assert len({frozenset(row) for row in ROWS}) == 82
    kinds = Counter(
        (ord(SQUARES[row[3]][0]) - ord(SQUARES[row[0]][0]), int(SQUARES[row[3]][1]) - int(SQUARES[row[0]][1]))
        for row in ROWS
    )
    assert kinds == {(3, 0): 24, (0, 3): 24, (3, 3): 17, (3, -3): 17}


def test_qu_3_2_one_stone_scores_every_row_that_it_fills_with_four_colours() -> None:
    # d4, e4, f4 and g3, g5, g6 are red, green and blue; a yellow stone on g4 completes both.
    hands = ["RGBR", "GBYY"]
    moves = ["Rd4 +R", "Ge4 +G", "Bf4 +R", "Gg5 +B", "Rg3 +R", "Bg6 +R"]
    state = GAME.run(Start(2, {}, {"hands": hands}), [*moves, "Ra3 +R", "Yg4 +G"])
    assert state.points == (0, 2)
    assert {tuple(sorted(SQUARES[square] for square in ROWS[row])) for row in state.scored} == {
        ("d4", "e4", "f4", "g4"),
        ("g3", "g4", "g5", "g6"),
    }


def test_qu_3_2_rows_may_overlap_and_continue_one_another() -> None:
    # Seat 1 completes yellow, red, green, blue on c4 to f4; yellow on g4 continues it, and red on h4 again.
    hands = ["RGBB", "YYRR"]
    moves = ["Rd4 +R", "Yc4 +Y", "Ge4 +R", "Ra3 +G", "Bf4 Rc1 +GG"]
    state = GAME.run(Start(2, {}, {"hands": hands}), moves)
    assert state.points == (1, 0)
    state = GAME.run(Start(2, {}, {"hands": hands}), [*moves, "Yg4 Rh4 Gh6 +BBY"])
    assert state.points == (1, 2)
    assert [SQUARES[square] for square in state.last] == ["g4", "h4", "h6"]


def test_qu_3_3_points_stand_after_each_turn_with_whoever_placed_the_stone() -> None:
    begun = Start(2, {}, {"hands": ["RGBB", "YYRR"]})
    moves = ["Rd4 +R", "Yc4 +Y", "Ge4 +R", "Ra3 +G", "Bf4 Rc1 +GG", "Yg4 Rh4 Gh6 +BBY"]
    tallies = [GAME.run(begun, moves[:played]).points for played in range(len(moves) + 1)]
    assert tallies == [(0, 0)] * 5 + [(1, 0), (1, 2)]


def test_qu_3_3_points_are_whole_and_at_most_one_a_row() -> None:
    for points in ((0, 0), (82, 0), (10, 20, 30), (1, 2, 3, 4)):
        GAME.check_points({}, [Fraction(entry) for entry in points])
    for wrong, rule in (
        ((Fraction(1, 2), Fraction(0)), "QU 3.2"),
        ((Fraction(-1), Fraction(3)), "QU 3.2"),
        ((Fraction(80), Fraction(3)), "QU 3.1"),
        ((Fraction(1),), "QU 1.3"),
        ((Fraction(1),) * 5, "QU 1.3"),
    ):
        with pytest.raises(ImpossiblePoints) as caught:
            GAME.check_points({}, wrong)
        assert caught.value.rule == rule


def test_qu_4_1_the_game_ends_when_the_board_is_full_and_4_3_equal_points_share_the_place() -> None:
    sample = sample_of(get("quaro"))
    shared = 0
    for seed in range(40):
        state = play(sample, Random(seed)).states[-1]
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert (outcome.termination == "board-full") == (-1 not in state.board)
        best = max(state.points)
        assert [place == 1 for place in outcome.places] == [points == best for points in state.points]
        shared += outcome.places.count(1) > 1
    assert shared


def test_the_bag_is_conserved_at_every_step() -> None:
    for seed in range(20):
        for state in play(sample_of(get("quaro")), Random(seed)).states:
            lying = Counter(COLOURS[colour] for colour in state.board if colour >= 0)
            held = Counter("".join(letters(hand) for hand in state.hands))
            assert lying + held + Counter(letters(state.bag)) == Counter(COLOURS * 12)
