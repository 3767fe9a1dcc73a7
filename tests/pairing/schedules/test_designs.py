"""Schedules by algebra and from starters, by an independent checker."""

from __future__ import annotations

import pytest

from tests.pairing.schedules.test_library import Schedule, evenly, repeats, whole
from tools.starters import fours, threes_18
from tournaments.pairing.schedules.deletion import delete
from tournaments.pairing.schedules.fields import field, prime_power, prime_powers
from tournaments.pairing.schedules.perfect import (
    affine,
    cyclic,
    kirkman,
    one_rotational,
    perfect_fours,
    perfect_threes,
    transversal,
)

# places → rounds at least
FOURS = dict(
    zip(
        [*range(4, 68, 4), 68, 72, 76, 80, 88, 92, 100, 108, 112, 116, 124, 128, 140, 144, 148, 160, 164, 172, 176],
        [
            *(1, 1, 1, 5, 5, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21),
            *(17, 23, 25, 26, 29, 23, 25, 27, 37, 29, 41, 42, 35, 47, 49, 53, 41, 43, 58),
        ],
        strict=True,
    )
)
THREES = dict(
    zip(
        [9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 57, 63, 81],
        [4, 4, 7, 8, 10, 11, 13, 14, 15, 17, 19, 28, 31, 40],
        strict=True,
    )
)


def nobody_meets_twice(schedule: Schedule, n: int, size: int) -> bool:
    return whole(schedule, n) and repeats(schedule) == 0 and {len(t) for r in schedule for t in r} <= {size}


@pytest.mark.parametrize("n", range(4, 201, 4))
def test_tables_of_four_without_a_second_meeting(n: int) -> None:
    schedule = perfect_fours(n)
    assert len(schedule) >= FOURS.get(n, 20)
    assert nobody_meets_twice(schedule, n, 4)


@pytest.mark.parametrize("n", range(3, 201, 3))
def test_tables_of_three_without_a_second_meeting(n: int) -> None:
    schedule = perfect_threes(n)
    assert len(schedule) >= THREES.get(n, 15 if n > 30 else 1)
    assert nobody_meets_twice(schedule, n, 3)


@pytest.mark.parametrize("n", [16, 28, 40, 52, 64, 76])
def test_in_the_complete_ones_everyone_meets_everyone(n: int) -> None:
    assert 3 * len(perfect_fours(n)) == n - 1


@pytest.mark.parametrize(("n", "size"), [(18, 3), (72, 4), (80, 4)])
def test_everybody_meets_all_but_one_group(n: int, size: int) -> None:
    """No schedule of 18, 72 or 80 places can have a round more: too few are left whom somebody has not met."""
    schedule = perfect_threes(n) if size == 3 else perfect_fours(n)
    assert nobody_meets_twice(schedule, n, size)
    assert n - 1 - len(schedule) * (size - 1) < size - 1


def test_the_search_for_starters_finds_them_again() -> None:
    rounds = [round_ for base in threes_18() for round_ in cyclic(18, 4, base)]
    assert len(rounds) == 8 and nobody_meets_twice(rounds, 18, 3)
    assert nobody_meets_twice(cyclic(24, 7, fours(24, 1)), 24, 4)


def test_numbers_that_the_size_does_not_divide_have_none() -> None:
    assert perfect_fours(18) == []
    assert perfect_threes(16) == []
    assert perfect_fours(0) == []
    assert perfect_threes(0) == []


def test_the_constructions_have_the_rounds_that_they_promise() -> None:
    assert len(one_rotational(9)) == 9
    assert len(affine(4, 2)) == 5
    assert len(transversal(5)) == 5
    assert len(kirkman(7)) == 10


@pytest.mark.parametrize("q", [2, 3, 4, 5, 8, 9, 13, 16, 25, 27, 32, 49])
def test_fields_are_fields(q: int) -> None:
    f = field(q)
    assert sorted(f.powers) == list(range(1, q))
    sample = range(q) if q < 14 else range(0, q, 5)
    for a in sample:
        assert f.add(a, 0) == a
        assert f.multiply(a, 1) == a
        assert sorted(f.add(a, b) for b in range(q)) == list(range(q))
        for b in sample:
            assert f.add(a, b) == f.add(b, a)
            assert f.multiply(a, b) == f.multiply(b, a)
            for c in sample:
                assert f.multiply(a, f.add(b, c)) == f.add(f.multiply(a, b), f.multiply(a, c))
                assert f.multiply(a, f.multiply(b, c)) == f.multiply(f.multiply(a, b), c)


def test_prime_powers() -> None:
    assert prime_power(27) == (3, 3)
    assert prime_power(12) is None
    assert prime_power(1) is None
    assert prime_powers(360) == [8, 9, 5]
    with pytest.raises(ValueError, match="12 is not a prime power"):
        field(12)


@pytest.mark.parametrize(("places", "d", "rounds"), [(16, 1, 5), (28, 1, 9), (32, 2, 10), (36, 3, 11), (180, 2, 15)])
def test_deleting_places_leaves_even_short_tables(places: int, d: int, rounds: int) -> None:
    schedule = delete(perfect_fours(places), places, d, rounds)
    assert schedule is not None
    assert len(schedule) == rounds
    assert whole(schedule, places - d) and repeats(schedule) == 0 and evenly(schedule, places - d, 4)
    assert all(sorted(len(t) for t in round_) == [3] * d + [4] * (len(round_) - d) for round_ in schedule)


def test_where_no_even_order_is_found_there_is_none() -> None:
    assert delete(perfect_fours(16), 16, 3, 2) is None
    assert delete(perfect_fours(16), 16, 0, 6) is None
