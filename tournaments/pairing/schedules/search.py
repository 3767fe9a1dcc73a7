"""Local search over schedules: fewer repeated meetings, short tables and byes evenly spread.

The cost is Σ over pairs of m(m − 1)/2 for m meetings, plus one for a pair that never meets, plus a weight
for every round after which a player has been at more (or fewer) short tables, or had more byes, than an
even spread allows. The search is a tabu search: it takes somebody whose table costs something and makes the
best exchange with anybody else of that round. It is limited by a number of exchanges looked at, never by
time. On its way it may pass through uneven states; what it gives back is the most even it has seen, and among
those the cheapest, so that from an even draft an even one comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from scoring.lots import Lots
from tournaments.pairing.core import Progress

FORBIDDEN = 100_000
"""Earlier meetings that a pair which must not meet is taken to have had; its negative joins two people."""

EVEN = 4
"""Weight of a visit too many or too few, squared, a round; 0 where it does not matter."""

UNEVEN = 1_000
"""The same weight when drafts are compared: more than any repeated meetings, less than a forbidden one."""

ANY = 1 << 30
"""More visits than anybody can have."""

FULL, SHORT, IDLE = 0, 1, 2


@dataclass(slots=True)
class Draft:
    """Rounds in the making over people 0 … n − 1: tables, those with a bye, and what was before.

    ``met[x][y]``: earlier meetings (or FORBIDDEN). ``short[x]``, ``idle[x]``: earlier visits to short
    tables and byes. ``size`` is a full table. ``at_end``: evenness counts after the last round only.
    """

    tables: list[list[list[int]]]
    byes: list[list[int]]
    size: int
    met: list[list[int]]
    short: list[int] = field(default_factory=list)
    idle: list[int] = field(default_factory=list)
    even: int = EVEN
    at_end: bool = False

    @property
    def people(self) -> int:
        return len(self.met)

    def copy(self) -> list[list[list[int]]]:
        """Return the groups of each round, those with a bye last."""
        return [[*(t[:] for t in tables), byes[:]] for tables, byes in zip(self.tables, self.byes, strict=True)]


def no_meetings(people: int) -> list[list[int]]:
    return [[0] * people for _ in range(people)]


class Search:
    """The state of the search; ``cost`` is exact at any time."""

    def __init__(self, draft: Draft) -> None:
        n = draft.people
        self.people = n
        self.size = draft.size
        self.even = draft.even
        self.at_end = draft.at_end
        self.groups = draft.copy()
        self.kinds = [[*(FULL if len(t) == draft.size else SHORT for t in round_[:-1]), IDLE] for round_ in self.groups]
        self.where = [[-1] * n for _ in self.groups]
        self.met = [row[:] for row in draft.met]
        self.joining = [[_joining(m) for m in row] for row in self.met]
        self.leaving = [[-_joining(m - 1) for m in row] for row in self.met]
        self.shifts: list[dict[int, int]] = [{} for _ in range(n)]
        self.visits = [[[start] * len(self.groups) for start in (had or [0] * n)] for had in (draft.short, draft.idle)]
        self.joined = {
            x: {y for y in range(n) if row[y] <= -FORBIDDEN // 2} for x, row in enumerate(self.met) if min(row) < 0
        }
        self.cost = 0
        for i, round_ in enumerate(self.groups):
            for g, group in enumerate(round_):
                for x in group:
                    self.where[i][x] = g
                if self.kinds[i][g] != IDLE:
                    for k, x in enumerate(group):
                        for y in group[k + 1 :]:
                            self._meet(x, y, 1)
                if self.kinds[i][g] != FULL:
                    for x in group:
                        self._visit(x, self.kinds[i][g] - 1, i, 1)
        self.windows = [self._window(kind) for kind in (0, 1)]
        self.uneven = sum(self._off(x, kind, i) for kind in (0, 1) for x in range(n) for i in range(len(self.groups)))
        self.cost += self.even * self.uneven

    @property
    def worth(self) -> int:
        """Return the value that drafts are compared by, lower being better: evenness first, then the cost."""
        return self.cost + UNEVEN * self.uneven

    def _window(self, kind: int) -> list[tuple[int, int]]:
        """Return the even spread of the visits after each round: (least, most)."""
        out = []
        for i, round_ in enumerate(self.groups):
            if self.at_end and i < len(self.groups) - 1:
                out.append((0, ANY))
                continue
            there = [x for x in range(self.people) if self.where[i][x] >= 0]
            total = sum(self.visits[kind][x][i] for x in there)
            out.append((total // len(there), -(-total // len(there))) if there else (0, 0))
            del round_
        return out

    def _off(self, x: int, kind: int, i: int) -> int:
        """Return the squared distance of a player's visits after a round from the even spread; 0 for one not there."""
        if self.where[i][x] < 0 or not self.even:
            return 0
        visits = self.visits[kind][x][i]
        least, most = self.windows[kind][i]
        off = least - visits if visits < least else visits - most if visits > most else 0
        return off * off

    def _meet(self, x: int, y: int, by: int) -> None:
        m = self.met[x][y]
        # what joining and leaving cost, as `_joining` has it; this is the busiest line of the search
        self.cost += self.joining[x][y] if by > 0 else self.leaving[x][y]
        m += by
        self.met[x][y] = self.met[y][x] = m
        self.joining[x][y] = self.joining[y][x] = m or -1
        self.leaving[x][y] = self.leaving[y][x] = 1 - m if m != 1 else 1

    def _visit(self, x: int, kind: int, i: int, by: int) -> None:
        row = self.visits[kind][x]
        for k in range(i, len(row)):
            row[k] += by
        self.shifts[x].clear()

    def shift(self, x: int, i: int, old: int, new: int) -> int:
        """Return the change in the cost if a player goes from a group of one kind to another in round i."""
        if old == new or not self.even:
            return 0
        known = self.shifts[x]
        key = (i * 3 + old) * 3 + new
        if key not in known:
            known[key] = self._shift(x, i, old, new)
        return known[key]

    def _shift(self, x: int, i: int, old: int, new: int) -> int:
        total = 0
        for kind, by in ((old - 1, -1), (new - 1, 1)):
            if kind < 0:
                continue
            row, windows = self.visits[kind][x], self.windows[kind]
            for k in range(i, len(row)):
                if self.where[k][x] < 0:
                    continue
                least, most = windows[k]
                visits = row[k]
                before = least - visits if visits < least else visits - most if visits > most else 0
                visits += by
                after = least - visits if visits < least else visits - most if visits > most else 0
                total += after * after - before * before
        return self.even * total

    def exchange(self, i: int, x: int, y: int) -> None:
        """Let two people of different groups of a round change places."""
        a, b = self.where[i][x], self.where[i][y]
        old, new = self.kinds[i][a], self.kinds[i][b]
        if old != new and self.even:
            shifted = self.shift(x, i, old, new) + self.shift(y, i, new, old)
            self.cost += shifted
            self.uneven += shifted // self.even
        for kind, by in ((old - 1, -1), (new - 1, 1)):
            if kind >= 0 and old != new:
                self._visit(x, kind, i, by)
                self._visit(y, kind, i, -by)
        first, second = self.groups[i][a], self.groups[i][b]
        for group, goes, comes, kind in ((first, x, y, old), (second, y, x, new)):
            if kind != IDLE:
                for q in group:
                    if q != goes:
                        self._meet(goes, q, -1)
                        self._meet(comes, q, 1)
        first[first.index(x)] = y
        second[second.index(y)] = x
        self.where[i][x], self.where[i][y] = b, a

    def trouble(self) -> list[tuple[int, int]]:
        """Return (round, player) of everybody whose table repeats a meeting, or whose visits are uneven."""
        out = []
        for i, round_ in enumerate(self.groups):
            kinds = self.kinds[i]
            counted = len(self.groups) - 1 if self.at_end else i
            for g, group in enumerate(round_):
                if kinds[g] != IDLE:
                    for x in group:
                        row = self.met[x]
                        if (
                            any(row[q] > 1 for q in group if q != x)
                            or (kinds[g] == SHORT and self._off(x, 0, counted))
                            or (x in self.joined and not self.joined[x] <= {*group})
                        ):
                            out.append((i, x))
                else:
                    out += [(i, x) for x in group if self._off(x, 1, counted)]
        return out

    def best_exchange(
        self, i: int, x: int, banned: dict[tuple[int, int, int], int], now: int, hope: int, lots: Lots
    ) -> tuple[int, int]:
        """Return (change of the cost, partner) of the best exchange for x in round i; (0, −1): all are banned."""
        round_, kinds, where = self.groups[i], self.kinds[i], self.where[i]
        joining, leaving = self.joining, self.leaving
        a = where[x]
        old = kinds[a]
        mine = joining[x]
        mates = [q for q in round_[a] if q != x] if old != IDLE else []
        gone = sum([leaving[x][q] for q in mates])
        # somebody's own place in their row counts 1, which is taken off below
        welcome = [sum(column) for column in zip(*[joining[q] for q in mates], strict=True)] or [0] * self.people
        best, whom, ties = 1 << 60, -1, 0
        for b, group in enumerate(round_):
            if b == a:
                continue
            new = kinds[b]
            uneven = old != new and self.even
            moved = gone + (self.shift(x, i, old, new) if uneven else 0)
            if new != IDLE:
                moved += sum([mine[q] for q in group]) - 1
            for y in group:
                change = moved + welcome[y]
                if new != IDLE:
                    row = leaving[y]
                    for q in group:
                        change += row[q]
                    change -= mine[y]
                if uneven:
                    change += self.shift(y, i, new, old)
                if change > best:
                    continue
                if banned.get((i, x, y) if x < y else (i, y, x), 0) > now and change >= hope:
                    continue
                if change == best:
                    ties += 1
                    if lots.below(ties):
                        continue
                else:
                    best, ties = change, 1
                whom = y
        return (best, whom) if whom >= 0 else (0, -1)


