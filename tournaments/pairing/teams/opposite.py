"""Seats for pairs of partners who sit opposite each other (QC 7.5): one pair on seats 1 and 3, one on 2
and 4.

Theorem A of the seats does not reach here, because a table has two pairs. Two other ways do:

- ``seat_block``: for at most four rounds, a search for seats in which nobody has one twice; four rounds then
  give everybody every seat once.
- ``seat_pairs``: for pairs that never change. Sides are a colouring with two colours (König), so that no pair
  has one side twice more than the other after any round; on each side the partners take turns. From sides
  a, b with |a − b| ≤ 1 the counts of a player's four seats are halves of a and b rounded up or down:
  within one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.pairing.seats import seat_schedule

Pair = tuple[int, int]
Match = tuple[Pair, Pair]
Seats = tuple[int, int, int, int]


def arrangements(match: Match) -> Iterator[Seats]:
    """Yield the eight ways to seat two pairs, partners opposite; the first has the pairs as they are named."""
    for (a, b), (c, d) in (match, match[::-1]):
        for one, two in ((a, b), (b, a)):
            for three, four in ((c, d), (d, c)):
                yield one, three, two, four


def seat_block(rounds: Sequence[Sequence[Match]]) -> list[list[Seats]]:
    """Find seats for at most four rounds in which nobody has a seat twice. Raises ValueError where there are none."""
    flat = [(r, match) for r, round_ in enumerate(rounds) for match in round_]
    had: dict[int, int] = {}
    chosen: list[Seats] = []

    def place(k: int) -> bool:
        if k == len(flat):
            return True
        for seats in arrangements(flat[k][1]):
            if any(had.get(player, 0) >> seat & 1 for seat, player in enumerate(seats)):
                continue
            for seat, player in enumerate(seats):
                had[player] = had.get(player, 0) | 1 << seat
            chosen.append(seats)
            if place(k + 1):
                return True
            chosen.pop()
            for seat, player in enumerate(seats):
                had[player] &= ~(1 << seat)
        return False

    if not place(0):
        raise ValueError("these rounds have no seats in which nobody has one twice")
    out: list[list[Seats]] = [[] for _ in rounds]
    for (r, _match), seats in zip(flat, chosen, strict=True):
        out[r].append(seats)
    return out


def seat_pairs(rounds: Sequence[Sequence[Match]]) -> list[list[Seats]]:
    """Find seats for a whole schedule of fixed pairs: a player's counts stay within one of each other."""
    units = {pair: k for k, pair in enumerate(dict.fromkeys(p for r in rounds for m in r for p in m))}
    pairs = list(units)
    sides = seat_schedule([[(units[one], units[two]) for one, two in round_] for round_ in rounds])
    times: dict[tuple[int, int], int] = {}

    def turn(unit: int, side: int) -> Pair:
        count = times.get((unit, side), 0)
        times[unit, side] = count + 1
        # The second side begins with the other partner, so that the first two games differ in rank too.
        one, two = pairs[unit]
        return (one, two) if (count + side) % 2 == 0 else (two, one)

    out = []
    for round_ in sides:
        tables: list[Seats] = []
        for first, second in round_:
            (a, b), (c, d) = turn(first, 0), turn(second, 1)
            tables.append((a, c, b, d))
        out.append(tables)
    return out
