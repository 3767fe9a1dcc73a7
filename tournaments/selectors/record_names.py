"""The players of a game record, by the names that everyone may read.

A record's own names are what somebody typed; the public gets, in their place, the shown names of those who sat at the
table.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from tournaments.models import GameRecord, Seat
from tournaments.selectors import shown_names


def seat_names(table_id: int, tournament_id: int, seats: int) -> list[str | None]:
    """Return the shown names for a record with so many seats, all None where the table had other seats."""
    return names_for(sitting(table_id, tournament_id), seats)


def sitting(table_id: int, tournament_id: int) -> list[tuple[int, str]]:
    """Return pairing number and shown name of each seat of a table, in seat order."""
    numbers = list(Seat.objects.filter(table=table_id).order_by("position").values_list("entry__number", flat=True))
    people = shown_names.people(tournament_id, only=numbers)
    return [(number, people[number].name) for number in numbers if number in people]


def names_for(sitting: Sequence[tuple[int, str]], seats: int) -> list[str | None]:
    """Name the players of a record. One with two colours counts twice at the table and once in the record; both
    fit."""
    if len(sitting) == seats:
        return [name for _number, name in sitting]
    once = dict(sitting)
    return list(once.values()) if len(once) == seats else [None] * seats


def public_text(record: GameRecord) -> str:
    """Return a record that proves a result as text, with the names that everyone may read. Reads its table's round and
    tournament."""
    document = json.loads(record.text)
    document["seats"] = seat_names(record.table_id, record.table.round.tournament_id, len(document["seats"]))
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
