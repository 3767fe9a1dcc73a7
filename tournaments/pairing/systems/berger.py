"""Round robin by the Berger tables (FIDE Handbook C.05, Annex 1).

The ids are the numbers of the table. Absent, late and withdrawn players keep their number: who would have
met them has a bye. Where the played rounds are not those of the table, the next round is the table's as far
as it holds pairs that have not met; the others are matched with people they have not met, those with most
to come first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from games.core.notices import Notice, every
from tournaments.pairing.check import byes
from tournaments.pairing.core import Bye, Event, Fault, PairingError, PairingRequest, Player, Round, Seating
from tournaments.pairing.graphs import matched
from tournaments.pairing.history import History, before, history
from tournaments.pairing.numbering import number_tables
from tournaments.pairing.options import PairingOption
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.schedules.shapes import duels

OPTIONS = (
    PairingOption(
        "cycles",
        "integer",
        1,
        "Cycles",
        "In the second cycle everyone meets again with colours reversed.",
        choices=((1, "Single round robin"), (2, "Double round robin")),
    ),
    PairingOption(
        "swap_last_two",
        "flag",
        False,
        "Exchange the last two rounds of cycle 1",
        "This way nobody has the same colour three times in a row between two cycles.",
    ),
)

Pairs = list[tuple[int, int]]

MOST_TABLES = 150_000
"""So many are made at once: about 500 players, two seconds."""


def berger_round(size: int, number: int) -> Pairs:
    """Return round ``number`` (from 1) of the table for an even ``size``, as (seat 1, seat 2), in the table's order.

    The highest number stays, with colours in turn; the others turn by half of their number from round to
    round.
    """
    turning = size - 1
    start = (number - 1) * (size // 2) % turning
    first = start + 1
    out = [(first, size) if number % 2 else (size, first)]
    others = range(1, size // 2)
    return out + [((start + k) % turning + 1, (start - k) % turning + 1) for k in others]


def planned(event: Event, number: int) -> Pairs:
    """Return the table's pairs for a round of the event, also those of people who are not there (and of n + 1)."""
    size = len(event.players) + len(event.players) % 2
    pairs = berger_round(size, _row(event, number))
    return [(b, a) for a, b in pairs] if (number - 1) // (size - 1) % 2 else pairs


def _row(event: Event, number: int) -> int:
    """Return the round of the table that a round of the event is, from 1."""
    size = len(event.players) + len(event.players) % 2
    cycle, k = divmod(number - 1, size - 1)
    if event.pairing.get("swap_last_two") and cycle == 0 and size > 2 and k >= size - 3:
        k = 2 * size - 5 - k
    return k + 1


@lru_cache(maxsize=4096)
def _meetings(size: int, number: int) -> frozenset[frozenset[int]]:
    """Return the pairs that meet in round ``number`` of the table for ``size``, in either colour."""
    return frozenset(frozenset(pair) for pair in berger_round(size, number))


def schedule_length(event: Event) -> int:
    """Return n − 1 rounds a cycle (n where n is odd), or ``rounds`` of them. Raises PairingError for more."""
    people = len(event.players)
    if people < 2:
        raise PairingError(Notice("berger-too-few"))
    cycles = int(event.pairing["cycles"])
    whole = (people - 1 + people % 2) * cycles
    asked = event.pairing.get("rounds")
    if asked is not None and asked > whole:
        if cycles == 1:
            raise PairingError(Notice("berger-too-many-rounds-once", people=people, whole=whole, asked=asked))
        raise PairingError(Notice("berger-too-many-rounds", people=people, whole=whole, asked=asked))
    length = int(asked or whole)
    played = max((r.number for r in event.rounds), default=0)
    if asked is None and played and not _by_the_table(event):
        length = max(length, played + _most_to_come(event, history(event.rounds, 2), played + 1))
    return length


def _check(request: PairingRequest, round_: Round) -> Iterator[Fault]:
    """Check a round by the table of all players, or of those who had joined by then, whichever it keeps better: who
    joins later may have been known from the start, or not."""
    found = list(_faults(request, round_))
    players = tuple(p for p in request.event.players if p.joined <= round_.number)
    if found and len(players) < len(request.event.players) and {p.id for p in players} == set(_numbers(players)):
        then = replace(request, event=replace(request.event, players=players))
        found = min(found, list(_faults(then, round_)), key=len)
    yield from found


