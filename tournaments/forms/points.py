"""Points as people write them: 8, 7/2, 3.5, 3,5, 3½, ½; places: 1., 2.; and “-” for who did not show up."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

ABSENT = {"-", "–", "—", "−"}
GLYPHS = {
    "½": Fraction(1, 2),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
}

_WHOLE = r"(0|[1-9][0-9]{0,5})"


def read_points(text: str) -> Fraction | None:
    """The exact points, None for who did not show up. Raises ValueError."""
    text = text.strip()
    if text in ABSENT:
        return None
    if match := re.fullmatch(_WHOLE + r"(?:/([1-9][0-9]{0,3}))?", text, re.ASCII):
        return Fraction(int(match[1]), int(match[2] or 1))
    if match := re.fullmatch(_WHOLE + r"[.,]([0-9]{1,3})", text, re.ASCII):
        return Fraction(f"{match[1]}.{match[2]}")
    if text and text[-1] in GLYPHS and (match := re.fullmatch(_WHOLE + "?", text[:-1], re.ASCII)):
        return int(match[1] or 0) + GLYPHS[text[-1]]
    raise ValueError(text)


def read_place(text: str) -> int | None:
    """The place that ``1.`` or ``4.`` means, None where a text is no place."""
    match = re.fullmatch(r"([1-9])\.", text.strip(), re.ASCII)
    return int(match[1]) if match else None


class PointsForm(forms.Form):
    """A table's result: one field a seat, and what the person saw when he typed."""

    seen_result = forms.IntegerField(required=False, widget=forms.HiddenInput)
    reason = forms.CharField(required=False, max_length=200)

    def __init__(self, seats: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats
        for seat in range(1, seats + 1):
            self.fields[f"points{seat}"] = forms.CharField(required=False, max_length=12)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        points: list[Fraction | None] = []
        places: set[bool] = set()
        for seat in range(1, self.seats + 1):
            text = cleaned.get(f"points{seat}", "")
            if not text:
                raise ValidationError(
                    _("Seat %(seat)d: the points are missing; write - for who did not show up.")
                    % {"seat": seat}
                )
            place = read_place(text)
            try:
                points.append(read_points(text) if place is None else Fraction(place))
            except ValueError:
                raise ValidationError(
                    _("Seat %(seat)d: “%(text)s” are no points; write 4, 7/2 or 3.5, or - for a no-show.")
                    % {"seat": seat, "text": text}
                ) from None
            if points[-1] is not None:
                places.add(place is not None)
        if len(places) > 1:
            raise ValidationError(_("Write points for everybody or places (1. 2. 3. 4.) for everybody."))
        cleaned["places"] = places == {True}
        cleaned["points"] = points
        return cleaned
