"""The commands as a shell sees them: what they print, where, and how they exit."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest

import games
from games.core import commands, registry
from games.core.record import MAX_BYTES

ROOT = Path(games.__path__[0]).parent
GOOD = '{"game": "quarto", "options": {}, "seats": ["Anna", null], "setup": {}, "moves": ["give LRTF"]}'
WRONG = GOOD.replace("give LRTF", "place a1")
SPREAD = json.dumps(json.loads(GOOD), indent=2)


def run(*arguments: str, stdin: bytes | str = b"") -> tuple[int, list[Any], str]:
    out, err = StringIO(), StringIO()
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    status = commands.main(arguments, BytesIO(data), out, err)
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def codes(answers: list[Any]) -> list[str | None]:
    return [None if answer["valid"] else answer["error"]["code"] for answer in answers]


def test_a_good_record_is_answered_and_exits_0() -> None:
    status, answers, err = run("check", "-", stdin=GOOD)
    assert (status, err) == (0, "")
    assert answers == [{"valid": True, "game": "quarto", "status": "in_progress", "plies": 1, "result": None}]


@pytest.mark.parametrize("text", [SPREAD, SPREAD.replace("\n", "\r\n"), "\n\n" + SPREAD + "\n\n", "\ufeff" + GOOD])
def test_one_object_may_be_spread_over_lines(text: str) -> None:
    status, answers, _ = run("check", "-", stdin=text)
    assert (status, codes(answers)) == (0, [None])


def test_one_object_a_line_is_answered_in_order() -> None:
    status, answers, _ = run("check", "-", stdin=f"{GOOD}\n\n  \n{WRONG}\r\n{GOOD}")
    assert (status, codes(answers)) == (1, [None, "illegal-move", None])


@pytest.mark.parametrize("broken", ["nonsense", "{", GOOD[:-1], '{"game": NaN}', "[", '{"a": 1} {"b": 2}'])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_line_that_is_no_json_spoils_only_itself(broken: str, place: int) -> None:
    lines = [GOOD, GOOD]
    lines.insert(place, broken)
    status, answers, _ = run("check", "-", stdin="\n".join(lines))
    assert status == 1
    expected: list[str | None] = [None, None]
    expected.insert(place, "bad-record")
    assert codes(answers) == expected
    assert answers[place]["game"] is None


@pytest.mark.parametrize(
    "text",
    [
        SPREAD.replace('"quarto"', "NaN"),
        SPREAD[:-1],
        SPREAD.replace("{}", "{},,"),
        "{\n" * 5000,
        SPREAD + "\n" + "]",
        "nonsense\nand more",
        "",
        " \n \n",
        "\ufeff",
        SPREAD + " " * MAX_BYTES + "x",
    ],
)
def test_one_faulty_object_gets_one_answer(text: str) -> None:
    status, answers, _ = run("check", "-", stdin=text)
    assert (status, codes(answers)) == (1, ["bad-record"])
    assert answers[0]["game"] is None


def test_a_line_over_the_limit_is_refused_and_the_next_is_read() -> None:
    long = GOOD.replace("Anna", "A" * (3 * MAX_BYTES))
    status, answers, _ = run("check", "-", stdin=f"{GOOD}\n{long}\n{GOOD}\n{long}")
    assert (status, codes(answers)) == (1, [None, "bad-record", None, "bad-record"])
    assert "1 MiB" in answers[1]["error"]["message"]
    status, answers, _ = run("check", "-", stdin=f"{long}\n{GOOD}\n")
    assert codes(answers) == ["bad-record", None]


def test_a_line_of_exactly_the_limit_is_read_wherever_it_stands() -> None:
    exact = GOOD.replace("give LRTF", "give LRTF" + " " * (MAX_BYTES - len(GOOD)))
    assert len(exact) == MAX_BYTES
    for lines in ([exact], [exact, exact], [GOOD, exact, GOOD]):
        status, answers, _ = run("check", "-", stdin="\n".join(lines))
        assert (status, codes(answers)) == (0, [None] * len(lines))


def test_many_lines_beyond_the_head_of_a_file_are_all_answered() -> None:
    lines = [GOOD if number % 7 else WRONG for number in range(12_000)]
    status, answers, _ = run("check", "-", stdin="\n".join(lines))
    assert status == 1
    assert codes(answers) == [None if number % 7 else "illegal-move" for number in range(12_000)]


def test_bytes_that_are_no_utf_8_get_an_answer() -> None:
    status, answers, _ = run("check", "-", stdin=GOOD.encode() + b'\n{"\xff"}\n' + GOOD.encode())
    assert (status, codes(answers)) == (1, [None, "bad-record", None])


def test_several_files_are_answered_in_order(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(f"{GOOD}\n{WRONG}\n")
    (tmp_path / "b").write_text(SPREAD)
    status, answers, _ = run("check", str(tmp_path / "a"), "-", str(tmp_path / "b"), stdin=WRONG)
    assert (status, codes(answers)) == (1, [None, "illegal-move", "illegal-move", None])


def test_a_file_that_cannot_be_read_exits_2_and_the_others_are_answered(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(GOOD)
    for missing in (str(tmp_path / "none"), str(tmp_path), "nul\0"):
        status, answers, err = run("check", str(tmp_path / "a"), missing)
        assert (status, codes(answers)) == (2, [None])
        assert err.count("\n") == 1 and "cannot be read" in err
        status, answers, err = run("legal", missing)
        assert (status, answers) == (2, [])


@pytest.mark.parametrize(
    "arguments",
    [
        *([], ["check"], ["legal"], ["legal", "a", "b"], ["perft"], ["perft", "quarto"], ["play", "-"]),
        *(["perft", "quarto", "-1"], ["perft", "quarto", "two"], ["perft", "quarto", "٣"], ["perft", "ludo", "1"]),
        *(["perft", "quarto", "1", "2"], ["perft", "quarto", "9" * 9999], ["perft", "quaro", "1"], ["-x"]),
    ],
)
def test_a_wrong_call_exits_2_with_one_sentence(arguments: list[str]) -> None:
    status, answers, err = run(*arguments)
    assert (status, answers) == (2, [])
    assert err.count("\n") == 1 and err.endswith(".\n")


def test_help_is_no_error() -> None:
    out = StringIO()
    assert commands.main(["--help"], BytesIO(), out, StringIO()) == 0
    assert "check" in out.getvalue()


def test_legal_prints_the_sorted_moves() -> None:
    status, answers, err = run("legal", "-", stdin=SPREAD)
    assert (status, err) == (0, "")
    assert answers == [sorted(f"place {column}{row}" for column in "abcd" for row in "1234")]


def test_legal_prints_the_answer_of_check_on_standard_error_for_a_refused_record() -> None:
    claimed = GOOD[:-1] + ', "claimed": {"places": [1, 2]}}'
    for text in (WRONG, "nonsense", f"{GOOD}\n{GOOD}", "", claimed):
        status, answers, err = run("legal", "-", stdin=text)
        assert (status, answers) == (1, [])
        assert err.count("\n") == 1
        assert json.loads(err)["valid"] is False


def test_perft_counts_the_leaves() -> None:
    # 16 pieces to give, 16 squares, 15 pieces, 15 squares.
    for depth, leaves in ((0, 1), (1, 16), (2, 256), (3, 3840)):
        status, answers, _ = run("perft", "quarto", str(depth))
        assert (status, answers) == (0, [leaves])


def test_perft_of_a_game_may_be_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(registry.get("quarto")), "perft", lambda self, depth: 7 * depth, raising=False)
    assert run("perft", "quarto", "6")[1] == [42]


def shell(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "games", *arguments], input=stdin, capture_output=True, cwd=ROOT, timeout=60
    )


def test_the_module_runs_from_a_shell() -> None:
    done = shell("check", "-", stdin=GOOD.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["valid"] is True
    assert shell("check", "-", stdin=b"\xff").returncode == 1
    assert shell().returncode == 2


def test_a_reader_that_stops_listening_is_no_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "games", "check", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        try:
            process.stdin.write((GOOD + "\n").encode() * 5000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        process.wait(timeout=60)
    assert process.returncode == 2


def test_only_the_standard_library_is_needed() -> None:
    code = (
        "import sys; sys.stdlib_only = True\n"
        "from games.core import registry; registry.every()\n"
        "extra = {m.partition('.')[0] for m in sys.modules} - set(sys.stdlib_module_names)\n"
        "print(sorted(e for e in extra if not e.startswith('_') and e != 'games'))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{code}"],
        capture_output=True,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == (b"[]\n", b"")
