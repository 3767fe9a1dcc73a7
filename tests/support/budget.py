"""The budget of each file of tests: how many queries, renders, requests, processes and flushes it may spend.

Unlike seconds these are the same at each run and on each machine, so that a dear test is seen where it is written. The
ceilings stand in `tests/budget.toml`, for the files that need more than the default. A run in which a whole file spent
more fails. `--cost FILE` records what was spent, and `python -m tests.support.budget [FILE]` takes the record over:
new ceilings, and the seconds after which files are ordered.
"""

from __future__ import annotations

import argparse
import functools
import json
import math
import os
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support import servers
from tests.support.examples import THOROUGH
from tests.support.order import TABLE, file_of
from tests.support.times import Phases, summary

CHECKOUT = Path(__file__).resolve().parents[2]
RECORD = Path("build/test-cost.json")


COUNTERS = {"queries": 1000, "renders": 1000, "requests": 100, "processes": 10, "flushes": 10}
"""What is counted, and the step that its ceilings are rounded up to."""
DEFAULT = "*"
"""The row of the table with the ceilings of a file that has no row or figure of its own."""
MARGIN = 1.25
"""What a ceiling leaves above the figure it was made of."""
DRAWN = 2.0
"""The same for a file with property tests, which draw other examples at each run."""
SERVERS = "PostgreSQL and broker of all"
"""The phase of what no file is charged with, since all workers share it."""
LISTED = 2
"""Seconds from which a file is listed for them alone."""

HEADER = """\
# What each file of tests may spend, where that is more than the default in the row "*", and the processor seconds it
# took, from 2 s on. `python -m tests.support.budget` writes all rows but that one: tests/README.md says when.
"""

SPENT: Counter[str] = Counter(dict.fromkeys(COUNTERS, 0))
"""By this process until now, without what all files share."""

Row = dict[str, Any]


class Cost:
    """The spending of files of tests: figures, the dearest test of each, how many tests ran of how many there are."""

    def __init__(self) -> None:
        self.files: dict[str, Row] = {}
        self.phases: Counter[str] = Counter()

    def row(self, file: str) -> Row:
        """Return the row of a file, empty at first."""
        empty: Row = {"tests": 0, "of": 0, "whole": True, "drawn": False, "seconds": 0.0, "dearest": {}}
        return self.files.setdefault(file, empty | dict.fromkeys(COUNTERS, 0))

    def add(self, file: str, test: str, spent: Mapping[str, int]) -> None:
        """Count one test."""
        row = self.row(file)
        row["tests"] += 1
        for counter in COUNTERS:
            row[counter] += spent[counter]
            if spent[counter] > row["dearest"].get(counter, [0])[0]:
                row["dearest"][counter] = [spent[counter], test]

    def merge(self, files: Mapping[str, Row], phases: Mapping[str, float]) -> None:
        """Add what another process spent; the tests of a file may have been spread over several."""
        of_all = max(self.phases.pop(SERVERS, 0.0), phases.get(SERVERS, 0.0))
        self.phases.update({phase: taken for phase, taken in phases.items() if phase != SERVERS})
        if of_all:
            self.phases[SERVERS] = of_all
        for file, other in files.items():
            row = self.row(file)
            row["of"] = max(row["of"], other["of"])
            row["whole"] = row["whole"] and other["whole"]
            row["drawn"] = row["drawn"] or other["drawn"]
            for name in ("tests", "seconds", *COUNTERS):
                row[name] += other[name]
            for counter, dearest in other["dearest"].items():
                row["dearest"][counter] = max(row["dearest"].get(counter, [0, ""]), dearest)

    def whole(self) -> dict[str, Row]:
        """Return the files of which each test ran."""
        return {file: row for file, row in self.files.items() if row["whole"] and 0 < row["tests"] == row["of"]}

    def seconds(self) -> Counter[str]:
        """Return the processor seconds of each file that ran."""
        return Counter({file: row["seconds"] for file, row in self.files.items() if row["tests"]})


