"""The shapes of what is sent about lists, printed documents, and tournaments from a preset."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import serializers as s

from tournaments.api.core.enums import sent
from tournaments.api.core.fields import FOR_CLUB, PlainObject, Strict, Text, Whole
from tournaments.api.desk.players_serializers import ListLinesIn
from tournaments.api.desk.tournaments_serializers import setting_fields
from tournaments.imports.columns import RESULT_MEANINGS, TEAM_MEANINGS
from tournaments.models import PrintJob
from tournaments.selectors.printing import KINDS
from tournaments.services.evenings import MOST, RHYTHMS
from tournaments.text import SLUG


class OtherListChoicesIn(ListLinesIn, Strict):
    columns = s.DictField(
        child=s.ChoiceField(["", *TEAM_MEANINGS, *RESULT_MEANINGS], allow_blank=True),
        required=False,
        help_text="The meaning of columns, by their heading or letter; empty: not imported.",
    )


class PrintIn(Strict, s.Serializer):
    what = s.ChoiceField(list(KINDS))
    round = Whole(required=False, min_value=1, max_value=1000, allow_null=True)
    paper = s.ChoiceField(sent("PaperEnum", PrintJob.Paper.values), default=PrintJob.Paper.A4)
    language = s.ChoiceField(sent("LanguageEnum", (code for code, _name in settings.LANGUAGES)), required=False)


class PresetIn(Strict, s.Serializer):
    name = Text(max_length=100)
    game = Text(required=False, max_length=40)
    starts = s.DateField(required=False)
    rounds = Whole(required=False, min_value=1, max_value=60)
    count = Whole(required=False, min_value=1, max_value=26, help_text="Evenings or groups.")
    every = s.ChoiceField(sent("EveryEnum", RHYTHMS), required=False, help_text="Of a season: how often.")
    days = s.ListField(
        child=s.DateField(), required=False, max_length=MOST, help_text="Of a season: its evenings, for `count`."
    )
    best = Whole(
        required=False, min_value=1, max_value=MOST, allow_null=True, help_text="Of a season: the results that count."
    )
    pairing = PlainObject(
        required=False,
        help_text="More options of the pairing system, such as `draw`, `then`, `qualifiers` and `finals` of groups.",
    )
    teams = s.ListField(child=Text(), required=False, max_length=26)
    minutes = Whole(
        required=False, min_value=1, max_value=24 * 60, allow_null=True, help_text="A round's time on the clock."
    )
    vars().update(setting_fields("preset"))
    club = s.RegexField(rf"^{SLUG}\Z", required=False, help_text=FOR_CLUB)

    def validate_pairing(self, value: dict[str, Any]) -> dict[str, Any]:
        if fixed := sorted({"system", "table_size", "rounds", "seed"} & value.keys()):
            raise s.ValidationError(_("%s cannot be given here: it comes from the preset.") % fixed[0])
        return value


class FinalsIn(Strict, s.Serializer):
    name = Text(max_length=120)
    groups = s.ListField(child=s.RegexField(rf"^{SLUG}\Z"), min_length=1, max_length=100)
    each = Whole(min_value=1, max_value=64, help_text="So many of each group.")
