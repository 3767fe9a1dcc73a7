"""The requested byes."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Entry, Seat, Tournament


@dataclass(frozen=True, slots=True)
class AskedBye:
    """A round that a player will miss. ``open``: the round is not paired yet, so it can be taken back."""

    entry: Entry
    round: int
    kind: Seat.Bye
    open: bool


def asked(tournament: Tournament, open_rounds: range) -> list[AskedBye]:
    """List the requested byes by round and pairing number, but none of withdrawn players. One query."""
    entries = tournament.entries.filter(left__isnull=True).exclude(absent=[])
    requests = [
        AskedBye(entry, number, Seat.Bye(entry.asked_for(number)), number in open_rounds)
        for entry in entries.select_related("player")
        for number in entry.absent
    ]
    return sorted(requests, key=lambda request: (request.round, request.entry.number))
