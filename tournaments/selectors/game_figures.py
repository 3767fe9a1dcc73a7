"""Figures of proven games: points by seat, who went out first and by whom, the longest game, captures.

Nobody's name is in them. The worker counts each record once, when it is proven, and keeps it with the record, so that
all games are in the figures, however many they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

from games.core.errors import GameError
from games.core.record import decode, shape
from games.core.registry import get
from games.core.replay import prepare
from games.quatro_chess.board import SQUARES, Colour
from tournaments.models import GameRecord, Round


@dataclass(frozen=True, slots=True)
class Counted:
    """The figures of one game. ``first``: who of Quatro Chess went out first, by whose move, as places from 0; None
    where nobody did."""

    points: tuple[Fraction, ...]
    plies: int
    captures: int | None = None
    first: tuple[int, int] | None = None

    def to_keep(self) -> dict[str, Any]:
        """Return this as JSON."""
        return {
            "points": [str(points) for points in self.points],
            "plies": self.plies,
            "captures": self.captures,
            "first": self.first,
        }

    @classmethod
    def kept(cls, data: Mapping[str, Any]) -> Self:
        """Return what was kept."""
        first = data["first"]
        points = tuple(Fraction(value) for value in data["points"])
        return cls(points, data["plies"], data["captures"], None if first is None else (first[0], first[1]))


@dataclass(frozen=True, slots=True)
class Longest:
    """The longest game: its moves, and its event, round and table."""

    plies: int
    slug: str
    round: int
    table: int


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one game's records. ``seats`` are the keys of colours, or numbers as text."""

    game: str
    count: int
    seats: tuple[str, ...]
    mean: tuple[Fraction, ...]
    out: tuple[int, ...]
    by: tuple[tuple[int, ...], ...]
    longest: Longest
    captures: Fraction | None
    left_out: int
    """Games that the worker has not counted yet."""


def of_event(tournament_id: int) -> list[Figures]:
    """Return the figures of an event's games; empty without a game. One query."""
    return _figures({"table__round__tournament": tournament_id})


def of_club(club_id: int) -> list[Figures]:
    """Return the figures of the games of a club's public events, one for each game. One query."""
    return _figures({"table__round__tournament__club": club_id, "table__round__tournament__published": True})


def _figures(where: dict[str, object]) -> list[Figures]:
    newest = (
        GameRecord.objects.filter(state=GameRecord.State.AGREES, table__round__state__in=Round.SHOWN, **where)
        .order_by("table_id", "-pk")
        .distinct("table_id")
        .values_list(
            "figures", "table__round__tournament__slug", "table__round__number", "table__number",
            "table__round__tournament__game",
        )
    )  # fmt: skip
    by_game: dict[str, list[tuple[Counted, Longest]]] = {}
    left_out: Counter[str] = Counter()
    for kept, slug, round_, table, game in newest.iterator():
        counted = Counted.kept(kept) if kept else None
        if counted is not None:
            by_game.setdefault(game, []).append((counted, Longest(counted.plies, slug, round_, table)))
        elif kept is None:
            left_out[game] += 1
    return [_sum(game, games, left_out[game]) for game, games in sorted(by_game.items())]


def _sum(game: str, games: Sequence[tuple[Counted, Longest]], left_out: int) -> Figures:
    counted = [one for one, _where in games]
    names = get(game).info.seat_names
    places = max(len(one.points) for one in counted)
    seats = names or tuple(str(place) for place in range(1, places + 1))
    mean = tuple(_mean(one.points[place] for one in counted if place < len(one.points)) for place in range(places))
    firsts = Counter(one.first for one in counted if one.first is not None)
    captures = [one.captures for one in counted if one.captures is not None]
    return Figures(
        game,
        len(games),
        seats,
        mean,
        tuple(sum(n for (out, _by), n in firsts.items() if out == place) for place in range(places)) if names else (),
        tuple(tuple(firsts[out, by] for by in range(places)) for out in range(places)) if names else (),
        max((where for _one, where in games), key=lambda where: where.plies),
        _mean(map(Fraction, captures)) if captures else None,
        left_out,
    )


def _mean(values: Iterable[Fraction]) -> Fraction:
    known = list(values)
    return sum(known, Fraction(0)) / len(known) if known else Fraction(0)


def figures_of(text: str) -> dict[str, Any]:
    """Return what figures need of a record, to be kept with it; empty where it does not replay."""
    counted = count(text)
    return {} if counted is None else counted.to_keep()


def count(text: str) -> Counted | None:
    """Count one record; None where it does not replay."""
    try:
        record = shape(decode(text))
        engine, start = prepare(record)
        if record.game != "quatro-chess":
            outcome = engine.outcome(engine.run(start, record.moves))
            return None if outcome is None else Counted(outcome.points, len(record.moves))
        state, first = engine.start(start), None
        for text in record.moves:
            after = engine.play(state, engine.read(text))
            if first is None and after.out:
                first = int(after.out[0].colour), int(state.turn)
            state = after
        outcome = engine.outcome(state)
    except GameError:
        return None
    if outcome is None:
        return None
    points = tuple(Fraction(outcome.extra["colours"][colour.key]["points"]) for colour in Colour)
    men = sum(1 for square in SQUARES if state.board[square])
    return Counted(points, len(record.moves), 64 - len(state.out) - men, first)
