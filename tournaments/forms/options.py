"""Form fields made from what games and pairing systems declare of their options, and tournaments of their settings;
with one for pairs of players, written as people write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.forms.utils import flatatt
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext_lazy as _
from unfold import widgets

from games.core import registry as games
from games.core.game import GameInfo, Option
from games.core.options import proposed
from tournaments.forms.points import TieBreaksField, TieBreaksWidget
from tournaments.models.fields import visible_text
from tournaments.models.settings import SETTINGS, Setting
from tournaments.pairing import registry as pairing
from tournaments.pairing.options import PairingOption
from tournaments.text import same_name

NUMBERS = re.compile(r"\s*(?:[1-9][0-9]{0,4}\s*-\s*[1-9][0-9]{0,4}[\s,;]*)+", re.ASCII)
PAIR_OF_NUMBERS = re.compile(r"([1-9][0-9]{0,4})\s*-\s*([1-9][0-9]{0,4})", re.ASCII)
BETWEEN = re.compile(r"\s*[–—/&]\s*|\s+-\s+")
NUMBER_FIRST = re.compile(r"([1-9][0-9]{0,4})(?:[.)]?\s.*)?", re.ASCII | re.DOTALL)
MOST_PAIRS = 500


class PairsField(forms.CharField):
    """Pairs of a tournament's players, one a line: ``Anna – Ben``, ``3 Anna – 7 Ben``, or just ``3-7, 4-9``.

    Gives ``[[3, 7], [4, 9]]``. ``people``: the names by pairing number, set by the form that knows them.
    """

    HELP = _("One pair on each line, by name or pairing number, such as Anna Jansen – Ben Bakker, or 3-7.")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.people: Mapping[int, str] = {}

    def to_python(self, value: Any) -> list[list[int]]:
        text = super().to_python(value)
        pairs: list[list[int]] = []
        if NUMBERS.fullmatch(text):
            pairs = [[self._known(int(a), a), self._known(int(b), b)] for a, b in PAIR_OF_NUMBERS.findall(text)]
        else:
            for line in filter(None, (part.strip() for part in re.split(r"[\r\n;]+", text))):
                sides = BETWEEN.split(line)
                if len(sides) != 2 or not all(sides):
                    raise ValidationError(
                        _("“%(part)s” is not a pair. Enter two players, as in Anna – Ben or 3-7."),
                        params={"part": line},
                    )
                pairs.append([self._player(side) for side in sides])
        for a, b in pairs:
            if a == b:
                raise ValidationError(_("%(who)s is in one pair twice."), params={"who": self._shown(a)})
        if len(pairs) > MOST_PAIRS:
            raise ValidationError(_("There are more than %(most)d pairs."), params={"most": MOST_PAIRS})
        return [list(pair) for pair in sorted({(min(a, b), max(a, b)) for a, b in pairs})]

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return "\n".join(" – ".join(map(self._shown, pair)) for pair in value)
        return value

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return self.to_python(data) != [list(pair) for pair in initial or ()]
        except ValidationError:
            return True

    def _player(self, text: str) -> int:
        if number := NUMBER_FIRST.fullmatch(text):
            return self._known(int(number[1]), text)
        wanted = same_name(text)
        matches = [n for n, name in self.people.items() if same_name(name) == wanted]
        if len(matches) > 1:
            raise ValidationError(
                _("Several players are called “%(who)s”. Enter the pairing number."), params={"who": text}
            )
        if not matches:
            raise ValidationError(_("No player here is called “%(who)s”."), params={"who": text})
        return matches[0]

    def _known(self, number: int, text: str) -> int:
        if number not in self.people:
            raise ValidationError(
                _("There is no player “%(who)s” here. Enter the players first."), params={"who": text}
            )
        return number

    def _shown(self, number: int) -> str:
        name = self.people.get(number)
        return f"{number} {BETWEEN.sub(' ', name)}" if name else str(number)


EACH, OPPOSITE = "each", "opposite"
BOUNDS = MinValueValidator, MaxValueValidator
TEAMS = {EACH: None, OPPOSITE: [[1, 3], [2, 4]]}


class TeamsField(forms.ChoiceField):
    """Partners at a table: those that the pairing system makes, none, or the players opposite each other."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [
            ("", _("as the pairing system requires: partners in team challenges, whist and matches of pairs")),
            (EACH, _("everyone plays for themselves")),
            (OPPOSITE, _("partners opposite: seats 1 and 3, 2 and 4")),
        ]
        super().__init__(choices=choices, **kwargs)

    def clean(self, value: Any) -> Any:
        return super().clean(self.prepare_value(value))

    def prepare_value(self, value: Any) -> Any:
        return OPPOSITE if isinstance(value, list) else value

    @staticmethod
    def kept(value: Any) -> Any:
        """Return the field's value for an option of the tournament's settings."""
        return EACH if value is None else value


