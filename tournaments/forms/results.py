"""A table's result as it is typed: in a few keys at the desk, as a player's report, or with a game's chance setup."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
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
from tournaments.imports.points import ABSENT, GLYPHS, TooLarge, read_number, read_place
from tournaments.models import GameRecord, ReportRule, Tournament

_OF_TWO = re.compile(r"\s*([0-9]+[½.,0-9]*|½)\s*[-–—−:]\s*([0-9]+[½.,0-9]*|½)\s*")
"""The points of both at a table of two, as they are written of a game: 1-0."""


def spread(text: str, seats: int, draw: str | None = None, columns: int = 1, below_zero: bool = False) -> list[str]:
    """Return the text for each seat's field, so that missing or surplus points are reported there.

    One word of as many signs as there are seats is a sign a seat; else the words are the seats' points. Semicolons
    divide the seats where a seat has several numbers: ``1012 10 1; 800 8 2; 600 9 0``. ``draw``: what each seat gets
    at a table that drew, empty where it cannot; left out, the half of a table of two. ``columns``: how many numbers a
    seat may have; all of all seats need no semicolons. ``below_zero``: points can be, so ``1-0`` is not read as those
    of two.
    """
    if ";" in text and len(parts := [part.strip() for part in text.strip().strip(";").split(";")]) == seats:
        return parts
    if seats == 2 and not below_zero and (both := _OF_TWO.fullmatch(text)):
        return [both[1], both[2]]
    words = text.replace(";", " ").split()
    if columns > 1 and len(words) == seats * columns:
        return [" ".join(words[at : at + columns]) for at in range(0, len(words), columns)]
    if draw is None and seats == 2:
        draw = "1/2"
    if len(words) == 1 and draw and (words[0] == "=" or (seats == 2 and words[0] in ("½", "½-½", "1/2"))):
        return [draw] * seats
    if len(words) == 1 and len(words[0]) == seats and seats > 1:
        signs = list(words[0])
        if all((s.isascii() and s.isdecimal()) or s in ABSENT or s in GLYPHS for s in signs):
            return signs
    if len(words) > seats:
        words = [*words[: seats - 1], " ".join(words[seats - 1 :])]
    return words + [""] * (seats - len(words))


def counted(text: str, seats: int, columns: int = 1) -> tuple[int, bool]:
    """Return how many numbers a line has, where that is another number than its table has seats and this cannot be
    meant otherwise, else 0; and whether what was counted are lists of ``columns`` numbers."""
    if ";" in text:
        parts = [part for part in text.split(";") if part.strip()]
        return (0 if len(parts) == seats else len(parts)), columns > 1
    words = text.split()
    if len(words) < 2 or len(words) in (seats, seats * columns):
        return 0, False
    if columns > 1 and len(words) > seats and len(words) % columns == 0:
        return len(words) // columns, True
    return len(words), False


def no_number(fields: Sequence[str], columns: int = 1) -> str:
    """Return the first word of a line that is no number and no sign for one; else empty."""
    words = (word for text in fields for word in (re.split(r"[\s/]+", text) if columns > 1 else text.split()))
    return next((word for word in words if word not in ABSENT and not _readable(word)), "")


def _readable(word: str) -> bool:
    try:
        return read_place(word) is not None or read_number(word, whole=False) is not None
    except TooLarge:
        return True
    except ValueError:
        return False


def with_table(text: str) -> tuple[int | None, str]:
    """Split ``7:8420`` into table 7 and ``8420``; without a colon no table is named."""
    number, colon, rest = text.partition(":")
    if colon and number.strip().isascii() and number.strip().isdecimal() and len(number.strip()) < 6:
        return int(number), rest
    return None, text


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


DEALT = {"kwartet": "pot", "quaro": ""}
"""The games that deal hands, and the name of what is left over."""


class SetupForm(forms.Form):
    """One field a hand where the game deals; else nothing, or the setup as JSON for a game that is not known here."""

    def __init__(self, game: str, seats: list[str], *args: Any, needed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.seats = seats
        if game in DEALT:
            for position, name in enumerate(seats, 1):
                self.fields[f"hand{position}"] = forms.CharField(label=name, max_length=400)
            if DEALT[game] and len(seats) == 2:
                self.fields["pot"] = forms.CharField(label=gettext("Pot, in the order of drawing"), max_length=400)
        elif needed:
            self.fields["setup"] = forms.CharField(label=gettext("Setup (JSON)"), max_length=20_000, initial="{}")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        cleaned["value"] = self._value(cleaned)
        return cleaned

    def _value(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        hands = [cleaned.get(f"hand{position}", "") for position in range(1, len(self.seats) + 1)]
        if self.game == "quaro":
            return {"hands": [re.sub(r"[\s,;]+", "", hand).upper() for hand in hands]}
        if self.game == "kwartet":
            dealt = [_cards(hand) for hand in hands]
            pot = _cards(cleaned.get("pot", ""))
            count = sum(map(len, dealt)) + len(pot)
            if count % 4:
                raise ValidationError(
                    gettext("There are %(count)d cards here, but a deck of quartets has four for each letter.")
                    % {"count": count}
                )
            return {"quartets": count // 4, "hands": dealt, **({"pot": pot} if pot else {})}
        if "setup" in cleaned:
            try:
                value = json.loads(cleaned["setup"])
            except (ValueError, RecursionError):
                raise ValidationError(gettext("The setup is not JSON.")) from None
            if isinstance(value, dict):
                return value
            raise ValidationError(gettext("The setup must be a JSON object."))
        return {}


def _cards(text: str) -> list[str]:
    """Split ``"A1 a3,C2"`` into cards; a word that is no card is left to the engine to refuse."""
    return [word.upper() for word in re.split(r"[\s,;]+", text) if word]
