"""The public part of a tournament: its shown rounds with tables and results, in a fixed number of queries.

Pages and the API both ask here, so a draft round has one place at which it is held back; names stand in
``shown_names``, standings in ``standings``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Cast
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.core import registry as games
from games.core.declarations.declared import KEY, DeclaredGame
from games.core.declarations.values import in_language
from games.core.notices import Notice
from tournaments.models import GameRecord, LiveGame, Result, Round, Seat, Tournament
from tournaments.models.tournament import birth_of

EXACT_TEXT = ArrayField(models.CharField())


WITH_GAME = ExpressionWrapper(
    Exists(GameRecord.objects.filter(table=OuterRef("table_id"), state=GameRecord.State.AGREES))
    | Exists(LiveGame.objects.filter(table=OuterRef("table_id"), state=LiveGame.State.RUNNING)),
    BooleanField(),
)
"""Whether a seat's table has a game that everyone may look at: see `selectors.replays`."""

PROVEN = Subquery(
    GameRecord.objects.filter(table=OuterRef("table_id"), state=GameRecord.State.AGREES)
    .order_by("-pk")
    .values("answer__plies")[:1]
)
"""How many moves the game has that proves the result of a seat's table."""


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
    known. ``score``: the game's own figure that brought them, where it differs. ``listed``: the numbers of a list
    that made the score, where they were typed."""

    position: int
    number: int
    points: str | None
    score: str | None = None
    listed: tuple[str, ...] = ()


class Got(NamedTuple):
    """The current result of a table: how it ended, and by seat, as text, points, the game's own scores, and the
    numbers of a list."""

    end: str
    points: Sequence[str | None]
    scores: Sequence[str | None] | None
    columns: Sequence[Sequence[str] | None] | None = None

    def at(self, position: int, number: int) -> SeatTaken:
        """Return a seat with what its player got."""
        points = self.points[position - 1] if position <= len(self.points) else None
        scores = self.scores if self.scores and self.scores != self.points else ()
        rows = self.columns or ()
        return SeatTaken(
            position,
            number,
            points,
            scores[position - 1] if position <= len(scores) else None,
            tuple((rows[position - 1] or ()) if position <= len(rows) else ()),
        )


class TableShown(NamedTuple):
    """A table; ``end`` is None until its result is entered. ``fixed``: somebody there always sits at it.
    ``reason``: why it is so, as the pairing said it, where it is asked for. ``game``: there is one to look at;
    ``proven``: how many moves the game has that proves the result, 0 where none does."""

    number: int
    seats: tuple[SeatTaken, ...]
    end: str | None
    fixed: bool = False
    reason: Notice | None = None
    game: bool = False
    proven: int = 0

    @property
    def over(self) -> bool:
        """Return whether a result stands that is not to be played on."""
        return self.end not in (None, "adjourned")


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
        return sum(table.over for table in self.tables)

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
    return games.get(game).info.seat_names if game in games.keys_set() else ()


def seat_names(tournament: Tournament) -> tuple[str, ...]:
    """Return the colours of a tournament's seats, or the names that its declared game has for them, in the reader's
    language; empty where it has neither."""
    if tournament.game in games.keys_set():
        return seat_colours(tournament.game)
    game = games.game_of(tournament.game, tournament.options)
    return game.seat_names(get_language() or "en") if isinstance(game, DeclaredGame) else ()


def counter_clockwise(tournament: Tournament) -> bool:
    """Return whether the seats of the tournament's game follow each other counter-clockwise, as in mahjong."""
    game = games.game_of(tournament.game, tournament.options)
    return isinstance(game, DeclaredGame) and game.declaration.turn == "counter-clockwise"


def game_name(key: str, options: Mapping[str, Any] | None = None) -> str:
    """Return the name of a game for people: a declared game's as its declaration has it in the reader's language.

    A game that came with its event needs the event's ``options``; without them it is called a game of its own.
    """
    if key == KEY and not options:
        return _("Another game")
    game = games.game_of(key, options)
    return game.declaration.name(get_language() or "en") if isinstance(game, DeclaredGame) else game.info.name


OWN_NAMES = "options__declaration__names"
"""The column of lists that names the games that came with their events, by language."""


