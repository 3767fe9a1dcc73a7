"""Answers about the clock."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer, Moment
from tournaments.api.core.enums import ClockKind


class ClockOut(Answer):
    kind: ClockKind
    seconds: int
    round: int
    running: bool
    left_ms: Annotated[int, "What was left at `started_at`, or is left while it stands still."]
    started_at: Moment | None
    ends_at: Moment | None


class ShownClock(Answer):
    clock: ClockOut | None
