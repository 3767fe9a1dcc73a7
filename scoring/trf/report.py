"""A tournament report as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

PLAYED = "1=0WDL"
UNPLAYED = "+-"
BYES = "HFUZ"
RESULTS = PLAYED + UNPLAYED + BYES

OPPOSITE = {
    "1": "0",
    "0": "1",
    "=": "=",
    "W": "L",
    "L": "W",
    "D": "D",
}
"""The opponent's result. A forfeit win faces a forfeit loss, but a forfeit loss may face another one, and, by an
arbiter's decision, two losses or a loss and a draw may stand against each other."""

HALVES = {
    "1": 2,
    "W": 2,
    "+": 2,
    "F": 2,
    "U": 2,
    "=": 1,
    "D": 1,
    "H": 1,
    "0": 0,
    "L": 0,
    "-": 0,
    "Z": 0,
    " ": 0,
}
"""What a result is worth in half points, where a file does not say otherwise."""

LETTER_OF = {
    "1": "W",
    "W": "W",
    "+": "W",
    "F": "W",
    "U": "P",
    "=": "D",
    "D": "D",
    "H": "D",
    "0": "L",
    "L": "L",
    "-": "A",
    "Z": "A",
    " ": "A",
}
"""The letter of ``162`` whose points a result brings: a win, a draw, a loss, an absence, the bye of the pairing."""

USUAL = {"W": 10, "D": 5, "L": 0, "A": 0, "P": 10}
"""The tenths by letter where a file does not say otherwise."""


@dataclass(frozen=True, slots=True)
class Game:
    """A player's round: their opponent's starting number (0 for a bye), their colour (``w``, ``b`` or ``-``) and a
    result code of the format; a blank is no result yet at a table, and an absence without one."""

    opponent: int = 0
    colour: str = "-"
    result: str = " "


@dataclass(frozen=True, slots=True)
class Player:
    """A ``001`` record. ``points`` are in tenths. What is empty is blank in the file."""

    number: int
    name: str
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    born: str = ""
    points: int = 0
    rank: int | None = None
    games: tuple[Game, ...] = ()


@dataclass(frozen=True, slots=True)
class Team:
    """A ``013`` or ``310`` record: its name, its players' starting numbers in board order, and (``310`` only) its rank
    and its points in tenths, None where they are not known."""

    name: str
    players: tuple[int, ...]
    rank: int | None = None
    match_points: int | None = None
    game_points: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A whole file.

    ``facts`` are the tournament's records by code (``012`` the name, ``042`` the first day …), each with its lines;
    ``rounds`` how many are planned (``142``, or ``XXR``); ``round_days`` the days of the rounds (``132``);
    ``initial_colour`` is ``W``, ``B`` or empty (``152``, ``XXC``); ``points`` tenths by letter where they are not the
    usual ones (``162``); ``byes`` those asked for in advance, (kind, round, player) (``240``, ``XXZ``); ``forbidden``
    first round, last round and the players who must not meet (``260``, ``XXP``); ``other`` every line that means
    nothing here.
    """

    players: tuple[Player, ...]
    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rounds: int | None = None
    round_days: tuple[str, ...] = ()
    initial_colour: str = ""
    points: Mapping[str, int] = field(default_factory=dict)
    teams: tuple[Team, ...] = ()
    byes: tuple[tuple[str, int, int], ...] = ()
    forbidden: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    other: tuple[str, ...] = ()

    def fact(self, code: str) -> str:
        """Return the first line of a record; empty where there is none."""
        return (self.facts.get(code) or ("",))[0]

    @property
    def played(self) -> int:
        """Return the number of rounds that the players' records have."""
        return max((len(player.games) for player in self.players), default=0)
