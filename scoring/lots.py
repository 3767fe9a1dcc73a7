"""The source of chance in pairing and scoring: a stream of whole numbers that depends on the seed and on nothing else.

Only ``random.Random(number).random()`` is used: Python guarantees its sequence across versions and machines.
Its values are multiples of 2**-53, so they turn into whole numbers without rounding.
"""

from __future__ import annotations

import hashlib
import random as _random
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


class Lots:
    """Lots drawn from a seed for a purpose: ``Lots(7, "tables", 16)`` is another stream than ``(7,
    "tables", 20)``.
    """

    __slots__ = ("fraction",)

    def __init__(self, seed: int, *purpose: str | int) -> None:
        text = "/".join(str(part) for part in (seed, *purpose))
        number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
        self.fraction = _random.Random(number).random
        """The next number from 0 up to 1; ``int(fraction() * n)`` is below n for every n up to 2**52."""

    def below(self, n: int) -> int:
        """Draw a whole number from 0 to n − 1."""
        return (int(self.fraction() * 9007199254740992.0) * n) >> 53

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return these items in the order of the lots (Fisher–Yates)."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out

    def choice(self, items: Sequence[T]) -> T:
        """Draw one of the items."""
        return items[self.below(len(items))]
