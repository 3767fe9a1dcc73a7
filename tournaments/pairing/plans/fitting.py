"""Fits planned tables to the people who are there: some leave, some come in, sizes are put right."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from tournaments.pairing.schedules.shapes import Shape

Groups = list[tuple[int, ...]]


def fit(
    groups: Sequence[Sequence[int]],
    idle: Sequence[int],
    there: Collection[int],
    form: Shape,
    met: Callable[[int, int], int],
    owed: Callable[[int], int],
) -> tuple[Groups, tuple[int, ...]]:
    """Make tables of the given ``form`` for exactly the people ``there``, changing as little as it takes.

    ``met(a, b)`` counts meetings, ``owed(p)`` is higher for who should rather not be at a short table or
    have a bye. Where only some left and the sizes are right without further ado, nobody else moves.
    """
    left = [[p for p in group if p in there] for group in groups]
    left = [group for group in left if group]
    waiting = [p for p in idle if p in there]
    placed = {p for group in left for p in group} | set(waiting)
    waiting += sorted(p for p in there if p not in placed)
    if _right(left, waiting, form):
        return [tuple(g) for g in left], tuple(sorted(waiting))
    order = sorted(range(len(left)), key=lambda g: (-len(left[g]), g))
    kept = sorted(order[: form.tables])
    waiting += [p for g in order[form.tables :] for p in left[g]]
    tables = [left[g] for g in kept] + [[] for _ in range(form.tables - len(kept))]
    return _filled(tables, waiting, form, met, owed)


def _right(groups: Sequence[Sequence[int]], waiting: Sequence[int], form: Shape) -> bool:
    return len(waiting) == form.idle and sorted(map(len, groups)) == sorted(form.sizes)


def _filled(
    tables: list[list[int]],
    waiting: list[int],
    form: Shape,
    met: Callable[[int, int], int],
    owed: Callable[[int], int],
) -> tuple[Groups, tuple[int, ...]]:
    """Take people out of tables that are too full, and seat all who wait where they have met the fewest."""

    def strange(p: int, table: Sequence[int]) -> int:
        return sum(met(p, q) for q in table if q != p)

    order = sorted(range(len(tables)), key=lambda t: (-len(tables[t]), t))
    room = [0] * len(tables)
    for t, size in zip(order, sorted(form.sizes, reverse=True), strict=True):
        room[t] = size
        while len(tables[t]) > room[t]:
            out = max(tables[t], key=lambda p: (owed(p), strange(p, tables[t]), p))
            tables[t].remove(out)
            waiting.append(out)
    waiting.sort(key=lambda p: (-owed(p), p))
    while len(waiting) > form.idle:
        p = waiting.pop(0)
        open_tables = [t for t in range(len(tables)) if len(tables[t]) < room[t]]
        best = min(open_tables, key=lambda t: (strange(p, tables[t]), (room[t] == form.size) != bool(owed(p)), t))
        tables[best].append(p)
    return [tuple(t) for t in tables], tuple(sorted(waiting))
