"""Finite fields of prime power order, as numbers 0 … q − 1 (digits in base p are a polynomial's
coefficients).
"""

from __future__ import annotations

from functools import cache
from itertools import product


def prime_power(q: int) -> tuple[int, int] | None:
    """Return (p, k) with q = p**k, or None."""
    if q < 2:
        return None
    p = next(d for d in range(2, q + 1) if q % d == 0)
    k, rest = 0, q
    while rest % p == 0:
        rest //= p
        k += 1
    return (p, k) if rest == 1 else None


def prime_powers(n: int) -> list[int]:
    """Return the prime powers that exactly divide n: 36 → [4, 9]."""
    out = []
    p = 2
    while n > 1:
        part = 1
        while n % p == 0:
            n //= p
            part *= p
        if part > 1:
            out.append(part)
        p += 1
    return out


class Field:
    """GF(q). ``powers[i]`` is the i-th power of a primitive element, i from 0 to q − 2."""

    def __init__(self, q: int) -> None:
        power = prime_power(q)
        if power is None:
            raise ValueError(f"{q} is not a prime power")
        self.q = q
        self.p, self.k = power
        self.powers = self._find_powers()
        self.logs = {x: i for i, x in enumerate(self.powers)}

    def _digits(self, a: int) -> list[int]:
        return [a // self.p**i % self.p for i in range(self.k)]

    def _number(self, digits: list[int]) -> int:
        return sum(d * self.p**i for i, d in enumerate(digits))

    def add(self, a: int, b: int) -> int:
        if self.k == 1:
            return (a + b) % self.p
        pairs = zip(self._digits(a), self._digits(b), strict=True)
        return self._number([(x + y) % self.p for x, y in pairs])

    def multiply(self, a: int, b: int) -> int:
        if a == 0 or b == 0:
            return 0
        return self.powers[(self.logs[a] + self.logs[b]) % (self.q - 1)]

    def _find_powers(self) -> list[int]:
        """Find the powers of x modulo the first monic polynomial of degree k that makes x primitive; of a number if k =
        1.
        """
        p, k = self.p, self.k
        if k == 1:
            return next(cycle for g in range(1, p) if len(cycle := self._cycle_of(g)) == p - 1)
        for low in product(range(p), repeat=k):
            element = [1] + [0] * (k - 1)
            cycle = []
            seen = set()
            while (number := self._number(element)) not in seen and number:
                seen.add(number)
                cycle.append(number)
                top = element[-1]
                shifted = [0, *element[:-1]]
                element = [(s - top * c) % p for s, c in zip(shifted, low, strict=True)]
            if len(cycle) == self.q - 1:
                return cycle
        raise ArithmeticError(f"no primitive polynomial of degree {k} over GF({p})")

    def _cycle_of(self, g: int) -> list[int]:
        out, x = [1], g % self.p
        while x != 1:
            out.append(x)
            x = x * g % self.p
        return out


@cache
def field(q: int) -> Field:
    """Return the field of order q, made once."""
    return Field(q)
