"""The shapes of what an arbiter's program sends about rounds, results and the clock."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers as s

from games.core.declaration import MOST_COLUMNS
from tournaments.api.core.enums import sent
from tournaments.api.core.fields import SMALL, Flag, Points, SignedPoints, Strict, Text, Whole
from tournaments.api.desk.players_serializers import MOST_ROUND, number, table_number
from tournaments.models import Clock
from tournaments.models.clock import LONGEST
from tournaments.services.decisions import ADJOURNED, POINTS, VOID

MOST_VERSION = 1_000_000_000


# --- the event and its rounds


class RollbackIn(Strict, s.Serializer):
    do = s.ChoiceField(["reopen", "unpublish", "put_aside", "bring_back"])
    typed = Text(default="", allow_blank=True, max_length=20, help_text="With `put_aside`: the round's number.")
    reason = Text(default="", allow_blank=True, max_length=200)


# --- the review of a paired round


class ChangeIn(Strict, s.Serializer):
    what = s.ChoiceField(sent("ReviewActionEnum", ["exchange", "move", "anew", "reset"]))
    player = number(required=False)
    other = number(required=False, help_text="With `exchange`: who has the player's place then.")
    to = s.ChoiceField(
        sent("MoveTargetEnum", ["table", "new", "bye"]),
        required=False,
        help_text="With `move`: a table, a new one, or none.",
    )
    table = table_number(required=False, help_text="With `move` to a table: which one.")
    tables = s.ListField(child=table_number(), required=False, min_length=1, max_length=5000)
    expected = Whole(default=0, min_value=0, max_value=MOST_VERSION, help_text="`last_change` as you saw it; 0: none.")
    sure = Flag(default=False, help_text="Make it although it is to be confirmed.")

    def validate(self, attrs: Any) -> Any:
        needed = {"exchange": ["player", "other"], "move": ["player", "to"], "anew": ["tables"], "reset": []}
        names = [*needed[attrs["what"]], *(["table"] if attrs.get("to") == "table" else [])]
        if missing := [name for name in names if name not in attrs]:
            raise s.ValidationError({missing[0]: [_("This is required for this kind of change.")]})
        return attrs


# --- results, decisions, penalties


class ConfirmResultIn(Strict, s.Serializer):
    version = Whole(min_value=1, max_value=SMALL, help_text="The version of the result that you saw.")


class DecisionIn(Strict, s.Serializer):
    decision = s.ChoiceField(sent("DecisionEnum", [POINTS, ADJOURNED, VOID]))
    points = s.ListField(child=SignedPoints(allow_null=True), required=False, min_length=2, max_length=8)
    places = Flag(default=False, help_text="The numbers are places, 1 the best.")
    out = s.ListField(
        child=s.CharField(max_length=20),
        default=list,
        max_length=4,
        help_text="The colours that the arbiter took out (QC 4.3).",
    )
    reason = Text(default="", max_length=150, allow_blank=True)
    expected = Whole(
        default=0, min_value=0, max_value=SMALL, help_text="The version of the result that you saw; 0: none."
    )

    def validate(self, attrs: Any) -> Any:
        if attrs["decision"] == POINTS and "points" not in attrs:
            raise s.ValidationError({"points": [_("Give the points.")]})
        return attrs


class PenaltyIn(Strict, s.Serializer):
    player = number(required=False)
    team = Text(required=False, max_length=20)
    round = Whole(min_value=1, max_value=MOST_ROUND, help_text="It counts from this round on.")
    points = Points()
    reason = Text(max_length=200)

    def validate(self, attrs: Any) -> Any:
        if ("player" in attrs) == ("team" in attrs):
            raise s.ValidationError({"player": [_("Give either a player or a team.")]})
        return attrs


class ReasonIn(Strict, s.Serializer):
    reason = Text(max_length=200)


# --- clock, presence and pairing


class ClockIn(Strict, s.Serializer):
    kind = s.ChoiceField(Clock.Kind.values)
    seconds = Whole(min_value=10, max_value=LONGEST)


class ClockDo(Strict, s.Serializer):
    do = s.ChoiceField(sent("ClockActionEnum", ["start", "pause", "turn", "adjust"]))
    seconds = Whole(required=False, min_value=-LONGEST, max_value=LONGEST, help_text="With `adjust`: how many more.")

    def validate(self, attrs: Any) -> Any:
        if attrs["do"] == "adjust" and "seconds" not in attrs:
            raise s.ValidationError({"seconds": [_("Give the number of seconds.")]})
        return attrs


class TypingIn(Strict, s.Serializer):
    round = Whole(required=False, min_value=1, max_value=SMALL)
    table = Whole(required=False, min_value=1, max_value=SMALL)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) == 1:
            raise s.ValidationError(_("Give both the table and its round, or neither."))
        return attrs


class PairIn(Strict, s.Serializer):
    here = s.ListField(
        child=Whole(min_value=1),
        required=False,
        max_length=20_000,
        help_text="Who missed the last round and is here now, by pairing number.",
    )


COLUMNS_HELP = "In place of `points`, where the game has columns: the numbers that make the score, a row a seat."


def either_points_or_columns(attrs: Any) -> Any:
    """Return what was sent of a table's result. Raises ValidationError where it has both kinds of numbers, or none."""
    if ("points" in attrs) == ("columns" in attrs):
        raise s.ValidationError(_("Send either points or columns."))
    return attrs


class ResultIn(Strict, s.Serializer):
    points = s.ListField(child=SignedPoints(allow_null=True), min_length=2, max_length=8, required=False)
    columns = s.ListField(
        child=s.ListField(child=SignedPoints(), min_length=1, max_length=MOST_COLUMNS, allow_null=True),
        min_length=2,
        max_length=8,
        required=False,
        help_text=COLUMNS_HELP,
    )
    places = Flag(default=False, help_text="The numbers are places, 1 the best.")
    end = s.ChoiceField(["played", "forfeit", "adjourned"], required=False)
    expected = Whole(
        default=0, min_value=0, max_value=SMALL, help_text="The version of the result that you saw; 0: none."
    )
    reason = Text(default="", max_length=200, allow_blank=True)

    def validate(self, attrs: Any) -> Any:
        return either_points_or_columns(attrs)
