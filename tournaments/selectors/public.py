"""What everyone may see of a tournament: shown rounds, results, standings and names, in a fixed number of
queries.

Nothing else reads for the public: pages and the API both ask here, so a draft round, or a name that may not
be shown, has one place at which it is held back.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Func, Q, QuerySet, Value
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from games.core import registry as games
from tournaments import privacy
from tournaments.models import Entry, Player, Result, Round, Seat, Standings, Team, Tournament
from tournaments.models.tournament import birth_of
from tournaments.selectors import labels

PATH_QUERY = "jsonb_path_query_array(%(expressions)s::jsonpath)"
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


class Person(NamedTuple):
    """A player as the public knows him. ``number`` is the pairing number; ``team`` the name of his team, if
    he is in one; ``fixed_table`` the table that he keeps through all rounds."""

    number: int
    name: str
    club: str
    team_key: str
    team: str
    joined: int
    left: int | None
    fixed_table: int | None = None


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
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A published or closed round with its tables (by number) and byes (pairing number, kind)."""

    number: int
    state: str
    tables: tuple[TableShown, ...]
    byes: tuple[tuple[int, str], ...]

    @property
    def entered(self) -> int:
        """How many tables have a result that is not to be played on."""
        return sum(table.end not in (None, "adjourned") for table in self.tables)

    @property
    def adjourned(self) -> int:
        """How many tables are to be played on."""
        return sum(table.end == "adjourned" for table in self.tables)


class Rank(NamedTuple):
    """A line of the standings. ``points``, ``tie_breaks`` and ``trail`` (points a round) are text in lowest
    terms.

    ``trail`` has None where a table has no result yet; ``adjourned`` are those of these rounds that will be played on.
    ``waits``: the table of the last round has no result, and ``before`` is the rank after the round before, if any.
    ``unmet`` are the direct encounters among the tie-breaks that say nothing of the player, who met nobody of the tied.
    ``mark`` is ``withdrawn``, ``expelled`` or empty; ``penalties`` (``round``, ``points``, ``reason``) are taken off
    the points already.
    """

    rank: int
    number: int
    points: str
    tie_breaks: Mapping[str, str]
    played: int
    trail: Sequence[str | None]
    mark: str
    penalties: Sequence[Mapping[str, Any]] = ()
    waits: bool = False
    before: int | None = None
    adjourned: Sequence[int] = ()
    unmet: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class StandingsShown:
    """Standings after a round. ``current`` is False while a newer result waits to be counted in. ``entered`` of the
    ``tables`` of that round have a result. ``still_in``: so many can still win a knockout whose rounds are over.

    ``rows`` may be a part of all ``players``; ``teams`` are the scoring layer's lines (``rank``, ``team``,
    ``points``); ``left_out``, whom a rule keeps out of the table, are read with all rows only.
    """

    after_round: int
    final: bool
    current: bool
    rows: Sequence[Rank]
    players: int
    teams: Sequence[Mapping[str, Any]]
    tie_breaks: tuple[str, ...]
    left_out: tuple[int, ...] = ()
    entered: int = 0
    tables: int = 0
    still_in: int = 0

    @property
    def half(self) -> bool:
        """Whether the last round has a table without a result: then nobody has moved yet."""
        return self.entered < self.tables

    @property
    def progress(self) -> tuple[int, int, int]:
        """The round, how many of its tables have a result, and how many there are: what titles are made of."""
        return self.after_round, self.entered, self.tables

    @property
    def title(self) -> str:
        return labels.standings_title(*self.progress)


def head(slug: str) -> Head | None:
    """One small query; None where there is no such tournament."""
    row = Tournament.objects.filter(slug=slug).order_by().values_list("id", "version", "published", "created_at")[:1]
    return next((Head(pk, slug, *values) for pk, *values in row), None)


def seat_colours(game: str) -> tuple[str, ...]:
    """The colours of a game's seats in seat order; empty where its seats have none."""
    return games.get(game).info.seat_names


def game_name(key: str) -> str:
    """The name of a game for people. A name, so not translated."""
    return games.get(key).info.name


