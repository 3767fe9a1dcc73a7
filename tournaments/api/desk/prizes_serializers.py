"""The shape in which prizes are sent."""

from __future__ import annotations

from rest_framework import serializers as s

from scoring.prizes import SHARINGS
from tournaments.api.core.fields import Flag, Strict, Text, Whole
from tournaments.models.prize import MOST_CENTS


def _year() -> Whole:
    return Whole(required=False, min_value=1900, max_value=2100, allow_null=True)


def _rating() -> Whole:
    return Whole(required=False, min_value=0, max_value=4000, allow_null=True)


class PrizeIn(Strict, s.Serializer):
    cents = Whole(required=False, min_value=0, max_value=MOST_CENTS, default=0)
    thing = Text(required=False, allow_blank=True, default="")
    worth = Whole(
        required=False, min_value=0, max_value=MOST_CENTS, default=0, help_text="What the thing counts as, in cents."
    )


class PrizeListIn(Strict, s.Serializer):
    name = Text(required=False, allow_blank=True, max_length=60, default="")
    born_from = _year()
    born_to = _year()
    rating_from = _rating()
    rating_to = _rating()
    club = Text(required=False, allow_blank=True)
    mark = Text(required=False, allow_blank=True, max_length=40)
    teams = Flag(required=False, help_text="For the teams, by their standings; such a list has no conditions.")
    winners_named = Flag(required=False, help_text="Name the winners of a list with conditions on the public page.")
    prizes = PrizeIn(many=True, help_text="By place, the first place first.")


class PrizesIn(Strict, s.Serializer):
    sharing = s.ChoiceField(SHARINGS, required=False)
    currency = Text(required=False, allow_blank=True, max_length=8)
    step = Whole(
        required=False, min_value=1, max_value=100, help_text="Money is paid in steps of 1, 5, 10, 50 or 100 cents."
    )
    several = Flag(required=False, help_text="One player may win several prizes.")
    withdrawn = Flag(required=False, help_text="Players who withdrew may win.")
    lists = PrizeListIn(many=True)


class SeasonPrizesIn(PrizesIn):
    announced = Flag(required=False, help_text="The season is over: its page shows the winners.")
