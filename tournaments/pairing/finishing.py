"""The last touches that every answer gets: seats as the document wants them, and the absent players."""

from __future__ import annotations

from dataclasses import replace

from tournaments.pairing.core import Event, PairingRequest, Seating
from tournaments.pairing.history import history
from tournaments.pairing.registry import system_of
from tournaments.pairing.seats import doubled, written


def finished(event: Event, seating: Seating) -> Seating:
    """Return the seating with tables written as the document wants them (QC 2.1) and the absent players listed.

    In systems in which players may ask to miss a round for points, the byes are of the kind that they asked for.
    """
    done = list(event.rounds)
    with_points = system_of(event).requested_byes
    rounds = []
    for round_ in seating.rounds:
        tables = round_.tables
        if doubled(event) and any(len(t.seats) < 4 for t in tables):
            past = history(done)
            tables = tuple(replace(t, seats=written(t.seats, event, past)) for t in tables)
        listed = {b.player for b in round_.byes} | {p for t in tables for p in t.seats}
        absent = PairingRequest(event, round_.number).absentees(round_.number, with_points)
        byes = (*round_.byes, *(b for b in absent if b.player not in listed))
        rounds.append(replace(round_, tables=tables, byes=tuple(sorted(byes, key=lambda b: b.player))))
        done.append(rounds[-1])
    return replace(seating, rounds=tuple(rounds))
