"""Answers about a tournament's settings, and imports."""

from __future__ import annotations

from typing import Annotated, Any

from django.db import models

from tournaments.api.core.answers import Answer, Moment, Part
from tournaments.api.core.enums import ImportState
from tournaments.api.public.tournaments_answers import TournamentOut
from tournaments.models.settings import SETTINGS, Setting

SETTINGS_SHOWN = [setting for setting in SETTINGS if setting.name not in TournamentOut.known]


def _member(setting: Setting) -> Any:
    """Return the annotation of a setting's member."""
    column = setting.column
    types = {models.BooleanField: bool, models.CharField: str, models.TextField: str}
    hint: Any = types.get(type(column), int)
    if column.null:
        hint = hint | None
    if column.choices:
        hint = Annotated[hint, Part({"enum": [value for value, _label in column.flatchoices]})]
    return Annotated[hint, setting.about] if setting.about else hint


class SettingsOut(TournamentOut, first={setting.name: _member(setting) for setting in SETTINGS_SHOWN}):
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
