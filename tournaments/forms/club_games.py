"""A club's own game as people fill it in: questions, of which its declaration is made, or the declaration as text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.formats import get_format
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from games.core.declarations.answers import (
    PLACES,
    POINTS,
    SCORE,
    SCORE_COUNTS,
    Answers,
    answers_of,
    document_of,
    lost,
    unasked,
)
from games.core.declarations.declaration import LEAST_SEATS, MOST_SEATS, BadDeclaration, read
from tournaments.domain.setup import check_usual
from tournaments.forms.seen_values import SeenForm
from tournaments.imports.points import TwoReadings, read_points, read_row
from tournaments.models import Club, ClubGame
from tournaments.models.club import KEY_OF_THE_SITE
from tournaments.sentences import sentence
from tournaments.transliteration import latin

ASKED = ("name", "seats", "entry", "results", "lower", "draws", "ties", "total", "minutes")
"""The questions of which a declaration is made."""

UNASKED = {
    "amounts": _("possible amounts"),
    "columns": _("the columns of a list"),
    "grades": _("grades as ratings"),
    "names": _("names in other languages"),
    "partners": _("who plays together"),
    "score": _("bounds and steps of scores"),
    "seat_names": _("names of the seats"),
    "seats_matter": _("names of the seats"),
    "source": _("the source of the rules"),
    "together": _("the columns of a list"),
    "usual": _("what is usual"),
}
"""What a declaration can say beside the answers, by its members."""

FIELDS = {
    "amounts": "results",
    "draws": "draws",
    "higher_is_better": "lower",
    "minutes": "minutes",
    "names.en": "name",
    "score.total": "total",
    "seats": "seats",
    "tables": "results",
    "ties": "ties",
    "worth": "results",
}
"""The question about a member of the declaration."""


class ClubGameForm(SeenForm, forms.ModelForm):
    """A game in questions, or its declaration as text where that is wanted, or says more than the questions can."""

    as_text = False
    """Whether the declaration is wanted as text."""

    columns: ClassVar[Mapping[str, str]] = {"": "declaration"}

    only_club: Club | None = None
    """The club of a new game, where there is no choice."""

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
            (PLACES, _("the place of each player")),
            (POINTS, _("points in fixed amounts")),
            (SCORE, _("a score, which makes the places")),
            (SCORE_COUNTS, _("a score, which counts as it is")),
        ],
        initial=PLACES,
        widget=UnfoldAdminRadioSelectWidget,
    )
    results = forms.CharField(
        label=_("Points"),
        required=False,
        help_text=_(
            "For places, and scores that make them: the points for first, second, … place, a line for each number of "
            "players, such as 5 3 1 0. For fixed amounts: a line for each way in which a table can end, such as "
            "5 0 0 0 and 1 1 1 1. A score that counts as it is needs none."
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
        initial="share",
        widget=UnfoldAdminRadioSelectWidget,
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
        self.answers = None if self.instance.pk is None else askable(self.instance)
        asked = self.instance.pk is None or (self.answers is not None and not self.as_text)
        for name in ("text",) if asked else ASKED:
            self.fields.pop(name, None)
        if not asked:
            self.initial["text"] = json.dumps(self.instance.declaration, indent=2, ensure_ascii=False)
        elif self.answers is not None:
            self.initial |= _shown(self.answers)
        if self.instance.pk is None and self.only_club is not None:
            self.instance.club = self.only_club

    @property
    def by_questions(self) -> bool:
        """Return whether the form asks questions."""
        return "text" not in self.fields

    @property
    def told_besides(self) -> str:
        """Name what the declaration says beside the answers; nothing where it says no more."""
        members = unasked(self.instance.declaration) if self.instance.pk else ()
        return _named(members)

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

    def clean_results(self) -> list[list[Fraction]]:
        """Read the points, a row for each line."""
        return _rows(self.cleaned_data["results"])

    def clean_total(self) -> Fraction | None:
        """Read the sum of a table; None where there is none."""
        text = self.cleaned_data["total"]
        if not text:
            return None
        try:
            value = read_points(text)
        except ValueError:
            value = None
        if value is None:
            raise ValidationError(_("“%(text)s” is not a number.") % {"text": text})
        return value

    def clean_text(self) -> Any:
        """Read the declaration as JSON, and check it."""
        try:
            return dict(check_usual(read(json.loads(self.cleaned_data["text"]))).document)
        except BadDeclaration as error:
            raise ValidationError(sentence(error.notice)) from None
        except (ValueError, RecursionError):
            raise ValidationError(_("This is not JSON. Compare the commas, brackets and quotation marks.")) from None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        if not self.by_questions:
            self.instance.declaration = cleaned["text"]
            return cleaned
        answers = Answers(
            name=cleaned["name"],
            seats=tuple(cleaned["seats"]),
            entry=cleaned["entry"],
            results=tuple(map(tuple, cleaned["results"])),
            lower=cleaned["lower"],
            draws=cleaned["draws"],
            ties=cleaned["ties"],
            total=cleaned["total"],
            minutes=cleaned["minutes"],
        )
        self._check(answers)
        if not self.errors:
            self._declare(answers)
        return cleaned

    def _check(self, answers: Answers) -> None:
        """Refuse answers that do not fit each other, each at its field."""
        if not answers.scores:
            for name, given in (("lower", answers.lower), ("total", answers.total is not None)):
                if given:
                    self.add_error(name, _("This belongs to a score. Choose a score above, or leave it empty."))
        if answers.entry == SCORE_COUNTS:
            if answers.results:
                self.add_error("results", _("A score that counts as it is needs no points. Leave this empty."))
            return
        by_size: dict[int, str] = {}
        for row in answers.results:
            line, size = _line(row), len(row)
            told: dict[str, Any] = {"line": line, "seats": size}
            if size not in answers.seats:
                told["seats"] = ", ".join(map(str, answers.seats))
                self.add_error(
                    "results", _("“%(line)s”: give one number for each player at a table (%(seats)s).") % told
                )
            elif answers.entry != POINTS and size in by_size:
                told |= {"first": by_size[size], "second": line}
                self.add_error(
                    "results",
                    _("There are two lines for a table of %(seats)s: “%(first)s” and “%(second)s”. Keep one.") % told,
                )
            elif answers.entry != POINTS and list(row) != sorted(row, reverse=True):
                self.add_error("results", _("“%(line)s”: a later place cannot bring more than an earlier one.") % told)
            by_size.setdefault(size, line)
        missing = [size for size in answers.seats if size not in by_size]
        has_amounts = answers.entry == POINTS and not answers.results and "amounts" in (self.instance.declaration or {})
        if missing and "results" not in self.errors and not has_amounts:
            told = {"seats": missing[0]}
            self.add_error(
                "results",
                _("The points for a table of %(seats)s are missing: %(seats)s numbers on a line of their own.") % told,
            )

    def _declare(self, answers: Answers) -> None:
        """Make the declaration of the answers; what they do not say stays as it was."""
        before = self.instance.declaration or {
            "key": slugify(latin(answers.name))[:60].strip("-") or "game",
        }
        if without_place := lost(answers, before):
            told = {"parts": _named(without_place)}
            self.add_error(
                "entry", _("With this choice the game would lose: %(parts)s. Remove that from its text first.") % told
            )
            return
        try:
            self.instance.declaration = dict(read(document_of(answers, before)).document)
        except BadDeclaration as error:
            self._refuse(error)

    def _refuse(self, error: BadDeclaration) -> None:
        """Say what is wrong at the question about it, or that it is in the rest of the declaration."""
        why = sentence(error.reason)
        field = next((field for member, field in FIELDS.items() if f"{error.member}.".startswith(f"{member}.")), None)
        if field is not None:
            self.add_error(field, why)
            return
        told = {"part": _named([error.member]) or error.member, "why": why}
        self.add_error(
            None, _("This does not fit the rest of the game (%(part)s): %(why)s Change its text first.") % told
        )

    def _post_clean(self) -> None:
        # what was refused here needs no second refusal by the model
        if not self.errors:
            super()._post_clean()

    def _update_errors(self, errors: ValidationError) -> None:
        """Show what the model refuses at the field that it is about."""
        found = dict(errors.error_dict)
        for error in found.pop(NON_FIELD_ERRORS, ()):
            if self.by_questions and error.code == KEY_OF_THE_SITE:
                self.add_error("name", _("There is a game with this name already. Choose another."))
            else:
                self.add_error("name" if self.by_questions else "text", error)
        super()._update_errors(ValidationError(found))


def askable(game: ClubGame) -> Answers | None:
    """Return the answers that make the game's declaration; None where the questions cannot say all of it."""
    try:
        answers = answers_of(read(game.declaration))
        if answers is None or _rows(_shown(answers)["results"]) != [list(row) for row in answers.results]:
            return None
    except (BadDeclaration, ValidationError):
        return None
    return answers


