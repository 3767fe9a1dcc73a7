"""The Scheveningen tables: everybody of one team meets everybody of the other, in as many rounds as a team has players.

Up to eight players a team they are the published ones. For larger teams each of the first team goes on to the next
opponent from round to round, with seats that stay within one of each other after every round (Theorem A).
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from tournaments.pairing.seats import seat_schedule

Meeting = tuple[str, int, int]
"""The team with seat 1 ("A" or "B"), and the numbers of the two players in A and B."""


@lru_cache(maxsize=1)
def published() -> dict[int, list[list[Meeting]]]:
    """Return the published tables by the size of the teams."""
    out: dict[int, list[list[Meeting]]] = {}
    for line in (Path(__file__).parent / "scheveningen.txt").read_text("ascii").splitlines():
        if line.startswith("#"):
            continue
        size, _colon, pairs = line.partition(":")
        round_ = []
        for pair in pairs.split():
            white, black = pair.split("-")
            numbers = {white[0]: int(white[1:]), black[0]: int(black[1:])}
            round_.append((white[0], numbers["A"], numbers["B"]))
        out.setdefault(int(size), []).append(round_)
    return out


@lru_cache(maxsize=16)
def scheveningen(size: int) -> tuple[tuple[Meeting, ...], ...]:
    """Return the rounds for two teams of a size."""
    if size in published():
        return tuple(map(tuple, published()[size]))
    if size == 1:
        return ((("A", 1, 1),),)
    turns = [[(a, size + (a + k) % size) for a in range(size)] for k in range(size)]
    out = []
    for round_ in seat_schedule(turns):
        meetings: list[Meeting] = []
        for first, second in sorted(round_, key=min):
            a, b = min(first, second), max(first, second)
            meetings.append(("A" if first == a else "B", a + 1, b - size + 1))
        out.append(tuple(meetings))
    return tuple(out)
