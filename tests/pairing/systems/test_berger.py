"""Round robins against the published tables of FIDE, and when life interferes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.document import Player, Round
from tests.pairing.events import a_round, event, everyone_once, meetings, play, repeats, seat_spreads, swapped, whole
from tests.support.pace import timed
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair, verify

FIDE = json.loads((Path(__file__).parents[1] / "data" / "berger.json").read_text("utf-8"))


def pairs_of(rounds: tuple[Round, ...]) -> list[list[list[int]]]:
    return [[list(t.seats) for t in r.tables] for r in rounds]


@pytest.mark.parametrize("people", range(3, 17))
def test_the_tables_are_those_of_fide(people: int) -> None:
    table = FIDE["single"][str(people + people % 2)]
    expected = [[p for p in round_ if people + 1 not in p or people % 2 == 0] for round_ in table]
    assert pairs_of(whole(event(people, "berger")).rounds) == expected


@pytest.mark.parametrize("people", range(3, 17, 2))
def test_the_bye_is_for_the_one_drawn_against_the_number_above_the_last(people: int) -> None:
    table = FIDE["single"][str(people + 1)]
    expected = [next(sum(p) - people - 1 for p in round_ if people + 1 in p) for round_ in table]
    rounds = whole(event(people, "berger")).rounds
    assert [[(b.player, b.kind) for b in r.byes] for r in rounds] == [[(p, "pairing")] for p in expected]


@pytest.mark.parametrize("people", range(4, 17, 2))
def test_a_double_round_robin_with_its_rounds_exchanged_is_that_of_fide(people: int) -> None:
    start = event(people, "berger", cycles=2, swap_last_two=True)
    assert pairs_of(whole(start).rounds) == FIDE["double"][str(people)]


@given(st.integers(2, 60), st.sampled_from([1, 2]), st.booleans())
@settings(max_examples=12)
def test_everyone_meets_everyone_and_colours_differ_by_at_most_one(people: int, cycles: int, exchange: bool) -> None:
    rounds = whole(event(people, "berger", cycles=cycles, swap_last_two=exchange)).rounds
    assert len(rounds) == cycles * (people - 1 + people % 2)
    assert set(meetings(rounds).values()) == {cycles}
    assert len(meetings(rounds)) == people * (people - 1) // 2
    assert max(seat_spreads(rounds, 2).values()) <= (1 if cycles == 1 else 0)
    assert all(everyone_once(r, range(1, people + 1)) for r in rounds)


def test_the_second_cycle_reverses_the_colours_of_the_first() -> None:
    rounds = pairs_of(whole(event(7, "berger", cycles=2)).rounds)
    assert rounds[7:] == [[[b, a] for a, b in r] for r in rounds[:7]]


def test_rounds_made_one_by_one_are_those_of_the_whole_schedule() -> None:
    start = event(9, "berger", cycles=2, swap_last_two=True)
    assert play(start, 18).rounds == whole(start).rounds


def test_fewer_rounds_are_a_prefix() -> None:
    assert whole(event(8, "berger", rounds=3)).rounds == whole(event(8, "berger")).rounds[:3]


def test_who_is_absent_gives_their_opponent_a_bye_and_a_note_says_so() -> None:
    players = [Player(i, f"P{i}", absent=frozenset({2} if i == 4 else ())) for i in range(1, 7)]
    answer = pair(event(players, "berger"), every=True)
    # round 2 of the table for six: 6-4, 5-3, 1-2
    assert pairs_of(answer.rounds[1:2]) == [[[5, 3], [1, 2]]]
    assert [(b.player, b.kind) for b in answer.rounds[1].byes] == [(4, "zero"), (6, "pairing")]
    assert tuple(map(str, answer.notes)) == ("Round 2: 6 has a bye, because 4 is not here.",)


def test_late_and_withdrawn_players_have_no_bye_but_their_opponents_have() -> None:
    players = [Player(i, f"P{i}") for i in range(1, 7)]
    players[0] = replace(players[0], joined=2)
    players[5] = replace(players[5], left=1)
    rounds = pair(event(players, "berger"), every=True).rounds
    assert [b.player for b in rounds[0].byes] == [6]
    assert [b.player for b in rounds[1].byes] == [4]


def test_seats_exchanged_by_the_arbiter_change_nothing_later() -> None:
    start = event(6, "berger")
    plan = whole(start).rounds
    exchanged = a_round(1, (6, 1), (2, 5), (3, 4))
    assert pair(replace(start, rounds=(exchanged,)), every=True).rounds == plan[1:]


def test_after_exchanged_players_nobody_meets_twice_and_a_note_says_why() -> None:
    start = play(event(8, "berger"), 2)
    changed = swapped(start, 2, start.rounds[1].tables[0].seats[0], start.rounds[1].tables[1].seats[0])
    done = changed
    for _ in range(12):
        try:
            answer = pair(done)
        except PairingError:
            break
        assert any("Not all played rounds follow the Berger table" in str(note) for note in answer.notes)
        done = replace(done, rounds=(*done.rounds, *answer.rounds))
    assert repeats(done.rounds) == 0
    assert len(meetings(done.rounds)) == 28
    assert len(done.rounds) <= 9


def test_around_changed_rounds_whoever_waits_for_an_absent_opponent_has_the_bye() -> None:
    # round 1 was 4-6, 2-5, 3-1 by the arbiter; round 2 of the table is 6-4, 5-3, 1-2
    changed = swapped(play(event(6, "berger"), 1), 1, 1, 4)
    away = [replace(p, absent=frozenset({2} if p.id == 3 else ())) for p in changed.players]
    round_ = pair(replace(changed, players=tuple(away))).rounds[0]
    assert [(b.player, b.kind) for b in round_.byes] == [(3, "zero"), (5, "pairing")]
    # a matching could leave 6 over as well; but 5 has nobody to meet by the table
    assert {frozenset(t.seats) for t in round_.tables} == {frozenset({1, 6}), frozenset({2, 4})}


def test_a_late_entry_to_an_even_field_meets_everyone_too() -> None:
    start = play(event(6, "berger"), 1)
    done = replace(start, players=(*start.players, Player(7, "Late", joined=2)))
    while True:
        try:
            answer = pair(done)
        except PairingError:
            break
        done = replace(done, rounds=(*done.rounds, *answer.rounds))
        assert everyone_once(done.rounds[-1], range(1, 8))
    assert repeats(done.rounds) == 0
    assert len(meetings(done.rounds)) == 21
    assert len(done.rounds) <= 9


def test_a_pair_that_must_not_meet_is_refused_in_the_round_where_it_would() -> None:
    start = event(6, "berger", forbidden=[[3, 5]])
    assert pair(start).rounds
    with pytest.raises(PairingError, match="Round 2 of the Berger table pairs 5 and 3"):
        pair(start, every=True)


def test_fixed_tables_change_the_numbers_only() -> None:
    for round_ in whole(event(8, "berger", fixed_tables={"8": 3})).rounds:
        assert 8 in round_.tables[2].seats
        assert [t.number for t in round_.tables] == [1, 2, 3, 4]


def test_in_quatro_chess_each_has_two_neighbouring_colours() -> None:
    rounds = whole(event(4, "berger", game="quatro-chess")).rounds
    assert pairs_of(rounds) == [[[a, a, b, b] for a, b in r] for r in FIDE["single"]["4"]]
    assert verify(replace(event(4, "berger", game="quatro-chess"), rounds=rounds)).ok


def faults_of(done: tuple[Round, ...], people: int = 6) -> list[str]:
    verdict = verify(replace(event(people, "berger"), rounds=done))
    return [f"{f.round}/{f.table}: {f.notice}" for faults in verdict.faults.values() for f in faults]


def test_check_finds_reversed_colours() -> None:
    assert faults_of((a_round(1, (1, 6), (5, 2), (3, 4)),)) == [
        "1/2: Seats out of balance: player 2 has seat 1 here by the Berger table, not 5."
    ]


def test_check_finds_a_pair_met_twice() -> None:
    plan = whole(event(6, "berger")).rounds
    found = faults_of((plan[0], a_round(2, (6, 1), (5, 3), (4, 2))))
    assert "2/1: Players 6 and 1 already met in round 1." in found
    assert not any(f.startswith("2/2") for f in found)


def test_check_finds_a_wrong_bye() -> None:
    found = faults_of((a_round(1, (1, 4), (2, 5), byes=(3,)),), people=5)
    assert any("Player 3 has a bye; it is due to 1" in f for f in found)


def test_check_finds_nothing_in_a_whole_schedule() -> None:
    assert verify(whole(event(11, "berger", cycles=2, swap_last_two=True))).ok


@pytest.mark.parametrize("people", [5, 6, 7, 8])
def test_check_takes_the_rounds_before_somebody_joined_as_they_were_paired_then(people: int) -> None:
    begun = play(event(people, "berger"), 2)
    late = Player(people + 1, "Late", joined=3)
    joined = replace(begun, players=(*begun.players, late))
    assert verify(joined).ok
    wrong = swapped(joined, 2, *(begun.rounds[1].tables[at].seats[0] for at in (0, 1)))
    assert not verify(wrong).ok


def test_who_asked_for_half_a_point_is_told_that_there_is_none() -> None:
    players = [Player(1, "A", absent=frozenset({1}), half_byes=frozenset({1})), *(Player(k, str(k)) for k in (2, 3, 4))]
    notes = [str(note) for note in pair(event(players, "berger")).notes]
    assert "Round 1: a missed round brings no points in this system, though these asked for some: 1." in notes
    assert not [note for note in map(str, pair(event(players, "swiss")).notes) if "brings no points" in note]


def test_two_hundred_players_meet_everyone_once() -> None:
    rounds = whole(event(200, "berger")).rounds
    assert len(rounds) == 199
    met = {frozenset(t.seats) for r in rounds for t in r.tables}
    assert len(met) == 200 * 199 // 2
    assert max(seat_spreads(rounds, 2).values()) == 1


def test_two_with_different_fixed_tables_who_meet_are_noted_and_pass_the_check() -> None:
    start = event(6, "berger", fixed_tables={"1": 2, "4": 3})
    answer = pair(start, every=True)
    assert sum("should sit at table" in str(note) for note in answer.notes) == 1
    assert verify(replace(start, rounds=answer.rounds)).ok


# long ones


@pytest.mark.parametrize("people", [79, 80])
def test_every_round_of_a_long_double_round_robin_is_checked_at_once(people: int) -> None:
    start = event(people, "berger", cycles=2)
    played = replace(start, rounds=whole(start).rounds)
    seconds, verdict = timed(lambda: verify(played))
    assert verdict.ok
    assert len(verdict.faults) == 2 * 79
    assert seconds < 3


def test_two_players_exchanged_late_in_a_long_round_robin_are_found() -> None:
    start = event(40, "berger", cycles=2)
    played = replace(start, rounds=whole(start).rounds)
    moved = swapped(played, 70, played.rounds[69].tables[0].seats[0], played.rounds[69].tables[1].seats[0])
    verdict = verify(moved)
    assert next(number for number, faults in verdict.faults.items() if faults) == 70


def test_two_thousand_players_have_their_next_round_but_not_all_at_once() -> None:
    start = event(2000, "berger")
    usual, _ = timed(lambda: whole(event(200, "berger")))
    with pytest.raises(PairingError, match="1999 rounds of 1000 tables, too many to make at once"):
        pair(start, every=True)
    seconds, answer = timed(lambda: pair(start))
    assert len(answer.rounds[0].tables) == 1000
    assert seconds < 5 * usual
