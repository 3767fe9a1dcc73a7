"""Rules in small positions, by their numbers: what may be played there, what is refused, and what it leads to.

Each is looked at by the second implementation, too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.games.quatro_chess.positions import at, legal, out, plain_of, play, refusal, seen, state_of

PAIRS: dict[str, Any] = {"owners": (1, 1, 2, 2)}
TEAMS: dict[str, Any] = {"teams": ((1, 3), (2, 4))}
KINGS = "wKj1 rKa10 bKc12 gKl3"
TWO_EAST = "wKg1 wRe5 rKa6 rNe8 bKg12 bPj11 gKl6"
SIDE_BY_SIDE = "wKg6 rKe6 rRg8 bKc12 bPj11 gKl4"
PINNED_BY_RED = "wKg1 wRg4 rKa6 rQg8 bKc12 bPj11 gKl6"
STATUES = "wKg1 wRe5 rKa6 bPe8 gKl6 gPk3"
PINNED = "wKg1 wBg4 rKa6 rPb3 bKc12 bRg9 gKl6"
CHECKED = "wKg1 wPj2 rKa6 rPb3 bKc12 bRg9 gKl6"
HOME = "wKg1 wCj1 wCc1 rKa6 bKg12 bPe9 gKl6"
WHITE_OUT, RED_OUT, BLACK_OUT = ((("white", "forfeit"),), (("red", "forfeit"),), (("black", "forfeit"),))
LAST = "wKg1 wRb4 wRc9 wPj2 rKa10 bKg12 bPj11 gKl6 gPk3"


@dataclass(frozen=True)
class Case:
    """A position as words, the entries played from it, and then: what may be played and what not, what is refused by
    which rule, what stands where, who went out, whose king is in check."""

    pieces: str
    entries: tuple[str, ...] = ()
    may: str = ""
    may_not: str = ""
    refused: dict[str, str] = field(default_factory=dict)
    stands: dict[str, str] = field(default_factory=dict)
    out: tuple[tuple[str, str], ...] = ()
    check: tuple[str, ...] | None = None
    more: dict[str, Any] = field(default_factory=dict)


CASES = {
    # QC 2.3: who is hostile to whom
    "2.3 partners check each other": Case(
        "wKg1 wRe5 bKc12 bPj11 rKa6 gKl6 rPb3", ("e5c5",), check=("black",), more=TEAMS
    ),
    "2.3 colours of two players capture each other": Case(TWO_EAST, may="e5e8"),
    "2.3 the colours of one player do not": Case(TWO_EAST, (), "e5e7", refused={"e5e8": "QC 2.3"}, more=PAIRS),
    "2.3 a king does not stand next to another player's": Case(SIDE_BY_SIDE, may_not="g6f6", check=("white",)),
    "2.3 a king may stand next to its player's other one": Case(SIDE_BY_SIDE, (), "g6f6 g6g7", check=(), more=PAIRS),
    "2.3 a piece is pinned by another player's": Case(PINNED_BY_RED, may_not="g4e4"),
    "2.3 a piece is not pinned by the own second colour": Case(PINNED_BY_RED, may="g4e4", more=PAIRS),
    # QC 3.1, 3.3: pawns
    "3.1 no two squares from where Red's pawns start": Case(f"{KINGS} wPb5", may="b5b6", may_not="b5b7"),
    "3.1 nor for Black": Case(f"{KINGS} bPb5 rPj3", may="b5b4", may_not="b5b3", more={"turn": "black"}),
    "3.3 a pawn promotes by capture": Case(
        "wKj1 rKa10 bKj12 gKl10 wPc11 bRd12 bRc12", (), "c11d12q c11d12r c11d12b c11d12n", "c11c12q"
    ),
    "3.3 no rook promotes": Case("wKg1 wRe11 rKa6 bKc12 gKl6", refused={"e11e12q": "QC 3.3"}),
    "3.3 nor a white pawn on a side file on rank 10": Case(
        "wKg1 rKa3 bKg12 gKl6 wPb9", ("b9b10",), stands={"b10": "wP"}
    ),
    # QC 3.2: en passant
    "3.2 the last of three enemies may": Case(f"{KINGS} wPg2 rPf2 bPf4 gPh4", ("g2g4", "a10a9", "c12d12"), "h4g3"),
    "3.2 nobody once the pawn's colour was on turn again": Case(
        f"{KINGS} wPg2 rPf2 bPf4 gPh4", ("g2g4", "a10a9", "c12d12", "l3l4", "j1i1"), refused={"f2g3": "QC 3.2"}
    ),
    "3.2 nor where it is out": Case(
        f"{KINGS} wPg2 rPf2 bPj11", ("g2g4", "forfeit white"), may_not="f2g3", out=WHITE_OUT
    ),
    "3.2 one square gives no right": Case(f"{KINGS} wPg2 rPf3 bPj11", ("g2g3",), refused={"f3g2": "QC 3.2"}),
    "3.2 a piece on the passed square is captured alone": Case(
        f"{KINGS} wPg2 rNe2 bPf4", ("g2g4", "e2g3", "f4g3"), stands={"g3": "bP", "g4": "wP"}
    ),
    "3.2 an own piece there prevents it": Case(
        f"{KINGS} wPg2 bNe2 bPf4 rPb3", ("g2g4", "a10a9", "e2g3", "l3l4", "j1i1", "a9a10"), may_not="f4g3"
    ),
    "3.2 so does a statue": Case(
        f"{KINGS} wPg2 rNe2 bPf4", ("g2g4", "e2g3", "forfeit red"), may_not="f4g3", stands={"g3": "#rN"}, out=RED_OUT
    ),
    "3.2 of two pawns that passed the square the last is captured": Case(
        f"{KINGS} wPc2 rPb3 bPd4 gPj4", ("c2c4", "b3d3", "d4c3"), stands={"c3": "bP", "d3": "", "c4": "wP"}
    ),
    "3.2 the first where the last is gone": Case(
        f"{KINGS} wPc2 rPb3 bNe5 gPd4 bPj11",
        ("c2c4", "b3d3", "e5d3", "d4c3"),
        stands={"c3": "gP", "c4": "", "d3": "bN"},
    ),
    "3.2 a captured pawn is not captured again": Case(
        f"{KINGS} wPg2 rNe5 bPf4 rPb3", ("g2g4", "e5g4"), refused={"f4g3": "QC 3.2"}
    ),
    "3.2 the own second colour's pawn is not captured": Case(
        f"{KINGS} wPj2 rPb3 bPd4", ("j1i1", "b3d3"), refused={"d4c3": "QC 2.3"}, more={"owners": (1, 2, 2, 3)}
    ),
    "3.2 with another's behind it that one is": Case(
        f"{KINGS} wPc2 rPb3 bPd4",
        ("c2c4", "b3d3", "d4c3"),
        stands={"d3": "rP", "c4": ""},
        more={"owners": (1, 2, 2, 3)},
    ),
    "3.2 a partner's pawn is": Case(f"{KINGS} wPg2 bPf4 rPb3", ("g2g4", "a10a9"), "f4g3", more=TEAMS),
    "3.5 not where both leaving the rank lays the king open": Case(
        "wKj1 rKa10 bKa4 bPf4 wPg2 gKk10 wRl4 rPb3 rPb5", ("g2g4", "a10a9"), refused={"f4g3": "QC 3.5"}
    ),
    "3.5 but to lift a check by the pawn": Case(
        "wKj1 rKa10 bKf5 bPf4 wPg2 gKl3 rPb3", ("g2g4", "a10a9"), "f4g3", check=("black",)
    ),
    # QC 3.4: castling
    "3.4 not with a king that came back": Case(
        HOME, ("g1g2", "a6a5", "g12g11", "l6l5", "g2g1", "a5a6", "g11g12", "l5l6"), may_not="g1i1 g1e1"
    ),
    "3.4 not with a rook that came back": Case(
        HOME, ("j1j2", "a6a5", "g12g11", "l6l5", "j2j1", "a5a6", "g11g12", "l5l6"), "g1e1", "g1i1"
    ),
    "3.4 not with a rook where another was captured": Case(
        "wKg1 wCj1 wRj5 rKa6 rRj3 bKg12 bPe9 gKl6", ("j5i5", "j3j1", "g12g11", "l6l7"), may_not="g1i1"
    ),
    "3.4 the rook may give check": Case("wKg1 wCj1 wPb9 rKa6 bKh12 bPe9 gKl6", ("g1i1", "a6a5"), check=("black",)),
    "3.4 not with another colour's rook": Case(
        "wKa6 wPe5 rCa3 rCa10 rKc9 bKg12 gKl6", may_not="a6a8", refused={"a6a4": "QC 3.1"}, more=PAIRS
    ),
    # QC 3.5: checks
    "3.5 a king does not stay in check": Case(
        "wKg1 wPj2 rKa6 bKc12 bRg8 gKl6", may="g1f1", refused={"j2j3": "QC 3.5", "g1g2": "QC 3.5"}
    ),
    "3.5 what is pinned moves along the pin": Case(
        "wKg1 wRg4 wBf2 rKa6 rBb6 bKc12 bRg8 gKl6", may="g4g2 g4g8 f2e3 f2b6", refused={"g4e4": "QC 3.5"}
    ),
    "3.5 kings keep a square between them": Case("wKg6 rKe6 bKg12 gKl6 rPb3 bPj11", may_not="g6f5 g6f6 g6f7"),
    "3.5 no move ends on a king's square": Case(
        "wKg1 wRe5 rKa6 bKe12 bPj11 gKl6", may="e5e11", refused={"e5e12": "QC 3.5"}
    ),
    "3.5 the own other king may be exposed": Case(
        "wKg1 wRa8 rKa6 bKc12 bRa10 bPj11 gKl6", ("a8c8",), stands={"c8": "wR"}, more=PAIRS
    ),
    "3.5 a knight's check that came later": Case(
        "wKg1 wPj2 wPc2 rKa6 bKc12 bNd4 gKl6", ("j2j3", "a6a5", "d4f3", "l6l5"), "g1g2", refused={"j3j4": "QC 3.5"}
    ),
    "3.5 a check discovered by another army": Case(
        "wKg1 wPj2 rKa6 bKc12 bRg10 gKl6 gNg5", ("j2j3", "a6a5", "c12d12", "g5i6"), refused={"j3j4": "QC 3.5"}
    ),
    "3.5 a check laid open by an elimination": Case(
        "wKg1 wPj2 rKg6 bKc12 bRg10 bPe9 gKl6 gPk3",
        ("j2j3", "forfeit red", "c12d12", "l6l5"),
        refused={"j3j4": "QC 3.5"},
        out=RED_OUT,
    ),
    # QC 4.1: who cannot move is out
    "4.1 stalemated": Case(
        LAST, ("g1g2",), refused={"draw50": "QC 5.3"}, out=(("red", "stalemate"),), more={"quiet": 199}
    ),
    "4.1 mated at the turn": Case(
        "wKg1 wRh5 wRi4 rKa6 rBd2 bKj12 bPc11 gKl6", ("h5j5", "a6a7"), out=(("black", "mate"),)
    ),
    "4.1 not where somebody lifts the check before": Case(
        "wKg1 wRh5 wRi4 rKa6 rBd2 bKj12 bPc11 gKl6", ("h5j5", "d2j8")
    ),
    "4.1 two in a row": Case(
        "wKg1 wRb4 wRc9 wRi4 wRe11 rKa10 bKj12 gKl6 gPk3", ("g1g2",), out=(("red", "stalemate"), ("black", "stalemate"))
    ),
    # QC 4.2: statues
    "4.2 a statue is not captured": Case(STATUES, may="e5e7", refused={"e5e8": "QC 4.2"}),
    "4.2 statues attack nothing": Case("wKg5 wPj2 rKa6 bQg8 bNf7 bPh7 bRe6 gKl6", (), "g5g6 g5f6 g5h6", check=()),
    "4.2 statues stand in the way": Case("wKg1 wPe7 rKa6 rRg11 bPe8 bBg8 gKl6", may_not="e7e8", check=()),
    "4.2 what is pinned does not move": Case(PINNED, may_not="g4h5 g4f5"),
    "4.2 until the pinner is out": Case(PINNED, ("forfeit black",), "g4h5 g4f5", out=BLACK_OUT),
    # QC 4.3: forfeits
    "4.3 nobody forfeits twice": Case(CHECKED, ("forfeit black",), refused={"forfeit black": "QC 4.3"}, out=BLACK_OUT),
    "4.3 a forfeit may stalemate who is on turn": Case(
        "wKj1 rRi5 rRc2 wPd5 bPd6 bNe6 bKg12 rKa6 gKl6 gPk3",
        ("forfeit black",),
        out=(("black", "forfeit"), ("white", "stalemate")),
    ),
    "4.3 or mate": Case(
        "wKj1 rNi3 rBe5 gPk3 bNi2 bKg12 rKa6 gKl6", ("forfeit black",), out=(("black", "forfeit"), ("white", "mate"))
    ),
    "4.3 who is in check does not move elsewhere": Case(CHECKED, refused={"j2j3": "QC 3.5"}),
    "4.3 a forfeit may free who is on turn": Case(CHECKED, ("forfeit black",), "j2j3", out=BLACK_OUT),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_rule_holds_in_the_position_and_both_implementations_agree(case: Case) -> None:
    start = state_of(case.pieces, **case.more)
    state, plain = play(start, *case.entries), plain_of(start)
    for entry in case.entries:
        plain.play(entry)
    assert seen(state) == plain.summary()
    moves = legal(state)
    assert moves == plain.moves()
    assert set(case.may.split()) <= set(moves) and not set(case.may_not.split()) & set(moves)
    assert {entry: refusal(state, entry) for entry in case.refused} == {
        entry: ("illegal-move", rule) for entry, rule in case.refused.items()
    }
    assert {square: at(state, square) for square in case.stands} == case.stands
    assert tuple(out(state)[len(start.out) :]) == case.out
    assert case.check is None or tuple(seen(state)["check"]) == case.check
