"""Complete schedules at tables of five and six: who meets whom, counted plainly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from tests.pairing.schedules.test_library import evenly, repeats, whole
from tests.support.examples import THOROUGH
from tournaments.pairing.schedules import library
from tournaments.pairing.schedules.library import by_way, complete, longest, longest_by
from tournaments.pairing.schedules.perfect import PROVED, perfect_large

ROOT = Path(__file__).resolve().parents[3]

KNOWN = {
    5: {5: 1, 10: 1, 15: 1, 20: 1, 25: 6, 30: 6, 35: 7, 40: 8, 45: 9, 50: 9, 55: 11, 65: 13, 125: 31},
    6: {6: 1, 12: 1, 18: 1, 24: 1, 30: 1, 36: 3, 42: 7, 48: 8, 54: 9, 66: 11, 78: 13},
}


def most_rounds(n: int, size: int) -> int:
    """An upper bound for the rounds without a repeated meeting, n being a multiple of the size: everybody meets
    ``size`` − 1 others a round, and of fewer tables than a table has seats there is only one round."""
    return min(1, n // size) if n < size * size else PROVED.get((n, size), (n - 1) // (size - 1))


@pytest.mark.parametrize(("size", "n"), [(size, n) for size, known in KNOWN.items() for n in known])
def test_nobody_meets_twice_in_the_schedules_that_are_known(size: int, n: int) -> None:
    schedule = perfect_large(n, size)
    assert len(schedule) == KNOWN[size][n] <= most_rounds(n, size)
    assert whole(schedule, n)
    assert all(len(table) == size for round_ in schedule for table in round_)
    assert repeats(schedule) == 0


def told(size: str) -> Iterator[tuple[int, int, int | None]]:
    """The rows of the document's table for tables of a size: people, rounds, and the most there can be."""
    text = (ROOT / "docs/algorithms/pairing-tables.md").read_text(encoding="utf-8")
    rows = text.split(f"| n (tables of {size}) | rounds | at most | made by |", 1)[1].split("\n\n", 1)[0]
    for row in rows.splitlines()[2:]:
        people, rounds, most, _made = (
            [int(number) for number in re.findall(r"\d+", cell.split("(")[0])] for cell in row.strip("|").split("|")
        )
        for at, n in enumerate(people):
            yield n, rounds[min(at, len(rounds) - 1)], most[min(at, len(most) - 1)] if most else None


@pytest.mark.parametrize(("word", "size"), [("five", 5), ("six", 6)])
def test_the_document_says_what_the_code_makes_and_what_is_possible(word: str, size: int) -> None:
    rows = list(told(word))
    assert len(rows) >= 7
    for n, rounds, most in rows:
        assert len(perfect_large(n, size)) == rounds
        assert most in (None, most_rounds(n, size))


def test_in_the_affine_planes_everybody_meets_everybody_once() -> None:
    for n, rounds in ((25, 6), (125, 31)):
        schedule = perfect_large(n, 5)
        met = {frozenset(pair) for round_ in schedule for table in round_ for pair in combinations(table, 2)}
        assert len(schedule) == rounds
        assert len(met) == n * (n - 1) // 2


@pytest.mark.parametrize("size", [5, 6])
def test_fewer_tables_than_seats_leave_one_round(size: int) -> None:
    """Two of a table of the second round must come from one of the first: tried out for all ways to deal a table."""
    tables = size - 1
    home = [p // size for p in range(size * tables)]
    assert all(len({home[p] for p in table}) < size for table in combinations(range(size * tables), size))
    assert most_rounds(size * tables, size) == 1


@pytest.mark.parametrize(
    ("n", "size", "rounds"), [(24, 5, 5), (23, 5, 5), (34, 5, 7), (32, 5, 7), (39, 5, 8), (41, 6, 6), (47, 6, 8)]
)
def test_with_short_tables_nobody_meets_twice_either(n: int, size: int, rounds: int) -> None:
    way = by_way("uneven", n, rounds, size)
    assert way.repeats == repeats(way.schedule) == 0
    assert whole(way.schedule, n)
    assert len(way.schedule) == rounds


def test_too_few_for_a_table_of_the_size_play_the_schedule_of_smaller_tables() -> None:
    schedule, _idle = complete(16, 5, 5)
    assert {len(table) for round_ in schedule for table in round_} == {4}
    assert repeats(schedule) == 0
    assert longest(16, 5) == 5


@pytest.mark.parametrize(("n", "size"), [(12, 5), (17, 5), (22, 5), (31, 5), (47, 5), (17, 6), (28, 6), (43, 6)])
def test_every_number_of_players_has_an_even_schedule(n: int, size: int) -> None:
    schedule, idle = complete(n, 4, size)
    largest = max(len(table) for table in schedule[0])
    assert len(schedule) == 4
    assert idle == [()] * 4
    assert whole(schedule, n)
    assert evenly(schedule, n, largest)


@pytest.mark.parametrize("size", [5, 6])
def test_up_to_fifty_people_and_eight_rounds_come_without_a_search(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        raise AssertionError("a search is made")

    monkeypatch.setattr(library, "improve", refuse)
    for n in range(20, 51, 3 if THOROUGH else 9):
        assert longest_by("best", n, size) >= 1
        for rounds in (3, 5, 8):
            schedule = by_way("uneven", n, rounds, size).schedule if n % size else complete(n, rounds, size)[0]
            assert whole(schedule, n)
            assert len(schedule) == rounds
            if n % size:
                turns = by_way("threes", n, rounds, size).schedule
                assert evenly(turns, n, size)
                assert repeats(turns) >= by_way("even", n, rounds, size).repeats >= repeats(schedule)
