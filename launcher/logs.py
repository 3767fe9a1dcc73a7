"""The output of child processes, kept in files that are rotated before they grow large."""

from __future__ import annotations

import collections
import contextlib
import logging.handlers
import threading
from pathlib import Path
from typing import IO

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
