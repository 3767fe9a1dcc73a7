"""A table's result as it is typed at the desk; the rules for who leaves, and the tie-breaks, in an event's form."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from unfold import widgets

from games.core.declarations.declaration import MOST_SEATS
from games.core.declarations.declared import DeclaredGame
from games.core.declarations.values import in_language
from games.core.errors import ImpossiblePoints
from games.core.notices import the_player
from scoring.core import registry
from scoring.documents.gamelink import declared_of
from tournaments.imports.points import GLYPHS, MOST, NotTyped, TooLarge, read_place, read_points, read_typed
from tournaments.models import Tournament
from tournaments.selectors.labels import modifier, tie_break
from tournaments.sentences import speaker
from tournaments.sentences.points import readable

MOST_SIGNS = 24
"""A seat's field holds the three numbers of a Skat list."""


PARTS = {part: glyph for glyph, part in GLYPHS.items()}
CHOICES = {"scoring_withdrawn": "in", "scoring_expelled": "out", "scoring_under_half": "count"}
NAMES = tuple(CHOICES)
ROWS = "entries"
"""The prefix of the players' rows, on each of which it can be said that somebody is expelled."""
MOST_ROWS = 2000
NUMBERED = {
    "PLACEn": tuple(f"PLACE{place}" for place in range(1, MOST_SEATS + 1)),
    "BEST": ("BEST/3", "BEST/4", "BEST/5"),
}
"""The offered tie-breaks with a number; others can be typed."""
MODIFIERS = {"C": ("C1", "C2"), "M": ("M1", "M2"), "P": ("P",), "R": ("R",), "L": ("L+1", "L-1")}
USUAL = (
    *("DE", "BH", "AOS", "SB", "ASB", "WIN", "WON", "PS"),
    *("GP", "DIFF", "SHARE", "PPG", "PLACEn", "BEST", "LOT"),
)
"""The first tie-breaks of the list."""
LIST = "COL"
"""The beginning of the codes of tie-breaks by a number of the game's list; a game without lists is offered none."""
LISTED = "scoring_tie_breaks-listed"
"""What the list sends beside the codes: that an empty one was seen to be empty."""
BETWEEN = re.compile(r"[,;\s]+")


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
                    gettext("%(who)s: the points are missing. Enter - for a no-show.") % {"who": self._who(seat)}
                )
            place = read_place(text)
            try:
                points.append(read_points(text) if place is None else Fraction(place))
            except TooLarge:
                raise ValidationError(
                    gettext("%(who)s: enter at most %(most)s, not %(text)s.")
                    % {"who": self._who(seat), "most": readable(str(MOST)), "text": text}
                ) from None
            except ValueError:
                raise ValidationError(_no_points() % {"who": self._who(seat), "text": text}) from None
            if points[-1] is not None:
                places.add(place is not None)
        if len(places) > 1:
            raise ValidationError(gettext("Enter points for everybody, or places (2. 4. 1. 3.) for everybody."))
        cleaned["places"] = places == {True}
        cleaned["points"] = points
        return cleaned

    def _typed(self, game: DeclaredGame, cleaned: Mapping[str, Any]) -> list[Fraction | None]:
        texts = [cleaned.get(f"points{seat}", "") for seat in range(1, self.seats + 1)]
        if "" in texts:
            raise ValidationError(
                gettext("%(who)s: the result is missing. Enter - for a no-show.")
                % {"who": self._who(texts.index("") + 1)}
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
    return gettext("%(who)s: “%(text)s” is not a number of points. Enter 4, 7/2 or 3.5, or - for a no-show.")


def not_typed(game: DeclaredGame, error: NotTyped, who: str) -> str:
    """Return the sentence about a text that is no result of a declared game. ``who``: whose entry it is."""
    values = {"who": who, "text": error.text}
    if error.numbers > 1:
        language = get_language() or "en"
        columns = ", ".join(in_language(column.names, language) for column in game.declaration.columns)
        return gettext("%(who)s: “%(text)s” is not a result. Enter the score, or in this order: %(columns)s.") % (
            values | {"columns": columns}
        )
    if game.declaration.entry == "places":
        return gettext("%(who)s: “%(text)s” is not a place. Enter 1, 2, 3 …, or - for a no-show.") % values
    if game.declaration.entry == "score":
        return (
            gettext("%(who)s: “%(text)s” is not a score. Enter a number such as 41200 or -300, or - for a no-show.")
            % values
        )
    return _no_points() % values


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


def offered(columns: Sequence[Mapping[str, str]] = ()) -> list[dict[str, Any]]:
    """List every tie-break: its code, its name, its meaning, and the modifiers that can be added to it. ``columns``:
    the names of the numbers on the game's lists, of which each is one."""
    every = registry.every()
    language = get_language() or "en"
    rows: list[dict[str, Any]] = [
        {
            "code": f"{LIST}{number}",
            "name": in_language(names, language),
            "about": gettext("The numbers of the list, added up: whoever has more ranks higher"),
            "modifiers": [{"code": "R", "name": gettext("whoever has fewer ranks higher")}],
        }
        for number, names in enumerate(columns, start=1)
    ]
    keys = [key for key in USUAL if key in every] + sorted(every.keys() - {*USUAL, f"{LIST}n"})
    for key in keys:
        known = every[key]
        modifiers = [
            {"code": code, "name": modifier(code, key)}
            for letter in known.modifiers
            for code in MODIFIERS.get(letter, ())
        ]
        for code in NUMBERED.get(key, (key,)):
            name = tie_break(code) if key in NUMBERED else gettext(known.label)
            rows.append({"code": code, "name": name, "about": tie_break(code), "modifiers": modifiers})
    return rows


def codes_of(text: str) -> list[str]:
    """Split a text into its codes, in order."""
    return [code for code in BETWEEN.split(text.strip(" ,;")) if code]


class TieBreaksWidget(widgets.UnfoldAdminTextInputWidget):
    """A text of codes; ``tie_breaks.js`` makes the list of it from what stands in its attribute. ``columns``: the names
    of the numbers on the game's lists."""

    columns: Sequence[Mapping[str, str]] = ()

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        words = {
            "up": gettext("Move %(name)s up"),
            "down": gettext("Move %(name)s down"),
            "out": gettext("Remove %(name)s"),
            "add": gettext("Add"),
            "choose": gettext("Add a tie-break"),
            "plain": gettext("unchanged"),
            "kind": gettext("How %(name)s is counted"),
            "place": gettext("%(name)s: %(place)s of %(all)s"),
            "none": gettext("No tie-breaks: players with equal points share their rank."),
        }
        data = json.dumps({"offered": offered(self.columns), "words": words}, ensure_ascii=False)
        context: dict[str, Any] = super().get_context(name, value, {**(attrs or {}), "data-tie-breaks": data})
        return context


class TieBreaksField(forms.CharField):
    """Gives the codes as a list."""

    def clean(self, value: Any) -> list[str]:
        return codes_of(super().clean(value))

    def prepare_value(self, value: Any) -> Any:
        return " ".join(value) if isinstance(value, list) else value
