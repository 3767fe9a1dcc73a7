"""The points that each player could score in one whole turn: the engine's answer, and every turn tried one by one."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.registry import get
from games.quaro.chances import Chance, chances
from games.quaro.material import COLOURS, EMPTY, SQUARES, letters
from games.quaro.state import State
from tests.games.play import play, sample_of
from tests.games.quaro.plain import most_in_one_turn
from tests.support.examples import examples

QUARO = get("quaro")
ONE_ROW = "qu.1.4_4_8_RG6_RGB5_8_4_4.{}_RRRR.0_0.-"
"""Two rows begun: a blue or yellow one is missing above, only yellow below; whoever has both may go on."""


def at(hand: str) -> State:
    return QUARO.read_position(ONE_ROW.format(hand))


def test_qu_2_1_what_each_player_can_score_next_is_told_from_the_stones_that_all_see() -> None:
    own, other = chances(at("YYGG"))
    assert own == Chance(1, ("Yd4",))
    assert other == Chance()


def test_qu_2_3_a_turn_goes_on_only_from_a_stone_that_scores() -> None:
    """Two stones would complete the upper row, but the first of them scores nothing."""
    assert chances(at("BYYY"))[0].points == 1
    assert chances(at("BBBB"))[0].points == 0


def test_qu_2_4_what_is_drawn_scores_in_another_turn() -> None:
    """One yellow stone scores once, however many the bag holds."""
    position = QUARO.read_position("qu.1.4_4_8_RGB5_RGB5_8_4_4.Y_RRRR.0_0.-")
    assert [chance.points for chance in chances(position)] == [1, 0]
    position = QUARO.read_position("qu.1.4_4_8_RGB5_RGB5_8_4_4.YY_RRRR.0_0.-")
    assert [chance.points for chance in chances(position)] == [2, 0]


def test_nobody_can_score_in_a_game_that_is_over() -> None:
    played = play(sample_of(QUARO), Random(1))
    assert chances(QUARO.run(played.start, played.moves)) == ()


@settings(max_examples=examples(60), deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_qu_2_3_the_most_is_what_trying_every_turn_finds_and_its_stones_score_it(seed: int) -> None:
    rng = Random(seed)
    played = play(sample_of(QUARO), rng)
    ply = rng.randrange(len(played.moves))
    state = QUARO.run(played.start, played.moves[:ply])
    told = chances(state)
    lying = {SQUARES[place]: COLOURS[on] for place, on in enumerate(state.board) if on != EMPTY}
    assert [chance.points for chance in told] == [most_in_one_turn(lying, list(letters(hand))) for hand in state.hands]
    own = told[state.turn - 1]
    if own.stones:
        after = QUARO.play(state, QUARO.read(" ".join(own.stones)))
        assert after.points[state.turn - 1] - state.points[state.turn - 1] == own.points
