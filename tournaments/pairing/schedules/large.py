"""Schedules at tables of five and six in which nobody meets twice: n a multiple of the size.

Sources: affine planes and spaces of order 5 (25 and 125 people); resolvable transversal designs over products of
fields; the starters were found by search for this program. There is no affine plane of order 6: 36 people at tables
of six have three rounds and no more, as a fourth would need two orthogonal Latin squares of order 6 (G. Tarry 1900).
"""

from __future__ import annotations

from functools import cache

from tournaments.pairing.schedules.fields import prime_powers
from tournaments.pairing.schedules.fours import Schedule, affine, developed, transversal
from tournaments.pairing.schedules.packed import LARGE


@cache
def perfect_large(n: int, size: int) -> Schedule:
    """Return the longest schedule known here for n places at tables of five or six in which nobody meets twice.

    Empty where the size does not divide n. Callers must not change it.
    """
    g, over = divmod(n, size)
    if over or not g:
        return []
    if (dimension := _logarithm(n, size)) > 1 and len(prime_powers(size)) == 1:
        return affine(size, dimension)
    if n in LARGE[size]:
        return developed(n, LARGE[size][n])
    if g < size:
        # Two of a table of the second round would come from one of the first.
        return [[tuple(range(t, t + size)) for t in range(0, n, size)]]
    whole = all(factor >= size for factor in prime_powers(g))
    return (transversal(g, size) if whole else slanted(g, size)) + _inside(g, size)


def slanted(g: int, size: int) -> Schedule:
    """Schedule ``size`` columns of g ≥ ``size``: tables of one in each column, b + c·s in column c of round s.

    Taken are the s whose differences, times any difference of columns, are not 0 modulo g; there are two at least.
    """
    slants: list[int] = []
    for s in range(g):
        if all((s - t) * d % g for t in slants for d in range(1, size)):
            slants.append(s)
    return [[tuple(c * g + (b + c * s) % g for c in range(size)) for b in range(g)] for s in slants]


PROVED = {(36, 6): 3, (30, 5): 6}
"""(people, size) → the most rounds without a repeated meeting, where that is less than everybody could meet others: of
36 people at sixes (Tarry), of 30 at fives (a complete search: OEIS A107431)."""


def _inside(g: int, size: int) -> Schedule:
    """Return rounds in which the columns of g play among themselves, all by the schedule for g."""
    return [
        [tuple(column * g + x for x in table) for column in range(size) for table in round_]
        for round_ in perfect_large(g, size)
    ]


def _logarithm(n: int, size: int) -> int:
    """Return k where n is the k-th power of the size, or 0."""
    k, power = 0, 1
    while power < n:
        k, power = k + 1, power * size
    return k if power == n else 0
