"""The frame of the pairing systems: registry, options, quality figures, numbers, engine."""

from __future__ import annotations

import random
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.document import Bye, Event, Player, Round, Table
from scoring.lots import Lots
from tests.pairing.events import a_round, event, meetings, seat_spreads, whole
from tests.support.examples import examples
from tournaments.pairing.core import PairingError, PairingRequest, Seating, strongest
from tournaments.pairing.engine import pair, prepare, verify
from tournaments.pairing.finishing import finished
from tournaments.pairing.history import before, history
from tournaments.pairing.numbering import number_tables, pairing_numbers
from tournaments.pairing.quality import quality, repeat_bound
from tournaments.pairing.registry import systems
from tournaments.pairing.schedules import library


def test_every_system_says_what_a_form_needs() -> None:
    assert {"berger", "tables", "whist"} <= set(systems())
    for key, system in systems().items():
        assert system.key == key
        assert system.name
        assert system.help
        for option in system.options:
            assert option.label, (key, option.key)
            assert option.kind in {"integer", "flag", "choice", "counts", "pairs", "sizes", "tables"}


def test_options_left_out_have_their_defaults() -> None:
    system, ready = prepare(event(8, "tables"))
    assert ready.pairing["seed"] == 0
    assert ready.pairing["table_size"] == 4
    assert ready.pairing["leftover"] == "best"
    assert ready.pairing["rounds"] is None
    assert set(ready.pairing) == {"system", *(o.key for o in system.options)}


def test_rounds_of_results_are_not_made_in_advance() -> None:
    loose = [key for key, system in systems().items() if not system.is_fixed(event(8, key))]
    for key in loose:
        with pytest.raises(PairingError, match="in advance"):
            pair(event(8, key, rounds=3), every=True)


sequences = st.lists(
    st.permutations(list(range(1, 10))).map(lambda order: [order[:4], order[4:8]]), min_size=0, max_size=6
)


@given(sequences)
@settings(max_examples=examples(40))
def test_the_figures_are_those_of_a_naive_count(rounds: list[list[list[int]]]) -> None:
    played = tuple(a_round(k, *tables) for k, tables in enumerate(rounds, start=1))
    found = quality(replace(event(9, "tables"), rounds=played))
    met = meetings(played)
    assert found.repeated_pairs == sum(m - 1 for m in met.values())
    assert found.most_meetings == max(met.values(), default=0)
    assert found.unmet_pairs == 36 - len(met)
    assert found.seat_spread == max(seat_spreads(played, 4).values(), default=0)
    assert found.bound <= found.repeated_pairs
    assert found.optimal == (found.bound == found.repeated_pairs)


@given(st.integers(3, 14), st.integers(1, 6), st.integers(0, 10**6), st.sampled_from([2, 3, 4]))
@settings(max_examples=examples(60))
def test_no_schedule_is_below_the_bound(people: int, rounds: int, seed: int, size: int) -> None:
    chance = random.Random(seed)
    players = [
        Player(p, str(p), absent=frozenset(chance.sample(range(1, 7), chance.randrange(3))))
        for p in range(1, people + 1)
    ]
    forbidden = {tuple(sorted(chance.sample(range(1, people + 1), 2))) for _ in range(3)}
    played = []
    for number in range(1, rounds + 1):
        there = [p.id for p in players if p.plays(number)]
        chance.shuffle(there)
        tables = [there[k : k + size] for k in range(0, len(there), size)]
        byes = [p for t in tables if len(t) < 2 for p in t]
        tables = [t for t in tables if len(t) >= 2]
        if any(a in t and b in t for t in tables for a, b in forbidden):
            continue
        played.append(a_round(len(played) + 1, *tables, byes=byes))
    start = Event(
        "Test", "quarto", pairing={"forbidden": list(forbidden)}, players=tuple(players), rounds=tuple(played)
    )
    repeated = sum(m - 1 for m in meetings(played).values())
    assert repeat_bound(start, played) <= repeated


def test_the_bound_counts_what_two_rounds_of_few_tables_must_share() -> None:
    two = (a_round(1, (1, 2, 3, 4), (5, 6, 7, 8)), a_round(2, (1, 2, 5, 6), (3, 4, 7, 8)))
    found = quality(replace(event(8, "tables"), rounds=two))
    assert (found.repeated_pairs, found.bound, found.optimal) == (4, 4, True)


def test_the_bound_counts_slots_above_pairs() -> None:
    rounds = tuple(a_round(k, (1, 2, 3)) for k in (1, 2, 3))
    assert quality(replace(event(3, "tables"), rounds=rounds)).bound == 6


def test_a_forbidden_pair_raises_the_bound() -> None:
    rounds = whole(event(16, "tables", rounds=5)).rounds
    start = replace(event(16, "tables", forbidden=[[1, 2]]), rounds=())
    assert repeat_bound(start, rounds) == 1


def test_history_counts_meetings_seats_byes_and_short_tables() -> None:
    rounds = (a_round(1, (1, 2, 3, 4), (5, 6, 7)), a_round(2, (1, 5, 6), byes=(2,)))
    past = history(rounds, 4)
    assert past.met(1, 2) == past.met(2, 1) == 1
    assert past.met(5, 6) == 2
    assert past.met(1, 7) == 0
    assert past.seat_counts(1) == (2, 0, 0, 0)
    assert past.seat_counts(9) == (0, 0, 0, 0)
    assert past.last_seat[6] == 2
    assert dict(past.small) == {5: 2, 6: 2, 7: 1, 1: 1}
    assert dict(past.byes) == {2: 1}
    assert past.games[1] == 2


