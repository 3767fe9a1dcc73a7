"""Single rules of the Dutch system, each on an event that is small enough to follow."""

from __future__ import annotations

import builtins
import gzip
import json
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from scoring.documents.document import Bye, Event, Round, Table
from tests.pairing.dutch.drawn import known
from tests.pairing.dutch.samples import CASES, name_of, sample_event
from tests.pairing.simulated import changed, field, simulate, with_round
from tournaments.pairing.core import PairingError
from tournaments.pairing.dutch.people import BLACK, WHITE, Float, colour_of_higher, entrants, wish
from tournaments.pairing.dutch.starts import baku
from tournaments.pairing.engine import pair, verify
from tournaments.pairing.registry import systems

ONE, HALF, NOTHING = Fraction(1), Fraction(1, 2), Fraction(0)


def seats(event: Event) -> list[tuple[int, ...]]:
    return [t.seats for t in pair(event).rounds[0].tables]


@pytest.mark.parametrize("edition", ["2026", "2018"])
def test_colours_alternate_over_those_who_take_part_in_round_one(edition: str) -> None:
    full = field(8, "swiss", "quarto", edition=edition)
    assert seats(full) == [(1, 5), (6, 2), (3, 7), (8, 4)]
    late = changed(field(9, "swiss", "quarto", edition=edition), 3, joined=2)
    assert seats(late) == [(1, 6), (7, 2), (4, 8), (9, 5)]
    absent = changed(field(9, "swiss", "quarto", edition=edition), 3, absent=frozenset({1}))
    assert seats(absent) == [(1, 6), (7, 2), (4, 8), (9, 5)]


def test_who_comes_later_is_counted_when_they_come() -> None:
    start = changed(field(6, "swiss", "quarto", rounds=5), 1, joined=2)
    start = changed(start, 2, joined=2)
    once = simulate(start, 1)
    counts = {e.number: e.count for e in entrants(known(once))}
    assert counts == {n: n for n in range(1, 7)}
    counts = {e.number: e.count for e in entrants(known(start))}
    assert counts == {3: 1, 4: 2, 5: 3, 6: 4}


def test_the_numbers_of_an_event_need_not_be_without_gaps_in_who_ever_comes() -> None:
    start = changed(field(9, "swiss", "quarto", rounds=4), 4, joined=9)
    for edition in ("2026", "2018"):
        event = replace(start, pairing={**start.pairing, "edition": edition})
        assert verify(simulate(event, 4)).ok


@pytest.mark.parametrize(
    ("colours", "colour", "kind"),
    [
        ((), 0, "none"),
        ((WHITE,), BLACK, "strong"),
        ((WHITE, BLACK), WHITE, "mild"),
        ((WHITE, WHITE), BLACK, "absolute"),
        ((BLACK, WHITE, WHITE), BLACK, "absolute"),
        ((WHITE, BLACK, WHITE), BLACK, "strong"),
        ((WHITE, WHITE, BLACK, BLACK), WHITE, "absolute"),
        ((WHITE, WHITE, BLACK, WHITE), BLACK, "absolute"),
    ],
)
def test_colour_wishes(colours: tuple[int, ...], colour: int, kind: str) -> None:
    found = wish(colours)
    assert found.colour == colour
    shown = "absolute" if found.absolute else "strong" if found.strong else "mild" if colours else "none"
    assert shown == kind


@pytest.mark.parametrize(
    ("higher", "lower", "number", "colour"),
    [
        ((), (), 1, WHITE),
        ((), (), 2, BLACK),  # 5.2.5, and who begins is an option
        ((WHITE,), (), 1, BLACK),
        ((), (WHITE,), 1, WHITE),  # 5.2.1
        ((WHITE,), (BLACK, WHITE), 1, BLACK),  # 5.2.2: strong before mild
        ((BLACK, WHITE), (WHITE,), 1, WHITE),
        ((BLACK, WHITE, WHITE), (WHITE, WHITE), 1, WHITE),  # the wider difference
        ((BLACK, WHITE, BLACK, WHITE), (WHITE, BLACK, BLACK, WHITE), 1, BLACK),  # 5.2.3: black two games before
        ((WHITE, BLACK, BLACK, WHITE), (BLACK, WHITE, BLACK, WHITE), 1, WHITE),
        ((BLACK, WHITE), (BLACK, WHITE), 1, BLACK),  # 5.2.4
        ((BLACK, WHITE, BLACK, WHITE, BLACK), (WHITE, BLACK, WHITE, BLACK), 3, WHITE),
    ],
)
def test_who_gets_which_colour(higher: tuple[int, ...], lower: tuple[int, ...], number: int, colour: int) -> None:
    one, other = wish(higher), wish(lower)
    given = colour_of_higher(one, other, number, white_first=True)
    assert given == colour
    if not higher and not lower:
        assert colour_of_higher(one, other, number, white_first=False) == -colour


