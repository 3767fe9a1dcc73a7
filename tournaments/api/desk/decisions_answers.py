"""Answers about confirmations, decisions and penalties."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer, Moment


class ConfirmedOut(Answer):
    version: int
    by: str
    at: Moment


class MovedOut(Answer):
    name: str
    rank: Annotated[list[int | None], "Before and after."]
    points: Annotated[list[str | None], "Before and after."]


class MovedPlayer(MovedOut):
    player: int


class EffectOut(Answer):
    after_round: int
    players: list[MovedPlayer]
    teams: list[MovedOut]
    later: list[str]


class WeighedOut(EffectOut):
    question: Annotated[str, "Where the points are possible and odd; else empty."]
    version: Annotated[int, "Of the result that stands now; 0: none."]


class PenaltyOut(Answer):
    id: int
    player: int | None
    team: str | None
    round: int
    points: str
    reason: str
    lifted: bool
    decided_by: str | None
    decided_at: Moment


class PenaltiesOut(Answer):
    next: str | None
    results: list[PenaltyOut]
