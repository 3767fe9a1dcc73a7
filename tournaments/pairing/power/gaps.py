"""Rules that any division into tables keeps at a gap between two scores, and fractions of tables do not.

Let m players stand above the gap and k be the size of a full table. The players above, added up over all tables, are m;
so for any whole s the remainders by k of s times these add up to at least the remainder of sm (a group relaxation:
Gomory 1969). Nine of one score cannot fill tables of four among themselves; quarters of nine tables could.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Whole = npt.NDArray[np.int64]
    Small = npt.NDArray[np.int16]

MOST = 16
"""So many gaps are looked at, the widest."""


def gaps(scores: Sequence[int]) -> list[int]:
    """Return how many players stand above each of the widest gaps between scores."""
    places = [at for at in range(1, len(scores)) if scores[at] != scores[at - 1]]
    places.sort(key=lambda at: (scores[at] - scores[at - 1], at))
    return sorted(places[:MOST])


def remainders(above: int, size: int) -> list[list[int]]:
    """Return for each rule what a table with 0, 1, … players above the gap counts, and at last the least sum."""
    steps = sorted(range(1, size), key=lambda s: (-(s * above % size), s))[:1]
    if size % 2 == 0:
        steps.append(size // 2)
    rules = [[s * at % size for at in range(size)] + [s * above % size] for s in steps]
    if 2 * above % size == 0:
        rules.append([min(at, size - at) for at in range(size)] + [above % size])
    return [rule for at, rule in enumerate(rules) if rule[-1] and rule not in rules[:at]]


def whole(sizes: Sequence[int]) -> set[int]:
    """Return how many players can fill some of the tables of these sizes, without anybody left over."""
    sums = {0}
    for size in sizes:
        sums |= {filled + size for filled in sums}
    return sums


def rules_at_gaps(
    scores: Sequence[int], players: Whole, size: int, sizes: Sequence[int]
) -> tuple[list[Small], list[int]]:
    """Return, for each rule at a gap, less than nothing for what each table counts, and the limit of the sum.

    ``players``: a row for each possible table; ``sizes``: of the tables to be made. A table spans a gap above which the
    players cannot fill whole tables. Where not all tables are full, the players below have rules of their own.
    """
    import numpy as np

    people, filled = len(scores), whole(sizes)
    sitting = (players < people).sum(axis=1)
    rows, limits = [], []
    for above in gaps(scores):
        higher = (players < above).sum(axis=1)
        if above not in filled:
            rows.append(-((higher > 0) & (higher < sitting)).astype(np.int16))
            limits.append(-1)
        sides = [(higher, above)]
        if (sitting != size).any():
            sides.append((sitting - higher, people - above))
        for there, all_there in sides:
            for *counts, least in remainders(all_there, size):
                rows.append(-np.array(counts, dtype=np.int16)[there % size])
                limits.append(-least)
    return rows, limits
