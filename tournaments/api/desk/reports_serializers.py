"""The shapes of what is sent about the players' reports."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as s

from games.core.declaration import MOST_COLUMNS
from tournaments.api.core.fields import SMALL, Flag, SignedPoints, Strict, Whole
from tournaments.api.desk.rounds_serializers import COLUMNS_HELP, either_points_or_columns
from tournaments.models import ReportRule

SEAT_HELP = "The seat of the player who speaks; with a table's link only."


class SpeakingSeat(Strict, s.Serializer):
    seat = Whole(required=False, min_value=1, max_value=8, help_text=SEAT_HELP)


class ReportIn(SpeakingSeat):
    points = s.ListField(child=SignedPoints(), min_length=2, max_length=8, required=False)
    columns = s.ListField(
        child=s.ListField(child=SignedPoints(), min_length=1, max_length=MOST_COLUMNS),
        min_length=2,
        max_length=8,
        required=False,
        help_text=COLUMNS_HELP,
    )
    places = Flag(default=False, help_text="The numbers are places, 1 the best.")

    def validate(self, attrs: Any) -> Any:
        return either_points_or_columns(attrs)


class ConfirmIn(SpeakingSeat):
    number = Whole(min_value=0, max_value=SMALL, help_text="The report's `number` that was seen.")


class ReportRuleIn(Strict, s.Serializer):
    mode = s.ChoiceField(ReportRule.Mode.values)
    minutes = Whole(min_value=1, max_value=240)
    moves = Flag(required=False, help_text="Players may enter the moves of their own game. Missing: as before.")
    new_links = Flag(default=False, help_text="Void every slip that was given out. The links of single players stay.")


class SettleIn(Strict, s.Serializer):
    take = Flag(help_text="true: what was reported is the result; false: the table stays as it is.")
