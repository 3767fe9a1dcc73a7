"""The Index of the Burstein system: how strong each player's opponents were (FIDE Handbook C.04.4.2, 1.6 to 1.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MOST_SEEDING = 4


@dataclass(frozen=True, slots=True)
class Record:
    """A player as the Index of the others and their own asks for them.

    ``score``: without virtual points. ``met``: the opponent of each round, 0 where none was played; ``gained``: the
    points of each round. ``run``: the zero-point byes without a break up to this round, before it.
    """

    score: int
    met: tuple[int, ...]
    gained: tuple[int, ...]
    run: int = 0


def seeding_rounds(rounds: int) -> int:
    """Return how many rounds are paired by the Dutch system, so that the Index can be told (1.6.2)."""
    return min(rounds // 2, MOST_SEEDING)


def is_seeding(number: int, rounds: int) -> bool:
    """Tell whether a round of the Burstein system is paired by the Dutch one."""
    return number <= seeding_rounds(rounds)


def opposition(records: Mapping[int, Record], win_and_loss: int) -> dict[int, tuple[int, int]]:
    """Return by player the Index: Buchholz and Sonneborn-Berger, both twice, so that draws stay whole (1.7.1).

    Virtual points are not in it. A round not played is a game against oneself (1.7.2). For their opponents, the run
    of zero-point byes of who is away counts as draws; a draw is half of ``win_and_loss``.
    """
    seen = {number: 2 * record.score + record.run * win_and_loss for number, record in records.items()}
    index = {}
    for number, record in records.items():
        against = [seen[other] if other else 2 * record.score for other in record.met]
        products = (score * won for score, won in zip(against, record.gained, strict=True))
        index[number] = (sum(against), sum(products))
    return index
