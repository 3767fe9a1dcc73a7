"""Answers about the next step, past rounds and the archive."""

from __future__ import annotations

from tournaments.api.core.answers import Answer, Moment
from tournaments.api.core.enums import Method, RoundState, RoundStep, TournamentState
from tournaments.api.desk.rounds_answers import RoundHead, StepOut


class NextStepOut(StepOut):
    round: int | None
    method: Method | None
    url: str | None


class NextOut(Answer):
    state: TournamentState
    archived_at: Moment | None
    step: NextStepOut | None


class ArchiveOut(Answer):
    state: TournamentState
    archived_at: Moment | None


class PastRound(RoundHead):
    id: int
    discarded_from: RoundState | None
    tables: int
    results: int
    may: list[RoundStep]


class PastRounds(Answer):
    results: list[PastRound]
