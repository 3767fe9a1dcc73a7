"""Processes by identity: a number alone may have been given to another since."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def started(pid: int) -> str | None:
    """Return when the process began, as the system counts it; None where there is none (or only its remains)."""
    if Path("/proc/self/stat").exists():
        try:
            stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None
        fields = stat.rpartition(")")[2].split()
        return None if fields[0] == "Z" else fields[19]
    command = ["/bin/ps", "-o", "lstart=", "-p", str(pid)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    return answer.stdout.strip() or None


def end_leftovers(entries: list[dict[str, Any]], patience: float = 15.0) -> list[str]:
    """End what a run that was killed left behind, each by its own signal, then by force. Returns their
    names."""
    left = []
    for entry in entries:
        pid, number = entry.get("pid"), entry.get("signal")
        if not (isinstance(pid, int) and isinstance(number, int) and pid > 1):
            continue
        if entry.get("started") and started(pid) == entry["started"]:
            with contextlib.suppress(ProcessLookupError, PermissionError, ValueError):
                os.kill(pid, number)
            left.append(entry)
    deadline = time.monotonic() + patience
    while any(started(entry["pid"]) == entry["started"] for entry in left):
        if time.monotonic() > deadline:
            for entry in left:
                if started(entry["pid"]) == entry["started"]:
                    with contextlib.suppress(ProcessLookupError, PermissionError):
                        os.kill(entry["pid"], signal.SIGKILL)
        time.sleep(0.05)
    return [str(entry.get("name", "a process")) for entry in left]


class Make:
    """The `make` that runs this process, if one does.

    Ctrl-C in a terminal reaches all of its processes. A signal to make alone does not: it takes note, and waits for
    us without passing it on. While it does so it blocks that signal, and this can be seen. Other programs block
    signals for a moment whenever they start one: only a parent that is make itself is looked at.
    """

    def __init__(self, env: Mapping[str, str]) -> None:
        parent = os.getppid()
        self._pid = parent if "MAKELEVEL" in env and self._is_make(parent) else 0
        self._usual = self._blocked()

    def was_interrupted(self) -> bool:
        """Return whether it has had a signal to stop and waits for this process to do so."""
        return bool(self._blocked() & ~self._usual & self._mask(signal.SIGINT, signal.SIGHUP))

    @staticmethod
    def _is_make(pid: int) -> bool:
        try:
            return "make" in Path(f"/proc/{pid}/comm").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return False

    def _blocked(self) -> int:
        if not self._pid:
            return 0
        try:
            status = Path(f"/proc/{self._pid}/status").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return 0
        return next((int(line.split()[1], 16) for line in status.splitlines() if line.startswith("SigBlk:")), 0)

    @staticmethod
    def _mask(*numbers: signal.Signals) -> int:
        return sum(1 << (number - 1) for number in numbers)
