"""Complete schedules when life interferes: people come late, leave, are absent, sit elsewhere."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.document import Player
from tests.pairing.events import a_round, event, everyone_once, meetings, play, repeats, seat_spreads, swapped, whole
from tests.pairing.simulated import changed, field
from tests.support.examples import THOROUGH, examples
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair, verify


@pytest.mark.parametrize(("people", "rounds"), [(16, 5), (17, 4), (22, 6), (28, 9), (9, 4)])
def test_rounds_made_one_by_one_are_those_of_the_whole_schedule(people: int, rounds: int) -> None:
    start = event(people, "tables", rounds=rounds, seed=3)
    assert play(start, rounds).rounds == whole(start).rounds


def test_a_swap_by_the_arbiter_is_noted_and_mended_around() -> None:
    start = play(event(16, "tables", rounds=5, seed=1), 2)
    first, second = start.rounds[1].tables[0].seats[0], start.rounds[1].tables[1].seats[0]
    changed = swapped(start, 2, first, second)
    answer = pair(changed, every=True)
    assert any("Round 2" in str(note) for note in answer.notes)
    after = (*changed.rounds, *answer.rounds)
    unmended = (*changed.rounds, *whole(start).rounds[2:])
    assert repeats(after) <= repeats(unmended)
    assert max(seat_spreads(after, 4).values()) <= 2
    assert play(changed, 3).rounds == after


def test_swapped_seats_keep_the_tables_and_are_made_good_later() -> None:
    planned = whole(event(16, "tables", rounds=5, seed=1))
    start = replace(planned, rounds=planned.rounds[:2])
    a, b = start.rounds[1].tables[0].seats[:2]
    changed = swapped(start, 2, a, b)
    answer = pair(changed, every=True)
    for ours, plan in zip(answer.rounds, planned.rounds[2:], strict=True):
        assert {frozenset(t.seats) for t in ours.tables} == {frozenset(t.seats) for t in plan.tables}
    assert max(seat_spreads((*changed.rounds, *answer.rounds), 4).values()) == 1


def test_an_absent_player_leaves_a_table_of_three_and_all_else_as_planned() -> None:
    planned = whole(event(16, "tables", rounds=5, seed=1))
    players = tuple(replace(p, absent=frozenset({3})) if p.id == 5 else p for p in planned.players)
    absent = replace(planned, players=players, rounds=planned.rounds[:2])
    answer = pair(absent, every=True)
    sizes = sorted(len(t.seats) for t in answer.rounds[0].tables)
    assert sizes == [3, 4, 4, 4]
    assert [(b.player, b.kind) for b in answer.rounds[0].byes] == [(5, "zero")]
    assert any("5" in str(note) for note in answer.notes)
    for ours, plan in zip(answer.rounds, planned.rounds[2:], strict=True):
        expected = {frozenset(p for p in t.seats if p != 5 or ours.number != 3) for t in plan.tables}
        assert {frozenset(t.seats) for t in ours.tables} == expected
    assert repeats((*absent.rounds, *answer.rounds)) == 0


def test_many_absent_players_are_seated_at_as_few_tables_as_they_need() -> None:
    planned = whole(event(16, "tables", rounds=5, seed=1))
    away = [t.seats[0] for t in planned.rounds[2].tables]
    players = tuple(replace(p, absent=frozenset({3})) if p.id in away else p for p in planned.players)
    answer = pair(replace(planned, players=players, rounds=planned.rounds[:2]))
    assert [len(t.seats) for t in answer.rounds[0].tables] == [4, 4, 4]


def test_a_late_player_is_taken_in_and_everybody_plays() -> None:
    start = play(event(16, "tables", rounds=5, seed=1), 2)
    late = replace(start, players=(*start.players, Player(17, "Late", joined=3)))
    answer = pair(late, every=True)
    assert [r.number for r in answer.rounds] == [3, 4, 5]
    for round_ in answer.rounds:
        assert everyone_once(round_, range(1, 18))
        assert sorted(len(t.seats) for t in round_.tables) == [3, 3, 3, 4, 4]
    assert meetings(answer.rounds).most_common(1)[0][1] <= 2
    assert play(late, 3).rounds == (*late.rounds, *answer.rounds)


def test_a_late_player_known_from_the_start_changes_nothing_before_they_come() -> None:
    alone = whole(event(16, "tables", rounds=5, seed=1))
    known = event([*alone.players, Player(17, "Late", joined=3)], "tables", rounds=5, seed=1)
    assert pair(known, every=True).rounds[:2] == alone.rounds[:2]


def test_a_player_who_withdraws_leaves_tables_of_three() -> None:
    start = play(event(16, "tables", rounds=5, seed=1), 2)
    gone = replace(start, players=tuple(replace(p, left=2) if p.id == 9 else p for p in start.players))
    answer = pair(gone, every=True)
    for round_ in answer.rounds:
        assert everyone_once(round_, [p for p in range(1, 17) if p != 9])
    assert repeats((*gone.rounds, *answer.rounds)) == 0
    visits = [p for r in answer.rounds for t in r.tables if len(t.seats) == 3 for p in t.seats]
    assert len(visits) == len(set(visits))


def test_pairs_that_must_not_meet_do_not_meet() -> None:
    start = event(64, "tables", rounds=8, seed=5, forbidden=[[1, 2], [3, 4], [1, 9], [60, 61]])
    answer = pair(start, every=True)
    met = meetings(answer.rounds)
    assert not any(met[frozenset(p)] for p in ((1, 2), (3, 4), (1, 9), (60, 61)))
    assert answer.quality.repeated_pairs == 0


def test_a_pair_that_must_not_meet_costs_repeats_where_all_would_meet() -> None:
    answer = pair(event(16, "tables", rounds=5, seed=5, forbidden=[[1, 2]]), every=True)
    assert meetings(answer.rounds)[frozenset((1, 2))] == 0
    assert answer.quality.repeated_pairs > 0


def test_what_cannot_be_kept_apart_is_said() -> None:
    with pytest.raises(PairingError, match="1 and 2 do not meet"):
        pair(event(4, "tables", rounds=3, forbidden=[[1, 2]]), every=True)


def test_fixed_tables_are_kept_in_every_round() -> None:
    start = event(32, "tables", rounds=6, seed=2, fixed_tables={"6": 3, "7": 5, "8": 3})
    for round_ in pair(start, every=True).rounds:
        where = {p: t.number for t in round_.tables for p in t.seats}
        assert (where[6], where[7], where[8]) == (3, 5, 3)
        assert [t.number for t in round_.tables] == list(range(1, 9))


def test_more_rounds_than_the_schedule_has_are_refused() -> None:
    done = whole(event(16, "tables", rounds=5))
    with pytest.raises(PairingError, match="All 5 rounds"):
        pair(done)


def test_a_repaired_event_passes_its_own_check() -> None:
    start = play(event(18, "tables", rounds=6, seed=1), 2)
    players = tuple(
        replace(p, absent=frozenset({3})) if p.id == 4 else replace(p, left=4) if p.id == 7 else p
        for p in start.players
    )
    done = whole(replace(start, players=(*players, Player(19, "Late", joined=4))))
    verdict = verify(done)
    assert verdict.ok, verdict.faults


def test_check_finds_a_second_short_table_before_everybody_had_one() -> None:
    start = whole(event(15, "tables", rounds=5, seed=4, leftover="threes"))
    again = next(t.seats[0] for t in start.rounds[0].tables if len(t.seats) == 3)
    for round_ in start.rounds[1:]:
        short = next(t for t in round_.tables if len(t.seats) == 3)
        for other in short.seats:
            verdict = verify(swapped(start, round_.number, again, other))
            found = [str(f.notice) for f in verdict.faults[round_.number]]
            assert any(f"Player {again} is at a short table again" in m for m in found)


def test_where_even_short_tables_cost_repeats_both_ways_are_shown() -> None:
    even = pair(event(13, "tables", rounds=4, leftover="threes"), every=True)
    assert even.quality.repeated_pairs > 0
    assert any("repeated meetings over the whole schedule" in str(note) for note in even.notes)
    free = pair(event(13, "tables", rounds=4, leftover="uneven"), every=True)
    assert free.quality.repeated_pairs == 0
    assert [note.code for note in free.notes] == ["short-tables-uneven"]
    assert play(event(13, "tables", rounds=4, leftover="uneven"), 4).rounds == free.rounds


@pytest.mark.parametrize("people", [7, 10, 13, 15, 18, 22, 27, 33, 61] if THOROUGH else [7, 10, 13, 18, 27])
@pytest.mark.parametrize("rounds", [3, 5, 8])
def test_seats_of_fours_and_threes_are_as_even_as_seat_four_allows(people: int, rounds: int) -> None:
    answer = pair(event(people, "tables", rounds=rounds, seed=7), every=True)
    fours = sum(len(t.seats) == 4 for t in answer.rounds[0].tables)
    # somebody has seat 4 no more often than the average, and all their other games in three seats
    rarest = fours * rounds // people
    least = max(-(-(rounds - rarest) // 3) - rarest, 0 if rounds * fours % people == 0 else 1)
    assert answer.quality.seat_spread <= max(1, least)


def test_a_round_beyond_the_last_is_a_fault() -> None:
    done = whole(event(16, "tables", rounds=5))
    longer = replace(done, rounds=(*done.rounds, replace(done.rounds[0], number=6)))
    assert any("there is no round 6" in str(f.notice) for f in verify(longer).faults[6])


@given(st.integers(0, 10**6), st.integers(7, 22), st.sampled_from([3, 4]), st.sampled_from(["threes", "byes"]))
@settings(max_examples=examples(10, fewest=4))
def test_whatever_happens_everybody_who_is_there_has_one_place(
    seed: int, people: int, size: int, leftover: str
) -> None:
    chance = random.Random(seed)
    players = [
        Player(
            p,
            str(p),
            joined=chance.choice([1, 1, 1, 1, 2, 3]),
            left=chance.choice([None, None, None, None, 2, 3]),
            absent=frozenset(k for k in range(1, 5) if chance.random() < 0.1),
        )
        for p in range(1, people + 1)
    ]
    start = event(players, "tables", rounds=4, seed=seed, table_size=size, leftover=leftover)
    for number in range(1, 5):
        there = [p.id for p in players if p.plays(number)]
        try:
            answer = pair(start)
        except PairingError as error:
            assert len(there) < size or not any(p.joined == 1 for p in players), error
            return
        (round_,) = answer.rounds
        asked_off = [p for p in players if number in p.absent]
        listed = [p.id for p in asked_off if p.joined <= number <= (p.left or number)]
        assert everyone_once(round_, [*there, *listed])
        assert all(len(t.seats) in (size, size - 1) for t in round_.tables)
        needed = -(-len(there) // size) if leftover == "threes" else len(there) // size
        assert len(round_.tables) == needed or (size == 4 and len(there) == 5)
        start = replace(start, rounds=(*start.rounds, round_))
        if chance.random() < 0.3 and len(round_.tables) > 1:
            start = swapped(start, number, round_.tables[0].seats[0], round_.tables[1].seats[0])
    assert answer.quality.bound <= answer.quality.repeated_pairs


def test_a_round_in_which_people_are_away_keeps_apart_who_must_not_meet() -> None:
    start = field(12, "tables", "quaro", rounds=4, seed=31, forbidden=[[6, 8], [1, 2]])
    for away in ([10, 12], [3, 4], [1, 9], [5, 7]):
        thinner = start
        for player in away:
            thinner = changed(thinner, player, absent=frozenset({2}))
        once = replace(thinner, rounds=(a_round(1, [3, 10, 2, 7], [6, 9, 11, 12], [5, 8, 1, 4]),))
        table = {p: t.number for t in pair(once).rounds[0].tables for p in t.seats}
        assert table.get(1) != table[2] and table[6] != table[8]


@pytest.mark.parametrize("seed", range(examples(12, fewest=4)))
def test_whatever_can_be_seated_is_and_all_rounds_at_once_are_those_one_by_one(seed: int) -> None:
    lots = random.Random(seed)
    people, rounds = lots.randint(12, 24), 4
    pairs = [sorted(lots.sample(range(1, people + 1), 2)) for _ in range(lots.randint(2, 6))]
    leftover = lots.choice(["threes", "byes", "uneven"])
    start = field(people, "tables", "kwartet", rounds=rounds, seed=seed, forbidden=pairs, leftover=leftover)
    for player in lots.sample(range(1, people + 1), 3):
        start = changed(start, player, absent=frozenset({lots.randint(1, rounds)}))
    first, second = lots.sample(range(1, people + 1), 2)
    start = changed(changed(start, first, joined=3), second, left=2)
    every = pair(start, every=True).rounds
    one_by_one = start
    for _ in range(rounds):
        one_by_one = replace(one_by_one, rounds=(*one_by_one.rounds, pair(one_by_one).rounds[0]))
    assert one_by_one.rounds == every
    for round_ in every:
        for table in round_.tables:
            assert not any(set(banned) <= set(table.seats) for banned in pairs)


def test_the_bound_of_six_players_at_tables_of_three_is_the_least_there_can_be() -> None:
    figures = pair(field(6, "tables", "kwartet", rounds=3, table_size=3), every=True).quality
    assert (figures.repeated_pairs, figures.bound, figures.optimal) == (5, 5, True)
