"""Events added up by a declared rule, exactly."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.series import TIES, Played, SeriesRules, series
from tests.support.examples import examples

F = Fraction
POINTS = st.builds(Fraction, st.integers(0, 30), st.sampled_from((1, 2, 3)))


def ranked(points: dict[str, Fraction]) -> dict[str, tuple[int, Fraction]]:
    """An event from its points."""
    return {who: (1 + sum(other > own for other in points.values()), own) for who, own in points.items()}


EVENTS = st.lists(st.dictionaries(st.sampled_from("abcdef"), POINTS).map(ranked), max_size=5)
RULES = st.one_of(
    st.builds(SeriesRules, best=st.one_of(st.none(), st.integers(1, 4)), ties=st.sampled_from(TIES)),
    st.builds(SeriesRules, drop=st.integers(0, 4), ties=st.sampled_from(TIES)),
    st.builds(
        SeriesRules,
        value=st.just("places"),
        places=st.lists(POINTS, min_size=1, max_size=4).map(lambda own: tuple(sorted(own, reverse=True))),
        drop=st.integers(0, 2),
        ties=st.sampled_from(TIES),
    ),
)

SEASON = [
    ranked({"anna": F(12), "carla": F(11)}),
    ranked({"anna": F(7, 2), "bert": F(10), "carla": F(9)}),
    ranked({"anna": F(9), "bert": F(10)}),
]


@pytest.mark.parametrize(
    ("ties", "ranks"),
    [
        ("shared", {"anna": 1, "carla": 2, "bert": 2}),
        ("best", {"anna": 1, "carla": 2, "bert": 3}),
        ("wins", {"anna": 1, "bert": 2, "carla": 3}),
        ("last", {"anna": 1, "bert": 2, "carla": 3}),
    ],
)
def test_the_worked_example(ties: str, ranks: dict[str, int]) -> None:
    found = series(SEASON, SeriesRules(best=2, ties=ties))
    assert {line.player: line.rank for line in found} == ranks
    assert {line.player: line.total for line in found} == {"anna": 21, "bert": 20, "carla": 20}
    anna = next(line for line in found if line.player == "anna")
    assert anna.events == (Played(1, F(12), True), Played(3, F(7, 2), False), Played(2, F(9), True))
    assert next(line for line in found if line.player == "bert").events[0] is None


def test_places_are_shared_and_end_with_the_list() -> None:
    event = {"a": (1, F(9)), "b": (2, F(5)), "c": (2, F(5)), "d": (4, F(1)), "e": (5, F(0))}
    found = series([event], SeriesRules("places", (F(10), F(8), F(6))))
    assert {line.player: line.total for line in found} == {"a": 10, "b": 7, "c": 7, "d": 0, "e": 0}
    half = series([{"a": (1, F(1)), "b": (1, F(1))}], SeriesRules("places", (F(5),)))
    assert [line.total for line in half] == [F(5, 2), F(5, 2)]


def test_a_missed_event_is_one_of_the_worst() -> None:
    events = [ranked({"a": F(3), "b": F(4)}), ranked({"a": F(3)}), ranked({"a": F(1), "b": F(4)})]
    found = series(events, SeriesRules(drop=1))
    assert {line.player: (line.rank, line.total) for line in found} == {"b": (1, 8), "a": (2, 6)}
    assert [line.total for line in series(events[:1], SeriesRules(drop=3))] == [4, 3]


@settings(max_examples=examples(80))
@given(EVENTS, RULES)
def test_a_second_implementation_gives_the_same(
    events: list[dict[str, tuple[int, Fraction]]], rules: SeriesRules
) -> None:
    found = series(events, rules)
    assert {line.player for line in found} == {who for event in events for who in event}
    for line in found:
        values = []
        for event in events:
            if line.player in event:
                rank, points = event[line.player]
                if rules.value == "places":
                    same = sum(other == rank for other, _ in event.values())
                    each = [*rules.places, *[F(0)] * 20][rank - 1 : rank - 1 + same]
                    points = sum(each, F(0)) / same
                values.append(points)
        size = min(len(values), rules.counted(len(events)))
        assert line.total == max(sum(some, F(0)) for some in combinations(values, size))
        assert line.total == sum((one.value for one in line.events if one and one.counts), F(0))
        assert line.rank <= 1 + sum(other.total > line.total for other in found) + sum(
            other.total == line.total for other in found if other is not line
        )
    totals = [line.total for line in found]
    assert totals == sorted(totals, reverse=True)


@settings(max_examples=examples(60))
@given(EVENTS, RULES, st.permutations("abcdef"))
def test_permuting_players_permutes_the_table(
    events: list[dict[str, tuple[int, Fraction]]], rules: SeriesRules, names: list[str]
) -> None:
    other = dict(zip("abcdef", names, strict=True))
    moved = [{other[who]: event[who] for who in reversed(event)} for event in events]
    before = {other[line.player]: (line.rank, line.total) for line in series(events, rules)}
    assert {line.player: (line.rank, line.total) for line in series(moved, rules)} == before


@settings(max_examples=examples(60))
@given(EVENTS.filter(lambda events: any(events)), st.one_of(st.none(), st.integers(1, 4)), POINTS)
def test_a_better_result_never_lowers_a_total(
    events: list[dict[str, tuple[int, Fraction]]], best: int | None, more: Fraction
) -> None:
    rules = SeriesRules(best=best)
    event = next(one for one in events if one)
    who = next(iter(event))
    before = next(line.total for line in series(events, rules) if line.player == who)
    event[who] = (event[who][0], event[who][1] + more)
    assert next(line.total for line in series(events, rules) if line.player == who) >= before


@settings(max_examples=examples(40))
@given(EVENTS, st.integers(0, 4), st.sampled_from(TIES))
def test_dropping_so_many_is_keeping_the_others(
    events: list[dict[str, tuple[int, Fraction]]], drop: int, ties: str
) -> None:
    keep = max(1, len(events) - drop)
    assert series(events, SeriesRules(drop=drop, ties=ties)) == series(events, SeriesRules(best=keep, ties=ties))


@pytest.mark.parametrize(
    "wrong",
    [
        {"value": "percent"},
        {"ties": "lot"},
        {"best": 0},
        {"best": 2, "drop": 1},
        {"drop": -1},
        {"value": "places"},
        {"value": "places", "places": (F(1), F(2))},
    ],
)
def test_what_makes_no_rule_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        SeriesRules(**wrong)  # type: ignore[arg-type]


def test_a_series_without_events_is_empty() -> None:
    assert series([], SeriesRules()) == []
