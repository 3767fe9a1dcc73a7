"""From a table's result to what each player takes to the standings: places, shared by ties, and the worth of the games'
own points by place, where a game or its declaration fixes that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from games.core import registry
from games.core.declarations.declared import DeclaredGame

DEFAULT: dict[int, tuple[Fraction, ...]] = {
    seats: tuple(Fraction(points) for points in range(seats - 1, -1, -1)) for seats in range(2, 9)
}
"""3-2-1-0 at four, 2-1-0 at three, 1-0 at two."""

FITS = ("average", "last", "first")
_LISTED: dict[str, dict[int, tuple[str, ...]]] = {
    "quarto": {2: ("1", "0")},  # Q 3.9
    "quatro-chess": {4: ("8", "4", "2", "0")},  # QC 6.1
}


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


def place_points(game: str, options: Mapping[str, Any], seats: int) -> tuple[Fraction, ...] | None:
    """Return the points for first, second, … place by the game's own rules; None where the game fixes none."""
    if game in _LISTED or game in registry.keys_set():
        listed = _LISTED.get(game, {}).get(seats)
        return None if listed is None else tuple(Fraction(points) for points in listed)
    declared = registry.game_of(game, options)
    return declared.place_points(seats) if isinstance(declared, DeclaredGame) else None


def lowest_score_counts(game: str, options: Mapping[str, Any]) -> bool:
    """Return whether the scores of a declared game are its points and the lowest is best, so that nothing would beat
    them all."""
    declared = None if game in registry.keys_set() else registry.game_of(game, options)
    if not isinstance(declared, DeclaredGame) or declared.declaration.score is None:
        return False
    return not declared.declaration.higher_is_better and declared.declaration.score.counts != "places"


def seats_are_colours(game: str) -> bool:
    """Return whether a table always has the seats of its colours, so that a player may hold two of them (QC 2.1)."""
    return game == "quatro-chess"


def fixes_points(game: str) -> bool:
    """Return whether the game itself says what its results bring; a declared game does."""
    return game in _LISTED or game not in registry.keys_set()
