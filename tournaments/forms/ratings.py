"""The field for a rating, which in some games is a grade as well."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.documents.gamelink import has_grades
from tournaments.imports import cells
from tournaments.models import Tournament


class RatingField(forms.IntegerField):
    """A rating as people write it, read as in a list of players: 1600*, ca. 1500, none; ``with_grades``: also 3d."""

    default_error_messages = {
        "invalid": _("Type your rating as one number, such as 1640. No rating: leave the field empty."),
        "min_value": _("A rating is a number from 0 to 4000. No rating: leave the field empty."),
        "max_value": _("A rating is a number from 0 to 4000. No rating: leave the field empty."),
    }
    with_grades = False

    def to_python(self, value: Any) -> int | None:
        text = "" if value is None else str(value).strip()
        if cells.empty(text):
            return None
        rating, _remark = cells.rating(text, with_grades=self.with_grades)
        return super().to_python(text) if rating is None else rating


def with_grades(form: forms.BaseForm, tournament: Tournament) -> None:
    """Let the field ``rating`` of a form take grades, too, where the tournament's game has them."""
    if not has_grades(tournament.game, tournament.options):
        return
    before = form.fields["rating"]
    field = RatingField(label=before.label, min_value=0, max_value=4000, required=False, widget=forms.TextInput())
    field.with_grades = True
    field.widget.attrs["maxlength"] = "12"
    field.help_text = _("A grade (12k, 3d) or a number such as 1640.")
    field.error_messages["invalid"] = _(
        "Type a grade, 30k to 1k or 1d to 7d (no professional one), or a number such as 1640. Neither: leave the field "
        "empty."
    )
    form.fields["rating"] = field
