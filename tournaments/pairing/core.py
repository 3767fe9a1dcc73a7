"""The input and output of a pairing system: values that every system shares.

The registry of systems is in ``registry``, the two questions of the command line in ``engine``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import tournaments.pairing.sentences  # noqa: F401 (its notices are put into words by this table)
from games.core.notices import Notice
from scoring.documents.document import Bye, Event, Player, Round, Table, forbidden_until

Progress = Callable[[int, int], None]
"""Told (done, total) from time to time by a search that may last."""

TWO_COLOURS = "quatro-chess"
"""The game in which a table always has four seats, so that at small tables a player stands twice (QC 2.1)."""


class PairingError(Exception):
    """The round cannot be paired; the notice says why and what would help, ``str`` says it in English."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(notice)
        self.notice = notice


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """Pair the rounds from ``first`` on, ``count`` of them (the rest of a fixed schedule with ``--all``).

    ``event`` holds the players, the history (its rounds), the options (``event.pairing``) and the seed.
    Made by the engine, ``options`` is complete and checked: every option of the system has a value.
    """

    event: Event
    first: int
    count: int = 1
    progress: Progress | None = field(default=None, compare=False)

    @property
    def options(self) -> Mapping[str, Any]:
        return self.event.pairing

    @property
    def seed(self) -> int:
        return int(self.event.pairing.get("seed", 0))

    def players(self, round_number: int) -> tuple[Player, ...]:
        """Return the players who take part in a round, by pairing number."""
        return tuple(p for p in sorted(self.event.players, key=lambda p: p.id) if p.plays(round_number))

    def absentees(self, round_number: int, with_points: bool = False) -> tuple[Bye, ...]:
        """Return byes for the players who asked this round off; late entries and withdrawals have none.

        ``with_points``: of the kind that they asked for; else without points.
        """
        return tuple(
            Bye(p.id, p.asked_for(round_number) if with_points else "zero")
            for p in sorted(self.event.players, key=lambda p: p.id)
            if round_number in p.absent and p.joined <= round_number and (p.left is None or round_number <= p.left)
        )

    @property
    def forbidden(self) -> frozenset[tuple[int, int]]:
        """Return the pairs that must not meet in round ``first``, as (lower id, higher id)."""
        return self.forbidden_in(self.first)

    @property
    def apart(self) -> frozenset[tuple[int, int]]:
        """Return ``forbidden`` and the pairs that should not meet in that round if there is another way."""
        return self.apart_in(self.first)

    def forbidden_in(self, round_number: int) -> frozenset[tuple[int, int]]:
        """Return the pairs that must not meet in a round: ``forbidden``, as long as `forbidden_until` says."""
        until = forbidden_until(self.options)
        if until is not None and round_number > until:
            return frozenset()
        return frozenset((min(a, b), max(a, b)) for a, b in self.options.get("forbidden") or ())

    def apart_in(self, round_number: int) -> frozenset[tuple[int, int]]:
        """Return the forbidden pairs of a round, and every two players of one club where ``apart_clubs`` asks for
        it, in the first ``apart_rounds`` if there is an end to it."""
        mates: set[tuple[int, int]] = set()
        until = self.options.get("apart_rounds")
        if self.options.get("apart_clubs") and (until is None or round_number <= int(until)):
            clubs: dict[str, list[int]] = {}
            for player in self.event.players:
                if name := " ".join((player.club or "").casefold().split()):
                    clubs.setdefault(name, []).append(player.id)
            mates = {pair for club in clubs.values() for pair in pairs(club)}
        return self.forbidden_in(round_number) | mates

    @property
    def fixed_tables(self) -> dict[int, int]:
        """Return player id → the number of the table at which that player always sits."""
        return {int(p): int(t) for p, t in (self.options.get("fixed_tables") or {}).items()}


@dataclass(frozen=True, slots=True)
class Quality:
    """The figures of the contract, over all rounds, played and new.

    ``bound`` is a proven lower bound for ``repeated_pairs``; ``optimal`` says whether it is reached.
    """

    repeated_pairs: int
    most_meetings: int
    unmet_pairs: int
    seat_spread: int
    bound: int
    optimal: bool


@dataclass(frozen=True, slots=True)
class Seating:
    """Answer of a system: the new rounds (tables without points) and notes for people.

    ``reasons`` says for a table, by (round number, table number), why it is so.
    """

    rounds: tuple[Round, ...]
    notes: tuple[Notice, ...] = ()
    reasons: Mapping[tuple[int, int], Notice] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fault:
    """A breach of a system's rules by a round of a document."""

    round: int
    table: int | None
    notice: Notice


class System(Protocol):
    def __call__(self, request: PairingRequest, /) -> Seating: ...


def distinct(seats: Iterable[int]) -> tuple[int, ...]:
    """Return the players of a table, each once, in the order of their first seats."""
    return tuple(dict.fromkeys(seats))


def strongest(players: Iterable[Player]) -> Player:
    """Return the player who has two colours at a table of three: by rating (none is lowest), then by the lower
    number."""
    return min(players, key=lambda p: (-(p.rating if p.rating is not None else -1), p.id))


def pairs(players: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Yield every two of these players, as (lower id, higher id)."""
    for i, a in enumerate(players):
        for b in players[i + 1 :]:
            yield (a, b) if a < b else (b, a)


__all__ = [
    "TWO_COLOURS",
    "Bye",
    "Event",
    "Fault",
    "Notice",
    "PairingError",
    "PairingRequest",
    "Player",
    "Progress",
    "Quality",
    "Round",
    "Seating",
    "System",
    "Table",
    "distinct",
    "pairs",
    "strongest",
]
