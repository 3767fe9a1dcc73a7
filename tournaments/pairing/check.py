"""The check that a round of a document keeps the rules of its system.

``structure`` holds for every system. The rest is the system's own hook, or ``standard``: the round is
compared with the one that the system would make from the same history, so that a repeated meeting, a bye or
an uneven seat is a fault exactly where it could have been avoided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.core.notices import Notice
from scoring.documents.gamelink import seats_matter
from tournaments.pairing.core import (
    Fault,
    PairingError,
    PairingRequest,
    Round,
    Seating,
    System,
    distinct,
    pairs,
    strongest,
)
from tournaments.pairing.history import before, history
from tournaments.pairing.seats import doubled


def structure(request: PairingRequest, round_: Round, everyone: bool = True) -> Iterator[Fault]:
    """Check that everyone who takes part sits once or has one bye, and that fixed tables and forbidden pairs are kept.

    ``everyone`` false: who neither sits nor has a bye is out (a knockout).
    """
    number = round_.number
    known = {p.id: p for p in request.event.players}
    taking_part = {p.id for p in request.players(number)}
    seen: dict[int, int] = {}
    for table in round_.tables:
        yield from _table(request, round_, table.number)
        for player in distinct(table.seats):
            if player not in known:
                yield Fault(number, table.number, Notice("no-player", player=player))
            elif player in seen:
                notice = Notice("sits-at-two-tables", player=player, table=seen[player])
                yield Fault(number, table.number, notice)
            elif player not in taking_part:
                yield Fault(number, table.number, Notice("does-not-take-part", player=player))
            seen.setdefault(player, table.number)
    free: set[int] = set()
    for bye in round_.byes:
        if bye.player in seen:
            yield Fault(number, seen[bye.player], Notice("sits-and-has-bye", player=bye.player))
        elif bye.player in free:
            yield Fault(number, None, Notice("two-byes", player=bye.player))
        elif bye.player not in known:
            yield Fault(number, None, Notice("no-player-for-bye", player=bye.player))
        elif bye.kind == "pairing" and bye.player not in taking_part:
            notice = Notice("bye-without-taking-part", player=bye.player)
            yield Fault(number, None, notice)
        free.add(bye.player)
    for player in sorted(taking_part - seen.keys() - free) if everyone else ():
        yield Fault(number, None, Notice("sits-nowhere", player=player))
    numbers = [t.number for t in round_.tables]
    for n, times in sorted(Counter(numbers).items()):
        if times > 1:
            yield Fault(number, n, Notice("table-number-twice", times=times))
    if numbers and sorted(set(numbers)) != list(range(1, len(set(numbers)) + 1)):
        yield Fault(number, None, Notice("tables-not-numbered", tables=len(numbers)))
    kept = {seen[p] for p, where in request.fixed_tables.items() if seen.get(p) == where}
    for player, where in request.fixed_tables.items():
        here = seen.get(player, where)
        # two who always sit at different tables may meet; one of them gives way
        if here != where and where in numbers and here not in kept and where not in kept:
            yield Fault(number, here, Notice("fixed-table", player=player, table=where))


def _table(request: PairingRequest, round_: Round, table_number: int) -> Iterator[Fault]:
    number = round_.number
    table = next(t for t in round_.tables if t.number == table_number)
    sitting = distinct(table.seats)
    size = max((int(request.options.get("table_size") or 4), *(request.options.get("allowed_sizes") or ())))
    if not 2 <= len(sitting) <= size:
        notice = Notice("table-size", sitting=len(sitting), size=size)
        yield Fault(number, table_number, notice)
    for pair in pairs(sitting):
        if pair in request.forbidden:
            yield Fault(number, table_number, Notice("must-not-meet", a=pair[0], b=pair[1]))
    twice = {p: table.seats.count(p) for p in sitting if table.seats.count(p) > 1}
    if doubled(request.event):
        yield from _colours(request, number, table_number, table.seats)
    elif twice:
        player = min(twice)
        yield Fault(number, table_number, Notice("several-seats", player=player, seats=twice[player]))


def _colours(request: PairingRequest, number: int, table: int, seats: tuple[int, ...]) -> Iterator[Fault]:
    """Check QC 2.1: four colours at every table; of three the strongest has two, of two each has two neighbours."""
    sitting = distinct(seats)
    known = {p.id: p for p in request.event.players}
    if len(seats) != 4:
        yield Fault(number, table, Notice("four-seats", seats=len(seats)))
    elif len(sitting) == 3:
        top = strongest(known[p] for p in sitting if p in known).id
        if seats.count(top) != 2:
            yield Fault(number, table, Notice("strongest-has-two-colours", player=top))
    elif len(sitting) == 2 and (seats[0] != seats[1] or seats[2] != seats[3]):
        yield Fault(number, table, Notice("neighbouring-colours"))


def standard(request: PairingRequest, round_: Round, pair: System) -> Iterator[Fault]:
    """Check repeats, byes and seats against the round that ``pair`` makes from the same history."""
    try:
        expected = pair(request)
    except PairingError as error:
        yield Fault(round_.number, None, Notice("not-of-the-system", why=error.notice))
        return
    if expected.rounds:
        yield from repeats(request, round_, expected)
        yield from byes(request, round_, expected)
        yield from uneven_seats(request, round_, expected)


def repeats(request: PairingRequest, round_: Round, expected: Seating) -> Iterator[Fault]:
    """Yield the pairs that met again although the round could have been made with fewer repeated meetings."""
    earlier = before(request.event, round_.number)
    past = history(earlier)

    def again(seated: Round) -> list[tuple[int, int, int]]:
        return [
            (t.number, *pair) for t in seated.tables for pair in pairs(distinct(t.seats)) if past.meetings.get(pair)
        ]

    repeated = again(round_)
    needed = len(again(expected.rounds[0]))
    if len(repeated) <= needed:
        return
    for table, a, b in repeated:
        when = [r.number for r in earlier for t in r.tables if a in t.seats and b in t.seats]
        notice = Notice("met-needlessly", a=a, b=b, rounds=tuple(when), needed=needed, meetings=len(repeated))
        yield Fault(round_.number, table, notice)


def byes(request: PairingRequest, round_: Round, expected: Seating) -> Iterator[Fault]:
    """Yield faults where the pairing gave more byes than needed, or a second one before everybody had theirs."""
    bye_players = [b.player for b in round_.byes if b.kind == "pairing"]
    if not bye_players:
        return
    past = history(before(request.event, round_.number))
    due = [b.player for b in expected.rounds[0].byes if b.kind == "pairing"]
    if len(bye_players) > len(due):
        notice = Notice("too-many-byes", count=len(bye_players), players=tuple(bye_players), due=len(due))
        yield Fault(round_.number, None, notice)
    worst_due = max((past.byes.get(p, 0) for p in due), default=0)
    for player in bye_players:
        had = past.byes.get(player, 0)
        if had > worst_due:
            notice = Notice("bye-again", player=player, had=had, due=tuple(due))
            yield Fault(round_.number, None, notice)


def uneven_tables(request: PairingRequest, round_: Round, expected: Seating) -> Iterator[Fault]:
    """Yield players who were at a short table again before others were once, where that could be avoided."""
    earlier = before(request.event, round_.number)
    size = int(request.options.get("table_size") or 0)

    def ahead(seated: Round) -> dict[int, int]:
        visits = history((*earlier, seated), size).small
        least = min((visits.get(p.id, 0) for p in request.players(round_.number) if p.joined <= 1), default=0)
        return {p: visits.get(p, 0) - least for t in seated.tables for p in t.seats}

    limit = max(1, max(ahead(expected.rounds[0]).values(), default=0))
    leads = ahead(round_)
    for table in round_.tables:
        sitting = distinct(table.seats)
        for player in sitting:
            if len(sitting) != size and leads[player] > limit:
                notice = Notice("short-table-again", player=player, visits=leads[player])
                yield Fault(round_.number, table.number, notice)


def uneven_seats(request: PairingRequest, round_: Round, expected: Seating) -> Iterator[Fault]:
    """Yield players with seat counts further apart than one, and than the system's own seats make them; none
    where it does not matter who sits where."""
    if not seats_matter(request.event.game, request.event.options):
        return
    earlier = before(request.event, round_.number)
    size = int(request.options.get("table_size") or 0)

    def spreads(seated: Round) -> dict[int, int]:
        counts = history((*earlier, seated), size).seats
        return {p: max(counts[p]) - min(counts[p]) for t in seated.tables for p in t.seats}

    limit = max(1, max(spreads(expected.rounds[0]).values(), default=0))
    gaps = spreads(round_)
    for table in round_.tables:
        for player in distinct(table.seats):
            if gaps[player] > limit:
                counts = history((*earlier, round_), size).seats[player]
                notice = Notice("seats-uneven", player=player, counts=tuple(counts))
                yield Fault(round_.number, table.number, notice)
