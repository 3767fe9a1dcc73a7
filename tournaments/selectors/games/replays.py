"""Games to look at: the record that proves a table's result, or the game that is being entered there, at any ply.

Only what replays without a fault is shown: a record in the state ``agrees``, or a game whose every entry was
checked when it was entered. A game that is not over is seen as a spectator sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from games.core.game import Outcome, Seat
from games.core.options import plain
from games.core.record import Record, decode, shape
from games.core.registry import AnyGame, get
from games.core.replay import prepare
from tournaments.domain.setup import options_at
from tournaments.models import GameRecord, LiveGame, LivePly, Round, Table, Tournament
from tournaments.models import Seat as SeatRow
from tournaments.selectors.events.public import SEAT, TableShown, got, seated
from tournaments.selectors.labels import letters
from tournaments.sentences import speaker

WINDOW = 100
"""The number of moves on one page: a record may have 20,000."""


@dataclass(frozen=True, slots=True)
class Board:
    """A table with a game to look at: how many plies it has, and whether it is being entered now."""

    table: int
    plies: int
    live: bool
    at: int = 0
    """The order in which games were proven, 0 for one that is not."""
    chosen: bool = False
    """Whether an arbiter wants it to stand first."""


@dataclass(frozen=True, slots=True)
class Game:
    """The game of a table. ``record`` is as it would be handed in; ``record_id`` that of a proven one."""

    record: Record
    record_id: int | None

    @property
    def live(self) -> bool:
        return self.record_id is None

    @property
    def plies(self) -> int:
        return len(self.record.moves)


@dataclass(frozen=True, slots=True)
class Played:
    """One entry of a game: its number from 1, its text, and the positions before and after it."""

    number: int
    text: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Moment:
    """A game at one ply (0: before the first move), with the moves around it, at most ``WINDOW`` of them."""

    engine: AnyGame
    ply: int
    state: Any
    outcome: Outcome | None
    moves: tuple[Played, ...]
    hidden: bool
    """Whether seats see different things at the start."""


def boards(tournament_id: int, round_number: int) -> list[Board]:
    """Return the tables of a shown round with a game to look at, those being entered first. One query."""
    proven = GameRecord.objects.filter(table=OuterRef("pk"), state=GameRecord.State.AGREES).order_by("-pk")
    running = LiveGame.objects.filter(table=OuterRef("pk"), state=LiveGame.State.RUNNING)
    entered = (
        LivePly.objects.filter(game__table=OuterRef("pk"), game__state=LiveGame.State.RUNNING)
        .order_by("-number")
        .values("number")[:1]
    )
    rows = (
        Table.objects.filter(round__tournament=tournament_id, round__number=round_number, round__state__in=Round.SHOWN)
        .annotate(
            proven=Subquery(proven.values("answer__plies")[:1]),
            at=Subquery(proven.values("pk")[:1]),
            live=Exists(running),
            plies=Coalesce(Subquery(entered), 0),
        )
        .filter(Q(proven__isnull=False) | Q(live=True))
        .values_list("number", "proven", "at", "live", "plies", "featured")
    )
    games_shown = [
        Board(number, int(proven), False, at, chosen)
        if proven is not None
        else Board(number, plies, True, chosen=chosen)
        for number, proven, at, _live, plies, chosen in rows
    ]
    return sorted(games_shown, key=lambda board: (not board.live, board.table))


def tables_with_games(tournament_id: int) -> frozenset[tuple[int, int]]:
    """Return the tables with a game to look at, as round and number. One query."""
    rows = Table.objects.filter(
        Exists(GameRecord.objects.filter(table=OuterRef("pk"), state=GameRecord.State.AGREES))
        | Exists(LiveGame.objects.filter(table=OuterRef("pk"), state=LiveGame.State.RUNNING)),
        round__tournament=tournament_id,
        round__state__in=Round.SHOWN,
    )
    return frozenset(rows.order_by().values_list("round__number", "number"))


def seats_of_players(
    tournament_id: int, players: Iterable[int], after: int
) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Return where pairing numbers sat in shown rounds up to one: table and seats, by player and round. One query."""
    rows = (
        SeatRow.objects.filter(
            round__tournament=tournament_id,
            entry__number__in=list(players),
            round__number__lte=after,
            round__state__in=Round.SHOWN,
            table__isnull=False,
        )
        .order_by("position")
        .values_list("entry__number", "round__number", "table__number", "position")
    )
    seats: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for player, round_, table, position in rows:
        seats.setdefault((player, round_), []).append((table, position))
    return seats


def table_shown(tournament_id: int, round_number: int, table_number: int) -> tuple[int, TableShown] | None:
    """Find a table of a shown round by its numbers: its id, and its seats with their points. Two queries."""
    there = SeatRow.objects.filter(
        table__number=table_number,
        round__number=round_number,
        round__tournament=tournament_id,
        round__state__in=Round.SHOWN,
    )
    rows = list(there.order_by("position").values_list(*SEAT))
    tables = seated(rows, got(Q(table=rows[0][0]))) if rows else {}
    return next(iter(tables.items()), None)


