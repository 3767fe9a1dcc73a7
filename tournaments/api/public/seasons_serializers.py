"""The shapes of what is sent about rating lists and series."""

from __future__ import annotations

from rest_framework import serializers as s

from tournaments.api.core.fields import FOR_CLUB, Flag, Strict, Text, Whole
from tournaments.models import RatingList, Series
from tournaments.text import SLUG

ADDRESS = rf"^{SLUG}\Z"


class RatingListIn(Strict, s.Serializer):
    name = Text(max_length=120)
    slug = s.RegexField(ADDRESS, required=False)
    published = Flag(required=False)
    club = s.RegexField(ADDRESS, required=False, help_text=FOR_CLUB)
    provisional_games = Whole(required=False, min_value=0, max_value=1000)
    method = s.ChoiceField(RatingList.Method.values, required=False)
    elo_start = Whole(required=False, min_value=0, max_value=4000)
    elo_k = Whole(required=False, min_value=1, max_value=200)
    elo_k_new = Whole(required=False, min_value=1, max_value=200)
    elo_new_games = Whole(required=False, min_value=0, max_value=1000)


class EveningIn(Strict, s.Serializer):
    starts = s.DateField()


class SeriesIn(Strict, s.Serializer):
    name = Text(max_length=120)
    slug = s.RegexField(ADDRESS, required=False)
    published = Flag(required=False)
    club = s.RegexField(ADDRESS, required=False, help_text=FOR_CLUB)
    value = s.ChoiceField(Series.Value.values, required=False)
    places = Text(required=False, max_length=200, allow_blank=True)
    best = Whole(required=False, min_value=1, max_value=400, allow_null=True)
    drop = Whole(required=False, min_value=0, max_value=400)
    ties = s.ChoiceField(Series.Ties.values, required=False)
