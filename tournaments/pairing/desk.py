"""An arbiter's changes to a paired round: exchange two players, move one, pair some tables anew.

Every change is a pure function from an event to a ``Change``: the round as it would be, a grade, and the
warnings that come new with it. Nothing is forbidden here that the rules do not forbid; the arbiter decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from games.core.notices import Notice
from scoring.documents.document import Bye, Event, Round, Table
from scoring.lots import Lots
from tournaments.pairing.core import PairingError, PairingRequest, distinct, pairs
from tournaments.pairing.engine import faults_of, prepare
from tournaments.pairing.finishing import finished
from tournaments.pairing.history import before, history
from tournaments.pairing.schedules.search import FORBIDDEN, Draft, improve
from tournaments.pairing.seats import doubled, seat_tables, stand

STEPS = 100_000

GRAVE = frozenset({"must-not-meet", "sits-nowhere", "table-size", "whist-four", "two-byes"})
"""Faults that leave the round unplayable or break a ban, not only a wish."""


class Grade(Enum):
    """The degrees of consent that a change needs from an arbiter."""

    FREE = "free"
    WARNED = "warned"
    CONFIRM = "confirm"


@dataclass(frozen=True, slots=True)
class Change:
    """The round after the change. ``warnings`` say what gets worse.

    FREE: nothing gets worse. WARNED: ``warnings`` say what does. CONFIRM: results of a changed table would
    be lost, a round is changed that others follow, or what must not be would be (a pair that is forbidden,
    a player without a place).
    """

    round: Round
    grade: Grade
    warnings: tuple[Notice, ...]


def exchange(event: Event, number: int, a: int, b: int) -> Change:
    """Let two players change places in a round: seats at one table, at two, or a seat and a bye."""
    old = _round(event, number)
    for player in (a, b):
        _placed(old, player)
    swap = {a: b, b: a}
    tables = tuple(_reseated(t, _colours(event, old, tuple(swap.get(p, p) for p in t.seats))) for t in old.tables)
    byes = tuple(replace(bye, player=swap.get(bye.player, bye.player)) for bye in old.byes)
    return graded(event, replace(old, tables=tables, byes=byes))


def move(event: Event, number: int, player: int, table: int | None) -> Change:
    """Move a player from their place to the last seat of another table, or (None) for a bye of the pairing."""
    old = _round(event, number)
    _placed(old, player)
    if table is not None and all(t.number != table for t in old.tables):
        raise PairingError(Notice("no-table", round=number, table=table))
    tables = []
    for t in old.tables:
        seats = tuple(p for p in t.seats if p != player)
        if t.number == table:
            seats = (*distinct(seats), player)
        if seats:
            tables.append(_reseated(t, _colours(event, old, seats)))
    byes = tuple(b for b in old.byes if b.player != player)
    if table is None:
        byes = tuple(sorted((*byes, Bye(player)), key=lambda b: b.player))
    return graded(event, replace(old, tables=tuple(tables), byes=byes))


def pair_anew(event: Event, number: int, tables: Sequence[int]) -> Change:
    """Pair the people of these tables among themselves; all other tables stay.

    A fixed schedule gets the arrangement that repeats fewest meetings; other systems pair those people as
    they would a round of their own.
    """
    return graded(event, anew(event, number, tables))


def anew(event: Event, number: int, tables: Sequence[int]) -> Round:
    """Return the round with these tables paired among themselves, as ``pair_anew`` says, not graded."""
    system, ready = prepare(event)
    old = _round(event, number)
    chosen = [t for t in old.tables if t.number in set(tables)]
    if len(chosen) < len(set(tables)) or not chosen:
        raise PairingError(Notice("tables-missing", round=number, tables=tuple(tables)))
    people = {p for t in chosen for p in t.seats}
    if system.fixed(ready):
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


def graded(event: Event, after: Round) -> Change:
    """Grade the round as it would be, by its new faults against the event's round of the same number."""
    system, ready = prepare(event)
    old = _round(event, after.number)
    known = {f.notice for f in faults_of(system, ready, old)}
    new = [f for f in faults_of(system, ready, after) if f.notice not in known]
    warnings = [Notice("at-table", number=f.table, text=f.notice) if f.table else f.notice for f in new]
    warnings += _same_club(ready, old, after)
    kept = {(t.number, t.seats) for t in after.tables}
    lost = [t.number for t in old.tables if t.points is not None and (t.number, t.seats) not in kept]
    reasons = [Notice("result-would-be-lost", table=n) for n in lost]
    if any(r.number > after.number for r in event.rounds):
        reasons.append(Notice("later-rounds-stay", round=after.number))
    grave = any(f.notice.code in GRAVE for f in new)
    grade = Grade.CONFIRM if reasons or grave else Grade.WARNED if warnings else Grade.FREE
    return Change(after, grade, (*reasons, *warnings))


def _same_club(event: Event, old: Round, after: Round) -> list[Notice]:
    clubs = {p.id: p.club for p in event.players if p.club}
    together = {pair for t in old.tables for pair in pairs(distinct(t.seats))}
    out = []
    for table in after.tables:
        for a, b in pairs(distinct(table.seats)):
            if (a, b) not in together and a in clubs and clubs[a] == clubs.get(b):
                out.append(Notice("same-club", table=table.number, a=a, b=b, club=clubs[a]))
    return out


def _round(event: Event, number: int) -> Round:
    for round_ in event.rounds:
        if round_.number == number:
            return round_
    raise PairingError(Notice("no-round", round=number, rounds=len(event.rounds)))


def _placed(round_: Round, player: int) -> None:
    if all(player not in t.seats for t in round_.tables) and all(b.player != player for b in round_.byes):
        raise PairingError(Notice("no-place", player=player, round=round_.number))


def _colours(event: Event, round_: Round, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats, or where three or two play four colours (QC 2.1) new ones if theirs are no longer right."""
    group = distinct(seats)
    if not doubled(event) or len(group) not in (2, 3):
        return group if doubled(event) else seats
    players = {p.id: p for p in event.players}
    right = sorted(stand(group, players, True)) == sorted(seats) and (len(group) == 3 or seats[0] == seats[1])
    past = history(before(event, round_.number), 4)
    return seats if right else seat_tables([group], event, past)[0]


def _reseated(table: Table, seats: tuple[int, ...]) -> Table:
    """Return the table with these seats. Other people lose the result that was entered there."""
    return table if seats == table.seats else Table(table.number, seats)
