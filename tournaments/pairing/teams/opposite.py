"""Pairs of partners who sit opposite each other (QC 7.5): their seats, one pair on seats 1 and 3, one on 2 and 4, and
the rotation of teams' pairs against each other, for two and for three teams of four."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from tournaments.pairing.seats import seat_schedule

Pair = tuple[int, int]
Match = tuple[Pair, Pair]
Seats = tuple[int, int, int, int]
SPLITS: tuple[tuple[Pair, Pair], ...] = (((1, 4), (2, 3)), ((1, 3), (2, 4)), ((1, 2), (3, 4)))
"""The three ways to make pairs of four: 1 + 4 and 2 + 3 first (QC 7.3)."""
TEAM = 10
"""A player here is team × 10 + board, team from 0."""
Rotation = tuple[tuple[Match, ...], ...]
BERGER_SIX = (
    ((1, 2), (5, 3), (6, 4)),
    ((3, 1), (4, 5), (2, 6)),
    ((1, 4), (2, 3), (6, 5)),
    ((5, 1), (4, 2), (3, 6)),
)
"""Rounds 2 to 5 of the Berger table for six (FIDE Handbook C.05), the board of A's 1 + 4 first."""


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


def _of(team: int, pair: Pair) -> Pair:
    return team * TEAM + pair[0], team * TEAM + pair[1]


def two_teams() -> Rotation:
    """Return twelve rounds of two boards: in every six each opponent is met three times, each team-mate a partner
    twice.

    Two rounds with one split of both teams, once with the unlike pairs against each other (1 + 4 against
    2 + 3, as in QC 7.2), once with the like ones; then the next split.
    """
    rounds = []
    for k in range(12):
        one, two = SPLITS[k // 2 % 3]
        other = (two, one) if k % 2 == 0 else (one, two)
        rounds.append(((_of(0, one), _of(1, other[0])), (_of(0, two), _of(1, other[1]))))
    return tuple(rounds)


def three_teams() -> Rotation:
    """Return twelve rounds of three boards in blocks of four, each with one split of all teams.

    In a block every pair meets every pair of the other teams once. Its rounds are those of the Berger
    table for six without the one in which the pairs of a team meet (QC 7.3): of the numbers 1 A14, 2 B23,
    3 C23, 4 C14, 5 B14, 6 A23 that is round 1, and round 2 is the pairing of QC 7.2. After 4, 8 and 12
    rounds each opponent has been met 1, 2, 3 times, and after 12 each team-mate has been a partner four
    times.
    """
    rounds: list[tuple[Match, ...]] = []
    for one, two in SPLITS:
        a, b, c = ((_of(t, one), _of(t, two)) for t in range(3))
        unit = {1: a[0], 2: b[1], 3: c[1], 4: c[0], 5: b[0], 6: a[1]}
        rounds += [tuple((unit[x], unit[y]) for x, y in numbers) for numbers in BERGER_SIX]
    return tuple(rounds)


@cache
def seated(teams: int) -> tuple[tuple[Seats, ...], ...]:
    """Return the twelve rounds for two or three teams with seats; in a block of four everybody has every seat once."""
    rotation = two_teams() if teams == 2 else three_teams()
    out: list[tuple[Seats, ...]] = []
    for start in range(0, 12, 4):
        out += (tuple(tables) for tables in seat_block(rotation[start : start + 4]))
    return tuple(out)
