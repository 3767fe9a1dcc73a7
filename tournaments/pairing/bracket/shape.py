"""The shape of a knockout at tables of two to six, of which the first ``advance`` go on.

The rounds after the first are full: from the final backwards each has as many tables as the next can take.
The first round sends just so many on; who need not play for it, the highest seeds, has a bye.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """One round: the first ``byes`` of the list have byes, the others sit at tables of ``sizes`` players."""

    byes: int
    sizes: tuple[int, ...]
    goes_on: int


def later_sizes(size: int, advance: int) -> list[int]:
    """Return the most people in the final, in the round before it, and so on, far beyond any field of players."""
    out = [size]
    while out[-1] < 1_000_000:
        tables, over = divmod(out[-1], advance)
        out.append(tables * size + over)
    return out


def shape(people: int, size: int, advance: int) -> Shape:
    """Return the next round for so many people; ``goes_on`` is 0 for the final.

    Whoever is too many for the next round is put out at full tables, and at one smaller table, which is the
    first: few opponents are an advantage for a high seed.
    """
    if people <= size:
        return Shape(0, (people,), 0)
    target = max(n for n in later_sizes(size, advance) if n < people)
    out = people - target
    full, rest = divmod(out, size - advance)
    sizes = ((advance + rest,) if rest else ()) + (size,) * full
    return Shape(people - sum(sizes), sizes, target)


def rounds_needed(people: int, size: int, advance: int) -> int:
    """Return the number of rounds in a knockout of so many people; 0 for fewer than two."""
    rounds = int(people > 1)
    while people > size:
        people = shape(people, size, advance).goes_on
        rounds += 1
    return rounds


def dealt(people: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Deal the people, best first, to tables to and fro, so that the best meet the last and each other late."""
    tables: list[list[int]] = [[] for _ in sizes]
    rest = list(people)
    forth = True
    while rest:
        open_tables = [t for t, size in enumerate(sizes) if len(tables[t]) < size]
        for t in open_tables if forth else open_tables[::-1]:
            if rest:
                tables[t].append(rest.pop(0))
        forth = not forth
    return tables


def spread_apart(rows: Sequence[Sequence[int]], sizes: Sequence[int], last: dict[int, int]) -> list[int]:
    """Join the rows (all winners, all seconds, …) into one list, each row after the first turned so that, dealt to
    tables of ``sizes``, as few as can be sit with someone from the table they had (``last``) before."""
    out = list(rows[0]) if rows else []
    for row in rows[1:]:
        candidates = [list(row[k:]) + list(row[:k]) for k in range(max(1, len(row)))]
        candidates += [c[::-1] for c in candidates]
        out = min((out + c for c in candidates), key=lambda people: _again(people, sizes, last))
    return out


def _again(people: Sequence[int], sizes: Sequence[int], last: dict[int, int]) -> int:
    skipped = max(0, len(people) - sum(sizes))
    count = 0
    for table in dealt(people[skipped:], sizes) if len(people) >= sum(sizes) else dealt(people, sizes):
        came = [last[p] for p in table if p in last]
        count += len(came) - len(set(came))
    return count
