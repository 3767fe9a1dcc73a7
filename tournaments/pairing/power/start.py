"""The start of the search, and the bound that it is measured by.

``first_tables``: the players in the order of their rank, each score group folded. ``least_spread``: no
tables of these sizes can have a smaller sum of (highest − lowest score).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, groupby, product


def parts(scores: Sequence[int], size: int) -> list[int]:
    """Return for each rank its score group × 8 + its quarter of the group (at tables of four; third, fifth, …)."""
    out: list[int] = []
    for number, (_, group) in enumerate(groupby(scores)):
        length = sum(1 for _ in group)
        out += [number * 8 + k * size // length for k in range(length)]
    return out


def small_tables(visits: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Seat tables of these sizes with those who sat at such tables least, of these the lowest in rank."""
    lowest = sorted(range(len(visits)), key=lambda i: (visits[i], -i))[: sum(sizes)]
    lowest.sort()
    ends = list(accumulate(sizes))
    return [lowest[end - size : end] for end, size in zip(ends, sizes, strict=True)]


def first_tables(
    scores: Sequence[int], visits: Sequence[int], size: int, others: Sequence[int] = ()
) -> list[list[int]]:
    """Make tables of consecutive ranks; inside a score group the quarters meet, as the halves do in a Swiss.

    A group that the size does not divide leaves its last players to sit with the first of the next. ``others``: the
    sizes of the tables that are not full.
    """
    short = small_tables(visits, others)
    away = {i for table in short for i in table}
    tables: list[list[int]] = []
    waiting: list[int] = []
    rest = [i for i in range(len(scores)) if i not in away]
    for _, members in groupby(rest, key=lambda i: scores[i]):
        group = list(members)
        if waiting:
            taken = size - len(waiting)
            waiting += group[:taken]
            group = group[taken:]
            if len(waiting) < size:
                continue
            tables.append(waiting)
        count = len(group) // size
        tables += [[group[k + q * count] for q in range(size)] for k in range(count)]
        waiting = group[count * size :]
    return tables + short


def least_spread(scores: Sequence[int], sizes: Sequence[int]) -> int:
    """Return the least possible sum of (highest − lowest score) at tables of these sizes.

    Proof: the sum is, over the gaps between neighbours in rank, the gap times the tables on both sides of
    it. A gap that no table spans splits the field into whole tables; so consecutive tables in some order of
    the sizes, which span every other gap once, cannot be beaten. ``scores`` are highest first.
    """
    kinds = Counter(sizes)
    best: dict[tuple[int, ...], int] = {}
    for counts in product(*(range(times + 1) for times in kinds.values())):
        end = sum(count * size for count, size in zip(counts, kinds, strict=True))
        options = [
            best[(*counts[:k], counts[k] - 1, *counts[k + 1 :])] + scores[end - size] - scores[end - 1]
            for k, size in enumerate(kinds)
            if counts[k]
        ]
        best[counts] = min(options, default=0)
    return best[tuple(kinds.values())]


def spread(scores: Sequence[int], tables: Sequence[Sequence[int]]) -> int:
    """Return the sum over tables of (highest − lowest score)."""
    return sum(max(scores[i] for i in t) - min(scores[i] for i in t) for t in tables)
