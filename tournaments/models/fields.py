"""Exact points in the database: text in lowest terms, ``Fraction`` in Python, never a float."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.core.notices import Notice, notice_of
from tournaments.text import is_visible

_FRACTION = re.compile(r"(0|[1-9][0-9]{0,8})(?:/([1-9][0-9]{0,5}))?\Z")
_SIGNED = re.compile(r"(0|-?[1-9][0-9]{0,8})(?:/([1-9][0-9]{0,5}))?\Z")


def visible_text(text: str) -> None:
    """Raise ValidationError for a name that cannot be seen."""
    if not is_visible(text):
        raise ValidationError(_("This has characters that cannot be shown."), code="hidden")


def by_somebody(**more: Any) -> models.ForeignKey[Any, Any]:
    """Return the field that says who did something. What they did outlives them."""
    user = settings.AUTH_USER_MODEL
    return models.ForeignKey(user, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", **more)


def read_fraction(text: str) -> Fraction:
    """Read ``"7/2"`` or ``"4"`` as a Fraction. Raises ValueError for anything else, a decimal included."""
    if _FRACTION.match(text) is None:
        raise ValueError(text)
    return Fraction(text)


class FractionField(models.CharField):
    """A non-negative exact number, kept as text in lowest terms (``"7/2"``)."""

    description = _("Exact fraction")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 16)
        super().__init__(*args, **kwargs)

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Fraction | None:
        return None if value is None else Fraction(value)

    def to_python(self, value: Any) -> Fraction | None:
        if value is None or value == "" or isinstance(value, Fraction):
            return value or (Fraction(0) if value is not None and value != "" else None)
        if isinstance(value, int):
            return Fraction(value)
        try:
            return self.read(str(value))
        except ValueError:
            message = _("“%(value)s” is not an exact number. Enter a whole number or a fraction such as 7/2.")
            raise ValidationError(message, code="invalid", params={"value": value}) from None

    def read(self, text: str) -> Fraction:
        """Return the number that a text means. Raises ValueError."""
        return read_fraction(text)

    def get_prep_value(self, value: Any) -> str | None:
        value = self.to_python(value)
        return None if value is None else str(value)


class SignedFractionField(FractionField):
    """An exact number that may be below zero, as scores of declared games are."""

    def read(self, text: str) -> Fraction:
        if _SIGNED.match(text) is None:
            raise ValueError(text)
        return Fraction(text)


def points_field(**kwargs: Any) -> ArrayField:
    """Make a field with one entry a seat, in seat order; an entry is null where that seat's player did not show up."""
    return ArrayField(SignedFractionField(null=True), **kwargs)


class NoticeField(models.JSONField):
    """A sentence as data (``games.core.notices``), kept as JSON: a Notice in Python, or None."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return self.read(super().from_db_value(value, expression, connection))

    def to_python(self, value: Any) -> Any:
        return self.read(value)

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(self.written(value))

    def value_to_string(self, obj: models.Model) -> Any:
        return self.written(self.value_from_object(obj))

    def validate(self, value: Any, model_instance: models.Model | None) -> None:
        super().validate(self.written(value), model_instance)

    def read(self, value: Any) -> Any:
        """Return the notice that JSON values stand for."""
        return notice_of(value) if isinstance(value, dict) else value

    def written(self, value: Any) -> Any:
        """Return a notice as JSON values. Raises TypeError for a text, which nobody could put into words again."""
        if isinstance(value, str):
            raise TypeError(f"{self.name} is a notice or None, not a text: {value!r}")
        return value.document() if isinstance(value, Notice) else value


class NoticesField(NoticeField):
    """Several notices, kept as a list: a tuple in Python."""

    def read(self, value: Any) -> Any:
        return tuple(super(NoticesField, self).read(item) for item in value) if isinstance(value, list) else value

    def written(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [super(NoticesField, self).written(item) for item in value]
        return value


class Carried(models.Model):
    """A file that somebody sent in and that a worker carries out: waited for, watched, cancelled, begun again.

    Its content is kept until it is known what became of it. ``done`` of ``total`` rows are told while the work goes
    on, by a connection of their own. ``language`` is that of who sent it: what a list would do is said in it. The
    ``problem`` is a code with parameters, said in the language of whoever looks.
    """

    WAITING, RUNNING, DONE, REFUSED, CANCELLED = "waiting", "running", "done", "refused", "cancelled"
    OPEN = (WAITING, RUNNING)

    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    uploaded_at = models.DateTimeField(auto_now_add=True)
    filename = models.CharField(max_length=200, blank=True)
    content = models.BinaryField(default=b"")
    language = models.CharField(max_length=10, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    cancel_asked = models.BooleanField(default=False)
    problem = NoticeField(null=True, blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.filename or str(self.pk)

    @property
    def is_open(self) -> bool:
        """Return whether a worker has it, or is to get it."""
        return getattr(self, "state", "") in self.OPEN

    @property
    def percent(self) -> int:
        """Return how far it is, 0 to 100."""
        if getattr(self, "state", "") == self.DONE:
            return 100
        return min(99, self.done * 100 // self.total) if self.total else 0
