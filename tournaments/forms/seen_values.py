"""Forms that know what their author saw: nothing that somebody else saved meanwhile is overwritten in silence."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _

NAME = "seen"


class SeenField(forms.CharField):
    """The values that were shown, signed. It is no setting, so it never counts as a change."""

    widget = forms.HiddenInput

    def has_changed(self, initial: Any, data: Any) -> bool:
        return False


class SeenForm(forms.BaseForm):
    """Mixed into the form of a row, before it. Call ``compare`` at the end of ``__init__``, under the row's lock.

    A field that somebody else changed and the author did not keeps the newer value. Where both changed it, nothing
    is saved: the form says what is stored, keeps what was typed, and saving again is a decision.
    """

    instance: Any

    def compare(self) -> None:
        """Add the hidden field, and compare what was sent with what was seen and what is stored."""
        self.newer: dict[str, Any] = {}
        if not self.instance.pk:
            return
        now = json.loads(json.dumps(self._values(), cls=DjangoJSONEncoder, default=str))
        fresh = signing.dumps(now, salt=self._salt, compress=True)
        self.fields[NAME] = SeenField(required=False, initial=fresh)
        if not self.is_bound or not (sent := self.data.get(self.add_prefix(NAME))):
            return
        try:
            seen = signing.loads(sent, salt=self._salt)
        except signing.BadSignature:
            seen = {}  # of another row or an older key: the author saw none of this, so every difference is asked
        self.data = self.data.copy()
        self.data[self.add_prefix(NAME)] = fresh
        for name, stored in now.items():
            if name not in seen or not self._equal(name, seen[name], stored):
                self._settle(name, seen.get(name), stored, known=name in seen)

    @property
    def _salt(self) -> str:
        return f"{NAME}-{self.instance._meta.label_lower}-{self.instance.pk}"

    def _values(self) -> dict[str, Any]:
        values = {}
        for name, field in self.fields.items():
            if not field.disabled and not isinstance(field, forms.FileField):
                values[name] = field.prepare_value(self.get_initial_for_field(field, name))
        return values

    def _settle(self, name: str, seen: Any, stored: Any, *, known: bool) -> None:
        key = self.add_prefix(name)
        widget = self.fields[name].widget
        typed = widget.value_from_datadict(self.data, self.files, key)
        if known and self._equal(name, seen, typed):
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
        field = self.fields[name]
        try:
            return bool(field.to_python(one) == field.to_python(other))
        except (ValidationError, TypeError, ValueError, AttributeError):
            return bool(one == other)

    def _clean_fields(self) -> None:
        super()._clean_fields()  # type: ignore[misc]
        for name in self.newer:
            words = {"value": self._said(name)}
            self.add_error(name, _("Meanwhile changed to “%(value)s”. Save again to replace that.") % words)

    def _said(self, name: str) -> str:
        """Return the stored value in the words of the page."""
        stored = self.newer[name]
        choices = {str(key): str(label) for key, label in getattr(self.fields[name], "choices", ())}
        values = stored if isinstance(stored, list) else [stored]
        return ", ".join(choices.get(str(value), str(value)) for value in values if value not in (None, "")) or "–"
