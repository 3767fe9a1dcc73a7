from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Seat, Tournament

KINDS = (Seat.Bye.HALF, Seat.Bye.FULL, Seat.Bye.ZERO)


class ByeForm(forms.Form):
    """A player's request for a bye."""

    entry = forms.ModelChoiceField(Entry.objects.none(), label=_("Player"))
    round = forms.TypedChoiceField(label=_("Round"), coerce=int)
    kind = forms.ChoiceField(label=_("Bye"))

    def __init__(self, tournament: Tournament, rounds: range, offered: bool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = Entry.objects.filter(tournament=tournament, left__isnull=True).select_related("player")
        self.fields["entry"].queryset = people.order_by("number")
        self.fields["round"].choices = [(number, str(number)) for number in rounds]
        kinds = KINDS if offered else (Seat.Bye.ZERO,)
        self.fields["kind"].choices = [(kind.value, kind.label) for kind in kinds]
