"""The form of an arbiter's decision about a table: its points, adjourned, or void; with a reason."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.domain.errors import Refused
from tournaments.forms.points import PointsForm
from tournaments.models.fields import visible_text
from tournaments.services.decisions import ADJOURNED, POINTS, VOID, Ruling, ruled


class DecisionForm(PointsForm):
    """A table's result with all that an arbiter may decide. ``out``: the colours taken out (QC 4.3)."""

    decision = forms.ChoiceField(
        label=_("Decision"),
        choices=[
            (POINTS, _("These points (- for a no-show)")),
            (ADJOURNED, _("Adjourned: to be continued")),
            (VOID, _("The table is void: nobody gets points, and it is not played again")),
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
        decision = cleaned.get("decision", "")
        if decision == POINTS:
            cleaned = super().clean()
        try:
            ruling = ruled(
                decision,
                seats=self.seats,
                colours=self.colours,
                points=cleaned.get("points", ()),
                places=cleaned.get("places", False),
                out=cleaned.get("out", ()),
                reason=cleaned.get("reason", ""),
            )
        except Refused as error:
            raise ValidationError(error.message) from error
        return cleaned | {"points": ruling.points, "places": ruling.places, "ruling": ruling}

    @property
    def ruling(self) -> Ruling:
        """Return the decision of a valid form."""
        ruling: Ruling = self.cleaned_data["ruling"]
        return ruling

    @property
    def stamp(self) -> str:
        """Return the stamp of the preview: only the previewed values are saved."""
        data = self.cleaned_data
        return " ".join([data["decision"], *("-" if p is None else str(p) for p in data["points"])])
