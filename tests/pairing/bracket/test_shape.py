"""The shape of knockouts of every size."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.bracket.shape import dealt, later_sizes, rounds_needed, shape, spread_apart

KINDS = [(size, advance) for size in (2, 3, 4) for advance in range(1, size)]


@given(st.integers(2, 500), st.sampled_from(KINDS))
def test_every_round_seats_or_frees_all_and_sends_on_as_many_as_it_says(people: int, kind: tuple[int, int]) -> None:
    size, advance = kind
    rounds = 0
    while people > size:
        now = shape(people, size, advance)
        assert now.byes + sum(now.sizes) == people
        assert all(advance < k <= size for k in now.sizes)
        assert now.byes + advance * len(now.sizes) == now.goes_on < people
        people = now.goes_on
        rounds += 1
        assert rounds < 300
    assert shape(people, size, advance).sizes == (people,)


@given(st.integers(2, 500), st.sampled_from(KINDS))
def test_after_the_first_round_nobody_has_a_bye_that_full_tables_could_avoid(
    people: int, kind: tuple[int, int]
) -> None:
    size, advance = kind
    following = shape(people, size, advance).goes_on
    if following > size:
        later = shape(following, size, advance)
        assert set(later.sizes) == {size}
        assert later.byes < advance


@pytest.mark.parametrize(
    ("people", "size", "advance", "rounds"),
    [(2, 2, 1, 1), (8, 2, 1, 3), (9, 2, 1, 4), (16, 4, 2, 3), (16, 4, 1, 2), (9, 3, 1, 2), (1, 2, 1, 0), (3, 4, 2, 1)],
)
def test_the_number_of_rounds(people: int, size: int, advance: int, rounds: int) -> None:
    assert rounds_needed(people, size, advance) == rounds


def test_the_full_sizes_grow_from_the_final() -> None:
    assert later_sizes(2, 1)[:4] == [2, 4, 8, 16]
    assert later_sizes(4, 2)[:4] == [4, 8, 16, 32]
    assert later_sizes(3, 2)[:5] == [3, 4, 6, 9, 13]


@given(st.integers(1, 7))
def test_dealing_pairs_makes_the_standard_bracket(power: int) -> None:
    """If the better seed always wins, seeds 1 and 2 meet in the final, 1 to 4 in the semifinals, and so
    on.
    """
    people = list(range(1, 2**power + 1))
    while len(people) > 1:
        tables = dealt(people, (2,) * (len(people) // 2))
        assert all(sum(t) == len(people) + 1 for t in tables)
        people = sorted(min(t) for t in tables)


def test_those_of_one_table_are_dealt_to_different_tables_where_that_can_be() -> None:
    last = {p: (p - 1) % 4 for p in range(1, 9)}
    people = spread_apart([[1, 2, 3, 4], [5, 6, 7, 8]], (4, 4), last)
    for table in dealt(people, (4, 4)):
        assert all(last[a] != last[b] for a, b in itertools.combinations(table, 2))
