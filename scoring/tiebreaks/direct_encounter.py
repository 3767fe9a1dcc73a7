"""Direct encounter (FIDE Handbook C.07, article 6): the meetings among those who are tied."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from scoring.core.codes import Code
from scoring.core.history import History
from scoring.core.registry import tie_break

Met = dict[int, int]
"""By opponent, the average result against them (6.1.2), in some unit."""


@tie_break(
    "DE",
    source="FIDE Handbook C.07, article 6",
    label="Direct encounter",
    modifiers="P",
    among_tied=True,
)
def direct_encounter(history: History, tied: Sequence[int], code: Code) -> tuple[dict[int, Fraction], list[list[int]]]:
    """Return the points in the meetings among the tied, which are shown, and the tied in order.

    Order: by these if all have met (6.2); if not, only who stays alone at the top whatever the missing games
    give, then the next (6.3); then the same again among the rest.
    """
    among = frozenset(tied)
    games = history.predetermined or code.forfeits
    results = {player: _results(history, player, among, games) for player in tied}
    unit, met = averaged(results)
    shown = {player: Fraction(sum(own.values()), 2 * unit) for player, own in met.items()}
    return shown, _ordered(list(tied), met, 2 * unit)


def _results(history: History, player: int, among: frozenset[int], games: bool) -> dict[int, list[int]]:
    """Return by opponent among the tied the half points against them."""
    results: dict[int, list[int]] = {}
    for turn in history.turns[player]:
        if among.isdisjoint(turn.opponents):
            continue
        for opponent, halves in zip(turn.opponents, turn.halves, strict=True):
            if opponent in among and (games or opponent not in turn.unplayed):
                results.setdefault(opponent, []).append(halves)
    return results


def averaged(results: dict[int, dict[int, list[int]]]) -> tuple[int, dict[int, Met]]:
    """Return the averages of all lists of results, as whole numbers in the unit that comes with them."""
    unit = lcm(*{len(some) for own in results.values() for some in own.values()})
    return unit, {
        player: {opponent: sum(some) * unit // len(some) for opponent, some in own.items()}
        for player, own in results.items()
    }


def _ordered(tied: list[int], met: dict[int, Met], win: int) -> list[list[int]]:
    """Return the tied in their order, those who stay tied together; worked off without recursion."""
    order: list[list[int]] = []
    waiting = [tied]
    while waiting:
        group = waiting.pop()
        groups = split(group, met, win) if len(group) > 1 else [group]
        if len(groups) == 1:
            order.append(group)
        else:
            waiting.extend(reversed(groups))
    return order


def split(group: list[int], met: dict[int, Met], win: int) -> list[list[int]]:
    """Take one step: return the groups that the separate standings make of one, in order; itself if they make none.

    ``win``: the most that a missing meeting could give.
    """
    among = set(group)
    points: dict[int, int] = {}
    missing: dict[int, int] = {}
    for player in group:
        inner = [result for opponent, result in met[player].items() if opponent in among]
        points[player] = sum(inner)
        missing[player] = len(group) - 1 - len(inner)
    ranked = sorted(group, key=lambda player: (-points[player], player))
    if not any(missing.values()):
        groups: list[list[int]] = []
        for player in ranked:
            if groups and points[groups[-1][0]] == points[player]:
                groups[-1].append(player)
            else:
                groups.append([player])
        return groups
    best = [points[player] + missing[player] * win for player in ranked]
    for index in range(len(best) - 2, -1, -1):
        best[index] = max(best[index], best[index + 1])
    alone = 0
    while alone + 1 < len(ranked) and points[ranked[alone]] > best[alone + 1]:
        alone += 1
    return [[player] for player in ranked[:alone]] + [ranked[alone:]] if alone else [group]
