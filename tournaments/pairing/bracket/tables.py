"""The tables of a bracket: those who must not meet are kept apart, and it is said what brought everybody here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.notices import Notice
from tournaments.pairing.core import PairingError, PairingRequest, pairs


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
