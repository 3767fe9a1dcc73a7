"""The interface of a game: values that a game is described by, and the protocol that it fulfils.

A game is data plus functions: states and moves are frozen values, nothing here knows a screen or a database.
Seats are numbered from 1. Chance is part of the record (its ``setup``), so a replay is exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from games.core.notices import Say
from games.core.svg import ENGLISH

Seat = int
Players = Sequence[int]
"""Who sits on each seat of a table, each player by a number of their own."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that an option may take, with its label for a form."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game as its rules page declares it; forms, docs and checks are made from this.

    ``kind``: ``"choice"`` (one of ``choices``), ``"flag"`` (true or false), ``"choices"`` (a list of distinct
    ``choices``, at least one), ``"teams"`` (a list of two lists of seats, or None), ``"number"`` (a whole
    number within ``bounds``, or None) or ``"declaration"`` (of a game that comes with its event).

    ``event``: chosen for a whole event only; a record has no such option, since its setup tells.
    ``proposed``: what a new event takes that names none, where that is not ``default``: a record or an event without
    the option always has ``default``. ``players``: at tables of how many it means anything; empty: at all.
    """

    key: str
    kind: str
    default: Any
    label: str
    help: str
    rule: str
    choices: tuple[Choice, ...] = ()
    bounds: tuple[int, int] = (0, 0)
    event: bool = False
    proposed: Any = None
    players: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game's name, numbers of players and options.

    ``seats`` are the numbers of players that a record may have; ``prefix`` begins its rule numbers (``QC``).
    ``seat_names`` are what the game calls its seats, in seat order; empty where a number is enough.
    ``engine``: whether moves can be followed; a declared game has none, but ``names`` in several languages.
    ``last_wins``: players go out one after the other, and the points are those of ``example``, the first out the least.
    ``minutes``: how long a game takes, as its source says: one number, or the least and the most; else empty.
    """

    key: str
    name: str
    prefix: str
    seats: tuple[int, ...]
    rules_version: str
    options: tuple[Option, ...] = ()
    terminations: tuple[str, ...] = ()
    seat_names: tuple[str, ...] = ()
    engine: bool = True
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    minutes: tuple[int, ...] = ()
    last_wins: bool = False


@dataclass(frozen=True, slots=True)
class Start:
    """The facts fixed before the first move: options (complete, checked), number of seats, ``setup``."""

    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    setup: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game.

    ``places`` and ``points`` have one entry a seat; ``extra`` holds what a game adds to the result
    (JSON values, such as ``colours`` in Quatro Chess).
    """

    termination: str
    places: tuple[int, ...]
    points: tuple[Fraction, ...]
    extra: Mapping[str, Any] = field(default_factory=dict)


S = TypeVar("S")
M = TypeVar("M")


class Game(Protocol[S, M]):
    """A game: pure functions over frozen states ``S`` and moves ``M``."""

    @property
    def info(self) -> GameInfo: ...

    def start(self, start: Start) -> S:
        """Return the first position. Raises BadSetup, or BadRecord for options that contradict the seats."""

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that may act; several where any of them may claim; ``()`` when the game is over."""

    def legal_moves(self, state: S) -> tuple[M, ...]:
        """Return every legal move, as the rules page's `legal` section lists them, in the order of their texts."""

    def play(self, state: S, move: M) -> S:
        """Return the position after a move. Raises IllegalMove (with the rule) or GameOver."""

    def outcome(self, state: S) -> Outcome | None:
        """Return the result, or None while the game is in progress."""

    def read(self, text: str) -> M:
        """Return the move that a text means. Raises BadNotation."""

    def write(self, move: M) -> str:
        """Return the text of a move, such that ``read(write(m)) == m``."""

    def write_position(self, state: S) -> str:
        """Return the short text of a position, all of it, hidden things too (see ``games.core.positions``)."""

    def read_position(self, text: str) -> S:
        """Return the position that a short text means. Raises BadPosition."""

    def run(self, start: Start, moves: Sequence[str]) -> S:
        """Return the position after all of ``moves``: the same as reading and playing one by one, but quick.

        Raises GameError with ``index`` set to the entry that fails. A game without a faster way returns
        ``games.core.replay.run_plainly(self, start, moves)``.
        """

    def check_points(self, options: Mapping[str, Any], points: Sequence[Fraction], players: Players = ()) -> None:
        """Raise ImpossiblePoints where no game at a table with these seats can end with these points.

        ``points`` has one entry per seat of the table; in Quatro Chess a seat of the table is a colour
        (white, red, black, green), also where one player has two of them. ``players``: who sits on each seat;
        left out, somebody else on each.
        """

    def example(self, options: Mapping[str, Any], seats: int) -> tuple[Fraction, ...]:
        """Return a usual result of a table with so many seats, to show how one is entered; `check_points` takes it."""

    def draw(self, options: Mapping[str, Any], seats: int) -> Fraction | None:
        """Return what each seat gets where all of a table draw; None where nobody draws, or the game does not say."""

    def view(self, state: S, seat: Seat | None) -> dict[str, Any]:
        """Return the view of that seat, as JSON values; None is a spectator. Hidden things stay hidden."""

    def diagram(self, state: S, seat: Seat | None = None, letters: Mapping[str, str] = ENGLISH, say: Say = str) -> str:
        """Draw the position as SVG (no scripts, no outside references, nothing told by colour alone).

        ``say`` puts its words into the reader's language, with the names of players where the reader sees them.

        Seats that are colours bear their signs (``games.core.svg``); ``letters`` are those of the reader's
        language, by the colour's key.
        """

    def text(self, state: S, seat: Seat | None = None, say: Say = str) -> str:
        """Return the position as text for a terminal or a screen reader; ``say`` as for the diagram."""
