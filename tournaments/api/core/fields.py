"""Fields of what is sent to the API: strict, as JSON writes things."""

from __future__ import annotations

import re
from typing import Annotated, Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s

from scoring.documents.jsontext import check_plain
from scoring.input.reading import DocumentError
from tournaments.api.core.answers import Moment, Part
from tournaments.models.player import MOST_NUMBER
from tournaments.models.settings import SETTINGS
from tournaments.sentences import in_document, sentence
from tournaments.text import hidden_characters

SMALL = 32_767
FOR_CLUB = "The address of the club that it is for; needed by who organises several."
ANY_OBJECT = {"type": "object", "additionalProperties": True}
POINTS = re.compile(r"(0|[1-9][0-9]{0,8})(?:/([1-9][0-9]{0,5}))?\Z", re.ASCII)


# Mixed into what is sent: an unknown name is an error, never overlooked. The schema would show a docstring here as
# the description of each such shape.
class Strict:
    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = sorted(str(name) for name in set(data) - set(self.fields))  # type: ignore[attr-defined]
            if unknown:
                names = ", ".join(self.fields)  # type: ignore[attr-defined]
                raise s.ValidationError({unknown[0][:80]: [_("is unknown; use one of: %s") % names]})
        return super().to_internal_value(data)  # type: ignore[misc]


class Text(s.CharField):
    """Text with nothing hidden in it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**({"max_length": 100} | kwargs))

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        text: str = super().to_internal_value(data)
        if hidden_characters(text):
            raise s.ValidationError(_("This has characters that cannot be shown."))
        return text


class Lines(Text):
    """The same in several lines."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return "\n".join(super(Lines, self).to_internal_value(line) for line in data.splitlines())


class Whole(s.IntegerField):
    """A whole number, as JSON writes one: no text, no true, no point."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Flag(s.BooleanField):
    """true or false."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Columns(Strict, s.ModelSerializer):
    """Makes the fields of a model's columns, as JSON writes what they hold."""

    serializer_field_mapping = {
        models.BooleanField: Flag,
        models.CharField: Text,
        models.DateTimeField: s.DateTimeField,
        models.PositiveBigIntegerField: Whole,
        models.PositiveSmallIntegerField: Whole,
        models.TextField: Lines,
    }


def setting_fields(door: str = "name") -> dict[str, s.Field]:
    """Return the fields of the settings that are marked so, or of all. Each may be left out."""
    return {
        setting.name: _field(setting.column, setting.about, setting.choices() if setting.choices else None)
        for setting in SETTINGS
        if getattr(setting, door)
    }


def column_fields(model: type[models.Model], *names: str, **about: str) -> dict[str, s.Field]:
    """Return the fields of columns by their names, and of those that there is something to say ``about``. Each may be
    left out."""
    return {name: _field(model._meta.get_field(name), about.get(name, "")) for name in (*names, *about)}


def _field(column: Any, about: str, choices: Any = None) -> s.Field:
    kind, given = Columns().build_standard_field(column.name, column)
    if choices := choices or column.flatchoices:
        kind, given = s.ChoiceField, {"choices": [value for value, _label in choices], "allow_blank": column.blank}
    return kind(**given | {"required": False, "label": None, "help_text": about or None})


def column_members(model: type[models.Model], *names: str) -> dict[str, Any]:
    """Return the annotations of an answer's members that are columns of a model."""
    return {name: member(model._meta.get_field(name)) for name in names}


def member(column: Any, about: str = "") -> Any:
    """Return the annotation of a member that is a column, with what is said about it."""
    if isinstance(column, ArrayField):
        return list[member(column.base_field)]  # type: ignore[misc]
    types = {models.BooleanField: bool, models.CharField: str, models.TextField: str, models.DateTimeField: Moment}
    hint: Any = types.get(type(column), int)
    if column.null:
        hint = hint | None
    if column.choices:
        hint = Annotated[hint, Part({"enum": [value for value, _label in column.flatchoices]})]
    return Annotated[hint, about] if about else hint


@extend_schema_field(ANY_OBJECT)
class PlainObject(s.Field):
    """An object of the event document; who owns it checks what it holds."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            raise s.ValidationError(_("This must be an object {…}."))
        try:
            check_plain(data)
        except DocumentError as error:
            raise s.ValidationError(sentence(in_document(error.place, error.notice))) from None
        return data

    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field({"type": "string", "pattern": r"^(0|[1-9][0-9]{0,8})(/[1-9][0-9]{0,5})?$"})
class Points(s.CharField):
    """Points as text in lowest terms, such as "8" or "7/2"."""

    def to_internal_value(self, data: Any) -> Any:
        from fractions import Fraction

        if not isinstance(data, str) or not POINTS.match(self.unsigned(data)):
            raise s.ValidationError(_("Write points as text: a whole number or a fraction such as 7/2."))
        return Fraction(data)

    def unsigned(self, text: str) -> str:
        """Return the part of a text that must be points: all of it."""
        return text


@extend_schema_field({"type": "string", "pattern": r"^(0|-?[1-9][0-9]{0,8})(/[1-9][0-9]{0,5})?$"})
class SignedPoints(Points):
    """The points of a table, or the scores of a declared game, which can be below zero."""

    def unsigned(self, text: str) -> str:
        """Return a text without its sign; zero has none."""
        return text.removeprefix("-") if text != "-0" else text


class LineValues(s.DictField):
    """An object whose names are the numbers of lines."""

    def to_internal_value(self, data: Any) -> dict[int, Any]:
        pairs: dict[str, Any] = super().to_internal_value(data)
        if not all(name.isascii() and name.isdigit() and len(name) < 8 for name in pairs):
            raise s.ValidationError(_("The names must be numbers of lines."))
        return {int(name): value for name, value in pairs.items()}


class Nothing(Strict, s.Serializer):
    """No body, or an empty object."""


MOST_ROUND = 1000


def number(**more: Any) -> Whole:
    """Take a pairing number."""
    return Whole(min_value=1, max_value=MOST_NUMBER, **more)


def table_number(**more: Any) -> Whole:
    return Whole(min_value=1, max_value=5000, **more)
