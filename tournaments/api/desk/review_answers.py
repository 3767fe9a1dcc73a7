"""Answers about the review of a paired round."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer, Moment
from tournaments.api.core.enums import Change, Grade, ManualPairing
from tournaments.api.desk.rounds_answers import RoundHead
from tournaments.api.public.tournaments_answers import ByeOut


class CostOut(Answer):
    grade: Grade
    findings: list[str]


class ChangedTableOut(Answer):
    number: int
    seats: list[int]


class PreviewOut(CostOut):
    title: str
    nothing: bool
    tables: list[ChangedTableOut]
    last_change: int


class MadeChange(CostOut):
    number: int
    what: Change
    by: str | None
    at: Moment


class PlaceOut(Answer):
    player: int
    name: str
    seat: str
    cost: Annotated[CostOut | None, "Of exchanging this player with `pick`."]


class ReviewTable(Answer):
    number: int
    reason: str
    played: bool
    changed: bool
    places: list[PlaceOut]
    room: Annotated[CostOut | None, "Of moving `pick` here, where there is room."]


class DifferenceOut(Answer):
    table: int
    made: list[str]
    now: list[str]


class FiguresOut(Answer):
    repeated_pairs: int
    most_meetings: int
    unmet_pairs: int
    seat_spread: int
    bound: int
    optimal: bool


class ReviewOut(RoundHead):
    manual: ManualPairing
    last_change: int
    quality: FiguresOut
    notes: list[str]
    tables: list[ReviewTable]
    out: list[PlaceOut]
    byes: list[ByeOut]
    pick: int | None
    bye: CostOut | None
    new_table: CostOut | None
    differences: list[DifferenceOut]
    changes: list[MadeChange]


class ManualEnded(RoundHead):
    differences: list[DifferenceOut]
