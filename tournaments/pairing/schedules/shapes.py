"""The sizes of the tables of a round: one rule for tables of one size, one for mixed sizes.

``docs/algorithms/pairing-tables.md`` states both. They are followed by every system that seats people as they come.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

FEWEST = 3
"""Nobody sits at a smaller table where the full ones are for more than three."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The tables of a round: ``sizes``, full tables first; ``idle`` people have a bye.

    ``size`` is a full table: the one that is wanted; where that is for five or six and the people are too few for one,
    the largest there is.
    """

    size: int
    sizes: tuple[int, ...]
    idle: int

    @property
    def full(self) -> int:
        """Return the number of full tables."""
        return self.sizes.count(self.size)

    @property
    def short(self) -> int:
        """Return the number of all other tables."""
        return len(self.sizes) - self.full

    @property
    def tables(self) -> int:
        return len(self.sizes)

    @property
    def others(self) -> tuple[int, ...]:
        """Return the sizes of the tables that are not full."""
        return tuple(size for size in self.sizes if size != self.size)

    @property
    def plain(self) -> bool:
        """Tell whether all tables that are not full have just one player less."""
        return all(size == self.size - 1 for size in self.others)


def uniform(size: int, full: int, short: int = 0, idle: int = 0) -> Shape:
    """Return ``full`` tables of a size and ``short`` of one less."""
    return Shape(size, (size,) * full + (size - 1,) * short, idle)


def shape(people: int, size: int, byes: bool = False, allowed: Sequence[int] = ()) -> Shape | None:
    """Return the tables for so many people: as few as can be, their sizes within one of each other.

    So short tables have one player less, and there are as few of them as can be. Where that would make a table
    too small (five people at tables of four), or with ``byes``, all tables are full and the rest have a bye.
    ``allowed``: the sizes that tables may have; the rule is that of ``mixed`` then. None where there are too few
    people for a table.
    """
    if byes:
        return uniform(size, people // size, idle=people % size) if people >= size else None
    if allowed:
        return mixed(people, size, tuple(sorted({*allowed, size})))
    if people and size > 2:
        tables = -(-people // size)
        least, over = divmod(people, tables)
        if least >= min(FEWEST, size - 1):
            sizes = (least + 1,) * over + (least,) * (tables - over)
            return Shape(size if size <= 4 else sizes[0], sizes, 0)
    return shape(people, size, byes=True)


@lru_cache(maxsize=256)
def mixed(people: int, size: int, allowed: tuple[int, ...]) -> Shape | None:
    """Return tables of the allowed sizes: as few byes as can be, then as many tables of ``size`` as can be.

    Of what is left, sizes near to ``size`` are best (the least sum of squared differences), then few tables.
    """
    for idle in range(people):
        seated = people - idle
        for full in range(seated // size, -1, -1):
            rest = list(_divided(seated - full * size, tuple(k for k in allowed if k != size), size - 1))
            if rest:
                others = min(rest, key=lambda sizes: (sum((k - size) ** 2 for k in sizes), len(sizes), sizes))
                sizes = (size,) * full + tuple(sorted(others, reverse=True))
                return Shape(size, sizes, idle) if full else Shape(sizes[0], sizes, idle)
    return None


def _divided(people: int, allowed: tuple[int, ...], most: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to divide the people into tables of these sizes, at most so many of each, sizes rising.

    As many tables of another size as ``size`` has seats hold as many people as some tables of ``size``, so fewer of
    them are enough.
    """
    if not people:
        yield ()
        return
    if not allowed:
        return
    first, rest = allowed[0], allowed[1:]
    for count in range(min(people // first, most) + 1):
        for tail in _divided(people - count * first, rest, most):
            yield (first,) * count + tail


def duels(people: int, size: int, options: Mapping[str, Any]) -> Shape:
    """Return tables of two; one player is left over where the number is odd."""
    return uniform(2, people // 2, idle=people % 2)


def tables_of(people: int, size: int, options: Mapping[str, Any]) -> Shape | None:
    """Return tables of three to six, others by the options ``leftover`` and ``allowed_sizes``."""
    return shape(people, size, options.get("leftover") == "byes", options.get("allowed_sizes") or ())