def _numbers(players: Sequence[Player]) -> range:
    return range(1, len(players) + 1)


def _faults(request: PairingRequest, round_: Round) -> Iterator[Fault]:
    """Check that each table is a pair of the round, with its colours, and that the right player has the bye."""
    number = round_.number
    try:
        expected = berger(request)
    except PairingError as error:
        yield Fault(number, None, error.notice)
        return
    due = {(t.seats[0], t.seats[-1]) for t in expected.rounds[0].tables}
    earlier = before(request.event, number)
    for table in round_.tables:
        pair = (table.seats[0], table.seats[-1])
        if pair in due:
            continue
        if pair[::-1] in due:
            notice = Notice("berger-seat", player=pair[1], other=pair[0])
            yield Fault(number, table.number, notice)
            continue
        met = [r.number for r in earlier for t in r.tables if set(pair) <= set(t.seats)]
        if len(met) > (number - 1) // max(1, len(request.event.players) - 1 + len(request.event.players) % 2):
            notice = Notice("met-before", a=pair[0], b=pair[1], rounds=tuple(met))
        else:
            right = next((p for p in due if pair[0] in p), None) or next((p for p in due if pair[1] in p), None)
            notice = Notice("do-not-meet", a=pair[0], b=pair[1])
            if right:
                notice = Notice("others-meet", a=pair[0], b=pair[1], right=every(right))
        yield Fault(number, table.number, notice)
    free = {b.player for b in expected.rounds[0].byes if b.kind == "pairing"}
    for bye in round_.byes:
        if bye.kind == "pairing" and bye.player not in free:
            names = every(sorted(free)) if free else Notice("nobody")
            yield Fault(number, None, Notice("bye-due-to", player=bye.player, players=names))
    if not free:
        yield from byes(request, round_, expected)


