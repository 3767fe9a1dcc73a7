"""The last touches that every answer gets: seats as the document wants them, and the absent players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.core.notices import Notice
from tournaments.pairing.core import Event, PairingRequest, Seating
from tournaments.pairing.history import history
from tournaments.pairing.registry import system_of
from tournaments.pairing.seats import doubled, written


def finished(event: Event, seating: Seating) -> Seating:
    """Return the seating with tables written as the document wants them (QC 2.1) and the absent players listed.

    In systems in which players may ask to miss a round for points, the byes are of the kind that they asked for. In the
    others a note says that such a wish brings none.
    """
    done = list(event.rounds)
    with_points = system_of(event).requested_byes
    rounds = []
    notes = list(seating.notes)
    for round_ in seating.rounds:
        tables = round_.tables
        if doubled(event) and any(len(t.seats) < 4 for t in tables):
            past = history(done)
            tables = tuple(replace(t, seats=written(t.seats, event, past)) for t in tables)
        listed = {b.player for b in round_.byes} | {p for t in tables for p in t.seats}
        asked = PairingRequest(event, round_.number)
        absent = asked.absentees(round_.number, with_points)
        if not with_points:
            notes += _in_vain(asked, round_.number)
        byes = (*round_.byes, *(b for b in absent if b.player not in listed))
        rounds.append(replace(round_, tables=tables, byes=tuple(sorted(byes, key=lambda b: b.player))))
        done.append(rounds[-1])
    return replace(seating, rounds=tuple(rounds), notes=tuple(notes))


def _in_vain(asked: PairingRequest, number: int) -> Iterator[Notice]:
    """Name who asked to miss a round for points where the system gives none."""
    players = tuple(bye.player for bye in asked.absentees(number, with_points=True) if bye.kind != "zero")
    if players:
        yield Notice("byes-without-points", round=number, players=players)
