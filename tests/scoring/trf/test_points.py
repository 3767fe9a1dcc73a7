"""Points that are not 1, ½ and 0: a program that pairs or checks by the file must find our score groups in it.

The records: TRF26 (162); JaVaFo's manual (XXS); bbpPairings' trf.cpp (BBW, BBD, BBL, BBZ, BBF, BBU), which refuses a
file whose scores are not the sum of these. py4swiss reads XXS, and pairs by it.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from py4swiss.engines import DutchEngine

from scoring.output import standings_document
from scoring.standings import standings
from scoring.trf import read_report, write_report
from scoring.trf.events import event_of, report_of
from scoring.trf.report import LETTER_OF, USUAL
from tests.pairing.simulated import changed, field, simulate
from tests.scoring.trf.strict import read_strictly
from tests.scoring.trf.test_files import by_py4swiss
from tournaments.pairing.engine import pair

OTHERS = [
    ({"bye": "1/2"}, {"W": 10, "D": 5, "L": 0, "A": 0, "P": 5}),
    ({"bye": "0"}, {"W": 10, "D": 5, "L": 0, "A": 0, "P": 0}),
    ({"points": {"places": ["3", "1"]}, "bye": "2"}, {"W": 30, "D": 20, "L": 10, "A": 0, "P": 20}),
    ({"points": {"places": ["3", "0"]}, "bye": {"zero": "1/2"}}, {"W": 30, "D": 15, "L": 0, "A": 5, "P": 30}),
]


def played(scoring, rounds=4, seed=3):
    """Eleven players, somebody away in rounds 2 and 3, so that there are byes of the pairing in 1 and 4."""
    start = replace(field(11, "swiss", "quarto", rounds=6), scoring=scoring)
    return simulate(changed(start, 4, absent=frozenset({2, 3})), rounds, seed)


@pytest.mark.parametrize(("scoring", "worth"), OTHERS)
def test_they_are_told_and_the_records_add_up_to_the_standings(scoring, worth):
    event = played(scoring)
    lines = standings_document(standings(event))["standings"]
    report = report_of(event, ranks={line["player"]: line["rank"] for line in lines})
    assert report.points == worth
    ours = {line["player"]: 10 * Fraction(line["points"]) for line in lines}
    assert {p.number: p.points for p in report.players} == ours
    for version in ("trf16", "trf26"):
        text = write_report(report, version)
        found = read_strictly(text.encode(), version)
        assert read_report(text).points == worth and not read_report(text).other
        assert ("162" in found) == (version == "trf26") != ("BBU" in found)
    for player in report.players:
        assert player.points == sum(worth[LETTER_OF[game.result]] for game in player.games)


@pytest.mark.parametrize("scoring", [some for some, _worth in OTHERS if "zero" not in str(some)])
@pytest.mark.parametrize("seed", range(4))
def test_another_engine_pairs_the_next_round_from_the_file_as_we_do(scoring, seed, tmp_path):
    event = played(scoring, seed=seed)
    event = replace(event, pairing={**event.pairing, "edition": "2018"})  # what py4swiss pairs by
    text = write_report(report_of(event, ranks={p.id: 1 for p in event.players}), "trf16")
    theirs = {(p.white, p.black) for p in DutchEngine.generate_pairings(by_py4swiss(text, tmp_path))}
    following = pair(event).rounds[0]
    ours = {table.seats for table in following.tables} | {(bye.player, 0) for bye in following.byes}
    assert theirs == ours


@pytest.mark.parametrize(
    ("game", "scoring"),
    [
        ("quarto", {}),
        ("quaro", {}),
        ("quarto", {"bye": "1"}),
        ("quarto", {"points": {"places": ["1", "0"]}}),
        ("kwartet", {"points": "game"}),
        ("quarto", {"points": {"places": ["1/3", "0"]}}),
    ],
)
def test_the_usual_ones_and_those_without_letters_are_not_told(game, scoring):
    report = report_of(replace(field(5, "swiss", game), scoring=scoring), ranks={})
    assert report.points == {} != USUAL
    assert not any(f"\r\n{code} " in write_report(report, "trf16") for code in ("XXS", "BBW", "BBU"))


def test_what_another_program_says_in_more_detail_is_left_as_it_is():
    line = "001    1      Alyx                              2200                             0.0    1"
    for more in ("XXS WW=1.0 BW=1.2", "XXS W=1,0", "XXS W = 1.0"):
        report = read_report(f"{line}\r\n{more}\r\n")
        assert (report.points, report.other) == ({}, (more,))
    assert read_report(f"{line}\r\nXXS W=3 D=1 PAB=1.5\r\nBBL  0.5\r\n").points == {"W": 30, "D": 10, "P": 15, "L": 5}


def test_who_must_not_meet_at_first_may_meet_later():
    options = {"forbidden": [[1, 6], [2, 3]], "forbidden_rounds": 2}
    start = field(6, "swiss", "quarto", rounds=4, **options)
    for rounds in range(4):
        report = report_of(simulate(start, rounds), ranks={})
        assert report.forbidden == ((1, 2, (1, 6)), (1, 2, (2, 3)))
        assert "260 001 002    1    6\r\n" in write_report(report)
        assert ("XXP    1    6\r\n" in write_report(report, "trf16")) == (rounds < 2)
        again = event_of(read_report(write_report(report)), game="quarto").pairing
        assert (again["forbidden"], again["forbidden_rounds"]) == (options["forbidden"], 2)


def test_clubs_apart_at_first_end_nothing_for_pairs_that_must_not_meet():
    start = field(6, "swiss", "quarto", rounds=4, forbidden=[[1, 6]], apart_clubs=True, apart_rounds=1)
    report = report_of(simulate(start, 2), ranks={})
    assert report.forbidden == ((1, 4, (1, 6)),)
    assert "forbidden_rounds" not in event_of(read_report(write_report(report)), game="quarto").pairing
