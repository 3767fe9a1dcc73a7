"""The graphs under the pairing systems: matchings in general graphs by Edmonds' blossom algorithm, edge colourings of
bipartite graphs, by which seats are balanced, and the cheapest assignment of a few players to as many seats."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

Edges = Sequence[tuple[int, int]]


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


def split_colours(edges: Edges, colours: int) -> list[int]:
    """Colour a graph with no degree above ``colours`` (a power of two) properly in so many colours.

    Edges are (left node, right node), both sides numbered from 0. Returns a colour an edge.
    """
    out = [0] * len(edges)
    parts = [list(range(len(edges)))]
    while colours > 1:
        halves: list[list[int]] = []
        for part in parts:
            side = euler_split([edges[e] for e in part])
            two: tuple[list[int], list[int]] = ([], [])
            for e, s in zip(part, side, strict=True):
                two[s].append(e)
                out[e] = 2 * out[e] + s
            halves += two
        parts = halves
        colours //= 2
    return out


def euler_split(edges: Edges) -> list[int]:
    """Halve a bipartite multigraph: at every node the two halves differ by at most one edge.

    Odd nodes are joined to a helper on the other side; then closed trails are walked, and an edge is 0 if it
    was walked from left to right. In a bipartite graph that alternates.
    """
    left = max((u for u, _v in edges), default=-1) + 1
    right = max((v for _u, v in edges), default=-1) + 1
    helper_left, first_right, helper_right = left, left + 1, left + 1 + right
    ends = [(u, first_right + v) for u, v in edges]
    degree = [0] * (helper_right + 1)
    for u, v in ends:
        degree[u] += 1
        degree[v] += 1
    odd_left = [u for u in range(left) if degree[u] & 1]
    odd_right = [v for v in range(first_right, helper_right) if degree[v] & 1]
    ends += [(u, helper_right) for u in odd_left]
    ends += [(helper_left, v) for v in odd_right]
    if len(odd_left) & 1:
        ends.append((helper_left, helper_right))
    touching: list[list[int]] = [[] for _ in range(helper_right + 1)]
    for e, (u, v) in enumerate(ends):
        touching[u].append(e)
        touching[v].append(e)
    used = [False] * len(ends)
    side = [0] * len(ends)
    for start in range(helper_right + 1):
        while touching[start]:
            node = start
            while touching[node]:
                e = touching[node].pop()
                if used[e]:
                    continue
                used[e] = True
                u, v = ends[e]
                if node == u:
                    node = v
                else:
                    side[e] = 1
                    node = u
    return side[: len(edges)]


def konig_colours(edges: Edges, colours: int) -> list[int]:
    """Colour a graph likewise for any number of colours, by alternating paths."""
    left = max((u for u, _v in edges), default=-1) + 1
    right = max((v for _u, v in edges), default=-1) + 1
    # at[node][colour] is the edge of that colour there, or -1; right nodes follow the left ones
    at = [[-1] * colours for _ in range(left + right)]
    out = [-1] * len(edges)
    ends = [(u, left + v) for u, v in edges]
    for e, (u, v) in enumerate(ends):
        free, other = at[u].index(-1), at[v].index(-1)
        if at[v][free] != -1:
            path = []
            node, colour = v, free
            while (f := at[node][colour]) != -1:
                path.append(f)
                node = ends[f][0] if node == ends[f][1] else ends[f][1]
                colour = free + other - colour
            for f in path:
                for node in ends[f]:
                    at[node][out[f]] = -1
            for f in path:
                out[f] = free + other - out[f]
                for node in ends[f]:
                    at[node][out[f]] = f
        out[e] = free
        at[u][free] = at[v][free] = e
    return out


def cheapest(prices: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return for each seat the row (the player) that takes it, so that the prices add up to least.

    ``prices[player][seat]``, as many players as seats: over sets of players, 2ⁿ·n steps, so for few. Of equal sums the
    first in the order of rows is taken.
    """
    players = len(prices)
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(players):
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken, (spent, order) in best.items():
            for player in range(players):
                if not taken >> player & 1:
                    option = spent + prices[player][seat], (*order, player)
                    known = following.get(taken | 1 << player)
                    if known is None or option < known:
                        following[taken | 1 << player] = option
        best = following
    return best[(1 << players) - 1][1]
