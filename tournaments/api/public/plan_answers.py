"""Answers about the schedule of all rounds."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer


class PlannedSeatOut(Answer):
    position: int
    player: Annotated[int, "The pairing number."]
    points: Annotated[str | None, "Null: not known yet."]


class PlannedTableOut(Answer):
    number: int
    seats: list[PlannedSeatOut]


class PlannedRoundOut(Answer):
    number: int
    made: Annotated[bool, "Everybody can see it; else it is as the system will make it."]
    tables: list[PlannedTableOut]
    byes: Annotated[list[int], "The pairing numbers of those who do not play."]


class ScheduleOut(Answer):
    named: Annotated[bool, "The numbers are those of players; before the first round they can still change hands."]
    rounds: list[PlannedRoundOut]
