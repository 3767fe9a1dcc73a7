"""The rotations of two and three teams, counted; and seats with partners opposite."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from tournaments.pairing.systems.berger import berger_round
from tournaments.pairing.teams.opposite import (
    TEAM,
    Match,
    arrangements,
    seat_block,
    seat_pairs,
    seated,
    three_teams,
    two_teams,
)

Rounds = Sequence[Sequence[Match]]


def opponents(rounds: Rounds) -> Counter[frozenset[int]]:
    return Counter(frozenset((a, b)) for round_ in rounds for one, two in round_ for a in one for b in two)


def partners(rounds: Rounds) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for round_ in rounds for match in round_ for pair in match)


def everybody(teams: int) -> list[int]:
    return [t * TEAM + k for t in range(teams) for k in range(1, 5)]


def across(teams: int) -> list[frozenset[int]]:
    """All pairs of players of different teams."""
    return [frozenset((a, b)) for a, b in itertools.combinations(everybody(teams), 2) if a // TEAM != b // TEAM]


def mates(teams: int) -> list[frozenset[int]]:
    return [frozenset((a, b)) for a, b in itertools.combinations(everybody(teams), 2) if a // TEAM == b // TEAM]


def spread(count: Counter[frozenset[int]], pairs: Sequence[frozenset[int]]) -> int:
    return max(count[p] for p in pairs) - min(count[p] for p in pairs)


@pytest.mark.parametrize("rounds", [6, 12])
def test_two_teams_are_even_after_six_and_twelve_rounds(rounds: int) -> None:
    plan = two_teams()[:rounds]
    assert {opponents(plan)[p] for p in across(2)} == {rounds // 2}
    assert {partners(plan)[p] for p in mates(2)} == {rounds // 3}


@pytest.mark.parametrize(("rounds", "least"), [(2, (0, 2)), (3, (1, 2)), (4, (0, 2)), (5, (1, 1)), (6, (0, 0))])
def test_fewer_rounds_of_two_teams_have_the_least_spreads_there_are(rounds: int, least: tuple[int, int]) -> None:
    """(opponents, partners): the best that an exhaustive search over all splits found (Pareto-least)."""
    plan = two_teams()[:rounds]
    assert (spread(opponents(plan), across(2)), spread(partners(plan), mates(2))) == least


@pytest.mark.parametrize("rounds", [4, 8, 12])
def test_three_teams_meet_every_opponent_once_in_each_block_of_four(rounds: int) -> None:
    plan = three_teams()[:rounds]
    assert {opponents(plan)[p] for p in across(3)} == {rounds // 4}


def test_three_teams_share_partners_equally_after_twelve_rounds() -> None:
    assert {partners(three_teams())[p] for p in mates(3)} == {4}


def test_the_first_round_of_three_teams_is_that_of_the_rule() -> None:
    """QC 7.2: A1 and A4 against B2 and B3; B1 and B4 against C2 and C3; C1 and C4 against A2 and A3."""
    a, b, c = 0, TEAM, 2 * TEAM
    expected = {
        frozenset({frozenset({a + 1, a + 4}), frozenset({b + 2, b + 3})}),
        frozenset({frozenset({b + 1, b + 4}), frozenset({c + 2, c + 3})}),
        frozenset({frozenset({c + 1, c + 4}), frozenset({a + 2, a + 3})}),
    }
    first = three_teams()[0]
    assert {frozenset({frozenset(one), frozenset(two)}) for one, two in first} == expected


def test_the_first_block_is_the_berger_table_for_six_without_the_round_of_team_mates() -> None:
    """QC 7.3, with the pairs numbered 1 A14, 2 B23, 3 C23, 4 C14, 5 B14, 6 A23."""
    pairs = {1: (1, 4), 2: (12, 13), 3: (22, 23), 4: (21, 24), 5: (11, 14), 6: (2, 3)}
    assert all(pairs[x][0] // TEAM == pairs[y][0] // TEAM for x, y in berger_round(6, 1))
    for number, round_ in enumerate(three_teams()[:4], start=2):
        due = {frozenset({pairs[x], pairs[y]}) for x, y in berger_round(6, number)}
        assert {frozenset(match) for match in round_} == due


@pytest.mark.parametrize("teams", [2, 3])
def test_seats_of_the_challenges_are_even_after_every_round_and_equal_after_four(teams: int) -> None:
    counts = {p: [0] * 4 for p in everybody(teams)}
    rotation = two_teams() if teams == 2 else three_teams()
    for number, (tables, matches) in enumerate(zip(seated(teams), rotation, strict=True), start=1):
        assert sorted(p for t in tables for p in t) == everybody(teams)
        for seats, (one, two) in zip(tables, matches, strict=True):
            assert {frozenset(seats[::2]), frozenset(seats[1::2])} == {frozenset(one), frozenset(two)}
            for seat, player in enumerate(seats):
                counts[player][seat] += 1
        assert all(max(c) - min(c) <= 1 for c in counts.values())
        if number % 4 == 0:
            assert all(len(set(c)) == 1 for c in counts.values())


def test_there_are_eight_ways_to_seat_two_pairs_opposite() -> None:
    found = set(arrangements(((1, 4), (12, 13))))
    assert len(found) == 8
    assert all({s[0], s[2]} in ({1, 4}, {12, 13}) for s in found)


def test_a_block_that_cannot_be_seated_says_so() -> None:
    with pytest.raises(ValueError, match="no seats"):
        seat_block([[((1, 2), (3, 4))]] * 5)


@given(st.integers(2, 12), st.integers(1, 14), st.randoms(use_true_random=False))
@settings(max_examples=examples(40))
def test_fixed_pairs_have_even_seats_after_every_round_of_any_schedule(units: int, rounds: int, lots: object) -> None:
    plan = []
    for _ in range(rounds):
        order = list(range(units))
        lots.shuffle(order)  # type: ignore[attr-defined]
        plan.append(
            [((10 * a, 10 * a + 1), (10 * b, 10 * b + 1)) for a, b in zip(order[::2], order[1::2], strict=False)]
        )
    counts: dict[int, list[int]] = {}
    for matches, tables in zip(plan, seat_pairs(plan), strict=True):
        for match, seats in zip(matches, tables, strict=True):
            assert {frozenset(seats[::2]), frozenset(seats[1::2])} == {frozenset(p) for p in match}
            for seat, player in enumerate(seats):
                counts.setdefault(player, [0] * 4)[seat] += 1
        assert all(max(c) - min(c) <= 1 for c in counts.values())
