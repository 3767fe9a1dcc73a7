"""Prizes as an organiser types them: a line for each place, the first place first."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.prizes import STEPS
from tournaments.forms.seen_values import SeenForm
from tournaments.models import Prize, PrizeList, PrizeRule
from tournaments.models.prize import MOST_LISTS, MOST_PLACES
from tournaments.text import is_visible

AMOUNT = r"(\d{1,9})(?:[.,](\d{1,2}))?"
SIGN = r"(?:[€$£¥₤]|EUR|USD|CHF|ZAR|R|kr)"
MONEY = re.compile(rf"{SIGN}?\s*{AMOUNT}\s*(?:{SIGN}|[.,]-|,–)?", re.IGNORECASE)
WORTH = re.compile(rf"(.*\S)\s*=\s*{SIGN}?\s*{AMOUNT}\s*{SIGN}?", re.IGNORECASE)
LONGEST_THING = 100


def read_prize(line: str) -> dict[str, Any]:
    """Read ``100``, ``12.50 + a cup`` or ``A book = 15``. Raises ValueError for what is no prize."""
    text = " ".join(line.split())
    head, plus, rest = (part.strip() for part in text.partition("+"))
    cents = _cents(MONEY.fullmatch(head))
    if cents is None:
        thing, cents = text, 0
    else:
        thing = rest
    worth = 0
    if match := WORTH.fullmatch(thing):
        thing, worth = match[1], _cents(match, 2) or 0
    if (plus and not thing) or not (cents or thing) or len(thing) > LONGEST_THING:
        raise ValueError(line)
    if thing and not (is_visible(thing) and any(sign.isalnum() for sign in thing)):
        raise ValueError(line)
    return {"cents": cents, "thing": thing, "worth": worth}


def _cents(match: re.Match[str] | None, group: int = 1) -> int | None:
    return int(match[group]) * 100 + int((match[group + 1] or "0").ljust(2, "0")) if match else None


def typed(prize: Prize) -> str:
    """Return a prize as it is typed."""
    thing = prize.thing + (f" = {_amount(prize.worth)}" if prize.worth else "")
    return " + ".join(filter(None, (_amount(prize.cents) if prize.cents else "", thing)))


def _amount(cents: int) -> str:
    return str(number_format(Decimal(cents) / 100, 2 if cents % 100 else 0, use_l10n=True, force_grouping=False))


class PrizeRuleForm(SeenForm, forms.ModelForm):
    """The rule by which the prizes are shared."""

    class Meta:
        model = PrizeRule
        fields = ("sharing", "currency", "step", "several", "withdrawn")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["step"].choices = [(cents, _amount(cents)) for cents in STEPS]

    @property
    def row(self) -> Any:
        return f"{self.instance.tournament_id}-{self.instance.series_id}"


class SeasonPrizeRuleForm(PrizeRuleForm):
    """The rule by which the prizes of a season are shared, and whether it is over."""

    class Meta(PrizeRuleForm.Meta):
        fields = ("sharing", "currency", "step", "several", "announced")


class PrizeListForm(SeenForm, forms.ModelForm):
    """A list of prizes with its conditions."""

    prizes = forms.CharField(
        label=_("Prizes, a line for each place"),
        required=False,
        max_length=40_000,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 30}),
    )

    class Meta:
        model = PrizeList
        fields = (
            "name", "prizes", "born_from", "born_to", "rating_from", "rating_to", "club", "mark", "teams",
            "winners_named",
        )  # fmt: skip

    @property
    def row(self) -> Any:
        return self.prefix

    def clean_prizes(self) -> list[dict[str, Any]]:
        """Return the prizes by place. Raises ValidationError that quotes the line."""
        lines = [line for line in self.cleaned_data["prizes"].splitlines() if line.strip()]
        if len(lines) > MOST_PLACES:
            raise ValidationError(gettext("At most %(most)d prizes are possible.") % {"most": MOST_PLACES})
        prizes = []
        for line in lines:
            try:
                prizes.append(read_prize(line))
            except ValueError:
                raise ValidationError(
                    gettext("“%(line)s” is not a prize. Write money, a thing or both: 50, a cup, 50 + a cup.")
                    % {"line": line[:60]}
                ) from None
        return prizes


class PrizeLists(forms.BaseFormSet):
    """All lists, by their places: what is stored is compared also where a page had fewer of them."""

    def initial_form_count(self) -> int:
        return len(self.initial or ())

    def total_form_count(self) -> int:
        return max(int(super().total_form_count()), self.initial_form_count())


PrizeListFormSet = forms.formset_factory(
    PrizeListForm, formset=PrizeLists, extra=1, max_num=MOST_LISTS, absolute_max=MOST_LISTS + 1
)


def initial_of(row: PrizeList, prizes: list[Prize]) -> dict[str, Any]:
    """Return the values of a list for its form."""
    values = {name: getattr(row, name) for name in PrizeListForm.Meta.fields if name != "prizes"}
    return {**values, "prizes": "\n".join(typed(prize) for prize in prizes)}