class DayInput(forms.DateInput):
    """A day, in the browser's own calendar."""

    input_type = "date"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        looks = " ".join([*widgets.BASE_INPUT_CLASSES, "max-w-52"])
        super().__init__({"class": looks, **(attrs or {})}, format="%Y-%m-%d")


class SettledChoice(forms.Select):
    """A choice that can no longer be changed, as plain text: a field for it would cut the longer ones."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the chosen label, and its place among the choices for `setup.js`."""
        choices = [(str(key), label) for key, label in self.choices]
        chosen = "" if value is None else str(value)
        place = next((place for place, (key, _label) in enumerate(choices) if key == chosen), 0)
        told = {key: text for key, text in (attrs or {}).items() if key in ("id", "aria-describedby")}
        label = choices[place][1] if choices else value
        return format_html('<output class="v-settled" data-place="{}"{}>{}</output>', place, flatatt(told), label)


WIDGETS: tuple[tuple[type[forms.Field], type[forms.Widget]], ...] = (
    (forms.MultipleChoiceField, widgets.UnfoldAdminCheckboxSelectMultipleWidget),
    (forms.ChoiceField, widgets.UnfoldAdminSelectWidget),
    (forms.BooleanField, widgets.UnfoldBooleanSwitchWidget),
    (forms.IntegerField, widgets.UnfoldAdminIntegerFieldWidget),
    (forms.DateField, DayInput),
    (TieBreaksField, TieBreaksWidget),
    (PairsField, widgets.UnfoldAdminTextareaWidget),
    (forms.CharField, widgets.UnfoldAdminTextInputWidget),
)


def dressed(field: forms.Field) -> forms.Field:
    """Return the same field with the admin's look."""
    look = next(widget for kind, widget in WIDGETS if isinstance(field, kind))
    choices = getattr(field, "choices", None)
    field.widget = look() if choices is None else look(choices=choices)
    if isinstance(field, PairsField):
        field.widget.attrs["rows"] = 3
    field.widget.is_required = field.required
    return field


def settle(field: forms.Field) -> None:
    """Let nobody change a field; a choice is shown as plain text."""
    field.disabled = True
    field.required = False
    if isinstance(field, forms.ChoiceField) and not isinstance(field, forms.MultipleChoiceField):
        field.widget = SettledChoice(choices=field.choices)


def game_name(game: str, option: str) -> str:
    return f"game__{game}__{option}"


def pairing_name(system: str, option: str) -> str:
    return f"pairing__{system}__{option}"


PROPOSED = {
    pairing_name(system.key, option.key): option.proposed
    for system in pairing.systems().values()
    for option in system.options
    if option.proposed is not None
} | {game_name(game.info.key, key): value for game in games.every() for key, value in proposed(game.info).items()}
"""The first proposals for a tournament that did not have the system or the game."""


def game_field(option: Option) -> forms.Field:
    """Return the field of a game's option. The help text names its rule."""
    return dressed(_game_field(option))


def pairing_field(option: PairingOption) -> forms.Field:
    """Return the field of a pairing system's option."""
    return dressed(plain_field(option))


