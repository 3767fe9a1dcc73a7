"""All tables that a field could have, as arrays: the columns of a set partitioning.

What outweighs scores, seats and strengths (forbidden pairs, earlier short tables, meetings) is counted apart, so that
the costs stay small numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb
from typing import TYPE_CHECKING

from tournaments.pairing.power.cost import Field, Weights, served
from tournaments.pairing.power.gaps import rules_at_gaps

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Whole = npt.NDArray[np.int64]
    Small = npt.NDArray[np.int16]

MOST = 600_000
"""So many tables are held at once: tables of four up to 60 players, of five up to 38, of six up to 30."""

BURDENS = 3
"""Forbidden pairs, earlier short tables, meetings: the first rows of ``burdens``."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The tables, one a column, that weigh no more than ``limits``.

    ``players``: a row of players for each table, filled up with the number of all players. ``kind``: which of ``sizes``
    it has. ``counts``: how many tables of each size there are. ``cost``: scores, seats and strengths, in ``step``s.
    ``burdens``: what each adds to the sums that keep to the ``limits``; after the first rows the rules at gaps, which
    every division keeps.
    """

    players: Whole
    kind: Whole
    cost: Whole
    burdens: Small
    limits: tuple[int, ...]
    sizes: tuple[int, ...]
    counts: tuple[int, ...]
    people: int
    step: int

    def places(self, tables: Sequence[Sequence[int]]) -> list[int]:
        """Return where these tables stand."""
        import numpy as np

        width = self.players.shape[1]
        out = []
        for table in tables:
            row = np.array([*sorted(table), *[self.people] * (width - len(table))])
            out.append(int(np.flatnonzero((self.players == row).all(axis=1))[0]))
        return out

    def tables(self, places: Sequence[int]) -> list[list[int]]:
        """Return the tables that stand there."""
        return [[int(p) for p in self.players[at] if p < self.people] for at in places]


def how_many(people: int, sizes: Sequence[int]) -> int:
    """Return how many different tables of these sizes there are."""
    return sum(comb(people, size) for size in {*sizes})


def columns(field: Field, w: Weights, tables: Sequence[Sequence[int]]) -> Columns:
    """Return all tables of the sizes of ``tables`` that burden no more than all of these do together."""
    import numpy as np

    counts = Counter(map(len, tables))
    limits = _burdens_of(field, w, tables)
    width = max(counts)
    parts = [_of_size(field, w, size, limits) for size in counts]
    players = np.concatenate([_wider(part[0], width, len(field)) for part in parts])
    cost = np.concatenate([part[1] for part in parts])
    step = int(np.gcd.reduce(cost)) or 1
    rules, sums = rules_at_gaps(field.scores, players, field.size, [len(t) for t in tables])
    return Columns(
        players,
        np.concatenate([np.full(len(part[1]), k, dtype=np.int64) for k, part in enumerate(parts)]),
        cost // step,
        np.concatenate([np.concatenate([part[2] for part in parts], axis=1), *(row[None] for row in rules)]),
        (*limits, *sums),
        tuple(counts),
        tuple(counts.values()),
        len(field),
        step,
    )


def _burdens_of(field: Field, w: Weights, tables: Sequence[Sequence[int]]) -> tuple[int, ...]:
    pairs = [pair for table in tables for pair in combinations(sorted(table), 2)]
    visits = sum(field.visits[p] for table in tables if len(table) != field.size for p in table)
    meetings = sum(field.met[a].get(b, 0) for a, b in pairs) if w.strict else 0
    return sum(pair in field.apart for pair in pairs), visits, meetings


def _of_size(field: Field, w: Weights, size: int, limits: Sequence[int]) -> tuple[Whole, Whole, Small]:
    """Return the tables of one size within the limits: players, costs, burdens."""
    import numpy as np

    people = len(field)
    flat = np.fromiter(chain.from_iterable(combinations(range(people), size)), dtype=np.int64)
    players = flat.reshape(-1, size)
    met, apart = _matrix(field, {}), _matrix(field, dict.fromkeys(field.apart, 1))
    for a, others in enumerate(field.met):
        for b, times in others.items():
            met[a, b] = times
    burdens = np.zeros((BURDENS, len(players)), dtype=np.int16)
    burdens[0] = _over_pairs(apart, players)
    if size != field.size:
        burdens[1] = np.array(field.visits, dtype=np.int64)[players].sum(axis=1)
    if w.strict:
        burdens[2] = _over_pairs(met, players)
    within = (burdens <= np.array(limits)[:, None]).all(axis=0)
    players, burdens = players[within], burdens[:, within]
    scores, part = np.array(field.scores, dtype=np.int64), np.array(field.part)
    between = w.score * (scores[:, None] - scores) ** 2 + w.fold * (part[:, None] == part)
    if not w.strict:
        between = between + w.meeting * met
    return players, _over_pairs(between, players) + w.seat * _unserved(field, players), burdens


def _matrix(field: Field, pairs: dict[tuple[int, int], int]) -> Whole:
    import numpy as np

    out = np.zeros((len(field), len(field)), dtype=np.int64)
    for (a, b), value in pairs.items():
        out[a, b] = out[b, a] = value
    return out


def _over_pairs(matrix: Whole, players: Whole) -> Whole:
    """Add up what stands in the matrix for the pairs at each table."""
    import numpy as np

    out = np.zeros(len(players), dtype=np.int64)
    for i, j in combinations(range(players.shape[1]), 2):
        out += matrix[players[:, i], players[:, j]]
    return out


def _unserved(field: Field, players: Whole) -> Whole:
    """Return, for each table, how many cannot have a seat that they had least; worked out once for equal wishes."""
    import numpy as np

    size = players.shape[1]
    wanted = np.sort(np.array(field.seats, dtype=np.int64)[players] & field.chairs[size], axis=1)
    code = np.zeros(len(players), dtype=np.int64)
    for at in range(size):
        code = code << 6 | wanted[:, at]
    _, first, which = np.unique(code, return_index=True, return_inverse=True)
    values = [size - served(*map(int, wishes[:-1]))[int(wishes[-1])] for wishes in wanted[first]]
    return np.array(values, dtype=np.int64)[which]


def _wider(players: Whole, width: int, filler: int) -> Whole:
    import numpy as np

    return np.pad(players, ((0, 0), (0, width - players.shape[1])), constant_values=filler)
