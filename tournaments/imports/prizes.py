"""Prizes in an archive: the rule, the lists with their conditions, and the prize of each place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.core.notices import Notice
from scoring.documents.document import DocumentError
from scoring.documents.jsontext import a_list, an_object, one_of, shown, text, whole
from scoring.prizes import SHARINGS, STEPS

MOST_CENTS = 10**11
MOST_LISTS, MOST_PLACES = 40, 400
TEXTS = {"currency": 8, "name": 60, "club": 100, "mark": 40, "thing": 100}
NUMBERS = {
    "born_from": (1900, 2100),
    "born_to": (1900, 2100),
    "rating_from": (0, 4000),
    "rating_to": (0, 4000),
    "cents": (0, MOST_CENTS),
    "worth": (0, MOST_CENTS),
    "step": (1, max(STEPS)),
}
FLAGS = ("several", "withdrawn", "winners_named", "teams")


@dataclass(frozen=True, slots=True)
class PrizesKept:
    """``rule`` and each of the ``lists``, with its ``prizes``, by the names of the site's columns."""

    rule: Mapping[str, Any]
    lists: tuple[Mapping[str, Any], ...]


def read_prizes(value: object) -> PrizesKept:
    """Read an archive's ``prizes``. Raises DocumentError with the place."""
    rule = ("sharing", "currency", "step", "several", "withdrawn")
    entries = an_object(value, "prizes", (*rule, "lists"))
    listed = a_list(entries.get("lists", []), "prizes.lists", MOST_LISTS, Notice("things-lists-of-prizes"))
    return PrizesKept(
        _values({name: entries[name] for name in rule if name in entries}, "prizes"),
        tuple(_list(entry, f"prizes.lists[{index}]") for index, entry in enumerate(listed)),
    )


def _list(value: object, place: str) -> dict[str, Any]:
    conditions = ("born_from", "born_to", "rating_from", "rating_to", "club", "mark")
    entries = an_object(value, place, ("name", *conditions, "teams", "winners_named", "prizes"))
    listed = a_list(entries.get("prizes", []), f"{place}.prizes", MOST_PLACES, Notice("things-prizes"))
    prizes = []
    for index, entry in enumerate(listed):
        where = f"{place}.prizes[{index}]"
        prizes.append(_values(an_object(entry, where, ("cents", "thing", "worth")), where))
    return {**_values({name: value for name, value in entries.items() if name != "prizes"}, place), "prizes": prizes}


def _values(entries: Mapping[str, Any], place: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in entries.items():
        where = f"{place}.{name}"
        if name in NUMBERS:
            values[name] = whole(value, where, *NUMBERS[name], Notice("a-number-of-a-prize"))
        elif name in FLAGS:
            if not isinstance(value, bool):
                raise DocumentError(where, Notice("archive-no-flag", value=shown(value)))
            values[name] = value
        elif name == "sharing":
            values[name] = one_of(value, where, SHARINGS, Notice("a-way-to-share"))
        else:
            values[name] = text(value, where, Notice("a-text-of-a-prize"), empty=True)
            if len(values[name]) > TEXTS[name]:
                raise DocumentError(where, Notice("event-name-too-long", given=len(values[name]), most=TEXTS[name]))
    if values.get("step", 1) not in STEPS:
        steps = tuple(str(step) for step in STEPS)
        raise DocumentError(
            f"{place}.step",
            Notice("document-no-choice", value=shown(values["step"]), what=Notice("a-number-of-a-prize"), names=steps),
        )
    return values
