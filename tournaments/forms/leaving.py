"""Who withdraws or is expelled: by which rule they stay in the table, as fields of the tournament's form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament

CHOICES = {"scoring_withdrawn": "in", "scoring_expelled": "out", "scoring_under_half": "count"}
NAMES = (*CHOICES, "scoring_expelled_players")


class LeavingForm(forms.Form):
    """Fields that stand for entries of the document's ``scoring``; what is as usual is left out of it."""

    scoring_withdrawn = forms.ChoiceField(
        label=_("Withdrawn players"),
        required=False,
        choices=[("in", _("stay in the table, marked")), ("out", _("leave the table"))],
        help_text=_("Either way their results count for their opponents."),
    )
    scoring_expelled = forms.ChoiceField(
        label=_("Expelled players"),
        required=False,
        choices=[("out", _("leave the table")), ("in", _("stay in the table, marked"))],
    )
    scoring_expelled_players = forms.CharField(
        label=_("Who is expelled"),
        required=False,
        max_length=400,
        help_text=_(
            "Pairing numbers, such as 3 17. Once the tournament has begun, as they are fixed only then."
        ),
    )
    scoring_under_half = forms.ChoiceField(
        label=_("If a player leaves a round robin before half of their games"),
        required=False,
        choices=[("count", _("keep their results")), ("annul", _("cancel their results"))],
    )

    def initial_leaving(self, tournament: Tournament) -> dict[str, Any]:
        kept = tournament.scoring
        found: dict[str, Any] = {
            name: kept.get(name.removeprefix("scoring_"), usual) for name, usual in CHOICES.items()
        }
        found["scoring_expelled_players"] = " ".join(map(str, kept.get("expelled_players", [])))
        return found

    def leaving(self, cleaned: Mapping[str, Any], tournament: Tournament, scoring: dict[str, Any]) -> None:
        """Writes what was chosen into ``scoring``. Raises ValidationError for numbers that nobody has."""
        for name, usual in CHOICES.items():
            key, value = name.removeprefix("scoring_"), cleaned.get(name) or usual
            scoring.pop(key, None)
            if value != usual:
                scoring[key] = value
        numbers = self._numbers(cleaned.get("scoring_expelled_players", ""), tournament)
        scoring.pop("expelled_players", None)
        if numbers:
            scoring["expelled_players"] = numbers

    def _numbers(self, text: str, tournament: Tournament) -> list[int]:
        found = re.split(r"[,;\s]+", text.strip(" ,;")) if text.strip(" ,;") else []
        if not found:
            return []
        if not all(re.fullmatch(r"[1-9][0-9]{0,4}", one, re.ASCII) for one in found):
            raise ValidationError(
                {"scoring_expelled_players": gettext("Write pairing numbers, such as 3 17.")}
            )
        if tournament.pk is None or tournament.state == Tournament.State.PLANNED:
            raise ValidationError(
                {
                    "scoring_expelled_players": gettext(
                        "Pairing numbers are fixed when round 1 is paired; until then take the player out of the list."
                    )
                }
            )
        numbers = sorted({int(one) for one in found})
        entered = set(tournament.entries.filter(number__in=numbers).values_list("number", flat=True))
        if unknown := [number for number in numbers if number not in entered]:
            raise ValidationError(
                {
                    "scoring_expelled_players": gettext("Nobody here has pairing number %(number)d.")
                    % {"number": unknown[0]}
                }
            )
        return numbers
