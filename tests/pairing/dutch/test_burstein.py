"""The Burstein system (FIDE Handbook C.04.4.2): against py4swiss, against every pairing there is, and rule by rule."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from scoring.documents.document import Event, Table
from scoring.input.rules import BURSTEIN
from scoring.trf import read_report, write_report
from scoring.trf.events import event_of, report_of
from tests.pairing.dutch.drawn import agreed, known, random_event
from tests.pairing.dutch.plain import PlainBurstein, plain_by_index
from tests.pairing.dutch.samples import DATA, cases, name_of, pairs_of, sample_event
from tests.pairing.simulated import changed, field, simulate
from tests.scoring.trf.strict import read_strictly
from tournaments.pairing.dutch.burstein import bye_order, pair_by_index
from tournaments.pairing.dutch.field import DutchField
from tournaments.pairing.dutch.opposition import Record, opposition, seeding_rounds
from tournaments.pairing.dutch.people import Entrant, entrants, may_meet
from tournaments.pairing.engine import pair, verify

CASES = cases("burstein-rounds.json.gz")


def burstein(people: int, rounds: int, **options: Any) -> Event:
    return field(people, "swiss", "quarto", rounds=rounds, edition=BURSTEIN, **options)


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_rounds_after_the_seeding_are_those_of_another_program(case: dict[str, Any]) -> None:
    event = sample_event(case, BURSTEIN)
    assert known(event).opposition
    assert pairs_of(pair(event).rounds[0]) == case["burstein"]


def test_the_samples_are_of_all_kinds_small_and_say_what_they_are() -> None:
    path = DATA / "burstein-rounds.json.gz"
    assert path.stat().st_size < 30_000
    source = json.loads(gzip.decompress(path.read_bytes()))["source"]
    assert "py4swiss" in source and "MIT" in source
    games = " ".join(g for case in CASES for _, g in case["players"])
    assert all(token in games for token in ("-U", "-H", "-Z", "-F", "w+", "b-", "w=", "b1"))
    for key in ("forbidden", "acceleration"):
        assert sum(key in case for case in CASES) >= 20
    assert sum(pair_ > [0, 0] and not pair_[1] for case in CASES for pair_ in case["burstein"]) >= 40
    assert sum(sorted(pairs_of(pair(sample_event(c)).rounds[0])) != sorted(c["burstein"]) for c in CASES) >= 60


@pytest.mark.parametrize("seed", range(40))
def test_both_implementations_make_the_same_pairs_and_bye(seed: int) -> None:
    for event in random_event(random.Random(seed), 11, edition=BURSTEIN):
        now = known(event)
        people = entrants(now)
        if now.opposition and len(people) > 1:
            agreed(pair_by_index, plain_by_index, people, may_meet(now, people))


@pytest.mark.parametrize("seed", range(200, 208))
def test_the_check_agrees_with_whatever_was_paired(seed: int) -> None:
    *_, event = random_event(random.Random(seed), 30, edition=BURSTEIN)
    assert verify(event).ok


@pytest.mark.parametrize(("rounds", "seeding"), [(1, 0), (3, 1), (5, 2), (7, 3), (8, 4), (9, 4), (13, 4)])
def test_half_of_the_rounds_or_four_are_seeding_rounds(rounds: int, seeding: int) -> None:
    assert seeding_rounds(rounds) == seeding


def test_seeding_rounds_are_the_dutch_ones_and_say_so() -> None:
    event, same = burstein(9, 5), field(9, "swiss", "quarto", rounds=5)
    for number in (1, 2):
        answer = pair(event)
        assert answer.rounds == pair(same).rounds
        said = f"Round {number} is paired by the Dutch system. The Burstein system begins with round 3"
        assert said in str(answer.notes[1])
        event = simulate(event, number, seed=4)
        same = replace(same, rounds=event.rounds)
    answer = pair(event)
    assert answer.rounds != pair(same).rounds
    assert "C.04.4.2 (Burstein system), in force since 1 February 2026" in str(answer.notes[0])
    assert not any("paired by the Dutch system" in str(note) for note in answer.notes)


class TestIndex:
    """1.7: Buchholz and Sonneborn-Berger; both twice, a win is 10 and a draw 5."""

    def test_it_sums_the_scores_of_opponents_and_their_product_with_what_was_won(self) -> None:
        records = {
            1: Record(15, (2, 3), (10, 5)),
            2: Record(10, (1, 0), (0, 10)),  # a bye: a game against oneself
            3: Record(5, (0, 1), (0, 5)),
        }
        found = opposition(records, 10)
        assert found[1] == (2 * (10 + 5), 2 * (10 * 10 + 5 * 5))
        assert found[2] == (2 * (15 + 10), 2 * (0 * 15 + 10 * 10))
        assert found[3] == (2 * (5 + 15), 2 * (0 * 5 + 5 * 15))

    def test_a_run_of_zero_point_byes_up_to_now_counts_as_draws_for_the_opponents_only(self) -> None:
        records = {1: Record(10, (2, 0, 0), (10, 0, 0), run=2), 2: Record(0, (1, 0, 0), (0, 0, 0))}
        assert opposition(records, 10) == {1: (2 * (0 + 10 + 10), 0), 2: (2 * (20 + 0 + 0), 0)}

    def test_who_left_has_a_run_and_who_is_back_has_none(self) -> None:
        event = simulate(changed(burstein(10, 6), 1, left=2), 4, seed=1)
        met = {p.number: [g.opponent for g in p.games] for p in known(event).players}
        score = {p.number: p.score for p in known(event).players}
        one = met[1][0]
        run = 2 * 10  # rounds 3 and 4, two half points each, twice
        rest = sum(2 * score[other or one] for other in met[one] if other != 1)
        assert known(event).opposition[one][0] == 2 * score[1] + run + rest
        back = changed(event, 1, left=None, absent=frozenset({3, 4}))
        assert known(back).opposition[one][0] == 2 * score[1] + rest

    def test_virtual_points_are_not_in_it(self) -> None:
        event = simulate(burstein(12, 8, acceleration="baku"), 4, seed=2)
        plain = replace(event, pairing={**event.pairing, "acceleration": "none"})
        assert known(event).opposition == known(plain).opposition
        event = replace(event, rounds=event.rounds[:3], pairing={**event.pairing, "rounds": 7})
        assert any(p.now != p.score for p in known(event).players)


def six() -> tuple[Entrant, ...]:
    """Six people with equal points, ranked by their numbers."""
    now = known(burstein(6, 1))
    assert now.opposition
    return entrants(now)


def test_candidates_stand_in_the_order_of_the_handbook() -> None:
    """The note to 4.3: six players, two pairs, two who float (0)."""
    plain = PlainBurstein(six(), [0] * 6)
    pairs = list(combinations(range(6), 2))
    candidates = [(a, b) for a, b in combinations(pairs, 2) if not set(a) & set(b)]
    candidates.sort(key=lambda two: plain.order((), tuple(range(6)), two))
    assert len(candidates) == 45

    def shown(two: tuple[tuple[int, int], ...]) -> str:
        floats = [(p, -1) for p in range(6) if all(p not in pair_ for pair_ in two)]
        return ", ".join(f"{a + 1}-{b + 1}" for a, b in sorted([*two, *floats]))

    assert [shown(two) for two in candidates[:7]] == [
        "1-6, 2-5, 3-0, 4-0",
        "1-6, 2-4, 3-0, 5-0",
        "1-6, 2-3, 4-0, 5-0",
        "1-6, 2-0, 3-5, 4-0",
        "1-6, 2-0, 3-4, 5-0",
        "1-6, 2-0, 3-0, 4-5",
        "1-5, 2-6, 3-0, 4-0",
    ]
    assert shown(candidates[-1]) == "1-0, 2-0, 3-4, 5-6"


def test_the_strongest_by_the_index_meets_the_weakest() -> None:
    made = pair_by_index(six(), [63 & ~(1 << k) for k in range(6)])
    assert sorted(made.pairs) == [(0, 5), (1, 4), (2, 3)]


def test_the_bye_is_for_the_fewest_points_then_the_most_games_then_the_lowest_rank() -> None:
    one = six()[0]
    order = [
        replace(one, score=0, played=1, rank=0),
        replace(one, score=10, played=3, rank=5),
        replace(one, score=10, played=3, rank=4),
        replace(one, score=10, played=2, rank=9),
    ]
    assert [order.index(one) for one in sorted(order[2:] + order[:2], key=bye_order)] == [0, 1, 2, 3]


def rounds_of(people: int, rounds: int, seeds: int) -> Iterator[tuple[Event, DutchField]]:
    """Events of some seeds before each round after the seeding."""
    for seed in range(seeds):
        for number in range(seeding_rounds(rounds), rounds):
            event = simulate(burstein(people, rounds), number, seed=seed)
            yield event, known(event)


def test_topscorers_of_the_last_round_keep_the_colour_rules_too() -> None:
    assert {e.topscorer for _event, now in rounds_of(14, 5, 4) for e in entrants(now)} == {False}
    last = replace(simulate(burstein(14, 5), 4), pairing={"system": "swiss", "rounds": 5})
    assert any(e.topscorer for e in entrants(known(last)))


def test_reasons_name_the_index_and_the_colours_that_are_not_due() -> None:
    texts = []
    for event, now in rounds_of(13, 7, 4):
        answer = pair(event)
        reasons = [str(reason) for reason in answer.reasons.values()]
        assert all("Strength of the opponents so far (Buchholz / Sonneborn-Berger): " in text for text in reasons)
        missed = sum(int(part.split(")")[0]) for note in answer.notes for part in str(note).split("C8 (")[1:])
        assert missed == sum("does not get the colour due (C8)" in text for text in reasons)
        assert not any("C1" in text for text in (*reasons, *map(str, answer.notes)))
        assert sum("of those who can have it, the fewest points" in str(note) for note in answer.notes) == 1
        texts += reasons
        person = entrants(now)[0]
        buchholz = Fraction(now.opposition[person.number][0], 2) / now.unit
        met = [g.opponent for g in next(p for p in now.players if p.number == person.number).games]
        points = {p.number: p.score / now.unit for p in now.players}
        assert buchholz == sum(points[other or person.number] for other in met)
    assert any("(C8)" in text for text in texts)


def test_the_check_names_other_pairs_than_those_due() -> None:
    event = simulate(burstein(8, 5), 3, seed=3)
    assert verify(event).ok
    last = event.rounds[-1]
    one, two = last.tables[:2]
    tables = (
        replace(one, seats=(one.seats[0], two.seats[1])),
        replace(two, seats=(two.seats[0], one.seats[1])),
        *last.tables[2:],
    )
    faults = verify(replace(event, rounds=(*event.rounds[:-1], replace(last, tables=tables)))).faults
    assert any("the system does not pair players" in str(fault.notice) for fault in faults[3])
    assert not faults[1] and not faults[2]
    turned = tuple(Table(t.number, t.seats[::-1], (Fraction(1), Fraction(0)), None, "played") for t in last.tables)
    faults = verify(replace(event, rounds=(*event.rounds[:-1], replace(last, tables=turned)))).faults
    assert all("by the colour rules" in str(fault.notice) for fault in faults[3])
    assert len(faults[3]) == len(last.tables)


@pytest.mark.parametrize("acceleration", ["none", "baku"])
@pytest.mark.parametrize("version", ["trf16", "trf26"])
def test_a_report_names_the_system_and_is_continued_by_it(acceleration: str, version: str) -> None:
    event = simulate(burstein(9, 7, acceleration=acceleration, initial_colour="white"), 4, seed=5)
    text = write_report(report_of(event, ranks={p.id: 1 for p in event.players}), version)
    assert "092 Individual: Swiss-System (Burstein)" in text
    code = "FIDE_BURSTEIN" + ("_BAKU" if acceleration == "baku" else "")
    assert (f"192 {code}\r\n" in text) == (version == "trf26")
    assert read_strictly(text.encode(), version)
    back = event_of(read_report(text), game="quarto")
    assert back.pairing["edition"] == BURSTEIN
    if acceleration == "none" or version == "trf26":
        assert pair(back).rounds[0].tables == pair(event).rounds[0].tables


def test_starting_scores_go_with_it() -> None:
    event = simulate(burstein(12, 6, mcmahon=True, mcmahon_bar=2390, mcmahon_band=10), 5, seed=1)
    assert verify(event).ok


@pytest.mark.parametrize("banned", [60, 120])
@pytest.mark.parametrize("seed", range(300, 306))
def test_a_round_is_paired_or_refused_with_a_sentence(seed: int, banned: int) -> None:
    assert list(random_event(random.Random(seed), 44, banned=banned, least=20, edition=BURSTEIN))
