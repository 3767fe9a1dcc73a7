"""The shapes of what is sent about players at the desk: entered, here, away, gone; their data."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers as s

from tournaments.api.core.enums import sent
from tournaments.api.core.fields import SMALL, Flag, LineValues, Strict, Text, Whole
from tournaments.imports.columns import ROLES
from tournaments.models import Appointment, NameShown
from tournaments.models.player import MOST_NUMBER
from tournaments.services.check_in import ABSENT, HERE, OUT, WAITING

MOST_ROUND = 1000


def number(**more: Any) -> Whole:
    """Take a pairing number."""
    return Whole(min_value=1, max_value=MOST_NUMBER, **more)


def table_number(**more: Any) -> Whole:
    return Whole(min_value=1, max_value=5000, **more)


# --- players before round 1


class PresenceIn(Strict, s.Serializer):
    here = Flag()


class CheckInOutcome(Strict, s.Serializer):
    player = number()
    becomes = s.ChoiceField(sent("CheckInStateEnum", [ABSENT, WAITING, OUT, HERE]))


class CloseCheckIn(Strict, s.Serializer):
    decisions = CheckInOutcome(many=True, required=False, help_text="One for each player who is not here.")
    nobody = s.BooleanField(required=False, default=False, help_text="Close it though nobody is here.")


class ToWaitIn(Strict, s.Serializer):
    player = number(required=False, help_text="Left out: who was entered after all places were taken.")


class ArrivalIn(Strict, s.Serializer):
    name = Text()
    club = Text(required=False, allow_blank=True)
    rating = Whole(required=False, min_value=0, max_value=4000, allow_null=True)
    birth_year = Whole(required=False, min_value=1900, max_value=2100, allow_null=True)
    team = Text(required=False, max_length=20, allow_null=True)


# --- players in the course of the event


class LifeIn(Strict, s.Serializer):
    do = s.ChoiceField(sent("AttendanceActionEnum", ["absent", "present", "withdraw", "back", "seat"]))
    round = Whole(
        required=False, min_value=1, max_value=MOST_ROUND, help_text="With `absent` and `present`: which one."
    )
    kind = s.ChoiceField(
        sent("AbsenceByeEnum", ["zero", "half", "full"]),
        required=False,
        help_text="With `absent`: the points of the bye; else `zero`.",
    )
    seat = s.ChoiceField(
        sent("SeatFateEnum", ["free", "keep"]), required=False, help_text="What becomes of a seat without a result."
    )
    table = Whole(required=False, min_value=1, max_value=SMALL, help_text="With `seat`: a table with a free seat.")

    def validate(self, attrs: Any) -> Any:
        if attrs["do"] in ("absent", "present") and "round" not in attrs:
            raise s.ValidationError({"round": [_("Give the round.")]})
        if attrs["do"] != "absent" and "kind" in attrs:
            raise s.ValidationError({"kind": [_("Only an absent player can have a bye.")]})
        if attrs["do"] != "seat" and "table" in attrs:
            raise s.ValidationError({"table": [_("Give a table only together with `seat`.")]})
        return attrs


class FixedTableIn(Strict, s.Serializer):
    table = table_number(allow_null=True)


class PersonChange(Strict, s.Serializer):
    name = Text(required=False)
    club = Text(required=False, allow_blank=True)
    rating = Whole(required=False, min_value=0, max_value=4000, allow_null=True)
    birth_year = Whole(required=False, min_value=1900, max_value=2100, allow_null=True)
    team = Text(required=False, max_length=20, allow_null=True)
    board = Whole(required=False, min_value=1, max_value=100, allow_null=True)
    marks = Text(
        required=False, allow_blank=True, help_text="Words for lists of prizes here, with commas between them."
    )
    name_shown = s.ChoiceField(
        ["", *NameShown.values],
        required=False,
        help_text="On public pages; organisers of the installation change it.",
    )


class EraseIn(Strict, s.Serializer):
    typed = Text(max_length=200, help_text="The name, exactly as it stands.")


# --- entries, teams, appointments


class EntryIn(Strict, s.Serializer):
    name = Text()
    rating = Whole(required=False, min_value=1, max_value=4000, allow_null=True)
    club = Text(required=False, allow_blank=True)
    birth_year = Whole(required=False, min_value=1900, max_value=2100, allow_null=True)
    team = Text(required=False, max_length=20, allow_null=True)
    board = Whole(required=False, min_value=1, max_value=SMALL, allow_null=True)
    fixed_table = Whole(required=False, min_value=1, max_value=SMALL, allow_null=True)


class EntryChange(Strict, s.Serializer):
    joined = Whole(required=False, min_value=1, max_value=2000)
    left = Whole(required=False, min_value=0, max_value=2000, allow_null=True)
    absent = s.ListField(child=Whole(min_value=1, max_value=2000), required=False, max_length=400)
    team = Text(required=False, max_length=20, allow_null=True)
    board = Whole(required=False, min_value=1, max_value=SMALL, allow_null=True)
    fixed_table = Whole(required=False, min_value=1, max_value=SMALL, allow_null=True)


class TeamIn(Strict, s.Serializer):
    name = Text()


class AppointmentIn(Strict, s.Serializer):
    role = s.ChoiceField(Appointment.Role.values)
    tables = s.ListField(
        child=Whole(min_value=1, max_value=SMALL),
        required=False,
        max_length=500,
        help_text="Of a table judge: the numbers of their tables.",
    )


# --- lists


class ListLinesIn(Strict, s.Serializer):
    sheet = Text(required=False, allow_blank=True, max_length=200)
    heading = Whole(required=False, min_value=0, max_value=2_000_000, help_text="Its line; 0: the list has none.")
    skip = s.ListField(child=Whole(min_value=1, max_value=2_000_000), required=False, max_length=2000)
    take = s.ListField(child=Whole(min_value=1, max_value=2_000_000), required=False, max_length=2000)
    cells = LineValues(
        child=s.DictField(child=Text(allow_blank=True, max_length=200)),
        required=False,
        help_text="Corrected cells by line and meaning.",
    )


class ListChoicesIn(ListLinesIn, Strict):
    columns = s.DictField(
        child=s.ChoiceField(["", *ROLES], allow_blank=True),
        required=False,
        help_text="The meaning of columns, by their heading or letter; empty: not imported.",
    )
    people = LineValues(
        child=Text(max_length=20),
        required=False,
        help_text="Whose line it is: the `id` of one of its `people`, `new`, or `another` than the namesake above.",
    )


class ListImportIn(Strict, s.Serializer):
    stamp = Text(required=False, max_length=40, help_text="Of what you looked at: nothing else is then imported.")
    rest = s.BooleanField(required=False, default=False, help_text="Leave out the lines that are refused.")
