"""Answers about the players' reports."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer, Moment
from tournaments.api.core.enums import RecordState, ReportMode, ReportState


class SlipOut(Answer):
    number: int
    seats: list[int]
    url: Annotated[str, "Whoever has it reports for this table."]


class SlipsOut(Answer):
    round: int
    tables: list[SlipOut]


class LinkSeatOut(Answer):
    position: int
    seat: str
    player: int
    name: str
    in_team: Annotated[str | None, "Their team and board, such as “Leiden, board 2”, where a team wins the event."]
    points: Annotated[str, "As reported or entered; empty while unknown."]


class LinkTableOut(Answer):
    round: int
    number: int
    closed: Annotated[bool, "The round is closed: nothing can be reported any more."]
    seats: list[LinkSeatOut]


class HandedInOut(Answer):
    state: RecordState
    verdict: str


class ReportOut(Answer):
    state: ReportState
    number: Annotated[int, "What a confirmation names."]
    by: int | None
    confirmed: list[int]
    missing: Annotated[list[int], "Who has not confirmed yet."]
    disputed: list[int]
    due_at: Moment | None
    result: Annotated[bool, "Whether the table has a result."]
    decided: Annotated[bool, "An arbiter has spoken; players change nothing any more."]
    calling: Annotated[bool, "The arbiter has been called."]
    record: HandedInOut | None


class LinkOut(Answer):
    tournament: str
    name: str
    mode: ReportMode
    minutes: int
    player: Annotated[int | None, "Null with a table's link, which anybody there may hold."]
    table: Annotated[LinkTableOut | None, "Null where the player sits at none."]
    report: ReportOut | None


class CallOut(Answer):
    round: int
    table: int
    state: ReportState
    points: Annotated[list[str | None] | None, "As reported."]
    places: Annotated[bool, "The numbers are places."]
    by: int | None
    confirmed: list[int]
    disputed: list[int]
    due_at: Moment | None
    can_take: Annotated[bool, "What was reported can be made the result by one step."]


class ReportsOut(Answer):
    mode: ReportMode
    minutes: int | None
    moves: Annotated[bool, "Players may enter the moves of their own game."]
    calling: Annotated[list[CallOut], "These want an arbiter."]
    waiting: Annotated[list[CallOut], "These wait for the others at the table."]


class ReportRuleOut(Answer):
    mode: ReportMode
    minutes: int
    moves: bool


class SettledOut(Answer):
    round: int
    table: int
    state: ReportState
