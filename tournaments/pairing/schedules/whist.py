"""Whist tournaments: schedules in which everybody partners each other once and opposes each twice.

A table (a, b, c, d) has the partners a, c and b, d. Sources: I. Anderson, Combinatorial Designs and
Tournaments (1997); for v = 4k + 1 the orbits of a square root of −1 in a ring whose order is v (Bose,
Baker); for v = 3q + 1 a resolvable design, each table played three times; else starters found by search for
this program.
"""

from __future__ import annotations

from functools import cache

from tournaments.pairing.schedules.fields import field, prime_powers
from tournaments.pairing.schedules.perfect import Schedule, perfect_fours

_CYCLIC = {
    4: "1 0 2 -1",
    8: "2 -1 3 0|4 5 6 1",
    12: "9 6 10 0|1 4 3 8|2 7 5 -1",
    16: "9 1 10 14|12 5 0 13|2 11 8 6|3 -1 7 4",
    20: "11 8 12 18|0 1 2 6|4 9 7 15|13 10 17 3|16 14 5 -1",
    21: "8 3 9 1|11 4 15 12|14 10 19 13|20 7 5 17|16 18 2 6",
    24: "21 1 22 12|2 17 6 9|8 15 10 18|14 13 19 0|5 16 11 7|20 -1 4 3",
    28: "0 5 1 2|13 11 19 22|16 6 20 -1|12 7 14 24|10 18 17 4|15 8 23 26|25 21 3 9",
    32: ("28 10 29 1|5 3 7 0|24 12 4 22|14 19 27 13|26 20 30 15|8 25 16 9|11 2 18 21|23 17 6 -1"),
    33: ("16 28 17 26|12 4 15 18|5 9 11 31|22 13 30 23|1 14 10 29|25 2 32 7|20 3 24 19|27 8 6 21"),
    36: ("28 3 29 7|33 30 0 15|10 14 21 26|16 18 22 8|27 24 1 2|23 34 5 6|9 20 12 25|32 4 13 -1|11 31 19 17"),
    40: (
        "10 35 11 25|30 22 32 26|13 1 19 31|7 15 14 37|4 5 12 17|2 24 18 21|8 6 23 34|28 38 3 33|16 27 29 9|20 -1 0 36"
    ),
    44: (
        "0 6 1 12|32 28 34 13|15 27 18 11|9 22 17 31|3 30 10 -1|5 8 25 40|26 29 39 7|"
        "37 14 4 2|21 19 35 36|33 20 38 24|23 41 42 16"
    ),
    48: (
        "17 44 18 31|13 27 15 42|45 16 4 41|20 11 28 22|35 37 0 34|9 30 14 -1|40 25 2 1|"
        "33 26 43 5|36 39 8 32|3 10 21 6|24 46 38 19|7 12 23 29"
    ),
}
"""v → base round over Z(v) (v = 4k + 1) or Z(v − 1) and a fixed place, written −1 (v = 4k)."""


def rotational(v: int) -> Schedule:
    """Schedule v = 4k + 1 places, each prime power in v 1 mod 4: v rounds, place g sits out in round g.

    The tables of round 0 are the orbits (x, σx, σ²x, σ³x) of multiplication by a square root of −1. Each pair
    then meets once as left neighbours, once as right ones and once as partners, and all seats are equal.
    """
    factors = prime_powers(v)
    fields = [field(q) for q in factors]

    def parts(x: int) -> list[int]:
        out = []
        for q in factors:
            x, part = divmod(x, q)
            out.append(part)
        return out

    def whole(values: list[int]) -> int:
        out = 0
        for q, value in zip(reversed(factors), reversed(values), strict=True):
            out = out * q + value
        return out

    def turned(x: int) -> int:
        roots = [f.powers[(f.q - 1) // 4] for f in fields]
        return whole([f.multiply(a, root) for f, a, root in zip(fields, parts(x), roots, strict=True)])

    def shifted(x: int, g: int) -> int:
        return whole([f.add(a, b) for f, a, b in zip(fields, parts(x), parts(g), strict=True)])

    base = []
    seen: set[int] = set()
    for x in range(1, v):
        if x not in seen:
            orbit = (x, turned(x), turned(turned(x)), turned(turned(turned(x))))
            seen.update(orbit)
            base.append(orbit)
    return [[tuple(shifted(x, g) for x in table) for table in base] for g in range(v)]


def cyclic(v: int) -> Schedule:
    """Develop the starter of ``_CYCLIC``."""
    base = [[int(x) for x in table.split()] for table in _CYCLIC[v].split("|")]
    modulus = v if v % 4 else v - 1
    return [[tuple(modulus if x < 0 else (x + g) % modulus for x in table) for table in base] for g in range(modulus)]


def threefold(v: int) -> Schedule:
    """Return a complete schedule in which every pair meets once, each round played three times with other partners."""
    return [
        [tuple(table[k] for k in order) for table in round_]
        for order in ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))
        for round_ in perfect_fours(v)
    ]


@cache
def whist_schedule(v: int) -> Schedule:
    """Return the whole tournament for v places, or [] where none is known here. Callers must not change it."""
    if v % 4 == 1 and v > 1 and all(q % 4 == 1 for q in prime_powers(v)):
        return rotational(v)
    if v in _CYCLIC:
        return cyclic(v)
    if v % 12 == 4 and 3 * len(perfect_fours(v)) == v - 1:
        return threefold(v)
    return []
