"""Matchings without weights: can everybody be paired, and who could be left over?

Whom a person may meet is a whole number with a bit for each; that is fast enough to ask after every bracket.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Completion:
    """A matching as large as can be among some people. ``meets[a]``: whom a may meet, symmetric.

    ``mate``: the partner of each, -1 without one; ``alone``: who has none.
    """

    def __init__(self, meets: Sequence[int], people: int, start: Sequence[int] = ()) -> None:
        """Begin with the partners of ``start`` where both are in ``people``, the places of those present as bits."""
        self.meets = meets
        self.people = people
        self.mate = [-1] * len(meets)
        for a, b in enumerate(start):
            if b > a and people >> a & 1 and people >> b & 1 and meets[a] >> b & 1:
                self.mate[a], self.mate[b] = b, a
        self.alone = people
        for a in bits(people):
            if self.mate[a] >= 0:
                self.alone &= ~(1 << a)
        for a in bits(self.alone):
            if self.mate[a] < 0 and (near := meets[a] & self.alone):
                b = (near & -near).bit_length() - 1
                self.mate[a], self.mate[b] = b, a
                self.alone &= ~(1 << a | 1 << b)
        for a in bits(self.alone):
            if self.mate[a] < 0:
                self._search(a)

    def could_be_alone(self) -> int:
        """Return the people who could be the one left over, as bits; 0 where nobody is, or more than one."""
        if self.alone.bit_count() != 1:
            return 0
        return self._search(self.alone.bit_length() - 1)

    def _search(self, root: int) -> int:
        """Match one more person (Edmonds 1965), and return 0; else return the people who could be single instead."""
        meets, mate = self.meets, self.mate
        base = list(range(len(meets)))
        inside = {root: 1 << root}  # by base: who is in the blossom
        parent = [-1] * len(meets)
        outer = 1 << root
        unseen = self.people & ~outer
        queue = deque([root])
        while queue:
            a = queue.popleft()
            while near := meets[a] & (unseen | outer & ~inside[base[a]]):
                if single := near & unseen & self.alone:
                    self._flip(parent, a, (single & -single).bit_length() - 1)
                    return 0
                b = (near & -near).bit_length() - 1
                if outer >> b & 1:
                    self._shrink(a, b, base, inside, parent, queue)
                    outer |= inside[base[a]]
                else:
                    c = mate[b]
                    parent[b] = a
                    unseen &= ~(1 << b | 1 << c)
                    outer |= 1 << c
                    inside[c] = 1 << c
                    queue.append(c)
        return outer

    def _shrink(
        self, a: int, b: int, base: list[int], inside: dict[int, int], parent: list[int], queue: deque[int]
    ) -> None:
        point = self._meeting_point(a, b, base, parent)
        ring = inside[point]
        for start, other in ((a, b), (b, a)):
            v, child = start, other
            while base[v] != point:
                partner = self.mate[v]
                for w in (v, partner):
                    ring |= inside.get(base[w], 1 << w)
                parent[v] = child
                child = partner
                v = parent[partner]
        for v in bits(ring & ~inside[point]):
            if v == base[v] and v not in inside:  # was an inner person, can be reached from outside now
                queue.append(v)
            base[v] = point
        inside[point] = ring

    def _meeting_point(self, a: int, b: int, base: list[int], parent: list[int]) -> int:
        seen = set()
        v = base[a]
        while True:
            seen.add(v)
            if self.mate[v] < 0:
                break
            v = base[parent[self.mate[v]]]
        v = base[b]
        while v not in seen:
            v = base[parent[self.mate[v]]]
        return v

    def _flip(self, parent: list[int], a: int, b: int) -> None:
        self.alone &= ~(1 << b)
        while True:
            following = self.mate[a]
            self.mate[a], self.mate[b] = b, a
            if following < 0:
                self.alone &= ~(1 << a)
                return
            b = following
            a = parent[b]
