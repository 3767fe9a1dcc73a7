"""Every value can be shown as the terms that make it, and every place by what decided it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.registry import Ending
from scoring.crosstable import crosstable
from scoring.documents.document import DocumentError, Event
from scoring.explain import Explainer
from scoring.input.reading import event_from
from scoring.standings import standings
from tests.pairing.simulated import field, simulate
from tests.scoring.documents import above, explain
from tests.scoring.events import events
from tests.scoring.tec import event as tec
from tests.scoring.test_standings import CODES, ROUND_ROBIN, WON, document, with_tie_breaks
from tests.scoring.values.test_larger_tables import event as worked
from tests.support.examples import examples

SHOWN = (
    *CODES,
    "BH/M1",
    "SB/C2",
    "AOB",
    "FB/C1",
    "GP",
    "WON",
    "BWG",
    "TPN",
    "RTNG",
    "LOT",
    "TPR",
    "PTP",
    "APRO",
    "AOS",
    "AOS/C1",
    "ASB/M1",
    "PPG",
    "DIFF",
    "SHARE",
)


@pytest.mark.parametrize(
    ("player", "code", "text"),
    [
        (4, "points", "Points 7/2 = 1 + 1/2 + 1 + 1/2 + 1/2"),
        (4, "BH", "BH 14 = 3 + 5/2 + 3/2 + 7/2 + 7/2"),
        (4, "BH/C1", "BH/C1 23/2 = 3 + 3/2 + 7/2 + 7/2 [5/2]"),
        (4, "AOB", "AOB 107/8 = (23/2 + 14 + 31/2 + 25/2) : 4"),
        (4, "ARO", "ARO 1888 ≈ (1650 + 1600 + 2100 + 2200) : 4"),
        (4, "DE", "DE 1 = 1/2 + 1/2"),
        (12, "DE", "DE 0"),
        (12, "WON", "WON 0"),
        (12, "ARO/C1", "ARO/C1 0 = 0 [2050]"),
    ],
)
def test_a_value_is_shown_as_its_sum(player: int, code: str, text: str) -> None:
    assert explain(tec("tec-swiss", tie_breaks=["DE", "BH"]), player, code).text == text


def test_the_sum_names_who_gave_each_term() -> None:
    found = explain(tec("tec-swiss"), 4, "BH/C1")
    assert [(term.round, term.opponent, term.dummy) for term in found.terms] == [
        (1, 12, False),
        (3, 13, False),
        (4, 3, False),
        (5, 1, False),
    ]
    (cut,) = found.cut
    assert (cut.amount, cut.round, cut.opponent, cut.dummy, cut.voluntary) == (Fraction(5, 2), 2, None, True, True)
    assert found.source == "FIDE Handbook C.07, article 8.1"


LIMITED: list[dict[str, Any]] = [
    {"tables": [{"seats": [1, 2], "points": ["1", None], "end": "forfeit"}], "byes": [{"player": 3}]},
    {"tables": [{"seats": [1, 3], "points": WON}], "byes": [{"player": 2, "kind": "zero"}]},
    {"tables": [{"seats": [2, 3], "points": WON}], "byes": [{"player": 1}]},
]
"""Player 1 wins a forfeit, a game and has a bye: 3 points, more than three draws and than the opponent has."""


@pytest.mark.parametrize("code", ["BH", "SB"])
def test_a_dummy_with_less_than_the_own_score_is_told_from_one_with_all_of_it(code: str) -> None:
    event = event_from(document(LIMITED, 3, scoring={"tie_breaks": [code]}))
    told = {
        player: [(term.round, term.opponent, term.limited) for term in explain(event, player, code).terms]
        for player in (1, 2)
    }
    assert told == {
        1: [(1, 2, True), (2, 3, False), (3, None, True)],
        2: [(1, 1, False), (2, None, False), (3, 3, False)],
    }
    before = event_from(document(LIMITED, 3, scoring={"tie_breaks": [code], "edition": "2024"}))
    assert not any(term.limited for term in explain(before, 1, code).terms)


def test_a_direct_encounter_names_the_tied() -> None:
    found = explain(tec("tec-swiss", tie_breaks=["DE"]), 4, "DE")
    assert found.tied == (1, 3, 16)
    assert {term.opponent: term.amount for term in found.terms} == {1: Fraction(1, 2), 3: Fraction(1, 2)}


@given(events(), st.sampled_from(SHOWN))
@settings(max_examples=examples(100))
def test_the_terms_always_make_the_value_of_the_standings(event: Event, code: str) -> None:
    listed = with_tie_breaks(event, ("WIN", code) if code != "WIN" else (code,))
    found = standings(listed)
    explainer = Explainer(listed)
    for line in found.standings:
        if code in found.dropped:
            with pytest.raises(DocumentError):
                explainer.explain(line.player, code)
            continue
        shown = explainer.explain(line.player, code)
        assert shown.value == line.tie_breaks[code]
        total = sum((term.amount for term in shown.terms), Fraction(0))
        if shown.ending is Ending.SUM or not shown.terms:
            assert total == shown.value
        else:
            far = abs(total / shown.count - shown.value)
            assert far <= Fraction(1, 2) if shown.ending is Ending.WHOLE_MEAN else far == 0
        points = explainer.explain(line.player, "points")
        assert sum((term.amount for term in points.terms), Fraction(0)) == line.points == points.value


@pytest.mark.parametrize("rules", ["out", "in"])
@pytest.mark.parametrize(
    ("system", "options", "codes"),
    [
        ("berger", {}, ["DE"]),
        ("tables", {"table_size": 4}, ["DE", "BH"]),
        ("swiss", {}, ["DE", "BH"]),
        ("swiss", {"mcmahon": True, "mcmahon_bar": 2390, "mcmahon_floor": 2375}, ["START", "DE", "BH"]),
        ("swiss-tables", {}, ["DE", "BH"]),
        ("keizer", {}, ["KEIZER", "VALUE"]),
        ("levels", {"table_size": 4}, ["LEVEL"]),
        ("groups", {"table_size": 2, "groups": 2, "group_rounds": 1, "qualifiers": 2}, ["GROUP", "DE"]),
        ("knockout", {"tie": "lot"}, ["DE", "BH"]),
        ("double-elimination", {"tie": "lot"}, ["DE", "BH"]),
    ],
)
def test_the_sums_of_somebody_expelled_are_there(
    system: str, options: dict[str, object], codes: list[str], rules: str
) -> None:
    chosen = {"expelled_players": [3], "expelled": rules, "tie_breaks": ["DE", "BH"]}
    for rounds in (1, 2):
        event = replace(simulate(field(8, system, **options), rounds), scoring=chosen)
        explainer = Explainer(event)
        assert (3 in explainer.order.ranks) == (rules == "in")
        assert set(codes) <= {*explainer.order.codes, *explainer.order.dropped}
        points = explainer.explain(3, "points")
        assert points.value == explainer.history.total(3) == sum(term.amount for term in points.terms)
        for code in explainer.order.codes:
            found = explainer.explain(3, code)
            assert (found.code, found.value >= 0) == (code, True)


def test_who_is_above_whom_is_told_by_the_first_difference() -> None:
    event = tec("tec-swiss", tie_breaks=["DE", "BH/C1", "BH"])
    found = above(event, 16, 4)
    assert (found.higher, found.lower, found.code) == (4, 16, "BH/C1")
    assert found.text == "David is above Stephan by Buchholz (BH/C1): 23/2 against 11."
    found = above(event, 2, 16)
    assert (found.higher, found.code, found.higher_value) == (2, "points", 4)
    found = above(tec("tec-swiss"), 1, 3)
    assert found.code is None
    assert "share a rank" in found.text


def test_a_direct_encounter_among_fewer_is_told_as_such() -> None:
    found = above(tec("tec-swiss-direct-encounter", tie_breaks=["DE"]), 6, 1)
    assert (found.higher, found.lower, found.code) == (6, 1, "DE")


@given(events(), st.data())
@settings(max_examples=examples(40))
def test_the_difference_is_there_and_the_first(event: Event, data: st.DataObject) -> None:
    listed = with_tie_breaks(event, ("DE", "BH", "SB"))
    lines = {line.player: line for line in standings(listed).standings}
    one, other = data.draw(st.lists(st.sampled_from(sorted(lines)), min_size=2, max_size=2, unique=True))
    explainer = Explainer(listed)
    found = explainer.above(one, other)
    if found.code is None:
        equal = explainer.history.nothing_yet(one) == explainer.history.nothing_yet(other)
        assert (lines[one].rank == lines[other].rank) is equal
    else:
        assert lines[found.higher].rank < lines[found.lower].rank


def test_questions_that_have_no_answer_are_refused() -> None:
    event = tec("tec-round-robin")
    for player, code in ((1, "BH"), (1, "XY"), (0, "SB"), (7, "SB")):
        with pytest.raises(DocumentError):
            explain(event, player, code)
    value = document(ROUND_ROBIN, scoring={"expelled_players": [1]})
    with pytest.raises(DocumentError, match="not in the table"):
        above(event_from(value), 1, 2)


def test_the_crosstable_says_who_met_whom_where_with_what_result() -> None:
    rows = {row.player: row for row in crosstable(worked())}
    assert [row.player for row in crosstable(worked())][:2] == [5, 1]
    assert sorted(rows[1].cells) == [2, 3, 4, 5, 7]
    first, second = rows[1].cells[3]
    assert (first.round, first.table, first.result, first.points, first.second) == (1, 1, "win", 8, False)
    assert (second.round, second.table, second.result, second.points) == (2, 1, "win", 4)
    assert rows[5].cells[6][0].result == "tie"
    assert rows[3].cells[1][0].result == "loss"


def test_the_crosstable_shows_forfeits_byes_and_what_is_missing() -> None:
    value = document(ROUND_ROBIN, pairing={"system": "berger"})
    rows = {row.player: row for row in crosstable(event_from(value))}
    assert rows[3].cells[4][0].result == "forfeit win"
    assert rows[4].cells[3][0].result == "forfeit loss"
    value = document(
        [
            {"tables": [{"seats": [1, 2], "end": "adjourned"}], "byes": [{"player": 3}]},
            {"tables": [{"seats": [2, 3]}], "byes": [{"player": 4, "kind": "half"}]},
        ]
    )
    rows = {row.player: row for row in crosstable(event_from(value))}
    assert rows[1].cells[2][0].result == "adjourned"
    assert (rows[3].cells[2][0].result, rows[3].cells[2][0].points, rows[3].cells[2][0].second) == (
        "pending",
        None,
        True,
    )
    assert rows[3].byes == {1: "pairing bye"}
    assert rows[4].byes == {1: "zero-point bye", 2: "half-point bye"}


@given(events())
@settings(max_examples=examples(40))
def test_both_sides_of_a_crosstable_agree(event: Event) -> None:
    rows = {row.player: row for row in crosstable(event)}
    mirror = {"win": "loss", "loss": "win", "tie": "tie", "adjourned": "adjourned", "pending": "pending"}
    for row in rows.values():
        for opponent, cells in row.cells.items():
            back = rows[opponent].cells[row.player]
            assert [(cell.round, cell.table) for cell in cells] == [(cell.round, cell.table) for cell in back]
            for here, there in zip(cells, back, strict=True):
                if here.result in mirror:
                    assert there.result == mirror[here.result]
                    assert here.second is not there.second
