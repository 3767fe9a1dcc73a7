"""The points that the players at a table take to the standings, in whole numbers of a common unit.

A player with two colours counts once: by default with the average of what their two places give, so that tables
of two, three and four players are comparable.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from scoring.documents.document import Round, Table
from scoring.input.rules import ScoringRules
from scoring.points import shared

Seated = tuple[int, ...]
"""One entry a player at a table, in seat order."""


_NOTHING = Fraction(0)


class TablePoints:
    """The points of all tables of some rounds by an event's rules, over one common denominator ``unit``."""

    def __init__(self, rules: ScoringRules, rounds: Sequence[Round]) -> None:
        self.rules = rules
        self._as_they_are = rules.points == "game"
        self._shares: dict[tuple[int, ...], tuple[int, ...]] = {}
        denominators = {value.denominator for value in (rules.draw, *rules.byes.values())}
        if rules.win is not None:
            denominators.add(rules.win.denominator)
        sizes: set[int] = set()
        doubled = False
        for entry in rounds:
            for table in entry.tables:
                seats = table.seats
                sizes.add(len(seats))
                doubled = doubled or len(set(seats)) < len(seats)
                if table.points is not None and (self._as_they_are or table.end != "played"):
                    denominators.update([value.denominator for value in table.points if value is not None])
        self._doubled = doubled
        if not self._as_they_are:
            for size in sizes:
                denominators.update(value.denominator for value in rules.places(size))
        # Shares of up to eight places, and halves for two colours.
        ties = 1 if self._as_they_are else lcm(*range(1, max(sizes, default=1) + 1))
        draws = {size: rules.draw_at(size) for size in sizes}
        self.unit: int = lcm(
            lcm(*denominators) * ties * (2 if doubled else 1), *{draw.denominator for draw in draws.values()}
        )
        self.draws: dict[tuple[int, int], int] = {
            (size, held): self._two([int(draw * self.unit)] * held) for size, draw in draws.items() for held in (1, 2)
        }
        """What a tie of all at a table gives a player, by its seats and by how many of them are theirs."""

    def played(self, table: Table) -> tuple[Seated, Seated]:
        """Return the players at a table whose result is known, and their points."""
        points = table.points
        assert points is not None  # the reader lets no played table pass without
        if self._as_they_are:
            unit = self.unit
            return self._joined(
                table,
                tuple([value.numerator * (unit // value.denominator) for value in points]),  # type: ignore[union-attr]
            )
        return self._joined(table, self._shared(tuple(value or _NOTHING for value in points)))

    def adjourned(self, table: Table) -> tuple[Seated, Seated]:
        """Return the worth of a table without a result when a round is paired: the points so far, or for each seat an
        equal share of all. In the standings it counts nothing yet."""
        if table.points is not None and None not in table.points:
            return self.played(table)
        seats = len(table.seats)
        return self._joined(table, (int(self.rules.draw_at(seats) * self.unit),) * seats)

    def forfeited(self, table: Table) -> list[tuple[int, int | None]]:
        """Return the points player by player, None for those who did not show up; by places they share the last
        ones."""
        points = table.points or (None,) * len(table.seats)
        seats = [None if value is None else int(value * self.unit) for value in points]
        if not self._as_they_are and any(seats):
            below = min([_NOTHING, *[value for value in points if value is not None]]) - 1
            places = self._shared(tuple(below if value is None else value for value in points))
            seats = [None if value is None else own for value, own in zip(points, places, strict=True)]
        if len(set(table.seats)) == len(table.seats):
            return list(zip(table.seats, seats, strict=True))
        result: list[tuple[int, int | None]] = []
        for player in table.players:
            own = [seats[index] for index, seat in enumerate(table.seats) if seat == player]
            known = [value for value in own if value is not None]
            result.append((player, self._two([value or 0 for value in own]) if known else None))
        return result

    def forfeit_halves(self, own: int, players: int) -> int:
        """Return half points of a meeting with an absent opponent, by the points given (C.07, 16.4).

        Where the lowest score wins, points are what a result costs and do not tell: who came has won.
        """
        if self.rules.costly:
            return 2
        if players > 2:
            return 2 if own > 0 else 0
        win, draw = self.rules.win, self.rules.draw * self.unit
        if win is None or own >= win * self.unit or own > draw:
            return 2 if own > 0 else 0
        return 1 if own == draw else 0

    def _shared(self, points: tuple[Fraction, ...]) -> tuple[int, ...]:
        order = sorted(set(points), reverse=True)
        pattern = tuple(order.index(value) for value in points)
        known = self._shares.get(pattern)
        if known is None:
            worth = self.rules.places(len(points))
            shares = shared([Fraction(-place) for place in pattern], worth)
            known = self._shares[pattern] = tuple(int(value * self.unit) for value in shares)
        return known

    def _joined(self, table: Table, seats: Seated) -> tuple[Seated, Seated]:
        if not self._doubled or len(set(table.seats)) == len(table.seats):
            return table.seats, seats
        players = table.players
        return players, tuple(
            self._two([seats[index] for index, seat in enumerate(table.seats) if seat == player]) for player in players
        )

    def _two(self, own: Sequence[int]) -> int:
        """Return the points of a player's seats as one number; the unit is such that a mean is whole."""
        return own[0] if len(own) == 1 else int(two_colours(own, self.rules.two_colours))


def two_colours(own: Sequence[Fraction | int], rule: str) -> Fraction:
    """Return what a player's seats at one table bring: their ``average``, ``sum`` or ``best`` points."""
    if rule == "best":
        return Fraction(max(own))
    total = Fraction(sum(own))
    return total if rule == "sum" else total / len(own)
