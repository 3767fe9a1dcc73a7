"""The cost of tables: the objective against its plainest form, and the differences that the search lives by."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.power.fields import naive_value, random_field
from tests.support.examples import examples
from tournaments.pairing.power.cost import served, table_cost, weights
from tournaments.pairing.power.field import first_tables
from tournaments.pairing.power.search import Search, improve
from tournaments.pairing.schedules.shapes import shape


def plain_total(search: Search) -> int:
    """The total cost by the plain sum over tables."""
    return sum(table_cost(search.field, search.w, t) for t in search.tables)


@pytest.mark.parametrize("seats", [4, 5, 6])
@given(data=st.data())
@settings(max_examples=examples(40))
def test_served_is_the_largest_matching_of_players_to_seats(seats: int, data: st.DataObject) -> None:
    wanted = data.draw(st.lists(st.integers(0, (1 << seats) - 1), min_size=seats, max_size=seats))
    best = max(
        sum(w >> s & 1 for w, s in zip(wanted, order, strict=True)) for order in itertools.permutations(range(seats))
    )
    assert served(*wanted[:-1])[wanted[-1]] == best


@given(st.integers(8, 20), st.integers(0, 1000), st.sampled_from([3, 4, 5, 6]))
@settings(max_examples=examples(40))
def test_the_cost_orders_tables_as_the_objective_does(people: int, seed: int, size: int) -> None:
    form = shape(people, size)
    assert form is not None
    field = random_field(people - form.idle, seed, form.size, apart=2)
    w = weights(field, form.tables)
    lots = random.Random(seed)
    values = []
    for _ in range(6):
        order = list(range(len(field)))
        lots.shuffle(order)
        tables = [[order.pop() for _ in range(k)] for k in form.sizes]
        values.append((naive_value(field, tables), sum(table_cost(field, w, t) for t in tables)))
    assert [cost for _, cost in sorted(values)] == sorted(cost for _, cost in values)
    for (one, cost), (other, other_cost) in itertools.pairwise(sorted(values)):
        assert (one == other) == (cost == other_cost)


@given(st.integers(8, 30), st.integers(0, 1000), st.sampled_from([3, 4, 5, 6]), st.sampled_from([None, 1, 3]))
@settings(max_examples=examples(30))
def test_an_exchange_changes_the_cost_by_what_was_said(people: int, seed: int, size: int, weight: int | None) -> None:
    form = shape(people, size)
    assert form is not None
    field = random_field(people - form.idle, seed, form.size, apart=1)
    search = Search(
        field, weights(field, form.tables, weight), first_tables(field.scores, field.visits, form.size, form.others)
    )
    lots = random.Random(seed)
    for _ in range(10):
        p = lots.randrange(len(field))
        before = search.total()
        change, q = search.best(p, 0, len(field))
        if q >= 0:
            search.swap(p, q)
            assert search.total() == before + change < before
            assert search.total() == plain_total(search)


@given(st.integers(12, 19), st.integers(0, 1000), st.sampled_from([4, 5, 6]))
@settings(max_examples=examples(30))
def test_the_best_exchange_is_the_best_of_all_of_them(people: int, seed: int, size: int) -> None:
    form = shape(people, size)
    assert form is not None
    field = random_field(people - form.idle, seed, form.size, apart=1)
    search = Search(
        field, weights(field, form.tables), first_tables(field.scores, field.visits, form.size, form.others)
    )
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


@pytest.mark.parametrize(("people", "size"), [(23, 4), (64, 4), (101, 4), (58, 5), (101, 6)])
def test_a_search_ends_where_its_own_sums_say_and_keeps_everyone(people: int, size: int) -> None:
    form = shape(people, size)
    assert form is not None
    field = random_field(people, people, form.size, rounds=5)
    search = Search(
        field, weights(field, form.tables), first_tables(field.scores, field.visits, form.size, form.others)
    )
    start = search.total()
    improve(search, random.Random(1).random, 50_000, 50)
    assert search.total() == plain_total(search) < start
    assert sorted(p for t in search.tables for p in t) == list(range(people))
    assert sorted(map(len, search.tables), reverse=True) == [*form.sizes]


def test_the_search_stops_at_its_limit() -> None:
    field = random_field(200, 1, rounds=8)
    search = Search(field, weights(field, 50), first_tables(field.scores, field.visits, 4))
    improve(search, random.Random(1).random, 20_000, 10_000)
    assert search.evaluated < 10 * 20_000 + 400 * 4