def people(
    tournament_id: int, after: int = 0, limit: int | None = None, only: Iterable[int] | None = None
) -> dict[int, Person]:
    """Everybody who is entered, by pairing number; or the next ``limit`` with a number above ``after``; or
    ``only`` those with these numbers."""
    entries = Entry.objects.filter(tournament_id=tournament_id, number__gt=after)
    if only is not None:
        entries = entries.filter(number__in=set(only))
    rows = entries.order_by("number").values_list(
        "number",
        "player__name",
        "player__club",
        "team__key",
        "team__name",
        "joined",
        "left",
        "fixed_table",
        "player__name_shown",
        "player__birth_year",
        "tournament__names_shown",
        "tournament__starts",
    )
    return {row[0]: _person(*row) for row in rows[:limit]}


def _person(
    number: int,
    name: str,
    club: str,
    team_key: str | None,
    team: str | None,
    joined: int,
    left: int | None,
    fixed_table: int | None,
    own: str,
    born: int | None,
    event: str,
    on: date,
) -> Person:
    how = privacy.level(own, event, born, on)
    # A club beside a first name tells who it is, so it is shown with full names only.
    club = club if how == privacy.FULL else ""
    shown = public_name(name, number, how)
    return Person(number, shown, club, team_key or "", team or "", joined, left, fixed_table)


def public_name(name: str, number: int, how: str) -> str:
    """A player's name as everyone may read it, at a level that `privacy.level` gave. Every name that leaves for
    the public goes through here."""
    if how == privacy.FULL:
        return name  # a thousand of them stand on a page, and none needs the words for a number
    return privacy.shown_name(name, _("No. %(number)s") % {"number": number}, how)


def season_names(players: Iterable[int]) -> dict[int, str]:
    """The names of people on pages that go over several tournaments, by the players' ids, in one query.

    Whoever is hidden at one of his tournaments is hidden there too; a number is then the player's own.
    """
    rows = Player.objects.filter(pk__in=set(players)).values_list(
        "pk",
        "name",
        "name_shown",
        "birth_year",
        "entries__tournament__names_shown",
        "entries__tournament__starts",
    )
    names: dict[int, str] = {}
    strictest: dict[int, str] = {}
    for pk, name, own, born, event, on in rows:
        how = privacy.level(own, event or "", born, on or timezone.localdate())
        names[pk] = name
        strictest[pk] = max(strictest.get(pk, privacy.FULL), how, key=privacy.LEVELS.index)
    return {pk: public_name(name, pk, strictest[pk]) for pk, name in names.items()}


def teams(tournament_id: int) -> list[tuple[str, str]]:
    """The short names and names of the teams in which somebody is."""
    rows = Team.objects.filter(tournament_id=tournament_id, entries__isnull=False).distinct()
    return list(rows.order_by("key").values_list("key", "name"))


