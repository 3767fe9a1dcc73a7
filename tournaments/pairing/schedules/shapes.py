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


def shape(
    people: int, size: int, byes: bool = False, allowed: Sequence[int] = (), usual_first: bool = False
) -> Shape | None:
    """Return the tables for so many people: as few as can be, their sizes within one of each other.

    So short tables have one player less, and there are as few of them as can be. Where that would make a table
    too small (five people at tables of four), or with ``byes``, all tables are full and the rest have a bye.
    ``allowed``: the sizes that tables may have; the rule is that of ``mixed`` then, ``usual_first`` with it. None where
    there are too few people for a table.
    """
    if byes:
        return uniform(size, people // size, idle=people % size) if people >= size else None
    if allowed:
        return mixed(people, size, tuple(sorted({*allowed, size})), usual_first)
    if people and size > 2:
        tables = -(-people // size)
        least, over = divmod(people, tables)
        if least >= min(FEWEST, size - 1):
            sizes = (least + 1,) * over + (least,) * (tables - over)
            return Shape(size if size <= 4 else sizes[0], sizes, 0)
    return shape(people, size, byes=True)


@lru_cache(maxsize=256)
def mixed(people: int, size: int, allowed: tuple[int, ...], usual_first: bool = False) -> Shape | None:
    """Return tables of the allowed sizes: as few byes as can be, then sizes within one of each other, or as near to
    that as can be; with ``usual_first`` as many tables of ``size`` as can be instead.

    Of what is left, sizes near to ``size`` are best (the least sum of squared differences), then many of ``size``, then
    few tables.
    """
    for idle in range(people):
        ways = _with_most(people - idle, size, allowed) if usual_first else _even(people - idle, allowed)
        if ways:
            best = min(ways, key=lambda way: (sum((k - size) ** 2 for k in way), -way.count(size), len(way), way))
            full, others = best.count(size), sorted((k for k in best if k != size), reverse=True)
            sizes = (size,) * full + tuple(others)
            return Shape(size if full else sizes[0], sizes, idle)
    return None


def _with_most(people: int, size: int, allowed: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the ways to seat the people with as many tables of ``size`` as can be."""
    others = tuple(k for k in allowed if k != size)
    for full in range(people // size, -1, -1):
        # as many tables of another size as `size` has seats hold as many people as some tables of `size`
        if ways := [(size,) * full + rest for rest in _divided(people - full * size, others, size - 1)]:
            return ways
    return []


def _even(people: int, allowed: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the ways to seat the people in which sizes differ by one at most, or by as little as can be."""
    for apart in range(1, max(2, allowed[-1] - allowed[0] + 1)):
        spans = {tuple(k for k in allowed if least <= k <= least + apart) for least in allowed}
        # more than two sizes are tried for a few people only: two that follow each other seat all but a few numbers
        if ways := [way for sizes in sorted(spans) for way in _divided(people, sizes, people)]:
            return ways
    return []


def _divided(people: int, allowed: tuple[int, ...], most: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to divide the people into tables of these sizes, at most so many of each, sizes rising."""
    if not people:
        yield ()
        return
    if not allowed:
        return
    first, rest = allowed[0], allowed[1:]
    if not rest:
        if people % first == 0 and people // first <= most:
            yield (first,) * (people // first)
        return
    for count in range(min(people // first, most) + 1):
        for tail in _divided(people - count * first, rest, most):
            yield (first,) * count + tail


def duels(people: int, size: int, options: Mapping[str, Any]) -> Shape:
    """Return tables of two; one player is left over where the number is odd."""
    return uniform(2, people // 2, idle=people % 2)


def tables_of(people: int, size: int, options: Mapping[str, Any]) -> Shape | None:
    """Return tables of three to six, others by the options ``leftover``, ``allowed_sizes`` and ``usual_first``."""
    byes, allowed = options.get("leftover") == "byes", options.get("allowed_sizes") or ()
    return shape(people, size, byes, allowed, bool(options.get("usual_first")))
