"""The cost of tables: the objective against its plainest form, and the differences that the search lives by."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.power.fields import naive_value, random_field
from tournaments.pairing.power.cost import served, table_cost, weights
from tournaments.pairing.power.search import Search, improve
from tournaments.pairing.power.start import first_tables, table_sizes


def plain_total(search: Search) -> int:
    """The total cost by the plain sum over tables."""
    return sum(table_cost(search.field, search.w, t) for t in search.tables)


@given(st.lists(st.integers(0, 15), min_size=4, max_size=4))
def test_served_is_the_largest_matching_of_players_to_seats(wanted: list[int]) -> None:
    best = max(
        sum(w >> s & 1 for w, s in zip(wanted, order, strict=True)) for order in itertools.permutations(range(4))
    )
    assert served(*wanted[:3])[wanted[3]] == best


@given(st.integers(8, 20), st.integers(0, 1000), st.sampled_from([3, 4]))
@settings(max_examples=40, deadline=None)
def test_the_cost_orders_tables_as_the_objective_does(people: int, seed: int, size: int) -> None:
    full, small, byes = table_sizes(people, size)
    field = random_field(people - byes, seed, size, apart=2)
    w = weights(field, full + small)
    lots = random.Random(seed)
    values = []
    for _ in range(6):
        order = list(range(len(field)))
        lots.shuffle(order)
        tables = [order[k * size : (k + 1) * size] for k in range(full)]
        rest = order[full * size :]
        tables += [rest[k : k + size - 1] for k in range(0, len(rest), size - 1)]
        values.append((naive_value(field, tables), sum(table_cost(field, w, t) for t in tables)))
    assert [cost for _, cost in sorted(values)] == sorted(cost for _, cost in values)
    for (one, cost), (other, other_cost) in itertools.pairwise(sorted(values)):
        assert (one == other) == (cost == other_cost)


@given(st.integers(8, 30), st.integers(0, 1000), st.sampled_from([3, 4]), st.sampled_from([None, 1, 3]))
@settings(max_examples=30, deadline=None)
def test_an_exchange_changes_the_cost_by_what_was_said(people: int, seed: int, size: int, weight: int | None) -> None:
    full, small, byes = table_sizes(people, size)
    field = random_field(people - byes, seed, size, apart=1)
    search = Search(field, weights(field, full + small, weight), first_tables(field.scores, field.visits, size, small))
    lots = random.Random(seed)
    for _ in range(10):
        p = lots.randrange(len(field))
        before = search.total()
        change, q = search.best(p, 0, len(field))
        if q >= 0:
            search.swap(p, q)
            assert search.total() == before + change < before
            assert search.total() == plain_total(search)


@given(st.integers(8, 16), st.integers(0, 1000))
@settings(max_examples=20, deadline=None)
def test_the_best_exchange_is_the_best_of_all_of_them(people: int, seed: int) -> None:
    full, small, byes = table_sizes(people, 4)
    field = random_field(people - byes, seed, apart=1)
    search = Search(field, weights(field, full + small), first_tables(field.scores, field.visits, 4, small))
    p = seed % len(field)
    change, _ = search.best(p, 0, len(field))
    total, naive = search.total(), 0
    for q in range(len(field)):
        if search.where[q] != search.where[p]:
            search.log.clear()
            search.swap(p, q)
            naive = min(naive, search.total() - total)
            search.undo(0)
    assert change == naive
    assert search.total() == total


@pytest.mark.parametrize("people", [23, 64, 101])
def test_a_search_ends_where_its_own_sums_say_and_keeps_everyone(people: int) -> None:
    full, small, _ = table_sizes(people, 4)
    field = random_field(people, people, rounds=5)
    search = Search(field, weights(field, full + small), first_tables(field.scores, field.visits, 4, small))
    start = search.total()
    improve(search, random.Random(1).random, 50_000, 50)
    assert search.total() == plain_total(search) < start
    assert sorted(p for t in search.tables for p in t) == list(range(people))
    assert sorted(map(len, search.tables), reverse=True) == [4] * full + [3] * small


def test_the_search_stops_at_its_limit() -> None:
    field = random_field(200, 1, rounds=8)
    search = Search(field, weights(field, 50), first_tables(field.scores, field.visits, 4, 0))
    improve(search, random.Random(1).random, 20_000, 10_000)
    assert search.evaluated < 10 * 20_000 + 400 * 4
