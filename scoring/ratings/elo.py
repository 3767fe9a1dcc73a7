"""Elo ratings with a K factor, from results at tables of any size.

A. E. Elo, *The Rating of Chessplayers, Past and Present* (1978), with the logistic curve that most lists use. At a
table of k everybody is compared with each of the k − 1 others, and each comparison moves K/(k − 1) at most: a table
weighs as one game, whatever its size. The arithmetic is decimal, as in ``scoring.ratings.weng_lin``: the same digits on
every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_EVEN, Context, Decimal, localcontext
from typing import TypeVar

from scoring.ratings.weng_lin import Rating

Who = TypeVar("Who")

SCALE = Decimal(400)
"""Ten times as many points are expected of who is so far ahead."""

_EXACT = Decimal("0.000001")


@dataclass(frozen=True, slots=True)
class EloRules:
    """``k``: the most that a table can move; ``k_new`` while somebody has fewer than ``new_games`` rated tables.
    ``start``: where everybody begins."""

    k: int = 20
    k_new: int = 40
    new_games: int = 30
    start: int = 1500

    @property
    def beginning(self) -> Rating:
        """Return the rating of somebody without a rated table."""
        return Rating(mu=Decimal(self.start))

    def factor(self, rating: Rating) -> int:
        """Return the K of a player."""
        return self.k_new if rating.games < self.new_games else self.k

    def rate(self, table: Mapping[Who, Rating], meetings: Iterable[tuple[Who, Who, int]]) -> dict[Who, Rating]:
        """Rate a table: return its players' ratings after it.

        ``meetings`` as in ``weng_lin.rate``. With one K for all, what some win is what the others lose, to the last
        digit. Raises KeyError for a player who is not in ``table``.
        """
        met = list(meetings)
        opponents = dict.fromkeys(table, 0)
        for one, other, _halves in met:
            opponents[one] += 1
            opponents[other] += 1
        gain = dict.fromkeys(table, Decimal(0))
        with localcontext(Context(prec=28, rounding=ROUND_HALF_EVEN)):
            for one, other, halves in met:
                chance = expected(table[one].mu, table[other].mu)
                surplus = Decimal(halves) / 2 - chance
                for who, own in ((one, surplus), (other, -surplus)):
                    gain[who] += (self.factor(table[who]) * own / opponents[who]).quantize(_EXACT)
            return {
                who: replace(before, mu=before.mu + gain[who], games=before.games + 1) if opponents[who] else before
                for who, before in table.items()
            }


def expected(own: Decimal, other: Decimal) -> Decimal:
    """Return the points that a player is expected to take from an opponent, from 0 to 1."""
    with localcontext(Context(prec=28, rounding=ROUND_HALF_EVEN)):
        return 1 / (1 + Decimal(10) ** ((other - own) / SCALE))
