"""Forms that know what their author saw: nothing that somebody else saved meanwhile is overwritten in silence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone
from django.utils.formats import date_format, localize
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.models import LogEntry
from tournaments.selectors.log import who_acted

NAME = "seen"
MARGIN = timedelta(hours=1)
"""The log has the time at which a change began, by the clock of the database."""


class SeenField(forms.CharField):
    """The values that were shown, signed. It is no setting, so it never counts as a change."""

    widget = forms.HiddenInput

    def has_changed(self, initial: Any, data: Any) -> bool:
        return False

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return what is stored now: a page that is shown once more shows that, and what was typed."""
        return initial


class SeenForm(forms.Form):
    """Mixed into the form of a row, before it; what is stored is compared when the form is cleaned, under the row's
    lock.

    A field that somebody else changed and the author did not keeps the newer value. Where both changed it, nothing
    is saved: the form says what is stored, keeps what was typed, and saving again is a decision. Whoever sends no
    ``seen`` saw nothing, so each difference from what is stored is asked.
    """

    seen = SeenField(required=False, label="")
    instance: Any
    columns: ClassVar[Mapping[str, str]] = {}

    @property
    def row(self) -> Any:
        """Return the key of what the form changes; None for something new, which nobody else can have changed."""
        return self.instance.pk

    def log_of(self, name: str) -> tuple[Any, str]:
        """Return the row and the column that keep a field; a field of no column is kept with others of its beginning
        (``columns``)."""
        named = (column for start, column in self.columns.items() if name.startswith(start))
        own = {field.name: field.column for field in self.instance._meta.concrete_fields}
        return self.instance, own.get(name) or next(named, name)

    def sent(self) -> str:
        """Return what came back of the values that were shown; empty where nothing did."""
        return str(self.data.get(self.add_prefix(NAME), ""))

    @property
    def fresh(self) -> str:
        """Return the values that are shown, and when, signed."""
        shown = [timezone.now().timestamp(), self._stored]
        return "" if self.row is None else signing.dumps(shown, salt=self._salt, compress=True)

    def get_initial_for_field(self, field: forms.Field, field_name: str) -> Any:
        return self.fresh if field_name == NAME else super().get_initial_for_field(field, field_name)

    def full_clean(self) -> None:
        self.newer: dict[str, Any] = {}
        if self.is_bound and self.row is not None:
            self._compare()
        super().full_clean()

    @property
    def _salt(self) -> str:
        return f"{NAME}-{self.instance._meta.label_lower}-{self.row}"

    @cached_property
    def _stored(self) -> dict[str, Any]:
        values = {}
        for name, field in self.fields.items():
            if name != NAME and not field.disabled and not isinstance(field, forms.FileField):
                values[name] = field.prepare_value(self.get_initial_for_field(field, name))
        return dict(json.loads(json.dumps(values, cls=DjangoJSONEncoder, default=str)))

    def _compare(self) -> None:
        try:
            self._opened, seen = signing.loads(self.sent(), salt=self._salt)
        except signing.BadSignature:
            self._opened, seen = None, {}  # none, of another row, or an older key
        for name, stored in self._stored.items():
            if name not in seen or not self._equal(name, seen[name], stored):
                self._settle(name, seen.get(name), stored, known=name in seen)

    def _settle(self, name: str, seen: Any, stored: Any, *, known: bool) -> None:
        key = self.add_prefix(name)
        widget = self.fields[name].widget
        typed = widget.value_from_datadict(self.data, self.files, key)
        if known and self._equal(name, seen, typed):
            self.data = self.data.copy()
            if stored is None or stored is False:
                self.data.pop(key, None)
            elif isinstance(stored, list):
                self.data.setlist(key, stored)
            else:
                self.data[key] = stored
            # a widget of several inputs takes nothing back under its own name: then it is asked
            typed = widget.value_from_datadict(self.data, self.files, key)
        if not self._equal(name, stored, typed):
            self.newer[name] = stored

    def _equal(self, name: str, one: Any, other: Any) -> bool:
        if one == other:
            return True
        field = self.fields[name]
        try:
            return bool(field.to_python(one) == field.to_python(other))
        except (ValidationError, TypeError, ValueError, AttributeError):
            return False

    def _clean_fields(self) -> None:
        super()._clean_fields()
        self.cleaned_data.pop(NAME, None)
        for name in self.newer:
            words = {"value": self._said(name)}
            said = _("Meanwhile changed to “%(value)s”. Save again to replace that.")
            if change := self._change(name):
                words |= {"who": who_acted(change), "time": date_format(localtime(change.at), "DATETIME_FORMAT")}
                said = _("Meanwhile changed to “%(value)s” by %(who)s, %(time)s. Save again to replace that.")
            self.add_error(name, said % words)

    def _change(self, name: str) -> LogEntry | None:
        """Return the last change of a field since the page was opened, as far as the log tells."""
        if self._opened is None:
            return None
        row, column = self.log_of(name)
        since = datetime.fromtimestamp(self._opened, UTC) - MARGIN
        changes = LogEntry.objects.filter(kind=row._meta.model_name, row_id=str(row.pk), at__gte=since)
        return changes.filter(new__has_key=column).first()

    def _said(self, name: str) -> str:
        """Return the stored value in the words of the page."""
        field, stored = self.fields[name], self.newer[name]
        if isinstance(stored, bool):
            return _("yes") if stored else _("no")
        if isinstance(field, forms.ModelChoiceField) or not isinstance(field, forms.ChoiceField):
            with suppress(ValidationError):
                stored = field.to_python(stored)
        choices = {str(key): str(label) for key, label in getattr(field, "choices", ())}
        values = [value for value in (stored if isinstance(stored, list) else [stored]) if value not in (None, "")]
        return ", ".join(choices.get(str(value), str(localize(value))) for value in values) or "–"


class SeenModelForm(SeenForm, forms.ModelForm):
    """The form of a row that needs nothing else."""
