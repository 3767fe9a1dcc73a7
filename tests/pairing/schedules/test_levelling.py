"""Short tables and byes in turn, whatever the draft, and after every search."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.lots import Lots
from tests.pairing.schedules.test_library import evenly, whole
from tests.support.examples import THOROUGH, examples
from tournaments.pairing.schedules.deletion import level
from tournaments.pairing.schedules.library import complete
from tournaments.pairing.schedules.search import Draft, Search, _least_cost, improve, no_meetings, repeats
from tournaments.pairing.schedules.shapes import shape


def by_lot(seed: int, n: int, size: int, byes: bool, rounds: int) -> list[tuple[list[list[int]], list[int]]]:
    chance = random.Random(seed)
    form = shape(n, size, byes)
    assert form is not None
    out = []
    for _ in range(rounds):
        order = list(range(n))
        chance.shuffle(order)
        tables = []
        for k in [form.size] * form.full + [form.size - 1] * form.short:
            tables.append(order[:k])
            del order[:k]
        out.append((tables, order))
    return out


@given(st.integers(0, 10**6), st.integers(4, 30), st.sampled_from([3, 4]), st.booleans(), st.integers(1, 12))
@settings(max_examples=examples(60))
def test_turns_come_evenly_and_nobody_leaves_a_round(seed: int, n: int, size: int, byes: bool, rounds: int) -> None:
    drawn = by_lot(seed, n, size, byes, rounds)
    sizes = [[len(t) for t in tables] for tables, _free in drawn]
    level(drawn, n, size, Lots(seed, "test"))
    assert [[len(t) for t in tables] for tables, _free in drawn] == sizes
    had = [0] * n
    for tables, free in drawn:
        assert sorted([p for t in tables for p in t] + free) == list(range(n))
        for p in [p for t in tables if len(t) < size for p in t] + free:
            had[p] += 1
        assert max(had) - min(had) <= 1


def of_sizes(seed: int, sizes: list[int], size: int, rounds: int) -> Draft:
    """Return a draft by lot with tables of these sizes in each round, the others than ``size`` in turn."""
    chance, n = random.Random(seed), sum(sizes)
    tables: list[list[list[int]]] = []
    for _ in range(rounds):
        order = chance.sample(range(n), n)
        tables.append([[order.pop() for _ in range(k)] for k in sizes])
    byes: list[list[int]] = [[] for _ in tables]
    level(list(zip(tables, byes, strict=True)), n, size, Lots(seed, "test"))
    return Draft(tables, byes, size, no_meetings(n), [0] * n, [0] * n)


@given(
    st.integers(0, 10**6),
    st.sampled_from([([4, 4, 4, 5], 4), ([5, 3, 3], 5), ([4, 4, 3], 4), ([3, 3, 3, 4], 3), ([5, 4, 4], 5)]),
    st.integers(1, 4),
    st.booleans(),
)
@settings(max_examples=examples(60))
def test_no_draft_is_better_than_the_bound_at_which_the_search_stops(
    seed: int, form: tuple[list[int], int], rounds: int, at_end: bool
) -> None:
    draft = of_sizes(seed, *form, rounds)
    draft.at_end = at_end
    found = improve(draft, 20_000, Lots(seed, "test"))
    assert Search(found).worth >= _least_cost(draft)


def test_a_search_ends_where_even_turns_leave_nothing_to_find() -> None:
    """The five of a table sit at three others in each other round, two pairs of them together: 3 · 2 · 2 repeats."""
    told: list[int] = []
    draft = of_sizes(7, [4, 4, 4, 5], 4, 3)
    found = improve(draft, 2_500_000, Lots(7, "test"), lambda done, _all: told.append(done))
    assert repeats(found.tables) == 12
    assert max(told, default=0) < 250_000
    told.clear()
    again = improve(found, 2_500_000, Lots(8, "test"), lambda done, _all: told.append(done))
    assert again.tables == found.tables and told == []


@given(st.integers(0, 10**6), st.integers(6, 25), st.integers(2, 8))
@settings(max_examples=20)
def test_from_an_even_draft_an_even_schedule_comes(seed: int, n: int, rounds: int) -> None:
    drawn = by_lot(seed, n, 4, False, rounds)
    level(drawn, n, 4, Lots(seed, "test"))
    draft = Draft([t for t, _ in drawn], [f for _, f in drawn], 4, no_meetings(n), [0] * n, [0] * n)
    assert Search(draft).uneven == 0
    found = improve(draft, 60_000, Lots(seed, "test"))
    assert evenly([[tuple(t) for t in r] for r in found.tables], n, 4)


@pytest.mark.parametrize("n", [7, 17, 29, 42, 53, 66, 101, 150, 199])
def test_every_length_is_even_after_every_round(n: int) -> None:
    for rounds in range(1, 16) if THOROUGH else (1, 2, 3, 5, 8, 15):
        schedule, _idle = complete(n, rounds, 4)
        assert whole(schedule, n)
        assert evenly(schedule, n, 4), rounds
