"""Tables of four and three from a schedule for a few more places: delete d that never meet.

Who sits at a short table in a round has just lost one of the d. The rounds are chosen and ordered so that
nobody sits at a second short table before everybody has sat at one (nor at a third before everybody at two,
…). Where rounds are given, ``level`` makes their short tables, or byes, come in turn by the fewest exchanges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice

from scoring.lots import Lots
from tournaments.pairing.schedules.perfect import Schedule

STEPS = 60_000

TRIED = 200
"""Deletable sets that are compared where no turns are asked for."""


def delete(schedule: Schedule, places: int, d: int, rounds: int) -> Schedule | None:
    """Find a schedule for ``places`` − d places with short tables evenly spread; None if there is none.

    Tries the deletable sets in a fixed order and, for each, rounds depth first: at most ``STEPS`` in all.
    """
    if d == 0:
        return schedule[:rounds] if len(schedule) >= rounds else None
    return _first(schedule, places, d, rounds, _even_order)


def delete_any(schedule: Schedule, places: int, d: int, rounds: int) -> Schedule | None:
    """Return the same without care for turns: of the first sets that leave rounds enough, the most even at the end."""
    companions = _companions(schedule, places)
    chosen: tuple[int, tuple[int, ...], list[int]] | None = None
    for gone in islice(_deletable(companions, places, d, rounds), TRIED):
        usable = _usable(companions, gone)[:rounds]
        visits = [sum(bits >> p & 1 for _r, bits in usable) for p in range(places) if p not in gone]
        spread = max(visits) - min(visits)
        if chosen is None or spread < chosen[0]:
            chosen = spread, gone, [r for r, _bits in usable]
    return chosen and _without(schedule, places, chosen[1], chosen[2])


def delete_level(schedule: Schedule, places: int, d: int, rounds: int) -> Schedule | None:
    """Return the same with short tables evenly spread at the end, in whatever order; None if none is found.

    Rounds are left out depth first: at most ``STEPS`` in all.
    """
    return _first(schedule, places, d, rounds, _level_rounds)


_Choice = Callable[[Sequence[Sequence[int]], tuple[int, ...], int, int, list[int]], list[int] | None]
"""Chooses rounds: the companions, who is deleted, places, rounds wanted, steps left (used up)."""


def _first(schedule: Schedule, places: int, d: int, rounds: int, choose: _Choice) -> Schedule | None:
    """Return the schedule for the first deletable set that leaves a choice of rounds."""
    companions = _companions(schedule, places)
    budget = [STEPS]
    for gone in _deletable(companions, places, d, rounds):
        budget[0] -= 1
        order = choose(companions, gone, places, rounds, budget)
        if order is not None:
            return _without(schedule, places, gone, order)
        if budget[0] <= 0:
            return None
    return None


def _companions(schedule: Schedule, places: int) -> list[list[int]]:
    """Return [round][place] → the others at that place's table, as bits."""
    out = []
    for round_ in schedule:
        row = [0] * places
        for table in round_:
            bits = sum(1 << p for p in table)
            for p in table:
                row[p] = bits & ~(1 << p)
        out.append(row)
    return out


def _deletable(companions: Sequence[Sequence[int]], places: int, d: int, rounds: int) -> Iterator[tuple[int, ...]]:
    """Yield sets of d places that leave enough rounds in which no two of them meet."""
    for gone in islice(combinations(range(places - 1, -1, -1), d), STEPS):
        bits = sum(1 << p for p in gone)
        free = sum(all(not row[p] & bits for p in gone) for row in companions)
        if free >= rounds:
            yield gone


