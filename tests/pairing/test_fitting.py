"""Planned tables fitted to the people who are there: who plays, and who sits at the short table."""

from __future__ import annotations

import pytest

from tournaments.pairing.plans.repairing import fit
from tournaments.pairing.schedules.shapes import uniform

PLANNED = [(1, 2, 3, 4), (5, 6, 7, 8)]


def strangers(_a: int, _b: int) -> int:
    return 0


@pytest.mark.parametrize(
    ("waiting", "everybody", "form", "had", "tables", "idle"),
    [
        # after a withdrawal: who had a bye before
        ([9, 10], {1, 2, 3, 4, 5, 6, 7, 9, 10}, (2, 0, 1), {10: 1}, [(1, 2, 3, 4), (5, 6, 7, 10)], (9,)),
        # newcomers: the full table is for who sat at a short one before
        ([9, 10], {1, 2, 3, 5, 6, 9, 10}, (1, 1), {10: 1}, [(1, 2, 3, 10), (5, 6, 9)], ()),
        # nobody had either: the lower number
        ([9, 10], {1, 2, 3, 4, 5, 6, 7, 9, 10}, (2, 0, 1), {}, [(1, 2, 3, 4), (5, 6, 7, 9)], (10,)),
        # the sizes are right without moving anybody
        ([], {1, 2, 3, 4, 5, 6, 7}, (1, 1), {}, [(1, 2, 3, 4), (5, 6, 7)], ()),
    ],
)
def test_a_free_seat_goes_to_who_had_a_bye_or_a_short_table_before_and_all_others_stay(
    waiting: list[int],
    everybody: set[int],
    form: tuple[int, ...],
    had: dict[int, int],
    tables: list[tuple[int, ...]],
    idle: tuple[int, ...],
) -> None:
    found = fit(PLANNED, waiting, everybody, uniform(4, *form), strangers, lambda p: had.get(p, 0))
    assert found == (tables, idle)
