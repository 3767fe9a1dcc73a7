"""Proves by complete search the least repeated meetings of small schedules at tables of four.

    python -m benchmarks.prove_bounds [PLAYERS ROUNDS]

Round 1 is fixed, round 2 is one of each kind up to renaming; the others are all tried, except where even a
round of only new pairs could not help.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import combinations, permutations

from benchmarks.programs import asked
from tournaments.pairing.schedules.shapes import shape

Round = list[tuple[int, ...]]
CASES = ((6, 3), (12, 4))


def all_rounds(people: tuple[int, ...], sizes: list[int]) -> Iterator[Round]:
    """Yield every way to seat these people at tables of these sizes."""
    if not people:
        yield []
        return
    first = people[0]
    for size in sorted(set(sizes)):
        rest = list(sizes)
        rest.remove(size)
        for others in combinations(people[1:], size - 1):
            table = (first, *others)
            for more in all_rounds(tuple(p for p in people if p not in table), rest):
                yield [table, *more]


def bits(round_: Round, n: int) -> int:
    """Return the pairs that meet, one bit each."""
    return sum(1 << (a * n + b) for table in round_ for a, b in combinations(sorted(table), 2))


def kind(round_: Round, first: Round) -> tuple[object, ...]:
    """Return a value that is the same for two rounds that differ from ``first`` only by names."""
    shared = [[len(set(t) & set(u)) for u in first] for t in round_]
    orders = [
        p for p in permutations(range(len(first))) if all(len(first[p[i]]) == len(u) for i, u in enumerate(first))
    ]
    return min(tuple(sorted(tuple(row[i] for i in p) for row in shared)) for p in orders)


def least_repeats(n: int, rounds: int) -> int:
    """Return the fewest repeated meetings of n people in so many rounds (two or more)."""
    form = shape(n, 4)
    if form is None:
        raise ValueError(f"{n} people cannot be seated")
    sizes = [4] * form.full + [3] * form.short
    every = list(all_rounds(tuple(range(n)), sizes))
    met = [bits(r, n) for r in every]
    slots = met[0].bit_count()
    kinds: dict[tuple[object, ...], int] = {}
    for round_, pairs in zip(every, met, strict=True):
        kinds.setdefault(kind(round_, every[0]), pairs)
    best = 0

    def extend(union: int, left: int, start: int) -> None:
        nonlocal best
        if left == 0:
            best = max(best, union.bit_count())
            return
        if left == 1:
            best = max(best, max((union | pairs).bit_count() for pairs in met[start:]))
            return
        for k in range(start, len(met)):
            new = union | met[k]
            if new.bit_count() + (left - 1) * slots > best:
                extend(new, left - 1, k)

    for pairs in kinds.values():
        extend(met[0] | pairs, rounds - 2, 0)
    return rounds * slots - best


def main() -> None:
    chosen = asked(__doc__, players=0, rounds=3)
    for n, rounds in [(chosen.players, chosen.rounds)] if chosen.players else CASES:
        start = time.perf_counter()
        least = least_repeats(n, rounds)
        print(
            f"{n} players, {rounds} rounds: at least {least} ({time.perf_counter() - start:.1f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main()
