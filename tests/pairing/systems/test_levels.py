"""Levels: groups by the ladder, the best go up and the last go down, absences are closed up from below."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.document import Event, Round
from scoring.explain import Explainer
from scoring.standings import standings
from tests.pairing.events import meetings
from tests.pairing.simulated import changed, field, placed, seat_counts, simulate, with_round
from tournaments.pairing.engine import pair, verify
from tournaments.pairing.registry import systems


def fours(people: int, **options: Any) -> Event:
    return field(people, "levels", "quatro-chess", **options)


def quads(people: int, **options: Any) -> Event:
    return field(people, "levels", "quarto", **options)


def groups(round_: Round) -> list[set[int]]:
    return [set(table.seats) for table in round_.tables]


def played(event: Event, order: list[int]) -> Event:
    """The event with its next round, in which who stands earlier in ``order`` beats who stands later."""
    (round_,) = pair(event).rounds
    tables = []
    for table in round_.tables:
        ranked = sorted(set(table.seats), key=order.index)
        worth = dict(zip(ranked, (8, 4, 2, 0) if len(ranked) > 2 else (1, 0), strict=False))
        tables.append(replace(table, points=tuple(Fraction(worth[p]) for p in table.seats), end="played"))
    return with_round(event, replace(round_, tables=tuple(tables)))


def test_round_1_has_fours_by_the_pairing_numbers() -> None:
    assert groups(pair(fours(12)).rounds[0]) == [{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}]


def test_the_first_goes_up_and_the_last_goes_down() -> None:
    """4, 8 and 12 lost, 1, 5 and 9 won: 4 changes places with 5, 8 with 9."""
    after = played(fours(12), list(range(1, 13)))
    answer = pair(after)
    assert groups(answer.rounds[0]) == [{1, 2, 3, 5}, {4, 6, 7, 9}, {8, 10, 11, 12}]
    assert str(answer.reasons[2, 2]) == (
        "Level 2: places 5 to 8 of those who are here. Up from the level below: 9. Down from the level above: 4."
    )


def test_two_move_where_the_option_says_so_and_nobody_with_0() -> None:
    after = played(fours(8, movers=2), list(range(1, 9)))
    assert groups(pair(after).rounds[0]) == [{1, 2, 5, 6}, {3, 4, 7, 8}]
    after = played(fours(8, movers=0), list(range(8, 0, -1)))
    assert groups(pair(after).rounds[0]) == [{1, 2, 3, 4}, {5, 6, 7, 8}]


def test_equal_points_leave_who_stood_higher_higher() -> None:
    start = fours(8)
    (round_,) = pair(start).rounds
    tables = tuple(replace(t, points=(Fraction(7, 2),) * 4, end="played") for t in round_.tables)
    after = with_round(start, replace(round_, tables=tables))
    assert groups(pair(after).rounds[0]) == [{1, 2, 3, 5}, {4, 6, 7, 8}]


def test_a_missing_place_is_filled_from_below_and_who_returns_is_at_the_old_level() -> None:
    start = changed(fours(12), 2, absent=frozenset({1}))
    answer = pair(start)
    assert groups(answer.rounds[0]) == [{1, 3, 4, 5}, {6, 7, 8, 9}, {10, 11, 12}]
    assert [str(note) for note in answer.notes] == ["Groups of 4 and 3, because 11 players are here."]
    after = played(start, list(range(1, 13)))
    # the ladder was 1 (2) 3 4 5 | 6 …: 5 went down, 6 up; 2 is second as before
    assert groups(pair(after).rounds[0])[0] == {1, 2, 3, 4}


@pytest.mark.parametrize("people", range(2, 30))
def test_everybody_sits_and_sizes_differ_by_one_at_most(people: int) -> None:
    (round_,) = pair(fours(people)).rounds
    sizes = [len(group) for group in groups(round_)]
    assert not round_.byes
    assert max(sizes) - min(sizes) <= 1
    assert sizes == sorted(sizes, reverse=True)


def test_newcomers_begin_at_the_end_and_who_left_is_out() -> None:
    start = changed(changed(fours(9), 1, joined=2), 5, left=1)
    first = played(start, list(range(1, 10)))
    assert 1 not in placed(first.rounds[0])
    second = pair(first).rounds[0]
    assert 5 not in placed(second)
    assert 1 in groups(second)[-1]


def test_a_group_can_play_several_rounds_before_anybody_moves() -> None:
    event = fours(8, group_rounds=2)
    for _ in range(2):
        event = played(event, [4, 3, 2, 1, 8, 7, 6, 5])
    assert groups(event.rounds[0]) == groups(event.rounds[1])
    assert groups(pair(event).rounds[0]) == [{2, 3, 4, 8}, {1, 5, 6, 7}]
    assert all(max(counts) - min(counts) <= 1 for counts in seat_counts(event.rounds, 4).values())


def test_quads_play_a_round_robin_of_three_rounds() -> None:
    event = simulate(quads(12), 3)
    met = meetings(event.rounds)
    assert set(met) == {frozenset(two) for four in (0, 4, 8) for two in combinations(range(four + 1, four + 5), 2)}
    assert set(met.values()) == {1}
    fourth = pair(event).rounds[0]
    assert any(not (set(t.seats) <= set(range(k, k + 4))) for t in fourth.tables for k in (1, 5, 9))


def test_groups_of_six_play_five_rounds() -> None:
    event = simulate(quads(12, group_size=6), 5)
    assert set(meetings(event.rounds).values()) == {1}
    assert len(meetings(event.rounds)) == 30


def test_who_has_no_opponent_in_a_group_of_three_plays_across() -> None:
    event = simulate(quads(10), 3)
    assert all(not round_.byes for round_ in event.rounds)
    assert max(meetings(event.rounds).values()) == 1
    odd = simulate(quads(9), 3)
    assert [len(round_.byes) for round_ in odd.rounds] == [1, 1, 1]
    assert len({bye.player for round_ in odd.rounds for bye in round_.byes}) == 3


def test_who_comes_in_the_middle_of_an_evening_takes_an_empty_place() -> None:
    event = played(changed(fours(8, group_rounds=2), 3, absent=frozenset({1})), list(range(1, 9)))
    answer = pair(event)
    assert groups(answer.rounds[0]) == [{1, 2, 4, 5}, {3, 6, 7, 8}]
    assert "3 had no group this evening" in str(answer.reasons[2, 2])


def test_two_who_must_not_meet_are_put_into_different_groups() -> None:
    answer = pair(fours(8, forbidden=[[1, 2]]))
    assert groups(answer.rounds[0]) == [{1, 3, 4, 5}, {2, 6, 7, 8}] or {1, 2} not in groups(answer.rounds[0])
    assert all(not {1, 2} <= group for group in groups(answer.rounds[0]))
    assert [note.code for note in answer.notes] == ["levels-apart"]
    event = simulate(quads(8, forbidden=[[1, 2]]), 6)
    assert frozenset({1, 2}) not in meetings(event.rounds)
    assert set(meetings(event.rounds[:3]).values()) == {1}


def test_the_standings_are_the_ladder() -> None:
    event = played(fours(8), [4, 3, 2, 1, 8, 7, 6, 5])
    table = standings(event).standings
    assert [line.player for line in table] == [4, 3, 2, 8, 1, 7, 6, 5]
    assert [line.tie_breaks["LEVEL"] for line in table] == [1, 1, 1, 1, 2, 2, 2, 2]
    assert [line.rank for line in table] == list(range(1, 9))
    assert Explainer(event).above(1, 8).text == "P8 is above P1 by the place in the ladder: 4 against 5."
    assert [line.player for line in standings(event, 0).standings] == list(range(1, 9))


def test_a_form_that_is_sent_as_it_stands_means_what_an_event_without_options_means() -> None:
    """A choice has no empty entry, so its default is what a form shows first."""
    for option in systems()["levels"].options:
        assert not option.choices or option.default in [value for value, _label in option.choices]
    as_shown = {o.key: o.default for o in systems()["levels"].options if o.key in ("group_size", "movers")}
    assert pair(quads(12, **as_shown)) == pair(quads(12))


def ladder_by_hand(event: Event, movers: int) -> list[list[int]]:
    """A plain second implementation at tables of four with a round an evening: swap neighbours at each border."""
    order = [p.id for p in event.players]
    for round_ in event.rounds:
        tables = [sorted(set(t.seats), key=order.index) for t in sorted(round_.tables, key=lambda t: t.number)]
        won = {
            p: sum(x for q, x in zip(t.seats, t.points, strict=True) if q == p) for t in round_.tables for p in t.seats
        }
        for table in round_.tables:
            for player in set(table.seats):
                won[player] /= table.seats.count(player)
        for table in tables:
            before = list(table)
            table.sort(key=lambda p: (-won[p], before.index(p)))
        for upper, lower in pairwise(tables):
            n = min(movers, len(upper) // 2, len(lower) // 2)
            upper[-n:], lower[:n] = lower[:n], upper[-n:]
        slots = [k for k, p in enumerate(order) if any(p in t for t in tables)]
        for slot, player in zip(slots, [p for t in tables for p in t], strict=True):
            order[slot] = player
    present = [p for p in order if len(event.rounds) + 1 not in event.players[p - 1].absent]
    count = -(-len(present) // 4)
    sizes = [len(present) // count + (k < len(present) % count) for k in range(count)]
    return [sorted(present[sum(sizes[:k]) : sum(sizes[: k + 1])]) for k in range(count)]


@given(people=st.integers(6, 20), seed=st.integers(0, 9999), movers=st.integers(1, 2), data=st.data())
@settings(max_examples=20)
def test_the_groups_are_those_of_a_plain_second_implementation(people: int, seed: int, movers: int, data) -> None:
    event = fours(people, movers=movers)
    for _ in range(4):
        event = simulate(event, 1, seed)
        away = data.draw(st.sets(st.integers(1, people), max_size=3))
        if people - len(away) < 4:
            away = set()
        for player in away:
            event = changed(event, player, absent=frozenset({*event.players[player - 1].absent, len(event.rounds) + 1}))
        expected = ladder_by_hand(event, movers)
        assert sorted(map(sorted, groups(pair(event).rounds[0]))) == sorted(expected)
    assert verify(event).ok
