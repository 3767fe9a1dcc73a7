"""The values of a declaration, read and checked, and its limits as a whole: parts too fine or too large together, and
rules that allow no result. `games.core.declarations.declaration` makes them of its JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd, lcm
from typing import Any

from games.core.notices import Notice

BySeats = Mapping[int, tuple[Fraction, ...]]

TURNS = ("clockwise", "counter-clockwise")
"""The ways in which the seats of a table follow each other, seen from above."""
MOST_SCORE = 1_000_000
"""No score, and no other number of a declaration, is further from zero."""
FINEST = 16
"""The largest common denominator of what a table brings; shares of up to six places make it sixty times finer, and
an event document has denominators up to 1000."""
MOST_KEPT = 999_999_999
"""The largest number above the line of a fraction that is kept."""
Fault = tuple[str, Notice]
"""A member, and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Odd:
    """The scores that are asked about once: beyond these bounds they are possible, but seldom."""

    least: Fraction | None = None
    most: Fraction | None = None
    winner_least: Fraction | None = None
    winner_most: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """The scores of a table, and what they bring.

    ``total``: what the scores of a table add up to, by its seats. ``counts``: the ``places`` that they make, the
    ``score`` itself, from ``start`` on and in units of ``unit``, or ``both``: the score with ``uma`` for the place
    and ``oka`` for the first, which everybody pays in equal parts.
    """

    step: Fraction = Fraction(1)
    least: Fraction | None = None
    most: Fraction | None = None
    total: Mapping[int, Fraction] | None = None
    odd: Odd = Odd()
    start: Fraction = Fraction(0)
    unit: Fraction = Fraction(1)
    uma: BySeats | None = None
    oka: Mapping[int, Fraction] | None = None
    counts: str = "places"


@dataclass(frozen=True, slots=True)
class Column:
    """One of several numbers a seat that make its score: ``own`` times one's own, ``others`` times those of the others
    by the number of seats."""

    names: Mapping[str, str]
    step: Fraction
    least: Fraction | None
    most: Fraction | None
    own: Fraction
    others: Mapping[int, Fraction]


@dataclass(frozen=True, slots=True)
class Together:
    """The most that some columns, by their indexes, may add up to: of one ``seat``, and of all seats of a ``table``, by
    the number of seats."""

    columns: tuple[int, ...]
    seat: Mapping[int, Fraction] | None
    table: Mapping[int, Fraction] | None


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declared game, as its JSON says it, with everything left out filled in; ``document`` is that JSON."""

    key: str
    names: Mapping[str, str]
    seats: tuple[int, ...]
    entry: str
    document: Mapping[str, Any]
    source: str = ""
    seat_names: Mapping[str, tuple[str, ...]] | None = None
    seats_matter: bool = False
    turn: str = TURNS[0]
    partners: tuple[tuple[int, ...], ...] | None = None
    minutes: int | None = None
    higher_is_better: bool = True
    draws: bool = True
    worth: BySeats | None = None
    ties: str = "share"
    amounts: tuple[Fraction, ...] | None = None
    tables: Mapping[int, tuple[tuple[Fraction, ...], ...]] | None = None
    score: Score | None = None
    columns: tuple[Column, ...] = ()
    together: tuple[Together, ...] = ()
    usual: Mapping[str, Any] | None = None
    grades: str = ""

    def name(self, language: str = "en") -> str:
        """Return the game's name in a language; in English where it has none there."""
        return str(in_language(self.names, language))


def in_language(names: Mapping[str, Any], language: str) -> Any:
    """Return what stands for a language, or its parent (``pt`` for ``pt-br``), or English."""
    return names.get(language) or names.get(language.split("-")[0]) or names["en"]


def faults(declaration: Declaration) -> Iterator[Fault]:
    """Yield what cannot be in a declaration whose members have been read one by one."""
    if declaration.entry != "score" and not declaration.higher_is_better:
        yield "higher_is_better", Notice("declaration-only-with", member="entry", value="score")
    common, fault = _common(declaration)
    if fault is not None:
        yield fault
    elif declaration.score is not None and declaration.score.counts != "places":
        yield from _too_large(declaration, declaration.score, common)
    for size in declaration.seats:
        member = _without_result(declaration, size)
        if member:
            yield member, Notice("declaration-no-result", seats=size)