def game_of(tournament: Tournament, table_id: int) -> Game | None:
    """Return the game of a table that everyone may look at: a proven record, else one that is being entered."""
    proven = (
        GameRecord.objects.filter(table=table_id, state=GameRecord.State.AGREES)
        .order_by("-pk")
        .values_list("pk", "text")
        .first()
    )
    if proven is not None:
        return Game(shape(decode(proven[1])), proven[0])
    running = LiveGame.objects.filter(table=table_id, state=LiveGame.State.RUNNING).first()
    return None if running is None else live_game(tournament, running)


def live_game(tournament: Tournament, row: LiveGame) -> Game:
    """Return a game that is being entered, as the record that it would be now. Two queries."""
    texts = row.plies.order_by("number").values_list("text", flat=True)
    return Game(record_from(tournament, table_entries(row.table_id), row.setup, list(texts)), None)


def running(tournament: Tournament, round_number: int, table: TableShown) -> Moment | None:
    """Return the newest position of a game that is being entered at a table whose seats are known; None where there is
    no such game. One query."""
    row = (
        LiveGame.objects.filter(
            table__number=table.number,
            table__round__number=round_number,
            table__round__tournament=tournament,
            table__round__state__in=Round.SHOWN,
            state=LiveGame.State.RUNNING,
        )
        .annotate(texts=ArrayAgg("plies__text", order_by="plies__number", filter=Q(plies__isnull=False)))
        .values_list("setup", "texts")
        .first()
    )
    if row is None:
        return None
    setup, texts = row
    # whose a seat is matters, and not by which number they are known
    game = Game(record_from(tournament, [seat.number for seat in table.seats], setup, texts or []), None)
    return moment(game, game.plies)


def table_entries(table_id: int) -> list[int]:
    """Return the entries at a table, seat by seat (an entry with two colours stands there twice)."""
    return list(SeatRow.objects.filter(table=table_id).order_by("position").values_list("entry_id", flat=True))


def record_from(tournament: Tournament, entries: Sequence[int], setup: dict[str, Any], moves: Sequence[str]) -> Record:
    """Make the record of a table's game: without names, with its partners, and with its colours' owners where a player
    has two.

    Options that are chosen for a whole event only are left out: its setup tells.
    """
    info = get(tournament.game).info
    names = info.seat_names
    players = list(dict.fromkeys(entries))
    played = options_at(tournament, len(players))
    options = {
        o.key: plain(played[o.key])
        for o in info.options
        if not o.event and (o.key in tournament.options or played[o.key] != o.default)
    }
    if names and len(players) < len(names):
        owners = {name: players.index(entry) + 1 for name, entry in zip(names, entries, strict=True)}
        setup = {**setup, "colours": owners}
    return Record(tournament.game, options, (None,) * len(players), setup, tuple(moves))


def refused_records(table_id: int) -> dict[str, int]:
    """Return how many records of a table are in which state that is not shown."""
    rows = (
        GameRecord.objects.filter(table=table_id)
        .exclude(state=GameRecord.State.AGREES)
        .order_by()
        .values("state")
        .annotate(count=Count("*"))
        .values_list("state", "count")
    )
    return dict(rows)


def moment(game: Game, ply: int) -> Moment | None:
    """Return a game at a ply; None where it has fewer. The engine is quick, so nothing is kept."""
    moves = game.record.moves
    if not 0 <= ply <= len(moves):
        return None
    engine, start = prepare(game.record)
    first = max(ply - 1, 0) // WINDOW * WINDOW
    begun = engine.start(start)
    at = state = engine.run(start, moves[:first]) if first else begun
    played = []
    for number, text in enumerate(moves[first : first + WINDOW], first + 1):
        after = engine.play(state, engine.read(text))
        played.append(Played(number, text, state, after))
        state = after
        if number == ply:
            at = state
    public = engine.view(begun, None)
    hidden = any(engine.view(begun, seat) != public for seat in range(1, start.seats + 1))
    return Moment(engine, ply, at, engine.outcome(at), tuple(played), hidden)


def may_look(game: Game, now: Moment, seat: int) -> bool:
    """Return whether everyone may look through a seat's eyes: at a game that is over and hid something."""
    return now.hidden and not game.live and 1 <= seat <= len(game.record.seats)


def picture(now: Moment, seat: Seat | None = None, players: Sequence[str] = ()) -> str:
    """Draw the position as SVG, as a seat saw it or (None) a spectator, in the active language.

    ``players`` are the names by the record's seats (``players_of``), where the reader may see them.
    """
    return now.engine.diagram(now.state, seat, letters(), speaker(players))


def in_words(now: Moment, seat: Seat | None = None, players: Sequence[str] = ()) -> str:
    """Put the position into words, for the same reader as ``picture``."""
    return now.engine.text(now.state, seat, speaker(players))


def players_of(now: Moment, sitting: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a record's seats, from those of who sits at the table, seat by seat.

    Where seats are colours, a player with two of them sits at the table twice and has one seat in the record.
    """
    return players_at(now.engine, now.state, sitting)


def players_at(engine: AnyGame, state: Any, sitting: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a record's seats in a position, as ``players_of`` does."""
    if not engine.info.seat_names:
        return tuple(sitting)
    owners = state.table.owners
    if len(sitting) != len(owners):
        return ()
    by_seat = dict(zip(owners, sitting, strict=True))
    return tuple(by_seat[seat] for seat in sorted(by_seat))
