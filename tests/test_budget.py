"""The budget of each file of tests: what is counted, who is told, and how the table is renewed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.template import Context, Template
from django.test import Client

from tests.support.budget import COUNTERS, DEFAULT, SERVERS, SPENT, Cost, ceilings, excesses, renewed, written
from tests.support.order import TABLE
from tests.support.stack import CHECKOUT, clean_environment

WAYS: dict[str, Callable[[], object]] = {
    "queries": lambda: connection.cursor().execute("SELECT 1"),
    "renders": lambda: Template("").render(Context()),
    "requests": lambda: Client().get("/nothing-is-here/"),
    "processes": lambda: subprocess.run([sys.executable, "-c", ""], check=True),
    "flushes": lambda: call_command("flush", interactive=False, verbosity=0, inhibit_post_migrate=True),
}


def spent(**figures: Any) -> dict[str, Any]:
    """Return a file's row of a record: one test, which spent these."""
    row = {"tests": 1, "of": 1, "whole": True, "drawn": False, "seconds": 1.0} | dict.fromkeys(COUNTERS, 0) | figures
    return row | {"dearest": {counter: [row[counter], "test_it"] for counter in COUNTERS if row[counter]}}


@pytest.mark.django_db
@pytest.mark.parametrize("counter", COUNTERS)
def test_what_is_spent_is_counted(counter: str) -> None:
    before = SPENT[counter]
    WAYS[counter]()
    assert SPENT[counter] == before + 1


def test_a_figure_above_its_ceiling_is_told_with_its_file_and_its_dearest_test() -> None:
    table = {DEFAULT: {"queries": 10, "requests": 5}, "listed.py": {"queries": 2000, "seconds": 3}}
    files = {
        "listed.py": spent(queries=2001, requests=5),
        "new.py": spent(queries=11),
        "within.py": spent(queries=10, renders=1_000_000),
    }
    assert excesses(files, table) == [
        "tests/listed.py spends 2,001 queries, and its ceiling is 2,000. Its dearest test: test_it (2,001).",
        "tests/new.py spends 11 queries, and its ceiling is 10. Its dearest test: test_it (11).",
    ]


def test_each_row_is_of_a_file_that_is_there() -> None:
    """A row of one that was moved orders and bounds nothing."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    assert [file for file in table if file != DEFAULT and not (TABLE.parent / file).is_file()] == []


def test_a_file_may_be_spread_over_workers() -> None:
    cost = Cost()
    one, other = spent(of=2, queries=3, seconds=2.0), spent(of=2, queries=4, seconds=1.5)
    cost.merge({"a.py": one}, {"calls": 2.0, SERVERS: 5.0})
    assert cost.whole() == {}
    cost.merge({"a.py": other | {"dearest": {"queries": [4, "test_other"]}}}, {"calls": 1.5, SERVERS: 6.0})
    row = cost.whole()["a.py"]
    assert (row["tests"], row["queries"], row["seconds"]) == (2, 7, 3.5)
    assert row["dearest"]["queries"] == [4, "test_other"]
    assert cost.phases == {"calls": 3.5, SERVERS: 6.0}, "those of all workers count once"


def test_a_table_is_renewed_by_what_a_run_spent_and_keeps_what_still_fits() -> None:
    table = {
        DEFAULT: {"queries": 5000},
        "as before.py": {"seconds": 10, "queries": 9000},
        "cheaper.py": {"seconds": 30, "queries": 90_000},
        "cheap now.py": {"seconds": 5, "queries": 6000},
        "gone.py": {"seconds": 9},
        "not run.py": {"seconds": 7},
        "small.py": {"seconds": 3},
    }
    files = {
        "as before.py": spent(queries=6700, seconds=11.4),
        "cheaper.py": spent(queries=40_100, seconds=12.3),
        "cheap now.py": spent(queries=3900, seconds=1.9),
        "drawn.py": spent(queries=4000, drawn=True),
        "new.py": spent(queries=4600),
        "small.py": spent(queries=4000, seconds=2.2),
    }
    assert renewed(files, table, [*files, "not run.py"]) == {
        DEFAULT: {"queries": 5000},
        "as before.py": {"seconds": 10, "queries": 9000},
        "cheaper.py": {"seconds": 12, "queries": 51_000},
        "drawn.py": {"queries": 8000},
        "new.py": {"queries": 6000},
        "not run.py": {"seconds": 7},
        "small.py": {"seconds": 3},
    }


def test_a_table_is_the_same_after_writing_and_reading() -> None:
    table = {DEFAULT: {"queries": 5000}, "a/test_b.py": {"seconds": 3, "queries": 1_234_000}}
    assert tomllib.loads(written(table)) == table


def test_the_checked_in_table_is_as_the_command_writes_it() -> None:
    assert TABLE.read_text(encoding="utf-8") == written(ceilings())
    assert set(ceilings()[DEFAULT]) == set(COUNTERS)


MADE_UP = """
import subprocess
import sys