def _game_field(option: Option) -> forms.Field:
    common: dict[str, Any] = {
        "label": _(option.label),
        "help_text": format_lazy("{} ({})", _(option.help), option.rule),
        "required": False,
        "initial": option.default,
    }
    choices = [(choice.value, _(choice.label)) for choice in option.choices]
    match option.kind:
        case "flag":
            return forms.BooleanField(**common)
        case "choice":
            return forms.ChoiceField(choices=choices, **common)
        case "choices":
            return forms.MultipleChoiceField(choices=choices, **common)
        case "teams":
            return TeamsField(**common)
        case "number":
            least, most = option.bounds
            return forms.IntegerField(min_value=least, max_value=most, **common)
        case kind:
            raise ValueError(f"option {option.key} is declared with the unknown kind {kind!r}")


def plain_field(option: PairingOption) -> forms.Field:
    """Return the same field without the admin's look."""
    common: dict[str, Any] = {
        "label": _(option.label),
        "help_text": _(option.help) if option.help else "",
        "required": False,
        "initial": option.default,
    }
    match option.kind:
        case "flag":
            return forms.BooleanField(**common)
        case "integer" if option.choices:
            choices = [(str(value), _(label)) for value, label in option.choices]
            return forms.TypedChoiceField(choices=choices, coerce=int, empty_value=None, **common)
        case "integer":
            return forms.IntegerField(min_value=option.minimum, max_value=option.maximum, **common)
        case "choice":
            return forms.ChoiceField(choices=[(v, _(label)) for v, label in option.choices], **common)
        case "sizes":
            choices = [(str(value), label) for value, label in option.choices]
            return forms.TypedMultipleChoiceField(choices=choices, coerce=int, empty_value=[], **common)
        case "pairs":
            return PairsField(**common | {"help_text": PairsField.HELP})
        case kind:
            raise ValueError(f"option {option.key} is declared with the kind {kind!r}, which has no field")


def game_options(info: GameInfo, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the chosen options of a game that differ from its defaults.

    Teams are kept where somebody chose them, also that there are none; else the pairing system has its way.
    """
    teams = {o.key for o in info.options if o.kind == "teams"}
    chosen = {key: value for key, value in values.items() if key not in teams}
    return given(chosen, {o.key: o.default for o in info.options}) | {
        key: TEAMS[values[key]] for key in teams if values.get(key) in TEAMS
    }


def given(values: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Return the chosen values that differ from the default: only they are kept, so a default can be seen as one."""
    return {
        key: value for key, value in values.items() if value not in (None, "", [], ()) and value != defaults.get(key)
    } | {key: False for key, value in values.items() if value is False and defaults.get(key) is True}


def setting_field(setting: Setting, **own: Any) -> forms.Field:
    """Return the field of a setting, in a form that is not made from the model or where its column has no choices."""
    column = setting.column
    if setting.choices is None:
        return column.formfield(**own)
    words = {"label": capfirst(column.verbose_name), "help_text": column.help_text}
    return forms.ChoiceField(required=False, choices=[("", setting.no_choice), *setting.choices()], **words | own)


def setting_fields(door: str) -> dict[str, forms.Field]:
    """Return the fields of the settings that are marked so, for a form that the model does not check afterwards."""
    fields = {}
    for setting in SETTINGS:
        if getattr(setting, door):
            own = {"label": setting.asked} if setting.asked else {}
            own |= {check.code: check.limit_value for check in setting.column.validators if isinstance(check, BOUNDS)}
            field = fields[setting.name] = setting_field(setting, help_text="", required=False, **own)
            if isinstance(setting.column, models.CharField):
                field.validators.append(visible_text)
    return fields


def rows_of(part: str) -> list[Any]:
    """Return the settings of a part of the form, in rows."""
    rows: list[Any] = []
    for setting in SETTINGS:
        if setting.part == part and setting.beside:
            rows[-1] = (rows[-1], setting.name)
        elif setting.part == part:
            rows.append(setting.name)
    return rows
