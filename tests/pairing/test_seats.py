"""Seats: Theorems A and B on any sequence of tables, rounds seated one by one, partners kept opposite."""

from __future__ import annotations

import random
from itertools import pairwise, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.document import Player, Round, Table
from tests.pairing.events import a_round, event
from tests.support import pace
from tests.support.examples import examples
from tournaments.pairing.graphs import euler_split, konig_colours, split_colours
from tournaments.pairing.history import history
from tournaments.pairing.plans.partners import orders, seat_partners
from tournaments.pairing.seats import seat_rest, seat_schedule, seat_table, seat_tables, smoothed

Schedule = list[list[tuple[int, ...]]]


def random_schedule(seed: int, people: int, rounds: int, sizes: list[int]) -> Schedule:
    """Rounds of random tables of these sizes; one time in five the same tables every round."""
    chance = random.Random(seed)
    out: Schedule = []
    for _ in range(rounds):
        order = list(range(1, people + 1))
        chance.shuffle(order)
        cuts = [sum(sizes[:k]) for k in range(len(sizes) + 1)]
        out.append([tuple(order[a:b]) for a, b in pairwise(cuts)])
    return [out[0]] * rounds if chance.randrange(5) == 0 else out


def counts(seated: Schedule, seats: int) -> dict[int, list[int]]:
    out: dict[int, list[int]] = {}
    for round_ in seated:
        for table in round_:
            for seat, player in enumerate(table):
                out.setdefault(player, [0] * seats)[seat] += 1
    return out


def same_tables(one: Schedule, two: Schedule) -> bool:
    return [[sorted(t) for t in r] for r in one] == [[sorted(t) for t in r] for r in two]


@given(st.integers(0, 10**6), st.integers(1, 10), st.integers(0, 7), st.integers(1, 14), st.sampled_from([2, 3, 4]))
@settings(max_examples=examples(80))
def test_tables_of_one_size_leave_no_two_seats_of_anybody_more_than_one_apart_after_any_round(
    seed: int, tables: int, out: int, rounds: int, size: int
) -> None:
    schedule = random_schedule(seed, tables * size + out, rounds, [size] * tables)
    seated = seat_schedule(schedule)
    assert same_tables(schedule, seated)
    for prefix in range(1, rounds + 1):
        assert all(max(c) - min(c) <= 1 for c in counts(seated[:prefix], size).values())


@given(st.integers(0, 10**6), st.integers(1, 6), st.integers(1, 16))
@settings(max_examples=examples(40))
def test_four_games_in_a_row_are_in_four_seats(seed: int, tables: int, rounds: int) -> None:
    schedule = random_schedule(seed, tables * 4, rounds, [4] * tables)
    history_of: dict[int, list[int]] = {}
    for round_ in seat_schedule(schedule):
        for table in round_:
            for seat, player in enumerate(table):
                history_of.setdefault(player, []).append(seat)
    for seats in history_of.values():
        for block in range(0, len(seats), 4):
            assert len(set(seats[block : block + 4])) == len(seats[block : block + 4])


@given(st.integers(0, 10**6), st.integers(0, 5), st.integers(1, 3), st.integers(1, 14))
@settings(max_examples=examples(60))
def test_tables_of_four_and_three_spread_seat_four_over_the_fours_and_the_others_over_the_rest(
    seed: int, fours: int, threes: int, rounds: int
) -> None:
    schedule = random_schedule(seed, 4 * fours + 3 * threes, rounds, [4] * fours + [3] * threes)
    seated = seat_schedule(schedule)
    assert same_tables(schedule, seated)
    uneven = sum(c * c for row in counts(seated, 4).values() for c in row)
    plain = sum(c * c for row in counts(schedule, 4).values() for c in row)
    assert uneven <= plain
    if fours:
        games = counts(seated, 4)
        for player, row in games.items():
            at_four = sum(len(t) == 4 and player in t for r in schedule for t in r)
            assert row[3] <= at_four
            if at_four == rounds:
                assert max(row) - min(row) <= 2


@given(st.integers(0, 10**6), st.integers(0, 4), st.integers(1, 3), st.integers(1, 12))
@settings(max_examples=examples(40))
def test_where_three_play_four_colours_nobody_is_more_than_one_apart_either(
    seed: int, fours: int, threes: int, rounds: int
) -> None:
    people = 4 * fours + 3 * threes
    players = {p: Player(p, str(p), rating=(p * 7919 + seed) % 500) for p in range(1, people + 1)}
    schedule = random_schedule(seed, people, rounds, [4] * fours + [3] * threes)
    seated = seat_schedule(schedule, players, double=True)
    for prefix in range(1, rounds + 1):
        assert all(max(c) - min(c) <= 1 for c in counts(seated[:prefix], 4).values())
    for round_, plan in zip(seated, schedule, strict=True):
        for table, group in zip(round_, plan, strict=True):
            assert len(table) == 4
            assert set(table) == set(group)
            if len(group) == 3:
                top = max(group, key=lambda p: (players[p].rating or 0, -p))
                assert table.count(top) == 2


