"""Points for places at a table: shared by ties, fitted to smaller tables, checked to be what they say."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

DEFAULT: dict[int, tuple[Fraction, ...]] = {
    seats: tuple(Fraction(points) for points in range(seats - 1, -1, -1)) for seats in range(2, 9)
}
"""3-2-1-0 at four, 2-1-0 at three, 1-0 at two."""

FITS = ("average", "last", "first")


def shared(points: Sequence[Fraction], worth: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return what each seat takes when the order of ``points`` gives the places and ties share them equally.

    ``worth`` has the points for first, second, … place: as many as seats. Sharing what was shared gives the
    same again, so points that already are for places stay as they are.
    """
    better = [sum(other > own for other in points) for own in points]
    return tuple(sum(worth[place : place + better.count(place)], Fraction(0)) / better.count(place) for place in better)


def fitted(worth: Sequence[Fraction], seats: int, how: str) -> tuple[Fraction, ...]:
    """Return the points for the places at a table of fewer seats than the list was made for.

    ``average`` lets each place span an equal part of the list and give its average, so that the mean of a
    table stays the same; ``last`` leaves out the best places, ``first`` the worst.
    """
    if how == "first":
        return tuple(worth[:seats])
    if how == "last":
        return tuple(worth[len(worth) - seats :])
    span = Fraction(len(worth), seats)
    return tuple(_mean(worth, span * place, span * (place + 1)) for place in range(seats))


def _mean(worth: Sequence[Fraction], start: Fraction, stop: Fraction) -> Fraction:
    """Return the average of a list over an interval, each entry filling one unit."""
    total = Fraction(0)
    for index, value in enumerate(worth):
        overlap = min(stop, Fraction(index + 1)) - max(start, Fraction(index))
        if overlap > 0:
            total += value * overlap
    return total / (stop - start)
