"""The cost of a table: whole numbers, so that no rounding can turn a decision.

In this order of importance (each level outweighs all of the lower ones together, but for the weighed
repeats): forbidden pairs; a second small table before everybody had one; earlier meetings; then, weighed
against each other, score differences, seats that cannot be given to those who need them, and strengths
that are not folded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

SCORE = 80
"""For a squared difference of one place's worth of points between two players at a table."""
SEAT = 24
"""For a player who cannot have one of the seats that they had least."""
FOLD = 1
"""For two of one score group at a table who belong to the same quarter of it."""
MOST_PEOPLE = 16
"""16 players have 1,820 possible tables and some 300,000 steps: a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Field:
    """The people to be paired, by rank: index 0 is the highest score, equals by strength.

    ``scores``: whole numbers, in the same proportions as the points. ``unit2``: the square of one place's
    worth of points in those numbers. ``met``: index → index → earlier meetings. ``seats``: bits of the
    seats had least. ``visits``: games at tables that are not full, the fewest counting as 0. ``part``: score group ×
    8 + quarter (third, …) of it. ``apart``: pairs that must not meet. ``size``: a full table. ``chairs``: by the
    number of people at a table, the bits of its seats; the largest table there is comes last.
    """

    scores: Sequence[int]
    unit2: int
    met: Sequence[dict[int, int]]
    seats: Sequence[int]
    visits: Sequence[int]
    part: Sequence[int]
    apart: frozenset[tuple[int, int]]
    size: int
    chairs: Sequence[int]

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def largest(self) -> int:
        """Return how many sit at the largest table there can be, four at least."""
        return max(4, len(self.chairs) - 1)


@dataclass(frozen=True, slots=True)
class Weights:
    """The factors of the levels for one field, and ``clash``: a forbidden pair, counted in meetings.

    ``strict``: a meeting outweighs all scores, seats and strengths together.
    """

    strict: bool
    clash: int
    visit: int
    meeting: int
    score: int
    seat: int
    fold: int

    @property
    def trouble(self) -> int:
        """Return the cost from which on a table has a fault: a meeting, or a forbidden pair if meetings are weighed."""
        return self.meeting if self.strict else self.meeting * self.clash


def weights(field: Field, tables: int, repeat_weight: int | None = None) -> Weights:
    """Return factors that make each level outweigh the lower ones.

    ``repeat_weight`` k instead weighs a meeting like one player k places' worth of points away from three
    others (from four at tables of five, five at tables of six).
    """
    most = field.largest
    together = most * (most - 1) // 2
    score, seat, fold = SCORE, SEAT * field.unit2, FOLD * field.unit2
    widest = field.scores[0] - field.scores[-1] if field.scores else 0
    below = tables * (score * together * widest * widest + most * seat + together * fold) + 1
    most_met = 1 + max((max(m.values(), default=0) for m in field.met), default=0)
    meetings = together * tables * most_met
    meeting = below if repeat_weight is None else score * (max(4, field.size) - 1) * repeat_weight**2 * field.unit2
    visit = meeting * meetings + below
    most_visits = 1 + max(field.visits, default=0) * most * tables
    clash = (visit * most_visits + meeting * meetings + below) // meeting + 1
    return Weights(repeat_weight is None, clash, visit, meeting, score, seat, fold)


SEATS = 6
EVERY = [sum(1 << taken for taken in range(1 << SEATS) if not taken >> seat & 1) for seat in range(SEATS)]
"""For each seat the sets of seats without it, as bits numbered by the bits of the set."""


@lru_cache(maxsize=1 << 16)
def served(*others: int) -> tuple[int, ...]:
    """Return, for each set of seats wanted by one player more, how many in all can have a seat that they want.

    The arguments are the sets (bits) wanted by the others at the table. The sets of seats that can be taken are bits
    of one number: somebody who wants a seat adds those that have it to those that lack it.
    """
    reach = 1
    for wanted in others:
        seats = [seat for seat in range(SEATS) if wanted >> seat & 1]
        now = reach
        for seat in seats:
            now |= (reach & EVERY[seat]) << (1 << seat)
        reach = now
    most = max(taken.bit_count() for taken in _bits(reach))
    free = 0
    for taken in _bits(reach):
        if taken.bit_count() == most:
            free |= ~taken
    return _row(most, free & (1 << SEATS) - 1)


@cache
def _row(most: int, free: int) -> tuple[int, ...]:
    """Return ``most``, and one more for each set of wanted seats of which one may stay free."""
    return tuple(most + (wanted & free != 0) for wanted in range(1 << SEATS))


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def pair_squares(scores: Sequence[int]) -> int:
    """Return the sum of squared differences over all pairs."""
    total = sum(scores)
    return len(scores) * sum(s * s for s in scores) - total * total


def table_cost(field: Field, w: Weights, table: Sequence[int]) -> int:
    """Compute the cost of one table the plain way: the search keeps the same sum by differences."""
    meetings = same = 0
    for i, a in enumerate(table):
        met = field.met[a]
        for b in table[i + 1 :]:
            meetings += met.get(b, 0)
            if field.apart and ((a, b) if a < b else (b, a)) in field.apart:
                meetings += w.clash
            same += field.part[a] == field.part[b]
    small = len(table) != field.size
    allowed = field.chairs[len(table)]
    *others, last = [field.seats[p] & allowed for p in table]
    unserved = len(table) - served(*others)[last]
    visits = sum(field.visits[p] for p in table) if small else 0
    return (
        w.visit * visits
        + w.meeting * meetings
        + w.score * pair_squares([field.scores[p] for p in table])
        + w.seat * unserved
        + w.fold * same
    )


def cheapest(field: Field, w: Weights, sizes: Sequence[int], at_most: int) -> list[list[int]] | None:
    """Find tables of these sizes of least cost below ``at_most``; None where there are none.

    The tables come in the order of their first players, those of equal cost by the first in that order.
    """
    people = len(field)
    kinds = Counter(sizes)
    by_first: list[list[tuple[int, int, int, tuple[int, ...]]]] = [[] for _ in range(people)]
    for k in kinds:
        for table in combinations(range(people), k):
            mask = sum(1 << p for p in table)
            cost = table_cost(field, w, table)
            if cost < at_most:
                by_first[table[0]].append((mask, cost, k, table))
    for options in by_first:
        options.sort(key=lambda o: (o[1], o[3]))
    everyone = (1 << people) - 1
    # tables used are counted by size in one number: the digit of a size is worth this
    digit = {k: (len(sizes) + 1) ** i for i, k in enumerate(kinds)}
    # (mask of players seated, tables used by size) → (cost, the table seated last, the state before)
    layer: dict[tuple[int, int], tuple[int, tuple[int, ...], tuple[int, int] | None]] = {(0, 0): (0, (), None)}
    layers = [layer]
    for _ in sizes:
        following: dict[tuple[int, int], tuple[int, tuple[int, ...], tuple[int, int] | None]] = {}
        for state, (spent, _table, _before) in layer.items():
            seated, used = state
            first = (~seated & seated + 1).bit_length() - 1
            for mask, cost, k, table in by_first[first]:
                total = spent + cost
                if total >= at_most:
                    break
                if mask & seated:
                    continue
                if used // digit[k] % (len(sizes) + 1) == kinds[k]:
                    continue
                key = seated | mask, used + digit[k]
                known = following.get(key)
                if known is None or total < known[0]:
                    following[key] = total, table, state
        layer = following
        layers.append(layer)
    return _trace(layers, (everyone, sum(digit[k] * count for k, count in kinds.items())))


def _trace(
    layers: Sequence[dict[tuple[int, int], tuple[int, tuple[int, ...], tuple[int, int] | None]]],
    last: tuple[int, int],
) -> list[list[int]] | None:
    if last not in layers[-1]:
        return None
    out: list[list[int]] = []
    state: tuple[int, int] | None = last
    for layer in reversed(layers[1:]):
        assert state is not None
        _cost, table, state = layer[state]
        out.append(list(table))
    return out[::-1]
