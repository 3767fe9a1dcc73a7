"""Tie-breaks from ratings (FIDE Handbook C.07, article 10), over meetings played over the board.

They are dropped where a player has no rating, unless ``scoring.unrated`` says which rating they count with.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction

from scoring.core.codes import Code
from scoring.core.history import History
from scoring.core.registry import Ending, Part, tie_break
from scoring.core.values import half_up

_CHANCE_LIMITS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179,
    188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456,
    484, 517, 559, 619, 735,
)  # fmt: skip
"""FIDE Rating Regulations, 8.1.2: the largest difference of ratings for a chance of 50, 51, … 99 per cent."""

_DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175,
    184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444,
    470, 501, 538, 589, 677, 800,
)  # fmt: skip
"""FIDE Rating Regulations, 8.1.1: the difference of ratings for a score of 50, 51, … 100 per cent."""


def _ratings(history: History) -> Sequence[int]:
    """Return everyone's rating, or the one for the unrated; 0 where there is neither."""
    unrated = int(history.options.get("unrated") or 0)
    return history.once("ratings", lambda: [unrated if rating is None else rating for rating in history.ratings])


def _met(history: History, player: int) -> tuple[list[int], int]:
    """Return the ratings of the opponents met over the board, and the half points made against them."""
    ratings = _ratings(history)
    met: list[int] = []
    total = 0
    for turn in history.turns[player]:
        if not turn.unplayed:
            met += [ratings[opponent] for opponent in turn.opponents]
            total += sum(turn.halves)
        else:
            for opponent, halves, played, _ in turn.meetings:
                if played:
                    met.append(ratings[opponent])
                    total += halves
    return met, total


def _from_each(history: History, player: int, values: Sequence[int]) -> list[Part]:
    """Return a part for each opponent met over the board, with that opponent's value."""
    return [
        Part(values[opponent], values[opponent], number, opponent)
        for number, turn in enumerate(history.turns[player], 1)
        for opponent, _, played, _ in turn.meetings
        if played
    ]


@tie_break(
    "RTNG",
    source="FIDE Handbook C.07, article 10.6",
    label="Rating",
    modifiers="R",
    by_rating=True,
    scope="players",
    given=True,
)
def rating(history: History, player: int, code: Code) -> Sequence[Part]:
    """Return the player's own rating, the higher first; with ``/R`` the lower."""
    own = _ratings(history)[player]
    return [Part(own, own, 0)]


def _sum_of_ratings(history: History, player: int, code: Code) -> tuple[int, int]:
    """Add up the ratings that count."""
    met = sorted(_met(history, player)[0])
    met = met[code.cut_low : max(code.cut_low, len(met) - code.cut_high)]
    return sum(met), len(met)


@tie_break(
    "ARO",
    quick=_sum_of_ratings,
    source="FIDE Handbook C.07, article 10.1",
    label="Average rating of opponents",
    modifiers="CM",
    ending=Ending.WHOLE_MEAN,
    by_rating=True,
    scope="players",
)
def average_rating(history: History, player: int, code: Code) -> Sequence[Part]:
    """Average the ratings of the opponents met, rounded, one half upwards."""
    return _from_each(history, player, _ratings(history))


@tie_break(
    "TPR",
    source="FIDE Handbook C.07, article 10.2",
    label="Performance rating",
    by_rating=True,
    scope="players",
)
def performance(history: History, player: int, code: Code) -> Sequence[Part]:
    """Return the average rating of the opponents plus the difference that the score corresponds to."""
    value = _performances(history)[player]
    return [Part(value, value, 0)] if value is not None else []


def _performances(history: History) -> Sequence[int | None]:
    everybody = range(len(history.turns))
    return history.once("TPR", lambda: [_performance(*_met(history, player)) for player in everybody])


def _performance(ratings: list[int], halves: int) -> int | None:
    if not ratings:
        return None
    per_cent = half_up(Fraction(100 * halves, 2 * len(ratings)))
    difference = _DIFFERENCES[abs(per_cent - 50)]
    return half_up(Fraction(sum(ratings), len(ratings))) + (difference if per_cent >= 50 else -difference)


def against_rated(history: History, player: int) -> tuple[int, int, int] | None:
    """Return the average rating of the rated opponents met over the board, the performance against them (10.1, 10.2)
    and how many meetings these were; None where nobody of them is rated."""
    met: list[int] = []
    total = 0
    for turn in history.turns[player]:
        for opponent, halves, played, _ in turn.meetings:
            rating = history.ratings[opponent]
            if played and rating is not None and not turn.not_yet:
                met.append(rating)
                total += halves
    value = _performance(met, total)
    return None if value is None else (half_up(Fraction(sum(met), len(met))), value, len(met))


@tie_break(
    "PTP",
    source="FIDE Handbook C.07, article 10.3",
    label="Perfect performance",
    by_rating=True,
    scope="players",
)
def perfect_performance(history: History, player: int, code: Code) -> Sequence[Part]:
    """Return the lowest rating at which at least the score made would be expected; 800 below all for 0."""
    value = _perfect_performances(history)[player]
    return [Part(value, value, 0)] if value is not None else []


def _perfect_performances(history: History) -> Sequence[int | None]:
    everybody = range(len(history.turns))
    return history.once("PTP", lambda: [_perfect_performance(*_met(history, player)) for player in everybody])


def _perfect_performance(ratings: list[int], halves: int) -> int | None:
    if not ratings:
        return None
    return min(ratings) - 800 if halves == 0 else _lowest_expecting(50 * halves, ratings)


def _lowest_expecting(per_cents: int, ratings: list[int]) -> int:
    """Return the lowest rating whose expected score, in hundredths of a point, reaches a number."""
    low, high = min(ratings) - 801, max(ratings) + 800
    while high - low > 1:
        middle = (low + high) // 2
        if sum(_chance(middle - rating) for rating in ratings) >= per_cents:
            high = middle
        else:
            low = middle
    return high


def _chance(difference: int) -> int:
    chance = 50 + bisect_left(_CHANCE_LIMITS, abs(difference))
    return chance if difference >= 0 else 100 - chance


@tie_break(
    "APRO",
    source="FIDE Handbook C.07, article 10.4",
    label="Average performance rating of opponents",
    modifiers="CM",
    ending=Ending.WHOLE_MEAN,
    by_rating=True,
    scope="players",
)
def average_performance(history: History, player: int, code: Code) -> Sequence[Part]:
    """Average the performance ratings of the opponents met, rounded, one half upwards."""
    return _from_each(history, player, [value or 0 for value in _performances(history)])


@tie_break(
    "APPO",
    source="FIDE Handbook C.07, article 10.5",
    label="Average perfect performance of opponents",
    modifiers="CM",
    ending=Ending.WHOLE_MEAN,
    by_rating=True,
    scope="players",
)
def average_perfect_performance(history: History, player: int, code: Code) -> Sequence[Part]:
    """Average the perfect performances of the opponents met, rounded, one half upwards."""
    return _from_each(history, player, [value or 0 for value in _perfect_performances(history)])
