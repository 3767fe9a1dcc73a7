"""QC 4: a player without a legal move on their turn is out; statues; resign and forfeit."""

from __future__ import annotations

from games.quatro_chess import GAME
from games.quatro_chess.board import Colour
from tests.games.quatro_chess.positions import at, legal, out, play, refusal, state_of


def test_a_colour_that_is_mated_at_its_turn_is_out() -> None:
    """QC 4.1, 4.2: its king is taken off, its other pieces stay as statues, the turn passes on."""
    state = play(state_of("wKg1 wRa4 wRc4 rKa10 rPb3 bKg12 bPj11 gKl6 gPk3"), "c4b4")
    assert out(state) == [("red", "mate")]
    assert at(state, "a10") == ""
    assert at(state, "b3") == "#rP"
    assert state.turn is Colour.BLACK


def test_a_colour_without_a_move_that_is_not_in_check_is_stalemated() -> None:
    """QC 4.1."""
    state = state_of("wKg1 wRb4 wRc9 rKa10 bKg12 bPj11 gKl6 gPk3")
    state = play(state, "g1g2")
    assert out(state) == [("red", "stalemate")]


def test_a_check_that_another_player_lifts_before_the_turn_is_no_mate() -> None:
    """QC 4.1: Green blocks, Black was mated but for that."""
    pieces = "wKg1 wRh5 wRi4 rKa6 rBd2 bKj12 bPc11 gKl6"
    checked = play(state_of(pieces), "h5j5")
    assert GAME.view(checked, None)["check"] == ["black"]
    assert out(play(checked, "a6a7")) == [("black", "mate")]
    lifted = play(checked, "d2j8")
    assert out(lifted) == []
    assert lifted.turn is Colour.BLACK


def test_statues_are_not_captured() -> None:
    """QC 4.2."""
    state = state_of("wKg1 wRe5 rKa6 bPe8 gKl6 gPk3")
    assert "e5e7" in legal(state)
    assert "e5e8" not in legal(state)
    assert refusal(state, "e5e8") == ("illegal-move", "QC 4.2")


def test_statues_do_not_move() -> None:
    """QC 4.2."""
    state = state_of("wKg1 wRe5 rKa6 bPe8 gKl6 gPk3")
    assert refusal(state, "e8e7") == ("illegal-move", "QC 4.2")
    assert not [text for text in legal(state) if text.startswith("e8")]


def test_statues_give_no_check_and_attack_nothing() -> None:
    """QC 4.2: a king may walk past a row of them."""
    state = state_of("wKg5 wPj2 rKa6 bQg8 bNf7 bPh7 bRe6 gKl6")
    assert GAME.view(state, None)["check"] == []
    assert {"g5g6", "g5f6", "g5h6"} <= set(legal(state))


def test_statues_stand_in_the_way() -> None:
    """QC 4.2: of rooks, of pawns, and of a check."""
    state = state_of("wKg1 wPe7 rKa6 rRg11 bPe8 bBg8 gKl6")
    assert GAME.view(state, None)["check"] == []
    assert not [text for text in legal(state) if text.startswith("e7")]


def test_a_pinned_piece_is_free_when_the_pinner_is_out() -> None:
    """QC 4.2."""
    pieces = "wKg1 wBg4 rKa6 rPb3 bKc12 bRg9 gKl6"
    assert not legal(state_of(pieces), "g4")
    after = play(state_of(pieces), "forfeit black")
    assert legal(after, "g4")


def test_eliminations_follow_one_another_when_several_in_a_row_cannot_move() -> None:
    """QC 4.1: Red and Black are both stuck when White has moved; Green is on turn."""
    state = play(state_of("wKg1 wRb4 wRc9 wRi4 wRe11 rKa10 bKj12 gKl6 gPk3"), "g1g2")
    assert out(state) == [("red", "stalemate"), ("black", "stalemate")]
    assert state.turn is Colour.GREEN


def test_resign_takes_out_the_colour_on_turn() -> None:
    """QC 4.3."""
    state = play(state_of("wKg1 wPj2 rKa6 bKg12 gKl6 rPb3"), "resign")
    assert out(state) == [("white", "resign")]
    assert at(state, "j2") == "#wP"
    assert state.turn is Colour.RED


def test_forfeit_takes_out_any_colour_at_any_time() -> None:
    """QC 4.3."""
    start = state_of("wKg1 wPj2 rKa6 rPb3 bKg12 gKl6")
    other = play(start, "forfeit black")
    assert out(other) == [("black", "forfeit")]
    assert other.turn is Colour.WHITE
    own = play(start, "forfeit white")
    assert own.turn is Colour.RED


def test_a_colour_that_is_out_cannot_forfeit_again() -> None:
    """QC 4.3."""
    state = play(state_of("wKg1 wPj2 rKa6 rPb3 bKg12 gKl6"), "forfeit black")
    assert refusal(state, "forfeit black") == ("illegal-move", "QC 4.3")


def test_a_forfeit_that_takes_the_moves_of_the_player_on_turn_stalemates_them_at_once() -> None:
    """QC 4.3, 4.1: White's only move was a capture of Black's knight, a statue now."""
    state = state_of("wKj1 rRi5 rRc2 wPd5 bPd6 bNe6 bKg12 rKa6 gKl6 gPk3")
    assert legal(state) == ["d5e6"]
    after = play(state, "forfeit black")
    assert out(after) == [("black", "forfeit"), ("white", "stalemate")]
    assert after.turn is Colour.RED


def test_a_forfeit_that_leaves_a_check_mates_who_is_on_turn_at_once() -> None:
    """QC 4.3, 4.1: only the capture of Black's knight lifted Red's check."""
    state = state_of("wKj1 rNi3 rBe5 gPk3 bNi2 bKg12 rKa6 gKl6")
    assert legal(state) == ["j1i2"]
    after = play(state, "forfeit black")
    assert out(after) == [("black", "forfeit"), ("white", "mate")]


def test_a_forfeit_may_free_who_is_on_turn() -> None:
    """QC 4.2, 4.3: the check is gone with the colour that gave it."""
    state = state_of("wKg1 wPj2 rKa6 rPb3 bKc12 bRg9 gKl6")
    assert refusal(state, "j2j3") == ("illegal-move", "QC 3.5")
    assert "j2j3" in legal(play(state, "forfeit black"))


def test_an_entry_of_a_colour_that_is_out_is_refused_by_name() -> None:
    """QC 4.2."""
    state = play(state_of("wKg1 wPj2 rKa6 rPb3 bKg12 gKl6"), "resign", "a6a5", "g12g11", "l6l5")
    assert state.turn is Colour.RED
    assert refusal(state, "j2j3") == ("illegal-move", "QC 4.2")
