"""The pairing of the Keizer system: neighbours from the top, not again too soon, the bye, seats, no refusal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.document import Bye, Event, Round, Table
from scoring.standings import standings
from tests.pairing.events import meetings
from tests.pairing.simulated import changed, field, seat_counts, simulate, with_round
from tests.support.examples import examples
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair, verify


def keizer(people: int, **options: Any) -> Event:
    return field(people, "keizer", "quarto", **options)


def pairs_of(round_: Round) -> list[set[int]]:
    return [set(table.seats) for table in round_.tables]


def won_by_seat_1(round_: Round) -> Round:
    tables = (replace(t, points=(Fraction(1), Fraction(0)), end="played") for t in round_.tables)
    return replace(round_, tables=tuple(tables))


def test_round_1_pairs_the_neighbours_of_the_first_list() -> None:
    """Caissa Amsterdam's example: 1 meets 2, 3 meets 4, and so on; the seats go in turn."""
    round_ = pair(keizer(10)).rounds[0]
    assert [t.seats for t in round_.tables] == [(1, 2), (4, 3), (5, 6), (8, 7), (9, 10)]


def test_round_2_pairs_the_neighbours_of_the_new_list_who_have_not_met() -> None:
    """The list of Caissa's example after round 1 is 1 6 10 3 4 7 8 2 5 9; 3 and 4 have met, so each goes one on."""
    results = {(1, 2): 1, (3, 4): 0.5, (5, 6): 0, (7, 8): 0.5, (9, 10): 0}
    tables = tuple(
        Table(n, seats, (Fraction(own), 1 - Fraction(own)), None, "played")
        for n, (seats, own) in enumerate(results.items(), 1)
    )
    start = with_round(keizer(10, top_value=50), Round(1, tables))
    answer = pair(start)
    assert pairs_of(answer.rounds[0]) == [{1, 6}, {10, 3}, {4, 7}, {8, 2}, {5, 9}]
    assert str(answer.reasons[2, 2]) == "Places 3 and 4 of the list. Times in seat 1 so far: 10: 0; 3: 1."


def test_two_meet_again_after_the_rounds_of_the_option_and_not_before() -> None:
    start = simulate(keizer(8, repeat_after=3), 9)
    for number in range(1, 10):
        assert not meetings(start.rounds[number - 1 : number]) & meetings(start.rounds[max(0, number - 3) : number - 1])
    once = simulate(keizer(12, repeat_after=999), 9)
    assert max(meetings(once.rounds).values()) == 1
    always = simulate(keizer(8, repeat_after=1), 2)
    assert pairs_of(always.rounds[0])[0] == {1, 2}


def test_a_forfeit_is_no_meeting() -> None:
    gone = Round(1, (Table(1, (1, 2), (Fraction(1), None), None, "forfeit"),))
    start = with_round(keizer(2, repeat_after=999), gone)
    answer = pair(start)
    assert pairs_of(answer.rounds[0]) == [{1, 2}]
    assert not [note for note in answer.notes if note.code == "keizer-gap"]


def test_where_not_everyone_can_wait_they_meet_as_late_as_can_be_and_a_note_says_so() -> None:
    """Four players have three rounds; in the fourth everybody meets whom they met longest ago."""
    start = keizer(4, repeat_after=999)
    for _ in range(3):
        start = with_round(start, won_by_seat_1(pair(start).rounds[0]))
    answer = pair(start)
    assert pairs_of(answer.rounds[0]) == pairs_of(start.rounds[0]) or meetings(answer.rounds) == meetings(
        start.rounds[:1]
    )
    (note,) = [note for note in answer.notes if note.code == "keizer-gap"]
    assert str(note) == "Round 4: not everyone can wait 999 rounds before they meet again, so some meet after 3."
    assert "met in round 1 and meet again too soon" in str(answer.reasons[4, 1])


def test_the_bye_goes_to_the_lowest_of_those_who_had_fewest() -> None:
    start = keizer(7)
    had = []
    for _ in range(7):
        order = [line.player for line in standings(start).standings]
        round_ = pair(start).rounds[0]
        (bye,) = round_.byes
        assert bye.player == [p for p in order if p not in had][-1]
        had.append(bye.player)
        start = with_round(start, won_by_seat_1(round_))
    assert sorted(had) == list(range(1, 8))


def test_who_is_absent_is_not_paired_and_keeps_their_place_in_the_list() -> None:
    start = changed(keizer(6), 2, absent=frozenset({1}))
    round_ = pair(start).rounds[0]
    assert pairs_of(round_) == [{1, 3}, {4, 5}]
    assert {(b.player, b.kind) for b in round_.byes} == {(2, "zero"), (6, "pairing")}
    assert "Places 1 and 3 of the list." in str(pair(start).reasons[1, 1])


def test_forbidden_pairs_never_meet() -> None:
    round_ = pair(keizer(4, forbidden=[[1, 2]])).rounds[0]
    assert pairs_of(round_) == [{1, 3}, {2, 4}]


