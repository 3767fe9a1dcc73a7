"""Short texts of positions: one line that an address can hold, read as strictly as a record (docs/notation.md).

A text begins with the game's prefix in small letters; its parts stand between dots. There are only letters, digits
and hyphens, dots, low lines and tildes in it, which no address has to escape. Each position has one text: what a
game would write in another way is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from games.core import registry
from games.core.errors import BadPosition, quote
from games.core.game import GameInfo
from games.core.notices import Notice, Param, either

LONGEST = 1000
_NUMBER = re.compile(r"0|[1-9][0-9]{0,4}")
NOTHING = "-"
"""The text of a part that holds nothing."""


def read(text: str) -> tuple[registry.AnyGame, Any]:
    """Return the game and the position that a text means. Raises BadPosition."""
    if len(text) > LONGEST:
        raise BadPosition(Notice("position-too-long", length=len(text), most=LONGEST))
    prefix = text.partition(".")[0]
    for game in registry.every():
        if game.info.prefix.lower() == prefix:
            state = game.read_position(text)
            if game.write_position(state) != text:
                raise BadPosition(Notice("position-other-spelling", text=game.write_position(state)))
            return game, state
    prefixes = [f"{game.info.prefix.lower()} ({game.info.name})" for game in registry.every()]
    raise BadPosition(Notice("position-of-no-game", text=quote(prefix), prefixes=either(prefixes)))


def joined(info: GameInfo, *parts: str) -> str:
    """Return the text with these parts."""
    return ".".join((info.prefix.lower(), *(part or NOTHING for part in parts)))


def row(cells: Iterable[str]) -> str:
    """Return the text of a row of a board: each cell as it is written, and for empty ones their number."""
    return "".join("".join(run) if cell else str(len([*run])) for cell, run in groupby(cells))


def split(text: str, info: GameInfo, count: int) -> Sequence[str]:
    """Return the parts after the prefix, an empty string for one that holds nothing. Raises BadPosition."""
    prefix, *parts = text.split(".")
    if prefix != info.prefix.lower() or len(parts) != count or not all(parts):
        raise BadPosition(Notice("position-parts", game=info.name, parts=count, prefix=info.prefix.lower()))
    return ["" if part == NOTHING else part for part in parts]


def number(text: str, part: int, most: int) -> int:
    """Return a whole number. Raises BadPosition for anything else, or more than ``most``."""
    if not _NUMBER.fullmatch(text) or int(text) > most:
        raise unreadable(part, text)
    return int(text)


def unreadable(part: int, text: str) -> BadPosition:
    """Return the error for a part, counted from 1 after the prefix, that means nothing."""
    return BadPosition(Notice("position-part", part=part, text=quote(text)))


def impossible(reason: Param, rule: str | None = None) -> BadPosition:
    """Return the error for a position that no game can have."""
    return BadPosition(Notice("position-impossible", reason=reason), rule=rule)
