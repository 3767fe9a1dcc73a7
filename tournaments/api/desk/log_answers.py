"""Answers about the log."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer, Moment
from tournaments.api.core.enums import LogAction, LogDoor, LogKind, LogRole


class LogLine(Answer):
    id: int
    at: Moment
    kind: LogKind
    action: LogAction
    tournament: str
    text: str
    who: str
    role: Annotated[LogRole | None, "The role that the person had then; null: none, or nobody did it."]
    door: LogDoor
    reason: str


class LogOut(Answer):
    next: str | None
    results: list[LogLine]
