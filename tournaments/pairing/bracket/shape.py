"""The shape of a knockout at tables of two to six, of which the first ``advance`` go on.

The rounds after the first are full: from the final backwards each has as many tables as the next can take. The first
round sends just so many on; who need not play for it, the highest seeds, has a bye. Its tables keep those apart who
must not meet, and it is said what brought everybody to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.core.notices import Notice
from tournaments.pairing.core import PairingError, PairingRequest, pairs


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


def kept_apart(request: PairingRequest, tables: list[list[int]]) -> tuple[list[list[int]], list[tuple[int, int]]]:
    """Return the tables with all apart who should be, else at least those who must; and the pairs not kept apart."""
    tried = [table[:] for table in tables]
    try:
        _keep_apart(request, tried, request.apart)
    except PairingError:
        tried = [table[:] for table in tables]
        _keep_apart(request, tried, request.forbidden)
    return tried, [pair for table in tried for pair in pairs(table) if pair in request.apart]


def _keep_apart(request: PairingRequest, tables: list[list[int]], apart: frozenset[tuple[int, int]]) -> None:
    """Exchange players of one row, the nearest first, so that no pair of these sits together.

    Raises PairingError where no single exchanges do.
    """

    def clash(people: Sequence[int]) -> list[tuple[int, int]]:
        return [pair for pair in pairs(people) if pair in apart]

    for t, people in enumerate(tables):
        for a, b in clash(people):
            if a not in people or b not in people:
                continue  # an exchange for another pair has parted these
            row = max(people.index(a), people.index(b))
            for u in sorted(range(len(tables)), key=lambda u: (abs(u - t), u)):
                other = tables[u]
                if u == t or row >= len(other):
                    continue
                people[row], other[row] = other[row], people[row]
                if not clash(people) and not clash(other):
                    break
                people[row], other[row] = other[row], people[row]
            else:
                raise PairingError(Notice("knockout-forbidden", round=request.first, a=a, b=b))


def came(people: Sequence[int], why: Mapping[int, Notice]) -> tuple[Notice, ...]:
    """Return, for example, ``player 1 (seed 1), player 16 (seed 16)``."""
    return tuple(Notice("player-came", number=p, came=why[p]) for p in people)
