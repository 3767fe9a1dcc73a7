"""The names of a person who is erased, taken out of texts in which other people keep theirs."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from games.core.notices import Notice, notice_of
from tournaments.models import Player
from tournaments.text import same_name

_WITHOUT_SPACES = ("THAI", "LAO", "KHMER", "MYANMAR")


class ErasedNames:
    """``names``: how the person was called; ``people``: the numbers under which they are or were known, of merged
    people several; ``placeholder``: what stands in their place. A name is found as a whole: of “Jansen” and of “Jan de
    Boer” nothing goes with “Jan”, as long as Jan de Boer is known here."""

    def __init__(self, names: Iterable[str], people: Iterable[int], placeholder: str) -> None:
        self.names, self.people, self.placeholder = tuple(names), tuple(people), placeholder
        mine = {same_name(name) for name in self.names}
        holding = Q()
        for name in self.names:
            holding |= Q(name__icontains=name)
        others = Player.objects.filter(holding).exclude(pk__in=self.people).values_list("pk", "name")
        self._pattern = _any_of(self.names)
        self.namesakes = {pk for pk, name in others if same_name(name) in mine}
        longer = [name for _pk, name in others if same_name(name) not in mine and self._pattern.search(name)]
        if longer:
            self._pattern = re.compile(f"({_any_of(longer).pattern})|{self._pattern.pattern}", re.IGNORECASE)

    def out_of(self, text: str) -> str:
        """Return a text without the names, also where their letters are escaped as in JSON."""
        return self._pattern.sub(lambda found: found[0] if found.lastindex else self.placeholder, text)

    def out_of_values(self, value: Any) -> Any:
        """Return JSON values without a name in any of their texts. Names of members and codes of notices stay: somebody
        may be called the same."""
        match value:
            case str():
                return self.out_of(value)
            case list():
                return [self.out_of_values(item) for item in value]
            case {"code": str(code), "params": dict(params)} if len(value) == 2:
                return {"code": code, "params": self.out_of_values(params)}
            case dict():
                return {key: self.out_of_values(item) for key, item in value.items()}
        return value

    def out_of_notice(self, notice: Notice | None) -> Notice | None:
        """Return a notice without a name in any of its parameters."""
        return None if notice is None else notice_of(self.out_of_values(notice.document()))

    def spellings(self) -> list[str]:
        """Return what a text holds that may have one of the names in it, as it is and within JSON."""
        found = {spelling for name in self.names for spelling in _spellings(name)}
        # as text within the log's JSON, where a backslash is written twice
        found |= {json.dumps(spelling, ensure_ascii=False)[1:-1] for spelling in set(found)}
        return sorted(found)


def _spellings(name: str) -> set[str]:
    return {name, json.dumps(name)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1]}


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    found = {spelling for name in names for spelling in _spellings(name)}
    return re.compile("|".join(_whole(text) for text in sorted(found, key=len, reverse=True)), re.IGNORECASE)


def _whole(text: str) -> str:
    """Return the pattern of a text as a word of its own, where its script parts words. A line end within JSON parts
    them, too."""
    before = r"(?:(?<!\w)|(?<=\\[bfnrt]))" if _parts_words(text[0]) else ""
    return before + re.escape(text) + (r"(?!\w)" if _parts_words(text[-1]) else "")


def _parts_words(letter: str) -> bool:
    wide = unicodedata.east_asian_width(letter) in "WF"
    return letter.isalnum() and not wide and not unicodedata.name(letter, "").startswith(_WITHOUT_SPACES)