def sides_of(declaration: Declaration, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats, from 0, of those who play together; at a table with fewer seats everyone is alone."""
    partners = declaration.partners
    if partners is None or sum(map(len, partners)) != size:
        return each_alone(size)
    return tuple(tuple(sorted(seat - 1 for seat in side)) for side in partners)


def each_alone(size: int) -> tuple[tuple[int, ...], ...]:
    """Return a side for each seat."""
    return tuple((seat,) for seat in range(size))


def _common(declaration: Declaration) -> tuple[int, Fault | None]:
    """Return the common denominator of what a table brings, and a fault where shares of it could be finer than an
    event document can say."""
    parts: list[tuple[str, Fraction]] = []
    for by_seats, place in ((declaration.worth, "worth"), (declaration.score and declaration.score.uma, "score.uma")):
        for values in (by_seats or {}).values():
            parts += [(place, value) for value in values]
    for results in (declaration.tables or {}).values():
        parts += [("tables", value) for result in results for value in result]
    parts += [("amounts", value) for value in declaration.amounts or ()]
    if (score := declaration.score) is not None:
        parts += [("score.step", score.step), ("score.start", score.start)]
        if score.counts != "places":
            parts += [("score.unit", score.step / score.unit), ("score.unit", score.start / score.unit)]
        parts += [("score.oka", value / seats) for seats, value in (score.oka or {}).items()]
    common = 1
    for place, value in parts:
        common = lcm(common, value.denominator)
        if common > FINEST:
            return common, (place, Notice("declaration-too-fine", most=FINEST))
    return common, None


def _too_large(declaration: Declaration, score: Score, common: int) -> Iterator[Fault]:
    """Yield a fault where a score could bring more than is kept."""
    bounds = [-MOST_SCORE if score.least is None else score.least, MOST_SCORE if score.most is None else score.most]
    brought = max(abs(bound - score.start) for bound in bounds) / score.unit
    for size in declaration.seats:
        uma = max((abs(value) for value in (score.uma or {}).get(size, ())), default=Fraction(0))
        shares = lcm(*range(1, size + 1)) if score.uma is not None and declaration.ties == "share" else 1
        most = MOST_KEPT // (common * shares)
        if brought + uma + abs((score.oka or {}).get(size, Fraction(0))) > most:
            yield "score.unit", Notice("declaration-too-much", most=most)
            return


def _without_result(declaration: Declaration, size: int) -> str:
    """Return the member for which no table of a size can have a result; empty where one can."""
    sides = [len(side) for side in sides_of(declaration, size)]
    if declaration.entry == "points":
        results = (declaration.tables or {}).get(size)
        if results is None:
            return "" if _enough(declaration, len(sides), len(declaration.amounts or ())) else "amounts"
        return "" if any(_possible(declaration, result, sides) for result in results) else f"tables.{size}"
    if declaration.score is None:
        return ""
    return _without_scores(declaration, declaration.score, sides, size)


def _enough(declaration: Declaration, sides: int, values: int) -> bool:
    """Return whether so many values do for so many sides."""
    if declaration.ties == "refuse":
        return values >= sides
    return values > 1 or declaration.draws or (declaration.entry == "score" and declaration.ties == "seat")


def _possible(declaration: Declaration, result: Sequence[Fraction], sides: Sequence[int]) -> bool:
    """Return whether a table can end with these points, in some order."""
    if declaration.amounts is not None and not set(result) <= set(declaration.amounts):
        return False
    return any(
        (declaration.ties != "refuse" or len(set(taken)) == len(taken))
        and (declaration.draws or taken.count(max(taken)) == 1)
        for taken in _dealt(Counter(result), sorted(sides, reverse=True))
    )


def _dealt(left: Counter[Fraction], sides: Sequence[int]) -> Iterator[tuple[Fraction, ...]]:
    """Yield the ways in which the points go to sides of these sizes, so that partners have the same."""
    if not sides:
        yield ()
        return
    for value in [value for value, count in left.items() if count >= sides[0]]:
        for others in _dealt(left - Counter({value: sides[0]}), sides[1:]):
            yield (value, *others)


def _without_scores(declaration: Declaration, score: Score, sides: Sequence[int], size: int) -> str:
    # counted in steps from the least score: a side of n partners adds n times its number to the total
    low = ceil((-MOST_SCORE if score.least is None else score.least) / score.step)
    most = floor((MOST_SCORE if score.most is None else score.most) / score.step) - low
    if most < 0 or not _enough(declaration, len(sides), most + 1):
        return "score.most"
    if score.total is None:
        return ""
    total = score.total[size] / score.step - low * size
    if declaration.ties == "refuse":
        order = sorted(sides, reverse=True)
        least = sum(number * side for number, side in enumerate(order))
        largest = most * size - least
    elif declaration.draws or declaration.ties == "seat":
        least, largest = 0, most * size
    elif declaration.higher_is_better:
        least, largest = min(sides), most * size - (size - max(sides))
    else:
        least, largest = size - max(sides), most * size - min(sides)
    possible = least <= total <= largest and total % gcd(*sides) == 0
    return "" if possible else f"score.total.{size}"
