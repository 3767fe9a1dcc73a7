"""A penalty as an arbiter writes it."""

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

from tournaments.forms.points import read_points
from tournaments.models import Entry, Team, Tournament
from tournaments.models.fields import visible_text


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
        entries = Entry.objects.filter(tournament=tournament).select_related("player").order_by("number")
        entries = entries.only("number", "tournament", "player__name")
        self._whom: dict[str, Entry | Team] = {f"p{entry.pk}": entry for entry in entries}
        self._whom |= {f"t{team.pk}": team for team in Team.objects.filter(tournament=tournament)}
        self.fields["who"].choices = [("", "–"), *((key, str(whom)) for key, whom in self._whom.items())]

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
