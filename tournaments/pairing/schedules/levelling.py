"""Makes the short tables (or the byes) of rounds come in turn, by the fewest exchanges within each round."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.lots import Lots


def level(rounds: Sequence[tuple[list[list[int]], list[int]]], people: int, size: int, lots: Lots) -> None:
    """Change rounds of (tables, those with a bye) in place, for people 0 … ``people`` − 1 who are in all.

    Afterwards nobody has had a turn (a table of another size than ``size``, or a bye where no table is) more than once
    oftener than anybody else, after every round.
    """
    had = [0] * people
    for tables, byes in rounds:
        short = [t for t in tables if len(t) != size] or [byes]
        full = [t for t in tables if len(t) == size]
        there = {x for group in short for x in group}
        least = min(had)
        due = {x for x in range(people) if had[x] == least}
        # Who has had the turn gives it to one who is due, unless all who are due have it in this round.
        takers = lots.shuffled(sorted(due - there))
        givers = lots.shuffled(sorted(there - due))
        for giver, taker in zip(givers, takers, strict=False):
            _exchange(short, full, giver, taker)
        for group in short:
            for x in group:
                had[x] += 1


def _exchange(short: Sequence[list[int]], full: Sequence[list[int]], giver: int, taker: int) -> None:
    one = next(group for group in short if giver in group)
    other = next(group for group in full if taker in group)
    one[one.index(giver)] = taker
    other[other.index(taker)] = giver
