"""Tables of four and three from a schedule for a few more places: delete d that never meet.

Who sits at a short table in a round has just lost one of the d. The rounds are chosen and ordered so that
nobody sits at a second short table before everybody has sat at one (nor at a third before everybody at two,
…).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from tournaments.pairing.schedules.fours import Schedule

STEPS = 60_000


def delete(schedule: Schedule, places: int, d: int, rounds: int, steps: int = STEPS) -> Schedule | None:
    """Find a schedule for ``places`` − d places with short tables evenly spread; None if there is none.

    Tries the deletable sets in a fixed order and, for each, rounds depth first: at most ``steps`` in all.
    """
    if d == 0:
        return schedule[:rounds] if len(schedule) >= rounds else None
    companions = _companions(schedule, places)
    budget = [steps]
    for gone in _deletable(companions, places, d, rounds):
        budget[0] -= 1
        order = _even_order(companions, gone, places, len(schedule), rounds, budget)
        if order is not None:
            return _without(schedule, places, gone, order)
        if budget[0] <= 0:
            return None
    return None


def delete_any(schedule: Schedule, places: int, d: int, rounds: int) -> Schedule | None:
    """Delete places with no care for who sits at short tables: the first d that leave rounds enough."""
    companions = _companions(schedule, places)
    for gone in _deletable(companions, places, d, rounds):
        bits = sum(1 << p for p in gone)
        free = [r for r, row in enumerate(companions) if all(not row[p] & bits for p in gone)]
        return _without(schedule, places, gone, free[:rounds])
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


def _even_order(
    companions: Sequence[Sequence[int]],
    gone: tuple[int, ...],
    places: int,
    length: int,
    rounds: int,
    budget: list[int],
) -> list[int] | None:
    """Order rounds so that the visits to short tables stay within one of each other."""
    removed = sum(1 << p for p in gone)
    everyone = ((1 << places) - 1) & ~removed
    usable = []
    for r in range(length):
        row = companions[r]
        if all(not row[p] & removed for p in gone):
            visits = 0
            for p in gone:
                visits |= row[p]
            usable.append((r, visits))
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
