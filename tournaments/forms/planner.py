"""The planner's questions as a form, made from what the planner declares."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.core.declarations.declared import KEY, OPTION
from tournaments.domain.access import clubs_of, defaults_of
from tournaments.forms.clubs import game_choices, own_choices, own_game
from tournaments.forms.options import plain_field
from tournaments.pairing.planner.question import ASKED

HIDDEN = frozenset({"seed", "spread"})
PlannerFields = type(
    "PlannerFields", (forms.Form,), {option.key: plain_field(option) for option in ASKED if option.key not in HIDDEN}
)


class PlannerForm(PlannerFields):
    """The questions: who plays what; how many, how long, at how many tables; what matters. It is sent by GET."""

    game = forms.ChoiceField(label=_("Game"))
    begins = forms.TimeField(
        label=_("Begins at"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    field_order = ("game", "table_size", "round_minutes", "players", "rated", "minutes", "begins", "pause", "tables")

    def __init__(self, user: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.clubs = clubs_of(user)
        self.fields["game"].choices = [*own_choices(self.clubs), *game_choices()]
        self.initial = {"game": defaults_of(user).get("game", "quatro-chess"), **self.initial}
        self.fields["players"].required = True

    @property
    def parts(self) -> tuple[tuple[Any, list[Any], list[Any], bool], ...]:
        """Return the questions, each with the fields that it asks, those that seldom matter, and whether these do."""

        def part(question: Any, *names: str, more: tuple[str, ...] = ()) -> tuple[Any, list[Any], list[Any], bool]:
            seldom = [self[name] for name in more]
            told = any(field.errors or str(field.value() or "") != str(field.initial or "") for field in seldom)
            return question, [self[name] for name in names], seldom, told

        return (
            part(_("Who plays what?"), "game", more=("table_size", "round_minutes")),
            part(
                _("How many come, for how long, at how many tables?"),
                *("players", "minutes"),
                more=("tables", "begins", "pause", "rated"),
            ),
            part(_("What matters?"), "matters"),
        )

    def question(self) -> dict[str, Any]:
        """Return the question that was asked, as the planner reads it."""
        values = {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}
        if begins := values.pop("begins", None):
            values["starts"] = begins.strftime("%H:%M")
        own = own_game(values["game"], self.clubs)
        if own is not None:
            values |= {"game": KEY, "options": {OPTION: own.declaration}}
        return values
