"""``python -m tournaments.pairing``: what it prints, its exit codes, the same answer everywhere."""

from __future__ import annotations

import copy
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tournaments.pairing.__main__ import main

ROOT = Path(__file__).parents[2]


def document(people: int = 16, game: str = "quatro-chess", **pairing: Any) -> dict[str, Any]:
    return {
        "format": "viertal-event/1",
        "name": "Club evening",
        "game": game,
        "pairing": {"system": "tables", "rounds": 5, "seed": 7, **pairing},
        "players": [{"id": i, "name": f"Ünï {i}", "rating": 1000 + 37 * i % 400} for i in range(1, people + 1)],
        "rounds": [],
    }


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Runs the command on a document through standard input: (exit code, printed JSON or None, errors)."""

    def runner(value: Any, *options: str) -> tuple[int, Any, str]:
        text = value if isinstance(value, bytes) else json.dumps(value).encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
        code = main([*options, "-"])
        out, err = capsys.readouterr()
        return code, json.loads(out) if out else None, err

    return runner


def test_the_next_round_has_the_shape_of_the_contract(run) -> None:
    code, answer, errors = run(document())
    assert (code, errors) == (0, "")
    assert set(answer) == {"rounds", "quality", "notes"}
    (round_,) = answer["rounds"]
    assert set(round_) == {"number", "tables", "byes"}
    assert round_["number"] == 1
    assert [set(t) for t in round_["tables"]] == [{"number", "seats"}] * 4
    assert [t["number"] for t in round_["tables"]] == [1, 2, 3, 4]
    assert answer["quality"] == {
        "repeated_pairs": 0,
        "most_meetings": 1,
        "unmet_pairs": 96,
        "seat_spread": 1,
        "bound": 0,
        "optimal": True,
    }


def test_all_prints_every_round_and_the_perfect_schedule(run) -> None:
    code, answer, _errors = run(document(), "--all")
    assert code == 0
    assert [r["number"] for r in answer["rounds"]] == [1, 2, 3, 4, 5]
    assert answer["quality"]["unmet_pairs"] == 0
    assert answer["quality"]["seat_spread"] == 1


def test_all_after_played_rounds_prints_those_that_are_left(run) -> None:
    value = document()
    _code, first, _errors = run(value, "--all")
    value["rounds"] = first["rounds"][:2]
    code, rest, _errors = run(value, "--all")
    assert code == 0
    assert rest["rounds"] == first["rounds"][2:]
    assert rest["quality"] == first["quality"]


def test_results_in_the_document_change_nothing_in_a_fixed_schedule(run) -> None:
    value = document()
    _code, plain, _errors = run(value)
    value["rounds"] = copy.deepcopy(plain["rounds"])
    _code, second, _errors = run(value)
    for table in value["rounds"][0]["tables"]:
        table.update(points=["8", "4", "2", "0"], end="played")
    assert run(value)[1] == second


def test_the_answer_can_be_put_into_the_document_and_checked(run) -> None:
    value = document(people=15)
    value["rounds"] = run(value, "--all")[1]["rounds"]
    code, verdict, errors = run(value, "--check")
    assert (code, errors) == (0, "")
    assert verdict["rounds"] == [{"number": n, "ok": True, "faults": []} for n in range(1, 6)]
    assert verdict["quality"]["repeated_pairs"] == 0


@pytest.mark.parametrize(
    ("pairing", "says"),
    [
        ({"cycles": 2}, "pairing.cycles"),
        ({"rounds": -1}, "pairing.rounds"),
        ({"system": "nonsense"}, "pairing.system"),
        ({"table_size": 7}, "pairing.table_size"),
        # a value is shown as it stands in the document, which is JSON
        ({"system": None}, "pairing.system: There is no system null;"),
        ({"rounds": True}, "pairing.rounds: This must be a whole number, not true."),
        ({"numbering": ["x"]}, 'not ["x"].'),
    ],
)
def test_an_option_that_is_not_known_is_refused_with_its_place(run, pairing: dict[str, Any], says: str) -> None:
    code, answer, errors = run(document(**pairing))
    assert (code, answer) == (2, None)
    assert says in errors


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"\xff\xfe", b'{"format": "viertal-event/2"}', b"NaN"])
def test_what_is_no_document_is_refused(run, text: bytes) -> None:
    for options in ((), ("--check",), ("--all",)):
        code, answer, errors = run(text, *options)
        assert (code, answer) == (2, None)
        assert errors.startswith("error: ")


def test_a_round_that_cannot_be_paired_is_exit_1_with_the_reason(run) -> None:
    value = document()
    value["rounds"] = run(value, "--all")[1]["rounds"]
    code, answer, errors = run(value)
    assert (code, answer) == (1, None)
    assert errors == "error: All 5 rounds of this event are already paired.\n"


def played(run, **options: Any) -> dict[str, Any]:
    value = document(**options)
    value["rounds"] = run(value, "--all")[1]["rounds"]
    return value


def check(run, value: dict[str, Any], number: int) -> list[str]:
    """The faults of a round, when exactly the check fails."""
    code, verdict, errors = run(value, "--check")
    assert code == 1
    assert errors
    assert [r["number"] for r in verdict["rounds"]] == list(range(1, len(value["rounds"]) + 1))
    entry = verdict["rounds"][number - 1]
    assert entry["ok"] is False
    for fault in entry["faults"]:
        assert fault["message"].startswith(f"Round {number}")
        assert fault["message"] in errors
    return [f["message"] for f in entry["faults"]]


def test_check_finds_a_pair_met_twice_without_need(run) -> None:
    value = played(run)
    tables = value["rounds"][1]["tables"]
    one, two = value["rounds"][0]["tables"][0]["seats"][:2]
    at = next(t for t in tables if one in t["seats"])
    where = next(t for t in tables if two in t["seats"])
    stranger = next(p for p in at["seats"] if p != one)
    at["seats"][at["seats"].index(stranger)] = two
    where["seats"][where["seats"].index(two)] = stranger
    found = check(run, value, 2)
    assert any(f"Players {min(one, two)} and {max(one, two)} already met in round 1" in f for f in found)


def test_check_finds_a_player_twice_and_one_nowhere(run) -> None:
    value = played(run)
    tables = value["rounds"][2]["tables"]
    twice, gone = tables[0]["seats"][0], tables[1]["seats"][0]
    tables[1]["seats"][0] = twice
    found = check(run, value, 3)
    assert any(f"Player {twice} also sits at table 1" in f for f in found)
    assert any(f"Player {gone} takes part, but sits nowhere" in f for f in found)


def test_check_finds_a_needless_bye(run) -> None:
    value = played(run)
    table = value["rounds"][1]["tables"][2]["seats"]
    if len(set(table)) == 4:
        gone = table[0]
        ratings = {p["id"]: p["rating"] for p in value["players"]}
        table[0] = max(table[1:], key=lambda p: (ratings[p], -p))
        value["rounds"][1]["byes"] = [{"player": gone, "kind": "pairing"}]
    assert any("byes are given" in f and "0 would be enough" in f for f in check(run, value, 2))


def test_check_finds_seats_out_of_balance(run) -> None:
    value = played(run)
    for round_ in value["rounds"]:
        for table in round_["tables"]:
            table["seats"].sort()
    assert any("Seats out of balance" in f for f in check(run, value, 2))


def test_check_finds_a_player_at_a_table_who_is_absent_or_has_a_bye(run) -> None:
    value = played(run)
    value["rounds"][0]["byes"] = [{"player": 3, "kind": "pairing"}]
    value["players"][4]["absent"] = [2]
    assert any("sits here and has a bye as well" in f for f in check(run, value, 1))
    assert any("Player 5 does not take part" in f for f in check(run, value, 2))


def test_check_finds_two_who_must_not_meet_and_a_wrong_table(run) -> None:
    value = played(run)
    seats = value["rounds"][0]["tables"][0]["seats"]
    value["pairing"]["forbidden"] = [seats[:2]]
    value["pairing"]["fixed_tables"] = {str(seats[3]): 2}
    found = check(run, value, 1)
    assert any("must not meet" in f for f in found)
    assert any(f"Player {seats[3]} should sit at table 2" in f for f in found)


def test_check_finds_tables_with_wrong_numbers(run) -> None:
    value = played(run)
    value["rounds"][0]["tables"][1]["number"] = 9
    assert any("not numbered 1 to 4" in f for f in check(run, value, 1))
    value["rounds"][0]["tables"][1]["number"] = 1
    assert any("2 tables with this number" in f for f in check(run, value, 1))


def test_check_finds_the_wrong_player_with_two_colours(run) -> None:
    value = played(run, people=15)
    table = next(t for t in value["rounds"][0]["tables"] if len(set(t["seats"])) == 3)
    twice = next(p for p in table["seats"] if table["seats"].count(p) == 2)
    once = next(p for p in table["seats"] if p != twice)
    table["seats"] = [once if p == twice else twice if p == once else p for p in table["seats"]]
    assert any(f"Player {twice}, the strongest of three, has two colours" in f for f in check(run, value, 1))


def test_check_still_refuses_what_is_no_document(run) -> None:
    value = played(run)
    value["rounds"][0]["tables"][0]["seats"][0] = 99
    assert run(value, "--check")[0] == 2
    twice = played(run)
    twice["rounds"][0]["tables"][0]["seats"][0] = twice["rounds"][0]["tables"][1]["seats"][0]
    twice["rounds"][1]["tables"][0]["colour"] = "red"
    code, answer, errors = run(twice, "--check")
    assert (code, answer) == (2, None)
    assert "rounds[0].tables[1]" in errors


def test_without_check_a_player_twice_is_a_document_that_cannot_be_read(run) -> None:
    value = played(run)
    value["rounds"] = value["rounds"][:1]
    value["rounds"][0]["tables"][0]["seats"][0] = value["rounds"][0]["tables"][1]["seats"][0]
    code, answer, errors = run(value)
    assert (code, answer) == (2, None)
    assert "rounds[0].tables[1].seats" in errors


def test_another_seed_gives_another_seating_and_none_is_seed_0(run) -> None:
    seated = [run(document(seed=seed))[1]["rounds"] for seed in range(6)]
    assert len({json.dumps(r) for r in seated}) == 6
    value = document()
    del value["pairing"]["seed"]
    assert run(value)[1]["rounds"] == seated[0]


def test_the_command_needs_no_django(tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_text(json.dumps(document()))
    program = (
        "import sys; sys.modules['django'] = None\n"
        "from tournaments.pairing.__main__ import main\n"
        f"raise SystemExit(main([{str(file)!r}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr


def test_a_file_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    missing = tmp_path / "missing.json"
    assert main([str(missing)]) == 2
    assert capsys.readouterr().err == f"error: {missing}: No such file or directory\n"


@pytest.mark.parametrize(
    ("people", "options"),
    [(25, {"table_size": 5, "rounds": 6}), (36, {"table_size": 6, "rounds": 3}), (17, {"allowed_sizes": [3, 4, 5]})],
)
def test_larger_and_mixed_tables_are_paired_and_pass_their_check(run, people: int, options: dict[str, Any]) -> None:
    value = document(people, "kwartet", **{"rounds": 2, **options})
    code, answer, _errors = run(value, "--all")
    assert code == 0
    value["rounds"] = answer["rounds"]
    assert run(value, "--check")[0] == 0
    sizes = {len(t["seats"]) for r in answer["rounds"] for t in r["tables"]}
    assert sizes == ({4, 5} if people == 17 else {options["table_size"]})
