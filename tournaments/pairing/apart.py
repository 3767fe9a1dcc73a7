"""Seats people so that none sit together who must not, however few other ways there are: at a table, and
in the places of a schedule for the first rounds; and what is said of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from games.core.notices import Notice, every
from scoring.lots import Lots

MOST_EXCHANGES = 300

Pair = tuple[int, int]
MOST_TRIES = 100_000
"""So many places are looked at; small events are searched through long before."""


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


def together(groups: Sequence[Sequence[int]], banned: Collection[Pair]) -> list[Pair]:
    """Return the pairs that sit together though they must not."""
    table = {p: t for t, group in enumerate(groups) for p in group}
    return sorted((a, b) for a, b in banned if a in table and table[a] == table.get(b, -1))


def seated_apart(
    groups: Sequence[Sequence[int]], idle: Sequence[int], banned: Collection[Pair]
) -> tuple[list[list[int]], list[int]] | None:
    """Place the same people at tables of the same sizes, or with a bye, without a banned pair; None if there is no way.

    Only who has somebody to keep away from is searched for; each tries the own table first, and all others stay
    where they are as far as there is room.
    """
    home = {p: t for t, group in enumerate(groups) for p in group} | dict.fromkeys(idle, len(groups))
    foes: dict[int, set[int]] = {}
    for a, b in banned:
        if a in home and b in home:
            foes.setdefault(a, set()).add(b)
            foes.setdefault(b, set()).add(a)
    room = [*map(len, groups), len(idle)]
    order = sorted(foes, key=lambda p: (-len(foes[p]), p))
    place = _places(order, home, foes, room)
    if place is None:
        return None
    for p, t in place.items():
        room[t] -= 1
        assert room[t] >= 0, p
    waiting = []
    for p in sorted(home, key=lambda p: (home[p], p)):
        if p not in place:
            if room[home[p]]:
                room[home[p]] -= 1
                place[p] = home[p]
            else:
                waiting.append(p)
    for t, free in enumerate(room):
        for _ in range(free):
            place[waiting.pop(0)] = t
    seats: list[list[int]] = [[] for _ in room]
    for group in (*groups, idle):
        for p in group:  # who stays keeps the order of the seats
            if place[p] == home[p]:
                seats[place[p]].append(p)
    for p in sorted(home):
        if place[p] != home[p]:
            seats[place[p]].append(p)
    return seats[:-1], sorted(seats[-1])


def _places(
    order: Sequence[int], home: Mapping[int, int], foes: Mapping[int, set[int]], room: Sequence[int]
) -> dict[int, int] | None:
    """Find a table for each of these people by backtracking; None if there is no way. The last one is the bye."""
    left = list(room)
    place: dict[int, int] = {}
    last = len(room) - 1
    tries = 0

    def choices(p: int) -> list[int]:
        taken = {place[q] for q in foes[p] if q in place}
        return [
            t
            for t in sorted(range(len(room)), key=lambda t: (t != home[p], t == last, t))
            if left[t] and (t == last or t not in taken)
        ]

    stack = [choices(order[0])] if order else []
    while stack:
        person = order[len(stack) - 1]
        if person in place:
            left[place.pop(person)] += 1
        if not stack[-1]:
            stack.pop()
            continue
        tries += 1
        if tries > MOST_TRIES:
            return None
        table = stack[-1].pop(0)
        place[person] = table
        left[table] -= 1
        if len(stack) == len(order):
            return place
        stack.append(choices(order[len(stack)]))
    return None if order else {}