def sort_key(name: str) -> tuple[str, str]:
    """Names in the order of a list on the wall: accents and case do not matter, then they do."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return plain.casefold(), name


@dataclass(frozen=True, slots=True)
class RoundHead:
    """A shown round, and the ``results_version`` of the last change in it."""

    number: int
    state: str
    touched: int


def shown_rounds(tournament_id: int) -> list[RoundHead]:
    """Every round that is shown, in order."""
    rows = (
        Round.objects.filter(tournament_id=tournament_id, state__in=Round.SHOWN)
        .order_by("number")
        .values_list("number", "state", "touched")
    )
    return [RoundHead(*row) for row in rows]


def round_shown(tournament_id: int, number: int) -> RoundShown | None:
    """A shown round with its tables and results in three queries; None where it is not shown."""
    found = (
        Round.objects.filter(tournament_id=tournament_id, number=number, state__in=Round.SHOWN)
        .order_by()
        .values_list("id", "state")
        .first()
    )
    if found is None:
        return None
    round_id, state = found
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
    """Current results by table id: how it ended, and the points as text."""
    rows = (
        Result.objects.filter(where, is_current=True)
        .order_by()
        .annotate(text=Cast("points", EXACT_TEXT))
        .values_list("table_id", "end", "text")
    )
    return {table: (end, points) for table, end, points in rows}


def standings_shown(
    tournament: Tournament,
    rounds: Sequence[RoundHead],
    after: int | None = None,
    *,
    first: int | None = None,
    number: int | None = None,
) -> StandingsShown | None:
    """The standings after a round (``after``; the newest where None), in one query.

    ``rounds`` are the shown rounds. Standings after a round that is not shown any more are not shown either.
    Only the ``first`` rows, or the row of the player with a pairing ``number``, are read where that is asked.
    """
    last = rounds[-1].number if rounds else 0
    mine = Standings.objects.filter(tournament=tournament, after_round__lte=last).order_by("-after_round")
    if after is not None:
        mine = mine.filter(after_round=after)
    if number is None and first is None:
        found = mine.values_list("after_round", "computed_for", "final", "body").first()
        body = found[3] if found else {}
    else:
        # A page that shows a few lines need not read a thousand.
        path = f"$.rows[*] ? (@.number == {number:d})" if number is not None else f"$.rows[0 to {first - 1:d}]"
        found = (
            mine.annotate(
                lines=Func("body", Value(path), template=PATH_QUERY, output_field=models.JSONField()),
                count=Func("body__rows", function="jsonb_array_length", output_field=models.IntegerField()),
            )
            .values_list(
                "after_round",
                "computed_for",
                "final",
                "lines",
                "count",
                "body__tie_breaks",
                "body__tables",
                "body__still_in",
                "body__teams",
            )
            .first()
        )
        if found:
            keys = ("rows", "count", "tie_breaks", "tables", "still_in", "teams")
            body = dict(zip(keys, found[3:], strict=True))
    if found is None:
        return None
    after_round, computed_for, final = found[:3]
    touched = max((one.touched for one in rounds if one.number <= after_round), default=0)
    return StandingsShown(
        after_round=after_round,
        final=final,
        current=computed_for >= touched,
        rows=[_rank(line) for line in body["rows"]],
        players=body["count"] if "count" in body else len(body["rows"]),
        teams=body["teams"],
        tie_breaks=tuple(body["tie_breaks"]),
        left_out=tuple(body.get("left_out", ())),
        still_in=body.get("still_in") or 0,
        # rows in another shape, which are about to be computed again, may lack it
        **dict(zip(("entered", "tables"), body.get("tables") or (), strict=False)),
    )


def _rank(line: Mapping[str, Any]) -> Rank:
    mark = "expelled" if line.get("expelled") else "withdrawn" if line.get("withdrawn") else ""
    return Rank(
        line["rank"],
        line["number"],
        line["points"],
        line["tie_breaks"],
        line["played"],
        line["trail"],
        mark,
        line.get("penalties", ()),
        line.get("waits", False),
        line.get("before"),
        line.get("adjourned", ()),
        line.get("unmet", ()),
    )


def standings_rounds(tournament_id: int, last: int) -> list[int]:
    """After which shown rounds there are standings."""
    return list(
        Standings.objects.filter(tournament_id=tournament_id, after_round__range=(1, last))
        .order_by("after_round")
        .values_list("after_round", flat=True)
    )


@dataclass(frozen=True, slots=True)
class Appearance:
    """A player's part in one shown round: at a table (its number, all its seats), or with a bye."""

    round: int
    table: TableShown | None
    bye: str | None


def appearances(tournament_id: int, number: int) -> list[Appearance]:
    """A player's tables and byes in the shown rounds, in order, in three queries."""
    own = Seat.objects.filter(round__tournament_id=tournament_id, round__state__in=Round.SHOWN, entry__number=number)
    # fetched first: as a subquery it is planned badly while the database has not yet counted a large event
    at_own_tables = Q(table__in=list(own.filter(table__isnull=False).order_by().values_list("table", flat=True)))
    results = _results(at_own_tables)
    tables: dict[tuple[int, int, int], list[SeatTaken]] = {}
    found: list[Appearance] = []
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
            found.append(Appearance(round_number, None, bye))
            continue
        points = results[table][1] if table in results else ()
        taken = SeatTaken(position, entry, points[position - 1] if position <= len(points) else None)
        tables.setdefault((round_number, table, table_number), []).append(taken)
        why[table] = (own_table == table_number or (table in why and why[table][0]), reason)
    for (round_number, table, table_number), seats in tables.items():
        end = results[table][0] if table in results else None
        found.append(Appearance(round_number, TableShown(table_number, tuple(seats), end, *why[table]), None))
    return sorted(found, key=lambda appearance: appearance.round)


def published() -> QuerySet[Tournament]:
    """The tournaments that everyone may see."""
    return Tournament.objects.filter(published=True)
