"""A table's result as it is typed at the desk."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.imports.points import read_place, read_points


class PointsForm(forms.Form):
    """A table's result: one field a seat, and the result that the person saw when they typed."""

    seen_result = forms.IntegerField(required=False, widget=forms.HiddenInput)
    seen_seats = forms.RegexField(r"^[0-9]{1,18}(-[0-9]{1,18}){0,9}$", required=False)
    reason = forms.CharField(required=False, max_length=200)

    def __init__(self, seats: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats
        for seat in range(1, seats + 1):
            self.fields[f"points{seat}"] = forms.CharField(required=False, max_length=12)

    def clean_seen_seats(self) -> list[int] | None:
        text = self.cleaned_data["seen_seats"]
        return [int(entry) for entry in text.split("-")] if text else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        points: list[Fraction | None] = []
        places: set[bool] = set()
        for seat in range(1, self.seats + 1):
            text = cleaned.get(f"points{seat}", "")
            if not text:
                raise ValidationError(
                    _("Seat %(seat)d: the points are missing. Enter - for a no-show.") % {"seat": seat}
                )
            place = read_place(text)
            try:
                points.append(read_points(text) if place is None else Fraction(place))
            except ValueError:
                raise ValidationError(
                    _("Seat %(seat)d: “%(text)s” is not a number of points. Enter 4, 7/2 or 3.5, or - for a no-show.")
                    % {"seat": seat, "text": text}
                ) from None
            if points[-1] is not None:
                places.add(place is not None)
        if len(places) > 1:
            raise ValidationError(_("Enter points for everybody, or places (1. 2. 3. 4.) for everybody."))
        cleaned["places"] = places == {True}
        cleaned["points"] = points
        return cleaned
