"""The best complete schedule known here for n places: by algebra, from the packed file, or by search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tournaments.pairing.core import Progress
from tournaments.pairing.random import Lots
from tournaments.pairing.schedules.deletion import delete, delete_any
from tournaments.pairing.schedules.fours import Schedule, perfect_fours
from tournaments.pairing.schedules.levelling import level
from tournaments.pairing.schedules.packed import packed
from tournaments.pairing.schedules.search import Draft, improve, no_meetings
from tournaments.pairing.schedules.threes import perfect_threes

MIXED_ROUNDS = 15
"""As many rounds of full and short tables are looked after here."""

ALWAYS_FREE = {4: 60, 3: 40}
"""Above so many players those rounds can always be made without a repeated meeting."""

STEPS = 2_500_000
"""Exchanges looked at by the search for a schedule: a few seconds on one core."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The tables of a round: ``full`` of ``size``, ``short`` of one less; ``idle`` people have a bye."""

    size: int
    full: int
    short: int
    idle: int

    @property
    def tables(self) -> int:
        return self.full + self.short


def shape(people: int, size: int, byes: bool = False) -> Shape | None:
    """Return the tables for so many people: short ones where the size does not divide them, or byes.

    Five at tables of four cannot be seated without a bye. None where there are too few for a table.
    """
    if not byes:
        short = -people % size
        tables = (people + short) // size
        if people and short <= tables and size > 2:
            return Shape(size, tables - short, short, 0)
    if people < size:
        return None
    return Shape(size, people // size, 0, people % size)


def duels(people: int, size: int, options: Mapping[str, Any]) -> Shape:
    """Return tables of two; one player is left over where the number is odd."""
    return Shape(2, people // 2, 0, people % 2)


def tables_of(people: int, size: int, options: Mapping[str, Any]) -> Shape | None:
    """Return tables of three or four, short ones by the option ``leftover``."""
    return shape(people, size, options.get("leftover") == "byes")


def perfect(n: int, size: int) -> Schedule:
    """Return the longest schedule known in which nobody meets twice; empty where the size does not divide n."""
    return perfect_fours(n) if size == 4 else perfect_threes(n)


@lru_cache(maxsize=64)
def longest(n: int, size: int) -> int:
    """Return the number of rounds for which a schedule with even short tables and no repeated meeting is known.

    Where the size does not divide the players, up to 15 rounds are looked at.
    """
    short = -n % size
    if n > ALWAYS_FREE[size]:
        return max(MIXED_ROUNDS, 0 if short else len(perfect(n, size)))
    if not short:
        return len(perfect(n, size))
    known = packed(n, size)
    free = [r for r, entry in known.items() if entry.repeats == 0]
    most = min(MIXED_ROUNDS, len(perfect(n + short, size)))
    best = max(free, default=0)
    for rounds in range(most, best, -1):
        if delete(perfect(n + short, size), n + short, short, rounds) is not None:
            return rounds
    return best


@lru_cache(maxsize=32)
def _known(n: int, rounds: int, size: int) -> Schedule | None:
    """Return a schedule that needs no search, or None."""
    short = -n % size
    whole = perfect(n, size)
    if not short and whole:
        if rounds <= len(whole):
            return whole[:rounds]
        if len(whole) * (size - 1) == n - 1:
            return [whole[r % len(whole)] for r in range(rounds)]
    if short:
        larger = perfect(n + short, size)
        if rounds <= len(larger) and (shortened := delete(larger, n + short, short, rounds)) is not None:
            return shortened
    stored = packed(n, size)
    if rounds in stored and stored[rounds].repeats:
        return stored[rounds].schedule()
    for length, entry in sorted(stored.items()):
        if entry.repeats == 0 and length >= rounds:
            return entry.schedule()[:rounds]
    return stored[rounds].schedule() if rounds in stored else None


@dataclass(frozen=True, slots=True)
class _Question:
    """A schedule to search for; two are equal for the same schedule, no matter who watches the progress."""

    n: int
    rounds: int
    form: Shape
    progress: Progress | None = field(compare=False)


@lru_cache(maxsize=16)
def _searched(asked: _Question) -> tuple[Schedule, list[tuple[int, ...]]]:
    form = asked.form
    lots = Lots(0, "schedule", asked.n, asked.rounds, form.size, form.idle)
    draft = improve(_start(asked.n, asked.rounds, form, lots), STEPS, lots, asked.progress)
    return [[tuple(t) for t in round_] for round_ in draft.tables], [tuple(b) for b in draft.byes]


@lru_cache(maxsize=32)
def uneven(n: int, rounds: int, size: int) -> Schedule | None:
    """Return a schedule without repeats in which some may be at short tables more often, or None if none is known."""
    short = -n % size
    form = shape(n, size)
    if not short or form is None or form.idle:
        return None
    larger = perfect(n + short, size)
    return delete_any(larger, n + short, short, rounds) if rounds <= len(larger) else None


def complete(
    n: int, rounds: int, size: int, byes: bool = False, progress: Progress | None = None
) -> tuple[Schedule, list[tuple[int, ...]]]:
    """Return tables and byes of each round for n places, the same for the same arguments on every machine.

    Short tables and byes are even after every round; tables known to be perfect come at once. The caller
    has made sure that there is a ``shape``.
    """
    form = shape(n, size, byes)
    if form is None:
        raise ValueError(f"{n} people cannot sit at tables of {size}")
    if not form.idle and (schedule := _known(n, rounds, size)) is not None:
        return schedule, [()] * rounds
    return _searched(_Question(n, rounds, form, progress))


def _start(n: int, rounds: int, form: Shape, lots: Lots) -> Draft:
    """Return the draft that the search begins with: the longest known schedule, again and again, or lots."""
    tables: list[list[list[int]]] = []
    idle: list[list[int]] = []
    known: Sequence[Sequence[tuple[int, ...]]] = []
    if not form.idle:
        length = max((r for r in (*packed(n, form.size), longest(n, form.size)) if r <= rounds), default=0)
        known = (_known(n, length, form.size) if length else None) or []
    while known and len(tables) < rounds:
        names = lots.shuffled(range(n)) if tables else list(range(n))
        tables += [[[names[p] for p in table] for table in round_] for round_ in known]
    del tables[rounds:]
    idle = [[] for _ in tables]
    while len(tables) < rounds:
        order = lots.shuffled(range(n))
        cut = [form.size] * form.full + [form.size - 1] * form.short
        round_ = []
        for k in cut:
            round_.append(order[:k])
            del order[:k]
        tables.append(round_)
        idle.append(order)
    if form.short or form.idle:
        level(list(zip(tables, idle, strict=True)), n, form.size, lots)
    return Draft(tables, idle, form.size, no_meetings(n), [0] * n, [0] * n)
