"""Strengths from results at tables of any size: Weng and Lin's Bradley-Terry method with full pairs.

R. C. Weng, C.-J. Lin, *A Bayesian Approximation Method for Online Ranking*, Journal of Machine Learning Research 12
(2011) 267-300, Algorithm 1. A table is the set of its pairwise meetings, as for the tie-breaks: who has more points
beats who has fewer, equal points are a tie and count half.

A strength is a real number, so points stay out of here and strengths out of the standings. The arithmetic is
decimal: 28 digits, rounded half to even, exponentials correctly rounded; a rating is cut to 6 decimals after each
table. So the same results in the same order give the same digits on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal, localcontext
from typing import TypeVar

Who = TypeVar("Who")

MU = Decimal(1500)
"""Where everybody begins. The paper's scale (25, 25/3, 25/6, 25/300) times 60."""
SIGMA = Decimal(500)
"""How uncertain that is: a standard deviation."""
BETA = Decimal(250)
"""By how much one game varies."""
TAU = Decimal(5)
"""How much uncertainty comes back with each game, so that a rating can always follow its player."""
KAPPA = Decimal("0.0001")
"""The least part of a variance that one table can leave."""

_EXACT = Decimal("0.000001")


@dataclass(frozen=True, slots=True)
class Rating:
    """``mu`` the strength, ``sigma`` its uncertainty, ``games`` the rated tables behind it."""

    mu: Decimal = MU
    sigma: Decimal = SIGMA
    games: int = 0

    @property
    def shown(self) -> int:
        """Return the rating as people write it: whole, half to even."""
        return int(self.mu.to_integral_value(ROUND_HALF_EVEN))

    def margin(self, seats: int = 2) -> int:
        """Return the margin within which 19 of 20 true strengths lie, for games at tables of at most so many.

        That is two standard deviations at tables of two. The method counts each pair of a larger table as a game of
        its own, though k players show only k - 1 differences: what is known of them is k/2 times too much.
        """
        with localcontext(Context(prec=28, rounding=ROUND_HALF_EVEN)):
            return int((2 * self.sigma * (Decimal(seats) / 2).sqrt()).to_integral_value(ROUND_HALF_EVEN))


START = Rating()


def rate(table: Mapping[Who, Rating], meetings: Iterable[tuple[Who, Who, int]]) -> dict[Who, Rating]:
    """Rate a table: return its players' ratings after it.

    ``meetings``: each pair that met over the board once, with the half points of its first against its second (2 won,
    1 tied, 0 lost). A player who met nobody keeps their rating. Raises KeyError for a player who is not in ``table``.
    """
    with localcontext(Context(prec=28, rounding=ROUND_HALF_EVEN)):
        variance = {who: rating.sigma * rating.sigma + TAU * TAU for who, rating in table.items()}
        gain = dict.fromkeys(table, Decimal(0))
        known = dict.fromkeys(table, Decimal(0))
        met = set()
        for rating, other, halves in meetings:
            c = (variance[rating] + variance[other] + 2 * BETA * BETA).sqrt()
            expected = 1 / (1 + ((table[other].mu - table[rating].mu) / c).exp())
            for who, score, chance in (
                (rating, halves, expected),
                (other, 2 - halves, 1 - expected),
            ):
                part = variance[who].sqrt() / c
                gain[who] += variance[who] / c * (Decimal(score) / 2 - chance)
                known[who] += part * part * part * chance * (1 - chance)
                met.add(who)
        return {
            who: Rating(
                mu=(before.mu + gain[who]).quantize(_EXACT),
                sigma=(variance[who] * max(1 - known[who], KAPPA)).sqrt().quantize(_EXACT),
                games=before.games + 1,
            )
            if who in met
            else before
            for who, before in table.items()
        }
