"""What goes into a pairing system and what comes out, and the registry that finds the systems."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from scoring.document import Bye, Event, Player, Round, Table


class PairingError(Exception):
    """The round cannot be paired; the sentence says why and what would help."""


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """Pair the rounds from ``first`` on, ``count`` of them (the rest of a fixed schedule with ``--all``).

    ``event`` holds the players, the history (its rounds), the options (``event.pairing``) and the seed.
    """

    event: Event
    first: int
    count: int = 1

    @property
    def options(self) -> Mapping[str, Any]:
        return self.event.pairing

    @property
    def seed(self) -> int:
        return int(self.event.pairing.get("seed", 0))

    def players(self, round_number: int) -> tuple[Player, ...]:
        """Who takes part in a round, by pairing number."""
        return tuple(p for p in self.event.players if p.plays(round_number))


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
    """What a system answers: the new rounds (tables without points) and notes for people.

    ``reasons`` says for a table, by (round number, table number), why it is so.
    """

    rounds: tuple[Round, ...]
    notes: tuple[str, ...] = ()
    reasons: Mapping[tuple[int, int], str] = field(default_factory=dict)


class System(Protocol):
    def __call__(self, request: PairingRequest) -> Seating: ...


__all__ = [
    "Bye",
    "Callable",
    "Event",
    "PairingError",
    "PairingRequest",
    "Player",
    "Quality",
    "Round",
    "Seating",
    "Sequence",
    "System",
    "Table",
]
