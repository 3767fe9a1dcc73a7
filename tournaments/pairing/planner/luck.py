"""Players of a stated spread of strength, and the results that they make at a table.

Who comes first at a table is drawn in proportion to ``10 ** (strength / 400)``, then who of the rest comes second, and
so on (R. L. Plackett, *The Analysis of Permutations*, Applied Statistics 24 (1975) 193-202). At tables of two this is
the expectation of A. E. Elo, *The Rating of Chessplayers* (1978): 200 points more win 76 of 100 games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist

from scoring.lots import Lots

Known = tuple[int, int]
"""What is known of a strength: the mean, and the standard deviation."""
FINE = 10**6
"""Weights are whole numbers: so the same lots draw the same results on every machine."""
ERROR = 100
"""By how much a rating misses the strength: a standard deviation."""


def ladder(people: int, spread: int) -> list[int]:
    """Return strengths that stand for a normal distribution, the strongest first: its quantiles in equal steps."""
    if not spread:
        return [0] * people
    normal = NormalDist(0, spread)
    return [round(normal.inv_cdf(1 - (2 * place + 1) / (2 * people))) for place in range(people)]


def seeded(strengths: Sequence[int], rated: bool, lots: Lots) -> list[int]:
    """Return the strengths by seed: in the order of ratings that miss them by ``ERROR``, or by lot."""
    shuffled = lots.shuffled(strengths)
    if not rated:
        return shuffled
    error = NormalDist(0, ERROR)
    rating = [strength + error.inv_cdf(max(lots.fraction(), 1e-9)) for strength in shuffled]
    return [shuffled[at] for at in sorted(range(len(shuffled)), key=lambda at: -rating[at])]


def teamed(strengths: Sequence[int], teams: int, lots: Lots) -> list[int]:
    """Return the strengths of teams drawn by lot, one after the other, each with its strongest on the first board."""
    shuffled = lots.shuffled(strengths)
    size = len(shuffled) // teams
    return [own for at in range(0, len(shuffled), size) for own in sorted(shuffled[at : at + size], reverse=True)]


def drawn_strengths(known: Sequence[Known], lots: Lots) -> list[int]:
    """Return strengths as they may be, by what is known of each."""
    normal = NormalDist()
    return [mean + round(wide * normal.inv_cdf(max(lots.fraction(), 1e-9))) for mean, wide in known]


def weight(strength: int) -> int:
    """Return the weight of a strength in the draw of a place."""
    return max(1, round(FINE * math.pow(10, strength / 400)))


def drawn_order(weights: Sequence[int], lots: Lots) -> list[int]:
    """Return the indices in the order of their places."""
    left = list(range(len(weights)))
    total = sum(weights)
    order = []
    while len(left) > 1:
        mark = lots.below(total)
        at = 0
        while mark >= weights[left[at]]:
            mark -= weights[left[at]]
            at += 1
        total -= weights[left[at]]
        order.append(left.pop(at))
    return order + left


def game_points(
    weights: Sequence[int], worth: Sequence[Fraction], drawn: Fraction, draws: int, lots: Lots
) -> tuple[Fraction, ...]:
    """Return the points of two players. Of a hundred games of equals ``draws`` are drawn, which bring each ``drawn``.

    R. R. Davidson, *On Extending the Bradley-Terry Model to Accommodate Ties in Paired Comparison Experiments*, Journal
    of the American Statistical Association 65 (1970) 317-328: a draw weighs as the geometric mean of both, times a
    constant.
    """
    one, other = weights
    level = 2 * draws * math.isqrt(one * other) // (100 - draws)
    mark = lots.below(one + other + level)
    if mark < level:
        return drawn, drawn
    return (worth[0], worth[1]) if mark < level + one else (worth[1], worth[0])


def table_points(
    weights: Sequence[int], sides: Sequence[Sequence[int]], worth: Sequence[Fraction], lots: Lots
) -> tuple[Fraction, ...]:
    """Return the points of each seat of a table. Who plays together has one place, and the mean of what it brings.

    ``weights`` by seat; two who play together weigh as much as one of their middle strength.
    """
    own = [weights[side[0]] if len(side) == 1 else math.isqrt(weights[side[0]] * weights[side[1]]) for side in sides]
    points = [Fraction(0)] * len(weights)
    place = 0
    for index in drawn_order(own, lots):
        side = sides[index]
        share = sum(worth[place : place + len(side)], Fraction(0)) / len(side)
        for seat in side:
            points[seat] = share
        place += len(side)
    return tuple(points)
