"""Individual play in changing partnerships: seats 1 and 3 against 2 and 4.

In the whole tournament everybody partners each other once and opposes each twice; fewer rounds are a prefix
of it. Where somebody is missing, the people left over (and who had the bye) form tables as far as they go;
the rest have byes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice

from games.core.notices import Notice
from games.core.options import OPPOSITE
from scoring.lots import Lots
from tournaments.pairing.apart import club_notes, placed_apart
from tournaments.pairing.check import byes as check_byes
from tournaments.pairing.check import uneven_seats
from tournaments.pairing.core import Bye, Event, Fault, PairingError, PairingRequest, Round, Seating
from tournaments.pairing.history import History, before, history
from tournaments.pairing.numbering import number_tables
from tournaments.pairing.options import APART
from tournaments.pairing.plans.partners import Partnerships, opponents_of, orders, seat_partners
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.schedules.whist import whist_schedule

Tables = list[tuple[int, ...]]


def schedule_length(event: Event) -> int:
    """Return n − 1 rounds for n = 4k, n for n = 4k + 1, or ``rounds`` of them. Raises PairingError."""
    people = len(event.players)
    whole = len(whist_schedule(people))
    if not whole:
        by_nearness = sorted(range(4, 202), key=lambda v: (abs(v - people), v))
        near = tuple(islice(filter(whist_schedule, by_nearness), 4))
        if people % 4 < 2 and people > 3:
            raise PairingError(Notice("whist-not-known", people=people, near=near))
        raise PairingError(Notice("whist-none", people=people, near=near))
    asked = event.pairing.get("rounds")
    if asked is not None and asked > whole:
        raise PairingError(Notice("whist-too-many-rounds", people=people, whole=whole, asked=asked))
    return int(asked or whole)


def planned_rounds(event: Event) -> list[Tables]:
    """Return the tables of every round, seated, for all players of the event; places and order of tables by lot."""
    ids = tuple(sorted(p.id for p in event.players))
    length = schedule_length(event)
    request = PairingRequest(event, 1)
    apart = tuple(request.apart_in(number) for number in range(1, length + 1))
    return _planned(ids, length, int(event.pairing["seed"]), apart)


@lru_cache(maxsize=32)
def _planned(
    ids: tuple[int, ...], length: int, seed: int, apart: tuple[frozenset[tuple[int, int]], ...]
) -> list[Tables]:
    lots = Lots(seed, "whist", len(ids))
    order = lots.shuffled(ids)
    whole = whist_schedule(len(ids))
    if any(apart):
        asked = [(round_, pairs) for round_, pairs in zip(whole, apart, strict=False) if pairs]
        order = placed_apart(order, asked, {}, Lots(seed, "whist apart", len(ids)))
    rounds = [lots.shuffled(tuple(order[p] for p in table) for table in round_) for round_ in whole]
    if len(ids) % 4 and length == len(rounds):
        return rounds  # developed over the group, every seat is equal as it stands
    return seat_partners(rounds[:length])


def _check(request: PairingRequest, round_: Round) -> Iterator[Fault]:
    """Check that nobody partners anybody twice, nor opposes anybody a third time; the tables, byes and seats are the
    schedule's.
    """
    number = round_.number
    try:
        expected = whist(request)
    except PairingError as error:
        yield Fault(number, None, error.notice)
        return
    past = Partnerships.of(before(request.event, number))
    due = {_sides(t.seats) for t in expected.rounds[0].tables}
    for table in round_.tables:
        if len(table.seats) != 4:
            yield Fault(number, table.number, Notice("whist-four", players=len(table.seats)))
            continue
        if _sides(table.seats) in due:
            continue
        is_repeat = False
        for a, b in ((table.seats[0], table.seats[2]), (table.seats[1], table.seats[3])):
            if past.partners(a, b):
                is_repeat = True
                yield Fault(number, table.number, Notice("partners-again", a=a, b=b))
        for a, b in opponents_of(table.seats):
            if past.opponents(a, b) >= 2:
                is_repeat = True
                yield Fault(number, table.number, Notice("opponents-again", a=a, b=b))
        if not is_repeat:
            notice = Notice("whist-not-together", players=table.seats)
            yield Fault(number, table.number, notice)
    yield from check_byes(request, round_, expected)
    free = {b.player for b in expected.rounds[0].byes if b.kind == "pairing"}
    for bye in round_.byes:
        if bye.kind == "pairing" and free and bye.player not in free:
            names = tuple(sorted(free))
            yield Fault(number, None, Notice("bye-due-to", player=bye.player, players=names))
    yield from uneven_seats(request, round_, expected)


def _sides(seats: Sequence[int]) -> frozenset[frozenset[int]]:
    return frozenset((frozenset(seats[0::2]), frozenset(seats[1::2])))


@pairing_system(
    "whist",
    name="Whist (changing partners)",
    help="Everybody partners everybody else once and plays against them twice.",
    table_sizes=(4,),
    fixed=True,
    options=APART,
    length=schedule_length,
    check=_check,
    partners=OPPOSITE,
)
def whist(request: PairingRequest) -> Seating:
    """Pair everybody as a partner of everybody else once and as an opponent twice."""
    event = request.event
    plan = planned_rounds(event)
    done = list(before(event, request.first))
    notes: list[Notice] = []
    reasons: dict[tuple[int, int], Notice] = {}
    rounds = []
    if request.first > len(plan):
        raise PairingError(Notice("all-paired", rounds=len(plan)))
    as_planned = _as_planned(request, plan, done)
    if not as_planned:
        notes.append(Notice("whist-changed"))
    for number in range(request.first, min(request.first + request.count, len(plan) + 1)):
        tables = plan[number - 1] if as_planned else _best_left(event, done)
        seated, free = _those_there(request, number, tables, done, notes)
        if not as_planned:
            past = history(done, 4)
            seated = [_seat(t, past) for t in seated]
        _refuse_forbidden(request, number, seated)
        numbered, conflicts = number_tables(seated, request.fixed_tables)
        notes += [Notice("in-round", number=number, text=conflict) for conflict in conflicts]
        met = {pair for t in seated for pair in combinations(sorted(t), 2)}
        notes += club_notes(number, met & request.apart_in(number))
        for table in numbered:
            reasons[number, table.number] = Notice("whist-round", round=number, players=len(event.players))
        rounds.append(Round(number, numbered, tuple(Bye(p) for p in free)))
        done.append(rounds[-1])
    return Seating(tuple(rounds), tuple(notes), reasons)


def _as_planned(request: PairingRequest, plan: Sequence[Tables], done: Iterable[Round]) -> bool:
    """Return whether the played tables are the schedule's, apart from those at which somebody was missing."""
    for round_ in done:
        there = {p.id for p in request.players(round_.number)}
        whole = {frozenset(t) for t in plan[round_.number - 1] if there.issuperset(t)}
        if not whole <= {frozenset(t.seats) for t in round_.tables}:
            return False
    return True