def test_a_table_without_a_result_counts_nothing_and_is_named() -> None:
    start = keizer(4)
    start = with_round(start, pair(start).rounds[0])
    assert [str(n) for n in pair(start).notes if n.code == "keizer-open"] == [
        "Round 1, table 1 has no result yet: it counts nothing.",
        "Round 1, table 2 has no result yet: it counts nothing.",
    ]


def test_seat_1_goes_to_who_had_it_less_often_then_in_turn() -> None:
    start = simulate(keizer(20), 12)
    for number, round_ in enumerate(start.rounds):
        counts = seat_counts(start.rounds[:number], 2)
        for table in round_.tables:
            first, second = (counts.get(p, [0, 0]) for p in table.seats)
            assert first[0] - first[1] <= second[0] - second[1]
    apart = [abs(first - second) for first, second in seat_counts(start.rounds, 2).values()]
    assert max(apart) <= 4 and sum(apart) <= 20


def test_lists_that_take_turns_are_named_in_the_notes() -> None:
    """The circle of tests/scoring/systems/test_keizer.py: 1 beat 2, 2 beat 3, 3 beat 1."""
    start = keizer(4, top_value=4, own_value=False)
    for number, seats in enumerate([(1, 2), (2, 3), (3, 1)], 1):
        start = with_round(start, Round(number, (Table(1, seats, (Fraction(1), Fraction(0)), None, "played"),)))
    answer = pair(start)
    assert [str(note) for note in answer.notes] == [
        "3 lists take turns, so the list of their mean values counts: it makes this round."
    ]
    assert pairs_of(answer.rounds[0]) == [{1, 2}, {3, 4}]


def test_two_colours_of_quatro_chess_count_as_one_seat() -> None:
    start = simulate(field(6, "keizer", "quatro-chess"), 4)
    assert all(len(t.seats) == 4 for r in start.rounds for t in r.tables)
    assert verify(start).ok


def test_the_check_finds_another_pair_and_another_bye() -> None:
    start = keizer(5)
    right = pair(start).rounds[0]
    wrong = Round(1, (Table(1, (1, 3)), Table(2, (2, 4))), right.byes)
    assert {fault.table for fault in verify(with_round(start, wrong)).faults[1]} == {1, 2}
    other_bye = Round(1, (Table(1, (1, 2)), Table(2, (5, 3))), (Bye(4),))
    assert any(fault.table is None for fault in verify(with_round(start, other_bye)).faults[1])
    assert verify(with_round(start, right)).ok


# --- a plain second implementation: of all pairings there are, the one that the rules put first


def pairings(people: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Every pairing of an even number of people, each pair with the higher place first."""
    if not people:
        yield []
        return
    first, *rest = people
    for k, other in enumerate(rest):
        for more in pairings(rest[:k] + rest[k + 1 :]):
            yield [(first, other), *more]


def plain(start: Event) -> tuple[set[frozenset[int]], int | None] | None:
    """The pairs and the bye by the rules of the page, from all that are possible."""
    number = len(start.rounds) + 1
    order = [line.player for line in standings(start).standings]
    here = [p for p in order if start.players[p - 1].plays(number)]
    last = {
        frozenset(t.seats): r.number for r in start.rounds for t in r.tables if t.end != "forfeit"
    }  # the rounds are in order, so the latest stays
    byes = [b.player for r in start.rounds for b in r.byes if b.kind == "pairing"]
    forbidden = {frozenset(pair_) for pair_ in start.pairing.get("forbidden", ())}
    asked = start.pairing.get("repeat_after", 3)
    choices = []
    for bye in reversed(here) if len(here) % 2 else [None]:
        for made in pairings([p for p in here if p != bye]):
            some = [frozenset(pair_) for pair_ in made]
            if not forbidden & set(some):
                soonest = min([number - last[p] for p in some if p in last], default=asked)
                near = tuple(here.index(b) for _, b in made)
                had = byes.count(bye) if bye else 0
                choices.append((had, -min(soonest, asked), -here.index(bye) if bye else 0, near, some, bye))
    if not choices:
        return None
    best = min(choices, key=lambda c: c[:4])
    return set(best[4]), best[5]


@given(
    people=st.integers(2, 8),
    rounds=st.integers(0, 7),
    seed=st.integers(0, 999),
    gap=st.sampled_from((1, 2, 3, 5, 999)),
    forbidden=st.lists(st.tuples(st.integers(1, 8), st.integers(1, 8)), max_size=4),
)
@settings(max_examples=examples(120))
def test_the_pairing_is_the_first_of_all_there_are(
    people: int, rounds: int, seed: int, gap: int, forbidden: list[tuple[int, int]]
) -> None:
    start = simulate(keizer(people, repeat_after=gap), rounds, seed)
    apart = [[a, b] for a, b in forbidden if a != b and max(a, b) <= people]
    start = replace(start, pairing=dict(start.pairing) | {"forbidden": apart})
    expected = plain(start)
    if expected is None:
        with pytest.raises(PairingError, match="must not meet"):
            pair(start)
        return
    round_ = pair(start).rounds[0]
    assert ({frozenset(t.seats) for t in round_.tables}, next((b.player for b in round_.byes), None)) == expected
