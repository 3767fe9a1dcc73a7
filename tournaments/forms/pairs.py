"""A field for pairs of players, written as people write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.text import same_name

NUMBERS = re.compile(r"\s*(?:[1-9][0-9]{0,4}\s*-\s*[1-9][0-9]{0,4}[\s,;]*)+", re.ASCII)
PAIR_OF_NUMBERS = re.compile(r"([1-9][0-9]{0,4})\s*-\s*([1-9][0-9]{0,4})", re.ASCII)
BETWEEN = re.compile(r"\s*[–—/&]\s*|\s+-\s+")
NUMBER_FIRST = re.compile(r"([1-9][0-9]{0,4})(?:[.)]?\s.*)?", re.ASCII | re.DOTALL)
MOST_PAIRS = 500


class PairsField(forms.CharField):
    """Pairs of a tournament's players, one a line: ``Anna – Ben``, ``3 Anna – 7 Ben``, or just ``3-7, 4-9``.

    Gives ``[[3, 7], [4, 9]]``. ``people``: the names by pairing number, set by the form that knows them.
    """

    HELP = _("One pair on each line, by name or pairing number, such as Anna Jansen – Ben Bakker, or 3-7.")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.people: Mapping[int, str] = {}

    def to_python(self, value: Any) -> list[list[int]]:
        text = super().to_python(value)
        pairs: list[list[int]] = []
        if NUMBERS.fullmatch(text):
            pairs = [[self._known(int(a), a), self._known(int(b), b)] for a, b in PAIR_OF_NUMBERS.findall(text)]
        else:
            for line in filter(None, (part.strip() for part in re.split(r"[\r\n;]+", text))):
                sides = BETWEEN.split(line)
                if len(sides) != 2 or not all(sides):
                    raise ValidationError(
                        _("“%(part)s” is not a pair. Enter two players, as in Anna – Ben or 3-7."),
                        params={"part": line},
                    )
                pairs.append([self._player(side) for side in sides])
        for a, b in pairs:
            if a == b:
                raise ValidationError(_("%(who)s is in one pair twice."), params={"who": self._shown(a)})
        if len(pairs) > MOST_PAIRS:
            raise ValidationError(_("There are more than %(most)d pairs."), params={"most": MOST_PAIRS})
        return [list(pair) for pair in sorted({(min(a, b), max(a, b)) for a, b in pairs})]

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return "\n".join(" – ".join(map(self._shown, pair)) for pair in value)
        return value

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return self.to_python(data) != [list(pair) for pair in initial or ()]
        except ValidationError:
            return True

    def _player(self, text: str) -> int:
        if number := NUMBER_FIRST.fullmatch(text):
            return self._known(int(number[1]), text)
        wanted = same_name(text)
        matches = [n for n, name in self.people.items() if same_name(name) == wanted]
        if len(matches) > 1:
            raise ValidationError(
                _("Several players are called “%(who)s”. Enter the pairing number."), params={"who": text}
            )
        if not matches:
            raise ValidationError(_("No player here is called “%(who)s”."), params={"who": text})
        return matches[0]

    def _known(self, number: int, text: str) -> int:
        if number not in self.people:
            raise ValidationError(
                _("There is no player “%(who)s” here. Enter the players first."), params={"who": text}
            )
        return number

    def _shown(self, number: int) -> str:
        name = self.people.get(number)
        return f"{number} {BETWEEN.sub(' ', name)}" if name else str(number)
