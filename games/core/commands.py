"""The commands: records and texts of games in, answers out, without a database.

They exit with 0 where all is well, 1 where a record is refused, 2 where they could not run (a file that
cannot be read, a wrong call), with one sentence on standard error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, TextIO

from games.core import positions, registry, texts
from games.core.errors import BadRecord, GameError, quote
from games.core.game import Start
from games.core.notices import Notice
from games.core.options import complete
from games.core.record import Record, parse, records, whole
from games.core.replay import check, legal, replay

USAGE = (
    "Usage: python -m games check FILE… | legal FILE | perft GAME DEPTH | read FILE [GAME] | text FILE [GAME] | "
    "position FILE [GAME] | show FILE "
    '("-" is standard input; a file holds one record, or for check one record a line; for the last four a record or '
    "a text of a game, of GAME where it has moves alone; for show the text of a position)."
)
_DEPTH = re.compile(r"0|[1-9][0-9]?")
NAMES = ("read", "text", "position", "show")


class CannotRun(Exception):
    """A wrong call or a file that cannot be read; one sentence for standard error."""


def main(arguments: Sequence[str], stdin: BinaryIO, stdout: TextIO, stderr: TextIO) -> int:
    """Run one command and return its exit status."""
    try:
        if arguments and arguments[0] in ("-h", "--help"):
            stdout.write(USAGE + "\n")
            return 0
        if not arguments:
            raise CannotRun(USAGE)
        command, *rest = arguments
        if command == "check" and rest:
            return _check(rest, stdin, stdout, stderr)
        if command == "legal" and len(rest) == 1:
            return _legal(rest[0], stdin, stdout, stderr)
        if command == "perft" and len(rest) == 2:
            return _perft(rest[0], rest[1], stdout)
        if command in NAMES and len(rest) in (1, 2):
            (source,) = _texts(rest[0], stdin, whole)
            return run(command, source, rest[1] if len(rest) == 2 else None, stdout, stderr)
        raise CannotRun(USAGE)
    except CannotRun as error:
        stderr.write(f"{error}\n")
        return 2


def _check(paths: Sequence[str], stdin: BinaryIO, stdout: TextIO, stderr: TextIO) -> int:
    status = 0
    for path in paths:
        try:
            for text in _texts(path, stdin, records):
                answer = check(text)
                stdout.write(json.dumps(answer) + "\n")
                if not answer["valid"]:
                    status = max(status, 1)
        except CannotRun as error:
            # The other files are still answered; the status tells that not all could be read.
            stderr.write(f"{error}\n")
            status = 2
    return status


def _legal(path: str, stdin: BinaryIO, stdout: TextIO, stderr: TextIO) -> int:
    (text,) = _texts(path, stdin, whole)
    try:
        moves = legal(parse(text))
    except GameError:
        stderr.write(json.dumps(check(text)) + "\n")
        return 1
    stdout.write(json.dumps(moves) + "\n")
    return 0


def _perft(key: str, depth: str, stdout: TextIO) -> int:
    try:
        game = registry.get(key)
    except GameError as error:
        raise CannotRun(error.message) from None
    if not _DEPTH.fullmatch(depth):
        raise CannotRun(f"The depth of perft is a whole number from 0 to 99, not {quote(depth)}.")
    try:
        leaves = perft(game, int(depth))
    except GameError as error:
        raise CannotRun(f"{game.info.name} cannot start without a setup: {error.message}") from None
    stdout.write(f"{leaves}\n")
    return 0


def perft(game: registry.AnyGame, depth: int) -> int:
    """Count the positions after ``depth`` plies from the start with all seats, default options and no setup.

    A game over before that counts nothing. A game may bring a faster ``perft(depth)`` of its own. Raises
    BadSetup where the game cannot begin without a setup.
    """
    own = getattr(game, "perft", None)
    if callable(own):
        return int(own(depth))
    seats = max(game.info.seats)

    def leaves(state: object, left: int) -> int:
        if left == 0:
            return 1
        return sum(leaves(game.play(state, move), left - 1) for move in game.legal_moves(state))

    return leaves(game.start(Start(seats, complete(game.info, {}, seats))), depth)


def _texts(path: str, stdin: BinaryIO, read: Callable[[BinaryIO], Iterator[bytes]]) -> Iterator[bytes]:
    """Read texts from a file with ``read``. Raises CannotRun where the file cannot be opened or read."""
    try:
        if path == "-":
            yield from read(stdin)
        else:
            with Path(path).open("rb") as stream:
                yield from read(stream)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotRun(f"{quote(path)} cannot be read: {reason}.") from None


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
