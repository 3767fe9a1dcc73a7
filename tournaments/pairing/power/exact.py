"""The cheapest tables of a small field, exactly: over sets of players, the first free one chooses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tournaments.pairing.power.cost import Field, Weights, table_cost

MOST_PEOPLE = 16
"""16 players have 1,820 possible tables and some 300,000 steps: a tenth of a second."""


def cheapest(field: Field, w: Weights, full: int, small: int, at_most: int) -> list[list[int]] | None:
    """Find tables of least cost below ``at_most``; None where there are none.

    The tables come in the order of their first players, those of equal cost by the first in that order.
    """
    people = len(field)
    sizes = [k for k, count in ((field.size, full), (field.size - 1, small)) if count]
    costs: dict[int, tuple[int, tuple[int, ...]]] = {}
    by_first: list[list[tuple[int, int, int, tuple[int, ...]]]] = [[] for _ in range(people)]
    for k in sizes:
        for table in combinations(range(people), k):
            mask = sum(1 << p for p in table)
            cost = table_cost(field, w, table)
            if cost < at_most:
                costs[mask] = cost, table
                by_first[table[0]].append((mask, cost, k, table))
    for options in by_first:
        options.sort(key=lambda o: (o[1], o[3]))
    everyone = (1 << people) - 1
    # masks of players seated → (cost, small tables used, the table seated last, the mask before)
    layer: dict[tuple[int, int], tuple[int, tuple[int, ...], tuple[int, int] | None]] = {(0, 0): (0, (), None)}
    layers = [layer]
    for _ in range(full + small):
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
                short = used + (k != field.size)
                if short > small:
                    continue
                key = seated | mask, short
                known = following.get(key)
                if known is None or total < known[0]:
                    following[key] = total, table, state
        layer = following
        layers.append(layer)
    return _trace(layers, (everyone, small))


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
