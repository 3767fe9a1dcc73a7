"""Local search over tables: exchanges of two players, judged by differences in constant time.

The cost of an exchange is found without touching the other players: meetings from two small counts, score
differences from the tables' sums (a table of k has k·Σs² − (Σs)²), seats from a table of matchings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tournaments.pairing.power.cost import Field, Weights, served

WINDOW = 48
"""Exchange partners are first looked for among so many ranks on either side."""


class Search:
    """Tables of indices of a field, changed by ``swap`` only; ``cost`` per table is always up to date."""

    def __init__(self, field: Field, w: Weights, tables: Iterable[Sequence[int]]) -> None:
        self.field = field
        self.w = w
        self.tables = [list(t) for t in tables]
        self.met = _with_clashes(field, w)
        self.where = [0] * len(field)
        self.sums = [0] * len(self.tables)
        self.served = [0] * len(self.tables)
        self.cost = [0] * len(self.tables)
        self.own = [0] * len(field)
        self.row: list[tuple[int, ...]] = [()] * len(field)
        self.full = [len(t) == field.size for t in self.tables]
        self.allowed = [field.chairs[len(t)] for t in self.tables]
        self.pairs = field.largest * (field.largest - 1) // 2
        self.evaluated = 0
        self._there = [0] * len(self.tables)
        self._here = [0] * len(field)
        self.log: list[tuple[int, int]] = []
        for t, table in enumerate(self.tables):
            for p in table:
                self.where[p] = t
            self._refresh(t)

    @property
    def ideal(self) -> int:
        """Return the cost up to which a table is left alone: nothing but strengths could be better."""
        return self.pairs * self.w.fold

    def total(self) -> int:
        return sum(self.cost)

    def _refresh(self, t: int) -> None:
        table, field, met = self.tables[t], self.field, self.met
        allowed = self.allowed[t]
        wants = [field.seats[p] & allowed for p in table]
        rows = [served(*sorted(wants[:i] + wants[i + 1 :])) for i in range(len(wants))]
        self.served[t] = rows[-1][wants[-1]]
        self.sums[t] = sum(field.scores[p] for p in table)
        for p, row in zip(table, rows, strict=True):
            self.row[p] = row
            mine = met[p]
            self.own[p] = sum(mine[q] for q in table if q in mine)
        scores, part = field.scores, field.part
        squares = same = 0
        for i, p in enumerate(table):
            s = scores[p]
            squares += s * s
            for q in table[i + 1 :]:
                same += part[p] == part[q]
        w = self.w
        cost = w.meeting * (sum(self.own[p] for p in table) // 2)
        cost += w.score * (len(table) * squares - self.sums[t] ** 2)
        cost += w.seat * (len(table) - self.served[t]) + w.fold * same
        if not self.full[t]:
            cost += w.visit * sum(field.visits[p] for p in table)
        self.cost[t] = cost

    def swap(self, p: int, q: int) -> None:
        """Exchange two players of different tables."""
        t, u = self.where[p], self.where[q]
        one, other = self.tables[t], self.tables[u]
        one[one.index(p)] = q
        other[other.index(q)] = p
        self.where[p], self.where[q] = u, t
        self._refresh(t)
        self._refresh(u)
        self.log.append((p, q))

    def undo(self, length: int) -> None:
        """Take back the swaps after the first ``length`` of the log."""
        for p, q in reversed(self.log[length:]):
            self.swap(p, q)
        del self.log[length:]

    def best(self, p: int, low: int, high: int) -> tuple[int, int]:
        """Find the best exchange of ``p`` with one of the ranks low…high−1 as (change of cost, partner).

        (0, −1) where none is better. The scratch lists count the meetings of ``p`` with each table, and of
        each player with the mates of ``p``.
        """
        field, w, where, met = self.field, self.w, self.where, self.met
        t = where[p]
        mates = [x for x in self.tables[t] if x != p]
        there, here = self._there, self._here
        mine = met[p]
        for x, m in mine.items():
            there[where[x]] += m
        for x in mates:
            for y, m in met[x].items():
                here[y] += m
        scores, wants, part, own, row = field.scores, field.seats, field.part, self.own, self.row
        sums, served_, allowed = self.sums, self.served, self.allowed
        my_score, my_want, my_part, my_own = scores[p], wants[p], part[p], own[p]
        my_row, my_sum, my_served, my_allowed = row[p], sums[t], served_[t], allowed[t]
        w_meeting, w_score, w_seat, w_fold = w.meeting, 2 * w.score, w.seat, w.fold
        most_seats, most_folds = 8 * w_seat, 2 * (field.largest - 1) * w_fold
        full, strict, tables = self.full, self.w.strict, self.tables
        whole, mine_there = full[t], len(tables[t])
        gain, partner = 0, -1
        self.evaluated += high - low
        for q in range(low, high):
            u = where[q]
            change = there[u]
            if change:
                if u == t:
                    continue
                if q in mine:
                    change -= mine[q]
            change += here[q] - my_own - own[q]
            if change:
                if change > 0 and strict and whole == full[u]:
                    continue
                change *= w_meeting
            s = scores[q]
            if s != my_score:
                step = s - my_score
                change -= w_score * step * (my_sum - sums[u] + step)
            if mine_there != len(tables[u]):
                change += self._other_size(p, q, t, u)
            if change - most_seats >= gain:
                continue
            if u == t:
                continue
            change -= w_seat * (my_row[wants[q] & my_allowed] + row[q][my_want & allowed[u]] - my_served - served_[u])
            if change - most_folds >= gain:
                continue
            if part[q] != my_part:
                change += w_fold * self._folds(p, q, mates, u)
            if change < gain:
                gain, partner = change, q
        for x in mine:
            there[where[x]] = 0
        for x in mates:
            for y in met[x]:
                here[y] = 0
        return gain, partner

    def _other_size(self, p: int, q: int, t: int, u: int) -> int:
        """Return the other cost of an exchange between tables of two sizes: visits, k in k·Σs² − (Σs)²."""
        field, w = self.field, self.w
        visits, scores = field.visits, field.scores
        more = (visits[p] - visits[q]) * (self.full[t] - self.full[u])
        longer = len(self.tables[t]) - len(self.tables[u])
        return w.visit * more + w.score * longer * (scores[q] ** 2 - scores[p] ** 2)

    def _folds(self, p: int, q: int, mates: Sequence[int], u: int) -> int:
        """Count the pairs of one quarter that come to be if ``p`` and ``q`` change places."""
        part = self.field.part
        mine, yours = part[p], part[q]
        more = 0
        for x in mates:
            more += (part[x] == yours) - (part[x] == mine)
        for x in self.tables[u]:
            if x != q:
                more += (part[x] == mine) - (part[x] == yours)
        return more

    def descend(self, tables: Iterable[int], window: int, limit: int, ideal: int | None = None) -> None:
        """Make the best exchange for each of these tables and for those that it changes, until none is better.

        ``limit``: stop after so many exchanges looked at in all (``evaluated``). ``ideal``: tables that
        cost no more are left alone.
        """
        queue = list(tables)
        waiting = set(queue)
        head, people = 0, len(self.field)
        ideal = self.ideal if ideal is None else ideal
        while head < len(queue):
            t = queue[head]
            head += 1
            waiting.discard(t)
            while self.cost[t] > ideal and self.evaluated < limit:
                gain, mine, partner = 0, -1, -1
                for p in self.tables[t]:
                    change, q = self.best(p, max(0, p - window), min(people, p + window + 1))
                    if change < gain:
                        gain, mine, partner = change, p, q
                if partner < 0:
                    break
                u = self.where[partner]
                self.swap(mine, partner)
                if u not in waiting:
                    waiting.add(u)
                    queue.append(u)

    def worst_first(self, least: int) -> list[int]:
        """Return the tables that cost at least so much, dearest first."""
        return sorted((t for t, c in enumerate(self.cost) if c >= least), key=lambda t: (-self.cost[t], t))


def _with_clashes(field: Field, w: Weights) -> Sequence[dict[int, int]]:
    """Return the meetings with each forbidden pair counted as ``clash`` more."""
    if not field.apart:
        return field.met
    out = [dict(m) for m in field.met]
    for a, b in field.apart:
        out[a][b] = out[a].get(b, 0) + w.clash
        out[b][a] = out[b].get(a, 0) + w.clash
    return out


def improve(search: Search, fraction: Callable[[], float], limit: int, kicks: int) -> None:
    """Descend from where the search is, then kick: exchange at random near a bad table, and descend again.

    A kick that made things worse is taken back. ``limit`` bounds the exchanges looked at (ten times as
    many to be rid of meetings), ``kicks`` the kicks; neither looks at a clock, so the same input gives
    the same tables.
    """
    people, w = len(search.field), search.w
    window = WINDOW
    search.descend(search.worst_first(w.trouble), window, 10 * limit)
    while window < people and max(search.cost) >= w.trouble:
        window *= 2
        search.descend(search.worst_first(w.trouble), window, 10 * limit)
    search.descend(search.worst_first(search.ideal + 1), WINDOW, limit)
    total = search.total()
    for _ in range(kicks):
        bad = search.worst_first(w.seat)
        if not bad or search.evaluated >= limit:
            break
        search.log.clear()
        # Every other kick goes to the worst third.
        worst = bad[: max(1, len(bad) // 3)] if fraction() < 0.5 else bad
        touched = _kick(search, worst[int(fraction() * len(worst))], fraction)
        search.descend(touched, WINDOW // 2, limit)
        now = search.total()
        if now > total:
            search.undo(0)
        else:
            total = now


def _kick(search: Search, t: int, fraction: Callable[[], float]) -> list[int]:
    """Make one to three exchanges with near ranks, from table ``t`` on; return the tables that they changed."""
    people = len(search.field)
    near = min(people - 1, WINDOW // 2)
    touched: dict[int, bool] = {}
    for _ in range(1 + int(fraction() * 3)):
        table = search.tables[t]
        p = table[int(fraction() * len(table))]
        q = min(people - 1, max(0, p + int(fraction() * (2 * near + 1)) - near))
        u = search.where[q]
        if u == search.where[p]:
            continue
        search.swap(p, q)
        touched[t] = touched[u] = True
        if fraction() < 0.3:
            t = u
    return list(touched)
