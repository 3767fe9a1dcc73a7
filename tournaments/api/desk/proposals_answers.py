"""Answers about proposed changes of people."""

from __future__ import annotations

from tournaments.api.core.answers import Answer
from tournaments.api.core.enums import ProposalState


class ProposedOut(Answer):
    name: str | None
    club: str | None
    birth_year: int | None


class ProposalOut(Answer):
    id: int
    player: str
    tournament: str | None
    proposed: ProposedOut
    state: ProposalState
    by: str
    at: str
    decided_by: str | None
    decided_at: str | None
    seen: str | None


class ProposalsOut(Answer):
    results: list[ProposalOut]
