"""Seats people so that none sit together who must not, however few other ways there are."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

MOST_TRIES = 100_000
"""So many places are looked at; small events are searched through long before."""

Pair = tuple[int, int]


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
