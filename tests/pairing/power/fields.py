"""Random fields for power pairing, and the objective written the plainest way."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from tournaments.pairing.power.cost import Field
from tournaments.pairing.power.field import parts


def random_field(people: int, seed: int, size: int = 4, rounds: int = 2, apart: int = 0) -> Field:
    """A field with meetings from ``rounds`` random rounds, scores, seats wanted and visits by lot."""
    lots = random.Random(seed)
    scores = sorted((lots.randrange(0, 4 * rounds + 1) for _ in range(people)), reverse=True)
    met: list[dict[int, int]] = [{} for _ in range(people)]
    for _ in range(rounds):
        order = list(range(people))
        lots.shuffle(order)
        for k in range(0, people, size):
            for a, b in itertools.permutations(order[k : k + size], 2):
                met[a][b] = met[a].get(b, 0) + 1
    pairs = list(itertools.combinations(range(people), 2))
    return Field(
        scores=scores,
        unit2=1,
        met=met,
        seats=[lots.randrange(1, 1 << size) for _ in range(people)],
        visits=[lots.randrange(0, 2) for _ in range(people)],
        part=parts(scores, size),
        apart=frozenset(lots.sample(pairs, apart)),
        size=size,
        chairs=[(1 << k) - 1 for k in range(size + 1)],
    )


def divisions(people: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to divide the people into tables of these sizes, tables in the order of their first
    players.
    """
    if not sizes:
        yield []
        return
    first, rest = people[0], people[1:]
    for size in sorted(set(sizes)):
        others = list(sizes)
        others.remove(size)
        for mates in itertools.combinations(rest, size - 1):
            left = [p for p in rest if p not in mates]
            for tail in divisions(left, others):
                yield [(first, *mates), *tail]


def naive_value(field: Field, tables: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The objective as the document states it, level by level: a second implementation."""
    return naive_values(field)(tables)


def naive_values(field: Field) -> Callable[[Sequence[Sequence[int]]], tuple[int, ...]]:
    """The same for many divisions of one field: a table that comes again is not looked at again."""

    @cache
    def of_table(table: tuple[int, ...]) -> tuple[int, ...]:
        clashes = meetings = squares = folds = 0
        for a, b in itertools.combinations(sorted(table), 2):
            clashes += (a, b) in field.apart
            meetings += field.met[a].get(b, 0)
            squares += (field.scores[a] - field.scores[b]) ** 2
            folds += field.part[a] == field.part[b]
        visits = sum(field.visits[p] for p in table) if len(table) != field.size else 0
        unserved = len(table) - max(
            sum(field.seats[p] >> s & 1 for p, s in zip(table, order, strict=True))
            for order in itertools.permutations(range(len(table)))
        )
        return clashes, visits, meetings, 80 * squares + 24 * unserved + folds

    return lambda tables: tuple(map(sum, zip(*(of_table(tuple(table)) for table in tables), strict=True)))
