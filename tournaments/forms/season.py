"""The card of a season: its evenings are worked out first, and each of their days can be changed or struck out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.errors import Refused
from tournaments.forms.presets import PresetForm
from tournaments.models.fields import visible_text
from tournaments.pairing.registry import systems
from tournaments.services.events.presets import Preset
from tournaments.services.seasons import FORTNIGHT, MONTH, MOST, WEEK, planned_days, proposed_best, refuse_best


@dataclass(frozen=True, slots=True)
class Evening:
    """A day that the card shows; ``struck``: there is no evening on it."""

    value: str
    struck: bool = False


class SeasonForm(PresetForm):
    """The answers that a season needs. The first sending works the days out, the second one makes the season."""

    every = forms.ChoiceField(
        label=gettext_lazy("An evening"),
        choices=[
            (WEEK, gettext_lazy("every week")),
            (FORTNIGHT, gettext_lazy("every two weeks")),
            (MONTH, gettext_lazy("every month, on the same weekday")),
        ],
        required=False,
    )
    best = forms.IntegerField(
        label=gettext_lazy("Best results that count"),
        min_value=1,
        max_value=MOST,
        required=False,
        help_text=gettext_lazy(
            "Each player’s best evenings count, so that a missed evening costs little. About three quarters of the "
            "evenings is usual. Empty: every evening counts."
        ),
    )
    field_order = ("name", "starts", "every", "count", "best", "venue", "game", "rounds")

    def __init__(self, preset: Preset, data: Any = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(preset, data, *args, **kwargs)
        self.fields["starts"].label = _("First evening")
        self.fields["count"] = forms.IntegerField(label=_("Evenings"), min_value=1, max_value=MOST)
        self.order_fields(self.field_order)
        self.initial |= {"every": WEEK, "best": proposed_best(preset.count)}
        self.evenings: list[Evening] = []
        self.days_shown = bool(data) and "day-0" in data and "again" not in data
        if self.days_shown:
            self.evenings = [
                Evening(data.get(f"day-{at}", "")[:10], f"no-{at}" in data) for at in range(MOST) if f"day-{at}" in data
            ]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        values["every"] = values.get("every") or WEEK
        days = self._days(values)
        if days is None:
            return values
        proposal = proposed_best(self.preset.count)
        if not self.days_shown and values.get("best") == proposal and len(days) != self.preset.count:
            # nobody chose it: what was proposed follows the number of evenings
            values["best"] = proposed_best(len(days))
            self.data = self.data.copy()
            self.data["best"] = values["best"] or ""
        try:
            refuse_best(values.get("best"), len(days))
        except Refused as error:
            self.add_error("best", error.message)
        values["days"] = days
        return values

    def _days(self, values: dict[str, Any]) -> list[date] | None:
        """Return the days of the evenings; None where what was sent does not say them, which is then an error."""
        if not self.days_shown:
            if "starts" not in values or "count" not in values:
                return None
            try:
                days = planned_days(values["starts"], values["every"], values["count"])
            except Refused as error:
                self.add_error("starts", error.message)
                return None
            self.evenings = [Evening(day.isoformat()) for day in days]
            return days
        days = []
        for at, evening in enumerate(self.evenings, start=1):
            if evening.struck:
                continue
            try:
                day = parse_date(evening.value)
            except ValueError:
                day = None
            if day is None:
                self.add_error(None, _("Evening %(number)d has no date. Enter one, or strike it out.") % {"number": at})
                return None
            if day in days:
                self.add_error(None, _("Two evenings have the same date. Change one, or strike it out."))
                return None
            days.append(day)
        if not days:
            self.add_error(None, _("All evenings are struck out. Keep at least one."))
            return None
        return sorted(days)


class EveningsForm(forms.Form):
    """The changes of all evenings that have not begun: a field that is left empty changes nothing."""

    begins = forms.TimeField(
        label=gettext_lazy("Begins at"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}),
        help_text=gettext_lazy("The first hour of the schedule. Its other hours move along."),
    )
    venue = forms.CharField(label=gettext_lazy("Venue"), max_length=120, required=False, validators=[visible_text])
    system = forms.ChoiceField(label=gettext_lazy("Pairing system"), required=False)
    rounds = forms.IntegerField(label=gettext_lazy("Rounds"), min_value=1, max_value=60, required=False)
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for a round, on the clock"), min_value=1, max_value=24 * 60, required=False
    )
    published = forms.TypedChoiceField(
        label=gettext_lazy("Public pages"),
        choices=[
            ("", gettext_lazy("as they are")),
            ("1", gettext_lazy("Everyone may see them")),
            ("0", gettext_lazy("Only the staff sees them")),
        ],
        coerce=lambda text: text == "1",
        empty_value=None,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = sorted((str(_(system.name)), key) for key, system in systems().items())
        self.fields["system"].choices = [("", _("as it is")), *((key, name) for name, key in named)]

    def clean(self) -> dict[str, Any]:
        values = {name: value for name, value in (super().clean() or {}).items() if value not in (None, "")}
        if not values and not self.errors:
            self.add_error(None, _("Fill in what is to change."))
        return values


class EveningForm(forms.Form):
    """One more evening of a season."""

    day = forms.DateField(label=gettext_lazy("Date"), widget=forms.DateInput(attrs={"type": "date"}))
