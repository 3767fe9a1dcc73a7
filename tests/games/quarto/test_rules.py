"""Quarto's rules, one after the other, by their numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from games.core.errors import ImpossiblePoints
from games.core.game import Start
from games.quarto import GAME
from games.quarto.material import LINES, LINES_AND_SQUARES, PIECES, SQUARES, Place
from tests.games.asking import moves_after, refusal, result

ROW = ["give LRTF", "place a1", "give LSSH", "place b1", "give LRSF", "place c1", "give LSTH", "place d1"]
"""Seat 1 completes row 1 with four light pieces."""


def record(moves: list[str], **options: Any) -> dict[str, Any]:
    return {"game": "quarto", "options": options, "seats": [None, None], "setup": {}, "moves": moves}


def silent_game(only_then: bool = False) -> list[str]:
    """All sixteen pieces placed and nobody calls; the last one completes a line.

    With ``only_then`` no piece before it completed one.
    """
    rng = Random(11)
    while True:
        state = GAME.start(Start(2))
        moves: list[str] = []
        lines = 0
        while state.placed < 16:
            move = rng.choice([move for move in GAME.legal_moves(state) if "call" not in GAME.write(move)])
            moves.append(GAME.write(move))
            state = GAME.play(state, move)
            lines += isinstance(move, Place) and state.placed < 16 and bool(state.completed)
        if state.completed and not (only_then and lines):
            return moves


def test_q_1_sixteen_squares_and_sixteen_different_pieces() -> None:
    """Q 1.1, Q 1.2."""
    assert len(set(SQUARES)) == 16 and SQUARES[0] == "a1" and SQUARES[-1] == "d4"
    assert sorted(PIECES) == sorted({a + b + c + d for a in "LD" for b in "RS" for c in "TS" for d in "FH"})


def test_q_2_1_seat_1_gives_first_and_may_give_any_piece() -> None:
    assert GAME.to_act(GAME.start(Start(2))) == (1,)
    assert moves_after(record([])) == sorted(f"give {piece}" for piece in PIECES)
    assert refusal(record(["place a1"])) == ("illegal-move", "Q 2.3", 0)


def test_q_2_2_who_receives_places_on_any_empty_square_and_gives_what_is_left() -> None:
    assert moves_after(record(["give LRTF"])) == sorted(f"place {square}" for square in SQUARES)
    after = moves_after(record(["give LRTF", "place b3"]))
    assert after == sorted(f"give {piece}" for piece in PIECES if piece != "LRTF")
    state = GAME.run(Start(2), ["give LRTF", "place b3"])
    assert GAME.to_act(state) == (2,)
    assert refusal(record(["give LRTF", "place b3", "give LRTF"])) == ("illegal-move", "Q 2.2", 2)
    assert refusal(record(["give LRTF", "place b3", "give DRTF", "place b3"])) == ("illegal-move", "Q 2.2", 3)


def test_q_2_3_gives_and_places_alternate() -> None:
    assert refusal(record(["give LRTF", "give DSSH"])) == ("illegal-move", "Q 2.3", 1)
    assert refusal(record(["give LRTF", "place b3", "place b4"])) == ("illegal-move", "Q 2.3", 2)


@pytest.mark.parametrize(
    "text",
    [
        *("", "give", "place", "call", "LRTF", "b3", "give LRTFH", "give RLTF", "give lrtf", "Give LRTF", "give LRT"),
        *("place e1", "place a5", "place a0", "place A1", "place 1a", "place ab1", "place а1", "place a１"),
        *("call 0", "call 3", "call 01", "call ١", "call one", "call 1 2", "give LRTF place b3", "resign", "1. give"),
    ],
)
def test_what_is_no_move_of_quarto_is_bad_notation(text: str) -> None:
    code, _, index = refusal(record(["give LRTF", text]))
    assert (code, index) == ("bad-notation", 1)


def test_q_3_1_there_are_ten_lines_and_nine_squares() -> None:
    assert len({frozenset(line) for line in LINES}) == 10
    assert len({frozenset(line) for line in LINES_AND_SQUARES}) == 19
    assert all(len(set(line)) == 4 for line in LINES_AND_SQUARES)


@pytest.mark.parametrize("line", LINES_AND_SQUARES)
@pytest.mark.parametrize("place", range(4))
def test_q_3_1_four_that_share_one_value_are_a_line_whoever_placed_them(line: tuple[int, ...], place: int) -> None:
    for sharing in ("L...", "D...", ".R..", ".S..", "..T.", "..S.", "...F", "...H"):
        pieces = [p for p in PIECES if all(a in (".", b) for a, b in zip(sharing, p, strict=True))]
        # Of eight pieces with one value, four that share nothing else: two opposite pairs.
        opposite = next(
            four
            for four in permutations(pieces, 4)
            if sum(len({piece[n] for piece in four}) == 1 for n in range(4)) == 1
        )
        order = [square for square in line if square != line[place]] + [line[place]]
        moves = [
            entry
            for piece, square in zip(opposite, order, strict=True)
            for entry in (f"give {piece}", f"place {SQUARES[square]}")
        ]
        counts = line in LINES
        # The fourth piece is placed by seat 1.
        assert ("call 1" in moves_after(record(moves))) == counts
        assert "call 1" in moves_after(record(moves, squares=True))


def test_q_3_1_four_that_share_nothing_are_no_line() -> None:
    moves = ["give LRTF", "place a1", "give DSSH", "place b1", "give LSTH", "place c1", "give DRSF", "place d1"]
    assert refusal(record([*moves, "call 1"])) == ("illegal-move", "Q 3.6", 8)


def test_q_3_2_a_line_wins_only_when_it_is_called() -> None:
    assert result(record(ROW)) is None
    assert result(record([*ROW, "call 1"])) == {"termination": "quarto", "places": [1, 2], "points": ["1", "0"]}


def test_q_3_2_the_line_that_is_called_is_shown_and_must_be_the_one_that_is_there() -> None:
    found = result(record([*ROW, "call 1 a1 b1 c1 d1"]))
    assert found is not None and found["places"] == [1, 2]
    assert refusal(record([*ROW, "call 1 a1 a2 a3 a4"]))[:2] == ("illegal-move", "Q 3.2")


def test_q_3_4_after_the_give_only_the_other_may_call_until_the_piece_is_placed() -> None:
    given = [*ROW, "give DRTF"]
    assert [move for move in moves_after(record(given)) if move.startswith("call")] == ["call 2"]
    assert refusal(record([*given, "call 1"])) == ("illegal-move", "Q 3.6", 9)
    found = result(record([*given, "call 2"]))
    assert found is not None and found["places"] == [2, 1]


def test_q_3_5_a_line_that_nobody_called_in_that_turn_has_lost_its_worth() -> None:
    lost = [*ROW, "give DRTF", "place a4"]
    for seat in (1, 2):
        assert refusal(record([*lost, f"call {seat}"])) == ("illegal-move", "Q 3.6", 10)
    assert not [move for move in moves_after(record(lost)) if move.startswith("call")]


def test_q_3_5_a_worthless_line_does_not_spoil_a_new_one_through_its_squares() -> None:
    lost = [*ROW, "give LRTH", "place a2", "give LSTF", "place a3", "give LSSF", "place a4"]
    # Column a is light too, and its last piece, the seventh, was placed by seat 2.
    found = result(record([*lost, "call 2"]))
    assert found is not None and found["places"] == [2, 1]


@pytest.mark.parametrize("moves", [[], ["give LRTF"], ["give LRTF", "place a1"], ROW[:-1]])
def test_q_3_6_a_call_without_a_line_is_illegal(moves: list[str]) -> None:
    for seat in (1, 2):
        assert refusal(record([*moves, f"call {seat}"])) == ("illegal-move", "Q 3.6", len(moves))


def test_q_3_7_after_the_last_piece_either_seat_may_call_its_line() -> None:
    moves = silent_game()
    assert moves_after(record(moves)) == ["call 1", "call 2"]
    found = result(record(moves))
    assert found == {"termination": "draw", "places": [1, 1], "points": ["1/2", "1/2"]}
    for seat, places in ((1, [1, 2]), (2, [2, 1])):
        called = result(record([*moves, f"call {seat}"]))
        assert called is not None and (called["termination"], called["places"]) == ("quarto", places)
    # The game is still open to a call, so anything else is judged as an entry, not as one after the end.
    assert refusal(record([*moves, "give LRTF"])) == ("illegal-move", "Q 3.7", 32)
    assert refusal(record([*moves, "nonsense"]))[0] == "bad-notation"
    assert refusal(record([*moves, "call 1", "call 2"])) == ("game-over", None, 33)


def test_q_3_9_points_of_a_win_a_loss_and_a_draw() -> None:
    half = Fraction(1, 2)
    for points in ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), (half, half)):
        GAME.check_points({}, points)
    for wrong in ((1, 1), (0, 0), (half, 0), (2, 0), (1,), (1, 0, 0), ()):
        with pytest.raises(ImpossiblePoints) as caught:
            GAME.check_points({}, [Fraction(points) for points in wrong])
        assert caught.value.rule == "Q 3.9"


@pytest.mark.parametrize(
    ("attributes", "wins"),
    [(["colour"], True), (["fill", "colour"], True), (["shape", "height", "fill"], False), (["height"], False)],
)
def test_q_4_1_only_the_chosen_attributes_count(attributes: list[str], wins: bool) -> None:
    moves = record([*ROW, "call 1"], attributes=attributes)
    if wins:
        assert result(moves) is not None
    else:
        assert refusal(moves) == ("illegal-move", "Q 3.6", 8)


@pytest.mark.parametrize("attributes", [[], ["colour", "colour"], ["size"], "colour", None, ["Colour"]])
def test_q_4_1_attributes_are_one_to_four_each_at_most_once(attributes: Any) -> None:
    assert refusal(record([], attributes=attributes)) == ("bad-record", "Q 4.1", None)


def test_q_4_2_squares_count_only_where_chosen() -> None:
    block = ["give LRTF", "place b2", "give LSSH", "place c3", "give LRSF", "place b3", "give LSTH", "place c2"]
    assert refusal(record([*block, "call 1"])) == ("illegal-move", "Q 3.6", 8)
    assert result(record([*block, "call 1"], squares=True)) is not None
    assert refusal(record([], squares=1)) == ("bad-record", "Q 4.2", None)


def test_q_4_3_without_calls_a_line_wins_at_once_for_who_completes_it() -> None:
    found = result(record(ROW, call="automatic"))
    assert found == {"termination": "quarto", "places": [1, 2], "points": ["1", "0"]}
    assert moves_after(record(ROW, call="automatic")) == []
    assert refusal(record([*ROW, "call 1"], call="automatic")) == ("game-over", None, 8)
    assert refusal(record([*ROW[:-1], "call 1"], call="automatic")) == ("illegal-move", "Q 4.3", 7)
    assert refusal(record([], call="never")) == ("bad-record", "Q 4.3", None)


def test_q_4_3_without_calls_the_last_piece_may_win_too() -> None:
    # Only one line of all these games is completed, by the last piece, which seat 1 places.
    moves = silent_game(only_then=True)
    assert result(record(moves, call="automatic")) == {"termination": "quarto", "places": [1, 2], "points": ["1", "0"]}


def test_the_setup_is_empty() -> None:
    assert refusal({**record([]), "setup": {"hands": []}}) == ("bad-setup", None, None)


def test_a_line_that_was_not_called_is_not_shown() -> None:
    state = GAME.run(Start(2), ROW)
    assert GAME.view(state, None)["lines"] == []
    called = GAME.run(Start(2), [*ROW, "call 1"])
    assert GAME.view(called, 2)["lines"] == [["a1", "b1", "c1", "d1"]]
    assert "light" in GAME.text(called)


def drawn_form(piece: str) -> str:
    """Return the drawing of a piece on a1, without its letters, its title and all colours."""
    diagram = GAME.diagram(GAME.run(Start(2), [f"give {piece}", "place a1"]))
    space = "{http://www.w3.org/2000/svg}"
    groups = ElementTree.fromstring(diagram).findall(f"{space}g")
    (group,) = [g for g in groups if (g.findtext(f"{space}title") or "").endswith(", a1")]
    return " ".join(
        f"{node.tag} {sorted((k, v) for k, v in node.attrib.items() if k not in ('fill', 'stroke'))}"
        for node in group
        if node.tag not in (f"{space}title", f"{space}text")
    )


def test_every_piece_is_drawn_differently_without_its_letters_and_colours() -> None:
    assert len({drawn_form(piece) for piece in PIECES}) == 16