def test_a_player_with_two_colours_is_at_a_table_of_three() -> None:
    past = history((Round(1, (Table(1, (1, 2, 3, 2)),)),), 4)
    assert past.small == {1: 1, 2: 1, 3: 1}
    assert past.met(1, 2) == 1
    assert past.seat_counts(2) == (0, 1, 0, 1)


def test_the_strongest_is_by_rating_then_by_number() -> None:
    players = [Player(4, "d"), Player(3, "c", rating=1500), Player(2, "b", rating=1500), Player(1, "a")]
    assert strongest(players).id == 2
    assert strongest(players[:1] + players[3:]).id == 1


def test_small_tables_of_quatro_chess_are_written_with_four_seats() -> None:
    start = event(
        [Player(1, "a"), Player(2, "b", rating=9), Player(3, "c"), Player(4, "d"), Player(5, "e")],
        "tables",
        game="quatro-chess",
    )
    seating = finished(start, Seating((a_round(1, (1, 2, 3), (4, 5)),)))
    first, second = seating.rounds[0].tables
    assert sorted(first.seats) == [1, 2, 2, 3]
    assert second.seats == (4, 4, 5, 5)
    other = replace(start, game="quarto")
    assert finished(other, Seating((a_round(1, (1, 2, 3)),))).rounds[0].tables[0].seats == (1, 2, 3)


def test_those_who_asked_off_are_listed_with_a_zero_bye() -> None:
    players = [
        Player(1, "a", absent=frozenset({2})),
        Player(2, "b", left=1, absent=frozenset({2})),
        Player(3, "c", joined=3, absent=frozenset({2})),
        Player(4, "d"),
    ]
    assert PairingRequest(event(players, "berger"), 2).absentees(2) == (Bye(1, "zero"),)


def test_a_bye_that_was_asked_for_has_its_kind_where_a_round_can_be_asked_off_for_points() -> None:
    away = [Player(n, str(n), absent=frozenset({1})) for n in (1, 2, 3)]
    away[0] = replace(away[0], half_byes=frozenset({1}))
    away[1] = replace(away[1], full_byes=frozenset({1}))
    players = [*away, *(Player(n, str(n)) for n in range(4, 8))]
    for system, kinds in (("swiss", ["half", "full", "zero"]), ("keizer", ["half", "full", "zero"]), ("berger", None)):
        byes = {b.player: b.kind for b in pair(event(players, system)).rounds[0].byes}
        assert [byes[n] for n in (1, 2, 3)] == (kinds or ["zero"] * 3)


def test_tables_are_numbered_in_order_around_the_fixed_ones() -> None:
    tables, notes = number_tables([(1, 2), (3, 4), (5, 6)], {2: 3})
    assert [(t.number, t.seats) for t in tables] == [(1, (3, 4)), (2, (5, 6)), (3, (1, 2))]
    assert notes == ()


@pytest.mark.parametrize(
    ("fixed", "words"), [({1: 9}, "only 2 tables"), ({1: 1, 2: 2}, "fixed table 1"), ({1: 2, 3: 2}, "kept for another")]
)
def test_fixed_tables_that_clash_are_noted(fixed: dict[int, int], words: str) -> None:
    tables, notes = number_tables([(1, 2), (3, 4)], fixed)
    assert sorted(t.number for t in tables) == [1, 2]
    assert len(notes) == 1
    assert words in str(notes[0])


def test_pairing_numbers_by_rating_by_lot_or_as_given() -> None:
    players = [
        Player(10, "a", rating=1500),
        Player(20, "b"),
        Player(30, "c", rating=1900),
        Player(40, "d", rating=1500),
    ]
    assert pairing_numbers(players, "given") == {10: 1, 20: 2, 30: 3, 40: 4}
    assert pairing_numbers(players, "rating") == {30: 1, 10: 2, 40: 3, 20: 4}
    lots = [tuple(pairing_numbers(players, "lot", seed)) for seed in range(20)]
    assert all(sorted(pairing_numbers(players, "lot", seed).values()) == [1, 2, 3, 4] for seed in range(3))
    assert len(set(lots)) > 5
    assert pairing_numbers(players, "lot", 3) == pairing_numbers(players[::-1], "lot", 3)
    with pytest.raises(ValueError, match="numbering"):
        pairing_numbers(players, "age")


def test_lots_are_the_same_for_ever() -> None:
    assert [Lots(7, "tables", 16).below(1000) for _ in range(1)] == [Lots(7, "tables", 16).below(1000)]
    assert Lots(0, "golden").shuffled(range(10)) == GOLDEN_SHUFFLE
    assert Lots(1, "golden").shuffled(range(10)) != GOLDEN_SHUFFLE
    assert all(Lots(s, "x").below(3) in (0, 1, 2) for s in range(50))


GOLDEN_SHUFFLE = [5, 4, 8, 1, 0, 2, 6, 7, 3, 9]


def test_an_unknown_round_number_in_a_document_is_a_fault() -> None:
    start = replace(event(4, "berger"), rounds=(a_round(2, (4, 3), (1, 2)),))
    assert any("This should be round 1" in str(f.notice) for f in verify(start).faults[2])


def test_values_are_frozen() -> None:
    answer = pair(event(4, "berger"))
    for item in fields(answer):
        with pytest.raises(AttributeError):
            setattr(answer, item.name, None)


def test_before_sorts_the_rounds() -> None:
    start = replace(event(4, "berger"), rounds=(a_round(2), a_round(1), a_round(3)))
    assert [r.number for r in before(start, 3)] == [1, 2]


def test_a_search_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    library._searched.cache_clear()  # a schedule that was made before needs no search
    pair(event(11, "tables", rounds=4, leftover="byes"), every=True, progress=lambda d, t: told.append((d, t)))
    assert told
    assert all(0 <= done <= total for done, total in told)
