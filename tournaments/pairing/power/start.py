"""The start of the search, and the bound that it is measured by.

``first_tables``: the players in the order of their rank, each score group folded. ``least_spread``: no
tables of these sizes can have a smaller sum of (highest − lowest score).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby


def table_sizes(people: int, size: int, short: bool = True) -> tuple[int, int, int]:
    """Return (full tables, tables with one player less, byes) for so many people.

    Where the size does not divide the people, (−people mod size) short tables make up the rest, or byes
    where ``short`` is false or there are too few people for that.
    """
    small = -people % size
    if short and (size - 1) * small <= people:
        return (people - (size - 1) * small) // size, small, 0
    full, rest = divmod(people, size)
    return full, 0, rest


def parts(scores: Sequence[int], size: int) -> list[int]:
    """Return for each rank its score group × 8 + the number of its quarter (tables of four) or third of the group."""
    out: list[int] = []
    for number, (_, group) in enumerate(groupby(scores)):
        length = sum(1 for _ in group)
        out += [number * 8 + k * size // length for k in range(length)]
    return out


def small_tables(visits: Sequence[int], size: int, small: int) -> list[list[int]]:
    """Seat the ``small`` tables of ``size`` with those who sat there least, of these the lowest in rank."""
    lowest = sorted(range(len(visits)), key=lambda i: (visits[i], -i))[: size * small]
    lowest.sort()
    return [lowest[k : k + size] for k in range(0, len(lowest), size)]


def first_tables(scores: Sequence[int], visits: Sequence[int], size: int, small: int) -> list[list[int]]:
    """Make tables of consecutive ranks; inside a score group the quarters meet, as the halves do in a Swiss.

    A group that the size does not divide leaves its last players to sit with the first of the next.
    """
    short = small_tables(visits, size - 1, small)
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


def least_spread(scores: Sequence[int], size: int, full: int, small: int) -> int:
    """Return the least possible sum of (highest − lowest score): ``full`` tables of ``size``, ``small`` of one less.

    Proof: the sum is, over the gaps between neighbours in rank, the gap times the tables on both sides of
    it. A gap that no table spans splits the field into whole tables; so consecutive tables in some order of
    the sizes, which span every other gap once, cannot be beaten. ``scores`` are highest first.
    """
    best: list[int] = []
    for short in range(small + 1):
        row: list[int] = []
        for whole in range(full + 1):
            end = whole * size + short * (size - 1)
            options = []
            if whole:
                options.append(row[whole - 1] + scores[end - size] - scores[end - 1])
            if short:
                options.append(best[whole] + scores[end - size + 1] - scores[end - 1])
            row.append(min(options, default=0))
        best = row
    return best[full]


def spread(scores: Sequence[int], tables: Sequence[Sequence[int]]) -> int:
    """Return the sum over tables of (highest − lowest score)."""
    return sum(max(scores[i] for i in t) - min(scores[i] for i in t) for t in tables)
