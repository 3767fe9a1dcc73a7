"""Search the starters of schedules in which nobody meets twice: ``python -m tools.starters 18 72 80``.

A starter is one round; the others are made by adding 1, 2, … to the places of each level
(``schedules.perfect.cyclic``).
What is asked of it is that each difference within a level, and between two levels, comes up at most once. At tables of
four there are three levels, and a turn of them takes the blocks of the starter into each other, so that a third of it
is enough. What was found lies in ``tournaments/pairing/schedules/starters.txt``; a test checks that nobody meets twice.
18 and 36 take seconds, 72 and 80 an hour: those that are kept were found by the same steps written in C.
"""

from __future__ import annotations

import math
import random
import sys
from itertools import combinations

Block = tuple[int, ...]

LEVELS = 3
HEAT = 0.24
"""How readily a step for the worse is taken: at this heat the least bad starters of 72 and 80 places are near."""


class Third:
    """A third of a starter at tables of four: values of Z_m, each with a level, in blocks of four.

    The turn takes (x, i) to (factor · x, i + 1). ``fixed`` places that no shift moves: three, which the turn takes into
    each other, or two, which stay. ``head``: the values that sit with them.
    """

    def __init__(self, m: int, fixed: int, factor: int, lots: random.Random) -> None:
        self.m, self.fixed, self.lots = m, fixed, lots
        self.powers = [pow(factor, k, m) for k in range(LEVELS)]
        self.values = lots.sample(range(m), m)
        self.levels = [lots.randrange(LEVELS) for _ in range(m)]
        self.head = 3 if fixed == 3 else 2
        self.counts: dict[tuple[int, int], int] = {}
        self.bad = 0
        for group in range(self.groups):
            self.count(group, 1)

    @property
    def groups(self) -> int:
        """Return the number of groups of slots: the head, and the blocks."""
        return 1 + (self.m - self.head) // 4

    def slots(self, group: int) -> range:
        """Return the slots of the head or of a block."""
        return range(self.head) if group == 0 else range(self.head + 4 * group - 4, self.head + 4 * group)

    def group_of(self, slot: int) -> int:
        """Return the group that a slot is in."""
        return 0 if slot < self.head else 1 + (slot - self.head) // 4

    def point(self, slot: int) -> tuple[int, int]:
        """Return the place at a slot: a value and a level."""
        level = self.levels[slot]
        return self.values[slot] * self.powers[level] % self.m, level

    def differences(self, group: int) -> list[tuple[int, int]]:
        """Return the differences that a group uses: (0, d) within a level, (1, d) from a level to the next."""
        m = self.m
        if group == 0 and self.head == 2:
            return [(1, self.values[k] * (self.powers[1] - 1) % m) for k in range(2)]
        if group == 0:
            points = [(self.values[k], k) for k in range(3)]
        else:
            points = [self.point(slot) for slot in self.slots(group)]
        found = []
        for (x, i), (y, j) in combinations(points, 2):
            if i == j:
                d = (x - y) * self.powers[-i % LEVELS] % m
                found.append((0, min(d, m - d)))
            else:
                if (j - i) % LEVELS == 2:
                    x, i, y = y, j, x
                found.append((1, (y - x) * self.powers[-i % LEVELS] % m))
        return found

    def count(self, group: int, by: int) -> None:
        """Add or take away the differences of a group. Those that must not be count as bad."""
        for difference in self.differences(group):
            before = self.counts.get(difference, 0)
            self.counts[difference] = before + by
            if difference in self.never:
                self.bad += by
            else:
                self.bad += max(0, before + by - 1) - max(0, before - 1)

    @property
    def never(self) -> tuple[tuple[int, int], ...]:
        """Return the differences of the pairs that do not meet at all."""
        return ((1, 0),) if self.fixed == 3 else ((0, self.m // 2),)

    def step(self, heat: float) -> None:
        """Exchange two values, or give one another level; keep it if it is better, or by luck."""
        lots = self.lots
        a, b = lots.randrange(self.m), lots.randrange(self.m)
        groups = {self.group_of(a), self.group_of(b)}
        before = self.bad
        level = lots.randrange(LEVELS) if lots.random() < 0.5 else -1
        for group in groups:
            self.count(group, -1)
        old = self.levels[a]
        if level < 0:
            self.values[a], self.values[b] = self.values[b], self.values[a]
        else:
            self.levels[a] = level
        for group in groups:
            self.count(group, 1)
        worse = self.bad - before
        if worse <= 0 or lots.random() < math.exp(-worse / heat):
            return
        for group in groups:
            self.count(group, -1)
        if level < 0:
            self.values[a], self.values[b] = self.values[b], self.values[a]
        else:
            self.levels[a] = old
        for group in groups:
            self.count(group, 1)

    def starter(self) -> list[Block]:
        """Return the whole starter: a place is level · m + value, the fixed ones come last."""
        m = self.m
        out: list[Block] = []
        if self.head == 2:
            for k in range(2):
                points = [level * m + self.values[k] * self.powers[level] % m for level in range(LEVELS)]
                out.append((*points, LEVELS * m + k))
        for turn in range(LEVELS):
            if self.head == 3:
                points = [(k + turn) % LEVELS * m + self.values[k] for k in range(3)]
                out.append((*sorted(points), LEVELS * m + turn))
            for group in range(1, self.groups):
                points = []
                for slot in self.slots(group):
                    x, level = self.point(slot)
                    points.append((level + turn) % LEVELS * m + x * self.powers[turn] % m)
                out.append(tuple(sorted(points)))
        return sorted(out)


def fours(n: int, seed: int) -> list[Block]:
    """Return a starter for n places at tables of four."""
    m, fixed = (n // 3 - 1, 3) if n % 3 == 0 else ((n - 2) // 3, 2)
    factor = 1 if fixed == 3 else next(f for f in range(2, m) if pow(f, 3, m) == 1)
    lots = random.Random(seed)
    while True:
        third = Third(m, fixed, factor, lots)
        for _ in range(20_000_000):
            third.step(HEAT)
            if third.bad == 0:
                return third.starter()
        print(n, "again, left", third.bad, file=sys.stderr, flush=True)


def threes_18(seed: int = 0) -> list[list[Block]]:
    """Return two starters for 18 places at tables of three: four levels of Z_4 and two fixed places.

    Each pair of places but those two apart in a level, and the fixed ones, meets in one of the eight rounds.
    """
    lots = random.Random(seed)
    while True:
        rounds = [lots.sample(range(18), 18) for _ in range(2)]
        counts = dict.fromkeys(filter(None, (_orbit(p, q) for p, q in combinations(range(18), 2))), 0)

        def bad(tables: list[list[int]], by: int, counts: dict[Block, int] = counts) -> int:
            """Count the pairs of tables in or out; return how many must not be there, or are there again."""
            worse = 0
            for table in tables:
                for p, q in combinations(sorted(table), 2):
                    orbit = _orbit(p, q)
                    if orbit is None:
                        worse += by
                        continue
                    worse += by * ((counts[orbit] + (by < 0) * by) > 0)
                    counts[orbit] += by
            return worse

        left = bad([row[t : t + 3] for row in rounds for t in range(0, 18, 3)], 1)
        heat = 0.8
        for _ in range(300_000):
            row, a, b = rounds[lots.randrange(2)], lots.randrange(18), lots.randrange(18)
            if a // 3 == b // 3:
                continue
            spans = [slice(k // 3 * 3, k // 3 * 3 + 3) for k in (a, b)]
            before = left
            left += bad([row[span] for span in spans], -1)
            row[a], row[b] = row[b], row[a]
            left += bad([row[span] for span in spans], 1)
            if left > before and lots.random() >= math.exp((before - left) / heat):
                left += bad([row[span] for span in spans], -1)
                row[a], row[b] = row[b], row[a]
                left += bad([row[span] for span in spans], 1)
            if left == 0:
                return [sorted(tuple(sorted(row[t : t + 3])) for t in range(0, 18, 3)) for row in rounds]
            heat = max(0.25, heat * 0.99998)


def _orbit(p: int, q: int) -> Block | None:
    """Return what the shifts make of a pair, p below q; None for a pair that must not meet."""
    if p >= 16:
        return None
    if q >= 16:
        return p // 4, q
    apart = (q - p) % 4
    if p // 4 != q // 4:
        return p // 4, q // 4, apart
    return None if apart == 2 else (p // 4, q // 4, 1)


def main() -> None:
    """Print a starter for each number of places asked for."""
    for n in map(int, sys.argv[1:]):
        for base in threes_18() if n == 18 else [fours(n, n)]:
            print(n, "|".join(" ".join(map(str, block)) for block in base), flush=True)


if __name__ == "__main__":
    main()
