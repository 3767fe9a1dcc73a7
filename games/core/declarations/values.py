"""The values of a declaration, read and checked: `games.core.declarations.declaration` makes them of its JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

BySeats = Mapping[int, tuple[Fraction, ...]]

TURNS = ("clockwise", "counter-clockwise")
"""The ways in which the seats of a table follow each other, seen from above."""


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
