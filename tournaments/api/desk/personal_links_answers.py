"""Answers about personal links."""

from __future__ import annotations

from tournaments.api.core.answers import Answer


class PersonalLinkOut(Answer):
    player: int
    name: str
    url: str | None


class PersonalLinksOut(Answer):
    next: str | None
    results: list[PersonalLinkOut]


class LinksMade(Answer):
    made: int


class LinksMailed(Answer):
    mailed: int
