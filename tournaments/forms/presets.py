"""The planner's questions as a form, made from what the planner declares; and the form for setting up a tournament from
a preset: only the fields that the preset leaves open; and its groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core.declarations.declared import KEY, OPTION
from tournaments.domain.access import clubs_of, defaults_of
from tournaments.domain.errors import Refused
from tournaments.forms.clubs import game_choices, own_choices, own_game
from tournaments.forms.options import plain_field, setting_fields
from tournaments.models.fields import visible_text
from tournaments.pairing.planner.question import ASKED as QUESTIONS
from tournaments.pairing.registry import systems
from tournaments.services.events.presets import Preset, refuse_teams

HIDDEN = frozenset({"seed", "spread", "draws"})
PlannerFields = type(
    "PlannerFields",
    (forms.Form,),
    {option.key: plain_field(option) for option in QUESTIONS if option.key not in HIDDEN},
)
GAME, PLAYERS, MATTERS = STEPS = ("game", "players", "matters")
"""The questions, one after the other: each is named like the answer that it must have."""
ASKS = {
    GAME: _("Who plays what?"),
    PLAYERS: _("How many come, for how long, at how many tables?"),
    MATTERS: _("What matters?"),
}
FIRST = ("players", "team_size", "minutes", "tables")
SELDOM = ("begins", "round_minutes", "pause", "table_size", "rated")
OF_THE_GAME = ("table_size", "round_minutes")
"""Answers that another game makes void."""
ABOUT = {
    "everybody": _("As many pairs as can be, and nobody twice."),
    "winner": _("The strongest comes first, as surely as can be."),
    "equal": _("Nobody plays more games than others."),
    "short": _("The fewest minutes."),
}


class PlannerForm(PlannerFields):
    """The questions: who plays what; how many, how long, at how many tables; what matters. It is sent by GET.

    ``given``: the answers so far, as the address has them.
    """

    game = forms.ChoiceField(label=_("Game"))
    begins = forms.TimeField(
        label=_("Begins at"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )

    def __init__(self, user: Any, given: Mapping[str, str], *, fresh: bool = False) -> None:
        """Make the form; ``fresh``: the answers are shown, and none is looked at."""
        known = {*self.base_fields}
        self.given = {name: value for name, value in given.items() if name in known and value}
        super().__init__(None if fresh else self.given, initial=self.given)
        self.clubs = clubs_of(user)
        self.own = own_choices(self.clubs)
        self.usual = defaults_of(user).get("game")
        self.fields["game"].choices = [*self.own, *game_choices()]
        self.fields["players"].required = True
        self.fields["players"].initial = None  # a number that stands there would be typed behind
        self.fields["players"].widget.attrs["autofocus"] = fresh

    @property
    def open_step(self) -> str | None:
        """Return the first question without a good answer; None where all have one."""
        if GAME not in self.given or GAME in self.errors:
            return GAME
        if PLAYERS not in self.given or self.errors.keys() & {*FIRST, *SELDOM}:
            return PLAYERS
        return MATTERS if MATTERS not in self.given or MATTERS in self.errors else None

    @property
    def games(self) -> Iterator[tuple[Any, list[tuple[str, str, bool]]]]:
        """Yield the games by heading, the club's own first: the address that answers so, the name, whether it is the
        answer. Without games of its own there is no heading."""
        every = dict(self.fields["game"].choices)
        club = [*dict(self.own), *([self.usual] if self.usual in every else [])]
        rest = [key for key in every if key not in club]
        given = {name: value for name, value in self.given.items() if name not in OF_THE_GAME}
        for heading, keys in ((_("The club’s games"), club), (_("Other games") if club else "", rest)):
            if keys:
                yield heading, [self._answer(GAME, key, every[key], given) for key in keys]

    @property
    def aims(self) -> list[tuple[tuple[str, str, bool], Any]]:
        """Return what may matter, as ``games`` has it, with a sentence each."""
        return [
            (self._answer(MATTERS, key, label, self.given), ABOUT[key]) for key, label in self.fields[MATTERS].choices
        ]

    def _answer(self, step: str, key: str, label: str, given: Mapping[str, str]) -> tuple[str, str, bool]:
        chosen = self.given.get(step) == key
        return "?" + urlencode({**(self.given if chosen else given), step: key}), label, chosen

    @property
    def asked_first(self) -> list[Any]:
        """Return the fields of the second question."""
        return [self[name] for name in FIRST]

    @property
    def seldom(self) -> list[Any]:
        """Return its fields that seldom matter."""
        return [self[name] for name in SELDOM]

    @property
    def seldom_answered(self) -> bool:
        """Tell whether one of these has an answer of its own, or a wrong one."""
        return any(
            field.errors
            or (field.name in self.given and self.given[field.name] != str(self.fields[field.name].initial))
            for field in self.seldom
        )

    @property
    def kept(self) -> dict[str, str]:
        """Return the answers to the other questions, which go along with the second one's."""
        return {name: value for name, value in self.given.items() if name in (GAME, MATTERS)}

    def back(self, step: str) -> str:
        """Return the address that asks a question again, with all answers kept."""
        return "?" + urlencode({**self.given, "ask": step})

    def question(self) -> dict[str, Any]:
        """Return the question that was asked, as the planner reads it."""
        values = {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}
        if begins := values.pop("begins", None):
            values["starts"] = begins.strftime("%H:%M")
        own = own_game(values["game"], self.clubs)
        if own is not None:
            values |= {"game": KEY, "options": {OPTION: own.declaration}}
        return values


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
