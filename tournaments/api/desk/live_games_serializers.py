"""The shapes of what is sent to enter a game."""

from __future__ import annotations

from rest_framework import serializers as s

from tournaments.api.core.fields import PlainObject, Strict, Text, Whole
from tournaments.models import LivePly

AFTER = "How many moves were seen; are there more or fewer by now, the answer is 409."


class BeginIn(Strict, s.Serializer):
    setup = PlainObject(required=False, help_text="What chance decided, as in a game record; {} where nothing.")


class MoveIn(Strict, s.Serializer):
    after = Whole(min_value=0, max_value=LivePly.MOST, help_text=AFTER)
    text = Text(max_length=4000, help_text="One move or several, in the game’s notation or as people write them.")


class SeenIn(Strict, s.Serializer):
    after = Whole(min_value=0, max_value=LivePly.MOST, help_text=AFTER)
