"""Standings, tie-breaks and ratings of tables of five and six, and of several sizes in one event."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from scoring.documents.document import Event, Player, Round, Table
from scoring.input.rules import rules_of
from scoring.points import DEFAULT, fitted
from scoring.ratings import START, Rating, rate, rated
from scoring.standings import standings
from tests.pairing.simulated import field, simulate


def one_table(people: int, **scoring: Any) -> Event:
    """An event of one table: player 1 best, then 2, …"""
    players = tuple(Player(i, f"P{i}") for i in range(1, people + 1))
    points = tuple(Fraction(people - i) for i in range(1, people + 1))
    table = Table(1, tuple(range(1, people + 1)), points, end="played")
    options = {"system": "tables", "table_size": people}
    return Event("T", "kwartet", pairing=options, scoring=scoring, players=players, rounds=(Round(1, (table,)),))


@pytest.mark.parametrize("people", [5, 6])
def test_places_are_worth_one_less_each_down_to_nothing(people: int) -> None:
    assert DEFAULT[people] == tuple(map(Fraction, range(people - 1, -1, -1)))
    rows = standings(one_table(people, points="places")).standings
    assert [row.points for row in rows] == [*DEFAULT[people]]


def test_short_tables_are_fitted_to_the_list_of_the_full_ones() -> None:
    """The mean of a table stays, whatever its size; by the plain sum over small parts of each place."""
    for full in (5, 6):
        for seats in range(2, full):
            share = [Fraction(full - 1 - k // seats) for k in range(full * seats)]
            expected = tuple(sum(share[p * full : (p + 1) * full], Fraction(0)) / full for p in range(seats))
            assert fitted(DEFAULT[full], seats, "average") == expected
            assert sum(expected) / seats == sum(DEFAULT[full]) / full
    worth = rules_of(one_table(5, points={"places": ["10", "7", "4", "2", "0"]})).places(4)
    assert worth == fitted(tuple(map(Fraction, (10, 7, 4, 2, 0))), 4, "average")


@pytest.mark.parametrize("people", [5, 6])
def test_times_at_each_place_are_counted_to_the_last(people: int) -> None:
    codes = [f"PLACE{k}" for k in range(1, people + 1)]
    rows = standings(one_table(people, points="places", tie_breaks=codes)).standings
    for place, row in enumerate(rows):
        assert [row.tie_breaks[code] for code in codes] == [int(k == place) for k in range(people)]


@pytest.mark.parametrize("people", [5, 6])
def test_a_rating_counts_every_pair_of_the_table(people: int) -> None:
    """Against the method written out for equal players: each gains by the pairs won less those lost."""
    after = rated(one_table(people), {})
    meetings = [(a, b, 2) for a, b in combinations(range(1, people + 1), 2)]
    assert after == rate(dict.fromkeys(range(1, people + 1), START), meetings)
    gains = [after[p].mu - Rating().mu for p in range(1, people + 1)]
    step = gains[0] / (people - 1)
    for k, gain in enumerate(gains):
        assert abs(gain - step * (people - 1 - 2 * k)) < Decimal("0.00001")
    assert len({after[p].sigma for p in range(1, people + 1)}) == 1


def test_an_evening_of_several_sizes_has_standings_and_ratings_for_everybody() -> None:
    start = field(17, "swiss-tables", table_size=5, allowed_sizes=[3, 4, 5, 6])
    played = simulate(start, 3)
    assert {len(t.seats) for r in played.rounds for t in r.tables} > {5}
    rows = standings(played).standings
    assert sorted(row.player for row in rows) == list(range(1, 18))
    given = sum((p or Fraction(0) for r in played.rounds for t in r.tables for p in t.points or ()), Fraction(0))
    assert sum(row.points for row in rows) == given
    assert {rating.games for rating in rated(played, {}).values()} == {3}
