"""The shapes of what is answered about the order, for the schema: who met whom, how ranks moved, why, the teams."""

from __future__ import annotations

from rest_framework import serializers as s


class MeetingOut(s.Serializer):
    opponent = s.IntegerField()
    round = s.IntegerField()
    table = s.IntegerField()
    result = s.ChoiceField(["win", "tie", "loss", "forfeit win", "forfeit loss", "adjourned", "pending"])
    points = s.CharField(allow_null=True, help_text="What the table gave the player.")
    second = s.BooleanField(help_text="Whether the player moved after this opponent.")


class UnplayedOut(s.Serializer):
    round = s.IntegerField()
    kind = s.CharField()


class CrosstableRow(s.Serializer):
    rank = s.IntegerField()
    player = s.IntegerField()
    points = s.CharField()
    meetings = MeetingOut(many=True)
    unplayed = UnplayedOut(many=True)


class CrosstableOut(s.Serializer):
    after_round = s.IntegerField()
    provisional = s.BooleanField()
    next = s.CharField(allow_null=True)
    results = CrosstableRow(many=True)


class MovedRow(s.Serializer):
    player = s.IntegerField()
    ranks = s.ListField(child=s.IntegerField(allow_null=True))


class MovementOut(s.Serializer):
    rounds = s.ListField(child=s.IntegerField())
    final = s.BooleanField()
    next = s.CharField(allow_null=True)
    results = MovedRow(many=True)


class TermOut(s.Serializer):
    amount = s.CharField()
    round = s.IntegerField(allow_null=True)
    opponent = s.IntegerField(allow_null=True)
    dummy = s.BooleanField(help_text="The round was not played and counts against a dummy (C.07, 16.4).")
    reason = s.CharField(help_text="Of a penalty.")
    colours = s.ListField(
        child=s.CharField(),
        help_text="Of the points of a round what each of two colours brought (QC 6.4); else empty.",
    )


class TeamTermOut(TermOut):
    opponent = s.CharField(allow_null=True)  # type: ignore[assignment]


class MissingOut(s.Serializer):
    round = s.IntegerField()
    state = s.ChoiceField(["playing", "adjourned"])


class ValueOut(s.Serializer):
    code = s.CharField(help_text="`points`, or a tie-break's.")
    label = s.CharField()
    source = s.CharField()
    value = s.CharField()
    text = s.CharField(help_text="The whole sum, such as `BH 31/2 = 6 + 4 + 11/2`.")
    ending = s.ChoiceField(["sum", "mean", "whole mean"])
    terms = TermOut(many=True)
    cut = TermOut(many=True)
    tied = s.ListField(child=s.IntegerField())
    missing = MissingOut(many=True, help_text="The rounds that are not in the points yet.")


class TeamValueOut(ValueOut):
    terms = TeamTermOut(many=True)
    cut = TeamTermOut(many=True)
    tied = s.ListField(child=s.CharField())


class CriterionOut(s.Serializer):
    code = s.CharField(
        help_text="`points`, a tie-break's, or in a knockout `alive`, `round` (reached), `place` (at the last table)."
    )
    label = s.CharField()
    higher = s.CharField()
    lower = s.CharField()
    decides = s.BooleanField()
    skipped = s.ChoiceField(
        ["", "not met", "not all met"],
        help_text="Why a direct encounter parts nobody: the two, or not all who are tied, have met (C.07, 6.3).",
    )


class ComparedOut(s.Serializer):
    higher = s.IntegerField()
    lower = s.IntegerField()
    decided_by = s.CharField(
        allow_null=True,
        help_text="Null: equal in everything, they share a rank; or not settled yet, where `open` names somebody.",
    )
    open = s.ListField(
        child=s.IntegerField(),
        help_text="Those of the two without a result in the last round, which can still change who is above.",
    )
    among_tied = s.BooleanField(help_text="It decided among those who were still tied with both.")
    criteria = CriterionOut(many=True, help_text="Up to the one that decided.")


class WhyOut(s.Serializer):
    after_round = s.IntegerField()
    provisional = s.BooleanField()
    player = s.IntegerField()
    rank = s.IntegerField(allow_null=True)
    waits = s.BooleanField(help_text="The table of the last round has no result yet: the rank is not settled.")
    values = ValueOut(many=True)
    above = ComparedOut(allow_null=True, help_text="With who stands next above.")
    below = ComparedOut(allow_null=True, help_text="With who stands next below.")
    dropped = s.DictField(child=s.CharField(), help_text="Tie-breaks that do not count here, and why.")


class WhyBothOut(ComparedOut):
    after_round = s.IntegerField()
    provisional = s.BooleanField()
    values = s.DictField(child=ValueOut(many=True), help_text="The sums of both, by pairing number.")


class TeamLineOut(s.Serializer):
    id = s.CharField()
    name = s.CharField()
    rank = s.IntegerField(allow_null=True)
    points = s.CharField(allow_null=True)
    waits = s.BooleanField(required=False, help_text="A table of the team in the last round has no result yet.")
    rank_before = s.IntegerField(
        required=False, allow_null=True, help_text="Of a team that waits: the rank after the round before."
    )
    tie_breaks = s.DictField(child=s.CharField())
    members = s.ListField(child=s.IntegerField(), help_text="Pairing numbers by board.")


class TeamsOut(s.Serializer):
    after_round = s.IntegerField()
    provisional = s.BooleanField()
    next = s.CharField(allow_null=True)
    results = TeamLineOut(many=True)


class MemberOut(s.Serializer):
    player = s.IntegerField()
    rank = s.IntegerField(allow_null=True)
    points = s.CharField(allow_null=True)


class BroughtOut(s.Serializer):
    player = s.IntegerField()
    points = s.CharField(allow_null=True)


class TeamRoundOut(s.Serializer):
    round = s.IntegerField()
    points = s.CharField(allow_null=True, help_text="Null while a table of the team has no result.")
    opponent = s.CharField(allow_null=True)
    board_points = s.ListField(child=s.CharField(), allow_null=True)
    players = BroughtOut(many=True)


class TeamPageOut(s.Serializer):
    id = s.CharField()
    name = s.CharField()
    after_round = s.IntegerField()
    provisional = s.BooleanField()
    rank = s.IntegerField(allow_null=True)
    points = s.CharField(allow_null=True)
    waits = s.BooleanField(required=False, help_text="A table of the team in the last round has no result yet.")
    rank_before = s.IntegerField(
        required=False, allow_null=True, help_text="Of a team that waits: the rank after the round before."
    )
    tie_breaks = s.DictField(child=s.CharField())
    matches = s.BooleanField(help_text="Whether points are match points.")
    members = MemberOut(many=True)
    rounds = TeamRoundOut(many=True)
    values = TeamValueOut(many=True)
