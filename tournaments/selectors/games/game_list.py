"""All games of an event that everyone may look at, with who sat where, the result and the length; their texts, and what
they come to in figures."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from games.core import texts
from games.core.errors import GameError
from games.core.record import Record, decode, shape
from games.core.registry import get
from games.core.replay import prepare
from games.quatro_chess.board import SQUARES, Colour
from tournaments.models import GameRecord, LiveGame, Round, Seat, Table, Tournament
from tournaments.selectors.events.public import SEAT, TableShown, got, seated
from tournaments.selectors.games.written_records import names_for
from tournaments.selectors.people import shown_names

DRAWN, DECIDED, LIVE = "drawn", "decided", "live"
LENGTHS = {"short": (0, 40), "medium": (41, 120), "long": (121, 1_000_000)}
"""How many moves a game of each length has, from and to."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in the list: its round, its table with seats and points, its moves, whether it has no record yet."""

    round: int
    table: TableShown
    plies: int
    live: bool

    @property
    def playing(self) -> bool:
        """Return whether it is being played: not where a result stands of a game that nobody noted to its end."""
        return self.live and not self.table.over

    @property
    def result(self) -> str:
        """Return whether somebody won alone."""
        if self.playing or self.table.end is None:
            return LIVE
        best = sorted((Fraction(seat.points) for seat in self.table.seats if seat.points is not None), reverse=True)
        return DRAWN if len(best) > 1 and best[0] == best[1] else DECIDED


def games_of(tournament_id: int) -> list[Listed]:
    """Return the games of an event, the newest round first, those that are being entered first. Three queries."""
    proven = (
        GameRecord.objects.filter(table=OuterRef("pk"), state=GameRecord.State.AGREES)
        .order_by("-pk")
        .values("answer__plies")[:1]
    )
    running = (
        LiveGame.objects.filter(table=OuterRef("pk"), state=LiveGame.State.RUNNING)
        .annotate(count=Count("plies"))
        .values("count")[:1]
    )
    rows = list(
        Table.objects.filter(round__tournament=tournament_id, round__state__in=Round.SHOWN)
        .annotate(proven=Subquery(proven), running=Subquery(running))
        .filter(Q(proven__isnull=False) | Q(running__isnull=False))
        .order_by("-round__number", "number")
        .values_list("pk", "round__number", "number", "proven", "running")
    )
    ids = [pk for pk, *_rest in rows]
    seats = Seat.objects.filter(table__in=ids).order_by("position").values_list(*SEAT)
    tables = seated(seats, got(Q(table__in=ids)), lambda _number: {"game": True})
    listed = [
        Listed(round_, tables[pk], int(proven if proven is not None else running), proven is None)
        for pk, round_, _number, proven, running in rows
    ]
    return sorted(listed, key=lambda game: not game.playing)


def chosen(
    games: Iterable[Listed], player: int = 0, round_: int = 0, result: str = "", length: str = ""
) -> Sequence[Listed]:
    """Return the games that fit; 0 and the empty text ask for all."""
    least, most = LENGTHS.get(length, (0, 1_000_000))
    return [
        game
        for game in games
        if (not player or any(seat.number == player for seat in game.table.seats))
        and (not round_ or game.round == round_)
        and (not result or game.result == result)
        and least <= game.plies <= most
    ]


def game(tournament: Tournament, record_id: int) -> str | None:
    """Return a game with all marks of its moves; None where there is none that everyone may read."""
    record = _proven(tournament).filter(pk=record_id).first()
    if record is None:
        return None
    return _text(tournament, record, _sitting(tournament, [record.table_id])[record.table_id])


def games(tournament: Tournament) -> str:
    """Return all games by rounds and tables, the newest record of each table. Its moves stand as in the record."""
    newest = _newest(tournament)
    sitting = _sitting(tournament, list(newest))
    ordered = sorted(newest.values(), key=lambda record: (record.table.round.number, record.table.number))
    return "\n".join(_text(tournament, record, sitting[record.table_id], quick=True) for record in ordered)


def records(tournament: Tournament) -> dict[tuple[int, int], tuple[int, Record]]:
    """Return the records that prove results, with their ids, by round and table, without names. One query."""
    return {
        (record.table.round.number, record.table.number): (
            record.pk, replace(read, seats=(None,) * len(read.seats), claimed=None),
        )
        for record in _newest(tournament).values()
        for read in [shape(decode(record.text))]
    }  # fmt: skip


def _newest(tournament: Tournament) -> dict[int, GameRecord]:
    return {record.table_id: record for record in _proven(tournament).order_by("pk")}


def _proven(tournament: Tournament) -> QuerySet[GameRecord]:
    return GameRecord.objects.select_related("table__round").filter(
        table__round__tournament=tournament, table__round__state__in=Round.SHOWN, state=GameRecord.State.AGREES
    )


def _sitting(tournament: Tournament, tables: list[int]) -> dict[int, list[tuple[int, str]]]:
    """Return pairing number and shown name of each seat, by table. Two queries and those of the names."""
    rows = list(Seat.objects.filter(table__in=tables).order_by("position").values_list("table", "entry__number"))
    people = shown_names.people(tournament.pk, only=[number for _table, number in rows])
    sitting: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for table, number in rows:
        if number in people:
            sitting[table].append((number, people[number].name))
    return sitting


def _text(tournament: Tournament, record: GameRecord, sitting: list[tuple[int, str]], *, quick: bool = False) -> str:
    played = shape(decode(record.text))
    table = record.table
    about = {
        "Event": tournament.name,
        "Site": tournament.venue,
        "Date": tournament.starts.isoformat(),
        "Round": str(table.round.number),
        "Table": str(table.number),
    }
    named = replace(played, seats=tuple(names_for(sitting, len(played.seats))), claimed=None)
    return texts.write(named, about, quick=quick)


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
