"""QC 3.4: castling of every colour, and each thing that forbids it."""

from __future__ import annotations

import pytest

from tests.games.quatro_chess.positions import at, legal, play, refusal, state_of

Case = tuple[str, str, str, str, str, list[str]]
CASTLINGS: list[Case] = [
    ("white", "g1", "i1", "j1", "h1", ["h1", "i1"]),
    ("white", "g1", "e1", "c1", "f1", ["f1", "e1", "d1"]),
    ("black", "g12", "i12", "j12", "h12", ["h12", "i12"]),
    ("black", "g12", "e12", "c12", "f12", ["f12", "e12", "d12"]),
    ("red", "a6", "a4", "a3", "a5", ["a5", "a4"]),
    ("red", "a6", "a8", "a10", "a7", ["a7", "a8", "a9"]),
    ("green", "l6", "l4", "l3", "l5", ["l5", "l4"]),
    ("green", "l6", "l8", "l10", "l7", ["l7", "l8", "l9"]),
]
every = pytest.mark.parametrize("case", CASTLINGS, ids=lambda case: case[1] + case[2])
HOMES = {"white": "g3", "red": "c6", "black": "g10", "green": "j6"}


def pieces(turn: str, king: str, rook: str, *more: str) -> str:
    """King and rook on their squares, the other kings a little way off, and a pawn so that nobody wants
    material."""
    others = [f"{colour[0]}K{home}" for colour, home in HOMES.items() if colour != turn]
    pawn = {"white": "bPd8", "black": "wPd5"}.get(turn, "wPi9")
    return " ".join([f"{turn[0]}K{king}", f"{turn[0]}C{rook}", pawn, *others, *more])


def inward(square: str, by: int) -> str:
    """A square so many steps towards the middle of the board."""
    file, rank = square[0], int(square[1:])
    if rank in (1, 12):
        return f"{file}{rank + by if rank == 1 else rank - by}"
    return f"{'abcdefghijkl'['abcdefghijkl'.index(file) + (by if file == 'a' else -by)]}{rank}"


@every
def test_king_and_rook_change_places(case: Case) -> None:
    turn, king, target, rook, rook_to, _ = case
    after = play(state_of(pieces(turn, king, rook), turn), king + target)
    assert at(after, target) == f"{turn[0]}K"
    assert at(after, rook_to) == f"{turn[0]}R"
    assert at(after, king) == at(after, rook) == ""
    assert after.quiet == 1


@every
def test_a_rook_that_has_moved_does_not_castle(case: Case) -> None:
    turn, king, target, rook, *_ = case
    moved = state_of(pieces(turn, king, rook).replace("C", "R"), turn)
    assert king + target not in legal(moved)
    assert refusal(moved, king + target) == ("illegal-move", "QC 3.4")


@every
def test_no_rook_no_castling(case: Case) -> None:
    turn, king, target, rook, *_ = case
    for instead in (f"{turn[0]}N{rook}", f"{'w' if turn != 'white' else 'r'}R{rook}"):
        state = state_of(pieces(turn, king, rook).replace(f"{turn[0]}C{rook}", instead), turn)
        assert king + target not in legal(state)


@every
def test_nothing_stands_between(case: Case) -> None:
    turn, king, target, rook, _, between = case
    enemy = "r" if turn != "red" else "b"
    for square in between:
        for who in (turn[0], enemy):
            state = state_of(pieces(turn, king, rook, f"{who}N{square}"), turn)
            assert king + target not in legal(state)
            assert refusal(state, king + target)[0] == "illegal-move"


@every
def test_the_king_is_not_in_check_and_crosses_and_lands_on_no_attacked_square(case: Case) -> None:
    turn, king, target, rook, rook_to, between = case
    enemy = "r" if turn != "red" else "b"
    for square in (king, rook_to, target):
        attacker = f"{enemy}R{inward(square, 1)}"
        state = state_of(pieces(turn, king, rook, attacker), turn)
        assert refusal(state, king + target) == ("illegal-move", "QC 3.4")
    beyond = [square for square in between if square not in (rook_to, target)]
    for square in [*beyond, rook]:
        state = state_of(pieces(turn, king, rook, f"{enemy}R{inward(square, 1)}"), turn)
        assert king + target in legal(state), "the rook, and what only the rook crosses, may be attacked"


@every
def test_a_partner_forbids_it_an_own_colour_and_a_statue_do_not(case: Case) -> None:
    """QC 2.3, 4.2."""
    turn, king, target, rook, rook_to, _ = case
    opposite = {"white": "b", "black": "w", "red": "g", "green": "r"}[turn]
    attacked = pieces(turn, king, rook, f"{opposite}R{inward(rook_to, 1)}")
    assert king + target not in legal(state_of(attacked, turn, teams=((1, 3), (2, 4))))
    assert king + target in legal(
        state_of(attacked, turn, owners=(1, 2, 1, 3) if turn in ("white", "black") else (1, 2, 3, 2))
    )
    opposite_king = next(word for word in attacked.split() if word.startswith(f"{opposite}K"))
    assert king + target in legal(state_of(attacked.replace(opposite_king, ""), turn))
