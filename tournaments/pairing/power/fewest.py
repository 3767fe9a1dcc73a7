"""The fewest meetings, exactly, where the search has left some: an exact cover of the players by tables.

Only short tables, forbidden pairs and meetings count here; the search then goes on from what is found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.pairing.power.cost import Field, Weights

MOST_PEOPLE = {2: 40, 3: 40, 4: 40, 5: 28, 6: 23}
"""By the size of the largest table: so many people have some 100,000 possible tables."""

Option = tuple[int, int, tuple[int, ...]]
"""Cost, players as bits, players."""


@dataclass(slots=True)
class _Work:
    """Steps left; counted, not timed, so that the answer is the same on every machine."""

    left: int

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise _Exhausted


class _Exhausted(Exception):
    """The steps are used up."""


def fewer_meetings(field: Field, w: Weights, tables: list[list[int]], steps: int) -> tuple[list[list[int]], bool]:
    """Find tables with the least cost in short tables and meetings, starting from ``tables`` and with their sizes, and
    whether that is proven.

    The first tables of an equal cost are kept. ``steps`` bounds the work: tables looked at, in all.
    """
    work = _Work(steps)
    best = tables
    try:
        while True:
            if not avoidable(field, w, best):
                return best, True
            budget = sum(_cost(field, w, t) for t in best) - 1
            cover = _cover(field, w, [len(t) for t in tables], budget, work)
            if cover is None:
                return best, True
            best = cover
    except _Exhausted:
        return best, False


def avoidable(field: Field, w: Weights, tables: list[list[int]]) -> bool:
    """Return whether these tables cost more in short tables and meetings than the short tables alone must."""
    forced = sum(sorted(field.visits)[: sum(len(t) for t in tables if len(t) != field.size)])
    return sum(_cost(field, w, t) for t in tables) > w.visit * forced


def _cost(field: Field, w: Weights, table: list[int]) -> int:
    """Return the part of a table's cost that outweighs scores."""
    meetings = 0
    for i, a in enumerate(table):
        for b in table[i + 1 :]:
            meetings += field.met[a].get(b, 0)
            if (min(a, b), max(a, b)) in field.apart:
                meetings += w.clash
    visits = sum(field.visits[p] for p in table) if len(table) != field.size else 0
    return w.visit * visits + w.meeting * meetings


def _cover(field: Field, w: Weights, sizes: list[int], budget: int, work: _Work) -> list[list[int]] | None:
    """Find tables of these sizes that cost ``budget`` at most in all, or None where there are none."""
    left = Counter(sizes)
    options: list[Option] = []
    for size in left:
        for cost, table in _affordable(field, w, size, budget, work):
            options.append((cost, sum(1 << p for p in table), table))
    # Cheap tables first, of those the ones close in score.
    options.sort(key=lambda o: (o[0], field.scores[o[2][0]] - field.scores[o[2][-1]], o[2]))
    return _solve(max(sizes), options, (1 << len(field)) - 1, left, budget, work)


def _affordable(field: Field, w: Weights, size: int, budget: int, work: _Work) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield every table of this size within the budget, built player by player."""
    people = len(field)
    visit = [w.visit * v if size != field.size else 0 for v in field.visits]
    between = [
        [
            w.meeting * (field.met[a].get(b, 0) + (w.clash if (min(a, b), max(a, b)) in field.apart else 0))
            for b in range(people)
        ]
        for a in range(people)
    ]
    partial: list[tuple[int, tuple[int, ...]]] = [(visit[p], (p,)) for p in range(people) if visit[p] <= budget]
    for _ in range(size - 1):
        longer: list[tuple[int, tuple[int, ...]]] = []
        for cost, table in partial:
            work.spend(people - table[-1])
            for p in range(table[-1] + 1, people):
                total = cost + visit[p] + sum(between[q][p] for q in table)
                if total <= budget:
                    longer.append((total, (*table, p)))
        partial = longer
    yield from partial


def _solve(
    size: int, options: list[Option], free: int, unused: Counter[int], budget: int, work: _Work
) -> list[list[int]] | None:
    """Cover the free players; the one with the fewest tables left is seated first.

    The options are sorted by cost, so a player's first is their cheapest. A table's cost counts once for
    each of its players, so all tables cost at least the sum of these divided by the largest ``size``.
    ``unused``: tables left of each size.
    """
    if not free:
        return []
    work.spend(len(options) + 1)
    count: dict[int, int] = {}
    least = 0
    for cost, _, table in options:
        for p in table:
            if p in count:
                count[p] += 1
            else:
                count[p] = 1
                least += cost
    if len(count) < free.bit_count() or least > size * budget:
        return None
    first = min(count, key=lambda p: (count[p], p))
    for cost, mask, table in options:
        if not mask >> first & 1:
            continue
        left, fewer = budget - cost, unused - Counter((len(table),))
        if left < 0 or not unused[len(table)]:
            continue
        work.spend(len(options))
        rest = [o for o in options if not o[1] & mask and o[0] <= left and fewer[len(o[2])]]
        solution = _solve(size, rest, free & ~mask, fewer, left, work)
        if solution is not None:
            return [list(table), *solution]
    return None
