"""Answers about clubs, as everybody sees them."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer


class ClubOut(Answer):
    slug: str
    name: str
    url: str


class ClubsOut(Answer):
    next: str | None
    results: list[ClubOut]


class ClubDetailOut(ClubOut):
    logo: Annotated[str | None, "A PNG."]
    page: Annotated[str, "The club's page for people."]
    calendar: Annotated[str, "Its public tournaments as iCalendar."]
    tournaments: str
    ratings: str
    series: str
