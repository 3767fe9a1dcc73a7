"""The order in which files of tests begin: the longest first, so that all workers end together.

Seconds are processor time, as a whole run recorded it (`budget.py`). They need not be exact. A file that is not listed
is short, and is ordered by how many tests it has.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

TABLE = Path(__file__).parents[1] / "budget.toml"
SECONDS: dict[str, float] = {
    file: row["seconds"] for file, row in tomllib.loads(TABLE.read_text(encoding="utf-8")).items() if "seconds" in row
}
ONE_TEST = 0.05
"""Seconds of a test in any other file, on average."""


def longest_first(items: list[pytest.Item]) -> None:
    """Order tests by file; the tests of a file stay together and in their order."""
    count = Counter(file_of(item) for item in items)

    def length(item: pytest.Item) -> tuple[float, str]:
        file = file_of(item)
        return -SECONDS.get(file, ONE_TEST * count[file]), file

    items.sort(key=length)


def of_one_name(items: list[pytest.Item]) -> list[str]:
    """Return the names that several tests bear. Workers that take whole files run one of them only, and say nothing."""
    return sorted(name for name, times in Counter(item.nodeid for item in items).items() if times > 1)


def file_of(item: pytest.Item) -> str:
    """Return the name of a test's file, from the folder of all tests."""
    return item.nodeid.partition("::")[0].removeprefix("tests/")
