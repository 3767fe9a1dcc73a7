"""The public part of a tournament: its shown rounds with tables and results, in a fixed number of queries.

Pages and the API both ask here, so a draft round has one place at which it is held back; names stand in
``shown_names``, standings in ``standings``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q, QuerySet
from django.db.models.functions import Cast

from games.core import registry as games
from games.core.notices import Notice
from tournaments.models import Result, Round, Seat, Tournament
from tournaments.models.tournament import birth_of

EXACT_TEXT = ArrayField(models.CharField())


@dataclass(frozen=True, slots=True)
class Head:
    """The least that must be known before anything of a tournament is shown."""

    id: int
    slug: str
    version: int
    published: bool
    created_at: datetime

    @property
    def birth(self) -> str:
        return birth_of(self.id, self.created_at)


class SeatTaken(NamedTuple):
    """A seat of a table: its position from 1, who sits there, and the points (text in lowest terms) once
    known."""

    position: int
    number: int
    points: str | None


class TableShown(NamedTuple):
    """A table; ``end`` is None until its result is entered. ``fixed``: somebody there always sits at it.
    ``reason``: why it is so, as the pairing said it, where it is asked for."""

    number: int
    seats: tuple[SeatTaken, ...]
    end: str | None
    fixed: bool = False
    reason: Notice | None = None


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A published or closed round with its tables (by number) and byes (pairing number, kind)."""

    number: int
    state: str
    tables: tuple[TableShown, ...]
    byes: tuple[tuple[int, str], ...]

    @property
    def entered(self) -> int:
        """Return how many tables have a result that is not to be played on."""
        return sum(table.end not in (None, "adjourned") for table in self.tables)

    @property
    def adjourned(self) -> int:
        """Return how many tables are to be played on."""
        return sum(table.end == "adjourned" for table in self.tables)


def head(slug: str) -> Head | None:
    """Read a tournament's head in one small query; None where there is no such tournament."""
    row = Tournament.objects.filter(slug=slug).order_by().values_list("id", "version", "published", "created_at")[:1]
    return next((Head(pk, slug, *values) for pk, *values in row), None)


def seat_colours(game: str) -> tuple[str, ...]:
    """Return the colours of a game's seats in seat order; empty where its seats have none."""
    return games.get(game).info.seat_names


def game_name(key: str) -> str:
    """Return the name of a game for people. It is a name, so not translated."""
    return games.get(key).info.name


@dataclass(frozen=True, slots=True)
class RoundHead:
    """A shown round, and the ``results_version`` of the last change in it."""

    number: int
    state: str
    touched: int


def shown_rounds(tournament_id: int) -> list[RoundHead]:
    """Return the shown rounds in order."""
    rows = (
        Round.objects.filter(tournament_id=tournament_id, state__in=Round.SHOWN)
        .order_by("number")
        .values_list("number", "state", "touched")
    )
    return [RoundHead(*row) for row in rows]


def round_shown(tournament_id: int, number: int) -> RoundShown | None:
    """Return a shown round with its tables and results in three queries; None where it is not shown."""
    row = (
        Round.objects.filter(tournament_id=tournament_id, number=number, state__in=Round.SHOWN)
        .order_by()
        .values_list("id", "state")
        .first()
    )
    if row is None:
        return None
    round_id, state = row
    results = _results(Q(table__round_id=round_id))
    seats: dict[tuple[int, int], list[SeatTaken]] = {}
    byes: list[tuple[int, str]] = []
    fixed: set[int] = set()
    for table, table_number, position, entry, bye, own_table in (
        Seat.objects.filter(round_id=round_id)
        .order_by("table__number", "position", "entry__number")
        .values_list("table_id", "table__number", "position", "entry__number", "bye", "entry__fixed_table")
    ):
        if table is None:
            byes.append((entry, bye))
        else:
            points = results[table][1] if table in results else ()
            at = position - 1
            taken = SeatTaken(position, entry, points[at] if at < len(points) else None)
            seats.setdefault((table_number, table), []).append(taken)
            if own_table == table_number:
                fixed.add(table)
    tables = tuple(
        TableShown(table_number, tuple(taken), results[table][0] if table in results else None, table in fixed)
        for (table_number, table), taken in seats.items()
    )
    return RoundShown(number, state, tables, tuple(byes))


def _results(where: Q) -> dict[int, tuple[str, list[str | None]]]:
    """Return current results by table id: how it ended, and the points as text."""
    rows = (
        Result.objects.filter(where, is_current=True)
        .order_by()
        .annotate(text=Cast("points", EXACT_TEXT))
        .values_list("table_id", "end", "text")
    )
    return {table: (end, points) for table, end, points in rows}


@dataclass(frozen=True, slots=True)
class Appearance:
    """A player's part in one shown round: at a table (its number, all its seats), or with a bye."""

    round: int
    table: TableShown | None
    bye: str | None


def appearances(tournament_id: int, number: int) -> list[Appearance]:
    """Return a player's tables and byes in the shown rounds, in order, in three queries."""
    own = Seat.objects.filter(round__tournament_id=tournament_id, round__state__in=Round.SHOWN, entry__number=number)
    # fetched first: as a subquery it is planned badly while the database has not yet counted a large event
    at_own_tables = Q(table__in=list(own.filter(table__isnull=False).order_by().values_list("table", flat=True)))
    results = _results(at_own_tables)
    tables: dict[tuple[int, int, int], list[SeatTaken]] = {}
    parts: list[Appearance] = []
    why: dict[int, tuple[bool, str]] = {}
    for round_number, table, table_number, position, entry, bye, own_table, reason in (
        Seat.objects.filter(
            at_own_tables | Q(table__isnull=True, entry__number=number),
            round__tournament_id=tournament_id,
            round__state__in=Round.SHOWN,
        )
        .order_by("round__number", "position")
        .values_list(
            "round__number",
            "table_id",
            "table__number",
            "position",
            "entry__number",
            "bye",
            "entry__fixed_table",
            "table__reason",
        )
    ):
        if table is None:
            parts.append(Appearance(round_number, None, bye))
            continue
        points = results[table][1] if table in results else ()
        taken = SeatTaken(position, entry, points[position - 1] if position <= len(points) else None)
        tables.setdefault((round_number, table, table_number), []).append(taken)
        why[table] = (own_table == table_number or (table in why and why[table][0]), reason)
    for (round_number, table, table_number), seats in tables.items():
        end = results[table][0] if table in results else None
        parts.append(Appearance(round_number, TableShown(table_number, tuple(seats), end, *why[table]), None))
    return sorted(parts, key=lambda appearance: appearance.round)


def published() -> QuerySet[Tournament]:
    """Return the tournaments that everyone may see."""
    return Tournament.objects.filter(published=True)
