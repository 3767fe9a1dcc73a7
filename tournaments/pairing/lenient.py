"""Reads a document for ``--check``: a player twice in a round is then a fault to report, with exit 1.

Everything else that is wrong in a document is still refused by the reader.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scoring.documents.document import DocumentError, Event, Round


def event_to_check(text: bytes) -> Event:
    """Read the event of a document whose rounds may place a player twice. Raises DocumentError."""
    from scoring.documents.jsontext import parse
    from scoring.input.reading import event_from, read_event

    try:
        return read_event(text)
    except DocumentError:
        value = parse(text)
        apart = _apart(value)
        if apart is None:
            raise
        document, order = apart
        event = _or_none(event_from, document)
        if event is None:
            raise
        return replace(event, rounds=_together(event.rounds, order))


def _or_none(read: Callable[[object], Event], document: object) -> Event | None:
    try:
        return read(document)
    except DocumentError:
        return None


def _apart(value: Any) -> tuple[dict[str, Any], list[int]] | None:
    """Split a round that names anything twice: each of its tables and byes gets a round of its own.

    Returns the document, and the round that each came from; None where its rounds have not the shape of rounds.
    """
    rounds = value.get("rounds") if isinstance(value, dict) else None
    if not isinstance(rounds, list):
        return None
    single: list[dict[str, Any]] = []
    order: list[int] = []
    for index, round_ in enumerate(rounds):
        if not isinstance(round_, dict) or not set(round_) <= {"number", "tables", "byes"}:
            return None
        tables, byes = round_.get("tables", []), round_.get("byes", [])
        if not isinstance(tables, list) or not isinstance(byes, list):
            return None
        if round_.get("number", index + 1) != index + 1:
            return None
        if not _twice(tables, byes):
            single.append({"tables": tables, "byes": byes})
            order.append(index + 1)
            continue
        for position, table in enumerate(tables):
            numbered = {"number": position + 1, **table} if isinstance(table, dict) else table
            single.append({"tables": [numbered]})
            order.append(index + 1)
        for bye in byes:
            single.append({"byes": [bye]})
            order.append(index + 1)
    return {**value, "rounds": single}, order


def _twice(tables: list[Any], byes: list[Any]) -> bool:
    """Return whether a player has two places in this round, or two tables one number."""
    places: list[str] = []
    numbers: list[str] = []
    for position, table in enumerate(tables):
        if isinstance(table, dict):
            numbers.append(str(table.get("number", position + 1)))
            seats = table.get("seats")
            places += {str(p) for p in seats} if isinstance(seats, list) else ()
    places += [str(bye.get("player")) for bye in byes if isinstance(bye, dict)]
    return len(set(places)) < len(places) or len(set(numbers)) < len(numbers)


def _together(single: tuple[Round, ...], order: list[int]) -> tuple[Round, ...]:
    """Put the rounds together again."""
    out: dict[int, Round] = {}
    for number, part in zip(order, single, strict=True):
        have = out.get(number, Round(number))
        out[number] = Round(number, have.tables + part.tables, have.byes + part.byes)
    return tuple(out.values())
