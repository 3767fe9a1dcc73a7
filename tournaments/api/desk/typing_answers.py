"""Answers about the people who type at tables."""

from __future__ import annotations

from tournaments.api.core.answers import Answer


class TypingOut(Answer):
    round: int
    table: int
    names: list[str]


class DeskTypingOut(Answer):
    others: list[TypingOut]
