"""The form of the log's filter."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.selectors import log


class LogForm(forms.Form):
    """The log's filter, all of it optional; read from the address, so a view of the log can be kept as a link."""

    actor = forms.ChoiceField(label=_("Who"), required=False)
    kind = forms.ChoiceField(label=_("What"), required=False)
    player = forms.CharField(
        label=_("Player"),
        required=False,
        max_length=100,
        validators=[ProhibitNullCharactersValidator()],
        widget=forms.TextInput(attrs={"placeholder": _("name or number")}),
    )
    round = forms.IntegerField(label=_("Round"), required=False, min_value=1, max_value=1000)
    table = forms.IntegerField(label=_("Table"), required=False, min_value=1, max_value=30_000)
    since = forms.DateTimeField(
        label=_("From"), required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )
    until = forms.DateTimeField(
        label=_("Until"), required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )
    details = forms.BooleanField(label=_("include every seat and table"), required=False)
    before = forms.IntegerField(required=False, min_value=1, max_value=2**62, widget=forms.HiddenInput)

    def __init__(self, tournament: Tournament | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        actors = [(name, log.name_of(name)) for name in log.actors(tournament)]
        self.fields["actor"].choices = [("", _("everybody")), *actors]
        self.fields["kind"].choices = [("", _("everything")), *log.kinds()]

    @property
    def wanted(self) -> log.LogFilter:
        """Return the filter of a valid form; an empty one where it is not valid."""
        filters = {name: value for name, value in self.cleaned_data.items() if value} if self.is_valid() else {}
        return log.LogFilter(tournament=self.tournament, **filters)
