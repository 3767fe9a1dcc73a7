"""The shape of an error's answer, for the schema: all members that ``problems`` sends."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s

from tournaments.api.core.problems import CODES
from tournaments.api.core.serializers import ResultOut

_OF_A_FIELD: dict[str, Any] = {
    "anyOf": [
        {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "object"}]}},
        {"type": "object"},
    ]
}


@extend_schema_field({"type": "object", "additionalProperties": _OF_A_FIELD})
class FieldErrors(s.Field):
    """Sentences by the field's name; of a field that holds more, the same again by index or name."""


class OpenSeatOut(s.Serializer):
    round = s.IntegerField()
    table = s.IntegerField()
    costs = s.ListField(child=s.CharField(), help_text="What it means to leave the seat free.")


class Problem(s.Serializer):
    type = s.CharField()
    title = s.CharField()
    status = s.IntegerField()
    code = s.ChoiceField(list(CODES))
    detail = s.CharField()
    errors = FieldErrors(
        required=False,
        help_text="With `invalid`: what is wrong, by field; an empty name stands for the whole.",
    )
    current = ResultOut(required=False, help_text="With `result_conflict`: the result that is there.")
    findings = s.ListField(child=s.CharField(), required=False, help_text="With `confirm_needed`: what it costs.")
    confirm = s.ListField(
        child=s.CharField(),
        required=False,
        help_text="With `confirm_needed`: the keys to send back in `confirm`. Missing: send `sure` instead.",
    )
    seats = OpenSeatOut(many=True, required=False, help_text="With `seat_undecided`: the seats to decide about.")
    place = s.CharField(required=False, help_text="With `document_refused`: where in what was sent.")
    rule = s.CharField(required=False, help_text="With `refused`: the number of a game's rule.")
    line = s.IntegerField(required=False, help_text="With `refused`, in a file: the line, from 1.")
    column = s.IntegerField(required=False, help_text="With `refused`, in a file: the column, from 1.")
