"""Answers about players at the desk, lists of them, and the people who work there."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer, Part
from tournaments.api.core.enums import LineStatus, ListState, RequestedBye, Role
from tournaments.api.public.players_answers import PlayerOut
from tournaments.imports.columns import ROLES
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


class KnownOut(Answer):
    id: int
    name: str


class ListColumnOut(Answer):
    heading: str
    meaning: Annotated[str, Part({"enum": ["", *ROLES]})]


class LineOut(Answer):
    line: int
    name: str
    status: LineStatus
    changes: list[str]
    problems: list[str]
    remarks: Annotated[list[str], "What was read in another way than it stands there, or why the line is left out."]
    who: Annotated[str, "Who it is among those who are known, as every desk sees them."]
    people: Annotated[list[KnownOut], "Those whom the name can mean."]


class ListOut(Answer):
    id: int | None
    state: ListState
    percent: int
    problem: str
    counts: dict[str, int]
    lines: list[LineOut]
    stamp: str
    remarks: Annotated[list[str], "How the file was read."]
    sheets: list[str]
    sheet: str
    heading: Annotated[int, "The line that names the columns; 0 for none."]
    columns: list[ListColumnOut]


class PersonOut(Answer):
    name: str
    club: str | None
    rating: int | None
    birth_year: int | None
    team: str | None
    board: int | None
    marks: str
    name_shown: Annotated[str, Part({"enum": ["", *NameShown.values]})]


class TracesOut(Answer):
    name: str
    entries: int
    tables: int
    records: int
    reasons: int
