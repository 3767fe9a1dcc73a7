"""The quality criteria C6 to C21 of one bracket, as values of pairs: the greater the sum, the better.

FIDE Handbook C.04.3, article 2.4, as in force since 1 February 2026. A criterion that no pair can break is left
out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.pairing.dutch.people import Entrant, Float

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from tournaments.pairing.dutch.heaviest import Truth, Whole

    Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of all who are there, by place: what the criteria ask of them."""

    score: Numbers
    colour: Numbers
    difference: Numbers
    repeated: Numbers
    absolute: Truth
    firm: Truth
    down: tuple[Truth, Truth]
    up: tuple[Truth, Truth]
    played: Numbers


def table_of(people: Sequence[Entrant]) -> Table:
    """Return the columns of these people. ``firm``: a strong or absolute wish."""
    import numpy as np

    def flags(value: Float, back: int) -> Truth:
        return np.array([e.floats[back] is value for e in people], dtype=bool)

    def numbers(values: Iterator[int]) -> Numbers:
        return np.fromiter(values, dtype=np.int64, count=len(people))

    return Table(
        numbers(e.score for e in people),
        numbers(e.wish.colour for e in people),
        numbers(abs(e.wish.difference) for e in people),
        numbers(e.wish.repeated for e in people),
        np.array([e.wish.absolute for e in people], dtype=bool),
        np.array([e.wish.absolute or e.wish.strong for e in people], dtype=bool),
        (flags(Float.DOWN, 0), flags(Float.DOWN, 1)),
        (flags(Float.UP, 0), flags(Float.UP, 1)),
        numbers(e.played for e in people),
    )


@dataclass(frozen=True, slots=True)
class Bracket:
    """The people who are looked at together: places in the order of the rules, then as many as may leave downwards.

    ``people``: the places; the first ``moved`` were moved down, up to ``own`` they are the bracket, up to
    ``following`` the next score group, the rest all others. ``exits``: so many more, who stand for whoever
    comes later; ``single``: the one exit is the bye, and the bracket has no other floater (C9).
    """

    people: Numbers
    moved: int
    own: int
    following: int
    exits: int
    single: bool

    @property
    def size(self) -> int:
        return len(self.people) + self.exits


def _spread(bracket: Bracket, pairs: Truth) -> Whole:
    """Return the pairs as values, with nothing for the exits."""
    import numpy as np

    out = np.zeros((bracket.size, bracket.size), dtype=np.int64)
    out[: pairs.shape[0], : pairs.shape[1]] = pairs
    return out


def moves(bracket: Bracket, table: Table) -> Iterator[Whole]:
    """Yield the wishes for few and low floaters, here and in the next bracket: C6 to C8 of the Dutch system, C5 to C7
    of the Burstein."""
    import numpy as np

    score = np.full(bracket.size, -1, dtype=np.int64)
    score[: len(bracket.people)] = table.score[bracket.people]
    order = np.arange(bracket.size)
    later = np.maximum(order[:, None], order)
    higher = np.maximum(score[:, None], score)
    inside = later < bracket.own
    after = (later >= bracket.own) & (later < bracket.following)
    yield _spread(bracket, inside)
    for value in dict.fromkeys(score[: bracket.moved].tolist()):
        yield _spread(bracket, inside & (higher == value))
    yield _spread(bracket, after)
    for value in dict.fromkeys(score[: bracket.own].tolist()):
        yield _spread(bracket, after & (higher == value))


def same_colour(bracket: Bracket, table: Table) -> Truth:
    """Return the pairs of the bracket who wish for the same colour."""
    colour = table.colour[bracket.people]
    same: Truth = (colour[:, None] == colour) & (colour != 0)
    same[bracket.own :] = same[:, bracket.own :] = False
    return same


def same_colours_least(bracket: Bracket, table: Table) -> Whole:
    """Return the wish that few do not get their colour: C12 of the Dutch system, C8 of the Burstein."""
    return -_spread(bracket, same_colour(bracket, table))


def wishes(bracket: Bracket, table: Table) -> Iterator[Whole]:
    """Yield the wishes of C6 to C21 of the Dutch system, in their order."""
    import numpy as np

    yield from moves(bracket, table)
    who = bracket.people
    n = len(who)
    at = np.arange(n)
    score = table.score[who]
    later = np.maximum(np.arange(bracket.size)[:, None], np.arange(bracket.size))
    higher = np.maximum(score[:, None], score)
    inside = later < bracket.own

    def spread(pairs: Truth) -> Whole:
        return _spread(bracket, pairs)

    def each(flags: Truth) -> Whole:
        """Count for each pair how many of the two have the flag."""
        out = np.zeros(bracket.size, dtype=np.int64)
        out[:n] = flags
        return np.where(inside, out[:, None] + out, 0)

    moved_scores = [int(s) for s in dict.fromkeys(score[: bracket.moved].tolist())]
    if bracket.single:
        out = np.zeros((bracket.size, bracket.size), dtype=np.int64)
        out[n:, :n] = table.played[who]
        out[:n, n:] = table.played[who][:, None]
        yield out  # C9

    inner = inside[:n, :n]
    colour = table.colour[who]
    same = same_colour(bracket, table)
    difference, repeated, absolute = table.difference[who], table.repeated[who], table.absolute[who]
    both = same & absolute[:, None] & absolute
    if both.any():
        yield -spread(both & (difference[:, None] > 1) & (difference > 1))  # C10
        # who of the two does not get the colour: the one with the lesser difference
        third = np.where(
            difference[:, None] == difference,
            (repeated[:, None] != 0) & (repeated[:, None] == repeated),
            np.where(
                difference[:, None] > difference,
                repeated == -colour,
                (repeated == -colour)[:, None],
            ),
        )
        yield -spread(both & third)  # C11
    yield same_colours_least(bracket, table)  # C12
    firm = table.firm[who]
    yield -spread(same & firm[:, None] & firm & ~both)  # C13
    resident = at >= bracket.moved
    moved = ~resident
    mixed = inner & (moved[:, None] | moved)

    def against(flags: Truth) -> Truth:
        """Mark the pairs of somebody moved down with one of the flagged people."""
        return mixed & (flags[:, None] | flags)

    downs = [flags[who] for flags in table.down]
    ups = [flags[who] for flags in table.up]
    for back in (0, 1):
        yield each(downs[back] & resident & (at < bracket.own))  # C14, C16
        yield -spread(against(ups[back] & resident))  # C15, C17
    if bracket.moved:
        for back in (0, 1):
            for value in moved_scores:
                yield each(downs[back] & moved & (score == value))  # C18, C20
            for value in moved_scores:
                yield -spread(against(ups[back] & resident) & (higher == value))  # C19, C21
