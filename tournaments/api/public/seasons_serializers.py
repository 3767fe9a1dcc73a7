"""The shapes of rating lists and series: what is sent, checked, and what is answered, for the schema."""

from __future__ import annotations

from rest_framework import serializers as s

from tournaments.api.core.fields import Flag, OrNull, Strict, Text, Whole
from tournaments.models import Series

SLUG = r"^[-a-zA-Z0-9_]{1,80}\Z"


class RatingListIn(Strict, s.Serializer):
    name = Text(max_length=120)
    slug = s.RegexField(SLUG, required=False)
    published = Flag(required=False)
    provisional_games = Whole(required=False, min_value=0, max_value=1000)


class SeriesIn(Strict, s.Serializer):
    name = Text(max_length=120)
    slug = s.RegexField(SLUG, required=False)
    published = Flag(required=False)
    value = s.ChoiceField(Series.Value.choices, required=False)
    places = Text(required=False, max_length=200, allow_blank=True)
    best = Whole(required=False, min_value=1, max_value=400, allow_null=True)
    drop = Whole(required=False, min_value=0, max_value=400)
    ties = s.ChoiceField(Series.Ties.choices, required=False)


class SeasonEventOut(s.Serializer):
    slug = s.CharField()
    name = s.CharField()
    starts = s.DateField()
    state = s.CharField()
    counts = s.BooleanField(help_text="Whether it is in what was computed.")


class SeasonLinkOut(s.Serializer):
    slug = s.CharField()
    name = s.CharField()
    published = s.BooleanField()
    url = s.CharField()


class SeasonsOut(s.Serializer):
    next = s.CharField(allow_null=True)
    results = SeasonLinkOut(many=True)


class RatingListOut(s.Serializer):
    slug = s.CharField()
    name = s.CharField()
    published = s.BooleanField()
    computed_at = s.DateTimeField(allow_null=True)
    provisional_games = s.IntegerField()
    events = SeasonEventOut(many=True)
    players = s.CharField()


class RatedOut(s.Serializer):
    rank = s.IntegerField(allow_null=True, help_text="Null: a provisional rating.")
    player = s.IntegerField()
    name = s.CharField()
    rating = s.IntegerField()
    margin = s.IntegerField()
    games = s.IntegerField()
    change = s.IntegerField(allow_null=True, help_text="By the newest event.")


class RatedPlayersOut(s.Serializer):
    next = s.CharField(allow_null=True)
    results = RatedOut(many=True)


class RatingStepOut(s.Serializer):
    event = SeasonEventOut()
    number = s.IntegerField(allow_null=True, help_text="The pairing number there.")
    rating = s.IntegerField()
    margin = s.IntegerField()
    games = s.IntegerField()
    change = s.IntegerField()


class RatedPlayerOut(s.Serializer):
    player = s.IntegerField()
    name = s.CharField()
    games = s.IntegerField()
    provisional = s.BooleanField()
    steps = RatingStepOut(many=True, help_text="In the order of the events.")


class SeriesRuleOut(s.Serializer):
    value = s.CharField()
    places = s.CharField()
    best = s.IntegerField(allow_null=True)
    drop = s.IntegerField()
    ties = s.CharField()


class SeriesOut(s.Serializer):
    slug = s.CharField()
    name = s.CharField()
    published = s.BooleanField()
    computed_at = s.DateTimeField(allow_null=True)
    rule = SeriesRuleOut()
    events = SeasonEventOut(many=True)
    table = s.CharField()


class ColumnOut(s.Serializer):
    slug = s.CharField(allow_null=True)
    name = s.CharField()
    final = s.BooleanField()


class SeriesCellOut(s.Serializer):
    place = s.IntegerField()
    value = s.CharField()
    counts = s.BooleanField()
    number = s.IntegerField(allow_null=True, help_text="The pairing number there.")


class SeriesRowOut(s.Serializer):
    rank = s.IntegerField()
    player = s.IntegerField()
    name = s.CharField()
    total = s.CharField()
    events = s.ListField(child=OrNull(SeriesCellOut()), help_text="As `events` of the table.")
    ranks = s.ListField(child=s.IntegerField(allow_null=True), help_text="After each event.")


class SeriesTableOut(s.Serializer):
    events = ColumnOut(many=True)
    next = s.CharField(allow_null=True)
    results = SeriesRowOut(many=True)


class RatingListSettings(s.Serializer):
    name = s.CharField()
    slug = s.CharField()
    published = s.BooleanField()
    provisional_games = s.IntegerField()
    tournaments = s.ListField(child=s.CharField(), help_text="All of them, also those that are not public.")


class SeriesSettings(SeriesRuleOut):
    name = s.CharField()
    slug = s.CharField()
    published = s.BooleanField()
    tournaments = s.ListField(child=s.CharField(), help_text="All of them, also those that are not public.")
