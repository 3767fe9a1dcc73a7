"""The report of an event that is being played: who is away from the next round stands in it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from py4swiss.engines import DutchEngine

from scoring.__main__ import main
from scoring.documents.writing import write_event
from scoring.trf import read_report, write_report
from scoring.trf.events import event_of, report_of
from tests.pairing.simulated import changed, field, simulate
from tests.scoring.trf.strict import read_strictly
from tests.scoring.trf.test_files import by_py4swiss
from tournaments.pairing.engine import pair


@pytest.fixture
def running():
    """After two of five rounds: 8 is gone, 9 comes in round 4, 3 stays away from round 3 and 2 from round 5."""
    start = field(10, "swiss", "quarto", rounds=5, initial_colour="white", edition="2018")
    start = changed(changed(start, 8, left=2), 9, joined=4)
    start = changed(changed(start, 3, absent=frozenset({3})), 2, absent=frozenset({5}))
    return simulate(start, 2)


def of(event):
    return report_of(event, ranks={p.id: 1 for p in event.players})


def test_the_new_format_says_each_round_in_which_somebody_is_away(running):
    assert of(running).byes == (("Z", 3, 3), ("Z", 3, 8), ("Z", 3, 9), ("Z", 4, 8), ("Z", 5, 2), ("Z", 5, 8))
    text = write_report(of(running), "trf26")
    assert "240 Z 003    3    8    9\r\n" in text
    assert {len(p["games"]) for p in read_strictly(text.encode(), "trf26")["001"]} == {2}


def test_the_older_format_has_an_entry_for_the_next_round(running):
    text = write_report(of(running), "trf16")
    lines = {int(line[4:8]): line for line in text.splitlines() if line.startswith("001")}
    ends = {number: line[91:].split("  ")[2:] for number, line in lines.items()}
    assert {number for number, more in ends.items() if more == ["0000 - Z"]} == {3, 8, 9}
    assert all(not more for number, more in ends.items() if number not in (3, 8, 9))
    assert read_strictly(text.encode(), "trf16")


def test_another_program_pairs_the_next_round_without_them(running, tmp_path):
    text = write_report(of(running), "trf16").replace("XXZ", "###")  # by the entries alone
    theirs = {(p.white, p.black) for p in DutchEngine.generate_pairings(by_py4swiss(text, tmp_path))}
    following = pair(running).rounds[0]
    ours = {table.seats for table in following.tables} | {
        (bye.player, 0) for bye in following.byes if bye.kind == "pairing"
    }
    assert theirs == ours
    assert not {3, 8, 9} & {p for pair_ in theirs for p in pair_}


def test_what_was_written_is_read_as_the_same_event_before_the_same_round(running):
    for version in ("trf16", "trf26"):
        report = read_report(write_report(of(running), version))
        assert report.played == 2
        back = event_of(report, game="quarto", system="swiss")
        assert len(back.rounds) == 2
        away = {p.id for p in back.players if 3 in p.absent}
        assert away == {3, 8, 9}


def test_at_the_end_nobody_is_away(running):
    over = simulate(running, 3)
    assert of(over).byes == ()
    assert "XXZ" not in write_report(of(over), "trf16")


def test_how_the_lot_fell_is_told_by_the_first_round():
    for seed in range(6):
        event = simulate(changed(field(6, "swiss", "quarto", initial_colour="lot", seed=seed), 1, joined=2), 1)
        first = min(p for table in event.rounds[0].tables for p in table.seats)
        white = any(table.seats[0] == first for table in event.rounds[0].tables)
        assert of(event).initial_colour == ("W" if white else "B")
        assert of(replace(event, rounds=())).initial_colour == ""


def test_the_report_says_that_an_event_is_accelerated():
    for acceleration, lines in (("none", []), ("baku", ["192 FIDE_DUTCH_2026_BAKU"])):
        event = field(8, "swiss", "quarto", rounds=5, acceleration=acceleration)
        text = write_report(of(event), "trf26")
        assert [line for line in text.splitlines() if line.startswith("192")] == lines
        assert read_strictly(text.encode(), "trf26")
        back = event_of(read_report(text), game="quarto").pairing
        assert back.get("acceleration", "none") == acceleration


def test_the_report_names_no_rules_that_the_event_does_not_keep():
    event = field(8, "swiss", "quarto", rounds=5, acceleration="baku", edition="2018")
    text = write_report(of(event), "trf26")
    assert [line for line in text.splitlines() if line.startswith("192")] == []


@pytest.mark.parametrize(
    ("code", "edition"),
    [("FIDE_DUTCH_2017_BAKU", "2018"), ("FIDE_DUTCH_2025_BAKU", None), ("FIDE_DUTCH_2026_BAKU", None)],
)
def test_a_report_of_an_earlier_edition_is_paired_on_by_it(code, edition):
    event = field(8, "swiss", "quarto", rounds=5, acceleration="baku")
    text = write_report(of(event), "trf26").replace("FIDE_DUTCH_2026_BAKU", code)
    pairing = event_of(read_report(text), game="quarto").pairing
    assert (pairing.get("acceleration"), pairing.get("edition")) == ("baku", edition)


@pytest.mark.parametrize("version", ["16", "26"])
def test_the_command_prints_the_report(running, version, tmp_path, capsys):
    file = tmp_path / "event.json"
    file.write_text(json.dumps(write_event(running)), "utf-8")
    assert main(["--trf", version, str(file)]) == 0
    report = read_report(capsys.readouterr().out)
    assert (report.played, report.initial_colour, report.fact("012")) == (2, "W", "Test")
    assert {n for _kind, round_, n in report.byes if round_ == 3} == {3, 8, 9}
    ranks = {p.number: p.rank for p in report.players}
    assert min(ranks.values()) == 1 and len(set(ranks.values())) > 2


def test_the_command_says_that_a_report_is_for_tables_of_two(tmp_path, capsys):
    file = tmp_path / "event.json"
    event = field(8, "swiss-tables", "kwartet", rounds=3)
    file.write_text(json.dumps(write_event(simulate(event, 1))), "utf-8")
    assert main(["--trf", "26", str(file)]) == 2
    assert "tables of two" in capsys.readouterr().err


def test_a_bye_to_come_has_its_kind_in_the_new_format_and_comes_back(running):
    players = tuple(replace(p, half_byes=frozenset({3})) if p.id == 3 else p for p in running.players)
    report = of(replace(running, players=players))
    assert ("H", 3, 3) in report.byes
    text = write_report(report, "trf26")
    assert "240 H 003    3\r\n" in text
    back = event_of(read_report(text.encode()), game="quarto")
    assert (back.players[2].half_byes, back.players[2].absent) == (frozenset({3}), frozenset({3}))
    # the older programs add up what stands there, and the points are those before the round
    old = write_report(report, "trf16")
    assert "0000 - Z" in next(line for line in old.splitlines() if line.startswith("001    3"))
