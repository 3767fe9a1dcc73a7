"""Whist: partners once, opponents twice, for every number of players for which there is a starter."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from scoring.documents.document import Round
from tests.pairing.events import event, everyone_once, play, seat_spreads, swapped, whole
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair, verify
from tournaments.pairing.schedules.whist import whist_schedule
from tournaments.pairing.systems import whist

# All that the collected starters hold: by algebra, by search and by playing complete designs three times.
EXPECTED = [
    *(4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 64, 76, 88, 112, 124),
    *(5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 61, 65, 73, 81, 85, 89, 97),
    *(101, 109, 113, 117, 121, 125),
]


def relations(rounds: list[list[tuple[int, ...]]]) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]]]:
    """Count how often two were partners, and opponents."""
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for round_ in rounds:
        for a, b, c, d in round_:
            partners.update([frozenset((a, c)), frozenset((b, d))])
            opponents.update(frozenset(p) for p in ((a, b), (b, c), (c, d), (d, a)))
    return partners, opponents


def seated(rounds: tuple[Round, ...]) -> list[list[tuple[int, ...]]]:
    return [[t.seats for t in r.tables] for r in rounds]


def test_there_is_a_schedule_for_every_number_of_which_a_starter_is_known() -> None:
    assert sorted(EXPECTED) == [v for v in range(1, 130) if whist_schedule(v)]


@pytest.mark.parametrize("v", EXPECTED)
def test_everyone_partners_each_once_and_opposes_each_twice(v: int) -> None:
    rounds = whist_schedule(v)
    assert len(rounds) == (v - 1 if v % 4 == 0 else v)
    for round_ in rounds:
        people = [p for table in round_ for p in table]
        assert len(set(people)) == len(people) == v - v % 4
    partners, opponents = relations(rounds)
    for pair_ in combinations(range(v), 2):
        assert partners[frozenset(pair_)] == 1
        assert opponents[frozenset(pair_)] == 2


@pytest.mark.parametrize("v", [v for v in EXPECTED if 4 < v <= 53])
def test_seats_are_even_over_the_whole_tournament(v: int) -> None:
    rounds = whole(event(v, "whist", seed=4)).rounds
    partners, opponents = relations(seated(rounds))
    assert set(partners.values()) == {1}
    assert set(opponents.values()) == {2}
    assert max(seat_spreads(rounds, 4).values()) <= (1 if v % 4 == 0 else 0)
    assert all(everyone_once(r, range(1, v + 1)) for r in rounds)


def test_everyone_sits_out_once_where_one_is_over() -> None:
    rounds = whole(event(13, "whist", seed=9)).rounds
    assert sorted(b.player for r in rounds for b in r.byes) == list(range(1, 14))


@pytest.mark.parametrize(("v", "rounds"), [(16, 6), (13, 5), (28, 4), (40, 8), (64, 6)])
def test_fewer_rounds_are_a_prefix_with_even_seats(v: int, rounds: int) -> None:
    done = whole(event(v, "whist", rounds=rounds, seed=2))
    partners, opponents = relations(seated(done.rounds))
    assert len(done.rounds) == rounds
    assert max(partners.values()) == 1
    assert max(opponents.values()) <= 2
    assert max(seat_spreads(done.rounds, 4).values()) <= 2
    assert play(event(v, "whist", rounds=rounds, seed=2), rounds).rounds == done.rounds


def test_complete_designs_are_played_with_new_company_first() -> None:
    answer = pair(event(64, "whist", rounds=6), every=True)
    assert answer.quality.repeated_pairs == 0


def test_who_is_missing_leaves_the_others_a_table_or_a_bye() -> None:
    start = event(13, "whist", seed=1)
    plan = whole(start).rounds[0]
    away = plan.tables[0].seats[0]
    players = tuple(replace(p, absent=frozenset({1})) if p.id == away else p for p in start.players)
    answer = pair(replace(start, players=players))
    assert len(answer.rounds[0].tables) == 3
    assert [b.kind for b in answer.rounds[0].byes] == ["zero"]
    assert {t.seats for t in plan.tables[1:]} <= {t.seats for t in answer.rounds[0].tables}
    assert any("not here" in str(note) for note in answer.notes)


def test_after_a_changed_round_the_next_one_repeats_no_partners_needlessly() -> None:
    start = play(event(16, "whist", seed=1), 2)
    changed = swapped(start, 2, start.rounds[1].tables[0].seats[0], start.rounds[1].tables[1].seats[0])
    answer = pair(changed)
    partners, _opponents = relations(seated((*changed.rounds, *answer.rounds)))
    assert max(partners.values()) == 1
    assert answer.notes


def faults_of(rounds: tuple[Round, ...]) -> list[str]:
    verdict = verify(replace(event(8, "whist", seed=6), rounds=rounds))
    return [f"{f.round}/{f.table}: {f.notice}" for faults in verdict.faults.values() for f in faults]


def test_check_finds_partners_who_partner_again() -> None:
    plan = whole(event(8, "whist", seed=6)).rounds
    again = replace(plan[0], number=2)
    found = faults_of((plan[0], again))
    a, _b, c, _d = again.tables[0].seats
    assert f"2/1: {a} and {c} have already been partners." in found


def test_check_finds_partners_put_against_each_other() -> None:
    plan = whole(event(8, "whist", seed=6)).rounds
    a, b, c, d = plan[0].tables[0].seats
    changed = replace(plan[0].tables[0], seats=(a, c, b, d))
    assert faults_of((replace(plan[0], tables=(changed, plan[0].tables[1])),)) == [
        f"1/1: {a}, {c}, {b}, {d} do not sit together like this in this round of the schedule."
    ]


def test_check_finds_nothing_in_a_whole_schedule() -> None:
    assert verify(whole(event(13, "whist", seed=6))).ok
    assert verify(whole(event(16, "whist", seed=6))).ok


def test_that_there_is_no_schedule_is_said_without_making_all_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(v: int) -> list[list[tuple[int, ...]]]:
        asked.append(v)
        return whist_schedule(v)

    monkeypatch.setattr(whist, "whist_schedule", counted)
    with pytest.raises(PairingError, match=r"there is one for 53, 52, 61, 49\."):
        pair(event(56, "whist"))
    assert len(asked) < 20
