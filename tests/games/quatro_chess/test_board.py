"""QC 1: the board, its notation and the starting position."""

from __future__ import annotations

from games.quatro_chess.board import NAMES, SQUARES, STARTING_BOARD, Colour
from tests.games.quatro_chess.positions import at, legal, new_game, play


def test_the_board_has_128_squares_and_no_corners() -> None:
    """QC 1.1, 1.2."""
    assert len(SQUARES) == 128
    names = {NAMES[square] for square in SQUARES}
    assert {"a3", "a10", "c1", "j12", "l3", "k10", "g6"} <= names
    corners = {file + str(rank) for file in "abkl" for rank in (1, 2, 11, 12)}
    assert not names & corners


def test_each_army_stands_in_the_usual_order_on_its_own_side() -> None:
    """QC 1.3, 1.4."""
    state = new_game()
    assert [at(state, f"{file}1") for file in "cdefghij"] == ["wR", "wN", "wB", "wQ", "wK", "wB", "wN", "wR"]
    assert [at(state, f"{file}12") for file in "cdefghij"] == ["bR", "bN", "bB", "bQ", "bK", "bB", "bN", "bR"]
    assert [at(state, f"a{n}") for n in range(10, 2, -1)] == ["rR", "rN", "rB", "rQ", "rK", "rB", "rN", "rR"]
    assert [at(state, f"l{n}") for n in range(10, 2, -1)] == ["gR", "gN", "gB", "gQ", "gK", "gB", "gN", "gR"]
    assert all(at(state, f"{file}2") == "wP" and at(state, f"{file}11") == "bP" for file in "cdefghij")
    assert all(at(state, f"b{n}") == "rP" and at(state, f"k{n}") == "gP" for n in range(3, 11))
    assert sum(code > 0 for code in STARTING_BOARD) == 64


def test_turns_run_white_red_black_green() -> None:
    """QC 1.3."""
    state = new_game()
    turns = []
    for entry in ("g2g3", "b6c6", "g11g10", "k6j6"):
        turns.append(state.turn)
        state = play(state, entry)
    assert turns == [Colour.WHITE, Colour.RED, Colour.BLACK, Colour.GREEN]
    assert state.turn is Colour.WHITE


def test_white_has_22_moves_at_the_start_two_of_them_captures() -> None:
    """QC 3.1: pawns capture on the first move too."""
    moves = legal(new_game())
    assert len(moves) == 22
    assert {"c2b3", "j2k3"} <= set(moves)
