"""The bound beside team events: least is said to be least, and never more than what a pairing reaches."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, combinations_with_replacement

import pytest

from scoring.documents.document import Event
from tests.pairing.events import repeats
from tests.pairing.simulated import changed, team_field
from tournaments.pairing.engine import Answer, pair, verify
from tournaments.pairing.teams.opposite import SPLITS


def whole(event: Event) -> Answer:
    return pair(event, every=True)


@pytest.mark.parametrize("rounds", range(1, 13))
def test_a_triple_team_challenge_repeats_as_few_meetings_as_its_fixed_partners_let_it(rounds: int) -> None:
    answer = whole(team_field(3, "triple-team", rounds=rounds))
    # the partners of a block of four rounds are fixed; every pair of opponents beyond the 48 is a repeat
    partners = 6 * rounds - 6 * min(3, -(-rounds // 4))
    assert answer.quality.bound == partners + max(0, 12 * rounds - 48)
    assert answer.quality.repeated_pairs == repeats(answer.rounds) == answer.quality.bound
    assert answer.quality.optimal


def test_three_rounds_of_three_teams_are_said_to_be_best() -> None:
    event = team_field(3, "triple-team", rounds=3)
    quality = whole(event).quality
    assert (quality.repeated_pairs, quality.bound, quality.optimal) == (12, 12, True)
    checked = verify(replace(event, rounds=whole(event).rounds)).quality
    assert (checked.bound, checked.optimal) == (12, True)


@pytest.mark.parametrize(("rounds", "least"), [(1, 0), (2, 4), (3, 8), (4, 20), (5, 32)])
def test_no_double_team_challenge_has_fewer_repeats_than_its_bound(rounds: int, least: int) -> None:
    """Two of each team on each board: every choice of pairs and of who meets whom, in every combination."""
    ways = []
    for home in SPLITS:
        for away in SPLITS:
            for facing in (away, away[::-1]):
                tables = [(*a, *(k + 10 for k in b)) for a, b in zip(home, facing, strict=True)]
                ways.append({frozenset(met) for table in tables for met in combinations(table, 2)})
    # three rounds can hold all 28 pairs, so more need not be looked at
    met = max(len(set().union(*chosen)) for chosen in combinations_with_replacement(ways, min(rounds, 3)))
    assert 12 * rounds - met == least
    assert whole(team_field(2, "double-team", rounds=rounds)).quality.bound == least


@pytest.mark.parametrize("options", [{}, {"cycles": 2}, {"table_size": 4}, {"table_size": 4, "cycles": 2}])
@pytest.mark.parametrize("teams", [3, 6])
def test_a_round_robin_of_teams_leaves_no_choice_of_who_meets(teams: int, options: dict[str, int]) -> None:
    quality = whole(team_field(teams, "team-berger", **options)).quality
    assert quality.bound == quality.repeated_pairs
    assert quality.optimal


def test_one_group_of_eight_number_ones_repeats_at_least_eight_meetings_a_board_in_three_rounds() -> None:
    quality = whole(team_field(8, "board-groups", rounds=3)).quality
    assert (quality.repeated_pairs, quality.bound, quality.optimal) == (32, 32, True)


def test_two_groups_of_four_teams_sit_together_in_every_round() -> None:
    """QC 7.4."""
    event = team_field(8, "board-groups", rounds=3, group_teams="4")
    answer = whole(event)
    assert (answer.quality.repeated_pairs, answer.quality.optimal) == (2 * 8 * 6, True)
    for round_ in answer.rounds:
        groups = [{(event.players[p - 1].team, event.players[p - 1].board) for p in t.seats} for t in round_.tables]
        for board in (1, 2, 3, 4):
            assert {(team, board) for team in "ABCD"} in groups
            assert {(team, board) for team in "EFGH"} in groups
    assert verify(replace(event, rounds=answer.rounds)).ok


def test_in_groups_of_four_everybody_has_every_seat_once_in_four_rounds() -> None:
    answer = whole(team_field(8, "board-groups", group_teams="4"))
    assert len(answer.rounds) == 4
    assert answer.quality.seat_spread == 0


def test_groups_of_four_stay_together_also_where_power_pairing_is_chosen_for_larger_ones() -> None:
    start = team_field(12, "board-groups", group_teams="4", rounds=2)
    power = replace(start, pairing={**start.pairing, "groups": "swiss-tables"})
    assert whole(power).rounds == whole(start).rounds


def test_left_out_the_number_ones_of_all_teams_are_one_group() -> None:
    start = team_field(8, "board-groups", rounds=3)
    asked = replace(start, pairing={**start.pairing, "group_teams": "all"})
    assert whole(asked).rounds == whole(start).rounds


@pytest.mark.parametrize("system", ["triple-team", "board-groups"])
def test_a_document_that_was_paired_otherwise_has_the_general_bound(system: str) -> None:
    event = team_field(3 if system == "triple-team" else 4, system, rounds=2)
    first, second = whole(event).rounds
    a, b = second.tables[0].seats, second.tables[1].seats
    swapped = (
        replace(second.tables[0], seats=(b[0], *a[1:])),
        replace(second.tables[1], seats=(a[0], *b[1:])),
        *second.tables[2:],
    )
    quality = verify(replace(event, rounds=(first, replace(second, tables=swapped)))).quality
    assert quality.bound <= quality.repeated_pairs


@pytest.mark.parametrize("system", ["double-team", "triple-team", "team-berger", "board-groups"])
def test_with_somebody_missing_the_bound_stays_below(system: str) -> None:
    teams = {"double-team": 2, "triple-team": 3}.get(system, 8)
    event = changed(team_field(teams, system, rounds=4), 3, absent=frozenset({2}))
    quality = whole(event).quality
    assert quality.bound <= quality.repeated_pairs