def ceilings(path: Path = TABLE) -> dict[str, dict[str, int]]:
    """Return the rows of the checked-in table, by file."""
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def excesses(files: Mapping[str, Row], table: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Return a sentence for each figure above its ceiling."""
    default = table.get(DEFAULT, {})
    return [
        f"tests/{file} spends {row[counter]:,} {counter}, and its ceiling is {ceiling:,}. "
        f"Its dearest test: {row['dearest'][counter][1]} ({row['dearest'][counter][0]:,})."
        for file, row in sorted(files.items())
        for counter in COUNTERS
        if row[counter] > (ceiling := table.get(file, {}).get(counter, default.get(counter, math.inf)))
    ]


def renewed(
    files: Mapping[str, Row], table: Mapping[str, Mapping[str, int]], there: Iterable[str]
) -> dict[str, dict[str, int]]:
    """Return the table after a run: its files anew, the others that are still there as they were.

    A ceiling, or a second, that still fits roughly stays as it is, so that branches merge.
    """
    kept = {DEFAULT, *there}
    result = {file: dict(row) for file, row in table.items() if file in kept}
    default = table.get(DEFAULT, {})
    for file, row in files.items():
        old, new = result.pop(file, {}), {}
        if row["seconds"] >= LISTED:
            new["seconds"] = _roughly(round(row["seconds"]), old.get("seconds", 0))
        margin = DRAWN if row["drawn"] else MARGIN
        for counter, step in COUNTERS.items():
            if row[counter] * margin > default.get(counter, 0):
                ceiling = math.ceil(row[counter] * margin / step) * step
                before = old.get(counter, 0)
                new[counter] = before if ceiling <= before <= 1.25 * ceiling else ceiling
        if new:
            result[file] = new
    return dict(sorted(result.items()))


def _roughly(new: int, old: int) -> int:
    return old if old and abs(new - old) <= max(1, old / 4) else new


def written(table: Mapping[str, Mapping[str, int]]) -> str:
    """Return a table as text, a line for each file."""
    lines = (
        f'"{file}" = {{ {", ".join(f"{name} = {figure:_}" for name, figure in row.items())} }}\n'
        for file, row in sorted(table.items())
    )
    return HEADER + "".join(lines)


# What is counted where


def _count(owner: object, method: str, counter: str) -> None:
    """Count the calls of a method or function. An audit hook would count them, too, and slow down all else."""
    original = getattr(owner, method)

    @functools.wraps(original)
    def counted(*args: Any, **kwargs: Any) -> Any:
        SPENT[counter] += 1
        return original(*args, **kwargs)

    setattr(owner, method, counted)


@functools.cache
def count() -> None:
    """Count from now on, in this process."""
    from django.core.management.commands.flush import Command
    from django.db.backends.utils import CursorWrapper
    from django.template.base import Template
    from django.test.client import AsyncClient, Client

    _count(CursorWrapper, "_execute_with_wrappers", "queries")
    _count(Template, "render", "renders")
    _count(Client, "request", "requests")
    _count(AsyncClient, "request", "requests")
    _count(Command, "handle", "flushes")
    _count(subprocess.Popen, "__init__", "processes")
    _count(os, "fork", "processes")


# The plugin of pytest

COST = Cost()
PHASES = Phases()


class _Now:
    file = ""
    sharing = False


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer to record, and to keep an order."""
    parser.addoption("--cost", metavar="FILE", help="Write what each file of tests cost.")
    parser.addoption("--as-given", action="store_true", help="Begin with the first file given, not the longest.")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    """Learn how many tests each file has, before some are left out. A thorough run tries more than ceilings are for."""
    picked = {argument.partition("::")[0] for argument in config.args if "::" in argument}
    partly = THOROUGH or bool(config.getoption("lf", False))
    for item in items:
        row = COST.row(file_of(item))
        row["of"] += 1
        row["drawn"] = row["drawn"] or item.get_closest_marker("hypothesis") is not None
        row["whole"] = row["whole"] and not partly and not any(item.path == Path(path).absolute() for path in picked)


def pytest_collection_finish() -> None:
    """Begin to count. Collecting costs no file."""
    count()
    servers.TIMES.leave_out()
    PHASES.enter("between")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Count what a test spends, with the fixtures made for it."""
    _Now.file = file_of(item)
    before = SPENT.copy()
    try:
        return (yield)
    finally:
        COST.add(_Now.file, item.nodeid, {counter: SPENT[counter] - before[counter] for counter in COUNTERS})


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup() -> Generator[None, object, object]:
    with _phase("set-up"):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    with _phase("calls"):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    with _phase("tear-down"):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
    """Leave out what all tests share: it would cost the file that happens to ask first."""
    if fixturedef.scope != "session" or _Now.sharing:
        return (yield)
    with _shared():
        return (yield)


@contextmanager
def _phase(name: str) -> Iterator[None]:
    before = PHASES.enter(name)
    try:
        yield
    finally:
        PHASES.enter(before)


@contextmanager
def _shared() -> Iterator[None]:
    spent = SPENT.copy()
    servers.TIMES.file_ended(_Now.file)
    _Now.sharing = True
    try:
        with _phase("what all share"):
            yield
    finally:
        _Now.sharing = False
        servers.TIMES.leave_out()
        SPENT.update({counter: spent[counter] - SPENT[counter] for counter in COUNTERS})


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Trust no figure of a file in which a test failed: what comes after the failure was not spent."""
    if report.failed:
        COST.row(report.nodeid.partition("::")[0].removeprefix("tests/"))["whole"] = False


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add up what the workers counted."""
    COST.merge(*getattr(node, "workeroutput", {}).get("cost", ({}, {})))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that has the workers what this one counted; there, record and judge."""
    _close()
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output["cost"] = [COST.files, dict(COST.phases)]
        return
    if path := session.config.getoption("cost"):
        record = Path(path)
        record.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"phases": COST.phases, "files": COST.files}, indent=1, sort_keys=True)
        record.write_text(text + "\n", encoding="utf-8")
    if _found(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _close() -> None:
    """Add the seconds of this process, where it ran tests itself: those of workers come with what they counted."""
    if not _Now.file:
        return
    servers.TIMES.leave_out()
    PHASES.enter("end")
    COST.phases.update(PHASES.seconds)
    for file, taken in servers.TIMES.seconds.items():
        COST.row(file)["seconds"] += taken
    everything = servers.TIMES.seconds.total() + servers.TIMES.apart
    COST.phases["programs they start"] = max(0.0, everything - PHASES.seconds.total())
    COST.merge({}, {SERVERS: servers.taken()})


def _found(config: pytest.Config) -> list[str]:
    return excesses(COST.whole(), ceilings(config.rootpath / "tests" / TABLE.name))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """After a long run: where its processor time went. After each: what was too dear."""
    if lines := summary(COST.seconds(), COST.phases):
        terminalreporter.section("processor time")
        for line in lines:
            terminalreporter.write_line(line)
    if found := _found(config):
        terminalreporter.section("budget", red=True)
        for sentence in found:
            terminalreporter.write_line(sentence)
        terminalreporter.write_line(
            "Is something made for each test that all of them only read? tests/README.md says how to raise a ceiling."
        )


def main() -> None:
    """Take a record over into the table."""
    parser = argparse.ArgumentParser("python -m tests.support.budget", description=main.__doc__)
    parser.add_argument("record", nargs="?", type=Path, default=RECORD)
    record = json.loads(parser.parse_args().record.read_text(encoding="utf-8"))
    cost = Cost()
    cost.merge(record["files"], record["phases"])
    files, old = cost.whole(), ceilings()
    there = (path.relative_to(TABLE.parent).as_posix() for path in TABLE.parent.rglob("test_*.py"))
    new = renewed(files, old, there)
    TABLE.write_text(written(new), encoding="utf-8")
    for file in sorted(old.keys() | new.keys()):
        if old.get(file) != new.get(file):
            sys.stdout.write(f"{file}: {old.get(file, 'default')} → {new.get(file, 'default')}\n")
    sys.stdout.write(f"{len(files)} whole files of {len(cost.files)} in the record, {len(new)} in the table\n")


if __name__ == "__main__":
    main()