def test_what_counts_as_a_float() -> None:
    """Round 1: 1 beats 2, 3 and 4 draw, 5 asks for half a point, 6 for none, 7 has the bye, 8 wins a forfeit of 9."""
    start = field(9, "swiss", "quarto", rounds=5)
    tables = (
        Table(1, (1, 2), (ONE, NOTHING), None, "played"),
        Table(2, (3, 4), (HALF, HALF), None, "played"),
        Table(3, (8, 9), (ONE, None), None, "forfeit"),
    )
    byes = (Bye(5, "half"), Bye(6, "zero"), Bye(7, "pairing"))
    once = with_round(start, Round(1, tables, byes))
    tables = (Table(1, (1, 3), (ONE, NOTHING), None, "played"), Table(2, (5, 4), (HALF, HALF), None, "played"))
    twice = with_round(once, Round(2, tables, tuple(Bye(n, "zero") for n in (2, 6, 7, 8, 9))))
    people = {e.number: e for e in entrants(known(twice))}
    assert {n: e.floats[1] for n, e in people.items() if e.floats[1] is not Float.NONE} == dict.fromkeys(
        (5, 7, 8), Float.DOWN
    )
    assert {n: e.floats[0] for n, e in people.items() if e.floats[0] is not Float.NONE} == {1: Float.DOWN, 3: Float.UP}
    assert {n for n, e in people.items() if not e.bye_free} == {7, 8}


def test_the_bye_is_a_downfloat_whatever_it_brings_and_half_a_point_only_above_a_loss() -> None:
    table = Table(1, (1, 2), (ONE, NOTHING), None, "played")
    for scoring, floats in (({"bye": "0"}, {3, 4}), ({"points": {"places": ["3", "1"]}, "bye": {"half": "1"}}, {3})):
        start = replace(field(4, "swiss", "quarto", rounds=5), scoring=scoring)
        once = with_round(start, Round(1, (table,), (Bye(3, "pairing"), Bye(4, "half"))))
        people = entrants(known(once))
        assert {e.number for e in people if e.floats[0] is Float.DOWN} == floats


def test_a_full_bye_asked_for_bars_from_the_bye_and_half_a_one_does_not() -> None:
    start = field(5, "swiss", "quarto", rounds=5)
    table = Table(1, (1, 2), (ONE, NOTHING), None, "played")
    once = with_round(start, Round(1, (table,), (Bye(3, "zero"), Bye(4, "half"), Bye(5, "full"))))
    assert {e.number for e in entrants(known(once)) if not e.bye_free} == {5}


def test_that_the_bye_can_go_to_nobody_is_said_with_the_rule() -> None:
    start = field(3, "swiss", "quarto", rounds=5)
    forfeit = Table(1, (1, 2), (ONE, None), None, "forfeit")
    once = with_round(start, Round(1, (forfeit,), (Bye(3, "pairing"),)))
    again = Table(1, (2, 3), (ONE, None), None, "forfeit")
    twice = with_round(once, Round(2, (again,), (Bye(1, "zero"),)))
    with pytest.raises(PairingError, match=r"Round 3 cannot be paired: the number of players is odd.*rule C2"):
        pair(twice)


def test_that_pairs_leave_no_way_is_said_with_the_rules() -> None:
    three = simulate(field(4, "swiss", "quarto", rounds=9), 3)
    with pytest.raises(PairingError, match=r"Round 4 cannot be paired.*rule C1.*C2.*C3"):
        pair(three)


def test_the_check_names_two_who_must_have_one_colour() -> None:
    event = simulate(field(8, "swiss", "quarto", rounds=9), 2)
    white = Table(1, (1, 2), (ONE, NOTHING), None, "played")
    first = replace(event.rounds[0], tables=(white, *[Table(t, s) for t, s in ((2, (3, 4)), (3, (5, 6)), (4, (7, 8)))]))
    second = Round(2, tuple(Table(t, s) for t, s in ((1, (1, 4)), (2, (3, 2)), (3, (5, 8)), (4, (7, 6)))))
    third = Round(3, tuple(Table(t, s) for t, s in ((1, (1, 3)), (2, (2, 4)), (3, (5, 7)), (4, (6, 8)))))
    faults = [str(f.notice) for f in verify(replace(event, rounds=(first, second, third))).faults[3]]
    assert "Players 1 and 3 must both have black in this round (rule C3)." in faults
    assert "Players 2 and 4 must both have white in this round (rule C3)." in faults


