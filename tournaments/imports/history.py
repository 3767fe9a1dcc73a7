"""The log of an archive: lines that tell what was done to the tournament where it comes from.

Each is an object with ``at`` (a time with its offset from UTC), ``who``, ``role``, ``door``, ``kind``, ``row``,
``action``, ``old``, ``new`` and ``reason``. Old and new values are those of the other database: objects, written as
JSON within a string, because the archive itself holds no numbers but whole ones.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from games.core.notices import Notice
from scoring.documents.document import DocumentError
from scoring.documents.jsontext import a_list, an_object, one_of, shown
from tournaments.sentences import documents  # noqa: F401 (its notices are put into words by this table)

MOST_LINES = 1_000_000
MOST_VALUES = 256 * 1024
LENGTHS = {"who": 200, "role": 20, "door": 10, "kind": 40, "row": 40, "reason": 400}
ACTIONS = ("insert", "update", "delete")
WHAT_WAS_DONE = Notice("what-was-done")


@dataclass(frozen=True, slots=True)
class LineKept:
    """A line of a log. ``at`` is in UTC; ``old`` and ``new`` are JSON objects."""

    at: datetime
    who: str
    role: str
    door: str
    kind: str
    row: str
    action: str
    old: dict[str, Any] | None
    new: dict[str, Any] | None
    reason: str


def read_log(value: object) -> tuple[LineKept, ...]:
    """Read the lines of an archive's log. Raises DocumentError with the place."""
    return tuple(
        _line(entry, f"log[{index}]")
        for index, entry in enumerate(a_list(value, "log", MOST_LINES, Notice("things-changes")))
    )


def _line(value: object, place: str) -> LineKept:
    entries = an_object(value, place, ("at", "action", "old", "new", *LENGTHS))
    texts = {name: _text(entries.get(name, ""), f"{place}.{name}", most) for name, most in LENGTHS.items()}
    if not texts["kind"]:
        raise DocumentError(f"{place}.kind", Notice("archive-no-kind"))
    return LineKept(
        at=_time(entries.get("at"), f"{place}.at"),
        action=one_of(entries.get("action"), f"{place}.action", ACTIONS, WHAT_WAS_DONE),
        old=_values(entries.get("old"), f"{place}.old"),
        new=_values(entries.get("new"), f"{place}.new"),
        **texts,
    )


def _text(value: object, place: str, most: int) -> str:
    if type(value) is not str or len(value) > most:
        raise DocumentError(place, Notice("archive-text-length", value=shown(value), most=most))
    return _keepable(value, place)


def _keepable(text: str, place: str) -> str:
    if "\0" in text or any("\ud800" <= c <= "\udfff" for c in text):
        raise DocumentError(place, Notice("archive-no-text"))
    return text


def _time(value: object, place: str) -> datetime:
    try:
        at = datetime.fromisoformat(value) if isinstance(value, str) else None
        time = at.astimezone(UTC) if at is not None and at.tzinfo is not None else None
    except (ValueError, OverflowError):
        time = None
    if time is None:
        raise DocumentError(place, Notice("archive-no-time", value=shown(value)))
    return time


def _values(value: object, place: str) -> dict[str, Any] | None:
    if value is None:
        return None
    if type(value) is not str or len(value) > MOST_VALUES:
        raise DocumentError(place, Notice("archive-no-values", value=shown(value)))
    try:
        # as it is written: the JSON of the values, in a JSON string
        text = json.loads(value)
        values = json.loads(text, parse_constant=_no, parse_float=_finite) if isinstance(text, str) else None
        if isinstance(values, dict):
            _keepable(json.dumps(values, ensure_ascii=False), place)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise DocumentError(place, Notice("archive-no-object"))
    _refuse_nul(values, place)
    return values


def _refuse_nul(value: Any, place: str) -> None:
    """Raise DocumentError for a character 0: PostgreSQL keeps none in JSON; written out it hides behind its escape."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str) and "\0" in item:
            raise DocumentError(place, Notice("archive-no-text"))
        if isinstance(item, dict):
            stack += [*item, *item.values()]
        elif isinstance(item, list):
            stack += item


def _no(text: str) -> None:
    raise ValueError(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number
