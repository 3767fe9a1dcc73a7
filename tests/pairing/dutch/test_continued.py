"""Events of other programs, continued: their report has no initial colour, the first round shows it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from scoring.input.rules import BURSTEIN
from scoring.trf import read_report, write_report
from scoring.trf.events import event_of, report_of
from scoring.trf.report import Game, Report
from tests.pairing.dutch.samples import CASES, name_of, pairs_of, sample_event
from tests.pairing.simulated import changed, field, simulate
from tournaments.pairing.engine import pair, verify

STARTED = [case for case in CASES if case["round"] > 1]


def report_without_colour(case: dict[str, Any]) -> Report:
    """The report of a sample, as bbpPairings writes it: without the record of the initial colour."""
    report = report_of(sample_event(case), ranks={})
    return read_report(write_report(replace(report, initial_colour=""), "trf26"))


@pytest.mark.parametrize("case", STARTED, ids=name_of)
def test_the_next_round_has_their_pairs_and_their_colours(case: dict[str, Any]) -> None:
    report = report_without_colour(case)
    assert report.initial_colour == ""
    event = event_of(report, game="quarto", system="swiss")
    assert sorted(pairs_of(pair(event).rounds[0])) == sorted(case["2026"])


def test_the_samples_begin_with_both_colours() -> None:
    begun = Counter(event_of(report_without_colour(case), game="quarto").pairing["initial_colour"] for case in STARTED)
    assert min(begun["white"], begun["black"]) >= 40


def test_without_colours_in_the_first_round_none_is_taken() -> None:
    report = report_without_colour(STARTED[0])
    absent = tuple(replace(p, games=(Game(0, "-", "Z"), *p.games[1:])) for p in report.players)
    for players in (absent, tuple(replace(p, games=()) for p in report.players)):
        assert "initial_colour" not in event_of(replace(report, players=players), game="quarto").pairing


@pytest.mark.parametrize("edition", ["2026", BURSTEIN])
def test_the_check_finds_no_fault_in_rounds_that_somebody_missed(edition: str) -> None:
    event = field(11, "swiss", "quarto", rounds=6, edition=edition, initial_colour="white")
    event = changed(changed(event, 2, absent=frozenset({1, 3})), 5, absent=frozenset({2}), half_byes=frozenset({2}))
    event = simulate(changed(changed(event, 7, joined=3), 9, left=2), 4, seed=1)
    back = event_of(read_report(write_report(report_of(event, ranks={}), "trf26")), game="quarto")
    assert verify(event).ok and verify(back).ok
    missed = {p.id: p.absent for p in back.players}
    assert (missed[2], missed[5], missed[7]) == ({1, 3}, {2}, {1, 2}) and {3, 4} <= missed[9]
    assert [p.half_byes for p in back.players if p.half_byes] == [{2}]
