"""The errors of a record, each with a stable code, the rule that was broken and a sentence; and words: how the texts of
moves are taken apart, and how a text is shown in an error."""

from __future__ import annotations

import re
from typing import ClassVar

import games.core.sentences  # noqa: F401 (its notices are put into words by this table)
from games.core.notices import Notice

WHITE_SPACE = " \t\r\n"
"""The only characters that separate words; other Unicode spaces are no white space in a record."""
_GAP = re.compile(r"[ \t\r\n]+")
_SHOWN = 40


class GameError(Exception):
    """A user's mistake in a record, never a bug. ``str(error)`` is one sentence for a person."""

    code: ClassVar[str] = "bad-record"

    def __init__(self, notice: Notice, *, rule: str | None = None, index: int | None = None) -> None:
        super().__init__(notice)
        self.notice = notice
        self.rule = rule
        self.index = index
        """The 0-based entry of ``moves`` that fails, ``None`` for the record itself; set by the replay."""

    @property
    def message(self) -> str:
        """Return the sentence in English."""
        return str(self.notice)


class BadRecord(GameError):
    """Not the shape of a record: names, types, options, the number of seats, limits."""

    code = "bad-record"


class BadSetup(GameError):
    """The contents of ``setup`` contradict the game's rules."""

    code = "bad-setup"


class BadNotation(GameError):
    """A text that is no move of this game."""

    code = "bad-notation"


class IllegalMove(GameError):
    """A move of this game that the rules forbid here."""

    code = "illegal-move"


class GameOver(GameError):
    """An entry after the end of the game."""

    code = "game-over"


class ClaimMismatch(GameError):
    """The claimed result is not the replayed one."""

    code = "claim-mismatch"


class ImpossiblePoints(GameError):
    """Points that no game played by these rules and options can give."""

    code = "impossible-points"


class BadPosition(GameError):
    """A text that is no position of this game, or one that no game can have."""

    code = "bad-position"


def words(text: str) -> list[str]:
    """Split a move into its words at white space (space, tab, CR, LF). ``[]`` for a blank text."""
    stripped = text.strip(WHITE_SPACE)
    return _GAP.split(stripped) if stripped else []


def quote(text: str) -> str:
    """Put the text in double quotes for a message: shortened, with everything unprintable escaped.

    >>> quote("give\\u00a0LRTF")
    '"give\\\\xa0LRTF"'
    """
    shown = text if len(text) <= _SHOWN else text[:_SHOWN]
    clean = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in shown)
    return f'"{clean}…"' if len(text) > _SHOWN else f'"{clean}"'


def listed(texts: list[str] | tuple[str, ...], last: str = "or") -> str:
    """Join alternatives for a message as ``"a, b or c"``; with ``last="and"`` an enumeration."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"
