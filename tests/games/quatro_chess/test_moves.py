"""QC 3.1, 3.3 and 3.5: how pieces move, where pawns promote and get stuck, and what a king may not suffer."""

from __future__ import annotations

import pytest

from tests.games.quatro_chess.positions import at, legal, new_game, play, refusal, state_of


def targets(pieces: str, origin: str, turn: str = "white") -> set[str]:
    return {text.removeprefix(origin) for text in legal(state_of(pieces, turn), origin)}


def test_a_rook_moves_along_the_whole_cross_but_not_over_its_corners() -> None:
    """QC 1.2, 3.1."""
    assert targets("wKg1 wRc3 rKa6 bKg12 gKl6", "c3") == {
        *("a3", "b3", "d3", "e3", "f3", "g3", "h3", "i3", "j3", "k3", "l3"),
        *("c1", "c2", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11", "c12"),
    }
    assert targets("wKg1 wRa3 rKc6 bKg12 gKl6", "a3") == {
        *(f"a{n}" for n in range(4, 11)),
        *(f"{file}3" for file in "bcdefghijkl"),
    }


def test_a_bishop_and_a_knight_stay_on_the_cross() -> None:
    """QC 3.1."""
    assert targets("wKg1 wBa3 rKa6 bKg12 gKk6", "a3") == {*("b4", "c5", "d6", "e7", "f8", "g9", "h10", "i11", "j12")}
    assert targets("wKg1 wNb3 rKa6 bKg12 gKl6", "b3") == {"c1", "d2", "d4", "c5", "a5"}


def test_a_queen_moves_as_rook_and_bishop_and_captures() -> None:
    """QC 3.1."""
    found = targets("wKg1 wQf6 rKa3 rPc6 bKg12 gKl3 gPh8 wPf8", "f6")
    assert {"c6", "h8", "f7"} <= found
    assert not {"b6", "i9", "f8", "f9"} & found


def test_pieces_do_not_jump_and_do_not_take_their_own() -> None:
    """QC 3.1."""
    state = new_game()
    assert refusal(state, "c1c5") == ("illegal-move", "QC 3.1")
    assert refusal(state, "c1c2") == ("illegal-move", "QC 3.1")
    assert refusal(state, "d1d3") == ("illegal-move", "QC 3.1")
    assert refusal(state, "e5e6") == ("illegal-move", "QC 3.1")
    assert refusal(state, "d1d1") == ("illegal-move", "QC 3.1")
    assert refusal(state, "c1l10") == ("illegal-move", "QC 3.1")
    assert refusal(state, "g2g3q") == ("illegal-move", "QC 3.3")


@pytest.mark.parametrize(
    ("turn", "pawn", "one", "two", "strikes", "back"),
    [
        ("white", "g2", "g3", "g4", ("f3", "h3"), "g1"),
        ("red", "b6", "c6", "d6", ("c5", "c7"), "a6"),
        ("black", "g11", "g10", "g9", ("f10", "h10"), "g12"),
        ("green", "k6", "j6", "i6", ("j5", "j7"), "l6"),
    ],
)
def test_pawns_move_away_from_their_own_side(
    turn: str, pawn: str, one: str, two: str, strikes: tuple[str, str], back: str
) -> None:
    """QC 3.1: one square, two from the start, and diagonally forward to capture."""
    kings = " ".join(f"{colour}K{square}" for colour, square in zip("wrbg", ("c1", "a10", "j12", "l3"), strict=True))
    own, enemy = turn[0], {"white": "b", "red": "g", "black": "w", "green": "r"}[turn]
    free = state_of(f"{kings} {own}P{pawn}", turn)
    assert set(legal(free, pawn)) == {pawn + one, pawn + two}
    hunted = f"{kings} {own}P{pawn} {enemy}N{strikes[0]} {own}N{strikes[1]}"
    assert set(legal(state_of(hunted, turn), pawn)) == {pawn + one, pawn + two, pawn + strikes[0]}
    assert set(legal(state_of(f"{kings} {own}P{pawn} {enemy}N{two}", turn), pawn)) == {pawn + one}
    assert legal(state_of(f"{kings} {own}P{pawn} {enemy}N{one}", turn), pawn) == []
    assert refusal(free, pawn + back) == ("illegal-move", "QC 3.1")
    assert refusal(free, pawn + strikes[0])[0] == "illegal-move"
    assert refusal(state_of(f"{kings} {own}P{pawn} {enemy}N{one}", turn), pawn + one) == ("illegal-move", "QC 3.1")
    moved = state_of(f"{kings} {own}P{one}", turn)
    again = {"g3": "g5", "c6": "e6", "g10": "g8", "j6": "h6"}[one]
    assert refusal(moved, one + again) == ("illegal-move", "QC 3.1")


@pytest.mark.parametrize(
    ("turn", "pawn", "far"),
    [("white", "e11", "e12"), ("red", "k5", "l5"), ("black", "e2", "e1"), ("green", "b5", "a5")],
)
def test_pawns_promote_on_the_back_row_opposite(turn: str, pawn: str, far: str) -> None:
    """QC 3.3."""
    kings = "wKj1 rKa10 bKc12 gKl10"
    state = state_of(f"{kings} {turn[0]}P{pawn}", turn)
    assert set(legal(state, pawn)) == {pawn + far + letter for letter in "qrbn"}
    for letter in "qrbn":
        assert at(play(state, pawn + far + letter), far) == turn[0] + letter.upper()
    assert refusal(state, pawn + far) == ("illegal-move", "QC 3.3")


@pytest.mark.parametrize(
    ("turn", "corners"),
    [("white", ["c12", "j12"]), ("red", ["l10", "l3"]), ("black", ["c1", "j1"]), ("green", ["a10", "a3"])],
)
def test_all_eight_lines_promote(turn: str, corners: list[str]) -> None:
    """QC 3.3: also the outermost."""
    for corner in corners:
        file, rank = corner[0], int(corner[1:])
        behind = {"white": f"{file}{rank - 1}", "black": f"{file}{rank + 1}", "red": f"k{rank}", "green": f"b{rank}"}[
            turn
        ]
        state = state_of(f"wKg1 rKa6 bKg12 gKl6 {turn[0]}P{behind}", turn)
        assert behind + corner + "q" in legal(state)


@pytest.mark.parametrize(
    ("turn", "pawn", "ahead", "struck"),
    [
        ("white", "b10", "b11", "c11"),
        ("white", "a10", "a11", None),
        ("white", "k10", "k11", "j11"),
        ("red", "j11", "k11", "k10"),
        ("red", "j2", "k2", "k3"),
        ("red", "j12", "k12", None),
        ("black", "k3", "k2", "j2"),
        ("green", "c11", "b11", "b10"),
        ("green", "c2", "b2", "b3"),
    ],
)
def test_a_pawn_at_the_end_of_another_line_is_stuck_but_captures(
    turn: str, pawn: str, ahead: str, struck: str | None
) -> None:
    """QC 3.3."""
    kings = "wKg1 rKa6 bKg12 gKl6"
    stuck = state_of(f"{kings} {turn[0]}P{pawn}", turn)
    assert legal(stuck, pawn) == []
    assert refusal(stuck, pawn + ahead) == ("bad-notation", "QC 1.2")
    if struck:
        enemy = "b" if turn != "black" else "w"
        hunting = state_of(f"{kings} {turn[0]}P{pawn} {enemy}N{struck}", turn)
        assert legal(hunting, pawn) == [pawn + struck]
        assert at(play(hunting, pawn + struck), struck) == turn[0] + "P"


def test_any_of_three_enemies_gives_check() -> None:
    """QC 2.3, 3.5: pawns by their own direction."""
    for piece in ("rPf2", "rPf4", "gPh2", "gPh4", "bPf4", "bPh4", "rNe2", "gKh4"):
        state = state_of(f"wKg3 rKa6 bKg12 {'' if piece[1] == 'K' else 'gKl6'} {piece} wPj2")
        assert all(text[:2] == "g3" or text.endswith(piece[2:]) for text in legal(state)), piece
    for piece in ("rPh4", "gPf4", "bPf2", "bPh2", "rPg4", "bPg4"):
        state = state_of(f"wKg3 rKa6 bKg12 gKl6 {piece} wPj2")
        assert "j2j3" in legal(state), piece