def repeats(schedule: Iterable[Iterable[Sequence[int]]]) -> int:
    """Count meetings above one, summed over the pairs."""
    met: set[tuple[int, int]] = set()
    total = 0
    for round_ in schedule:
        for table in round_:
            for k, x in enumerate(table):
                for y in table[k + 1 :]:
                    total += 1
                    met.add((x, y) if x < y else (y, x))
    return total - len(met)


def _joining(meetings: int) -> int:
    """Return the cost of one meeting more after so many."""
    return meetings if meetings else -1


def _least_cost(draft: Draft) -> int:
    """Return a lower bound for what drafts are compared by: all meetings, earlier and new, spread evenly over the
    pairs; or what even visits cost, where that is more."""
    pairs = [m for x, row in enumerate(draft.met) for m in row[:x]]
    if any(pairs):
        return -(1 << 60)
    slots = sum(_together(len(t), 1) for round_ in draft.tables for t in round_)
    each, over = divmod(slots, max(1, len(pairs)))
    least = -slots
    if each:
        least = (len(pairs) - over) * (each * (each - 1) // 2 - 1) + over * (each * (each + 1) // 2 - 1)
    # a repeat costs its place in the count of new pairs, and one at least for the meetings before it
    return max(least, min(2 * _least_repeats(draft) - slots, least + UNEVEN))


def _least_repeats(draft: Draft) -> int:
    """Return a lower bound for the repeated meetings where visits to short tables are even; 0 where none is known.

    Where nobody is at a short table twice, those of a short table are at full ones in all other rounds; and where they
    are more than the full tables, some of them meet again.
    """
    short = [[len(t) for t in tables if len(t) != draft.size] for tables in draft.tables]
    starts_anew = not any((*draft.short, *draft.idle))
    all_there = all(sum(map(len, tables)) == draft.people for tables in draft.tables)
    if not (draft.even and starts_anew and all_there) or sum(map(sum, short)) > draft.people:
        return 0
    full = [len(tables) - len(others) for tables, others in zip(draft.tables, short, strict=True)]
    return sum(
        _together(k, full[j])
        for i, others in enumerate(short)
        for k in others
        for j in range(len(full))
        if i != j and full[j]
    )


def _together(people: int, tables: int) -> int:
    """Return how many pairs sit together at least where so many people share so many tables."""
    each, over = divmod(people, tables)
    return (tables - over) * (each * (each - 1) // 2) + over * (each * (each + 1) // 2)


def improve(draft: Draft, steps: int, lots: Lots, progress: Progress | None = None) -> Draft:
    """Return the draft after at most ``steps`` looked-at exchanges; never worse than it was.

    Gives up early where a third of them have brought nothing.
    """
    state = Search(draft)
    people = max(1, state.people)
    least = _least_cost(draft)
    if all(len([g for g in round_ if g]) < 2 for round_ in state.groups):
        return draft
    best, best_groups = state.worth, [[g[:] for g in round_] for round_ in state.groups]
    banned: dict[tuple[int, int, int], int] = {}
    queue: list[tuple[int, int]] = []
    moves = done = since = 0
    while done < steps and done - since < steps // 3 and best > least:
        if not queue:
            queue = lots.shuffled(state.trouble())
            if not queue:
                break
        i, x = queue.pop()
        change, y = state.best_exchange(i, x, banned, moves, best - state.cost, lots)
        done += people
        moves += 1
        if y >= 0 and (change < 0 or lots.below(4) == 0 or change == 0):
            state.exchange(i, x, y)
            banned[(i, x, y) if x < y else (i, y, x)] = moves + 6 + lots.below(10)
            if len(queue) > 30:
                del queue[: len(queue) // 2]
        if state.worth < best:
            best, best_groups = state.worth, [[g[:] for g in round_] for round_ in state.groups]
            since = done
        if progress is not None and moves % 64 == 0:
            progress(min(done, steps), steps)
    return replace(draft, tables=[round_[:-1] for round_ in best_groups], byes=[round_[-1] for round_ in best_groups])
