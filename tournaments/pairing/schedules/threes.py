"""Schedules at tables of three in which nobody meets twice: n a multiple of three.

Sources: affine planes; D. K. Ray-Chaudhuri and R. M. Wilson 1971 (Kirkman systems on 3q, q = 6t + 1 a prime
power); resolvable transversal designs; the starters were found by search for this program.
"""

from __future__ import annotations

from functools import cache

from tournaments.pairing.schedules.fields import field, prime_power, prime_powers
from tournaments.pairing.schedules.fours import Schedule, affine, developed, transversal
from tournaments.pairing.schedules.packed import THREES


def kirkman(q: int) -> Schedule:
    """Schedule 3q places, q = 6t + 1 a prime power: (3q − 1)/2 rounds in which every pair meets exactly once.

    Place 3x + j is x of GF(q) at level j. With w primitive, the base round is {0 at the three levels}, the
    {wⁱ, wⁱ⁺²ᵗ, wⁱ⁺⁴ᵗ} at each level for i < t, and {wⁱ at 0, wⁱ⁺²ᵗ at 1, wⁱ⁺⁴ᵗ at 2} for i in the odd
    sixths of the exponents. Each such triple of an even sixth, translated, is a round by itself.
    """
    f = field(q)
    t = (q - 1) // 6
    w = f.powers

    def slanted(i: int) -> list[tuple[int, int]]:
        return [(w[(i + 2 * t * j) % (q - 1)], j) for j in range(3)]

    base = [[(0, j) for j in range(3)]]
    base += [[(w[i + 2 * t * k], j) for k in range(3)] for i in range(t) for j in range(3)]
    base += [slanted(i) for i in range(6 * t) if i // t % 2]
    out: Schedule = [[tuple(3 * f.add(x, a) + j for x, j in block) for block in base] for a in range(q)]
    for i in range(6 * t):
        if i // t % 2 == 0:
            out.append([tuple(3 * f.add(x, a) + j for x, j in slanted(i)) for a in range(q)])
    return out


@cache
def perfect_threes(n: int) -> Schedule:
    """Return the longest schedule known here for n places at tables of three in which nobody meets twice.

    Empty where n is no multiple of three. Callers must not change it.
    """
    if n % 3 or n < 3:
        return []
    q = n // 3
    if prime_power(n) and n % 3 == 0:
        return affine(3, _logarithm(n))
    if q % 6 == 1 and prime_power(q):
        return kirkman(q)
    if n in THREES:
        return developed(n, THREES[n])
    if all(factor >= 3 for factor in prime_powers(q)):
        inside = [
            [tuple(column * q + x for x in table) for column in range(3) for table in round_]
            for round_ in perfect_threes(q)
        ]
        return transversal(q, 3) + inside
    return [[tuple(range(t, t + 3)) for t in range(0, n, 3)]]


def _logarithm(n: int) -> int:
    k = 0
    while n > 1:
        n //= 3
        k += 1
    return k
