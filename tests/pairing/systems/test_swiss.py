"""The Dutch system against bbpPairings, and when life interferes."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.document import Bye, Event, Round, Table
from tests.pairing.events import faults, meetings, swapped, with_tables
from tests.pairing.simulated import changed, field, finished, placed, seat_counts, simulate, with_round
from tournaments.pairing.core import PairingError
from tournaments.pairing.dutch.engine import ENGINES, DutchPairing
from tournaments.pairing.dutch.field import DutchField
from tournaments.pairing.engine import pair, verify
from tournaments.pairing.registry import systems


def pairs_of(round_: Round) -> list[list[int]]:
    return sorted([list(t.seats) for t in round_.tables] + [[b.player, 0] for b in round_.byes if b.kind == "pairing"])


def test_the_notes_name_the_edition_of_the_rules_and_the_help_of_all_editions_none() -> None:
    answer = pair(field(6, "swiss", "quarto"))
    assert "in force since 1 February 2026" in str(answer.notes[0])
    assert "2026" not in systems()["swiss"].help
    before = pair(field(6, "swiss", "quarto", edition="2018"))
    assert "until 31 January 2026" in str(before.notes[0])


def test_round_one_folds_the_halves_and_gives_the_last_the_bye() -> None:
    answer = pair(field(7, "swiss", "quarto"))
    assert pairs_of(answer.rounds[0]) == [[1, 4], [3, 6], [5, 2], [7, 0]]


@pytest.mark.parametrize(("colour", "first"), [("white", [1, 4]), ("black", [4, 1])])
def test_the_initial_colour_is_an_option(colour: str, first: list[int]) -> None:
    answer = pair(field(6, "swiss", "quarto", initial_colour=colour))
    assert list(answer.rounds[0].tables[0].seats) == first


def test_the_initial_colour_by_lot_depends_on_the_seed_and_is_the_same_each_time() -> None:
    def top(seed: int) -> int:
        return pair(field(6, "swiss", "quarto", initial_colour="lot", seed=seed)).rounds[0].tables[0].seats[0]

    assert {top(seed) for seed in range(20)} == {1, 4}
    assert [top(seed) for seed in range(5)] == [top(seed) for seed in range(5)]


def test_a_forbidden_pair_does_not_meet_although_it_would() -> None:
    start = field(8, "swiss", "quarto")
    assert frozenset({1, 5}) in meetings(pair(start).rounds)
    kept = simulate(field(8, "swiss", "quarto", forbidden=[[1, 5], [6, 2]]), 4)
    assert not {frozenset({1, 5}), frozenset({2, 6})} & meetings(kept.rounds).keys()


def test_a_round_too_many_is_an_error() -> None:
    three = simulate(field(4, "swiss", "quarto"), 3)
    with pytest.raises(PairingError, match=r"Round 4 cannot be paired"):
        pair(three)


def test_who_is_absent_late_or_gone_is_not_paired() -> None:
    start = changed(field(9, "swiss", "quarto"), 2, joined=2)
    start = changed(changed(start, 5, absent=frozenset({1})), 9, left=1)
    one = simulate(start, 1)
    assert placed(one.rounds[0]) == [1, 3, 4, 5, 6, 7, 8, 9]
    assert Bye(5, "zero") in one.rounds[0].byes
    two = pair(one).rounds[0]
    assert placed(two) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_forfeit_is_no_meeting_has_no_colour_and_its_winner_has_no_bye_later() -> None:
    start = field(3, "swiss", "quarto")
    table = Table(1, (1, 2), (Fraction(1), None), None, "forfeit")
    forfeited = with_round(start, Round(1, (table,), (Bye(3, "pairing"),)))
    answer = pair(forfeited)
    # Who won by forfeit and who had the bye must play: each other, and player 2 has the bye.
    assert pairs_of(answer.rounds[0]) in ([[1, 3], [2, 0]], [[2, 0], [3, 1]])
    two = with_round(forfeited, finished(answer.rounds[0], "quarto", random.Random(1)))
    with pytest.raises(PairingError, match="Round 3"):
        pair(two)  # everybody had a bye or a forfeit win


def test_a_pair_that_did_not_play_may_be_paired_again() -> None:
    start = field(4, "swiss", "quarto", forbidden=[[1, 3], [1, 4]])
    table = Table(1, (1, 2), (Fraction(1), None), None, "forfeit")
    once = with_round(start, Round(1, (table,), (Bye(3, "half"), Bye(4, "half"))))
    assert frozenset({1, 2}) in meetings(pair(once).rounds)


@pytest.mark.parametrize("end", [None, "adjourned"])
def test_an_open_result_counts_as_a_draw_and_is_noted(end: str | None) -> None:
    half = Fraction(1, 2)
    start = field(8, "swiss", "quarto")
    round_ = pair(start).rounds[0]
    results = [replace(t, points=(Fraction(1), Fraction(0)), end="played") for t in round_.tables]
    drawn = with_round(start, replace(round_, tables=(*results[:-1], replace(results[-1], points=(half, half)))))
    still_open = replace(results[-1], points=None, end=end)
    waiting = with_round(start, replace(round_, tables=(*results[:-1], still_open)))
    answer = pair(waiting)
    assert answer.rounds == pair(drawn).rounds
    assert any("Round 1, table 4 has no result yet" in str(note) for note in answer.notes)


def test_byes_asked_for_count_as_points_and_may_be_had_again() -> None:
    start = field(5, "swiss", "quarto")
    round_ = Round(
        1,
        (Table(1, (1, 3), (Fraction(1), Fraction(0)), None, "played"),),
        (Bye(2, "full"), Bye(4, "half"), Bye(5, "half")),
    )
    answer = pair(with_round(start, round_))
    assert frozenset({1, 2}) in meetings(answer.rounds)
    assert frozenset({4, 5}) in meetings(answer.rounds)
    assert answer.rounds[0].byes == (Bye(3, "pairing"),)


# so many that there is a fourth round: six players can meet and owe each other colours so that there is none
@given(st.integers(10, 14), st.integers(0, 10_000))
@settings(max_examples=8)
def test_the_way_of_giving_points_does_not_matter(people: int, seed: int) -> None:
    """A win, draw, loss of 1, ½, 0 and of 6, 3, 0 make the same score groups and the same pairs."""
    start = simulate(field(people, "swiss", "quarto"), 3, seed)
    six = replace(start, scoring={"points": {"places": ["6", "0"]}, "bye": "6"})
    assert pair(six).rounds == pair(start).rounds


@given(st.integers(6, 16), st.integers(0, 10_000))
@settings(max_examples=12)
def test_nobody_meets_twice_colours_stay_near_and_byes_go_round(people: int, seed: int) -> None:
    event = simulate(field(people, "swiss", "quarto", rounds=9), min(5, people // 3), seed)
    assert max(meetings(event.rounds).values()) == 1
    byes = [b.player for r in event.rounds for b in r.byes]
    assert len(set(byes)) == len(byes) == (len(event.rounds) if people % 2 else 0)
    assert all(abs(a - b) <= 2 for a, b in seat_counts(event.rounds, 2).values())
    for round_ in event.rounds:
        assert placed(round_) == list(range(1, people + 1))
    assert verify(event).ok


def test_another_engine_can_take_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def neighbours(given: DutchField) -> DutchPairing:
        there = sorted((p for p in given.players if p.present), key=lambda p: (-p.score, p.number))
        return DutchPairing([(there[k].number, there[k + 1].number) for k in range(0, len(there) - 1, 2)])

    monkeypatch.setitem(ENGINES, "2026", neighbours)
    assert pairs_of(pair(field(4, "swiss", "quarto")).rounds[0]) == [[1, 2], [3, 4]]


def test_a_fixed_table_is_kept() -> None:
    answer = pair(field(8, "swiss", "quarto", fixed_tables={"8": 1}))
    assert 8 in answer.rounds[0].tables[0].seats
    table = next(t for t in answer.rounds[0].tables if 8 in t.seats)
    assert "is fixed" in str(answer.reasons[1, table.number])


def test_reasons_tell_the_score_group_or_who_floated() -> None:
    event = simulate(field(7, "swiss", "quarto"), 2)
    texts = [str(reason) for reason in pair(event).reasons.values()]
    assert all("equal points" in text or "floated down" in text for text in texts)
    assert any("Colours so far" in text for text in texts)


def test_quatro_chess_for_two_has_two_colours_each() -> None:
    answer = pair(field(4, "swiss", "quatro-chess"))
    assert [t.seats for t in answer.rounds[0].tables] == [(1, 1, 3, 3), (4, 4, 2, 2)]


# --check


@cache
def clean() -> Event:
    """Play an event in which nothing is wrong."""
    return simulate(field(9, "swiss", "quarto", rounds=7), 4, seed=3)


def test_a_clean_event_has_no_faults() -> None:
    assert verify(clean()).ok


def test_a_pair_that_met_already_is_found() -> None:
    a, b = clean().rounds[0].tables[0].seats
    c = next(x for t in clean().rounds[2].tables for x in t.seats if a in t.seats and x != a)
    assert any("already met in round 1" in text for text in faults(swapped(clean(), 3, b, c), 3))


def test_reversed_colours_are_found() -> None:
    texts = faults(swapped(clean(), 2, *clean().rounds[1].tables[0].seats), 2)
    assert any("Seats out of balance" in text for text in texts)


def test_a_bye_for_the_wrong_player_is_found() -> None:
    first = clean().rounds[0]
    texts = faults(swapped(clean(), 1, first.byes[0].player, first.tables[0].seats[0]), 1)
    assert any("the bye is due to player" in text for text in texts)


def test_a_second_bye_is_found() -> None:
    had, has = (clean().rounds[at].byes[0].player for at in (0, 1))
    assert any("rule C2" in text for text in faults(swapped(clean(), 2, had, has), 2))


def test_a_player_twice_and_another_nowhere_are_found() -> None:
    first, second, *rest = clean().rounds[1].tables
    twice = (first, replace(second, seats=(first.seats[0], second.seats[1])), *rest)
    texts = faults(with_tables(clean(), 2, twice), 2)
    assert any("also sits at table 1" in text for text in texts)
    assert any("sits nowhere" in text for text in texts)
