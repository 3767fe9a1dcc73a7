"""Answers about the desk, its rounds and game records."""

from __future__ import annotations

from typing import Annotated, Any

from tournaments.api.core.answers import Answer, Moment
from tournaments.api.core.enums import DeskAction, Permission, RecordState, RoundState, TournamentState
from tournaments.api.core.problem_answers import NoticeOut, ResultOut
from tournaments.api.public.tournaments_answers import ByeOut


class DeskTableOut(Answer):
    number: int
    reason: str
    seats: list[int]
    result: ResultOut | None
    confirmed: bool
    records: int


class DeskRoundOut(Answer):
    number: int
    state: RoundState
    problem: str
    quality: dict[str, Any] | None
    notes: list[str]
    notices: Annotated[list[NoticeOut], "The notes as data."]
    tables: list[DeskTableOut]
    byes: list[ByeOut]


class RoundHead(Answer):
    number: int
    state: RoundState
    problem: str


class StepOut(Answer):
    action: DeskAction
    label: str
    explanation: str


class DeskOut(Answer):
    state: TournamentState
    version: int
    players: int
    rounds: list[RoundHead]
    round: DeskRoundOut | None
    step: StepOut | None
    may: list[Permission]


class RecordOut(Answer):
    id: int
    table: int
    round: int
    state: RecordState
    points: list[str | None] | None
    verdict: str
    uploaded_at: Moment


class RecordTextOut(RecordOut):
    text: str


class RecordsOut(Answer):
    next: str | None
    results: list[RecordOut]


class AwayOut(Answer):
    player: int
    name: str
    missed: Annotated[int, "The round."]
    no_show: Annotated[bool, "Paired, but did not show up."]
    here: Annotated[bool, "Checked in since."]


class PresenceOut(Answer):
    round: Annotated[int | None, "The round to be paired."]
    players: int
    away: list[AwayOut]
