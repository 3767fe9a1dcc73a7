"""The nearest tables with their bound, against every division there is."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.power.fields import divisions, naive_value, naive_values, random_field
from tests.support.examples import examples
from tournaments.pairing.power import closest as program
from tournaments.pairing.power.closest import closest
from tournaments.pairing.power.columns import columns, how_many
from tournaments.pairing.power.cost import Field, weights
from tournaments.pairing.power.gaps import rules_at_gaps, whole
from tournaments.pairing.schedules.shapes import shape

Tables = Sequence[Sequence[int]]


def shuffled(people: int, sizes: Sequence[int], seed: int) -> list[list[int]]:
    """Tables by lot."""
    order = random.Random(seed).sample(range(people), people)
    return [[order.pop() for _ in range(size)] for size in sizes]


def allowed(field: Field, start: Tables) -> Iterator[tuple[int, Tables]]:
    """Every division that burdens no more than the start in anything, with what it costs besides."""
    value = naive_values(field)
    *most, _ = value(start)
    for tables in divisions(range(len(field)), [len(t) for t in start]):
        *burdens, cost = value(tables)
        if all(has <= limit for has, limit in zip(burdens, most, strict=True)):
            yield cost, tables


CASES = [(8, 1, 4), (9, 2, 4), (10, 3, 4), (11, 4, 4), (12, 5, 4), (12, 6, 4), (9, 7, 3), (10, 8, 5), (12, 9, 6)]


@pytest.mark.parametrize(("people", "seed", "size"), CASES)
def test_no_division_with_as_few_repeats_is_better_and_the_bound_says_so(people: int, seed: int, size: int) -> None:
    form = shape(people, size)
    assert form is not None
    field = random_field(people - form.idle, seed, form.size, rounds=1, apart=1)
    start = shuffled(len(field), form.sizes, seed)
    found = closest(field, weights(field, form.tables), start)
    assert found.cost == found.bound == min(cost for cost, _ in allowed(field, start))
    assert naive_value(field, found.tables)[3] == found.cost
    assert all(
        has <= most for has, most in zip(naive_value(field, found.tables), naive_value(field, start), strict=True)
    )


@pytest.mark.parametrize("steps", [(), (3,), (12,)])
@pytest.mark.parametrize("seed", range(4))
def test_with_little_work_the_bound_is_lower_but_true(
    steps: tuple[int, ...], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "STEPS", steps)
    field = random_field(11, seed, rounds=1)
    start = shuffled(11, [4, 4, 3], seed)
    found = closest(field, weights(field, 3), start)
    assert found.bound <= min(cost for cost, _ in allowed(field, start)) <= found.cost


def test_where_repeats_are_weighed_they_are_part_of_the_cost() -> None:
    field = random_field(12, 3, rounds=3)
    w = weights(field, 3, 2)
    best = min(
        low + w.meeting * meetings for _, _, meetings, low in map(naive_values(field), divisions(range(12), [4, 4, 4]))
    )
    found = closest(field, w, shuffled(12, [4, 4, 4], 1))
    assert found.cost == found.bound == best


def test_the_same_field_has_the_same_answer() -> None:
    field = random_field(22, 4, rounds=3)
    w, start = weights(field, 8), shuffled(22, [4] * 4 + [3, 3], 1)
    assert closest(field, w, start) == closest(field, w, start)


@given(st.lists(st.integers(0, 5), min_size=6, max_size=11), st.sampled_from([3, 4, 5, 6]), st.integers(0, 1000))
@settings(max_examples=examples(40))
def test_every_division_keeps_the_rules_at_gaps(values: list[int], size: int, seed: int) -> None:
    form = shape(len(values), size)
    assert form is not None
    scores = sorted(values, reverse=True)[: len(values) - form.idle]
    for tables in [shuffled(len(scores), form.sizes, seed + lot) for lot in range(20)]:
        rows = np.array([[*t, *[len(scores)] * (max(form.sizes) - len(t))] for t in tables])
        rules, limits = rules_at_gaps(scores, rows, form.size, form.sizes)
        assert all(rule.sum() <= limit < 0 for rule, limit in zip(rules, limits, strict=True))


def test_nine_of_one_score_do_not_fill_tables_of_four() -> None:
    within = np.array([[0, 1, 2, 3], [4, 5, 6, 7], [9, 10, 11, 12]])
    rules, limits = rules_at_gaps([3] * 9 + [2] * 7, within, 4, [4] * 4)
    assert all(rule.sum() > limit for rule, limit in zip(rules, limits, strict=True))


def test_no_number_of_short_tables_fills_itself_with_seventeen() -> None:
    """With two tables of three 16, 15 and 14 players fill tables, and 18 do; 17 do not."""
    sizes = [3, 3, *[4] * 8]
    assert 17 not in whole(sizes) and {14, 15, 16, 18} <= whole(sizes)
    threes_above = np.array([[0, 1, 2, 38], [3, 4, 5, 38], [6, 7, 8, 9], [10, 11, 12, 13]])
    rules, limits = rules_at_gaps([1] * 17 + [0] * 21, threes_above, 4, sizes)
    assert any(rule.sum() > limit == -1 for rule, limit in zip(rules, limits, strict=True))


def test_tables_are_held_that_burden_no_more_than_all_known_ones() -> None:
    field = random_field(12, 2, rounds=2)
    start = shuffled(12, [4, 4, 4], 2)
    every = columns(field, weights(field, 3), start)
    assert every.tables(every.places(start)) == [sorted(t) for t in start]
    assert len(every.cost) <= how_many(12, [4, 4, 4]) == 495
