"""QC 3.2: en passant from every direction, until the pawn's own colour is on turn again."""

from __future__ import annotations

import pytest

from games.quatro_chess import GAME
from tests.games.quatro_chess.positions import at, legal, play, refusal, state_of

KINGS = "wKj1 rKa10 bKc12 gKl3"


@pytest.mark.parametrize(
    ("hunter", "turn"),
    [
        ("rPf2", "red"),
        ("rPf4", "red"),
        ("bPf4", "black"),
        ("bPh4", "black"),
        ("gPh2", "green"),
        ("gPh4", "green"),
    ],
)
def test_any_hostile_pawn_that_attacks_the_passed_square_may_capture(hunter: str, turn: str) -> None:
    """QC 3.2: in every direction, also backwards as White sees it, and turns later."""
    state = play(state_of(f"{KINGS} wPg2 {hunter}"), "g2g4")
    for waiting in ("a10a9", "c12d12"):
        if state.turn is not None and state.turn.key != turn:
            state = play(state, waiting)
    square = hunter[2:]
    after = play(state, f"{square}g3")
    assert at(after, "g3") == hunter[0] + "P"
    assert at(after, "g4") == ""
    assert after.quiet == 0


@pytest.mark.parametrize("bystander", ["rPh4", "rPh2", "bPf2", "bPh2", "gPf4", "gPf2"])
def test_a_pawn_that_does_not_attack_the_passed_square_may_not(bystander: str) -> None:
    """QC 3.2."""
    turn = {"r": "red", "b": "black", "g": "green"}[bystander[0]]
    state = state_of(f"{KINGS} wPg4 {bystander}", turn, passed={"white": "g3"})
    assert f"{bystander[2:]}g3" not in legal(state)


def test_it_is_possible_until_the_pawns_own_colour_is_on_turn_again() -> None:
    """QC 3.2: three enemies in turn may, then nobody."""
    pieces = f"{KINGS} wPg2 rPf2 bPf4 gPh4"
    state = play(state_of(pieces), "g2g4")
    assert "f2g3" in legal(state)
    state = play(state, "a10a9")
    assert "f4g3" in legal(state)
    state = play(state, "c12d12")
    assert "h4g3" in legal(state)
    state = play(state, "l3l4")
    state = play(state, "j1i1")
    assert "f2g3" not in legal(state)
    assert refusal(state, "f2g3") == ("illegal-move", "QC 3.2")


def test_it_ends_when_the_pawns_colour_is_eliminated() -> None:
    """QC 3.2, 4.2."""
    state = play(state_of(f"{KINGS} wPg2 rPf2 bPj11"), "g2g4")
    assert "f2g3" in legal(state)
    after = play(state, "forfeit white")
    assert "f2g3" not in legal(after)
    assert refusal(after, "f2g3")[0] == "illegal-move"


def test_one_square_gives_no_right() -> None:
    """QC 3.2."""
    state = play(state_of(f"{KINGS} wPg2 rPf3 bPj11"), "g2g3")
    assert state.passed == (0, 0, 0, 0)
    assert refusal(state, "f3g2") == ("illegal-move", "QC 3.2")


def test_a_piece_on_the_passed_square_is_captured_in_the_ordinary_way_and_nothing_else() -> None:
    """QC 3.2."""
    state = state_of(f"{KINGS} wPg2 rNe2 bPf4")
    state = play(state, "g2g4", "e2g3", "f4g3")
    assert at(state, "g3") == "bP"
    assert at(state, "g4") == "wP"


def test_an_own_piece_or_a_statue_on_the_passed_square_prevents_it() -> None:
    """QC 3.2, 4.2."""
    state = play(state_of(f"{KINGS} wPg2 bNe2 bPf4 rPb3"), "g2g4", "a10a9", "e2g3", "l3l4", "j1i1", "a9a10")
    assert "f4g3" not in legal(state)
    state = play(state_of(f"{KINGS} wPg2 rNe2 bPf4"), "g2g4", "e2g3", "forfeit red")
    assert at(state, "g3") == "#rN"
    assert "f4g3" not in legal(state)


def test_of_two_pawns_that_passed_the_same_square_the_last_is_captured() -> None:
    """QC 3.2."""
    pieces = f"{KINGS} wPc2 rPb3 bPd4 gPj4"
    state = play(state_of(pieces), "c2c4", "b3d3")
    assert state.passed[0] == state.passed[1] != 0
    after = play(state, "d4c3")
    assert at(after, "c3") == "bP"
    assert at(after, "d3") == ""
    assert at(after, "c4") == "wP"


def test_of_two_pawns_the_first_is_captured_where_the_last_is_gone() -> None:
    """QC 3.2: only what may be captured counts."""
    pieces = "wKj1 rKa10 bKc12 gKl3 wPc2 rPb3 bNe5 gPd4 bPj11"
    state = play(state_of(pieces), "c2c4", "b3d3", "e5d3")
    after = play(state, "d4c3")
    assert at(after, "c3") == "gP"
    assert at(after, "c4") == ""
    assert at(after, "d3") == "bN"


def test_a_captured_pawn_can_not_be_captured_again() -> None:
    """QC 3.2: the pawn that passed was taken where it stands, so the square is as empty as any."""
    state = state_of(f"{KINGS} wPg2 rNe5 bPf4 rPb3")
    state = play(state, "g2g4", "e5g4")
    assert "f4g3" not in legal(state)
    assert refusal(state, "f4g3") == ("illegal-move", "QC 3.2")


def test_the_own_second_colours_pawn_is_never_captured() -> None:
    """QC 2.3, 3.2: with two passed pawns it is the other player's."""
    owners = (1, 2, 2, 3)
    state = play(state_of(f"{KINGS} wPc2 rPb3 bPd4", owners=owners), "c2c4", "b3d3")
    after = play(state, "d4c3")
    assert at(after, "d3") == "rP"
    assert at(after, "c4") == ""
    alone = play(state_of(f"{KINGS} wPj2 rPb3 bPd4", owners=owners), "j1i1", "b3d3")
    assert "d4c3" not in legal(alone)
    assert refusal(alone, "d4c3") == ("illegal-move", "QC 2.3")


def test_a_partners_pawn_is_captured() -> None:
    """QC 2.3, 3.2."""
    state = play(state_of(f"{KINGS} wPg2 bPf4 rPb3", teams=((1, 3), (2, 4))), "g2g4", "a10a9")
    assert "f4g3" in legal(state)


def test_a_capture_that_lays_the_king_open_is_illegal() -> None:
    """QC 3.5: both pawns leave the rank at once."""
    state = play(state_of("wKj1 rKa10 bKa4 bPf4 wPg2 gKk10 wRl4 rPb3 rPb5"), "g2g4", "a10a9")
    assert "f4g3" not in legal(state)
    assert refusal(state, "f4g3") == ("illegal-move", "QC 3.5")


def test_a_capture_that_lifts_a_check_by_the_passed_pawn_is_legal() -> None:
    """QC 3.2, 3.5."""
    state = play(state_of("wKj1 rKa10 bKf5 bPf4 wPg2 gKl3 rPb3"), "g2g4", "a10a9")
    assert GAME.view(state, None)["check"] == ["black"]
    assert "f4g3" in legal(state)
