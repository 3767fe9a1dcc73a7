"""Numbers of tables as a person writes them: “1-3, 7”, “1 3” or “1,2,3”."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import Appointment

MOST = 5000
_PART = re.compile(r"([0-9]{1,4})(?:\s*[-–]\s*([0-9]{1,4}))?(?=[\s,;]|$)[\s,;]*")


def read(text: str) -> list[int]:
    """Read the numbers, in order and once each. Raises ValueError for a text that is not a list of them."""
    numbers: set[int] = set()
    at = 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None:
            raise ValueError(text)
        first, last = int(part[1]), int(part[2] or part[1])
        if not 1 <= first <= last <= MOST:
            raise ValueError(text)
        numbers |= {*range(first, last + 1)}
        at = part.end()
    return sorted(numbers)


def write(numbers: Sequence[int]) -> str:
    """Write the numbers as text: neighbours as “1-3”."""
    ordered = sorted({*numbers})
    starts = [0, *(at + 1 for at, (a, b) in enumerate(pairwise(ordered)) if b != a + 1), len(ordered)]
    parts = []
    for begin, end in pairwise(starts):
        if run := ordered[begin:end]:
            parts.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
    return ", ".join(parts)


class TablesField(forms.CharField):
    """A field for them; its value is a list of numbers."""

    default_error_messages = {"tables": _("These are not table numbers. Separate them with commas, such as 1-3, 7.")}

    def prepare_value(self, value: Any) -> Any:
        return write(value) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return list(value)
        try:
            return read((value or "").strip())
        except ValueError:
            raise ValidationError(self.error_messages["tables"], code="tables") from None

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return sorted(initial or []) != read((data or "").strip())
        except ValueError:
            return True


class AppointmentForm(forms.ModelForm):
    """A user's role; for a table judge, at which tables."""

    tables = TablesField(
        label=_("tables"), required=False, max_length=200, help_text=_("For a table judge, such as 1-3, 7.")
    )

    class Meta:
        model = Appointment
        fields = ("user", "role", "tables")
