"""Answers about presets."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer
from tournaments.api.desk.tournaments_answers import SettingsOut


class PresetOut(Answer):
    key: str
    name: str
    about: str
    games: list[str]
    rounds: int
    teams: int
    count: int
    check_in: bool
    minutes: Annotated[int | None, "A round's usual time on the clock."]


class PresetsOut(Answer):
    results: list[PresetOut]


class MadeOut(Answer):
    results: list[SettingsOut]
