"""Answers about a club's own games."""

from __future__ import annotations

from typing import Annotated, Any

from tournaments.api.core.answers import Answer


class ClubGameOut(Answer):
    key: str
    name: str
    declaration: Annotated[dict[str, Any], "What the program knows of the game."]
    url: str


class ClubGamesOut(Answer):
    next: str | None
    results: list[ClubGameOut]
