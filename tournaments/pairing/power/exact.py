"""The cheapest tables of a small field, exactly: over sets of players, the first free one chooses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tournaments.pairing.power.cost import Field, Weights, table_cost

MOST_PEOPLE = 16
"""16 players have 1,820 possible tables and some 300,000 steps: a tenth of a second."""


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