def listed_game_name(key: str, names: Mapping[str, str] | None) -> str:
    """Return the name of a game for people where only the ``OWN_NAMES`` of the event's options were read."""
    if key == KEY and names:
        return str(in_language(names, get_language() or "en"))
    return game_name(key)


@dataclass(frozen=True, slots=True)
class RoundHead:
    """A shown round, the ``results_version`` of the last change in it, and whether a game of it can be looked at."""

    number: int
    state: str
    touched: int
    games: bool = False


def shown_rounds(tournament_id: int) -> list[RoundHead]:
    """Return the shown rounds in order."""
    rows = (
        Round.objects.filter(tournament_id=tournament_id, state__in=Round.SHOWN)
        .annotate(
            games=ExpressionWrapper(
                Exists(GameRecord.objects.filter(table__round=OuterRef("pk"), state=GameRecord.State.AGREES))
                | Exists(LiveGame.objects.filter(table__round=OuterRef("pk"), state=LiveGame.State.RUNNING)),
                BooleanField(),
            )
        )
        .order_by("number")
        .values_list("number", "state", "touched", "games")
    )
    return [RoundHead(*row) for row in rows]


SEAT = ("table_id", "table__number", "position", "entry__number", "entry__fixed_table")
"""The columns of a seat that `seated` reads."""


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
    rows = list(
        Seat.objects.filter(round_id=round_id)
        .annotate(game=WITH_GAME, proven=PROVEN)
        .order_by("table__number", "position", "entry__number")
        .values_list(*SEAT, "game", "proven", "bye")
    )
    tables = seated(
        rows,
        got(Q(table__round_id=round_id)),
        lambda _number, game, moves, _bye: {"game": game, "proven": int(moves or 0)},
    )
    byes = tuple((entry, bye) for table, _number, _position, entry, *_more, bye in rows if table is None)
    return RoundShown(number, state, tuple(tables.values()), byes)


def seated(
    rows: Iterable[Sequence[Any]],
    results: Mapping[int, Got],
    facts: Callable[..., dict[str, Any]] = lambda _number, *_more: {},
) -> dict[int, TableShown]:
    """Return the tables of seats, by id and in their order. A row is a seat by ``SEAT`` and more columns; of these, and
    of the table's number, ``facts`` makes what else is shown of a table. Who has a bye sits at none."""
    seats: dict[int, list[SeatTaken]] = {}
    known: dict[int, tuple[int, dict[str, Any]]] = {}
    fixed: set[int] = set()
    for table, number, position, entry, own_table, *more in rows:
        if table is None:
            continue
        taken = results[table].at(position, entry) if table in results else SeatTaken(position, entry, None)
        if table not in seats:
            seats[table], known[table] = [], (number, facts(number, *more))
        seats[table].append(taken)
        if own_table == number:
            fixed.add(table)
    return {
        table: TableShown(
            number, tuple(seats[table]), results[table].end if table in results else None, table in fixed, **facts
        )
        for table, (number, facts) in known.items()
    }


def got(where: Q) -> dict[int, Got]:
    """Return current results by table id, in one query."""
    rows = (
        Result.objects.filter(where, is_current=True)
        .order_by()
        .annotate(text=Cast("points", EXACT_TEXT), scores=Cast("game_points", EXACT_TEXT))
        .values_list("table_id", "end", "text", "scores", "columns")
    )
    return {table: Got(*result) for table, *result in rows}


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
    rows = list(
        Seat.objects.filter(
            at_own_tables | Q(table__isnull=True, entry__number=number),
            round__tournament_id=tournament_id,
            round__state__in=Round.SHOWN,
        )
        .annotate(game=WITH_GAME, proven=PROVEN)
        .order_by("round__number", "position")
        .values_list(*SEAT, "table__reason", "game", "proven", "round__number", "bye")
    )
    tables = seated(
        rows,
        got(at_own_tables),
        lambda _number, reason, game, moves, *_more: {"reason": reason, "game": game, "proven": int(moves or 0)},
    )
    parts = {}
    for table, *_more, round_number, bye in rows:
        parts[round_number] = Appearance(round_number, tables.get(table), bye if table is None else None)
    return list(parts.values())


def published() -> QuerySet[Tournament]:
    """Return the tournaments that everyone may see."""
    return Tournament.objects.filter(published=True)
