"""The bodies that create and change tournaments."""

from __future__ import annotations

from rest_framework import serializers as s

from tournaments.api.core.fields import FOR_CLUB, Columns, PlainObject, Strict, Text
from tournaments.domain.setup import USUAL_GAME
from tournaments.models.settings import SETTINGS
from tournaments.text import SLUG

PAIRING = (
    "Left out of a new tournament: `system` is `tables`, or `berger` where the game is for two; `table_size` is the "
    "first of the system that the game can be played at; `rounds` are as many as the system makes for the players."
)


def setting_fields(door: str = "name") -> dict[str, s.Field]:
    """Return the fields of the settings that are marked so, or of all. Each may be left out."""
    fields = {}
    for setting in SETTINGS:
        if getattr(setting, door):
            column = setting.column
            kind, given = Columns().build_standard_field(setting.name, column)
            if choices := setting.choices() if setting.choices else column.flatchoices:
                given = {"choices": [value for value, _label in choices], "allow_blank": column.blank}
                kind = s.ChoiceField
            given |= {"required": False, "label": None, "help_text": setting.about or None}
            fields[setting.name] = kind(**given)
    return fields


class TournamentIn(Strict, s.Serializer):
    name = Text(max_length=120)
    slug = s.RegexField(rf"^{SLUG}\Z", required=False)
    starts = s.DateField(required=False)
    vars().update(setting_fields())
    rating_list = s.RegexField(
        rf"^{SLUG}\Z",
        required=False,
        allow_null=True,
        help_text="The season ratings that count here and seed the players, by their address.",
    )
    game = Text(required=False, max_length=40, help_text=f"A new tournament without a game is one of `{USUAL_GAME}`.")
    options = PlainObject(required=False)
    pairing = PlainObject(required=False, help_text=PAIRING)
    scoring = PlainObject(required=False)
    club = s.RegexField(rf"^{SLUG}\Z", required=False, help_text=FOR_CLUB)


class SettingsIn(TournamentIn):
    club = None  # type: ignore[assignment]
    former_slugs = s.ListField(
        child=s.RegexField(rf"^{SLUG}\Z"),
        required=False,
        max_length=1000,
        help_text="Earlier addresses that still lead here. One that is left out is let go.",
    )
    confirm = s.ListField(
        child=Text(max_length=40),
        required=False,
        max_length=40,
        help_text="The keys of what was asked (409, `confirm_needed`) and is confirmed.",
    )
