"""The cost of a table: whole numbers, so that no rounding can turn a decision.

In this order of importance (each level outweighs all of the lower ones together, but for the weighed
repeats): forbidden pairs; a second small table before everybody had one; earlier meetings; then, weighed
against each other, score differences, seats that cannot be given to those who need them, and strengths
that are not folded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

SCORE = 80
"""For a squared difference of one place's worth of points between two players at a table."""
SEAT = 24
"""For a player who cannot have one of the seats that they had least."""
FOLD = 1
"""For two of one score group at a table who belong to the same quarter of it."""


@dataclass(frozen=True, slots=True)
class Field:
    """The people to be paired, by rank: index 0 is the highest score, equals by strength.

    ``scores``: whole numbers, in the same proportions as the points. ``unit2``: the square of one place's
    worth of points in those numbers. ``met``: index → index → earlier meetings. ``seats``: bits of the
    seats had least. ``visits``: games at small tables, the fewest counting as 0. ``part``: score group ×
    8 + quarter (or third) of it. ``apart``: pairs that must not meet.
    """

    scores: Sequence[int]
    unit2: int
    met: Sequence[dict[int, int]]
    seats: Sequence[int]
    visits: Sequence[int]
    part: Sequence[int]
    apart: frozenset[tuple[int, int]]
    size: int
    small_seats: int

    def __len__(self) -> int:
        return len(self.scores)


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
    others.
    """
    score, seat, fold = SCORE, SEAT * field.unit2, FOLD * field.unit2
    widest = field.scores[0] - field.scores[-1] if field.scores else 0
    below = tables * (score * 6 * widest * widest + 4 * seat + 6 * fold) + 1
    most_met = 1 + max((max(m.values(), default=0) for m in field.met), default=0)
    meetings = 6 * tables * most_met
    meeting = below if repeat_weight is None else score * 3 * repeat_weight * repeat_weight * field.unit2
    visit = meeting * meetings + below
    most_visits = 1 + max(field.visits, default=0) * 4 * tables
    clash = (visit * most_visits + meeting * meetings + below) // meeting + 1
    return Weights(repeat_weight is None, clash, visit, meeting, score, seat, fold)


@cache
def served(a: int, b: int, c: int) -> tuple[int, ...]:
    """Return, for each set of seats wanted by a fourth player, how many of four can have one that they want.

    The arguments are the sets (bits) wanted by the three others; 0 for an empty chair.
    """
    reach = {0}
    for wanted in (a, b, c):
        reach |= {taken | 1 << s for taken in reach for s in range(4) if wanted >> s & 1 and not taken >> s & 1}
    return tuple(max(taken.bit_count() + (wanted & ~taken & 15 != 0) for taken in reach) for wanted in range(16))


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
    small = len(table) < field.size
    allowed = field.small_seats if small else 15
    wanted = [field.seats[p] & allowed for p in table] + [0] * (4 - len(table))
    unserved = len(table) - served(wanted[0], wanted[1], wanted[2])[wanted[3]]
    visits = sum(field.visits[p] for p in table) if small else 0
    return (
        w.visit * visits
        + w.meeting * meetings
        + w.score * pair_squares([field.scores[p] for p in table])
        + w.seat * unserved
        + w.fold * same
    )
