"""A position as something to touch: a board of cells, what stands there, what lies beside it, and every entry as a
way of touches.

A game that has a board of its own gives a `Layout` (once a game) and a `Surface` (once a position); nothing here
draws or says anything. Whoever shows it walks the ways: after the touches so far, the next ones are those with which
a way goes on, and the last touch of a way is its entry. So no screen needs the rules.

A touch is a cell (``e4``), something in a tray (``left:LRTF``, ``hand:R``) or a choice (``=q``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol, TypeVar, runtime_checkable

from games.core.game import Seat
from games.core.registry import AnyGame


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the board: its touch, and its place from the left and from the top as seat 1 sees it."""

    key: str
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The board of a game, the same in every position.

    ``looks`` are pictures of what can stand there, as SVG in a field of 40 × 40, by the name that surfaces use.
    ``lines`` are the rows of cells that count, where the game has such. ``more`` holds what the game's own script needs
    beside that.
    """

    columns: int
    rows: int
    cells: tuple[Cell, ...]
    looks: Mapping[str, str]
    lines: tuple[tuple[str, ...], ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Item:
    """A thing in a tray: its touch, its look, and how many of it there are."""

    key: str
    look: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Tray:
    """A place beside the board. ``seat`` is the position at the table of whoever it belongs to; 0: nobody."""

    key: str
    items: tuple[Item, ...]
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Way:
    """One legal entry: its text, and the touches that lead to it."""

    text: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """An entry that is asked for once before it is made: ``resign``, ``forfeit``, ``draw50``, ``end``, ``call``.

    ``seat`` is the position at the table of whoever it concerns. The rules may still refuse it: a call is offered
    whether there is a line or not, since to see it is the game.
    """

    kind: str
    text: str
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Surface:
    """A position to touch.

    ``pieces`` has the look of what stands on a cell; ``turn`` the positions at the table of those who may act;
    ``last`` the cells of the last entry; ``check`` cells to warn of; ``won`` lines that are shown; ``out`` how a
    position at the table went out; ``points`` those scored so far, by position. ``more`` holds what the game's own
    script needs beside that.
    """

    pieces: Mapping[str, str]
    ways: tuple[Way, ...]
    turn: tuple[int, ...]
    trays: tuple[Tray, ...] = ()
    acts: tuple[Act, ...] = ()
    last: tuple[str, ...] = ()
    check: tuple[str, ...] = ()
    won: tuple[tuple[str, ...], ...] = ()
    out: Mapping[int, str] = field(default_factory=dict)
    points: tuple[int, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """Return the surface as JSON values; a way is a list of its text and its touches."""
        return {
            **asdict(self),
            "ways": [[way.text, *way.steps] for way in self.ways],
            "out": {str(position): how for position, how in self.out.items()},
        }


@dataclass(frozen=True, slots=True)
class Part:
    """A part that may come next in an entry: ``text`` is the entry with it, ``step`` its touch, if it has one.

    ``whole``: whether it is an entry then; else it must be gone on with.
    """

    text: str
    step: str = ""
    whole: bool = True


S_contra = TypeVar("S_contra", contravariant=True)


@runtime_checkable
class Touchable(Protocol[S_contra]):
    """A game with a board to touch."""

    def layout(self, options: Mapping[str, Any]) -> Layout:
        """Return the board, the same in every language."""

    def surface(self, state: S_contra, seat: Seat | None = None) -> Surface:
        """Return the position as that seat may see it (None: a spectator). Its ways are the legal moves."""


@runtime_checkable
class InParts(Protocol[S_contra]):
    """A game whose entries are put together of parts, of which each decides what may follow."""

    def parts(self, state: S_contra, begun: str) -> tuple[Part, ...]:
        """Return what may follow ``begun``, the parts so far (nothing yet: empty). Raises GameError where they cannot
        begin an entry."""


def parts(game: AnyGame, state: Any, shown: Surface, begun: str = "") -> tuple[Part, ...]:
    """Return what may follow in an entry; in most games each way of the surface is a whole one."""
    if isinstance(game, InParts):
        return game.parts(state, begun)
    return tuple(Part(way.text, way.steps[0] if len(way.steps) > 1 else "") for way in shown.ways)


def layout(game: AnyGame, options: Mapping[str, Any]) -> Layout:
    """Return a game's board; one without cells where the game has none to touch."""
    if isinstance(game, Touchable):
        return game.layout(options)
    return Layout(0, 0, (), {})


def surface(game: AnyGame, state: Any, seat: Seat | None = None) -> Surface:
    """Return a position to touch. A game without a surface offers its legal moves as choices, to whoever may act."""
    if isinstance(game, Touchable):
        return game.surface(state, seat)
    acting = game.to_act(state)
    moves = game.legal_moves(state) if seat in acting else ()
    texts = [game.write(move) for move in moves]
    return Surface({}, tuple(Way(text, (text,)) for text in texts), acting)
