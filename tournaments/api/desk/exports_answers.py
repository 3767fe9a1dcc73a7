"""Answers about lists and printed documents."""

from __future__ import annotations

from tournaments.api.core.answers import Answer
from tournaments.api.core.enums import Document, LineStatus, ListState, PrintState


class ListLine(Answer):
    line: int
    status: LineStatus
    shows: list[str | None]
    changes: list[str]
    problems: list[str]


class ListPlanOut(Answer):
    id: int | None
    state: ListState
    percent: int
    problem: str
    stamp: str
    heading: list[str]
    counts: dict[str, int]
    lines: list[ListLine]


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
