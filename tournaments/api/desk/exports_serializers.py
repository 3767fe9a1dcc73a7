"""The shapes of lists, printed documents, and tournaments from a card."""

from __future__ import annotations

from django.conf import settings
from rest_framework import serializers as s

from tournaments.api.core.fields import Flag, Strict, Text, Whole
from tournaments.api.core.serializers import SettingsOut
from tournaments.models import PrintJob
from tournaments.selectors.printing import KINDS


class StampIn(Strict, s.Serializer):
    stamp = Text(required=False, max_length=40, help_text="Of what you looked at: nothing else is then imported.")


class ListLine(s.Serializer):
    line = s.IntegerField()
    status = s.ChoiceField(["new", "changed", "same", "refused"])
    shows = s.ListField(child=s.CharField(allow_null=True))
    changes = s.ListField(child=s.CharField())
    problems = s.ListField(child=s.CharField())


class ListPlanOut(s.Serializer):
    id = s.IntegerField(allow_null=True)
    state = s.CharField()
    percent = s.IntegerField()
    problem = s.CharField()
    stamp = s.CharField()
    heading = s.ListField(child=s.CharField())
    counts = s.DictField(child=s.IntegerField())
    lines = ListLine(many=True)


class PrintIn(Strict, s.Serializer):
    what = s.ChoiceField(list(KINDS))
    round = Whole(required=False, min_value=1, max_value=1000, allow_null=True)
    paper = s.ChoiceField(PrintJob.Paper.values, default=PrintJob.Paper.A4)
    language = s.ChoiceField([code for code, _name in settings.LANGUAGES], default="en")


class PrintOut(s.Serializer):
    id = s.IntegerField()
    what = s.CharField()
    round = s.IntegerField(allow_null=True)
    state = s.CharField()
    problem = s.CharField()
    done = s.IntegerField()
    whole = s.IntegerField()
    file = s.CharField(allow_null=True)


class PrintsOut(s.Serializer):
    next = s.CharField(allow_null=True)
    results = PrintOut(many=True)


class PresetIn(Strict, s.Serializer):
    name = Text(max_length=100)
    game = Text(required=False, max_length=40)
    starts = s.DateField(required=False)
    venue = Text(required=False, allow_blank=True, max_length=120)
    rounds = Whole(required=False, min_value=1, max_value=60)
    count = Whole(required=False, min_value=1, max_value=26, help_text="Evenings or groups.")
    teams = s.ListField(child=Text(), required=False, max_length=26)
    places = Whole(required=False, min_value=2, max_value=20_000, allow_null=True)
    check_in = Flag(required=False)
    two_person = Flag(required=False)
    published = Flag(required=False)


class PresetOut(s.Serializer):
    key = s.CharField()
    name = s.CharField()
    about = s.CharField()
    games = s.ListField(child=s.CharField())
    rounds = s.IntegerField()
    teams = s.IntegerField()
    count = s.IntegerField()
    check_in = s.BooleanField()


class PresetsOut(s.Serializer):
    results = PresetOut(many=True)


class MadeOut(s.Serializer):
    results = SettingsOut(many=True)


class FinalsIn(Strict, s.Serializer):
    name = Text(max_length=120)
    groups = s.ListField(child=s.RegexField(r"^[-a-zA-Z0-9_]{1,80}\Z"), min_length=1, max_length=100)
    each = Whole(min_value=1, max_value=64, help_text="So many of each group.")
