"""A club's own game as people fill it in: questions, from which its declaration is made, or the declaration itself."""

from __future__ import annotations

import json
import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from games.core.declaration import LEAST_SEATS, MOST_SEATS, BadDeclaration, read
from tournaments.imports.points import read_points
from tournaments.models import ClubGame
from tournaments.sentences import sentence
from tournaments.transliteration import latin

ASKED = ("name", "seats", "entry", "results", "lower", "draws", "ties", "total", "minutes")
"""The questions for a new game."""


class ClubGameForm(forms.ModelForm):
    """A new game is asked for in questions; an old one shows its declaration."""

    WHICH_SEATS = _("Give one number or several from 2 to 6, such as 3 4.")

    name = forms.CharField(label=_("Name of the game"), max_length=60, widget=UnfoldAdminTextInputWidget)
    seats = forms.CharField(
        label=_("Players at a table"),
        max_length=12,
        help_text=_("One number or several from 2 to 6, such as 3 4."),
        widget=UnfoldAdminTextInputWidget,
    )
    entry = forms.ChoiceField(
        label=_("Typed as the result"),
        choices=[
            ("places", _("the place of each player")),
            ("points", _("points in fixed amounts")),
            ("score", _("a score, which makes the places")),
        ],
        widget=UnfoldAdminSelectWidget,
    )
    results = forms.CharField(
        label=_("Points"),
        required=False,
        help_text=_(
            "For places and scores: the points for first, second, … place, a line for each number of players, such as "
            "5 3 1 0. For fixed amounts: a line for each way in which a table can end, such as 5 0 0 0 and 1 1 1 1."
        ),
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 5}),
    )
    lower = forms.BooleanField(label=_("The lowest score wins"), required=False, widget=UnfoldBooleanSwitchWidget)
    draws = forms.BooleanField(
        label=_("The first place can be shared"), required=False, initial=True, widget=UnfoldBooleanSwitchWidget
    )
    ties = forms.ChoiceField(
        label=_("Players who share a place"),
        choices=[
            ("share", _("share its points equally")),
            ("best", _("each get the points of that place")),
            ("seat", _("are told apart by their seats: the earlier is better")),
            ("refuse", _("are not possible")),
        ],
        widget=UnfoldAdminSelectWidget,
    )
    total = forms.CharField(
        label=_("The scores of a table add up to"),
        required=False,
        max_length=12,
        help_text=_("Empty: to anything. 0 where what some win is lost by others."),
        widget=UnfoldAdminTextInputWidget,
    )
    minutes = forms.IntegerField(
        label=_("Usual length in minutes"),
        required=False,
        min_value=1,
        max_value=1440,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    text = forms.CharField(
        label=_("Declaration"),
        help_text=_("Everything that the program knows of the game. Events keep the one with which they were made."),
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 24, "spellcheck": "false"}),
    )

    class Meta:
        model = ClubGame
        fields = ("club",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            for name in ASKED:
                self.fields.pop(name, None)
            self.initial["text"] = json.dumps(self.instance.declaration, indent=2, ensure_ascii=False)
        else:
            self.fields.pop("text", None)

    def clean_seats(self) -> list[int]:
        """Read the numbers of players; “3–5” are three, four and five."""
        spans = re.findall(r"([0-9]+)(?:\s*[-–]\s*([0-9]+))?", self.cleaned_data["seats"])
        bounds = [(int(first), int(last or first)) for first, last in spans]
        if any(first > MOST_SEATS or last > MOST_SEATS for first, last in bounds):
            raise ValidationError(self.WHICH_SEATS)
        numbers = sorted({number for first, last in bounds for number in range(first, last + 1)})
        if not numbers or not all(LEAST_SEATS <= number <= MOST_SEATS for number in numbers):
            raise ValidationError(self.WHICH_SEATS)
        return numbers

    def clean_text(self) -> Any:
        """Read the declaration as JSON."""
        try:
            return json.loads(self.cleaned_data["text"])
        except (ValueError, RecursionError):
            raise ValidationError(_("This is not JSON. Compare the commas, brackets and quotation marks.")) from None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        if "text" not in self.fields and cleaned["entry"] != "score":
            for name in ("lower", "total"):
                if cleaned[name]:
                    self.add_error(name, _("This belongs to a score. Choose a score above, or leave it empty."))
        if self.errors:
            return cleaned
        declaration = cleaned["text"] if "text" in self.fields else self._declaration(cleaned)
        try:
            self.instance.declaration = dict(read(declaration).document)
        except BadDeclaration as error:
            raise ValidationError(sentence(error.notice)) from None
        return cleaned

    def _post_clean(self) -> None:
        # what was refused here needs no second refusal by the model
        if not self.errors:
            super()._post_clean()

    def _declaration(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        """Return the declaration that the answers make."""
        seats, entry = cleaned["seats"], cleaned["entry"]
        made: dict[str, Any] = {
            "key": slugify(latin(cleaned["name"]))[:60].strip("-") or "game",
            "names": {"en": cleaned["name"]},
            "seats": seats,
            "entry": entry,
            "draws": cleaned["draws"],
            "ties": cleaned["ties"],
        }
        if cleaned["minutes"]:
            made["minutes"] = cleaned["minutes"]
        by_size: dict[str, list[list[str]]] = {}
        for line in self._lines(cleaned["results"]):
            if len(line) not in seats:
                told = {"line": " ".join(line), "seats": ", ".join(map(str, seats))}
                raise ValidationError(_("“%(line)s”: give one number for each player at a table (%(seats)s).") % told)
            by_size.setdefault(str(len(line)), []).append(line)
        if entry != "points":
            self._refuse_second_lines(by_size)
        if entry == "points":
            made["tables"] = by_size
        else:
            made["worth"] = {size: lines[0] for size, lines in by_size.items()}
        if entry == "score":
            made["higher_is_better"] = not cleaned["lower"]
            total = self._number(cleaned["total"]) if cleaned["total"] else None
            made["score"] = {"total": dict.fromkeys(map(str, seats), total)} if total is not None else {}
        return made

    def _refuse_second_lines(self, by_size: dict[str, list[list[str]]]) -> None:
        for size, lines in by_size.items():
            if len(lines) > 1:
                told = {"seats": size, "first": " ".join(lines[0]), "second": " ".join(lines[1])}
                raise ValidationError(
                    _("There are two lines for a table of %(seats)s: “%(first)s” and “%(second)s”. Keep one.") % told
                )

    def _lines(self, text: str) -> list[list[str]]:
        return [[self._number(word) for word in line.split()] for line in text.splitlines() if line.strip()]

    def _number(self, text: str) -> str:
        try:
            value = read_points(text)
        except ValueError:
            value = None
        if value is None:
            raise ValidationError(_("“%(text)s” is not a number.") % {"text": text})
        return str(value)
