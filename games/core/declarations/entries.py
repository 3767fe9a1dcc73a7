"""Checks of what was typed for single players of a declared game: places that follow on each other, scores in bounds.

Each raises ImpossiblePoints, with the rule in words and the seat that it is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from games.core.declarations.limits import MOST_SCORE
from games.core.declarations.values import Score
from games.core.errors import ImpossiblePoints
from games.core.notices import Notice, a_player, every, the_player

Seated = Sequence[tuple[int, Fraction]]
"""What was typed, each with its seat from 1."""


def check_places(typed: Sequence[Fraction]) -> None:
    """Refuse places that do not follow on each other: who shares a place takes up the next."""
    in_order = sorted(typed)
    for at, place in enumerate(in_order):
        right = 1 + sum(other < place for other in typed)
        if place == right:
            continue
        sharing = typed.count(in_order[at - 1]) if at and place < right else 0
        if sharing > 1:
            raise ImpossiblePoints(
                Notice("declared-place-after", place=in_order[at - 1], sharing=sharing, right=right, wrong=place)
            )
        raise ImpossiblePoints(Notice("declared-place-missing", seats=len(typed), right=right))


def refuse_shared(
    results: Sequence[Fraction | int], sides: Sequence[Sequence[int]], seats: Sequence[int] | None = None
) -> None:
    """Refuse sides with the same result, and name the first two. ``seats``: those of the results, if not 1, 2, 3 …"""
    numbers = range(1, len(results) + 1) if seats is None else seats
    first: dict[Fraction | int, int] = {}
    for side in sides:
        other = first.setdefault(results[side[0]], side[0])
        if other != side[0]:
            who = every((the_player(numbers[other]), a_player(numbers[side[0]])))
            raise ImpossiblePoints(Notice("declared-shared", who=who))


def check_scores(score: Score, typed: Seated) -> None:
    """Refuse a score off its step or beyond its bounds."""
    least = Fraction(-MOST_SCORE) if score.least is None else score.least
    most = Fraction(MOST_SCORE) if score.most is None else score.most
    for seat, value in typed:
        if value < least:
            raise ImpossiblePoints(Notice("declared-least", seat=seat, least=least, score=value))
        if value > most:
            raise ImpossiblePoints(Notice("declared-most", seat=seat, most=most, score=value))
        if (value / score.step).denominator != 1:
            raise ImpossiblePoints(Notice("declared-step", seat=seat, step=score.step, score=value))
