"""Schedules in which nobody meets twice: n a multiple of the table's size, at fours from 16 up.

Sources: affine planes and spaces; R. C. Bose 1939 (one-rotational designs on 3q + 1); D. K. Ray-Chaudhuri and R. M.
Wilson 1971 (Kirkman systems on 3q, q = 6t + 1 a prime power); resolvable transversal designs over products of fields;
the starters were found by search for this program. There is no affine plane of order 6: 36 people at tables of six
have three rounds and no more, as a fourth would need two orthogonal Latin squares of order 6 (G. Tarry 1900).
``docs/algorithms/pairing-tables.md`` says which is for how many players.
"""

from __future__ import annotations

from functools import cache

from tournaments.pairing.schedules.fields import Field, field, prime_power, prime_powers
from tournaments.pairing.schedules.packed import ELEMENTARY_32, FOURS, LARGE, THREES, Starters

Schedule = list[list[tuple[int, ...]]]
PROVED = {(36, 6): 3, (30, 5): 6}
"""(people, size) → the most rounds without a repeated meeting, where that is less than everybody could meet others: of
36 people at sixes (Tarry), of 30 at fives (a complete search: OEIS A107431)."""


def one_rotational(q: int) -> Schedule:
    """Schedule 3q + 1 places, q = 4t + 1 a prime power: q rounds in which every pair meets exactly once.

    Place 3x + j is x of GF(q) at level j, 3q is infinity. The base round is {∞, 0₀, 0₁, 0₂} and, for w
    primitive, i < t and every level j, {wⁱ, wⁱ⁺²ᵗ at j, wⁱ⁺ᵗ, wⁱ⁺³ᵗ at j + 1}; the others are its
    translates.
    """
    f: Field = field(q)
    t = (q - 1) // 4
    base: list[list[tuple[int, int]]] = [[(0, 0), (0, 1), (0, 2)]]
    for i in range(t):
        for j in range(3):
            up = (j + 1) % 3
            w = f.powers
            base.append([(w[i], j), (w[i + 2 * t], j), (w[i + t], up), (w[i + 3 * t], up)])
    out: Schedule = []
    for a in range(q):
        tables = [tuple(3 * f.add(x, a) + j for x, j in block) for block in base]
        tables[0] = (*tables[0], 3 * q)
        out.append(tables)
    return out


def affine(q: int, dimension: int) -> Schedule:
    """Schedule q**dimension places: the parallel classes of lines of AG(dimension, q); every pair meets once."""
    f = field(q)
    n = q**dimension

    def vector(i: int) -> list[int]:
        return [i // q**k % q for k in range(dimension)]

    def number(v: list[int]) -> int:
        return sum(x * q**k for k, x in enumerate(v))

    out: Schedule = []
    for direction in map(vector, range(1, n)):
        if next(x for x in direction if x) != 1:
            continue
        seen: set[int] = set()
        tables = []
        for i in range(n):
            if i not in seen:
                start = vector(i)
                line = tuple(
                    number([f.add(s, f.multiply(c, d)) for s, d in zip(start, direction, strict=True)])
                    for c in range(q)
                )
                seen.update(line)
                tables.append(line)
        out.append(tables)
    return out


def transversal(g: int, k: int = 4) -> Schedule:
    """Schedule k·g places in k columns of g, all prime-power factors of g at least k: g rounds, never two of one
    column.

    Round s, table b: in column c the element b + m(c)·s, componentwise over the product of the fields, with
    k different multipliers m (Bush's product).
    """
    factors = prime_powers(g)

    def digits(x: int) -> list[int]:
        out = []
        for q in factors:
            x, d = divmod(x, q)
            out.append(d)
        return out

    def value(b: int, c: int, s: int) -> int:
        out, place = 0, 1
        for q, x, y in zip(factors, digits(b), digits(s), strict=True):
            f = field(q)
            out += f.add(x, f.multiply(c, y)) * place
            place *= q
        return out

    return [[tuple(c * g + value(b, c, s) for c in range(k)) for b in range(g)] for s in range(g)]


def cyclic(n: int, m: int, base: list[tuple[int, ...]]) -> Schedule:
    """Develop a base round +1 modulo m: place x + m·level moves within its level, the last n mod m stay."""
    moving = n // m * m

    def shift(x: int, a: int) -> int:
        return x if x >= moving else x - x % m + (x % m + a) % m

    return [[tuple(shift(x, a) for x in block) for block in base] for a in range(m)]


def developed(n: int, starters: Starters) -> Schedule:
    """Develop each of some base rounds; together they make one schedule."""
    return [round_ for m, base in starters for round_ in cyclic(n, m, base)]


def elementary_32() -> Schedule:
    """Schedule 32 places in ten rounds: base rounds over Z₂³, which turn a place's three low bits."""
    return [
        [tuple(x ^ a for x in block) for block in base] for translations, base in ELEMENTARY_32 for a in translations
    ]


@cache
def perfect_fours(n: int) -> Schedule:
    """Return the longest schedule known here for n places at tables of four in which nobody meets twice.

    Empty where n is no multiple of four. Callers must not change it.
    """
    if n % 4 or n < 4:
        return []
    if n < 16:
        return [[tuple(range(t, t + 4)) for t in range(0, n, 4)]]
    if n == 64:
        return affine(4, 3)
    if n == 32:
        return elementary_32()
    if n in FOURS:
        return developed(n, FOURS[n])
    q = (n - 1) // 3
    if n % 3 == 1 and q % 4 == 1 and prime_power(q):
        return one_rotational(q)
    g = n // 4
    if all(factor >= 4 for factor in prime_powers(g)):
        return transversal(g) + _inside(g, 4, perfect_fours(g))
    return []


def _inside(g: int, size: int, rounds: Schedule) -> Schedule:
    """Return rounds in which the columns of g play among themselves, all by the same rounds of g."""
    return [[tuple(column * g + x for x in table) for column in range(size) for table in round_] for round_ in rounds]


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
        return affine(3, _logarithm(n, 3))
    if q % 6 == 1 and prime_power(q):
        return kirkman(q)
    if n in THREES:
        return developed(n, THREES[n])
    if all(factor >= 3 for factor in prime_powers(q)):
        return transversal(q, 3) + _inside(q, 3, perfect_threes(q))
    return [[tuple(range(t, t + 3)) for t in range(0, n, 3)]]


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
    return (transversal(g, size) if whole else slanted(g, size)) + _inside(g, size, perfect_large(g, size))


def slanted(g: int, size: int) -> Schedule:
    """Schedule ``size`` columns of g ≥ ``size``: tables of one in each column, b + c·s in column c of round s.

    Taken are the s whose differences, times any difference of columns, are not 0 modulo g; there are two at least.
    """
    slants: list[int] = []
    for s in range(g):
        if all((s - t) * d % g for t in slants for d in range(1, size)):
            slants.append(s)
    return [[tuple(c * g + (b + c * s) % g for c in range(size)) for b in range(g)] for s in slants]


def _logarithm(n: int, size: int) -> int:
    """Return k where n is the k-th power of the size, or 0."""
    k, power = 0, 1
    while power < n:
        k, power = k + 1, power * size
    return k if power == n else 0
