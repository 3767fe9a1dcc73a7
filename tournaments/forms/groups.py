"""The card of groups and finals, and the groups set by hand."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments.forms.options import plain_field
from tournaments.forms.presets import PresetForm
from tournaments.pairing.registry import systems
from tournaments.services.presets import Preset

ASKED = ("draw", "then", "qualifiers", "finals", "group_rounds")


class GroupsForm(PresetForm):
    """The answers that groups and finals need: fields as the pairing system declares them."""

    def __init__(self, preset: Preset, *args: Any, **kwargs: Any) -> None:
        super().__init__(preset, *args, **kwargs)
        del self.fields["rounds"]
        self.fields["count"] = forms.IntegerField(label=_("Groups"), min_value=1, max_value=26)
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
