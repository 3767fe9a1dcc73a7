"""The errors of a record, each with a stable code, the rule that was broken and a sentence.

The codes are those of the record format; a rule is a number such as ``"QC 4.3"`` or ``None``.
"""

from __future__ import annotations

from typing import ClassVar

import games.core.sentences  # noqa: F401 (its notices are put into words by this table)
from games.core.notices import Notice


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
