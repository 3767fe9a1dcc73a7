"""Matchings in general graphs: Edmonds' blossom algorithm, with priorities on the people to be matched."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence


def matched(
    neighbours: Mapping[int, Sequence[int]], priority: Iterable[int], start: Mapping[int, int] | None = None
) -> dict[int, int]:
    """Find a largest matching in which ``priority`` is served from its first to its last, as far as can be.

    ``neighbours`` is symmetric; ``start`` is a matching to begin with (symmetric too), whose people stay
    matched, perhaps to others. An augmenting path leaves everybody matched who was, and where there is none
    somebody further down may give way, so serving greedily is optimal: the sets of people that can be matched
    are a matroid. Returns person → partner, both ways. O(n³).
    """
    mate = dict(start or {})
    order = list(priority)
    served = set(mate)
    for rank, person in enumerate(order):
        if person not in mate:
            reached = _augment(neighbours, mate, person)
            later = (p for p in reversed(order[rank + 1 :]) if p in reached and p not in served)
            if reached and (last := next(later, None)) is not None:
                _instead(neighbours, mate, person, last)
        served.add(person)
    return mate


def _instead(neighbours: Mapping[int, Sequence[int]], mate: dict[int, int], person: int, last: int) -> None:
    """Match ``person`` at the cost of ``last``, whom an even alternating path joins to them."""
    del mate[mate.pop(last)]
    without = {p: [q for q in near if q != last] for p, near in neighbours.items() if p != last}
    _augment(without, mate, person)


def _augment(neighbours: Mapping[int, Sequence[int]], mate: dict[int, int], root: int) -> set[int]:
    """Find an augmenting path from ``root`` and flip it; blossoms are shrunk to their base (Edmonds 1965).

    Returns an empty set, or where there is no such path those whom an even alternating path reaches.
    """
    parent: dict[int, int] = {}
    base: dict[int, int] = {}
    outer = {root}
    queue = deque([root])

    def base_of(v: int) -> int:
        return base.get(v, v)

    def meeting_point(a: int, b: int) -> int:
        seen = set()
        while True:
            a = base_of(a)
            seen.add(a)
            if a not in mate or a == root:
                break
            a = parent[mate[a]]
        while True:
            b = base_of(b)
            if b in seen:
                return b
            b = parent[mate[b]]

    def mark(v: int, point: int, child: int, blossom: set[int]) -> None:
        while base_of(v) != point:
            blossom.add(base_of(v))
            blossom.add(base_of(mate[v]))
            parent[v] = child
            child = mate[v]
            v = parent[mate[v]]

    nodes = list(neighbours)
    while queue:
        v = queue.popleft()
        for w in neighbours[v]:
            if base_of(v) == base_of(w) or mate.get(v) == w:
                continue
            if w == root or (w in mate and mate[w] in parent):
                point = meeting_point(v, w)
                blossom: set[int] = set()
                mark(v, point, w, blossom)
                mark(w, point, v, blossom)
                for u in nodes:
                    if base_of(u) in blossom:
                        base[u] = point
                        if u not in outer:
                            outer.add(u)
                            queue.append(u)
            elif w not in parent:
                parent[w] = v
                if w not in mate:
                    _flip(mate, parent, w)
                    return set()
                outer.add(mate[w])
                queue.append(mate[w])
    return outer


def _flip(mate: dict[int, int], parent: Mapping[int, int], end: int) -> None:
    v: int | None = end
    while v is not None:
        before = parent[v]
        after = mate.get(before)
        mate[v], mate[before] = before, v
        v = after