def _usable(companions: Sequence[Sequence[int]], gone: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the rounds in which no two of those deleted meet, each with its visitors to short tables as bits."""
    removed = sum(1 << p for p in gone)
    usable = []
    for r, row in enumerate(companions):
        if all(not row[p] & removed for p in gone):
            visits = 0
            for p in gone:
                visits |= row[p]
            usable.append((r, visits))
    return usable


def _level_rounds(
    companions: Sequence[Sequence[int]], gone: tuple[int, ...], places: int, rounds: int, budget: list[int]
) -> list[int] | None:
    """Return so many rounds after which the visits to short tables are within one of each other."""
    usable = _usable(companions, gone)
    people = [p for p in range(places) if p not in gone]
    least, over = divmod(usable[0][1].bit_count() * rounds, len(people))
    most = least + (over > 0)
    left = [min(len(usable) * 40 + 400, budget[0])]
    budget[0] -= left[0]

    def search(start: int, surplus: int, visits: list[int]) -> list[int] | None:
        # leaves ``surplus`` of the rounds from ``start`` on out
        left[0] -= 1
        if left[0] < 0 or min(visits) < least or max(visits) - surplus > most:
            return None
        if not surplus:
            return []
        for i in range(start, len(usable) - surplus + 1):
            bits = usable[i][1]
            after = [had - (bits >> p & 1) for had, p in zip(visits, people, strict=True)]
            rest = search(i + 1, surplus - 1, after)
            if rest is not None:
                return [i, *rest]
        return None

    whole = [sum(bits >> p & 1 for _r, bits in usable) for p in people]
    out = search(0, len(usable) - rounds, whole)
    budget[0] += max(0, left[0])
    return None if out is None else [r for i, (r, _bits) in enumerate(usable) if i not in out]


def _even_order(
    companions: Sequence[Sequence[int]],
    gone: tuple[int, ...],
    places: int,
    rounds: int,
    budget: list[int],
) -> list[int] | None:
    """Order rounds so that the visits to short tables stay within one of each other."""
    removed = sum(1 << p for p in gone)
    everyone = ((1 << places) - 1) & ~removed
    usable = _usable(companions, gone)
    own = min(len(usable) * 40 + 400, budget[0])
    left = [own]
    budget[0] -= own
    chosen: list[int] = []

    def search(due: int, used: int) -> bool:
        # due: who has not had this turn's visit; a round may begin the next turn only by ending this one
        if len(chosen) == rounds:
            return True
        for i, (r, visits) in enumerate(usable):
            if used >> i & 1:
                continue
            left[0] -= 1
            if left[0] < 0:
                return False
            over = visits & ~due
            after = due & ~visits
            if over and after:
                continue
            chosen.append(r)
            if search(after if after else everyone & ~over, used | 1 << i):
                return True
            chosen.pop()
        return False

    complete = search(everyone, 0)
    budget[0] += max(0, left[0])
    return chosen if complete else None


def _without(schedule: Schedule, places: int, gone: tuple[int, ...], order: Sequence[int]) -> Schedule:
    number = {p: i for i, p in enumerate(p for p in range(places) if p not in gone)}
    return [[tuple(number[p] for p in table if p in number) for table in schedule[r]] for r in order]


def level(rounds: Sequence[tuple[list[list[int]], list[int]]], people: int, size: int, lots: Lots) -> None:
    """Change rounds of (tables, those with a bye) in place, for people 0 … ``people`` − 1 who are in all.

    Afterwards nobody has had a turn (a table of another size than ``size``, or a bye where no table is) more than once
    oftener than anybody else, after every round.
    """
    had = [0] * people
    for tables, byes in rounds:
        short = [t for t in tables if len(t) != size] or [byes]
        full = [t for t in tables if len(t) == size]
        there = {x for group in short for x in group}
        least = min(had)
        due = {x for x in range(people) if had[x] == least}
        # Who has had the turn gives it to one who is due, unless all who are due have it in this round.
        takers = lots.shuffled(sorted(due - there))
        givers = lots.shuffled(sorted(there - due))
        for giver, taker in zip(givers, takers, strict=False):
            _exchange(short, full, giver, taker)
        for group in short:
            for x in group:
                had[x] += 1


def _exchange(short: Sequence[list[int]], full: Sequence[list[int]], giver: int, taker: int) -> None:
    one = next(group for group in short if giver in group)
    other = next(group for group in full if taker in group)
    one[one.index(giver)] = taker
    other[other.index(taker)] = giver
