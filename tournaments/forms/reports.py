"""The form that a player sends from the table: points a seat, one of the usual results of a duel, or a record."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core import registry as games
from games.core.declarations.declared import DeclaredGame
from games.core.errors import ImpossiblePoints
from tournaments.domain.setup import options_at
from tournaments.forms.seen_values import SeenForm
from tournaments.imports.pictures import PHOTO_BYTES
from tournaments.models import GameRecord, ReportRule, Tournament

DUEL = {
    "1": (Fraction(1), Fraction(0)),
    "0": (Fraction(0), Fraction(1)),
    "half": (Fraction(1, 2), Fraction(1, 2)),
}


def duel_results(tournament: Tournament, seats: int) -> tuple[str, ...]:
    """Return the ones of win, draw and loss that a game of two can end with; empty where points must be typed."""
    if seats != 2:
        return ()
    game = games.game_of(tournament.game, tournament.options)
    options = options_at(tournament, seats)
    try:
        for key in ("1", "0"):
            game.check_points(options, DUEL[key])
    except ImpossiblePoints:
        return ()
    try:
        game.check_points(options, DUEL["half"])
    except ImpossiblePoints:
        return ("1", "0")
    # a game that counts something else than the point for the win is typed
    try:
        game.check_points(options, (Fraction(2), Fraction(1)))
    except ImpossiblePoints:
        return ("1", "half", "0")
    return ()


@dataclass(frozen=True, slots=True)
class InOrder:
    """A result of more than two that is told by taps. ``figures``: what is entered for the first tapped, the second and
    so on; ``out``: who is tapped goes out, and the last one wins, else the best is tapped first."""

    figures: tuple[str, ...]
    out: bool


def in_order(tournament: Tournament, seats: int) -> InOrder | None:
    """Return how an order is a result of a table with so many seats; None where it is not, and figures are typed."""
    game = games.game_of(tournament.game, tournament.options)
    if seats < 3:
        return None
    if isinstance(game, DeclaredGame):
        return InOrder(tuple(map(str, range(1, seats + 1))), False) if game.declaration.entry == "places" else None
    if not game.info.last_wins:
        return None
    figures = sorted(game.example(options_at(tournament, seats), seats))
    return InOrder(tuple(map(str, figures)), True) if len(figures) == seats else None


class RuleForm(SeenForm, forms.ModelForm):
    """The rule for players' reports, and for a report that nobody answers."""

    new_links = forms.BooleanField(
        label=_("Make new links on the slips: all slips given out so far stop working"), required=False
    )

    class Meta:
        model = ReportRule
        fields = ("mode", "minutes", "moves")
        widgets = {"mode": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # nobody can enter the moves of a game that no engine follows
        if not self.instance.tournament.has_engine:
            del self.fields["moves"]

    @property
    def row(self) -> Any:
        return self.instance.tournament_id


class PhotoOfSheet(forms.Form):
    """A photo of the score sheet."""

    photo = forms.FileField(
        max_length=200,
        error_messages={"required": _("Choose a photo first."), "empty": _("Choose a photo first.")},
    )

    def clean_photo(self) -> bytes:
        content: bytes = self.cleaned_data["photo"].read(PHOTO_BYTES + 1)
        return content


class RecordOfPlayer(forms.Form):
    """The record of the game, pasted or as a file; nothing of the admin's looks is needed here."""

    text = forms.CharField(required=False, strip=False, widget=forms.Textarea)
    file = forms.FileField(max_length=200, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file, text = cleaned.get("file"), cleaned.get("text") or ""
        if "file" not in self.errors and (file is None) is not bool(text.strip()):
            raise ValidationError(gettext("Paste the moves, or choose the record file."))
        cleaned["content"] = text.encode("utf-8", "replace") if file is None else file.read(GameRecord.MAX_BYTES + 1)
        return cleaned
