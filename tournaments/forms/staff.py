"""The form for a code by which somebody works at an event without an account."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.tables import TablesField
from tournaments.models import Appointment
from tournaments.services.staff_codes import ROLES


class StaffCodeForm(forms.Form):
    """A name, a role, a table judge's tables, and until when."""

    name = forms.CharField(label=_("Name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    role = forms.ChoiceField(label=_("Role"), choices=[(role.value, role.label) for role in ROLES])
    tables = TablesField(label=_("Tables of a table judge, such as 1-3, 7"), required=False, max_length=200)
    until = forms.DateTimeField(
        label=_("Valid until"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def clean(self) -> Any:
        values = super().clean() or {}
        if values.get("role") == Appointment.Role.JUDGE and not values.get("tables") and "tables" not in self.errors:
            self.add_error("tables", _("Enter the tables of the table judge, such as 1-3, 7."))
        return values
