"""One process that is kept running: started, watched, started again, stopped.

The output of child processes, kept in files that are rotated before they grow large.
"""

from __future__ import annotations

import collections
import contextlib
import logging.handlers
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from config.process import tied_to_this
from launcher.programs import processes
from launcher.programs.privileges import NOBODY_ELSE, Owner

LARGEST = 5_000_000  # bytes a file
KEPT = 3  # older files


class _Handler(logging.handlers.RotatingFileHandler):
    def handleError(self, record: logging.LogRecord) -> None:
        """Ignore the error: a full disk stops the log, never the program."""


class LogFile:
    """One child's log, through all its restarts."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._tail: collections.deque[str] = collections.deque(maxlen=15)
        self._lock = threading.Lock()
        self._closed = False
        self._handler = _Handler(
            path, maxBytes=LARGEST, backupCount=KEPT, encoding="utf-8", errors="replace", delay=True
        )
        self._handler.setFormatter(logging.Formatter("%(message)s"))

    def follow(self, stream: IO[bytes]) -> threading.Thread:
        """Copy a child's output to the file until it ends, in a thread of its own."""

        def copy() -> None:
            with stream:
                for line in stream:
                    self.write(line.decode("utf-8", "replace").rstrip("\r\n"))

        thread = threading.Thread(target=copy, daemon=True, name=f"log {self.path.name}")
        thread.start()
        return thread

    def write(self, line: str) -> None:
        """Add one line."""
        with self._lock:
            self._tail.append(line)
            if not self._closed:  # the handler would open its file again
                self._handler.emit(logging.LogRecord("", logging.INFO, "", 0, line, None, None))

    def tail(self) -> str:
        """Return the last lines, for a message about what went wrong."""
        with self._lock:
            return "\n".join(f"    {line}" for line in self._tail)

    def close(self) -> None:
        """Close the file, whether or not its disk takes the rest of it."""
        with self._lock, contextlib.suppress(OSError):
            self._closed = True
            self._handler.close()


FIRST_PAUSE = 0.25  # seconds before a child that ended is started again; doubled each time …
LONGEST_PAUSE = 5.0  # … up to this, so that with a start it is back within ten seconds
GOOD_RUN = 2.0  # times as long as its first start took (and as many seconds): then the pause is short again


@dataclass(frozen=True, slots=True)
class Program:
    """A program to run, and the way to end it."""

    name: str
    command: Sequence[str]
    stop: signal.Signals
    patience: float  # seconds from `stop` to SIGKILL
    orphaned: signal.Signals  # what it gets when the supervisor is killed
    ready: Callable[[int], bool]  # given the process' number: does it answer?
    env: Mapping[str, str]
    owner: Owner = NOBODY_ELSE
    keep_open: tuple[int, ...] = ()
    before: Callable[[], None] = lambda: None  # run before each start
    slow_start: float = 60.0  # seconds until a start counts as failed


class Child:
    """A program's process through its restarts. Start it from the main thread only: the kernel's "parent"
    whose death is reported to the child is the thread that started it."""

    def __init__(self, program: Program, logs: Path, folder: Path) -> None:
        self.program = program
        self.log = LogFile(logs / f"{program.name}.log")
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._born = 0.0
        self._pause = FIRST_PAUSE
        self._due = 0.0
        self._start_took = 0.0
        self.started: str | None = None
        self.answered = False
        self._fresh = False

    @property
    def name(self) -> str:
        return self.program.name

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def identity(self) -> dict[str, Any] | None:
        """Return the process as `processes.end_leftovers` takes it; None while it does not run."""
        if self._process is None:
            return None
        return {
            "name": self.name,
            "pid": self._process.pid,
            "started": self.started,
            "signal": int(self.program.orphaned),
        }

    def start(self) -> None:
        """Start the process; its output goes to its log."""
        self.program.before()
        owner = self.program.owner
        self._process = subprocess.Popen(
            tied_to_this(self.program.command, self.program.orphaned, owner.uid, owner.gid),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self._folder,
            env=dict(self.program.env),
            start_new_session=True,
            pass_fds=self.program.keep_open,
        )
        self.started = processes.started(self._process.pid)
        self._born = time.monotonic()
        self.answered = False
        self._fresh = True
        assert self._process.stdout is not None
        self.log.follow(self._process.stdout)

    def runs(self) -> bool:
        """Return whether the process is there. One that has ended takes its own helpers with it."""
        process = self._process
        if process is None:
            return False
        try:
            ended = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return False
        if ended is None:
            return True
        # Before the process is reaped, while no other group can have its number.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return False

    def is_ready(self) -> bool:
        """Return whether it runs and answers."""
        if not self.answered and self._process is not None and self.runs():
            self.answered = self.program.ready(self._process.pid)
            if self.answered:
                self._start_took = time.monotonic() - self._born
        return self.answered

    def watch(self) -> str | None:
        """Start it again if it has ended and its pause is over. Returns a line for the person when there is
        news."""
        now = time.monotonic()
        if self._process is not None:
            if self.runs():
                return None
            if now - self._born > GOOD_RUN * max(1.0, self._start_took):
                self._pause = FIRST_PAUSE  # it did its work: no start that fails again and again
            how = self.how_it_ended()
            self._process = None
            self._due = now + self._pause
            line = f"The {self.name} {how}. Starting it again in {self._pause:g} s; see {self.log.path}."
            self._pause = min(self._pause * 2, LONGEST_PAUSE)
            return line
        if now >= self._due:
            try:
                self.start()
            except OSError as error:
                self._due = now + self._pause
                line = f"The {self.name} cannot be started: {error}. Trying again in {self._pause:g} s."
                self._pause = min(self._pause * 2, LONGEST_PAUSE)
                return line
        return None

    def started_anew(self) -> bool:
        """Return whether it was started since this was last asked."""
        fresh, self._fresh = self._fresh, False
        return fresh

    def wait_time(self, default: float) -> float:
        """Return the seconds until `watch` has something to do."""
        if self._process is not None:
            return default
        return max(0.0, min(default, self._due - time.monotonic()))

    def how_it_ended(self) -> str:
        """Say in words how the process ended."""
        status = self._process.returncode if self._process else None
        if status is None:
            return "is gone"
        if status < 0:
            with contextlib.suppress(ValueError):
                return f"was ended by {signal.Signals(-status).name}"
        return f"stopped with status {status}"

    def ask_to_stop(self) -> None:
        """Send its stop signal."""
        if self._process is not None and self.runs():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(self._process.pid, self.program.stop)

    def kill(self) -> None:
        """End it and its helpers by force."""
        if self._process is not None and self.runs():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
