"""What an arbiter decides about a table: its points, adjourned, or void; with a reason."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from tournaments.forms.points import PointsForm
from tournaments.models import Result
from tournaments.models.fields import visible_text

POINTS, ADJOURNED, VOID = "points", "adjourned", "void"


class DecisionForm(PointsForm):
    """A table's result with all that an arbiter may decide. ``out``: the colours that he took out (QC 4.3)."""

    decision = forms.ChoiceField(
        label=_("Decision"),
        choices=[
            (POINTS, _("These points (- for who did not show up)")),
            (ADJOURNED, _("Adjourned: to be played on")),
            (VOID, _("The table is void: nobody has points, nobody plays again")),
        ],
        initial=POINTS,
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(label=_("Reason"), required=False, max_length=150, validators=[visible_text])

    def __init__(self, seats: int, colours: list[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(seats, *args, **kwargs)
        self.fields["out"] = forms.MultipleChoiceField(
            label=_("Taken out by the arbiter"),
            choices=colours,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )
        self.colours = dict(colours)

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        decision = cleaned.get("decision")
        if decision == POINTS:
            cleaned = super().clean()
        else:
            cleaned |= {"points": [None] * self.seats, "places": False}
        reason = cleaned.get("reason", "").strip()
        if decision in (ADJOURNED, VOID) and not reason:
            raise ValidationError(now("Say why."))
        if out := cleaned.get("out"):
            if decision != POINTS:
                raise ValidationError(now("A colour taken out leaves a game with points: enter them."))
            names = ", ".join(self.colours[colour] for colour in out)
            reason = f"{now('%(colours)s taken out (QC 4.3)') % {'colours': names}}. {reason}".strip()
        cleaned["why"] = reason
        return cleaned

    @property
    def end(self) -> str:
        """How the table ended, as the book of results has it."""
        decision, points = self.cleaned_data["decision"], self.cleaned_data["points"]
        if decision == ADJOURNED:
            return Result.End.ADJOURNED
        return Result.End.FORFEIT if None in points else Result.End.PLAYED

    @property
    def stamp(self) -> str:
        """What was looked at: only that is saved."""
        data = self.cleaned_data
        return " ".join([data["decision"], *("-" if p is None else str(p) for p in data["points"])])
