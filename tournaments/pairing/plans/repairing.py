"""Searches the rounds of a plan for better tables, given what has been played; the latest answers are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from tournaments.pairing.core import Progress
from tournaments.pairing.history import History
from tournaments.pairing.random import Lots
from tournaments.pairing.schedules.search import EVEN, Draft, improve

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
