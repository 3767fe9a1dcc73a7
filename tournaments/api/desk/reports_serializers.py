"""The shapes of the players' reports: what is sent, checked, and what is answered, for the schema."""

from __future__ import annotations

from rest_framework import serializers as s

from tournaments.api.core.fields import SMALL, Flag, Points, Strict, Whole
from tournaments.models import ReportRule, TableReport

SEAT_HELP = "Who speaks, by his seat; with a table's link only."


class Speaking(Strict, s.Serializer):
    seat = Whole(required=False, min_value=1, max_value=8, help_text=SEAT_HELP)


class ReportIn(Speaking):
    points = s.ListField(child=Points(), min_length=2, max_length=8)
    places = Flag(default=False, help_text="The numbers are places, 1 the best.")


class ConfirmIn(Speaking):
    number = Whole(min_value=0, max_value=SMALL, help_text="The report's `number` that was seen.")


class ReportRuleIn(Strict, s.Serializer):
    mode = s.ChoiceField(ReportRule.Mode.values)
    minutes = Whole(min_value=1, max_value=240)
    new_links = Flag(default=False, help_text="Void every slip and link that was given out.")


class SlipOut(s.Serializer):
    number = s.IntegerField()
    seats = s.ListField(child=s.IntegerField())
    url = s.CharField(help_text="Whoever has it reports for this table.")


class SlipsOut(s.Serializer):
    round = s.IntegerField()
    tables = SlipOut(many=True)


class SettleIn(Strict, s.Serializer):
    take = Flag(help_text="true: what was reported is the result; false: the table stays as it is.")


class LinkSeatOut(s.Serializer):
    position = s.IntegerField()
    seat = s.CharField()
    player = s.IntegerField()
    name = s.CharField()
    points = s.CharField(help_text="As reported or entered; empty while unknown.")


class LinkTableOut(s.Serializer):
    round = s.IntegerField()
    number = s.IntegerField()
    closed = s.BooleanField(help_text="The round is closed: nothing can be reported any more.")
    seats = LinkSeatOut(many=True)


class HandedInOut(s.Serializer):
    state = s.CharField()
    verdict = s.CharField()


class ReportOut(s.Serializer):
    state = s.ChoiceField(TableReport.State.values)
    number = s.IntegerField(help_text="What a confirmation names.")
    by = s.IntegerField(allow_null=True)
    confirmed = s.ListField(child=s.IntegerField())
    missing = s.ListField(child=s.IntegerField(), help_text="Who has not confirmed yet.")
    disputed = s.ListField(child=s.IntegerField())
    due_at = s.DateTimeField(allow_null=True)
    result = s.BooleanField(help_text="Whether the table has a result.")
    decided = s.BooleanField(help_text="An arbiter has spoken; players change nothing any more.")
    calling = s.BooleanField(help_text="The arbiter has been called.")
    record = HandedInOut(allow_null=True)


class LinkOut(s.Serializer):
    tournament = s.CharField()
    name = s.CharField()
    mode = s.CharField()
    minutes = s.IntegerField()
    player = s.IntegerField(allow_null=True, help_text="Null with a table's link, which anybody there may hold.")
    table = LinkTableOut(allow_null=True, help_text="Null where the player sits at none.")
    report = ReportOut(allow_null=True)


class CallOut(s.Serializer):
    round = s.IntegerField()
    table = s.IntegerField()
    state = s.ChoiceField(TableReport.State.values)
    points = s.ListField(child=s.CharField(allow_null=True), allow_null=True, help_text="As reported.")
    places = s.BooleanField(help_text="The numbers are places.")
    by = s.IntegerField(allow_null=True)
    confirmed = s.ListField(child=s.IntegerField())
    disputed = s.ListField(child=s.IntegerField())
    due_at = s.DateTimeField(allow_null=True)
    can_take = s.BooleanField(help_text="What was reported can be made the result by one step.")


class ReportsOut(s.Serializer):
    mode = s.CharField()
    minutes = s.IntegerField(allow_null=True)
    calling = CallOut(many=True, help_text="These want an arbiter.")
    waiting = CallOut(many=True, help_text="These wait for the others at the table.")


class ReportRuleOut(s.Serializer):
    mode = s.CharField()
    minutes = s.IntegerField()


class SettledOut(s.Serializer):
    round = s.IntegerField()
    table = s.IntegerField()
    state = s.CharField()
