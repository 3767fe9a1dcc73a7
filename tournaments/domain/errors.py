"""The errors of people, never of the program: the sentence says what is wrong and what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.models import Result


class Refused(Exception):
    """The request was understood and refused; nothing was changed. ``rule`` is a game rule's number, if
    any."""

    def __init__(self, message: str, *, rule: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule


class RefusedFile(Refused):
    """A file was refused because of what stands at this place of it; line and column count from 1."""

    def __init__(self, message: str, *, line: int, column: int) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class ResultConflict(Refused):
    """Somebody else's result is there already; it can be superseded by who has seen it."""

    def __init__(self, message: str, current: Result) -> None:
        super().__init__(message)
        self.current = current
