"""Answers about the check-in and the waiting list."""

from __future__ import annotations

from tournaments.api.core.answers import Answer, Moment
from tournaments.api.desk.players_answers import EntryOut


class CheckInRow(Answer):
    player: int
    name: str
    club: str | None
    here: bool
    gone: bool
    status: str


class CheckInOut(Answer):
    wanted: bool
    closed_at: Moment | None
    places: int | None
    players: int
    here: int
    missing: int
    next: str | None
    results: list[CheckInRow]


class CheckInClosed(Answer):
    closed_at: Moment | None
    not_here: int


class WaitingOut(Answer):
    id: int
    name: str
    club: str | None
    here: bool
    since: Moment


class WaitingListOut(Answer):
    next: str | None
    results: list[WaitingOut]


class ArrivalOut(Answer):
    entry: EntryOut | None
    waiting: WaitingOut | None
