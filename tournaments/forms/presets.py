"""The form for setting up a tournament from a preset: only the fields that the preset leaves open; and its groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.domain.errors import Refused
from tournaments.forms.options import plain_field, setting_fields
from tournaments.models.fields import visible_text
from tournaments.pairing.registry import systems
from tournaments.services.presets import Preset, refuse_teams

PresetSettings = type("PresetSettings", (forms.Form,), setting_fields("preset"))
ASKED = ("draw", "then", "qualifiers", "finals", "group_rounds")


class PresetForm(PresetSettings):
    name = forms.CharField(label=_("Name"), max_length=100, validators=[visible_text])
    starts = forms.DateField(label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}))
    game = forms.ChoiceField(label=_("Game"))
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=60)
    count = forms.IntegerField(min_value=1, max_value=26)
    teams = forms.CharField(
        label=_("Teams"),
        required=False,
        max_length=3000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One name on each line."),
    )
    minutes = forms.IntegerField(
        label=_("Minutes for a round, on the clock"), min_value=1, max_value=24 * 60, required=False
    )
    field_order = ("name", "starts", "venue", "game", "rounds", "count", "teams", "minutes")

    def __init__(self, preset: Preset, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["published"] = self.fields.pop("published")  # last, whatever else is asked
        self.preset = preset
        choices = preset.games()
        self.fields["game"].choices = choices
        self.initial = {
            "name": preset.name,
            "starts": timezone.localdate().isoformat(),
            "game": choices[0][0],
            "rounds": None if preset.by_system else preset.rounds,
            "count": preset.count,
            "check_in": preset.check_in,
            "published": True,
            "minutes": preset.minutes,
        }
        if not preset.minutes:
            del self.fields["minutes"]
        if preset.by_system:
            self.fields["rounds"].required = False
            self.fields["rounds"].help_text = _("Empty: as many as the system makes for these players.")
        if preset.events:
            self.fields["count"].label = _("Groups")
        else:
            del self.fields["count"]
        if preset.teams:
            del self.fields["places"]
        else:
            del self.fields["teams"]
        if len(choices) == 1:
            self.fields["game"].widget = forms.HiddenInput()

    def propose(self, defaults: Mapping[str, Any]) -> None:
        """Fill in what a club wants in its new events; a game where the preset is for it."""
        for name, value in defaults.items():
            if name in self.fields and (name != "game" or value in dict(self.fields["game"].choices)):
                self.initial[name] = value

    def clean_teams(self) -> list[str]:
        names = [line.strip() for line in self.cleaned_data["teams"].splitlines() if line.strip()]
        try:
            refuse_teams(self.preset, names)
        except Refused as error:
            raise forms.ValidationError(error.message) from error
        return names


class FinalsForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=120, validators=[visible_text])
    each = forms.IntegerField(label=_("Players qualifying from each group"), min_value=1, max_value=64, initial=2)
    groups = forms.TypedMultipleChoiceField(
        label=_("From these groups"), coerce=int, widget=forms.CheckboxSelectMultiple
    )


class GroupsForm(PresetForm):
    """The answers that groups and finals need: fields as the pairing system declares them."""

    def __init__(self, preset: Preset, *args: Any, **kwargs: Any) -> None:
        super().__init__(preset, *args, **kwargs)
        del self.fields["rounds"]
        self.fields["count"] = forms.IntegerField(label=gettext("Groups"), min_value=1, max_value=26)
        for option in systems()["groups"].options:
            if option.key in ASKED:
                self.fields[option.key] = plain_field(option)
                self.initial.setdefault(option.key, option.default)
        self.order_fields(["name", "starts", "venue", "game", "count", *ASKED, "places"])

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        options = {key: values.pop(key, None) for key in ASKED}
        values["rounds"] = self.preset.rounds  # until the number of players is known
        values["pairing_options"] = {key: value for key, value in options.items() if value not in (None, "")}
        return values
