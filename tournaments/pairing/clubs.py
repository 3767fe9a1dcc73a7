"""Players who should not meet in the first rounds: places in a schedule for them, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.core.notices import Notice, every
from scoring.lots import Lots

MOST_EXCHANGES = 300

Pair = tuple[int, int]


def club_notes(number: int, together: Iterable[Pair]) -> Iterator[Notice]:
    """Yield a sentence on the players who sit together though they should not."""
    met = sorted(together)
    if met:
        names = tuple(every(pair) for pair in met[:10])
        if len(met) <= 10:
            yield Notice("kept-apart-sit-together", round=number, pairs=names)
        else:
            yield Notice("many-kept-apart-sit-together", round=number, pairs=names, more=len(met) - 10)


def placed_apart(
    order: Sequence[int],
    rounds: Sequence[tuple[Sequence[Sequence[int]], frozenset[Pair]]],
    weights: dict[Pair, int],
    lots: Lots,
) -> list[int]:
    """Deal people to the places of a schedule, so that few meet who should not.

    ``order``: people by place, to begin with. ``rounds``: the tables (of places) of a round and the pairs to
    keep apart in it, for those rounds in which there are any. ``weights``: 1 where nothing is said. Exchanges
    two people as long as that helps; a schedule is as good whoever takes which place.
    """
    people = list(order)
    place = {p: i for i, p in enumerate(people)}
    sits = [{x: t for t, table in enumerate(tables) for x in table} for tables, _apart in rounds]
    others: list[dict[int, list[tuple[int, int]]]] = []
    for _tables, apart in rounds:
        mates: dict[int, list[tuple[int, int]]] = {}
        for a, b in sorted(apart):
            if a in place and b in place:
                weight = weights.get((a, b), 1)
                mates.setdefault(a, []).append((b, weight))
                mates.setdefault(b, []).append((a, weight))
        others.append(mates)

    def cost(p: int) -> int:
        at = place[p]
        total = 0
        for where, mates in zip(sits, others, strict=True):
            table = where.get(at, -1)
            if table >= 0:
                total += sum(w for q, w in mates.get(p, ()) if where.get(place[q], -2) == table)
        return total

    def swap(p: int, q: int) -> None:
        people[place[p]], people[place[q]] = q, p
        place[p], place[q] = place[q], place[p]

    for _ in range(MOST_EXCHANGES):
        troubled = [p for p in people if cost(p)]
        if not troubled:
            break
        moved = False
        for p in lots.shuffled(troubled):
            best, whom = 0, -1
            for q in lots.shuffled(people):
                if q == p:
                    continue
                before = cost(p) + cost(q)
                swap(p, q)
                change = cost(p) + cost(q) - before
                swap(p, q)
                if change < best:
                    best, whom = change, q
            if whom >= 0:
                swap(p, whom)
                moved = True
                break
        if not moved:
            break
    return people
