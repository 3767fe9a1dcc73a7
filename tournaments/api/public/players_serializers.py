"""The shapes of what is answered about one player, for the schema: his page, his table, the search."""

from __future__ import annotations

from rest_framework import serializers as s

from tournaments.api.core.serializers import PlayerOut


class SeatOut(s.Serializer):
    position = s.IntegerField()
    seat = s.CharField(help_text="What the seat is called, such as White.")
    player = s.IntegerField()
    name = s.CharField()
    points = s.CharField(allow_null=True)


class OwnTableOut(s.Serializer):
    number = s.IntegerField()
    fixed = s.BooleanField(help_text="Somebody there always sits at it.")
    seats = SeatOut(many=True)
    end = s.CharField(allow_null=True)


class OwnStandingOut(s.Serializer):
    after_round = s.IntegerField()
    final = s.BooleanField()
    current = s.BooleanField()
    rank = s.IntegerField()
    points = s.CharField()
    tie_breaks = s.DictField(child=s.CharField())


class OwnRoundOut(s.Serializer):
    round = s.IntegerField()
    table = OwnTableOut(allow_null=True)
    bye = s.CharField(allow_null=True)
    reason = s.CharField(help_text="Why the table is so, as the pairing said it.")
    points = s.CharField(
        allow_null=True,
        help_text="What the table brings to the standings: of two colours what `scoring.two_colours` makes of both.",
    )
    rank = s.IntegerField(allow_null=True, help_text="After this round.")
    total = s.CharField(allow_null=True, help_text="His points after this round.")


class RatedInOut(s.Serializer):
    slug = s.CharField()
    name = s.CharField()
    url = s.CharField()


class PlayerPageOut(s.Serializer):
    player = PlayerOut()
    standing = OwnStandingOut(allow_null=True)
    rounds = OwnRoundOut(many=True)
    ratings = RatedInOut(many=True)


class MyTableOut(s.Serializer):
    player = PlayerOut()
    round = s.IntegerField(allow_null=True)
    table = OwnTableOut(allow_null=True)
    bye = s.CharField(allow_null=True)
    standing = OwnStandingOut(allow_null=True)
    reports = s.BooleanField(help_text="Whether players report their results themselves.")


class FoundOut(s.Serializer):
    player = PlayerOut()
    table = s.IntegerField(allow_null=True)
    seats = s.ListField(child=s.CharField())
    bye = s.CharField(allow_null=True)
    url = s.CharField(help_text="His table.")


class FoundAllOut(s.Serializer):
    results = FoundOut(many=True)