def _shown(answers: Answers) -> dict[str, Any]:
    """Return the answers as they are typed."""
    return {
        "name": answers.name,
        "seats": " ".join(map(str, answers.seats)),
        "entry": answers.entry,
        "results": "\n".join(map(_line, answers.results)),
        "lower": answers.lower,
        "draws": answers.draws,
        "ties": answers.ties,
        "total": "" if answers.total is None else str(answers.total),
        "minutes": answers.minutes,
    }


def _line(row: Iterable[Fraction]) -> str:
    return " ".join(map(str, row))


def _rows(text: str) -> list[list[Fraction]]:
    rows = []
    for line in filter(None, map(str.strip, text.splitlines())):
        try:
            rows.append(read_row(line, decimal_comma=get_format("DECIMAL_SEPARATOR") == ","))
        except TwoReadings:
            raise ValidationError(
                _("“%(line)s” can be read in two ways. Put semicolons between the numbers, such as 5; 3.5; 1.")
                % {"line": line}
            ) from None
        except ValueError as error:
            raise ValidationError(_("“%(text)s” is not a number.") % {"text": error}) from None
    return rows


def _named(members: Iterable[str]) -> str:
    """Name members of a declaration as the form does."""
    parts = [member.partition(".")[0] for member in members]
    return ", ".join(dict.fromkeys(str(UNASKED[part]) for part in parts if part in UNASKED))