def _best_left(event: Event, done: Sequence[Round]) -> Tables:
    """Return the round of the whole schedule that repeats fewest partners, then fewest third oppositions."""
    past = Partnerships.of(done)
    ids = sorted(p.id for p in event.players)
    order = Lots(int(event.pairing["seed"]), "whist", len(ids)).shuffled(ids)

    def cost(tables: Tables) -> int:
        return sum(past.cost(t) for t in tables)

    rounds = [[tuple(order[p] for p in t) for t in round_] for round_ in whist_schedule(len(ids))]
    return min(rounds, key=cost)


def _those_there(
    request: PairingRequest, number: int, tables: Tables, done: Sequence[Round], notes: list[Notice]
) -> tuple[Tables, list[int]]:
    """Return the tables with all four there, tables of those left over, and the players with a bye."""
    there = {p.id for p in request.players(number)}
    whole = [t for t in tables if there.issuperset(t)]
    left = sorted(there - {p for t in whole for p in t})
    if len(whole) == len(tables):
        return whole, left
    past = Partnerships.of(done)
    had = history(done, 4).byes
    notes.append(Notice("whist-some-missing", round=number, players=len(left)))
    left.sort(key=lambda p: (-had.get(p, 0), p))
    while len(left) >= 4:
        first = left[0]
        options = combinations([p for p in left[1:12] if p != first], 3)
        best = min(
            ((first, a, b, c) for x in options for a, b, c in (x, (x[1], x[0], x[2]), (x[0], x[2], x[1]))),
            key=past.cost,
        )
        whole.append(_seat(best, history(done, 4)))
        left = [p for p in left if p not in best]
    return whole, sorted(left)


def _seat(table: tuple[int, ...], past: History) -> tuple[int, ...]:
    """Choose the turn or reflection of a table that leaves seats most even; partners stay opposite."""

    def crowding(seats: tuple[int, ...]) -> int:
        return sum((*past.seat_counts(p), 0, 0, 0, 0)[s] for s, p in enumerate(seats))

    return min(orders(table), key=crowding)


def _refuse_forbidden(request: PairingRequest, number: int, tables: Tables) -> None:
    for table in tables:
        for a, b in combinations(sorted(table), 2):
            if (a, b) in request.forbidden_in(number):
                raise PairingError(Notice("whist-forbidden", round=number, a=a, b=b))
