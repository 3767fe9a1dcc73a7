"""The shapes of what an arbiter's program sends and is answered about rounds, results, the clock and the log."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers as s

from tournaments.api.core.fields import SMALL, Flag, Points, Strict, Text, Whole
from tournaments.api.core.serializers import ByeOut, RoundHead, StepOut
from tournaments.api.desk.players_serializers import MOST_ROUND, number, table_number
from tournaments.models import Clock
from tournaments.models.clock import LONGEST
from tournaments.services.decisions import ADJOURNED, POINTS, VOID

MOST_VERSION = 1_000_000_000


# --- the event and its rounds


class NextStepOut(StepOut):
    round = s.IntegerField(allow_null=True)
    method = s.CharField(allow_null=True)
    url = s.CharField(allow_null=True)


class NextOut(s.Serializer):
    state = s.CharField()
    archived_at = s.DateTimeField(allow_null=True)
    step = NextStepOut(allow_null=True)


class ArchiveOut(s.Serializer):
    state = s.CharField()
    archived_at = s.DateTimeField(allow_null=True)


class BackIn(Strict, s.Serializer):
    do = s.ChoiceField(["reopen", "unpublish", "put_aside", "bring_back"])
    typed = Text(default="", allow_blank=True, max_length=20, help_text="With `put_aside`: the round's number.")
    reason = Text(default="", allow_blank=True, max_length=200)


class PastRound(RoundHead):
    id = s.IntegerField()
    discarded_from = s.CharField(allow_null=True)
    tables = s.IntegerField()
    results = s.IntegerField()
    may = s.ListField(child=s.CharField())


class PastRounds(s.Serializer):
    results = PastRound(many=True)


# --- the review of a paired round


class ChangeIn(Strict, s.Serializer):
    what = s.ChoiceField(["exchange", "move", "anew", "reset"])
    player = number(required=False)
    other = number(required=False, help_text="With `exchange`: who has the player's place then.")
    to = s.ChoiceField(["table", "new", "bye"], required=False, help_text="With `move`: a table, a new one, or none.")
    table = table_number(required=False, help_text="With `move` to a table: which one.")
    tables = s.ListField(child=table_number(), required=False, min_length=1, max_length=5000)
    expected = Whole(default=0, min_value=0, max_value=MOST_VERSION, help_text="`last_change` as you saw it; 0: none.")
    sure = Flag(default=False, help_text="Make it although it is to be confirmed.")

    def validate(self, attrs: Any) -> Any:
        needed = {"exchange": ["player", "other"], "move": ["player", "to"], "anew": ["tables"], "reset": []}
        names = [*needed[attrs["what"]], *(["table"] if attrs.get("to") == "table" else [])]
        if missing := [name for name in names if name not in attrs]:
            raise s.ValidationError({missing[0]: [_("This is needed for such a change.")]})
        return attrs


class CostOut(s.Serializer):
    grade = s.ChoiceField(["free", "warned", "confirm"])
    findings = s.ListField(child=s.CharField())


class ChangedTableOut(s.Serializer):
    number = s.IntegerField()
    seats = s.ListField(child=s.IntegerField())


class PreviewOut(CostOut):
    title = s.CharField()
    nothing = s.BooleanField()
    tables = ChangedTableOut(many=True)
    last_change = s.IntegerField()


class MadeChange(CostOut):
    number = s.IntegerField()
    what = s.CharField()
    by = s.CharField(allow_null=True)
    at = s.DateTimeField()


class PlaceOut(s.Serializer):
    player = s.IntegerField()
    name = s.CharField()
    seat = s.CharField()
    cost = CostOut(allow_null=True, help_text="Of exchanging him with `pick`.")


class ReviewTable(s.Serializer):
    number = s.IntegerField()
    reason = s.CharField()
    played = s.BooleanField()
    changed = s.BooleanField()
    places = PlaceOut(many=True)
    room = CostOut(allow_null=True, help_text="Of moving `pick` here, where there is room.")


class DifferenceOut(s.Serializer):
    table = s.IntegerField()
    made = s.ListField(child=s.CharField())
    now = s.ListField(child=s.CharField())


class FiguresOut(s.Serializer):
    repeated_pairs = s.IntegerField()
    most_meetings = s.IntegerField()
    unmet_pairs = s.IntegerField()
    seat_spread = s.IntegerField()
    bound = s.IntegerField()
    optimal = s.BooleanField()


class ReviewOut(RoundHead):
    manual = s.ChoiceField(["none", "open", "ended"])
    last_change = s.IntegerField()
    quality = FiguresOut()
    notes = s.ListField(child=s.CharField())
    tables = ReviewTable(many=True)
    out = PlaceOut(many=True)
    byes = ByeOut(many=True)
    pick = s.IntegerField(allow_null=True)
    bye = CostOut(allow_null=True)
    new_table = CostOut(allow_null=True)
    differences = DifferenceOut(many=True)
    changes = MadeChange(many=True)


class ManualEnded(RoundHead):
    differences = DifferenceOut(many=True)


# --- results, decisions, penalties


class ConfirmResultIn(Strict, s.Serializer):
    version = Whole(min_value=1, max_value=SMALL, help_text="The version of the result that you saw.")


class ConfirmedOut(s.Serializer):
    version = s.IntegerField()
    by = s.CharField()
    at = s.DateTimeField()


class DecisionIn(Strict, s.Serializer):
    decision = s.ChoiceField([POINTS, ADJOURNED, VOID])
    points = s.ListField(child=Points(allow_null=True), required=False, min_length=2, max_length=8)
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
            raise s.ValidationError({"points": [_("Say which points.")]})
        return attrs


class MovedOut(s.Serializer):
    name = s.CharField()
    rank = s.ListField(child=s.IntegerField(allow_null=True), help_text="Before and after.")
    points = s.ListField(child=s.CharField(allow_null=True), help_text="Before and after.")


class MovedPlayer(MovedOut):
    player = s.IntegerField()


class EffectOut(s.Serializer):
    after_round = s.IntegerField()
    players = MovedPlayer(many=True)
    teams = MovedOut(many=True)
    later = s.ListField(child=s.CharField())


class WeighedOut(EffectOut):
    question = s.CharField(help_text="Where the points are possible and odd; else empty.")
    version = s.IntegerField(help_text="Of the result that stands now; 0: none.")


class PenaltyIn(Strict, s.Serializer):
    player = number(required=False)
    team = Text(required=False, max_length=20)
    round = Whole(min_value=1, max_value=MOST_ROUND, help_text="It counts from this round on.")
    points = Points()
    reason = Text(max_length=200)

    def validate(self, attrs: Any) -> Any:
        if ("player" in attrs) == ("team" in attrs):
            raise s.ValidationError({"player": [_("Name a player or a team, one of them.")]})
        return attrs


class PenaltyOut(s.Serializer):
    id = s.IntegerField()
    player = s.IntegerField(allow_null=True)
    team = s.CharField(allow_null=True)
    round = s.IntegerField()
    points = s.CharField()
    reason = s.CharField()
    lifted = s.BooleanField()
    decided_by = s.CharField(allow_null=True)
    decided_at = s.DateTimeField()


class PenaltiesOut(s.Serializer):
    next = s.CharField(allow_null=True)
    results = PenaltyOut(many=True)


class ReasonIn(Strict, s.Serializer):
    reason = Text(max_length=200)


# --- clock and log


class ClockIn(Strict, s.Serializer):
    kind = s.ChoiceField(Clock.Kind.values)
    seconds = Whole(min_value=10, max_value=LONGEST)


class ClockDo(Strict, s.Serializer):
    do = s.ChoiceField(["start", "pause", "turn", "adjust"])
    seconds = Whole(required=False, min_value=-LONGEST, max_value=LONGEST, help_text="With `adjust`: how many more.")

    def validate(self, attrs: Any) -> Any:
        if attrs["do"] == "adjust" and "seconds" not in attrs:
            raise s.ValidationError({"seconds": [_("Say how many seconds.")]})
        return attrs


class ClockOut(s.Serializer):
    kind = s.CharField()
    seconds = s.IntegerField()
    round = s.IntegerField()
    running = s.BooleanField()
    left_ms = s.IntegerField(help_text="What was left at `started_at`, or is left while it stands still.")
    started_at = s.DateTimeField(allow_null=True)
    ends_at = s.DateTimeField(allow_null=True)


class ShownClock(s.Serializer):
    clock = ClockOut(allow_null=True)


class LogLine(s.Serializer):
    id = s.IntegerField()
    at = s.DateTimeField()
    kind = s.CharField()
    action = s.CharField()
    tournament = s.CharField()
    text = s.CharField()
    who = s.CharField()
    role = s.CharField()
    door = s.CharField()
    reason = s.CharField()


class LogOut(s.Serializer):
    next = s.CharField(allow_null=True)
    results = LogLine(many=True)


class TypingIn(Strict, s.Serializer):
    round = Whole(required=False, min_value=1, max_value=SMALL)
    table = Whole(required=False, min_value=1, max_value=SMALL)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) == 1:
            raise s.ValidationError(_("A table is named with its round; say both or neither."))
        return attrs


class Typist(s.Serializer):
    round = s.IntegerField()
    table = s.IntegerField()
    names = s.ListField(child=s.CharField())


class TypistsOut(s.Serializer):
    others = Typist(many=True)


class PairIn(Strict, s.Serializer):
    here = s.ListField(
        child=Whole(min_value=1),
        required=False,
        max_length=20_000,
        help_text="Who missed the last round and is here now, by pairing number.",
    )


class AwayOut(s.Serializer):
    player = s.IntegerField()
    name = s.CharField()
    missed = s.IntegerField(help_text="The round.")
    no_show = s.BooleanField(help_text="Paired, but did not show up.")
    here = s.BooleanField(help_text="Checked in since.")


class PresenceOut(s.Serializer):
    round = s.IntegerField(allow_null=True, help_text="The round to be paired.")
    players = s.IntegerField()
    away = AwayOut(many=True)
