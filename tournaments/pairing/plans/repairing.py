"""Fits planned tables to the people who are there, and searches the rounds of a plan for better tables, given what
has been played; the latest answers are kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from scoring.lots import Lots
from tournaments.pairing.core import Progress
from tournaments.pairing.history import History
from tournaments.pairing.schedules.search import EVEN, Draft, improve
from tournaments.pairing.schedules.shapes import Shape

Groups = list[tuple[int, ...]]
REPAIR_STEPS = 200_000
"""Exchanges looked at when the rest of a schedule is planned again: well under a second."""
CLUB_STEPS = 1_500_000
"""The same when a schedule is searched for in which club-mates do not meet."""
Asked = tuple[int, Sequence[Sequence[int]], Sequence[int]]
"""The number of a round, its tables, and those with a bye, to begin with."""
Improved = tuple[int, list[tuple[int, ...]], tuple[int, ...]]
"""The same afterwards."""
Even = Literal["always", "end"] | None
"""When short tables and byes are to be even: after every round, at the end, or never."""


def fit(
    groups: Sequence[Sequence[int]],
    idle: Sequence[int],
    there: Collection[int],
    form: Shape,
    met: Callable[[int, int], int],
    owed: Callable[[int], int],
) -> tuple[Groups, tuple[int, ...]]:
    """Make tables of the given ``form`` for exactly the people ``there``, changing as little as it takes.

    ``met(a, b)`` counts meetings, ``owed(p)`` is higher for who should rather not be at a short table or
    have a bye. Where only some left and the sizes are right without further ado, nobody else moves.
    """
    left = [[p for p in group if p in there] for group in groups]
    left = [group for group in left if group]
    waiting = [p for p in idle if p in there]
    placed = {p for group in left for p in group} | set(waiting)
    waiting += sorted(p for p in there if p not in placed)
    if _right(left, waiting, form):
        return [tuple(g) for g in left], tuple(sorted(waiting))
    order = sorted(range(len(left)), key=lambda g: (-len(left[g]), g))
    kept = sorted(order[: form.tables])
    waiting += [p for g in order[form.tables :] for p in left[g]]
    tables = [left[g] for g in kept] + [[] for _ in range(form.tables - len(kept))]
    return _filled(tables, waiting, form, met, owed)


def _right(groups: Sequence[Sequence[int]], waiting: Sequence[int], form: Shape) -> bool:
    return len(waiting) == form.idle and sorted(map(len, groups)) == sorted(form.sizes)


def _filled(
    tables: list[list[int]],
    waiting: list[int],
    form: Shape,
    met: Callable[[int, int], int],
    owed: Callable[[int], int],
) -> tuple[Groups, tuple[int, ...]]:
    """Take people out of tables that are too full, and seat all who wait where they have met the fewest."""

    def strange(p: int, table: Sequence[int]) -> int:
        return sum(met(p, q) for q in table if q != p)

    order = sorted(range(len(tables)), key=lambda t: (-len(tables[t]), t))
    room = [0] * len(tables)
    for t, size in zip(order, sorted(form.sizes, reverse=True), strict=True):
        room[t] = size
        while len(tables[t]) > room[t]:
            out = max(tables[t], key=lambda p: (owed(p), strange(p, tables[t]), p))
            tables[t].remove(out)
            waiting.append(out)
    waiting.sort(key=lambda p: (-owed(p), p))
    while len(waiting) > form.idle:
        p = waiting.pop(0)
        open_tables = [t for t in range(len(tables)) if len(tables[t]) < room[t]]
        best = min(open_tables, key=lambda t: (strange(p, tables[t]), (room[t] == form.size) != bool(owed(p)), t))
        tables[best].append(p)
    return [tuple(t) for t in tables], tuple(sorted(waiting))


def searched(
    rounds: Sequence[Asked],
    past: History,
    wish: Callable[[int, int], int],
    size: int,
    seed: int,
    even: Even,
    steps: int,
    progress: Progress | None,
) -> list[Improved]:
    """Return these rounds, improved by a search of so many steps.

    ``wish``: earlier meetings that two are taken to have had besides those in ``past``.
    """
    people = sorted({p for _number, groups, idle in rounds for group in (*groups, idle) for p in group})
    index = {p: i for i, p in enumerate(people)}
    draft = Draft(
        [[[index[p] for p in group] for group in groups] for _number, groups, _idle in rounds],
        [[index[p] for p in idle] for _number, _groups, idle in rounds],
        size,
        [[past.met(a, b) + wish(a, b) if a != b else 0 for b in people] for a in people],
        [past.small.get(p, 0) for p in people],
        [past.byes.get(p, 0) for p in people],
        EVEN if even else 0,
        at_end=even == "end",
    )
    better = _improved(_Repair(repr(draft), seed, rounds[0][0], steps, draft, progress))
    return [
        (number, [tuple(people[i] for i in table) for table in tables], tuple(sorted(people[i] for i in byes)))
        for (number, _groups, _idle), tables, byes in zip(rounds, better.tables, better.byes, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Repair:
    """A draft to improve; equal to another by what it says, whoever watches."""

    text: str
    seed: int
    number: int
    steps: int
    draft: Draft = field(compare=False)
    progress: Progress | None = field(compare=False)


@lru_cache(maxsize=32)
def _improved(repair: _Repair) -> Draft:
    lots = Lots(repair.seed, "repair", repair.number, repair.draft.people)
    return improve(repair.draft, repair.steps, lots, repair.progress)
