"""The tie-breaks and their order: a list to pick from and to put in order; without script a text of codes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from unfold import widgets

from games.core.declarations.declaration import MOST_SEATS
from games.core.declarations.values import in_language
from scoring.core import registry
from tournaments.selectors.labels import modifier, tie_break

NUMBERED = {
    "PLACEn": tuple(f"PLACE{place}" for place in range(1, MOST_SEATS + 1)),
    "BEST": ("BEST/3", "BEST/4", "BEST/5"),
}
"""The offered tie-breaks with a number; others can be typed."""
MODIFIERS = {"C": ("C1", "C2"), "M": ("M1", "M2"), "P": ("P",), "R": ("R",), "L": ("L+1", "L-1")}
USUAL = (
    *("DE", "BH", "AOS", "SB", "ASB", "WIN", "WON", "PS"),
    *("GP", "DIFF", "SHARE", "PPG", "PLACEn", "BEST", "LOT"),
)
"""The first tie-breaks of the list."""
LIST = "COL"
"""The beginning of the codes of tie-breaks by a number of the game's list; a game without lists is offered none."""
LISTED = "scoring_tie_breaks-listed"
"""What the list sends beside the codes: that an empty one was seen to be empty."""
BETWEEN = re.compile(r"[,;\s]+")


def offered(columns: Sequence[Mapping[str, str]] = ()) -> list[dict[str, Any]]:
    """List every tie-break: its code, its name, its meaning, and the modifiers that can be added to it. ``columns``:
    the names of the numbers on the game's lists, of which each is one."""
    every = registry.every()
    language = get_language() or "en"
    rows: list[dict[str, Any]] = [
        {
            "code": f"{LIST}{number}",
            "name": in_language(names, language),
            "about": _("The numbers of the list, added up: whoever has more ranks higher"),
            "modifiers": [{"code": "R", "name": _("whoever has fewer ranks higher")}],
        }
        for number, names in enumerate(columns, start=1)
    ]
    keys = [key for key in USUAL if key in every] + sorted(every.keys() - {*USUAL, f"{LIST}n"})
    for key in keys:
        known = every[key]
        modifiers = [
            {"code": code, "name": modifier(code, key)}
            for letter in known.modifiers
            for code in MODIFIERS.get(letter, ())
        ]
        for code in NUMBERED.get(key, (key,)):
            name = tie_break(code) if key in NUMBERED else _(known.label)
            rows.append({"code": code, "name": name, "about": tie_break(code), "modifiers": modifiers})
    return rows


def codes_of(text: str) -> list[str]:
    """Split a text into its codes, in order."""
    return [code for code in BETWEEN.split(text.strip(" ,;")) if code]


class TieBreaksWidget(widgets.UnfoldAdminTextInputWidget):
    """A text of codes; ``tie_breaks.js`` makes the list of it from what stands in its attribute. ``columns``: the names
    of the numbers on the game's lists."""

    columns: Sequence[Mapping[str, str]] = ()

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        words = {
            "up": _("Move %(name)s up"),
            "down": _("Move %(name)s down"),
            "out": _("Remove %(name)s"),
            "add": _("Add"),
            "choose": _("Add a tie-break"),
            "plain": _("unchanged"),
            "kind": _("How %(name)s is counted"),
            "place": _("%(name)s: %(place)s of %(all)s"),
            "none": _("No tie-breaks: players with equal points share their rank."),
        }
        data = json.dumps({"offered": offered(self.columns), "words": words}, ensure_ascii=False)
        context: dict[str, Any] = super().get_context(name, value, {**(attrs or {}), "data-tie-breaks": data})
        return context


class TieBreaksField(forms.CharField):
    """Gives the codes as a list."""

    def clean(self, value: Any) -> list[str]:
        return codes_of(super().clean(value))

    def prepare_value(self, value: Any) -> Any:
        return " ".join(value) if isinstance(value, list) else value
