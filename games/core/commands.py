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

from games.core import files, registry, text_commands
from games.core.errors import GameError
from games.core.game import Start
from games.core.notation import quote
from games.core.options import complete
from games.core.record import parse
from games.core.replay import check, legal

USAGE = (
    "Usage: python -m games check FILE… | legal FILE | perft GAME DEPTH | read FILE [GAME] | text FILE [GAME] | "
    "position FILE [GAME] | show FILE "
    '("-" is standard input; a file holds one record, or for check one record a line; for the last four a record or '
    "a text of a game, of GAME where it has moves alone; for show the text of a position)."
)
_DEPTH = re.compile(r"0|[1-9][0-9]?")


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
        if command in text_commands.NAMES and len(rest) in (1, 2):
            (source,) = _texts(rest[0], stdin, files.whole)
            return text_commands.run(command, source, rest[1] if len(rest) == 2 else None, stdout, stderr)
        raise CannotRun(USAGE)
    except CannotRun as error:
        stderr.write(f"{error}\n")
        return 2


def _check(paths: Sequence[str], stdin: BinaryIO, stdout: TextIO, stderr: TextIO) -> int:
    status = 0
    for path in paths:
        try:
            for text in _texts(path, stdin, files.records):
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
    (text,) = _texts(path, stdin, files.whole)
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
