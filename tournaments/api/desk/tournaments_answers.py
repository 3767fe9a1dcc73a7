"""Answers about a tournament's settings, and imports."""

from __future__ import annotations

from typing import Annotated, Any

from tournaments.api.core.answers import Answer, Moment
from tournaments.api.core.enums import ImportState, NameRule
from tournaments.api.public.tournaments_answers import TournamentOut


class SettingsOut(TournamentOut):
    published: bool
    names_shown: NameRule
    schedule: str
    directions: str
    thanks: str
    language: Annotated[str, "Of the big screen and of printed sheets; empty: the screen's own, and whoever prints."]
    places: int | None
    check_in: bool
    two_person: bool
    half_byes: int
    half_byes_not_last: int
    rating_list: str | None
    archived_at: Moment | None
    former_slugs: Annotated[list[str], "Earlier addresses that still lead here."]
    options: dict[str, Any]
    options_as_played: Annotated[
        dict[str, Any],
        "All options of the game as they hold here: chosen, implied by the pairing system (the partners of "
        "team games), or the game's defaults.",
    ]
    pairing: dict[str, Any]  # type: ignore[assignment]
    scoring: dict[str, Any]


class ImportOut(Answer):
    id: int
    state: ImportState
    percent: int
    problem: str
    place: str
    tournament: str | None
    filename: str
    uploaded_at: Moment


class ImportsOut(Answer):
    next: str | None
    results: list[ImportOut]
