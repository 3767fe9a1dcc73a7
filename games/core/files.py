"""Files of records: one object, which may be spread over several lines, or one object a line.

A file is one object where its whole text is a JSON value, or where none of its lines looks like an object
by itself (so a single object with a fault in it gets one answer, not one a line). Otherwise each line that is
not blank is a record, and a line that is no JSON spoils only itself. A file without any text is one (bad)
record: it proves nothing. Files are read line by line, and no line is kept beyond the limit of a record.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import BinaryIO

from games.core.errors import WHITE_SPACE
from games.core.record import MAX_BYTES, nesting

_WHITE = WHITE_SPACE.encode()
_BOM = b"\xef\xbb\xbf"
_HEAD = MAX_BYTES + 64 * 1024
_PARSED_DEPTH = 64


def records(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the texts of the records in a file, in order; one over the limit comes out cut, still over it."""
    head = _read(stream, _HEAD)
    head = head.removeprefix(_BOM)
    if _is_one(head):
        yield head
        return
    yield from _lines(head, stream)


def whole(stream: BinaryIO) -> Iterator[bytes]:
    """Yield a file as one record, cut beyond the limit."""
    yield _read(stream, _HEAD).removeprefix(_BOM)


def _read(stream: BinaryIO, size: int) -> bytes:
    # A pipe may give less than it is asked for.
    parts = []
    while size > 0:
        part = stream.read(size)
        if not part:
            break
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _is_one(head: bytes) -> bool:
    lines = [line for line in (line.strip(_WHITE) for line in head.split(b"\n")) if line]
    if len(lines) < 2:
        return len(head) < _HEAD
    if len(head) < _HEAD and _is_json(head):
        return True
    last = len(lines) - 1
    cut = len(head) >= _HEAD
    return not any(
        line.startswith(b"{") and (line.endswith(b"}") or (cut and number == last)) for number, line in enumerate(lines)
    )


def _is_json(head: bytes) -> bool:
    try:
        text = head.decode("utf-8")
        if nesting(text) > _PARSED_DEPTH:
            return False
        json.loads(text, parse_int=len, parse_float=len)
    except ValueError:
        return False
    return True


def _lines(head: bytes, stream: BinaryIO) -> Iterator[bytes]:
    *full, rest = head.split(b"\n")
    for line in full:
        if line.strip(_WHITE):
            yield line
    while True:
        line = rest + stream.readline(_HEAD)
        rest = b""
        if not line:
            return
        if not line.endswith(b"\n") and len(line) >= _HEAD:
            _skip_line(stream)
        if line.strip(_WHITE):
            yield line


def _skip_line(stream: BinaryIO) -> None:
    while True:
        part = stream.readline(_HEAD)
        if not part or part.endswith(b"\n"):
            return