def test_a_thousand_players_and_twenty_rounds_are_seated_at_once() -> None:
    schedule = random_schedule(1, 1000, 20, [4] * 250)
    taken, _seated = pace.timed(lambda: seat_schedule(schedule))
    assert taken < 2


def test_two_players_have_neighbouring_colours_in_turn() -> None:
    players = {p: Player(p, str(p)) for p in (1, 2)}
    assert seat_schedule([[(1, 2)], [(1, 2)]], players, double=True) == [[(1, 1, 2, 2)], [(2, 2, 1, 1)]]


@given(st.integers(0, 10**6), st.integers(2, 12))
@settings(max_examples=examples(30))
def test_one_table_is_seated_as_well_as_it_can_be(seed: int, rounds: int) -> None:
    chance = random.Random(seed)
    played = tuple(a_round(k, chance.sample(range(1, 7), 4)) for k in range(1, rounds))
    past = history(played, 4)
    table = tuple(chance.sample(range(1, 7), 4))

    def cost(order: tuple[int, ...]) -> int:
        rows = {p: past.seat_counts(p) for p in order}
        return sum((rows[p][s] - min(rows[p])) ** 3 * 8 + rows[p][s] - min(rows[p]) for s, p in enumerate(order))

    assert cost(seat_table(table, past)) == min(map(cost, permutations(table)))


def test_rounds_seated_one_by_one_stay_close() -> None:
    done: list[Round] = []
    start = event(64, "tables")
    for number, groups in enumerate(random_schedule(5, 64, 12, [4] * 16), start=1):
        seats = seat_tables(groups, start, history(done, 4))
        done.append(Round(number, tuple(Table(t, s) for t, s in enumerate(seats, start=1))))
    spreads = [max(c) - min(c) for c in history(done, 4).seats.values()]
    assert max(spreads) <= 3
    assert sum(s > 1 for s in spreads) <= 20


def test_what_is_left_is_seated_around_what_was_played() -> None:
    schedule = random_schedule(9, 16, 6, [4] * 4)
    played = [a_round(1, *schedule[0]), a_round(2, *schedule[1])]
    rest = seat_rest(schedule[2:], event(16, "tables"), history(played, 4))
    assert same_tables(rest, schedule[2:])
    everything = [[t.seats for t in r.tables] for r in played] + rest
    assert max(max(c) - min(c) for c in counts(everything, 4).values()) <= 2


def test_exchanging_seats_never_makes_the_totals_worse() -> None:
    schedule = random_schedule(3, 22, 7, [4] * 4 + [3] * 2)
    better = smoothed(schedule)
    assert same_tables(schedule, better)
    assert sum(c * c for row in counts(better, 4).values() for c in row) <= sum(
        c * c for row in counts(schedule, 4).values() for c in row
    )


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=60))
@settings(max_examples=examples(80))
def test_an_euler_split_halves_every_degree(edges: list[tuple[int, int]]) -> None:
    side = euler_split(edges)
    for end in (0, 1):
        for node in range(7):
            here = [s for s, e in zip(side, edges, strict=True) if e[end] == node]
            assert abs(2 * sum(here) - len(here)) <= 1


def limited(edges: list[tuple[int, int]], most: int) -> list[tuple[int, int]]:
    """Those of the edges that leave every degree within ``most``."""
    left, right = [0] * 9, [0] * 9
    out = []
    for u, v in edges:
        if left[u] < most and right[v] < most:
            left[u] += 1
            right[v] += 1
            out.append((u, v))
    return out


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=80), st.sampled_from([2, 3, 4, 5]))
@settings(max_examples=examples(80))
def test_colourings_are_proper(edges: list[tuple[int, int]], colours: int) -> None:
    graph = limited(edges, colours)
    for found in [konig_colours(graph, colours), *([split_colours(graph, 4)] if colours == 4 else [])]:
        assert all(0 <= c < colours for c in found)
        for end in (0, 1):
            seen = [(e[end], c) for e, c in zip(graph, found, strict=True)]
            assert len(seen) == len(set(seen))


@given(st.integers(0, 10**6), st.integers(2, 6), st.integers(3, 12))
@settings(max_examples=examples(30))
def test_partners_stay_opposite_and_their_seats_even(seed: int, tables: int, rounds: int) -> None:
    schedule = random_schedule(seed, 4 * tables, rounds, [4] * tables)
    seated = seat_partners(schedule)
    for before, after in zip(schedule, seated, strict=True):
        for plan, table in zip(before, after, strict=True):
            assert table in orders(plan)
    for row in counts(seated, 4).values():
        assert abs(row[0] - row[2]) <= 1
        assert abs(row[1] - row[3]) <= 1
