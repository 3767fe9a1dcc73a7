"""Partnerships at tables of four: seats 1 and 3 against 2 and 4, who played with and against whom, and
seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.lots import Lots
from tournaments.pairing.core import Round

SEAT_STEPS = 1200
"""Tables turned in search of even seats."""


@dataclass(frozen=True, slots=True)
class Partnerships:
    """The number of times that two were partners, and opponents, over some rounds: (lower id, higher id) → times."""

    together: Mapping[tuple[int, int], int]
    against: Mapping[tuple[int, int], int]

    @classmethod
    def of(cls, rounds: Iterable[Round]) -> Partnerships:
        """Count over the tables of four of these rounds."""
        together: dict[tuple[int, int], int] = {}
        against: dict[tuple[int, int], int] = {}
        for round_ in rounds:
            for table in round_.tables:
                if len(set(table.seats)) != 4:
                    continue
                a, b, c, d = table.seats
                for x, y in ((a, c), (b, d)):
                    together[_key(x, y)] = together.get(_key(x, y), 0) + 1
                for x, y in opponents_of(table.seats):
                    against[_key(x, y)] = against.get(_key(x, y), 0) + 1
        return cls(together, against)

    def partners(self, a: int, b: int) -> int:
        return self.together.get(_key(a, b), 0)

    def opponents(self, a: int, b: int) -> int:
        return self.against.get(_key(a, b), 0)

    def cost(self, table: Sequence[int]) -> int:
        """Return the cost of a table's repeats: partners weigh most, then third oppositions, then second ones."""
        a, b, c, d = table
        partners = self.partners(a, c) + self.partners(b, d)
        opposed = [self.opponents(x, y) for x, y in opponents_of(table)]
        return 100 * partners + sum(10 * (k > 1) + (k > 0) for k in opposed)


def opponents_of(seats: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the four pairs of opponents of a table, in seat order."""
    a, b, c, d = seats
    return (a, b), (b, c), (c, d), (d, a)


def _key(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def orders(table: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the seat orders that keep partners opposite: four turns, and their reflections."""
    a, b, c, d = table
    return [t[k:] + t[:k] for t in (table, (a, d, c, b)) for k in range(4)]


def seat_partners(rounds: Sequence[Sequence[tuple[int, ...]]]) -> list[list[tuple[int, ...]]]:
    """Find seats for tables whose partners are given: (a, b, c, d) has the partners a, c and b, d, who stay opposite.

    First it is decided which pair of each table has seats 1 and 3, so that everybody has them about as
    often as 2 and 4: round by round, then by a search limited in counted steps (two pairs a table leave no
    proof that one always gets there). Then, of each pair, who has the lower seat: exactly even for
    everybody after every round, because a graph of degree two falls into paths and circles, which can be
    walked.
    """
    tables = [(r, t, table) for r, round_ in enumerate(rounds) for t, table in enumerate(round_)]
    first = _axes([table for _r, _t, table in tables])
    pairs: list[tuple[int, int]] = []
    for (_r, _t, (a, b, c, d)), side in zip(tables, first, strict=True):
        pairs += [(a, c), (b, d)] if side > 0 else [(b, d), (a, c)]
    lower = [0] * len(pairs)
    for axis in (0, 1):
        for k, who in zip(range(axis, len(pairs), 2), _walked(pairs[axis::2]), strict=True):
            lower[k] = who
    out: list[list[tuple[int, ...]]] = [[()] * len(round_) for round_ in rounds]
    for k, (r, t, _table) in enumerate(tables):
        odd, even = pairs[2 * k], pairs[2 * k + 1]
        one, two = lower[2 * k], lower[2 * k + 1]
        out[r][t] = (one, two, odd[0] + odd[1] - one, even[0] + even[1] - two)
    return out


def _axes(tables: Sequence[tuple[int, ...]]) -> list[int]:
    """Return 1 for each table whose first pair has seats 1 and 3, else −1, so that nobody's sum is far from 0."""
    lots = Lots(0, "partners", len(tables))
    excess: dict[int, int] = {p: 0 for table in tables for p in table}
    games: dict[int, list[int]] = {p: [] for p in excess}
    sides = []
    for k, (a, b, c, d) in enumerate(tables):
        tilt = excess[a] + excess[c] - excess[b] - excess[d]
        side = -1 if tilt > 0 or (tilt == 0 and lots.below(2)) else 1
        sides.append(side)
        for p in (a, c):
            excess[p] += side
        for p in (b, d):
            excess[p] -= side
        for p in (a, b, c, d):
            games[p].append(k)

    def flipped(k: int) -> int:
        a, b, c, d = tables[k]
        turn = 2 * sides[k]
        return sum(_far(excess[p] - turn, len(games[p])) - _far(excess[p], len(games[p])) for p in (a, c)) + sum(
            _far(excess[p] + turn, len(games[p])) - _far(excess[p], len(games[p])) for p in (b, d)
        )

    cost = sum(_far(e, len(games[p])) for p, e in excess.items())
    least, best = cost, sides[:]
    troubled: list[int] = []
    for _ in range(SEAT_STEPS):
        if not cost:
            break
        if not troubled:
            troubled = lots.shuffled(p for p, e in excess.items() if _far(e, len(games[p])))
        p = troubled.pop()
        change, _lot, k = min((flipped(k), lots.below(1000), k) for k in games[p])
        if change > 0 and lots.below(3):
            k = lots.choice(games[p])
            change = flipped(k)
        a, b, c, d = tables[k]
        for q in (a, c):
            excess[q] -= 2 * sides[k]
        for q in (b, d):
            excess[q] += 2 * sides[k]
        sides[k] = -sides[k]
        cost += change
        if cost < least:
            least, best = cost, sides[:]
    return best


def _far(excess: int, games: int) -> int:
    """Measure the excess unevenness of a player: 0 if halving each axis leaves four counts within one of each other."""
    odd, even = (games + excess) // 2, (games - excess) // 2
    spread = max(-(-odd // 2), -(-even // 2)) - min(odd // 2, even // 2)
    return max(0, spread - 1) ** 2 * 4 + (abs(excess) > 2)


def _walked(pairs: Sequence[tuple[int, int]]) -> list[int]:
    """Choose from each pair the player for the lower seat: of two consecutive pairs, a player is chosen in one."""
    games: dict[int, int] = {}
    at: dict[tuple[int, int], list[int]] = {}
    nodes: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for k, pair in enumerate(pairs):
        ends = []
        for p in pair:
            node = (p, games.get(p, 0) // 2)
            games[p] = games.get(p, 0) + 1
            at.setdefault(node, []).append(k)
            ends.append(node)
        nodes.append((ends[0], ends[1]))
    lower = [0] * len(pairs)
    starts = [n for n in at if len(at[n]) == 1] + list(at)
    for node in starts:
        while True:
            free = [k for k in at[node] if not lower[k]]
            if not free:
                break
            k = free[0]
            lower[k] = node[0]
            node = nodes[k][1] if nodes[k][0] == node else nodes[k][0]
    return lower
