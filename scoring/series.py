"""A series: several events added up by a declared rule, exactly.

Each event gives its players a value: the points they took there, or points for their place. The best ``best`` results
count, or all but the ``drop`` worst; an event in which somebody did not play is one of their worst.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

Person = TypeVar("Person")

VALUES = ("points", "places")
TIES = ("shared", "best", "wins", "last")


@dataclass(frozen=True, slots=True)
class SeriesRules:
    """The rules by which events add up.

    ``value``: ``points`` of the event as they are, or ``places``: the entries of ``places`` for first, second, …;
    players of equal rank share what their places give, places beyond the list give 0. ``best``: so many results count,
    None for all; ``drop``: so many of the worst do not, one at least does. ``ties``, between equal totals: ``shared``
    (they share the rank), ``best`` (the better best result, then the second best, …), ``wins`` (more events won),
    ``last`` (the better result in the newest event, then in the one before, …).

    Raises ValueError where this makes no rule.
    """

    value: str = "points"
    places: tuple[Fraction, ...] = ()
    best: int | None = None
    drop: int = 0
    ties: str = "shared"

    def __post_init__(self) -> None:
        if self.value not in VALUES:
            raise ValueError(f"value is one of {', '.join(VALUES)}, not {self.value!r}")
        if self.ties not in TIES:
            raise ValueError(f"ties is one of {', '.join(TIES)}, not {self.ties!r}")
        if self.best is not None and (self.best < 1 or self.drop):
            raise ValueError("best is one or more, and with it nothing is dropped besides")
        if self.drop < 0:
            raise ValueError("drop is none or more")
        if self.value == "places" and not self.places:
            raise ValueError("places needs the points for first, second, … place")
        if any(later > earlier for earlier, later in zip(self.places, self.places[1:], strict=False)):
            raise ValueError("the points for places never rise")

    def counted(self, events: int) -> int:
        """Return how many results of a player count after so many events."""
        return max(1, min(events if self.best is None else self.best, events - self.drop))


@dataclass(frozen=True, slots=True)
class Played:
    """A player's result of one event: their place there, what it is worth, and whether that counts."""

    place: int
    value: Fraction
    counts: bool


@dataclass(frozen=True, slots=True)
class SeriesLine(Generic[Person]):
    """One player's line; ``events`` has an entry an event, None where they did not play."""

    rank: int
    player: Person
    total: Fraction
    events: tuple[Played | None, ...]
    wins: int


def series(events: Sequence[Mapping[Person, tuple[int, Fraction]]], rules: SeriesRules) -> list[SeriesLine[Person]]:
    """Return the table of a series: ``events`` in order, each player's rank and points there.

    Players equal in all that the rules compare share a rank; they stand in the order in which they first appear.
    """
    values = [_values(event, rules) for event in events]
    people = list(dict.fromkeys(player for event in events for player in event))
    keep = rules.counted(len(events))
    lines: list[tuple[Any, SeriesLine[Person]]] = []
    for player in people:
        own = [worth.get(player) for worth in values]
        played = sorted((value, -at) for at, value in enumerate(own) if value is not None)
        counted = {-at for _value, at in played[max(0, len(played) - keep) :]}
        total = sum((value for value, at in played if -at in counted), Fraction(0))
        wins = sum(player in event and event[player][0] == 1 for event in events)
        shown = tuple(
            None if value is None else Played(events[at][player][0], value, at in counted)
            for at, value in enumerate(own)
        )
        line = SeriesLine(0, player, total, shown, wins)
        lines.append(((total, *_tie(line, own, rules)), line))
    lines.sort(key=lambda entry: entry[0], reverse=True)
    standings: list[SeriesLine[Person]] = []
    for at, (key, line) in enumerate(lines):
        same = at > 0 and lines[at - 1][0] == key
        rank = standings[-1].rank if same else at + 1
        standings.append(SeriesLine(rank, line.player, line.total, line.events, line.wins))
    return standings


def _values(event: Mapping[Person, tuple[int, Fraction]], rules: SeriesRules) -> dict[Person, Fraction]:
    if rules.value == "points":
        return {player: points for player, (_rank, points) in event.items()}
    at: dict[int, int] = {}
    for rank, _points in event.values():
        at[rank] = at.get(rank, 0) + 1
    shares = {rank: sum(rules.places[rank - 1 : rank - 1 + count], Fraction(0)) / count for rank, count in at.items()}
    return {player: shares[rank] for player, (rank, _points) in event.items()}


def _tie(line: SeriesLine[Person], own: Sequence[Fraction | None], rules: SeriesRules) -> tuple[Fraction | int, ...]:
    """Return the key between equal totals, the higher the better; events not played come below everything."""
    if rules.ties == "wins":
        return (line.wins,)
    below = Fraction(-1)
    known = [below if value is None else value for value in own]
    if rules.ties == "best":
        return tuple(sorted(known, reverse=True))
    return tuple(reversed(known)) if rules.ties == "last" else ()
