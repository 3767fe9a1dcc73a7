"""The order of the files in a run with several workers."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from tests.support.order import SECONDS, longest_first, of_one_name

TESTS = Path(__file__).parent


def test_the_files_that_are_said_to_be_long_are_there() -> None:
    assert [name for name in SECONDS if not (TESTS / name).is_file()] == []


def test_the_longest_file_comes_first_and_the_tests_of_a_file_stay_in_order() -> None:
    ids = ["tests/a.py::z", "tests/a.py::b", "tests/browser/desk/test_typing_ahead.py::x", "tests/b.py::T::c"]
    items = cast(
        "list[Any]",
        [SimpleNamespace(nodeid=name) for name in [*ids, "tests/c.py::d", "tests/c.py::a", "tests/c.py::e"]],
    )
    longest_first(items)
    assert [item.nodeid for item in items] == [
        "tests/browser/desk/test_typing_ahead.py::x",
        "tests/c.py::d",
        "tests/c.py::a",
        "tests/c.py::e",
        "tests/a.py::z",
        "tests/a.py::b",
        "tests/b.py::T::c",
    ]


def test_tests_of_one_name_are_found() -> None:
    """Of 196 that bore one name, 195 were not run for weeks."""
    names = ["tests/a.py::z", "tests/a.py::b[x]", "tests/a.py::z", "tests/b.py::z", "tests/a.py::b[y]"]
    assert of_one_name(cast("list[Any]", [SimpleNamespace(nodeid=name) for name in names])) == ["tests/a.py::z"]
