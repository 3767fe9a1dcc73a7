"""A table's result as it is typed at the desk."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.core.declarations.declared import DeclaredGame
from games.core.declarations.values import in_language
from games.core.errors import ImpossiblePoints
from games.core.notices import the_player
from scoring.documents.gamelink import declared_of
from tournaments.imports.declared_results import NotTyped, read_typed
from tournaments.imports.points import GLYPHS, MOST, TooLarge, read_place, read_points
from tournaments.models import Tournament
from tournaments.sentences import speaker
from tournaments.sentences.points import readable

MOST_SIGNS = 24
"""A seat's field holds the three numbers of a Skat list."""


PARTS = {part: glyph for glyph, part in GLYPHS.items()}


def in_field(text: str) -> str:
    """Return points as a field shows them and reads them again: ``4⅔`` for ``14/3``, which is too wide for it."""
    match = re.fullmatch(r"(-?)([0-9]+)/([0-9]+)", text)
    if match is None:
        return text
    whole, rest = divmod(int(match[2]), int(match[3]))
    glyph = PARTS.get(Fraction(rest, int(match[3])))
    if glyph is None or (match[1] and not whole):
        return text
    return f"{match[1]}{whole or ''}{glyph}"


class PointsForm(forms.Form):
    """A table's result: one field a seat, and the result that the person saw when they typed.

    ``tournament``: of a declared game the numbers are read as its declaration says: places, points or scores.
    ``names``: those at the table, seat by seat, as the reader may see them; a refusal says whose entry it is.
    """

    seen_result = forms.IntegerField(required=False, widget=forms.HiddenInput)
    seen_seats = forms.RegexField(r"^[0-9]{1,18}(-[0-9]{1,18}){0,9}$", required=False)
    reason = forms.CharField(required=False, max_length=200)

    def __init__(
        self, seats: int, *args: Any, tournament: Tournament, names: Sequence[str] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats
        self.names = names
        self.declared = declared_of(tournament.game, tournament.options)
        for seat in range(1, seats + 1):
            self.fields[f"points{seat}"] = forms.CharField(required=False, max_length=MOST_SIGNS)

    def clean_seen_seats(self) -> list[int] | None:
        text = self.cleaned_data["seen_seats"]
        return [int(entry) for entry in text.split("-")] if text else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.declared is not None:
            return cleaned | {"places": False, "points": self._typed(self.declared, cleaned)}
        points: list[Fraction | None] = []
        places: set[bool] = set()
        for seat in range(1, self.seats + 1):
            text = cleaned.get(f"points{seat}", "")
            if not text:
                raise ValidationError(
                    _("%(who)s: the points are missing. Enter - for a no-show.") % {"who": self._who(seat)}
                )
            place = read_place(text)
            try:
                points.append(read_points(text) if place is None else Fraction(place))
            except TooLarge:
                raise ValidationError(
                    _("%(who)s: enter at most %(most)s, not %(text)s.")
                    % {"who": self._who(seat), "most": readable(str(MOST)), "text": text}
                ) from None
            except ValueError:
                raise ValidationError(_no_points() % {"who": self._who(seat), "text": text}) from None
            if points[-1] is not None:
                places.add(place is not None)
        if len(places) > 1:
            raise ValidationError(_("Enter points for everybody, or places (2. 4. 1. 3.) for everybody."))
        cleaned["places"] = places == {True}
        cleaned["points"] = points
        return cleaned

    def _typed(self, game: DeclaredGame, cleaned: Mapping[str, Any]) -> list[Fraction | None]:
        texts = [cleaned.get(f"points{seat}", "") for seat in range(1, self.seats + 1)]
        if "" in texts:
            raise ValidationError(
                _("%(who)s: the result is missing. Enter - for a no-show.") % {"who": self._who(texts.index("") + 1)}
            )
        try:
            return read_typed(game, texts)
        except ImpossiblePoints as error:
            raise ValidationError(speaker(self.names)(error.notice)) from None
        except NotTyped as error:
            raise ValidationError(not_typed(game, error, self._who(error.seat))) from None

    def _who(self, seat: int) -> str:
        return speaker(self.names)(the_player(seat))


def keyboard(tournament: Tournament) -> str:
    """Return the keyboard that a phone offers for a seat's field: the one for numbers may lack the minus and blanks."""
    game = declared_of(tournament.game, tournament.options)
    return "text" if game is not None and game.declaration.entry == "score" else "decimal"


def _no_points() -> str:
    return _("%(who)s: “%(text)s” is not a number of points. Enter 4, 7/2 or 3.5, or - for a no-show.")


def not_typed(game: DeclaredGame, error: NotTyped, who: str) -> str:
    """Return the sentence about a text that is no result of a declared game. ``who``: whose entry it is."""
    values = {"who": who, "text": error.text}
    if error.numbers > 1:
        language = get_language() or "en"
        columns = ", ".join(in_language(column.names, language) for column in game.declaration.columns)
        return _("%(who)s: “%(text)s” is not a result. Enter the score, or in this order: %(columns)s.") % (
            values | {"columns": columns}
        )
    if game.declaration.entry == "places":
        return _("%(who)s: “%(text)s” is not a place. Enter 1, 2, 3 …, or - for a no-show.") % values
    if game.declaration.entry == "score":
        return (
            _("%(who)s: “%(text)s” is not a score. Enter a number such as 41200 or -300, or - for a no-show.") % values
        )
    return _no_points() % values
