"""Games that prove the results of shown rounds, as text (docs/notation.md), with the names that everyone may read."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from django.db.models import QuerySet

from games.core import texts
from games.core.record import Record, decode, shape
from tournaments.models import GameRecord, Round, Seat, Tournament
from tournaments.selectors import shown_names
from tournaments.selectors.written_records import names_for


def game(tournament: Tournament, record_id: int) -> str | None:
    """Return a game with all marks of its moves; None where there is none that everyone may read."""
    record = _proven(tournament).filter(pk=record_id).first()
    if record is None:
        return None
    return _text(tournament, record, _sitting(tournament, [record.table_id])[record.table_id])


def games(tournament: Tournament) -> str:
    """Return all games by rounds and tables, the newest record of each table. Its moves stand as in the record."""
    newest = _newest(tournament)
    sitting = _sitting(tournament, list(newest))
    ordered = sorted(newest.values(), key=lambda record: (record.table.round.number, record.table.number))
    return "\n".join(_text(tournament, record, sitting[record.table_id], quick=True) for record in ordered)


def records(tournament: Tournament) -> dict[tuple[int, int], tuple[int, Record]]:
    """Return the records that prove results, with their ids, by round and table, without names. One query."""
    return {
        (record.table.round.number, record.table.number): (
            record.pk, replace(read, seats=(None,) * len(read.seats), claimed=None),
        )
        for record in _newest(tournament).values()
        for read in [shape(decode(record.text))]
    }  # fmt: skip


def _newest(tournament: Tournament) -> dict[int, GameRecord]:
    return {record.table_id: record for record in _proven(tournament).order_by("pk")}


def _proven(tournament: Tournament) -> QuerySet[GameRecord]:
    return GameRecord.objects.select_related("table__round").filter(
        table__round__tournament=tournament, table__round__state__in=Round.SHOWN, state=GameRecord.State.AGREES
    )


def _sitting(tournament: Tournament, tables: list[int]) -> dict[int, list[tuple[int, str]]]:
    """Return pairing number and shown name of each seat, by table. Two queries and those of the names."""
    rows = list(Seat.objects.filter(table__in=tables).order_by("position").values_list("table", "entry__number"))
    people = shown_names.people(tournament.pk, only=[number for _table, number in rows])
    sitting: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for table, number in rows:
        if number in people:
            sitting[table].append((number, people[number].name))
    return sitting


def _text(tournament: Tournament, record: GameRecord, sitting: list[tuple[int, str]], *, quick: bool = False) -> str:
    played = shape(decode(record.text))
    table = record.table
    about = {
        "Event": tournament.name,
        "Site": tournament.venue,
        "Date": tournament.starts.isoformat(),
        "Round": str(table.round.number),
        "Table": str(table.number),
    }
    named = replace(played, seats=tuple(names_for(sitting, len(played.seats))), claimed=None)
    return texts.write(named, about, quick=quick)
