"""The tests and examples of a landing, and those of the thorough run alone, `THOROUGH=1 make test`.

A landing tries a third of the examples of a property, at least 20, or the few that it has; and it leaves out the tests
that `tests/thorough.toml` lists. A test that is asked for by its own name, `FILE::NAME`, always runs. A reason that
begins with "root's: " is of a test that mounts a disk, which only root has.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Generator, Mapping
from functools import cache
from pathlib import Path

import pytest

THOROUGH = os.environ.get("THOROUGH", "") == "1"
FEWEST = 20
LIST = Path(__file__).parents[1] / "thorough.toml"


def examples(whole: int, fewest: int = FEWEST) -> int:
    """Return how many of the examples of a thorough run this run tries: a third, but no less than `fewest`."""
    return whole if THOROUGH else min(whole, max(fewest, whole // 3))


@cache
def reasons(path: Path = LIST) -> dict[str, str]:
    """Return why a landing leaves out what: files, `FILE::TEST`, or cases of it, `FILE::TEST[*-case]`."""
    folders: Mapping[str, Mapping[str, str]] = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {
        name if folder == "." else f"{folder}/{name}": " ".join(reason.split())
        for folder, rows in folders.items()
        for name, reason in rows.items()
    }


def names(row: str, nodeid: str) -> bool:
    """Tell whether a row names a test, its class, its file, or its case; `*` stands for any part of a case's name."""
    pattern = ".*".join(re.escape(part) for part in row.split("*"))
    return re.fullmatch(rf"{pattern}(?:::.*|\[.*)?", nodeid.removeprefix("tests/")) is not None


def whole_files() -> set[str]:
    """Return the files of which a landing runs nothing, as `tests/…`."""
    return {f"tests/{row}" for row in reasons() if "::" not in row}


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> Generator[None, object, object]:
    """Leave out what a landing leaves out, before its tests are counted. A row that names nothing is an error."""
    asked = {Path(argument.partition("::")[0]).absolute() for argument in config.args if "::" in argument}
    rows: dict[str, list[str]] = {}
    table = config.rootpath / "tests" / LIST.name
    for row in reasons(table):
        rows.setdefault(row.partition("::")[0], []).append(row)
    idle = {row for some in rows.values() for row in some}
    kept, left, seen = [], [], set()
    for item in items:
        file = item.nodeid.partition("::")[0].removeprefix("tests/")
        seen.add(file)
        found = [row for row in rows.get(file, ()) if names(row, item.nodeid)]
        idle.difference_update(found)
        (left if found and not THOROUGH and item.path not in asked else kept).append(item)
    idle = {row for row in idle if (file := row.partition("::")[0]) in seen and table.parent / file not in asked}
    if os.geteuid():
        idle = {row for row in idle if not reasons(table)[row].startswith("root's: ")}
    if idle:
        raise pytest.UsageError(f"{LIST.name} names tests that are not there: {', '.join(sorted(idle))}")
    if left:
        items[:] = kept
        config.hook.pytest_deselected(items=left)
    return (yield)
