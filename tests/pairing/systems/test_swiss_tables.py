"""Power pairing: what it promises, round after round."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.swiss_tables import fold, totals
from scoring.documents.document import Bye, Event, Player
from tests.pairing.events import faults, meetings, repeats, swapped, with_tables
from tests.pairing.simulated import changed, field, placed, simulate, total_spread, widest, with_round
from tests.support.examples import examples
from tournaments.pairing.engine import pair, verify
from tournaments.pairing.power import closest
from tournaments.pairing.registry import systems


def test_round_one_folds_the_field_by_rating() -> None:
    answer = pair(field(16, "swiss-tables"))
    assert [sorted(t.seats) for t in answer.rounds[0].tables] == [
        [1, 5, 9, 13],
        [2, 6, 10, 14],
        [3, 7, 11, 15],
        [4, 8, 12, 16],
    ]


@pytest.mark.parametrize("people", [40, 64, 100])
def test_nobody_meets_twice_in_six_rounds(people: int) -> None:
    event = simulate(field(people, "swiss-tables", "quatro-chess"), 6)
    assert repeats(event.rounds) == 0
    assert widest(event.rounds, 4) <= 2
    assert pair(event).quality.repeated_pairs == 0


def test_sixteen_players_repeat_no_more_than_six_rounds_must() -> None:
    event = simulate(field(16, "swiss-tables"), 6)
    assert repeats(event.rounds) == 6 * 24 - 120
    assert max(meetings(event.rounds).values()) == 2


def test_scores_and_repeats_are_better_than_by_folding() -> None:
    ours, folded = totals(256, 6, seed=1), totals(256, 6, seed=1, paired=fold)
    assert ours.repeats == 0 < folded.repeats
    assert ours.spread < folded.spread
    assert ours.uneven < folded.uneven


@pytest.mark.parametrize("size", [5, 6])
def test_so_are_repeats_and_seats_at_tables_of_five_and_six(size: int) -> None:
    ours, folded = totals(120, 4, seed=1, size=size), totals(120, 4, seed=1, paired=fold, size=size)
    assert ours.repeats == 0 < folded.repeats
    assert ours.uneven <= folded.uneven
    assert ours.least <= ours.spread


def test_the_spread_of_a_round_is_near_its_proven_bound() -> None:
    event = simulate(field(200, "swiss-tables"), 4)
    note = str(next(n for n in pair(event).notes if "differences between the highest and lowest score" in str(n)))
    found, least = (Fraction(text.split("less than ")[-1]) for text in _numbers(note))
    assert least <= found <= 2 * least + 8


def _numbers(note: str) -> tuple[str, str]:
    found = note.split("add up to ")[1].split(";")[0]
    least = note.split("less than ")[1].rstrip(".")
    return found, least


@given(st.integers(6, 26), st.sampled_from([3, 4]), st.integers(0, 1000))
@settings(max_examples=examples(8, fewest=4))
def test_everybody_sits_once_and_short_tables_go_round(people: int, size: int, seed: int) -> None:
    event = simulate(field(people, "swiss-tables", table_size=size), 3, seed)
    visits = Counter(dict.fromkeys(range(1, people + 1), 0))
    for round_ in event.rounds:
        assert placed(round_) == list(range(1, people + 1))
        assert not round_.byes
        short = [p for t in round_.tables if len(t.seats) < size for p in t.seats]
        waiting = sum(v == min(visits.values()) for v in visits.values())
        second = [p for p in short if visits[p] > min(visits.values())]
        assert not second or waiting < len(short)
        visits.update(short)
        assert max(visits.values()) - min(visits.values()) <= 1
    assert verify(event).ok


@pytest.mark.parametrize(("people", "byes"), [(17, 1), (18, 2), (19, 3), (5, 1)])
def test_byes_instead_of_short_tables_go_round(people: int, byes: int) -> None:
    event = simulate(field(people, "swiss-tables", leftover="byes"), 5)
    had = Counter(b.player for r in event.rounds for b in r.byes)
    assert all(len(r.byes) == byes and {len(t.seats) for t in r.tables} == {4} for r in event.rounds)
    assert max(had.values()) - min(had[p] for p in range(1, people + 1)) <= 1
    # The first byes go to the lowest.
    assert [b.player for b in event.rounds[0].byes] == list(range(people - byes + 1, people + 1))


def test_forbidden_pairs_never_meet() -> None:
    pairs = [[1, 5], [2, 6], [3, 8], [9, 1], [13, 1]]
    event = simulate(field(16, "swiss-tables", forbidden=pairs), 5)
    assert not {frozenset(p) for p in pairs} & meetings(event.rounds).keys()


def test_players_with_different_fixed_tables_do_not_sit_together() -> None:
    event = simulate(field(16, "swiss-tables", fixed_tables={"1": 3, "5": 1}), 3)
    for round_ in event.rounds:
        assert next(t.number for t in round_.tables if 1 in t.seats) == 3
        assert next(t.number for t in round_.tables if 5 in t.seats) == 1


def test_who_is_absent_late_or_gone_is_not_paired() -> None:
    start = changed(field(17, "swiss-tables"), 4, absent=frozenset({1}))
    start = changed(changed(start, 8, joined=2), 9, left=1)
    one = simulate(start, 1)
    assert placed(one.rounds[0]) == [p for p in range(1, 18) if p != 8]
    assert one.rounds[0].byes == (Bye(4, "zero"),)
    assert placed(pair(one).rounds[0]) == [p for p in range(1, 18) if p != 9]


def test_a_table_of_three_in_quatro_chess_has_four_seats_the_strongest_twice() -> None:
    """QC 2.1."""
    event = simulate(field(18, "swiss-tables", "quatro-chess"), 4)
    for round_ in event.rounds:
        for table in round_.tables:
            assert len(table.seats) == 4
            if len(set(table.seats)) == 3:
                assert table.seats.count(min(table.seats)) == 2
    assert verify(event).ok


def test_a_weight_for_repeats_buys_smaller_score_differences() -> None:
    strict = simulate(field(16, "swiss-tables"), 6, 4)
    weighed = simulate(field(16, "swiss-tables", repeat_weight=1), 6, 4)
    assert total_spread(weighed) < total_spread(strict)
    assert repeats(weighed.rounds) > repeats(strict.rounds)
    assert any("as repeat_weight lets them" in str(note) for note in pair(weighed).notes)


def test_an_exact_answer_says_that_it_is_proven() -> None:
    event = simulate(field(12, "swiss-tables"), 3)
    assert any("meet again (proven the fewest)" in str(note) for note in pair(event).notes)


@pytest.mark.parametrize(("people", "played"), [(19, 2), (24, 2), (40, 3)])
def test_a_round_says_that_no_other_tables_would_be_better(people: int, played: int) -> None:
    event = simulate(field(people, "swiss-tables"), played)
    assert "would be better (proven)" in " ".join(map(str, pair(event).notes))


def test_where_fewer_repeats_are_not_ruled_out_that_is_said_of_as_few() -> None:
    notes = " ".join(map(str, pair(simulate(field(19, "swiss-tables"), 5)).notes))
    assert "fewer were not found" in notes
    assert "with as few repeats, no other tables would be closer in points, seats and strengths (proven)" in notes
    assert "no other tables would be better" not in notes


def test_where_that_is_not_proven_it_says_how_much_better_they_could_be(monkeypatch: pytest.MonkeyPatch) -> None:
    event = simulate(field(47, "swiss-tables", "quatro-chess"), 3)
    monkeypatch.setattr(closest, "STEPS", ())
    notes = " ".join(map(str, pair(event).notes))
    assert "would be better" not in notes
    percent = int(notes.split("strengths by ")[1].split(" %")[0])
    assert 0 < percent <= 100


@pytest.mark.parametrize(("people", "told"), [(16, True), (64, False)])
def test_a_small_field_is_told_of_fixed_schedules_by_the_systems_name(people: int, told: bool) -> None:
    notes = map(str, pair(field(people, "swiss-tables", rounds=5)).notes)
    assert any(f"“{systems()['tables'].name}”" in note for note in notes) == told


def test_points_of_any_kind_make_the_ranking() -> None:
    """Thirds and sevenths are exact: whoever has a hundredth more sits higher."""
    start = field(8, "swiss-tables", "quatro-chess")
    round_ = pair(start).rounds[0]
    third = Fraction(14, 3)
    tables = (
        replace(round_.tables[0], points=(Fraction(0), third, third, third), end="played"),
        replace(round_.tables[1], points=(Fraction(7, 2),) * 4, end="played"),
    )
    answer = pair(with_round(start, replace(round_, tables=tables)))
    assert any("14/3" in str(text) for text in answer.reasons.values())


def test_reasons_tell_of_score_groups_floaters_and_short_tables() -> None:
    event = simulate(field(18, "swiss-tables"), 2)
    answer = pair(event)
    texts = " ".join(map(str, answer.reasons.values()))
    assert "Players with equal points: " in texts
    assert "floated" in texts
    assert "A table of 3" in texts
    assert set(answer.reasons) == {(3, t.number) for t in answer.rounds[0].tables}


@pytest.mark.parametrize(
    ("played", "said"), [(2, "none of these players has had such a table before"), (3, "1 at most")]
)
def test_a_short_table_says_whether_its_players_had_one_before(played: int, said: str) -> None:
    answer = pair(simulate(field(18, "swiss-tables"), played))
    texts = [str(reason) for reason in answer.reasons.values() if "A table of 3" in str(reason)]
    assert len(texts) == 2
    assert all(said in text and "(0 at most)" not in text for text in texts), texts


def test_in_round_one_nobody_had_a_short_table_yet() -> None:
    answer = pair(field(15, "swiss-tables"))
    assert any(len(table.seats) < 4 for table in answer.rounds[0].tables)
    assert not any("such table" in str(reason) for reason in answer.reasons.values())


def test_an_open_result_is_noted() -> None:
    start = field(8, "swiss-tables")
    answer = pair(with_round(start, pair(start).rounds[0]))
    assert any("Round 1, table 2 has no result yet" in str(note) for note in answer.notes)


def test_the_seed_is_all_the_chance_there_is() -> None:
    event = simulate(field(32, "swiss-tables", seed=5), 2)
    answer = pair(event)
    assert pair(event).rounds == answer.rounds
    other = pair(replace(event, pairing={**event.pairing, "seed": 1}))
    assert answer.quality.repeated_pairs == other.quality.repeated_pairs == 0


# --check


@cache
def clean() -> Event:
    """Play an event in which nothing is wrong."""
    return simulate(field(19, "swiss-tables", "quatro-chess"), 3, seed=2)


def test_a_clean_event_has_no_faults() -> None:
    assert verify(clean()).ok


def test_a_needless_repeat_is_found() -> None:
    big = simulate(field(24, "swiss-tables"), 2)
    a, b = big.rounds[0].tables[0].seats[:2]
    mate = next(p for t in big.rounds[1].tables if a in t.seats for p in t.seats if p != a)
    assert any("already met in round 1" in text for text in faults(swapped(big, 2, mate, b), 2))


def test_a_needless_bye_is_found() -> None:
    big = simulate(field(20, "swiss-tables"), 1)
    *tables, last = big.rounds[0].tables
    fewer = with_tables(big, 1, (*tables, replace(last, seats=last.seats[:3], points=None)))
    texts = faults(replace(fewer, rounds=(replace(fewer.rounds[0], byes=(Bye(last.seats[3]),)),)), 1)
    assert any("byes are given" in text for text in texts)
    assert any("sit at tables with fewer than 4" in text for text in texts)


def test_a_second_visit_to_a_short_table_is_found() -> None:
    went, now = (next(t for t in clean().rounds[at].tables if len(set(t.seats)) == 3) for at in (0, 1))
    player = max(went.seats)
    texts = faults(swapped(clean(), 2, player, max(now.seats)), 2)
    assert any(f"Player {player} is at a short table again" in text for text in texts)


def test_seats_out_of_balance_are_found() -> None:
    big = simulate(field(16, "swiss-tables"), 3)
    seat = {p: s for t in big.rounds[0].tables for s, p in enumerate(t.seats)}
    for number in (2, 3):
        same = (replace(t, seats=tuple(sorted(t.seats, key=seat.__getitem__))) for t in big.rounds[number - 1].tables)
        big = with_tables(big, number, tuple(same))
    assert any("Seats out of balance" in text for text in faults(big, 3))


def test_scores_far_apart_without_need_are_found() -> None:
    big = simulate(field(32, "swiss-tables"), 3)
    best, worst = (max(big.rounds[2].tables[at].seats) for at in (0, -1))
    for one, other in ((1, 30), (best, worst), (2, 29)):
        big = swapped(big, 3, one, other)
    assert any("Different scores sit together" in text for text in faults(big, 3))


def test_a_hall_of_a_thousand_is_paired_without_repeats_and_with_even_seats() -> None:
    players = tuple(Player(i, f"P{i}", rating=2400 - i) for i in range(1, 1001))
    start = Event("Hall", "kwartet", pairing={"system": "swiss-tables"}, players=players)
    event = simulate(start, 3)
    answer = pair(event)
    assert answer.quality.repeated_pairs == 0
    assert answer.quality.seat_spread <= 2