import pytest


def start(number):
    for _ in range(number):
        subprocess.run([sys.executable, "-S", "-E", "-c", ""], check=True)


@pytest.fixture(scope="session", autouse=True)
def shared():
    start(1)


@pytest.fixture(scope="module")
def own():
    start(2)


def test_with_a_fixture(own):
    start(1)


def test_of_little():
    start(1)


def test_of_nothing():
    pass
"""


def run_of(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a made-up checkout with the budget's plugin alone."""
    plugins = "tests.support.budget", "no:django", "no:cacheprovider"
    command = [sys.executable, "-m", "pytest", "-q", *(word for name in plugins for word in ("-p", name))]
    return subprocess.run(
        [*command, "--import-mode=importlib", "-c", "pytest.ini", "--cost", "build/cost.json", *options],
        cwd=folder,
        env=clean_environment(PYTHONPATH=str(CHECKOUT), PYTEST_DISABLE_PLUGIN_AUTOLOAD="1"),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def made_up(tmp_path: Path) -> Path:
    """A checkout with two files of tests, each of which starts four processes of its own, and may start three."""
    (tmp_path / "pytest.ini").touch()
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / TABLE.name).write_text('"*" = { processes = 3 }\n"test_listed.py" = { processes = 4 }\n')
    for name in ("test_listed.py", "test_new.py"):
        (tmp_path / "tests" / name).write_text(MADE_UP)
    return tmp_path


@pytest.mark.parametrize("workers", [["-n", "0"], ["-n", "2", "--dist", "loadfile"]])
def test_a_run_that_spends_too_much_fails_and_is_recorded(made_up: Path, workers: list[str]) -> None:
    before = os.times()
    run = run_of(made_up, "-p", "xdist", *workers)
    after = os.times()
    taken = after.children_user + after.children_system - before.children_user - before.children_system
    assert "6 passed" in run.stdout, run.stdout + run.stderr
    assert run.returncode == pytest.ExitCode.TESTS_FAILED
    assert "tests/test_new.py spends 4 processes, and its ceiling is 3." in run.stdout
    assert "Its dearest test: tests/test_new.py::test_with_a_fixture (3)." in run.stdout
    assert "test_listed" not in run.stdout
    record = json.loads((made_up / "build" / "cost.json").read_text())
    assert {file: (row["tests"], row["processes"]) for file, row in record["files"].items()} == {
        "test_listed.py": (3, 4),
        "test_new.py": (3, 4),
    }
    assert all(row["seconds"] > 0 for row in record["files"].values())
    assert {"collection", "set-up", "calls", "what all share", "programs they start"} <= set(record["phases"])
    # what a worker took is not counted again by the process that has the workers
    assert sum(record["phases"].values()) <= taken


@pytest.mark.parametrize("options", [["-k", "not nothing"], ["tests/test_new.py::test_with_a_fixture"]])
def test_a_file_is_judged_as_a_whole_only(made_up: Path, options: list[str]) -> None:
    (made_up / "tests" / TABLE.name).write_text('"*" = { processes = 1 }\n')
    run = run_of(made_up, *options)
    assert (run.returncode, "passed" in run.stdout, "ceiling" in run.stdout) == (0, True, False)


def test_a_file_in_which_a_test_failed_is_recorded_as_such(made_up: Path) -> None:
    (made_up / "tests" / "test_new.py").write_text(MADE_UP.replace("    pass", "    assert not start(1)\n    assert 0"))
    run = run_of(made_up)
    assert "1 failed, 5 passed" in run.stdout and "ceiling" not in run.stdout
    record = json.loads((made_up / "build" / "cost.json").read_text())["files"]
    assert {file: row["whole"] for file, row in record.items()} == {"test_listed.py": True, "test_new.py": False}
