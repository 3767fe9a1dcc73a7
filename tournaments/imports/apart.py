"""Files that people bring, opened in a process of its own: its cost is bounded, and no web process grows by it."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

from games.core.notices import Notice, notice_of
from tournaments.imports import pictures
from tournaments.imports.readers import spreadsheet
from tournaments.imports.readers.files import kind_of
from tournaments.imports.readers.lines import MAX_BYTES, Book, Grid, Line, Unreadable

MOST_MEMORY = 512 * 1024 * 1024
"""Bytes of address space of such a process; the largest picture that is accepted takes half of it."""
MOST_SECONDS = 20
"""Processor seconds of such a process: a hundred times what an ordinary file takes."""
LONGEST = 40
"""Seconds of waiting for it in all, on a machine that is busy: less than a transaction may stand idle."""
AT_ONCE = 2
"""Such processes of one web process at the same time."""

_ROOT = Path(__file__).parents[2]
_REFUSED = 3
_places = threading.BoundedSemaphore(AT_ONCE)


def read_book(content: bytes) -> Book:
    """Read the sheets of a file, of a text here: it is no larger when opened. Raises Unreadable."""
    if len(content) > MAX_BYTES or kind_of(content) == "text":
        return spreadsheet.read_book(content)
    return _book(json.loads(_opened("book", content)))


def small_png(content: bytes) -> bytes:
    """Draw a picture anew as a small PNG. Raises Unreadable."""
    return _opened("logo", content)


def photo_jpeg(content: bytes) -> bytes:
    """Draw a photo anew as a JPEG. Raises Unreadable."""
    return _opened("photo", content)


def _opened(opener: str, content: bytes) -> bytes:
    until = time.monotonic() + LONGEST
    if not _places.acquire(timeout=LONGEST):
        raise _too_much()
    try:
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", __name__, opener],
            input=content,
            capture_output=True,
            timeout=max(1, until - time.monotonic()),
            check=False,
            cwd=_ROOT,
            env=_environment(),
        )
    except subprocess.TimeoutExpired:
        raise _too_much() from None
    finally:
        _places.release()
    if done.returncode == _REFUSED:
        raise Unreadable(notice_of(json.loads(done.stdout)))
    if done.returncode:
        raise _too_much()
    return done.stdout


def _environment() -> dict[str, str]:
    """Return what such a process knows: none of the installation's secrets."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH") if name in os.environ}
    # each thread of a library that computes would reserve memory of its own
    return {**kept, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def _too_much() -> Unreadable:
    return Unreadable(Notice("file-too-much"))


def _book(document: Any) -> Book:
    grids = []
    for values in document["grids"]:
        lines = tuple(Line(number, tuple(cells)) for number, cells in values["lines"])
        grids.append(Grid(**{**values, "lines": lines, "hidden_lines": tuple(values["hidden_lines"])}))
    return Book(tuple(grids), tuple(map(notice_of, document["remarks"])))


def _written(book: Book) -> bytes:
    grids = [
        {
            **{field.name: getattr(grid, field.name) for field in fields(grid)},
            "lines": [[line.number, line.cells] for line in grid.lines],
        }
        for grid in book.grids
    ]
    return json.dumps({"grids": grids, "remarks": [remark.document() for remark in book.remarks]}).encode()


OPENERS: dict[str, Callable[[bytes], bytes]] = {
    "book": lambda content: _written(spreadsheet.read_book(content)),
    "logo": pictures.small_png,
    "photo": pictures.photo_jpeg,
}


def main(opener: str) -> int:
    """Open what comes in on standard input, and write what was made of it, or the notice why it is refused."""
    for limited, most in (
        (resource.RLIMIT_AS, MOST_MEMORY),
        (resource.RLIMIT_CPU, MOST_SECONDS),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):  # some systems do not limit this
            resource.setrlimit(limited, (most, most))
    try:
        answer, code = OPENERS[opener](sys.stdin.buffer.read()), 0
    except Unreadable as error:
        answer, code = json.dumps(error.notice.document()).encode(), _REFUSED
    except MemoryError:
        answer, code = json.dumps(_too_much().notice.document()).encode(), _REFUSED
    sys.stdout.buffer.write(answer)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
