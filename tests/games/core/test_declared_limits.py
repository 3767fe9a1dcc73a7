"""The limits of a declaration as a whole: no result, points that cannot be kept, a rule that means nothing."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.declarations.declaration import BadDeclaration, read
from games.core.declarations.declared import DeclaredGame
from games.core.declarations.values import MOST_KEPT
from games.core.errors import ImpossiblePoints
from tests.games.core.test_declared import ORDER, PODS, RIICHI, changed, made, numbers
from tests.support.examples import examples

BOARD: dict[str, Any] = {"key": "board", "names": {"en": "Board"}, "seats": [4]}
SCORES: dict[str, Any] = {**BOARD, "entry": "score", "score": {"counts": "score"}}
POINTS: dict[str, Any] = {**BOARD, "entry": "points"}
PARTNERS = [[1, 3], [2, 4]]
DRAWN, WON = ["1", "1", "1", "1"], ["2", "0", "2", "0"]


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        ({**SCORES, "score": {"most": "20", "total": {"4": "100"}, "counts": "score"}}, "score.total.4"),
        ({**SCORES, "score": {"least": "5", "most": "5", "counts": "score"}, "draws": False}, "score.most"),
        ({**SCORES, "score": {"step": "100", "least": "10", "most": "90", "counts": "score"}}, "score.most"),
        ({**SCORES, "score": {"least": "1", "most": "3", "counts": "score"}, "ties": "refuse"}, "score.most"),
        ({**SCORES, "score": {"total": {"4": "3"}, "counts": "score"}, "partners": PARTNERS}, "score.total.4"),
        ({**POINTS, "tables": {"4": [DRAWN]}, "draws": False}, "tables.4"),
        ({**POINTS, "tables": {"4": [["3", "1", "0", "0"]]}, "partners": PARTNERS}, "tables.4"),
        ({**POINTS, "tables": {"4": [WON]}, "amounts": ["1"]}, "tables.4"),
        ({**POINTS, "amounts": ["1"], "draws": False}, "amounts"),
        ({**POINTS, "amounts": ["0", "1", "2"], "ties": "refuse"}, "amounts"),
    ],
)
def test_a_declaration_that_allows_no_result_is_refused(document: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadDeclaration) as refusal:
        read(document)
    assert refusal.value.member == fault
    assert str(refusal.value.reason) == "With this, no result is possible at a table of 4."


def has_result(game: DeclaredGame, values: range) -> bool:
    """Return whether any numbers are a result of the whole table."""
    for typed in product(map(Fraction, values), repeat=game.declaration.seats[0]):
        try:
            game.check_typed(typed)
        except ImpossiblePoints:
            continue
        return True
    return False


@settings(max_examples=examples(150))
@given(
    seats=st.integers(2, 4),
    least=st.integers(-2, 1),
    width=st.integers(0, 3),
    total=st.none() | st.integers(-8, 14),
    rules=st.fixed_dictionaries({"ties": st.sampled_from(["share", "best", "seat", "refuse"]), "draws": st.booleans()}),
    higher=st.booleans(),
)
def test_scores_are_refused_exactly_where_no_table_can_have_any(
    seats: int, least: int, width: int, total: int | None, rules: dict[str, Any], higher: bool
) -> None:
    score = {"least": str(least), "most": str(least + width), "counts": "score"}
    if total is not None:
        score["total"] = {str(seats): str(total)}  # type: ignore[assignment]
    document = {**SCORES, **rules, "seats": [seats], "score": score, "higher_is_better": higher}
    try:
        read(document)
    except BadDeclaration as error:
        assert error.reason.code == "declaration-no-result"
        unchecked = {**document, "score": {"counts": "score"}}
        assert not any_within(unchecked, score, seats)
    else:
        assert has_result(made(document), range(least, least + width + 1))


def any_within(document: dict[str, Any], score: dict[str, Any], seats: int) -> bool:
    """Return whether a table has a result within bounds and a total that are held to here, not by the game."""
    game = made(document)
    for typed in product(range(int(score["least"]), int(score["most"]) + 1), repeat=seats):
        if "total" in score and sum(typed) != int(score["total"][str(seats)]):
            continue
        try:
            game.check_typed(numbers(*typed))
        except ImpossiblePoints:
            continue
        return True
    return False


@pytest.mark.parametrize(
    "changes",
    [
        {"unit": "1/999"},
        {"unit": "1/999", "start": "500000"},
        {"unit": "1/999", "most": "1002", "least": "0"},
        {"start": "1000000", "step": "1/16", "unit": "1/8"},
        {"counts": "both", "uma": {"4": ["15", "5", "-5", "-15"]}, "step": "1/16", "unit": "1"},
    ],
    ids=["unbounded", "from a start", "bounded", "fine", "shared"],
)
def test_points_are_refused_at_the_declaration_or_can_be_kept(changes: dict[str, Any]) -> None:
    document = {**SCORES, "score": {"counts": "score", **changes}}
    try:
        declaration = read(document)
    except BadDeclaration as error:
        assert error.member == "score.unit"
        assert error.reason.code == "declaration-too-much"
        return
    score = declaration.score
    assert score is not None
    most = Fraction(1_000_000) if score.most is None else score.most
    least = Fraction(-1_000_000) if score.least is None else score.least
    for typed in ([most, most, most, most - score.step], [least, least, least, least + score.step]):
        taken = DeclaredGame(declaration).points_of(typed)
        assert all(value is not None and abs(value.numerator) <= MOST_KEPT for value in taken)


def test_a_unit_that_makes_more_than_is_kept_names_the_bound() -> None:
    with pytest.raises(BadDeclaration, match="A score could bring more than 999999999 points"):
        read({**SCORES, "score": {"counts": "score", "unit": "1/999", "start": "-1000000"}})
    assert read({**SCORES, "score": {"counts": "score", "unit": "1/999", "most": "1000", "least": "0"}})


@pytest.mark.parametrize("document", [PODS, ORDER], ids=["points", "places"])
def test_the_lowest_wins_only_where_scores_are_typed(document: dict[str, Any]) -> None:
    with pytest.raises(BadDeclaration) as refusal:
        read({**document, "higher_is_better": False})
    assert refusal.value.member == "higher_is_better"
    assert read({**document, "higher_is_better": True})
    assert read(changed(RIICHI, "higher_is_better", False))


@pytest.mark.parametrize(
    ("typed", "possible"),
    [
        ((2, 0, None, 0), True),
        ((0, 2, None, 2), True),
        ((1, 1, None, 1), True),
        ((0, 0, None, 0), True),
        ((2, 2, None, 2), False),
        ((2, 1, None, 0), False),
    ],
    ids=["partner wins alone", "others win", "drawn", "not played", "three win", "no result of a table"],
)
def test_where_a_partner_is_missing_the_other_has_what_a_table_can_give(
    typed: tuple[int | None, ...], possible: bool
) -> None:
    game = made(POINTS, tables={"4": [WON, DRAWN]}, partners=PARTNERS)
    row = [None if value is None else Fraction(value) for value in typed]
    if possible:
        game.check_forfeit(row)
    else:
        with pytest.raises(ImpossiblePoints):
            game.check_forfeit(row)


def test_at_a_table_with_a_substitute_the_scores_that_count_have_no_total() -> None:
    game = made(SCORES, score={"total": {"4": "0"}, "counts": "score"})
    game.check_forfeit([Fraction(30), None, Fraction(-10), Fraction(-5)])
    with pytest.raises(ImpossiblePoints, match="add up to 0"):
        game.check_typed(numbers(30, -10, -10, -5))
