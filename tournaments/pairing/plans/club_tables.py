"""Complete schedules in which no two of one club sit together: by a transversal design, or a draft for the search."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

from scoring.lots import Lots
from tournaments.pairing.schedules.fields import prime_powers
from tournaments.pairing.schedules.perfect import Schedule, transversal

Pair = tuple[int, int]

CLUB = 3
"""Earlier meetings that two of one club are taken to have had in the search."""


def together(rounds: Iterable[Iterable[Sequence[int]]], apart: Collection[Pair]) -> int:
    """Return how often two sit together who should not."""
    return sum(
        (min(a, b), max(a, b)) in apart
        for tables in rounds
        for table in tables
        for a, b in combinations(dict.fromkeys(table), 2)
    )


def clubs_of(people: Sequence[int], apart: Collection[Pair]) -> list[list[int]]:
    """Return the people in groups of those who are to be kept apart, the largest first; singles last."""
    leader = {p: p for p in people}

    def find(p: int) -> int:
        while leader[p] != p:
            p = leader[p]
        return p

    for a, b in sorted(apart):
        if a in leader and b in leader:
            first, second = sorted((find(a), find(b)))
            leader[second] = first
    groups: dict[int, list[int]] = {}
    for p in people:
        groups.setdefault(find(p), []).append(p)
    return sorted(groups.values(), key=lambda group: (-len(group), group))


def in_columns(clubs: Sequence[Sequence[int]], size: int, rounds: int, lots: Lots) -> Schedule | None:
    """Return rounds in which nobody meets a club-mate, nor anybody twice; None where no design is known for them.

    The people of a column of a transversal design never meet, so each club goes into one column.
    """
    column, over = divmod(sum(map(len, clubs)), size)
    if over or rounds > column or any(factor < size for factor in prime_powers(column)):
        return None
    columns: list[list[int]] = [[] for _ in range(size)]
    for club in clubs:
        room = [c for c in columns if len(c) + len(club) <= column]
        if not room:
            return None
        min(room, key=len).extend(lots.shuffled(club))
    people = [p for c in columns for p in lots.shuffled(c)]
    design = transversal(column, size)[:rounds]
    return [[tuple(people[place] for place in table) for table in tables] for tables in design]


def dealt(clubs: Sequence[Sequence[int]], sizes: Sequence[int], rounds: int, lots: Lots) -> Schedule:
    """Deal the people of each round club by club to the tables in turn, so that few of a club sit together."""
    out: Schedule = []
    for _ in range(rounds):
        tables: list[list[int]] = [[] for _ in sizes]
        turn = 0
        for club in clubs:
            for person in lots.shuffled(club):
                while len(tables[turn % len(sizes)]) == sizes[turn % len(sizes)]:
                    turn += 1
                tables[turn % len(sizes)].append(person)
                turn += 1
        out.append([tuple(table) for table in tables])
    return out
