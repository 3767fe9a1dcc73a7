"""QC 3.2: en passant from every direction, until the pawn's own colour is on turn again."""

from __future__ import annotations

import pytest

from tests.games.quatro_chess.positions import at, legal, play, state_of

KINGS = "wKj1 rKa10 bKc12 gKl3"


@pytest.mark.parametrize(
    ("hunter", "turn"),
    [("rPf2", "red"), ("rPf4", "red"), ("bPf4", "black"), ("bPh4", "black"), ("gPh2", "green"), ("gPh4", "green")],
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
