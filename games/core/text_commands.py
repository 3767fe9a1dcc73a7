"""The commands ``read``, ``text``, ``position`` and ``show``: games and positions between their ways of writing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TextIO

from games.core import positions, registry, texts
from games.core.errors import BadRecord, GameError
from games.core.notices import Notice
from games.core.record import Record
from games.core.replay import replay

NAMES = ("read", "text", "position", "show")


def run(command: str, source: bytes, game: str | None, stdout: TextIO, stderr: TextIO) -> int:
    """Run a command on the text of a file. Returns 0, or 1 where it was refused: the reason is on standard error."""
    try:
        stdout.write(_answer(command, source, game) + "\n")
    except GameError as error:
        place = "" if error.index is None else f"Move {error.index + 1}. "
        rule = f" ({error.rule})" if error.rule else ""
        stderr.write(f"{place}{error.message}{rule}\n")
        return 1
    return 0


def _answer(command: str, source: bytes, game: str | None) -> str:
    text = _decoded(source)
    if command == "show":
        played, state = positions.read(text.strip())
        return str(played.text(state))
    record = texts.record_of(text, None if game is None else _begun(game))
    if command == "read":
        return json.dumps(record.document(), ensure_ascii=False)
    if command == "text":
        return texts.write(record).rstrip("\n")
    done = replay(record)
    return str(done.game.write_position(done.state))


def _decoded(source: bytes) -> str:
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord(Notice("record-no-utf8", byte=error.start)) from None


def _begun(key: str) -> Record:
    """Return a game of moves alone: all seats, default options, no setup."""
    seats: Sequence[None] = (None,) * max(registry.get(key).info.seats)
    return Record(key, {}, tuple(seats), {}, ())
