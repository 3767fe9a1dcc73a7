"""Answers about lists and printed documents."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer, Part
from tournaments.api.core.enums import Document, LineStatus, ListState, PrintState
from tournaments.imports.columns import RESULT_MEANINGS, TEAM_MEANINGS


class ListLine(Answer):
    line: int
    status: LineStatus
    shows: list[str | None]
    changes: list[str]
    problems: list[str]
    remarks: Annotated[list[str], "Why the line is left out."]


class ListColumn(Answer):
    heading: str
    meaning: Annotated[str, Part({"enum": ["", *TEAM_MEANINGS, *RESULT_MEANINGS]})]


class ListPlanOut(Answer):
    id: int | None
    state: ListState
    percent: int
    problem: str
    stamp: str
    heading: list[str]
    counts: dict[str, int]
    lines: list[ListLine]
    remarks: Annotated[list[str], "How the file was read."]
    sheets: list[str]
    sheet: str
    heading_line: Annotated[int, "The line that names the columns; 0 for none."]
    columns: list[ListColumn]


class PrintOut(Answer):
    id: int
    what: Document
    round: int | None
    state: PrintState
    problem: str
    done: int
    whole: int
    file: str | None


class PrintsOut(Answer):
    next: str | None
    results: list[PrintOut]
