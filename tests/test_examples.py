"""The list of the thorough run: a landing leaves out the tests that it names, and no others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from reliability.mutants import mutants
from tests.support.examples import LIST, names, reasons
from tests.support.stack import CHECKOUT, clean_environment

MADE_UP = """
import pytest


def test_quick():
    pass


@pytest.mark.parametrize("width", ["wide", "very wide", "narrow"])
def test_of_each(width):
    pass


class TestLong:
    def test_slow(self):
        pass
"""
ALL = ["test_quick", "test_of_each[wide]", "test_of_each[very wide]", "test_of_each[narrow]", "TestLong::test_slow"]


def run_of(folder: Path, rows: str, *arguments: str, thorough: str = "") -> subprocess.CompletedProcess[str]:
    """Run the tests of a made-up checkout that has a list of its own."""
    (folder / "pytest.ini").touch()
    (folder / "tests" / "desk").mkdir(parents=True)
    (folder / "tests" / "desk" / "test_it.py").write_text(MADE_UP)
    (folder / "tests" / LIST.name).write_text(f"[desk]\n{rows}")
    options = ["-v", "-p", "tests.support.examples", "-p", "no:cacheprovider", "--import-mode=importlib"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, "-c", "pytest.ini", *arguments],
        cwd=folder,
        env=clean_environment(PYTHONPATH=str(CHECKOUT), PYTEST_DISABLE_PLUGIN_AUTOLOAD="1", THOROUGH=thorough),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("row", "arguments", "thorough", "left"),
    [
        ("test_it.py", [], "1", []),
        ("test_it.py::test_of_each", [], "", ALL[1:4]),
        ("test_it.py::test_of_each[*wide]", [], "", ALL[1:3]),
        ("test_it.py::test_of_each[wide]", [], "", ALL[1:2]),
        ("test_it.py::TestLong", [], "", ALL[4:]),
        ("test_it.py::TestLong::test_slow", ["tests/desk/test_it.py::TestLong"], "", ALL[:4]),
    ],
)
def test_a_landing_leaves_out_what_the_list_names(
    tmp_path: Path, row: str, arguments: list[str], thorough: str, left: list[str]
) -> None:
    said = run_of(tmp_path, f'"{row}" = "why"\n', *arguments, thorough=thorough)
    ran = [test for test in ALL if f"tests/desk/test_it.py::{test} PASSED" in said.stdout]
    assert (said.returncode, ran) == (0, [test for test in ALL if test not in left]), said.stdout
    assert ("deselected" in said.stdout) == bool(left and not arguments)


def test_a_row_that_names_no_test_fails_the_run(tmp_path: Path) -> None:
    said = run_of(tmp_path, '"test_it.py::test_of_all" = "why"\n"test_it.py::test_quick" = "why"\n')
    assert said.returncode == pytest.ExitCode.USAGE_ERROR
    assert "thorough.toml names tests that are not there: desk/test_it.py::test_of_all\n" in said.stderr


def test_the_list_names_files_that_are_there_with_a_reason_and_in_order() -> None:
    assert [row for row in reasons() if not (LIST.parent / row.partition("::")[0]).is_file()] == []
    assert [row for row, reason in reasons().items() if len(reason.split()) < 4] == []
    assert list(reasons()) == sorted(reasons())


def test_every_mutant_has_tests_that_run_at_each_landing() -> None:
    """A mutant is tried with what a landing runs, and that is all of the tests named, or those of a file or folder."""
    left = {
        f"{mutant.key}: {test}"
        for mutant in mutants()
        for test in mutant.tests
        for row in reasons()
        if names(row, test)
    }
    assert left == set()
