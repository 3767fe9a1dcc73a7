"""The processor time that a file of tests takes, with all that it starts."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

from tests.support import times

WORK = "sum(range(20_000_000))"


def test_what_a_file_starts_counts_whether_it_ended_or_runs_on() -> None:
    counted = times.Times()
    counted.file_ended("what was before")
    subprocess.run([sys.executable, "-c", WORK], check=True)
    counted.file_ended("ended")
    with subprocess.Popen(
        [sys.executable, "-c", f"{WORK}; print(flush=True); input()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout and running.stdout.readline() == "\n"
        counted.file_ended("runs on")
        counted.keepers.add(running.pid)
        counted.file_ended("nothing")
    loops = counted.seconds["ended"], counted.seconds["runs on"]
    assert min(loops) > 0.1 and counted.seconds["nothing"] < min(loops) / 2


def test_what_all_files_share_counts_for_none() -> None:
    counted = times.Times()
    counted.file_ended("what was before")
    subprocess.run([sys.executable, "-c", WORK], check=True)
    counted.leave_out()
    counted.file_ended("first")
    assert counted.apart > 0.1 and counted.seconds["first"] < counted.apart / 2


def test_a_second_belongs_to_one_phase_also_where_one_is_within_another() -> None:
    phases = times.Phases()
    assert phases.enter("set-up") == "collection"
    assert phases.enter("what all share") == "set-up"
    assert sum(range(3_000_000)) > 0
    phases.enter("set-up")
    phases.enter("calls")
    assert phases.seconds["what all share"] > 10 * phases.seconds["set-up"]


def test_a_long_run_names_the_files_that_took_the_most_and_a_short_one_nothing() -> None:
    files = Counter({f"tests/test_{number}.py": float(number) for number in range(14)})
    assert times.summary(files, Counter({"calls": times.TELL / 2})) == []
    first, _of, *named = times.summary(files, Counter({"calls": 75.0, "set-up": 24.8, "collection": 0.2}))
    assert first == "100 s in all: calls 75%, set-up 25%"
    assert named[0] == "   13 s  13% tests/test_13.py" and len(named) == 10
