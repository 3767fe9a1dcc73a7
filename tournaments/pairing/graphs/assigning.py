"""The cheapest assignment of a few players to as many seats, exactly."""

from __future__ import annotations

from collections.abc import Sequence


def cheapest(prices: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return for each seat the row (the player) that takes it, so that the prices add up to least.

    ``prices[player][seat]``, as many players as seats: over sets of players, 2ⁿ·n steps, so for few. Of equal sums the
    first in the order of rows is taken.
    """
    players = len(prices)
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(players):
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken, (spent, order) in best.items():
            for player in range(players):
                if not taken >> player & 1:
                    option = spent + prices[player][seat], (*order, player)
                    known = following.get(taken | 1 << player)
                    if known is None or option < known:
                        following[taken | 1 << player] = option
        best = following
    return best[(1 << players) - 1][1]
