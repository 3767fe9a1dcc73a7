"""The processor time of each file of tests, with all that it starts: the application, Chromium, programs.

What the tests' own PostgreSQL takes is no file's,
since all workers share it; a run says it as a share of its own.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

TELL = 60.0
"""Seconds that a run takes at least, before it says where they went."""
NAMED = 10
"""Files that it names then."""


def of_family(pid: int, without: frozenset[int] = frozenset()) -> float:
    """Return the seconds that a process and all that descends from it have taken; of those that ended, too.

    Only those that somebody waited for are known, and only Linux tells of those that still run.
    """
    if pid in without:
        return 0.0
    process = Path(f"/proc/{pid}")
    taken = 0.0
    with suppress(OSError):  # it ended meanwhile, or this is no Linux
        fields = (process / "stat").read_text().rpartition(")")[2].split()
        taken = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
        for children in process.glob("task/*/children"):
            taken += sum(of_family(int(child), without) for child in children.read_text().split())
    return taken


class Times:
    """The seconds of each file of this process; `file_ended` is told when a file's last test is over."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.apart = 0.0
        self.keepers: set[int] = set()
        self._before = 0.0

    def file_ended(self, file: str) -> None:
        """Count what was taken since the last time for this file."""
        self.seconds[file] += self._taken()

    def leave_out(self) -> None:
        """Count what was taken since the last time for no file: all of them profit, and it is the first one's turn."""
        self.apart += self._taken()

    def _taken(self) -> float:
        now = max(of_family(os.getpid(), frozenset(self.keepers)), time.process_time())
        taken = max(0.0, now - self._before)
        self._before = max(now, self._before)
        return taken


class Phases:
    """The seconds of this process alone, by what it was at: collecting first, then one phase after another."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self._phase = "collection"
        self._since = 0.0

    def enter(self, phase: str) -> str:
        """Begin another phase, and return the one before it."""
        now = time.process_time()
        self.seconds[self._phase] += now - self._since
        before, self._phase, self._since = self._phase, phase, now
        return before


def summary(seconds: Counter[str], phases: Counter[str]) -> list[str]:
    """Return the files that took the most, and the share of each phase, where there were many seconds in all."""
    total = phases.total()
    if total < TELL:
        return []
    shares = [f"{phase} {taken / total:.0%}" for phase, taken in phases.most_common() if taken > 0.005 * total]
    return [
        f"{total:.0f} s in all: " + ", ".join(shares),
        f"of {len(seconds)} files these took the most:",
        *(f"{taken:5.0f} s {taken / total:4.0%} {file}" for file, taken in seconds.most_common(NAMED)),
    ]