@pairing_system(
    "berger",
    shape=duels,
    name="Round robin (Berger tables)",
    help="Everyone meets everyone, by the Berger tables.",
    table_sizes=(2,),
    fixed=True,
    options=OPTIONS,
    length=schedule_length,
    check=_check,
)
def berger(request: PairingRequest) -> Seating:
    """Pair everyone with everyone, by the Berger tables."""
    event = request.event
    done = list(before(event, request.first))
    if len(event.players) < 2:
        raise PairingError(Notice("berger-too-few"))
    if request.first > schedule_length(event):
        raise PairingError(Notice("past-the-end", rounds=schedule_length(event), round=request.first))
    people = len(event.players)
    if request.count * (people // 2) > MOST_TABLES:
        raise PairingError(Notice("berger-too-many-tables", people=people, rounds=request.count, tables=people // 2))
    by_the_table = _by_the_table(event)
    notes: list[Notice] = []
    if not by_the_table:
        notes.append(Notice("berger-changed"))
    rounds: list[Round] = []
    for number in range(request.first, request.first + request.count):
        if by_the_table:
            pairs, free = _round_of_table(request, number, notes)
        else:
            pairs, free = _round_around(request, number, history(done, 2))
        tables, conflicts = number_tables(pairs, request.fixed_tables)
        notes += [Notice("in-round", number=number, text=conflict) for conflict in conflicts]
        rounds.append(Round(number, tables, tuple(Bye(p) for p in free)))
        done.append(rounds[-1])
    return Seating(tuple(rounds), tuple(notes), _reasons(event, rounds, by_the_table))


def _reasons(event: Event, rounds: list[Round], by_the_table: bool) -> dict[tuple[int, int], Notice]:
    size = len(event.players) + len(event.players) % 2
    out = {}
    for round_ in rounds:
        plan = {frozenset(p) for p in planned(event, round_.number)}
        for table in round_.tables:
            if frozenset(table.seats) in plan:
                notice = Notice("berger-round", round=round_.number, players=size)
            else:
                notice = Notice("berger-around")
            out[round_.number, table.number] = notice
    return out


def _by_the_table(event: Event) -> bool:
    """Return whether every played table is a pair of its round, in either colour."""
    size = len(event.players) + len(event.players) % 2
    return all(
        {frozenset(t.seats) for t in round_.tables} <= _meetings(size, _row(event, round_.number))
        for round_ in event.rounds
    )


def _round_of_table(request: PairingRequest, number: int, notes: list[Notice]) -> tuple[Pairs, list[int]]:
    """Return the table's round among those who are there, and the players without an opponent."""
    there = {p.id for p in request.players(number)}
    known = {p.id for p in request.event.players}
    forbidden = request.forbidden
    pairs: Pairs = []
    free = []
    for a, b in planned(request.event, number):
        if a in there and b in there:
            if (min(a, b), max(a, b)) in forbidden:
                raise PairingError(Notice("berger-forbidden", round=number, a=a, b=b))
            pairs.append((a, b))
        for player, other in ((a, b), (b, a)):
            if player in there and other not in there:
                free.append(player)
                if other in known:
                    notes.append(Notice("berger-bye", round=number, player=player, other=other))
    return pairs, sorted(free)


def _to_come(request: PairingRequest, number: int, past: History) -> dict[int, list[int]]:
    """Return for each player those present whom they may still meet in this cycle."""
    people = [p.id for p in request.players(number)]
    cycle = _cycle(request.event, number)
    forbidden = request.forbidden
    return {
        a: [b for b in people if a != b and past.met(a, b) < cycle and (min(a, b), max(a, b)) not in forbidden]
        for a in people
    }


def _cycle(event: Event, number: int) -> int:
    """Return the cycle of a round, 1 or 2; rounds after the plan's last belong to its last cycle."""
    people = len(event.players)
    return min((number - 1) // (people - 1 + people % 2) + 1, int(event.pairing["cycles"]))


def _most_to_come(event: Event, past: History, number: int) -> int:
    """Return the most meetings that any player still has in the whole event: so many rounds are needed at least."""
    people = [p.id for p in event.players if p.left is None or p.left >= number]
    cycles = int(event.pairing["cycles"])
    return max((sum(max(0, cycles - past.met(a, b)) for b in people if b != a) for a in people), default=0)


def _round_around(request: PairingRequest, number: int, past: History) -> tuple[Pairs, list[int]]:
    """Return the table's round without the pairs that have met; the others are matched with people they have not
    met."""
    to_come = _to_come(request, number, past)
    plan = planned(request.event, number)
    start: dict[int, int] = {}
    waiting: set[int] = set()
    for a, b in plan:
        if b in to_come.get(a, ()):
            start[a], start[b] = b, a
        elif (a in to_come) != (b in to_come) and past.met(a, b) == 0:
            absent = a if b in to_come else b
            if absent <= len(request.event.players) and not _gone(request.event, absent, number):
                waiting.add(a if a in to_come else b)
    priority = sorted(to_come, key=lambda p: (p in waiting, -len(to_come[p]), past.byes.get(p, 0) == 0, p))
    mate = matched(to_come, [p for p in priority if to_come[p]], start)
    order = {frozenset(pair): i for i, pair in enumerate(plan)}
    colours = dict(zip(map(frozenset, plan), plan, strict=True))
    matched_pairs = {frozenset((a, b)) for a, b in mate.items()}
    in_order = sorted(matched_pairs, key=lambda p: (order.get(p, len(order)), sorted(p)))
    pairs = [_colours(pair, colours.get(pair), past) for pair in in_order]
    return pairs, sorted(p for p in to_come if p not in mate)


def _gone(event: Event, player: int, number: int) -> bool:
    return any(p.id == player and p.left is not None and p.left < number for p in event.players)


def _colours(pair: frozenset[int], plan: tuple[int, int] | None, past: History) -> tuple[int, int]:
    """Order a pair by seats: reversed if they met, else seat 1 to who had it less often, else as in the table."""
    a, b = plan or sorted(pair)
    return (b, a) if past.surplus(a) > past.surplus(b) else (a, b)
