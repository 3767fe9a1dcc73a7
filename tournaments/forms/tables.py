"""Numbers of tables as a person writes them: “1-3, 7”, “1 3” or “1,2,3”."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.forms.seen_values import SeenForm
from tournaments.models import Appointment
from tournaments.text import read_tables, write_tables


class TablesField(forms.CharField):
    """A field for them; its value is a list of numbers."""

    default_error_messages = {
        "tables": _("“%(part)s” is not a table number. Separate numbers with commas, such as 1-3, 7."),
    }

    def prepare_value(self, value: Any) -> Any:
        return write_tables(value) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return list(value)
        try:
            return read_tables(value or "")
        except ValueError as error:
            raise ValidationError(self.error_messages["tables"], code="tables", params={"part": error}) from None

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return sorted(initial or []) != read_tables(data or "")
        except ValueError:
            return True


class AppointmentForm(SeenForm, forms.ModelForm):
    """A user's role; for a table judge, at which tables."""

    tables = TablesField(
        label=_("tables"), required=False, max_length=200, help_text=_("For a table judge, such as 1-3, 7.")
    )

    class Meta:
        model = Appointment
        fields = ("user", "role", "tables")
