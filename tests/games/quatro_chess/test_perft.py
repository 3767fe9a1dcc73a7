"""Counting leaves agrees with the reference figures, and both ways of counting with each other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.quatro_chess import GAME
from games.quatro_chess.generate import perft
from games.quatro_chess.position import Position
from tests.games.quatro_chess.plain import Plain
from tests.games.quatro_chess.positions import legal, new_game, play, state_of

REFERENCE = json.loads((Path(__file__).parent / "perft.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_perft_agrees_with_the_reference(depth: int) -> None:
    assert GAME.perft(depth) == REFERENCE["perft"][str(depth)]


def test_divide_agrees_with_the_reference() -> None:
    state = new_game()
    divided = {text: perft(Position(play(state, text)), 1) for text in legal(state)}
    assert divided == REFERENCE["divide"]


def test_the_second_implementation_counts_the_same() -> None:
    game = Plain()
    total = 0
    for text in game.moves():
        after = game.copy()
        after.play(text)
        total += len(after.moves())
    assert total == REFERENCE["perft"]["2"]


def test_depth_0_is_the_position_itself() -> None:
    assert GAME.perft(0) == 1


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        GAME.perft(-1)


def test_counting_the_last_ply_in_bulk_changes_nothing() -> None:
    position = Position(new_game())
    assert perft(position, 3, bulk=False) == perft(position, 3)


def test_a_position_that_is_over_before_the_depth_counts_nothing() -> None:
    """After king takes pawn nobody has mating material: a leaf at depth 1, nothing at depth 2."""
    state = state_of("wKj1 wPj2 rKa6 rPi2 bPe9 gKl3 gNk4")
    assert perft(Position(state), 1) == len(legal(state))
    deeper = sum(perft(Position(play(state, text)), 1) for text in legal(state))
    assert perft(Position(state), 2) == deeper
    over = state_of("wKg5 rKa6 rPh6 bPe9 gPk3")
    after = play(over, "g5h6")
    assert after.turn is None
    assert perft(Position(after), 0) == 1
    assert perft(Position(after), 1) == perft(Position(after), 2) == 0


def test_an_elimination_takes_no_ply() -> None:
    """QC 4.1, 8.2: Red has no move after White's, so Black's moves are the second ply."""
    state = state_of("wKg1 wRb4 wRc9 rKa10 bKg12 bPj11 gKl6 gPk3")
    after = play(state, "g1g2")
    position = Position(state)
    assert position.push("g1g2")
    assert position.turn == 1
    for bulk in (True, False):
        assert perft(position.copy(), 1, bulk=bulk) == len(legal(after)) == 7
