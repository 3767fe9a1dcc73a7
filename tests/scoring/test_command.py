"""``python -m scoring``: what it prints, and how it ends."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.__main__ import main
from scoring.documents.jsontext import MAX_BYTES
from tests.scoring.documents import document_of

EXAMPLE = Path(__file__).parent / "data" / "example-event.json"


def test_it_prints_the_standings_as_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(EXAMPLE)]) == 0
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert list(found) == ["after_round", "final", "standings", "teams"]
    assert [line["player"] for line in found["standings"]] == [1, 2, 5, 3, 4]
    assert found["standings"][2]["tie_breaks"] == {"DE": "0", "BH": "21/2", "WIN": "0", "LOT": "5"}
    assert printed.err == ""


def test_it_reads_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    class Input:
        buffer = io.BytesIO(EXAMPLE.read_bytes())

    monkeypatch.setattr("sys.stdin", Input)
    assert main(["-"]) == 0
    assert json.loads(capsys.readouterr().out)["after_round"] == 1


def test_an_earlier_round_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(EXAMPLE), "--after", "0"]) == 0
    assert json.loads(capsys.readouterr().out)["after_round"] == 0
    assert main([str(EXAMPLE), "--after", "2"]) == 2
    assert "there are no standings after round 2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"),
        ("{}", "format: is missing"),
        ('{"format": "viertal-event/1", "players": [{"id": 2}]}', "players[0].id: "),
        ('{"format": "viertal-event/1", "scoring": {"tie_breaks": ["XY"]}}', "scoring.tie_breaks[0]: "),
        ('{"format": "viertal-event/1", "name": "\\udc00"}', "surrogate"),
    ],
)
def test_what_cannot_be_read_ends_with_2_and_a_sentence(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "event.json"
    file.write_text(text, "utf-8")
    assert main([str(file)]) == 2
    printed = capsys.readouterr()
    assert says in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""


def test_a_file_that_is_not_there_or_too_long_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "nowhere.json")]) == 2
    assert main([str(tmp_path)]) == 2
    file = tmp_path / "long.json"
    with file.open("wb") as long:
        long.truncate(MAX_BYTES + 2)
    assert main([str(file)]) == 2
    assert "longer than 32 MiB" in capsys.readouterr().err


def test_a_tie_break_that_is_hidden_is_named_on_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "event.json"
    hidden = document_of("quarto", 2, pairing={"system": "berger"}, scoring={"tie_breaks": ["BH", "SB"]})
    file.write_text(json.dumps(hidden), "utf-8")
    assert main([str(file)]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith("BH is not used: ")
    assert list(json.loads(printed.out)["standings"][0]["tie_breaks"]) == ["SB"]


def test_it_runs_as_a_command() -> None:
    command = [sys.executable, "-m", "scoring", str(EXAMPLE)]
    ended = subprocess.run(command, capture_output=True, check=False, cwd=Path(__file__).parents[2])
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert json.loads(ended.stdout)["final"] is False
