"""QC 4.1, 5: who is out, last standing, the fifty-move rule, want of mating material."""

from __future__ import annotations

import pytest

from games.quatro_chess import GAME
from games.quatro_chess.board import Colour
from games.quatro_chess.state import State, Termination
from tests.games.quatro_chess.positions import at, out, play, refusal, state_of

LEFT = "wKg1 wPj2 rKa6 rPb3 bKg12 bPj11 gKl6 gPk3"


def test_a_colour_that_is_mated_at_its_turn_is_out() -> None:
    """QC 4.1, 4.2: its king is taken off, its other pieces stay as statues, the turn passes on."""
    state = play(state_of("wKg1 wRa4 wRc4 rKa10 rPb3 bKg12 bPj11 gKl6 gPk3"), "c4b4")
    assert out(state) == [("red", "mate")]
    assert at(state, "a10") == ""
    assert at(state, "b3") == "#rP"
    assert state.turn is Colour.BLACK


def test_the_game_ends_when_one_colour_is_left() -> None:
    """QC 5.1."""
    state = play(state_of(LEFT), "resign", "resign")
    assert state.termination is None
    state = play(state, "resign")
    assert state.termination is Termination.LAST_STANDING
    assert GAME.to_act(state) == ()
    assert GAME.legal_moves(state) == ()


def shuffled(state: State, plies: int) -> State:
    """After so many moves to and fro by the kings, which have room."""
    ways = {
        "white": ("g1g2", "g2g1"),
        "red": ("a6a5", "a5a6"),
        "black": ("g12g11", "g11g12"),
        "green": ("l6l5", "l5l6"),
    }
    for ply in range(plies):
        assert state.turn is not None
        state = play(state, ways[state.turn.key][ply // len(state.living) % 2])
    return state


@pytest.mark.parametrize(
    ("pieces", "needed"),
    [(LEFT, 200), ("wKg1 wPj2 rKa6 rPb3 bKg12 bPj11 gPk3", 150), ("wKg1 wPj2 rPb3 bKg12 bPj11 gPk3", 100)],
)
def test_draw50_can_be_claimed_after_fifty_quiet_moves_of_each_living_colour(pieces: str, needed: int) -> None:
    """QC 5.3."""
    state = shuffled(state_of(pieces), needed - 1)
    assert state.quiet == needed - 1
    assert refusal(state, "draw50") == ("illegal-move", "QC 5.3")
    state = shuffled(state_of(pieces), needed)
    assert state.quiet == needed
    assert state.termination is None
    assert play(state, "draw50").termination is Termination.FIFTY_MOVES


def test_the_count_begins_anew_with_a_capture_a_pawns_move_and_an_elimination() -> None:
    """QC 5.3."""
    pieces = f"{LEFT} wNe5 bNf7"
    for entry in ("e5f7", "j2j3", "resign", "forfeit black"):
        assert play(state_of(pieces, quiet=120), entry).quiet == 0
    assert play(state_of(pieces, quiet=120), "e5d7").quiet == 121


def test_a_long_count_does_not_end_the_game_by_itself() -> None:
    """QC 5.2, 5.3: it must be claimed; repetition is no draw."""
    assert shuffled(state_of(LEFT, quiet=400), 30).termination is None


@pytest.mark.parametrize(
    ("pieces", "entry"),
    [
        ("wKg1 wNe6 rKa6 rNf8 bKg12 gKl6", "e6f8"),
        ("wKg5 rKa6 rPh6 bKg12 gKl3", "g5h6"),
        ("wKg5 rKa6 rPh6 bKg12 bNc8 gKl3", "g5h6"),
        ("wKg5 wBc3 rKa6 rPh6 bKg12 gKl3", "g5h6"),
    ],
)
def test_want_of_mating_material_ends_the_game_at_once_after_a_capture(pieces: str, entry: str) -> None:
    """QC 5.4."""
    state = play(state_of(pieces), entry)
    assert state.termination is Termination.INSUFFICIENT_MATERIAL
    assert state.turn is None


@pytest.mark.parametrize(
    "pieces",
    [
        "wKg5 rKa6 rPh6 bKg12 bNc8 bNd8 gKl3",
        "wKg5 wNc4 rKa6 rPh6 bKg12 bNc8 gKl3",
        "wKg5 wRc4 rKa6 rPh6 bKg12 gKl3",
        "wKg5 wPc4 rKa6 rPh6 bKg12 gKl3",
        "wKg5 wQc4 rKa6 rPh6 bKg12 gKl3",
    ],
)
def test_more_than_one_minor_piece_or_any_other_is_material(pieces: str) -> None:
    """QC 5.4."""
    assert play(state_of(pieces), "g5h6").termination is None


def test_a_promotion_to_a_knight_may_leave_too_little() -> None:
    """QC 5.4: a pawn is material, the knight that it becomes is not."""
    state = state_of("wKg5 wPe11 rKa6 bKj11 gKl3")
    assert play(state, "e11e12n").termination is Termination.INSUFFICIENT_MATERIAL
    assert play(state, "e11e12b").termination is Termination.INSUFFICIENT_MATERIAL
    assert play(state, "e11e12r").termination is None


def test_an_elimination_may_leave_too_little() -> None:
    """QC 5.4: statues are no material."""
    state = state_of("wKg1 wBe5 rKa6 rPb3 bKg12 gKl6")
    ended = play(state, "forfeit red")
    assert ended.termination is Termination.INSUFFICIENT_MATERIAL
    assert out(ended) == [("red", "forfeit")]


def test_last_standing_is_the_reason_where_both_apply() -> None:
    """QC 5.4."""
    state = state_of("wKg1 wBe5 rKa6 rPb3")
    assert play(state, "forfeit red").termination is Termination.LAST_STANDING


def test_a_capture_of_the_last_material_ends_the_game_before_the_next_turn() -> None:
    """QC 5.4: at once, although Red would be stalemated at its turn."""
    state = state_of("wKc9 rKa10 rPc8 bPb9 bPb10 gPa9 gPl3")
    assert len(state.living) == 2
    after = play(state, "c9c8")
    assert after.termination is Termination.INSUFFICIENT_MATERIAL
    assert out(after) == out(state)
