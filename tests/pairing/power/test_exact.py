"""The cheapest tables of small fields against every division there is, and the bound for spreads."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.power.fields import divisions, naive_value, naive_values, random_field
from tests.pairing.simulated import partitions
from tests.support.examples import examples
from tournaments.pairing.power.cost import cheapest, table_cost, weights
from tournaments.pairing.power.fewest import avoidable, fewer_meetings
from tournaments.pairing.power.field import first_tables, least_spread, small_tables, spread
from tournaments.pairing.power.search import Search, improve
from tournaments.pairing.schedules.shapes import shape


@pytest.mark.parametrize(
    ("people", "seed", "sizes"),
    [
        *((people, seed, None) for people, seed in ((6, 1), (7, 1), (8, 1), (8, 2), (9, 1), (10, 1), (11, 1), (12, 2))),
        (10, 1, [5, 5]),
        (9, 3, [5, 4]),
        (12, 1, [6, 6]),
        (11, 2, [6, 5]),
        (12, 3, [5, 4, 3]),
        (11, 4, [3, 3, 5]),
    ],
)
def test_no_division_of_a_small_field_is_better(people: int, seed: int, sizes: list[int] | None) -> None:
    form = shape(people, 4)
    assert form is not None
    sizes = sizes or [*form.sizes]
    field = random_field(people, seed, 4 if sizes == [*form.sizes] else max(sizes), apart=1)
    w = weights(field, len(sizes))
    every = list(divisions(range(people), sizes))
    assert len(every) == partitions(range(people), sizes)
    best = min(map(naive_values(field), every))
    found = cheapest(field, w, sizes, 1 << 200)
    assert found is not None
    assert naive_value(field, found) == best
    cost = sum(table_cost(field, w, t) for t in found)
    assert cheapest(field, w, sizes, cost) is None
    assert sorted(map(len, found)) == sorted(sizes)


@pytest.mark.parametrize("people", [6, 9])
def test_tables_of_three_are_divided_exactly_too(people: int) -> None:
    field = random_field(people, 5, size=3)
    w = weights(field, people // 3)
    best = min(map(naive_values(field), divisions(range(people), [3] * (people // 3))))
    found = cheapest(field, w, [3] * (people // 3), 1 << 200)
    assert found is not None
    assert naive_value(field, found) == best


@pytest.mark.parametrize("seed", range(8))
def test_the_search_alone_is_seldom_far_from_the_best(seed: int) -> None:
    """At 16 players after three rounds the search has as few meetings as the exact answer."""
    field = random_field(16, seed, rounds=3)
    w = weights(field, 4)
    search = Search(field, w, first_tables(field.scores, field.visits, 4))
    improve(search, random.Random(seed).random, 60_000, 400)
    found = cheapest(field, w, [4] * 4, search.total()) or search.tables
    assert naive_value(field, search.tables)[:3] == naive_value(field, found)[:3]


@given(st.lists(st.integers(0, 12), min_size=6, max_size=11), st.sampled_from([3, 4, 5, 6]))
@settings(max_examples=examples(25))
def test_no_division_has_a_smaller_spread_than_the_bound_and_one_has_it(values: list[int], size: int) -> None:
    form = shape(len(values), size)
    assert form is not None
    scores = sorted(values, reverse=True)[: len(values) - form.idle]
    least = min(spread(scores, tables) for tables in divisions(range(len(scores)), form.sizes))
    assert least_spread(scores, form.sizes) == least


def test_the_bound_of_the_spread_knows_three_sizes_at_once() -> None:
    scores, sizes = [9, 9, 8, 6, 6, 5, 5, 5, 2, 1, 1, 0], [5, 4, 3]
    assert least_spread(scores, sizes) == min(spread(scores, tables) for tables in divisions(range(12), sizes))


def test_round_one_folds_the_quarters() -> None:
    assert first_tables([0] * 16, [0] * 16, 4) == [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]]


def test_a_group_that_four_does_not_divide_hands_its_last_to_the_next() -> None:
    scores = [3] * 5 + [2] * 6 + [1] * 5
    tables = first_tables(scores, [0] * 16, 4)
    assert tables == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]


def test_those_with_the_fewest_visits_sit_at_the_short_tables_the_lowest_first() -> None:
    assert small_tables([0, 1, 0, 0, 1, 0, 0, 1], [3]) == [[3, 5, 6]]


@pytest.mark.parametrize(
    ("people", "seed", "size"),
    [(8, 1, 4), (9, 2, 4), (10, 3, 4), (11, 1, 4), (12, 1, 4), (12, 3, 4), (10, 1, 5), (13, 2, 5), (12, 1, 6)],
)
def test_the_fewest_meetings_are_those_of_the_best_division(people: int, seed: int, size: int) -> None:
    form = shape(people, size)
    assert form is not None
    field = random_field(people, seed, form.size, rounds=3, apart=1)
    w = weights(field, form.tables)
    start = first_tables(field.scores, field.visits, form.size, form.others)
    found, proven = fewer_meetings(field, w, start, 10_000_000)
    best = min(map(naive_values(field), divisions(range(people), form.sizes)))[:3]
    assert proven
    assert naive_value(field, found)[:3] == best


def test_a_hidden_round_without_meetings_is_found_and_proven() -> None:
    """Twenty players whose only free tables are five of a certain schedule, which the search need not see."""
    people = 20
    tables = [list(range(k, people, 5)) for k in range(5)]
    together = {frozenset(p) for t in tables for p in itertools.combinations(t, 2)}
    met = [{b: 1 for b in range(people) if b != a and frozenset((a, b)) not in together} for a in range(people)]
    field = replace(random_field(people, 1), met=met, visits=[0] * people)
    w = weights(field, 5)
    found, proven = fewer_meetings(field, w, [list(range(k, k + 4)) for k in range(0, 20, 4)], 1_000_000)
    assert proven
    assert sorted(map(sorted, found)) == tables


def test_work_that_is_used_up_proves_nothing() -> None:
    field = random_field(32, 1, rounds=10)
    start = first_tables(field.scores, [0] * 32, 4)
    found, proven = fewer_meetings(field, weights(field, 8), start, 1000)
    assert not proven
    assert found == start


def test_visits_that_must_be_are_no_reason_to_search_on() -> None:
    field = replace(random_field(7, 1, rounds=1), met=[{} for _ in range(7)], visits=[1, 1, 1, 1, 1, 0, 0])
    w = weights(field, 2)
    assert not avoidable(field, w, [[0, 1, 2, 3], [4, 5, 6]])
    assert avoidable(field, w, [[3, 4, 5, 6], [0, 1, 2]])
