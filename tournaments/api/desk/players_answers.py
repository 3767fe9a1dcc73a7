"""Answers about players at the desk, lists of them, and the people who work there."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer, Part
from tournaments.api.core.enums import LineStatus, ListState, RequestedBye, Role
from tournaments.api.public.players_answers import PlayerOut
from tournaments.models import NameShown


class RequestedByeOut(Answer):
    round: int
    kind: RequestedBye


class EntryOut(PlayerOut):
    rating: int | None
    board: int | None
    absent: list[int]
    byes: Annotated[list[RequestedByeOut], "Of the rounds in `absent` those that bring points."]
    fixed_table: int | None


class AppointmentOut(Answer):
    username: str
    name: str
    role: Role
    tables: list[int]


class AppointmentsOut(Answer):
    results: list[AppointmentOut]


class LineOut(Answer):
    line: int
    name: str
    status: LineStatus
    changes: list[str]
    problems: list[str]


class ListOut(Answer):
    id: int | None
    state: ListState
    percent: int
    problem: str
    counts: dict[str, int]
    lines: list[LineOut]


class PersonOut(Answer):
    name: str
    club: str | None
    rating: int | None
    birth_year: int | None
    team: str | None
    board: int | None
    name_shown: Annotated[str, Part({"enum": ["", *NameShown.values]})]


class TracesOut(Answer):
    name: str
    entries: int
    tables: int
    records: int
    reasons: int