def test_baku_gives_the_upper_half_virtual_points_in_the_first_half_of_the_rounds() -> None:
    people = field(161, "swiss", "quarto").players
    points = baku(people, 9, 10)
    assert sorted(points) == list(range(1, 83))  # the first half rounded up to an even number
    assert set(points.values()) == {(10, 10, 10, 5, 5)}
    assert baku(people[:4], 6, 10)[1] == (10, 10, 5)
    late = tuple(replace(p, joined=2) if p.id == 3 else p for p in people[:9])
    assert sorted(baku(late, 5, 10)) == [1, 2, 3, 4, 5]  # of eight the fourth is 5; 3 comes later, above them


def test_accelerated_the_strong_meet_in_round_two() -> None:
    def second(acceleration: str) -> set[frozenset[int]]:
        start = field(16, "swiss", "quarto", rounds=6, acceleration=acceleration)
        round_ = pair(start).rounds[0]
        won = tuple(
            replace(t, points=(ONE, NOTHING) if t.seats[0] < t.seats[1] else (NOTHING, ONE), end="played")
            for t in round_.tables
        )
        return {frozenset(s) for s in seats(with_round(start, replace(round_, tables=won)))}

    assert {frozenset({1, 4}), frozenset({2, 3})} <= second("baku")  # the winners of the upper half
    assert not {frozenset({1, 4}), frozenset({2, 3})} & second("none")


def test_without_the_old_engine_events_of_the_old_edition_say_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("py4swiss"):
            raise ModuleNotFoundError(name)
        return real(name, *args, **kwargs)

    for name in [name for name in sys.modules if name.startswith("py4swiss")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(PairingError, match="py4swiss, which does that, is not installed"):
        pair(field(6, "swiss", "quarto", edition="2018"))
    assert pair(field(6, "swiss", "quarto")).rounds


def test_editions_and_accelerations_are_declared_with_what_a_person_reads() -> None:
    options = {o.key: o for o in systems()["swiss"].options}
    assert options["edition"].default == "2026"
    assert [v for v, _label in options["edition"].choices] == ["2026", "2018", "burstein-2026"]
    assert options["acceleration"].default == "none"
    assert [v for v, _label in options["acceleration"].choices] == ["none", "baku"]
    assert all(options[key].label and options[key].help for key in ("edition", "acceleration"))


def test_reasons_and_notes_name_what_is_not_met() -> None:
    """Each criterion that a note counts is met by no table less often than the reasons say."""
    texts = []
    for case in CASES[:60]:
        answer = pair(sample_event(case))
        texts += map(str, answer.notes)
        reasons = " ".join(map(str, answer.reasons.values()))
        missed = [
            part for note in answer.notes if "Criteria not fully met" in str(note) for part in str(note).split(";")
        ]
        counted = sum(int(part.split("C12 (")[1].split(")")[0]) for part in missed if "C12 (" in part)
        assert counted == reasons.count("does not get the colour due (C12)"), name_of(case)
        byes = [b for b in answer.rounds[0].byes if b.kind == "pairing"]
        assert len(byes) == sum("has the bye with" in str(note) for note in answer.notes)
        assert len(answer.notes) <= 4  # the desk shows them all
    assert any("Moved down" in text for text in texts)
    assert any("C14" in text for text in texts) and any("C16" in text for text in texts)


def test_the_goldens_are_small_enough_to_be_kept() -> None:
    path = Path(__file__).parents[1] / "data" / "swiss-rounds.json.gz"
    assert path.stat().st_size < 60_000
    assert "bbpPairings" in json.loads(gzip.decompress(path.read_bytes()))["source"]


def test_colours_never_stray_before_the_last_round() -> None:
    event = simulate(field(20, "swiss", "quarto", rounds=9), 8, seed=5)
    had: dict[int, list[int]] = {}
    for round_ in event.rounds:
        for table in round_.tables:
            for player, colour in zip(table.seats, (1, -1), strict=True):
                had.setdefault(player, []).append(colour)
    for colours in had.values():
        assert abs(sum(colours)) <= 2
        assert all(not a == b == c for (a, b), c in zip(pairwise(colours), colours[2:], strict=False))


def test_more_may_have_to_leave_two_score_groups_than_are_usually_looked_for() -> None:
    """Four who must not meet have the most points, two and two: all of them go down to the third group."""
    banned = [[a, b] for a in range(1, 5) for b in range(a + 1, 5)]
    start = field(40, "swiss", "quarto", rounds=5, forbidden=banned)
    first = tuple(Bye(n, "full" if n <= 4 else "half") for n in range(1, 41))
    second = tuple(Bye(n, "full" if n <= 2 else "half" if n <= 4 else "zero") for n in range(1, 41))
    event = with_round(with_round(start, Round(1, (), first)), Round(2, (), second))
    assert {frozenset(s) for s in seats(event)} >= {frozenset(p) for p in ((1, 5), (2, 6), (3, 7), (4, 8))}
