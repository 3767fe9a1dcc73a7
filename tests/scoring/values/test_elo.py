"""Elo lists: the curve, the K factor, a table that weighs as one game, and sums that stay."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.document import Event, Player, Round, Table
from scoring.ratings import EloRules, Method, Rating, expected, season
from tests.scoring.values.test_ratings import met
from tests.support.examples import examples

RULES = EloRules()
RATINGS = st.builds(
    Rating, st.decimals(0, 3000, places=6), st.just(Decimal(500)), st.integers(0, 60).map(lambda games: games)
)


def old(mu: int) -> Rating:
    return Rating(mu=Decimal(mu), games=30)


@pytest.mark.parametrize(
    ("ahead", "fide"),
    [(0, ".50"), (36, ".55"), (72, ".60"), (110, ".65"), (150, ".70"), (193, ".75"), (240, ".80"), (296, ".85")],
)
def test_the_curve_is_close_to_the_table_of_the_fide_handbook(ahead: int, fide: str) -> None:
    """B.02, 8.1.2, in the middle of each step. FIDE's table is of the normal curve, ours is the logistic one."""
    assert abs(expected(Decimal(1500 + ahead), Decimal(1500)) - Decimal(fide)) < Decimal("0.005")


def test_400_points_are_ten_to_one() -> None:
    assert expected(Decimal(1900), Decimal(1500)) * 11 == Decimal(10)


def test_worked_examples() -> None:
    """Two beginners: K 40, 40 · (1 − ½). 1600 beats 1400 with K 20: 20 · (1 − 1/(1 + 10^−½)) = 4.805."""
    new = RULES.rate({"a": RULES.beginning, "b": RULES.beginning}, [("a", "b", 2)])
    assert (new["a"].mu, new["b"].mu, new["a"].games) == (Decimal(1520), Decimal(1480), 1)
    won = RULES.rate({"a": old(1600), "b": old(1400)}, [("a", "b", 2)])
    assert (won["a"].mu, won["b"].mu) == (Decimal("1604.805061"), Decimal("1395.194939"))


def test_a_table_of_four_weighs_as_one_game() -> None:
    """Equals: the winner takes 3 of 3 comparisons where half was expected, as in a game for two."""
    four = RULES.rate(dict.fromkeys(range(4), old(1500)), met([8, 4, 2, 0]))
    assert [four[at].mu for at in range(4)] == [
        Decimal("1509.999999"),
        Decimal("1503.333333"),
        Decimal("1496.666667"),
        Decimal("1490.000001"),
    ]
    two = RULES.rate(dict.fromkeys(range(2), old(1500)), met([1, 0]))
    assert abs(two[0].mu - four[0].mu) < Decimal("0.00001")


@settings(max_examples=examples(60))
@given(st.lists(RATINGS, min_size=2, max_size=4), st.integers(1, 200), st.data())
def test_with_one_k_what_some_win_the_others_lose(table: list[Rating], k: int, data: st.DataObject) -> None:
    points = data.draw(st.lists(st.integers(0, 3), min_size=len(table), max_size=len(table)))
    after = EloRules(k, k).rate(dict(enumerate(table)), met(points))
    assert sum(after[at].mu - before.mu for at, before in enumerate(table)) == 0
    assert all(abs(after[at].mu - before.mu) <= k for at, before in enumerate(table))


@settings(max_examples=examples(60))
@given(RATINGS, RATINGS)
def test_a_win_never_costs_and_a_better_result_never_pays_less(one: Rating, other: Rating) -> None:
    lost, tied, won = (RULES.rate({0: one, 1: other}, [(0, 1, halves)])[0].mu for halves in (0, 1, 2))
    assert lost <= one.mu <= won and lost < tied < won


def test_newcomers_move_faster_until_they_have_their_tables() -> None:
    rules = EloRules(k=10, k_new=30, new_games=2, start=1000)
    players = tuple(Player(number, str(number)) for number in (1, 2))
    won = (Fraction(1), Fraction(0))
    evening = Event(
        "Evening",
        "quarto",
        pairing={"table_size": 2},
        players=players,
        rounds=tuple(Round(n, (Table(1, (1, 2), won, None, "played"),)) for n in (1, 2, 3)),
    )
    runs = season([("evening", evening, {1: "Anna", 2: "Ben"})], Method(rules.beginning, rules.rate))
    anna, ben = runs["Anna"], runs["Ben"]
    assert anna.rating.games == 3 and anna.rating.mu + ben.rating.mu == 2000
    # 15; then 30 · (1 − expected(1015, 985)); then 10 · (1 − expected(…))
    second = Decimal(1015) + (30 * (1 - expected(Decimal(1015), Decimal(985)))).quantize(Decimal("0.000001"))
    third = second + (10 * (1 - expected(second, 2000 - second))).quantize(Decimal("0.000001"))
    assert anna.rating.mu == third
    assert anna.steps[0].before.mu == 1000


def test_who_met_nobody_keeps_the_rating() -> None:
    after = RULES.rate({0: old(1500), 1: old(1500), 2: old(1700)}, [(0, 1, 2)])
    assert after[2] == old(1700) and after[0].mu == 1510
