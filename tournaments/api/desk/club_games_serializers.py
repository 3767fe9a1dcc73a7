"""The shape of what is sent about a club's own games."""

from __future__ import annotations

from rest_framework import serializers as s

from tournaments.api.core.fields import PlainObject, Strict


class ClubGameIn(Strict, s.Serializer):
    declaration = PlainObject(help_text="With the key of the address.")
