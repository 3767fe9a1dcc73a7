"""The forms for inviting somebody: to an account, or by a code without one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.tables import TablesField
from tournaments.models import Appointment
from tournaments.services.staff_codes import ROLES


class InvitationForm(forms.Form):
    """A name, an e-mail address where there is one, a role, and a table judge's tables."""

    name = forms.CharField(label=_("Name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    email = forms.EmailField(label=_("E-mail address, if you have it"), required=False)
    role = forms.ChoiceField(label=_("Role"), choices=Appointment.Role, initial=Appointment.Role.ARBITER)
    tables = TablesField(label=_("Tables of a table judge, such as 1-3, 7"), required=False, max_length=200)

    def clean(self) -> Any:
        values = super().clean() or {}
        if values.get("role") == Appointment.Role.JUDGE and not values.get("tables") and "tables" not in self.errors:
            self.add_error("tables", _("Enter the tables of the table judge, such as 1-3, 7."))
        return values


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
