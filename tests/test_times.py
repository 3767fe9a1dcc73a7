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


def test_a_long_run_names_the_files_that_took_the_most_and_a_short_one_nothing() -> None:
    assert times.summary(Counter({"tests/a.py": times.TELL / 2})) == []
    first, *files = times.summary(Counter({"quick.py": 1.0, "slow.py": 49.0, "slowest.py": 50.0}))
    assert first.startswith("100 s in all, of 3 files")
    assert files == ["   50 s  50% slowest.py", "   49 s  49% slow.py"]
