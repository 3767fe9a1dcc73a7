"""Tables of five and six, and of several sizes: what both systems promise there, and what a check of them says."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.document import Event
from tests.pairing.events import a_round, event, meetings, repeats, seat_spreads, swapped, whole
from tests.pairing.simulated import field, placed, simulate, widest
from tests.support.examples import THOROUGH, examples
from tournaments.pairing.core import Round
from tournaments.pairing.engine import pair, prepare, verify
from tournaments.pairing.schedules.shapes import shape
from tournaments.pairing.systems.tables import proven


def sizes_of(round_: Round) -> list[int]:
    return sorted((len(table.seats) for table in round_.tables), reverse=True)


class TestSchedules:
    def test_twenty_five_at_fives_meet_everybody_once_in_six_rounds(self) -> None:
        start = event(25, "tables", "kwartet", table_size=5)
        answer = pair(start, every=True)
        assert len(answer.rounds) == 6
        assert (answer.quality.repeated_pairs, answer.quality.unmet_pairs) == (0, 0)
        assert answer.quality.optimal
        assert verify(whole(start)).ok

    @pytest.mark.parametrize(("people", "size", "rounds"), [(35, 5, 7), (36, 6, 3), (42, 6, 7), (25, 5, 5)])
    def test_seats_are_even_after_every_round(self, people: int, size: int, rounds: int) -> None:
        played = whole(event(people, "tables", "kwartet", table_size=size, rounds=rounds)).rounds
        for last in range(1, rounds + 1):
            assert max(seat_spreads(played[:last], size).values()) == (last % size > 0)
        counts = Counter((seat, p) for r in played[:size] for t in r.tables for seat, p in enumerate(t.seats))
        assert max(counts.values()) == 1

    def test_mixed_sizes_balance_each_seat_among_those_who_can_have_it(self) -> None:
        options = {"table_size": 5, "rounds": 3, "allowed_sizes": [3, 4, 5], "usual_first": True}
        played = whole(event(22, "tables", "kwartet", **options)).rounds
        assert all(sizes_of(round_) == [5, 5, 5, 4, 3] for round_ in played)
        first = Counter(t.seats[0] for r in played for t in r.tables)
        assert max(first[p] for p in range(1, 23)) - min(first[p] for p in range(1, 23)) <= 1

    @pytest.mark.parametrize(
        ("people", "options"),
        [(24, {"table_size": 5}), (22, {"table_size": 5, "allowed_sizes": [3, 4, 5]}), (40, {"table_size": 6})],
    )
    def test_a_change_by_hand_is_seen(self, people: int, options: dict[str, Any]) -> None:
        start = whole(event(people, "tables", "kwartet", rounds=3, **options))
        assert verify(start).ok
        table, other = start.rounds[1].tables[:2]
        again = next(
            p
            for p in other.seats
            for q in table.seats[1:]
            if any(p in t.seats and q in t.seats for t in start.rounds[0].tables)
        )
        verdict = verify(swapped(start, 2, table.seats[0], again))
        assert {fault.notice.code for fault in verdict.faults[2]} == {"met-needlessly"}

    def test_somebody_leaves_and_the_rest_is_planned_again(self) -> None:
        start = event(25, "tables", "kwartet", table_size=5, rounds=5)
        start = replace(start, rounds=pair(start, every=True).rounds[:2])
        left = replace(start, players=tuple(replace(p, left=2) if p.id == 7 else p for p in start.players))
        answer = pair(left, every=True)
        assert all(sizes_of(round_) == [5, 5, 5, 5, 4] for round_ in answer.rounds)
        assert answer.quality.repeated_pairs == 0
        assert verify(replace(left, rounds=(*left.rounds, *answer.rounds))).ok

    def test_a_fourth_round_of_36_at_sixes_is_known_to_repeat_a_meeting(self) -> None:
        third = pair(event(36, "tables", "kwartet", table_size=6, rounds=3), every=True).quality
        assert (third.repeated_pairs, third.bound, third.optimal) == (0, 0, True)
        start = event(36, "tables", "kwartet", table_size=6, rounds=4)
        assert proven(whole_bound(start, 4), 4) == 1
        assert proven(whole_bound(start, 3), 3) is None


def whole_bound(start: Event, rounds: int) -> Event:
    """The event with so many rounds of six tables of six, complete options and no care for meetings."""
    tables = [tuple(range(first, first + 6)) for first in range(1, 37, 6)]
    _system, ready = prepare(start)
    return replace(ready, rounds=tuple(a_round(number, *tables) for number in range(1, rounds + 1)))


class TestPower:
    @given(
        st.integers(10, 31), st.sampled_from([(5, ()), (6, ()), (4, (3, 4, 5)), (5, (3, 4, 5))]), st.integers(0, 1000)
    )
    @settings(max_examples=examples(8, fewest=4))
    def test_everybody_sits_once_by_the_rule_and_other_tables_go_round(
        self, people: int, sizes: tuple[int, tuple[int, ...]], seed: int
    ) -> None:
        size, allowed = sizes
        start = field(people, "swiss-tables", table_size=size, forbidden=[[1, 4], [2, 9]], allowed_sizes=list(allowed))
        # where meetings repeat, as they must at so few tables, each round more is a long search and its check another
        played = simulate(start, 3 if THOROUGH else 2, seed)
        form = shape(people, size, allowed=allowed)
        assert form is not None
        visits = Counter(dict.fromkeys(range(1, people + 1), 0))
        for round_ in played.rounds:
            assert placed(round_) == list(range(1, people + 1))
            assert sizes_of(round_) == sorted(form.sizes, reverse=True)
            assert not round_.byes
            visits.update(p for t in round_.tables if len(t.seats) != form.size for p in t.seats)
        assert max(visits.values()) - min(visits.values()) <= 1
        assert not {frozenset((1, 4)), frozenset((2, 9))} & meetings(played.rounds).keys()
        assert verify(played).ok

    @pytest.mark.parametrize(("people", "size"), [(60, 5), (63, 5), (100, 6)])
    def test_nobody_meets_twice_in_five_rounds(self, people: int, size: int) -> None:
        played = simulate(field(people, "swiss-tables", table_size=size), 5)
        assert repeats(played.rounds) == 0
        assert widest(played.rounds, size) <= 2

    @pytest.mark.parametrize(("people", "size", "byes"), [(18, 5, 3), (15, 6, 3)])
    def test_byes_instead_of_short_tables_go_round(self, people: int, size: int, byes: int) -> None:
        played = simulate(field(people, "swiss-tables", table_size=size, leftover="byes"), 3)
        had = Counter(b.player for r in played.rounds for b in r.byes)
        assert all(len(r.byes) == byes and set(sizes_of(r)) == {size} for r in played.rounds)
        assert max(had.values()) == 1
        assert verify(played).ok

    def test_a_second_meeting_and_a_second_short_table_are_faults(self) -> None:
        played = simulate(field(33, "swiss-tables", table_size=5), 2)
        assert verify(played).ok
        mates = next(t.seats for t in played.rounds[0].tables if len(t.seats) == 5)
        here = next(t for t in played.rounds[1].tables if mates[0] in t.seats)
        wrong = swapped(played, 2, next(p for p in here.seats if p != mates[0]), mates[1])
        assert "met-needlessly" in {fault.notice.code for fault in verify(wrong).faults[2]}
        short = [[p for t in r.tables if len(t.seats) < 5 for p in t.seats] for r in played.rounds]
        full = next(p for t in played.rounds[1].tables if len(t.seats) == 5 for p in t.seats if p in short[0])
        wrong = swapped(played, 2, full, next(p for p in short[1] if p not in short[0]))
        assert "short-table-again" in {fault.notice.code for fault in verify(wrong).faults[2]}


@pytest.mark.parametrize(("people", "size", "expected"), [(23, 5, [5, 5, 5, 4, 4]), (23, 6, [6, 6, 6, 5])])
def test_the_levels_of_a_ladder_are_tables_of_five_and_six_too(people: int, size: int, expected: list[int]) -> None:
    played = simulate(field(people, "levels", table_size=size), 3)
    assert all(
        sizes_of(round_) == expected and placed(round_) == list(range(1, people + 1)) for round_ in played.rounds
    )
    assert verify(played).ok


class TestAllowedSizes:
    @pytest.mark.parametrize("system", ["tables", "swiss-tables"])
    def test_an_event_without_them_is_paired_as_ever(self, system: str) -> None:
        plain: Event = event(18, system, "kwartet", rounds=4)
        assert pair(plain).rounds == pair(replace(plain, pairing={**plain.pairing, "allowed_sizes": []})).rounds

    def test_where_they_leave_somebody_over_a_note_says_so(self) -> None:
        answer = pair(event(13, "tables", "kwartet", table_size=4, rounds=1, allowed_sizes=[4]))
        assert [b.player for b in answer.rounds[0].byes]
        assert "13 players do not fill tables of 4: some have a bye each round." in [str(n) for n in answer.notes]


class TestSeatsOfTheGame:
    """A game that is played at some numbers only gets no table of another."""

    def test_where_a_short_table_cannot_play_a_larger_one_does(self) -> None:
        answer = pair(field(10, "tables", "catan", table_size=3, rounds=2))
        assert all(sizes_of(round_) == [4, 3, 3] for round_ in answer.rounds)

    @pytest.mark.parametrize("system", ["tables", "swiss-tables"])
    def test_a_game_for_four_alone_gives_byes_in_turn(self, system: str) -> None:
        start = replace(field(14, system, "declared", rounds=4), options={"declaration": FOUR})
        played = simulate(start, 4)
        assert all(sizes_of(round_) == [4, 4, 4] for round_ in played.rounds)
        had = Counter(b.player for r in played.rounds for b in r.byes)
        assert set(had.values()) == {1}
        assert verify(played).ok


FOUR = {
    "key": "four",
    "names": {"en": "Four"},
    "source": "a test",
    "seats": [4],
    "entry": "places",
    "draws": True,
    "worth": {"4": ["3", "2", "1", "0"]},
}
