"""The fields of the tournament's form for withdrawn and expelled players: by which rule they stay in the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament

CHOICES = {"scoring_withdrawn": "in", "scoring_expelled": "out", "scoring_under_half": "count"}
NAMES = tuple(CHOICES)
ROWS = "entries"
"""The prefix of the players' rows, on each of which it can be said that somebody is expelled."""
MOST_ROWS = 2000


class LeavingForm(forms.Form):
    """Fields that stand for entries of the document's ``scoring``; what is as usual is left out of it."""

    scoring_withdrawn = forms.ChoiceField(
        label=_("Withdrawn players"),
        required=False,
        choices=[("in", _("stay in the standings, marked")), ("out", _("leave the table"))],
        help_text=_("Either way their results count for their opponents."),
    )
    scoring_expelled = forms.ChoiceField(
        label=_("Expelled players"),
        required=False,
        choices=[("out", _("leave the table")), ("in", _("stay in the standings, marked"))],
    )
    scoring_under_half = forms.ChoiceField(
        label=_("If a player leaves a round robin before playing half of their games"),
        required=False,
        choices=[("count", _("keep their results")), ("annul", _("cancel their results"))],
    )

    def initial_leaving(self, tournament: Tournament) -> dict[str, Any]:
        kept = tournament.scoring
        initial: dict[str, Any] = {
            name: kept.get(name.removeprefix("scoring_"), usual) for name, usual in CHOICES.items()
        }
        return initial

    def leaving(self, cleaned: Mapping[str, Any], tournament: Tournament, scoring: dict[str, Any]) -> None:
        """Write the choices into ``scoring``."""
        for name, usual in CHOICES.items():
            key, value = name.removeprefix("scoring_"), cleaned.get(name) or usual
            scoring.pop(key, None)
            if value != usual:
                scoring[key] = value
        numbers = self._expelled(tournament)
        scoring.pop("expelled_players", None)
        if numbers:
            scoring["expelled_players"] = numbers

    def _expelled(self, tournament: Tournament) -> list[int]:
        """Return the pairing numbers of the expelled players: as the rows that were sent say, of the others as it
        was."""
        numbers = set(tournament.scoring.get("expelled_players", ()))
        ticked: dict[int, bool] = {}
        count = self.data.get(f"{ROWS}-TOTAL_FORMS", "")
        for row in range(min(int(count), MOST_ROWS) if count.isascii() and count.isdecimal() else 0):
            name, pk = f"{ROWS}-{row}-expelled", self.data.get(f"{ROWS}-{row}-id", "")
            if pk.isascii() and pk.isdecimal() and len(pk) < 18 and (seen := self.data.get(f"initial-{name}")):
                now = bool(self.data.get(name))
                if now is not (seen == "True"):  # what nobody ticked here is as somebody else may have left it
                    ticked[int(pk)] = now
        if ticked and tournament.pk is not None and tournament.state != Tournament.State.PLANNED:
            for pk, number in tournament.entries.filter(pk__in=ticked).values_list("pk", "number"):
                (numbers.add if ticked[pk] else numbers.discard)(number)
        return sorted(numbers)
