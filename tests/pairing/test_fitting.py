"""Planned tables fitted to the people who are there: who plays, and who sits at the short table."""

from __future__ import annotations

from tournaments.pairing.plans.repairing import fit
from tournaments.pairing.schedules.shapes import uniform

PLANNED = [(1, 2, 3, 4), (5, 6, 7, 8)]


def strangers(_a: int, _b: int) -> int:
    return 0


def test_after_a_withdrawal_the_player_who_had_a_bye_before_takes_the_seat() -> None:
    byes = {10: 1}
    everybody = {1, 2, 3, 4, 5, 6, 7, 9, 10}
    tables, idle = fit(PLANNED, [9, 10], everybody, uniform(4, 2, 0, 1), strangers, lambda p: byes.get(p, 0))
    assert (tables, idle) == ([(1, 2, 3, 4), (5, 6, 7, 10)], (9,))


def test_newcomers_fill_the_full_table_with_the_player_who_sat_at_a_short_one_before() -> None:
    short_tables = {10: 1}
    everybody = {1, 2, 3, 5, 6, 9, 10}
    tables, idle = fit(PLANNED, [9, 10], everybody, uniform(4, 1, 1), strangers, lambda p: short_tables.get(p, 0))
    assert (tables, idle) == ([(1, 2, 3, 10), (5, 6, 9)], ())


def test_without_byes_or_short_tables_before_the_lower_number_takes_the_seat() -> None:
    everybody = {1, 2, 3, 4, 5, 6, 7, 9, 10}
    tables, idle = fit(PLANNED, [9, 10], everybody, uniform(4, 2, 0, 1), strangers, lambda _p: 0)
    assert (tables, idle) == ([(1, 2, 3, 4), (5, 6, 7, 9)], (10,))


def test_players_stay_at_their_tables_where_the_sizes_are_right_without_moving_anybody() -> None:
    everybody = {1, 2, 3, 4, 5, 6, 7}
    tables, idle = fit(PLANNED, [], everybody, uniform(4, 1, 1), strangers, lambda _p: 0)
    assert (tables, idle) == ([(1, 2, 3, 4), (5, 6, 7)], ())
