"""The serializer of an empty body."""

from __future__ import annotations

from rest_framework import serializers as s

from tournaments.api.core.fields import Strict


class Nothing(Strict, s.Serializer):
    """No body, or an empty object."""
