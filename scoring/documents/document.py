"""The event document (``viertal-event/1``) as values: what pairing and scoring read, what the site exports.

Numbers that can be fractions are ``Fraction`` here and strings in lowest terms in the document.

``viertal-event/1`` is the first version there is. The next one adds a step at the end of this file: a function that
takes the plain values of version n and gives those of version n + 1. A document passes the steps one after the other
and is then checked as if it had been written today.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import scoring.sentences  # noqa: F401 (its notices are put into words by this table)
from games.core.notices import Notice

FORMAT = "viertal-event/1"

BYE_KINDS = ("pairing", "half", "full", "zero")
ENDS = ("played", "forfeit", "adjourned")
Step = Callable[[Mapping[str, Any]], Mapping[str, Any]]
STEPS: dict[int, Step] = {}
"""By the version that a step starts from."""
FAMILY, _, _number = FORMAT.partition("/")
CURRENT = int(_number)
_FORMAT = re.compile(rf"{FAMILY}/([0-9]{{1,4}})")


class DocumentError(Exception):
    """An error in a document: ``place`` is a path such as ``rounds[2].tables[0].seats[1]``.

    ``notice`` says it in every language; ``message`` is its English.
    """

    def __init__(self, place: str, notice: Notice) -> None:
        self.place = place
        self.notice = notice
        self.message = str(notice)
        super().__init__(f"{place}: {self.message}" if place else self.message)


@dataclass(frozen=True, slots=True)
class Team:
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Player:
    """``id`` is the pairing number, 1…n; ``joined`` the first round, ``left`` the last round played.

    ``absent``: the rounds that the player misses; ``half_byes`` and ``full_byes`` are those of them that bring half a
    point, or a full one, when they come.
    """

    id: int
    name: str
    rating: int | None = None
    club: str | None = None
    team: str | None = None
    board: int | None = None
    joined: int = 1
    left: int | None = None
    absent: frozenset[int] = frozenset()
    half_byes: frozenset[int] = frozenset()
    full_byes: frozenset[int] = frozenset()

    def plays(self, round_number: int) -> bool:
        """Return whether the player takes part in a round: joined, not gone, not absent."""
        gone = self.left is not None and round_number > self.left
        return round_number >= self.joined and not gone and round_number not in self.absent

    def asked_for(self, round_number: int) -> str:
        """Return the kind of bye of a round that the player misses."""
        return "half" if round_number in self.half_byes else "full" if round_number in self.full_byes else "zero"


@dataclass(frozen=True, slots=True)
class Table:
    """``seats``: player ids in seat order; a player with two colours stands twice.

    ``points`` and ``game_points`` have one entry a seat, ``None`` where unknown; ``points`` as a whole is
    ``None`` before a result is entered. ``columns``: the numbers that made the scores of a declared game, a row a seat,
    where they are known. ``end``: ``played``, ``forfeit``, ``adjourned`` or ``None``.
    """

    number: int
    seats: tuple[int, ...]
    points: tuple[Fraction | None, ...] | None = None
    game_points: tuple[Fraction | None, ...] | None = None
    end: str | None = None
    columns: tuple[tuple[Fraction, ...] | None, ...] | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """Return the players who sit here, each once, in the order of their first seats."""
        return tuple(dict.fromkeys(self.seats))

    @property
    def entered(self) -> bool:
        """Return whether the result stands: played out, or decided by forfeit."""
        return self.end in ("played", "forfeit")

    @property
    def two_colours(self) -> frozenset[int]:
        """Return the players who hold two of the seats."""
        seats = self.seats
        if len(set(seats)) == len(seats):
            return frozenset()
        return frozenset(player for player in seats if seats.count(player) > 1)


@dataclass(frozen=True, slots=True)
class Bye:
    """``kind``: ``pairing``, ``half``, ``full`` or ``zero``."""

    player: int
    kind: str = "pairing"


@dataclass(frozen=True, slots=True)
class Round:
    number: int
    tables: tuple[Table, ...] = ()
    byes: tuple[Bye, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """A whole event, its players in the order of their ids, 1…n.

    ``pairing`` and ``scoring`` are the document's objects, checked by who owns them.
    """

    name: str
    game: str
    starts: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    pairing: Mapping[str, Any] = field(default_factory=dict)
    scoring: Mapping[str, Any] = field(default_factory=dict)
    teams: tuple[Team, ...] = ()
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()


def forbidden_until(pairing: Mapping[str, Any]) -> int | None:
    """Return the last round in which ``forbidden`` pairs must not meet: ``forbidden_rounds``, or ``apart_rounds`` where
    no clubs are apart, which then could mean nothing else; None for all rounds."""
    until = pairing.get("forbidden_rounds")
    if until is None and not pairing.get("apart_clubs"):
        until = pairing.get("apart_rounds")
    return until if type(until) is int else None


def upgraded(value: object) -> object:
    """Return the plain values of a document in the current version; a value that is no older document stays as it is.

    Raises DocumentError for a version that a newer program wrote, or an older one that no step starts from.
    """
    while isinstance(value, Mapping):
        text = value.get("format")
        match = _FORMAT.fullmatch(text) if isinstance(text, str) else None
        if match is None or int(match[1]) == CURRENT:
            break
        version = int(match[1])
        if version > CURRENT:
            raise DocumentError("format", Notice("document-newer", format=match[0], known=FORMAT))
        if version not in STEPS:
            raise DocumentError("format", Notice("document-no-version", format=match[0], known=FORMAT))
        value = {**STEPS[version](value), "format": f"{FAMILY}/{version + 1}"}
    return value
