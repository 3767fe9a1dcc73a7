"""The forms of an arbiter's decisions: about a table (its points, adjourned, or void), and a penalty; with a reason."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.domain.errors import Refused
from tournaments.forms.points import PointsForm, read_points
from tournaments.models import Entry, Team, Tournament
from tournaments.models.fields import visible_text
from tournaments.services.results.results import ADJOURNED, POINTS, VOID, Ruling, ruled


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


class LongSelect(forms.Select):
    """A select without groups whose options are written in one go: a template for each of them takes longer than to
    compute the standings, where hundreds can be chosen."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = {str(item) for item in self.format_value(value)}
        options = format_html_join(
            "\n",
            '<option value="{}"{}>{}</option>',
            ((key, " selected" if str(key) in chosen else "", label) for key, label in self.choices),
        )
        own = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}"{}>\n{}\n</select>', name, own, options)


def _listed(whom: Entry | Team) -> str:
    return f"{whom.number} {whom.display_name}" if isinstance(whom, Entry) else str(whom)


class PenaltyForm(forms.Form):
    """A penalty: for whom, from which round, how many points, and why."""

    who = forms.ChoiceField(label=_("Player or team"), widget=LongSelect)
    round = forms.IntegerField(label=_("From round"), min_value=1, max_value=1000)
    points = forms.CharField(label=_("Points taken off"), max_length=12)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        validators=[visible_text],
        help_text=_("Everybody can read it beside the points in the standings."),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = tournament.entries.select_related("player").order_by("number")
        entries = entries.only("number", "tournament", "player__name")
        self._whom: dict[str, Entry | Team] = {f"p{entry.pk}": entry for entry in entries}
        self._whom |= {f"t{team.pk}": team for team in Team.objects.filter(tournament=tournament)}
        named = {key: _listed(whom) for key, whom in self._whom.items()}
        self.fields["who"].choices = [("", "–"), *named.items()]

    def clean_points(self) -> Fraction:
        """Return exact points above 0. Raises ValidationError for anything else."""
        try:
            points = read_points(self.cleaned_data["points"])
        except ValueError:
            points = None
        if points is None or points <= 0:
            raise ValidationError(gettext("Enter how many points are taken off: 1, 1/2 or 0.5."))
        return points

    @property
    def penalty(self) -> dict[str, Any]:
        """Return the arguments for the service from a valid form."""
        data = self.cleaned_data
        return {
            "to": self._whom[data["who"]],
            "round": data["round"],
            "points": data["points"],
            "reason": data["reason"],
        }

    @property
    def stamp(self) -> str:
        """Return the stamp of the preview: only the previewed values are saved."""
        data = self.cleaned_data
        return f"{data['who']} {data['round']} {data['points']}"
