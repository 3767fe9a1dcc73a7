"""Perfect matchings of the greatest weight in general graphs, exact in whole numbers.

Edmonds' primal-dual method. It begins where linear programming ends (an assignment), and grows one
alternating tree at a time for the few people whom that leaves single. The result says which pairs any
heaviest perfect matching can have, so that a further, lesser wish can be granted among these alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Whole = npt.NDArray[np.int64]
    Truth = npt.NDArray[np.bool_]

FAR = 1 << 60
"""No edge. Weights are so small that sums of them stay far below."""

EXACT = 1 << 50
"""The range of a weight times the number of people stays below, so that prices stay far below FAR."""


BIDDINGS = 100
"""So often rows outbid each other for columns."""


@dataclass(frozen=True, slots=True)
class Heaviest:
    """A heaviest perfect matching, and what all of them have in common.

    ``mate``: the partner of each. ``tight``: the only pairs that a heaviest perfect matching can have.
    ``odd_sets``: it has as many of its pairs inside each of these sets as fit, so exactly one leaves it. The
    perfect matchings that keep both are the heaviest ones, all of them.
    """

    mate: list[int]
    tight: Truth
    odd_sets: tuple[Truth, ...]


def heaviest(weights: Whole, allowed: Truth) -> Heaviest | None:
    """Return a heaviest perfect matching, or None where there is no perfect matching.

    ``weights`` and ``allowed`` are square and symmetric; nobody is allowed with themselves.
    """
    import numpy as np

    n = len(weights)
    if n == 0:
        return Heaviest([], allowed.copy(), ())
    start = _relaxed(weights, allowed)
    if start is None:
        return None
    duals, mate = start
    forest = _Forest(np.where(allowed, 2 * weights, -FAR), duals, mate)
    for person in range(n):
        if mate[person] < 0 and not forest.match(person):
            return None
    return forest.result(allowed)


def _relaxed(weights: Whole, allowed: Truth) -> tuple[Whole, list[int]] | None:
    """Return the heaviest matching with halves: for twice the weights, its duals and the pairs that are whole in it.

    An assignment of everybody to somebody is a matching counted twice; its cycles of even length are matchings,
    those of odd length are left single.
    """
    import numpy as np

    n = len(weights)
    found = _assigned(np.where(allowed, -weights, FAR))
    if found is None:
        return None
    to, rows, columns = found
    duals = -(rows + columns)
    mate = [-1] * n
    seen = [False] * n
    for first in range(n):
        cycle = []
        person = first
        while not seen[person]:
            seen[person] = True
            cycle.append(person)
            person = int(to[person])
        if len(cycle) % 2:
            cycle.pop()
        for a, b in zip(cycle[::2], cycle[1::2], strict=True):
            mate[a], mate[b] = b, a
    return duals, mate


def _assigned(cost: Whole) -> tuple[list[int], Whole, Whole] | None:
    """Return the cheapest assignment of a column to each row, with prices of rows and columns that prove it.

    No cost is below the prices of its row and column together; those of the assignment are equal to it. (Kuhn 1955,
    with the shortest ways of Edmonds and Karp 1972: from all single rows at once, all columns equally near together.)
    """
    import numpy as np

    n = len(cost)
    columns = np.zeros(n, dtype=np.int64)
    to, by = np.full(n, -1), np.full(n, -1)
    for _ in range(BIDDINGS):
        single = np.flatnonzero(to < 0)
        left = cost[single] - columns
        at = np.arange(len(single))
        column = left.argmin(axis=1)
        least = left[at, column]
        left[at, column] = FAR
        gap = left.min(axis=1) - least
        bids = np.flatnonzero((gap > 0) & (gap < FAR // 2))
        if not bids.size:
            break
        bids = bids[gap[bids].argsort(kind="stable")]
        highest = np.full(n, -1)
        highest[column[bids]] = bids
        taken = np.flatnonzero(highest >= 0)
        bids = highest[taken]
        to[by[taken[by[taken] >= 0]]] = -1
        by[taken], to[single[bids]] = single[bids], taken
        columns[taken] -= gap[bids]
    rows = (cost - columns).min(axis=1)
    if rows.max() >= FAR // 2:
        return None
    free = by < 0
    for row in np.flatnonzero(to < 0):
        cheap = free & (cost[row] - columns == rows[row])
        column = int(cheap.argmax())
        if cheap[column]:
            to[row], by[column], free[column] = column, row, False
    while (roots := np.flatnonzero(to < 0)).size:
        distance, via = np.full(n, FAR), np.full(n, -1)
        reached, depth = np.zeros(n, dtype=bool), np.zeros(n, dtype=np.int64)
        origin = np.full(n, -1)
        origin[roots] = roots
        fresh, now = roots, 0
        while True:
            way = cost[fresh] - (rows[fresh] - now)[:, None] - columns
            best = way.argmin(axis=0)
            least = way[best, np.arange(n)]
            closer = least < distance
            distance[closer], via[closer] = least[closer], fresh[best[closer]]
            ahead = np.where(reached, FAR, distance)
            now = int(ahead.min())
            if now >= FAR // 2:
                return None
            ready = np.flatnonzero(ahead == now)
            if (ends := ready[by[ready] < 0]).size:
                break
            reached[ready] = True
            fresh = by[ready]
            depth[fresh], origin[fresh] = now, origin[via[ready]]
        grown = origin >= 0
        rows[grown] += now - depth[grown]
        columns[reached] -= now - distance[reached]
        for column in ends:
            if to[origin[via[column]]] < 0:  # else its tree has given another way already
                while column >= 0:
                    row = via[column]
                    by[column], to[row], column = row, column, to[row]
    return [int(column) for column in to], rows, columns


class _Forest:
    """Duals, matching and blossoms while the tree of one single person grows.

    People are 0 … n - 1, blossoms n and above. A blossom is an odd ring of children (people or blossoms);
    ``rings[b][k]`` joins child k to child k + 1. The child 0 holds its base, whose partner is outside.
    ``twice``: twice the weights, so that everything stays whole.
    """

    def __init__(self, twice: Whole, duals: Whole, mate: list[int]) -> None:
        import numpy as np

        n = len(twice)
        self.np = np
        self.twice = twice
        self.duals = duals
        self.mate = mate
        self.top = np.arange(n)
        self.base: dict[int, int] = {v: v for v in range(n)}
        self.people: dict[int, list[int]] = {v: [v] for v in range(n)}
        self.children: dict[int, list[int]] = {}
        self.rings: dict[int, list[tuple[int, int]]] = {}
        self.excess: dict[int, int] = {}
        self.fresh = n

    def result(self, allowed: Truth) -> Heaviest:
        """Return the matching as it is now, when nobody is single."""
        np = self.np
        slack = self.duals[:, None] + self.duals - self.twice
        odd = []
        for blossom, excess in self.excess.items():
            if excess:
                people = np.asarray(self.people[blossom])
                slack[people[:, None], people] += excess
                inside = np.zeros(len(self.duals), dtype=bool)
                inside[people] = True
                odd.append(inside)
        return Heaviest(self.mate, (slack == 0) & allowed, tuple(odd))

    def match(self, root: int) -> bool:
        """Grow a tree from a single person until it reaches another; return whether it does."""
        np = self.np
        n = len(self.duals)
        self.outer = np.zeros(n, dtype=bool)
        self.inner = np.zeros(n, dtype=bool)
        self.came: dict[int, tuple[int, int] | None] = {}
        self.inner_tops: set[int] = set()
        # the least slack between each person and an outer person of another blossom, and who that is
        self.near = np.full(n, FAR, dtype=np.int64)
        self.via = np.zeros(n, dtype=np.int64)
        self._outward(int(self.top[root]), None)
        while True:
            free = ~(self.outer | self.inner)
            reach = np.where(free, self.near, FAR)
            person = int(reach.argmin())
            step = int(reach[person])
            joint = np.where(self.outer, self.near, FAR)
            other = int(joint.argmin())
            half = int(joint[other]) // 2
            shrinking = [(self.excess[b], b) for b in self.inner_tops if b >= n]
            spare, blossom = min(shrinking, default=(FAR, -1))
            by = min(step, half, spare // 2)
            if by >= FAR // 4:
                return False
            if by:
                self._shift(by, free)
            if step == by:
                edge = int(self.via[person]), person
                if self.mate[self.base[int(self.top[person])]] < 0:
                    self._augment(edge)
                    return True
                self._grow(edge)
            elif half == by:
                self._shrink((int(self.via[other]), other))
            else:
                self._expand(blossom)

    def _shift(self, by: int, free: Truth) -> None:
        n = len(self.duals)
        self.duals[self.outer] -= by
        self.duals[self.inner] += by
        self.near[free] -= by
        self.near[self.outer] -= 2 * by
        for top in self.came:
            if top >= n:
                self.excess[top] += -2 * by if top in self.inner_tops else 2 * by

    def _outward(self, top: int, edge: tuple[int, int] | None) -> None:
        """Make an unmarked blossom outer; reached over ``edge`` from its partner."""
        self.came[top] = edge
        self.outer[self.people[top]] = True
        self._look(self.people[top], top)

    def _look(self, people: list[int], top: int) -> None:
        """Count the slack of newly outer people, all in one blossom, with everybody outside it."""
        np = self.np
        rows = np.asarray(people)
        slack = self.duals[rows][:, None] + self.duals - self.twice[rows]
        best = slack.argmin(axis=0)
        least = slack[best, np.arange(len(self.duals))]
        closer = (least < self.near) & (self.top != top)
        self.near[closer] = least[closer]
        self.via[closer] = rows[best[closer]]

    def _inward(self, top: int, edge: tuple[int, int]) -> None:
        self.came[top] = edge
        self.inner_tops.add(top)
        self.inner[self.people[top]] = True

    def _grow(self, edge: tuple[int, int]) -> None:
        top = int(self.top[edge[1]])
        self._inward(top, edge)
        base = self.base[top]
        partner = self.mate[base]
        self._outward(int(self.top[partner]), (base, partner))

    def _ancestors(self, person: int) -> list[int]:
        out = [int(self.top[person])]
        while (edge := self.came[out[-1]]) is not None:
            out.append(int(self.top[edge[0]]))
        return out

    def _shrink(self, edge: tuple[int, int]) -> None:
        """Join two outer people: the ring that closes is a new blossom, outer as a whole."""
        np = self.np
        one, other = self._ancestors(edge[0]), self._ancestors(edge[1])
        while len(one) > 1 and len(other) > 1 and one[-2] == other[-2]:
            one.pop()
            other.pop()
        down = one[::-1]
        up = other[:-1]
        ring = [self._reached(child) for child in down[1:]]
        ring.append(edge)
        for child in up:
            a, b = self._reached(child)
            ring.append((b, a))
        new = self.fresh
        self.fresh += 1
        children = down + up
        self.children[new] = children
        self.rings[new] = ring
        self.base[new] = self.base[children[0]]
        self.excess[new] = 0
        people = [p for child in children for p in self.people[child]]
        self.people[new] = people
        self.came[new] = self.came[children[0]]
        turned = [p for child in children if child in self.inner_tops for p in self.people[child]]
        for child in children:
            del self.came[child]
            self.inner_tops.discard(child)
        self.top[people] = new
        self.inner[turned] = False
        self.outer[people] = True
        if turned:
            self._look(turned, new)
        inside = np.asarray(people)
        rows = np.flatnonzero(self.outer & (self.top != new))
        self.near[inside] = FAR
        if rows.size:
            slack = self.duals[rows][:, None] + self.duals[inside] - self.twice[rows[:, None], inside]
            best = slack.argmin(axis=0)
            self.near[inside] = slack[best, np.arange(inside.size)]
            self.via[inside] = rows[best]

    def _reached(self, child: int) -> tuple[int, int]:
        edge = self.came[child]
        assert edge is not None  # only the root has none, and the root is no child on the way down
        return edge

    def _expand(self, blossom: int) -> None:
        """Take an inner blossom without excess apart; the way through it stays in the tree."""
        children, ring = self.children.pop(blossom), self.rings.pop(blossom)
        entry = self._reached(blossom)
        del self.came[blossom], self.excess[blossom], self.base[blossom]
        self.inner_tops.discard(blossom)
        people = self.people.pop(blossom)
        self.inner[people] = False
        for child in children:
            self.top[self.people[child]] = child
        at = children.index(int(self.top[entry[1]]))
        step = 1 if at % 2 else -1
        edge = entry
        while True:
            self._inward(children[at], edge)
            if at in (0, len(children)):
                return
            for outward in (True, False):
                a, b = ring[at] if step == 1 else ring[at - 1][::-1]
                at += step
                if outward:
                    self._outward(children[at], (a, b))
                else:
                    edge = a, b
            if at == len(children):
                at = 0

    def _augment(self, edge: tuple[int, int]) -> None:
        n = len(self.duals)
        person, partner = edge
        top = int(self.top[partner])
        if top >= n:
            self._rebase(top, partner)
        self.mate[partner] = person
        while True:
            top = int(self.top[person])
            if top >= n:
                self._rebase(top, person)
            self.mate[person] = partner
            back = self.came[top]
            if back is None:
                return
            inner = int(self.top[back[0]])
            person, partner = self._reached(inner)
            if inner >= n:
                self._rebase(inner, partner)
            self.mate[partner] = person

    def _rebase(self, blossom: int, person: int) -> None:
        """Change the matching inside a blossom so that this person's partner is outside."""
        n = len(self.duals)
        children, ring = self.children[blossom], self.rings[blossom]
        at = next(k for k, child in enumerate(children) if person in self.people[child])
        if children[at] >= n:
            self._rebase(children[at], person)
        size = len(children)
        k = at
        step = 1 if at % 2 else -1
        while k % size:
            k += step
            a, b = ring[k % size] if step == 1 else ring[(k - 1) % size][::-1]
            for child, end in ((children[k % size], a), (children[(k + step) % size], b)):
                if child >= n:
                    self._rebase(child, end)
            self.mate[a], self.mate[b] = b, a
            k += step
        self.children[blossom] = children[at:] + children[:at]
        self.rings[blossom] = ring[at:] + ring[:at]
        self.base[blossom] = person
