"""Some tables of a round paired anew for an arbiter, and the degrees of consent that a change needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from games.core.notices import Notice
from scoring.documents.document import Bye, Event, Round, Table
from scoring.lots import Lots
from tournaments.pairing.core import PairingError, PairingRequest, distinct
from tournaments.pairing.engine import prepare
from tournaments.pairing.finishing import finished
from tournaments.pairing.history import before, history
from tournaments.pairing.schedules.search import FORBIDDEN, Draft, improve
from tournaments.pairing.seats import seat_tables

STEPS = 100_000


class Grade(Enum):
    """The degrees of consent that a change needs from an arbiter."""

    FREE = "free"
    WARNED = "warned"
    CONFIRM = "confirm"


def anew(event: Event, number: int, tables: Sequence[int]) -> Round:
    """Return the round with the people of these tables paired among themselves; all other tables stay.

    A fixed schedule gets the arrangement that repeats fewest meetings; other systems pair those people as
    they would a round of their own.
    """
    system, ready = prepare(event)
    old = _round(event, number)
    chosen = [t for t in old.tables if t.number in set(tables)]
    if len(chosen) < len(set(tables)) or not chosen:
        raise PairingError(Notice("tables-missing", round=number, tables=tuple(tables)))
    people = {p for t in chosen for p in t.seats}
    if system.is_fixed(ready):
        groups = _fewest_repeats(ready, number, [distinct(t.seats) for t in chosen])
        past = history(before(ready, number), int(ready.pairing["table_size"]))
        seats = seat_tables(groups, ready, past)
        free: tuple[Bye, ...] = ()
    else:
        seats, free = _by_system(ready, number, people)
    numbers = sorted(t.number for t in chosen)
    if len(seats) > len(numbers):
        raise PairingError(Notice("needs-one-table-more"))
    new = tuple(Table(n, s) for n, s in zip(numbers, seats, strict=False))
    kept = tuple(t for t in old.tables if t not in chosen)
    byes = tuple(sorted((*old.byes, *free), key=lambda b: b.player))
    return Round(number, tuple(sorted((*kept, *new), key=lambda t: t.number)), byes)


def _fewest_repeats(event: Event, number: int, groups: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    people = sorted(p for g in groups for p in g)
    index = {p: i for i, p in enumerate(people)}
    past = history(before(event, number))
    request = PairingRequest(event, number)
    met = [[past.met(a, b) if a != b else 0 for b in people] for a in people]
    for a, b in request.forbidden:
        if a in index and b in index:
            met[index[a]][index[b]] = met[index[b]][index[a]] = FORBIDDEN
    lots = Lots(request.seed, "desk", number, *people)
    order = lots.shuffled(range(len(people)))
    sizes = sorted((len(g) for g in groups), reverse=True)
    tables = [[order.pop() for _ in range(k)] for k in sizes]
    draft = Draft([tables], [[]], sizes[0], met, [past.small.get(p, 0) for p in people], [0] * len(people))
    return [tuple(people[i] for i in table) for table in improve(draft, STEPS, lots).tables[0]]


def _by_system(event: Event, number: int, people: set[int]) -> tuple[list[tuple[int, ...]], tuple[Bye, ...]]:
    """Return the system's own pairing of a round in which only these people are there."""
    players = tuple(
        p if p.id in people else replace(p, absent=p.absent | {number}, joined=min(p.joined, number))
        for p in event.players
    )
    some = replace(event, players=players, rounds=before(event, number))
    system, some = prepare(some)
    round_ = finished(some, system.pair(PairingRequest(some, number))).rounds[0]
    return [t.seats for t in round_.tables], tuple(b for b in round_.byes if b.player in people)


def _round(event: Event, number: int) -> Round:
    for round_ in event.rounds:
        if round_.number == number:
            return round_
    raise PairingError(Notice("no-round", round=number, rounds=len(event.rounds)))
