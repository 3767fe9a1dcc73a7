"""The list of all public tournaments: its first page, and the whole of it by kind, game and year.

The database filters, orders and counts; only what a page shows is read, however many there are. The evenings of a
public series stand together as one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final

from django.contrib.postgres.expressions import ArraySubquery
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from games.core.declarations.declared import KEY
from games.core.declarations.values import in_language
from tournaments.models import Series, SeriesEvent, Tournament
from tournaments.search import fold
from tournaments.selectors.events.public import OWN_NAMES, listed_game_name, published
from tournaments.selectors.site.listed import COMING, KINDS, PAST, RUNNING, Listed, details, kind_of

Events = QuerySet[Tournament, Any]
CARDS, ROWS = 6, 8
"""The running tournaments, and the lines of the other kinds, that the first page shows."""
NEWEST, NEXT = ("-starts", "name", "pk"), ("starts", "-name", "-pk")
EVENINGS: Final = 12
"""The tournaments of a series that its line holds; the page of the series has them all."""


class Counted(int):
    """A number of rows that are counted up to ``MOST``: where there are more it is shown as “1000+”."""

    MOST: Final = 1_000

    def __str__(self) -> str:
        return f"{min(self, self.MOST):d}{'+' if self > self.MOST else ''}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the list: one tournament, or ``count`` evenings of a series with its name and address."""

    ids: tuple[int, ...]
    slug: str = ""
    name: str = ""
    count: int = 1
    events: tuple[Listed, ...] = ()


@dataclass(frozen=True, slots=True)
class Overview:
    """The first page: the lines of each kind that it shows, and how many tournaments of each there are."""

    running: tuple[Listed, ...]
    coming: tuple[Line, ...]
    past: tuple[Line, ...]
    counts: Mapping[str, int]
    games: tuple[tuple[str, str], ...]
    years: tuple[int, ...]

    @property
    def any(self) -> bool:
        return bool(sum(self.counts.values()))

    @property
    def invented(self) -> bool:
        """Return whether an event of the demonstration is among those that are shown."""
        lines = (event for line in (*self.coming, *self.past) for event in line.events)
        return any(event.invented for event in (*self.running, *lines))


@dataclass(frozen=True, slots=True)
class Part:
    """A page of the whole list; ``games`` (key and name) and ``years`` are those that others have, to choose from."""

    lines: tuple[Line, ...]
    count: int
    page: int
    pages: int
    more: bool = False
    games: tuple[tuple[str, str], ...] = ()
    years: tuple[int, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def of(self) -> str:
        """Return how many pages there are, in words."""
        return f"{self.pages}{'+' if self.count > Counted.MOST else ''}"


def _every(club: int | None) -> Events:
    """Return the public tournaments (of a club), the newest first: in the order of an index, which counts them too."""
    return (published() if club is None else published().filter(club=club)).order_by(*NEWEST)


def overview(today: date, club: int | None = None) -> Overview:
    """Return the first page, or that of a club, in a number of queries, and of rows, that does not grow."""
    every, few = _every(club), club is not None
    parts = {kind: every.filter(_is(kind, today)) for kind in KINDS}
    *counts, folds = _counted(*parts.values(), FOLDS)
    lines = {kind: _lines(parts[kind], kind, folds, 0, ROWS) for kind in (COMING, PAST)}
    running = list(parts[RUNNING].values_list("pk", flat=True)[:CARDS])
    shown = details([*running, *(pk for some in lines.values() for line in some for pk in line.ids)], today)
    return Overview(
        running=tuple(shown[pk] for pk in running if pk in shown),
        coming=_filled(lines[COMING], shown),
        past=_filled(lines[PAST], shown),
        counts=dict(zip(KINDS, counts, strict=True)),
        games=_games(every, few),
        years=_years(parts[PAST], few),
    )


def part(
    today: date,
    *,
    kind: str = "",
    game: str = "",
    year: int = 0,
    club: int | None = None,
    only: Mapping[int, float] | None = None,
    page: int = 1,
    size: int = 30,
) -> Part:
    """Return a page of the whole list, narrowed to a kind, a game, a year, a club. With ``only`` these tournaments, by
    how badly each fits what was searched; those that fit equally as one looks for them; none of them folded."""
    every, few = _every(club), club is not None or only is not None
    if only is not None:
        every = every.filter(pk__in=only)
    fits_game = every.filter(_of_game(every, game)) if game else every
    fits_kind = fits_game.filter(_is(kind, today)) if kind else fits_game
    events = fits_kind.filter(starts__year=year) if year else fits_kind
    count, *counts, folds = _counted(events, *(fits_game.filter(_is(one, today)) for one in KINDS), FOLDS)
    folds = folds if only is None else Counted()
    pages = _pages(events, kind, folds, count, size)
    page = max(1, page if count > Counted.MOST else min(page, pages))
    first = (page - 1) * size
    if only is None:
        lines = _lines(events, kind, folds, first, size + 1)
        if not lines:
            page, lines = 1, _lines(events, kind, folds, 0, size + 1)
    else:
        found = ((only[pk], *_nearness(kind_of(state, day, today), day), pk)
                 for pk, day, state in events.values_list("pk", "starts", "state"))  # fmt: skip
        lines = [Line((pk,)) for *_order, pk in sorted(found, key=lambda row: row[:-1])[first : first + size + 1]]
    more, lines = len(lines) > size, lines[:size]
    shown = details([pk for line in lines for pk in line.ids], today)
    return Part(
        lines=_filled(lines, shown),
        count=count,
        page=page,
        pages=max(pages, page + more),
        more=more,
        games=_games(every, few),
        years=_years(fits_kind, few),
        counts={one: counted for one, counted in zip(KINDS, counts, strict=True) if counted},
    )


def _is(kind: str, today: date) -> Q:
    """Return the condition of a kind, as `_kind` says it. A running one is running whatever its date; what was planned
    for a day gone by has moved to the past."""
    planned = Q(state=Tournament.State.PLANNED)
    if kind == PAST:
        return Q(state=Tournament.State.FINISHED) | planned & Q(starts__lt=today)
    return planned & Q(starts__gte=today) if kind == COMING else Q(state=Tournament.State.RUNNING)


def _nearness(kind: str, starts: date) -> tuple[int, int]:
    """Return by what tournaments stand from today on: those that run, the next that comes first, the last that was."""
    day = starts.toordinal()
    return KINDS.index(kind), day if kind == COMING else -day


def own_game_key(names: Mapping[str, str]) -> str:
    """Return the key of a game that came with its event, by its name in English: the same in every language."""
    return f"{KEY}-{fold(in_language(names, 'en')).replace(' ', '-')}"


def _own_games(events: Events) -> dict[str, list[Mapping[str, str]]]:
    """Return the names of the games that came with events, by their key, the newest first; of very many games the
    newest."""
    found: dict[str, list[Mapping[str, str]]] = {}
    once = events.filter(game=KEY).order_by(OWN_NAMES, *NEWEST).distinct(OWN_NAMES)
    rows = sorted(once.values_list("starts", "name", "pk", OWN_NAMES), key=lambda row: (-row[0].toordinal(), *row[1:3]))
    for *_newest, names in rows[: Counted.MOST]:
        key = own_game_key(names) if names else KEY
        if names not in found.setdefault(key, []):
            found[key].append(names)
    return found


def _of_game(events: Events, key: str) -> Q:
    """Return the condition of a game: a key of the registry, or of a game that came with its event."""
    own = _own_games(events).get(key, []) if key.startswith(f"{KEY}-") else []
    return Q(game=KEY, **{f"{OWN_NAMES}__in": own}) if own else Q(game=key)


def game_keys(events: Events, few: bool = False) -> list[str]:
    """Return the games of tournaments by their keys."""
    return _each(events, "game", few, "value > each.value", "value")


def _games(events: Events, few: bool) -> tuple[tuple[str, str], ...]:
    """Return the games of tournaments, key and name, in the order of their names."""
    games = {key: listed_game_name(key, None) for key in game_keys(events, few)}
    if games.pop(KEY, None) is not None:
        games |= {key: listed_game_name(KEY, names[0]) for key, names in _own_games(events).items()}
    return tuple(sorted(games.items(), key=lambda game: (fold(game[1]), game[0])))


def _years(events: Events, few: bool) -> tuple[int, ...]:
    days = _each(events, "-starts", few, "value < date_trunc('year', each.value)", "value DESC")
    return tuple(dict.fromkeys(day.year for day in days))


def _each(events: Events, column: str, few: bool, next_: str, order: str) -> list[Any]:
    """Return the values of a column in their order, of which each is the first after the one before: one step in an
    index for each, where DISTINCT reads all rows. Of a ``few`` events all values."""
    if few:
        return list(events.order_by(column).values_list(column.removeprefix("-"), flat=True).distinct())
    try:
        sql, parameters = events.order_by().values_list(column.removeprefix("-")).query.sql_with_params()
    except EmptyResultSet:
        return []
    rows = f"FROM ({sql}) AS rows(value)"
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH RECURSIVE each AS ((SELECT value {rows} ORDER BY {order} LIMIT 1) UNION ALL "  # noqa: S608
            f"SELECT (SELECT value {rows} WHERE {next_} ORDER BY {order} LIMIT 1) FROM each WHERE value IS NOT NULL) "
            "SELECT value FROM each WHERE value IS NOT NULL",
            [*parameters, *parameters],
        )
        return [value for (value,) in cursor.fetchall()]


def _counted(*of: QuerySet[Any, Any]) -> list[Counted]:
    """Return how many rows each has, counted no further than is shown; one query."""
    counts: list[str] = []
    values: list[Any] = []
    for events in of:
        try:
            sql, parameters = events.values("pk")[: Counted.MOST + 1].query.sql_with_params()
        except EmptyResultSet:
            sql, parameters = "SELECT 1 WHERE FALSE", ()
        counts.append(f"(SELECT count(*) FROM ({sql}) AS rows)")  # noqa: S608
        values += parameters
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(counts)}", values)
        return [Counted(count) for count in cursor.fetchone() or ()]


def _pages(events: Events, kind: str, folds: int, count: int, size: int) -> int:
    """Return how many pages the list has, as far as it is counted."""
    if folds:
        some = Tournament.objects.filter(pk__in=events.order_by(*_order(kind)).values("pk")[: Counted.MOST])
        (count,) = _counted(_unfolded(some, kind))
    return max(1, -(-count // size))


def _order(kind: str) -> tuple[str, ...]:
    return NEXT if kind == COMING else NEWEST


FOLDS: Final = Series.objects.filter(published=True)
"""Where there is one, tournaments stand in lines."""
IN_SERIES: Final = SeriesEvent.objects.filter(tournament=OuterRef("pk"), series__published=True)
SERIES: Final = Subquery(IN_SERIES.order_by("series__name", "series_id").values("series_id")[:1])
"""The public series as part of which a tournament is listed."""


def _unfolded(events: Events, kind: str) -> Events:
    """Return the tournaments that begin a line: those of no series, and of each series the first in the order."""
    starts, name, pk = (OuterRef(column) for column in ("starts", "name", "pk"))
    if kind == COMING:
        first = Q(starts__lt=starts) | Q(starts=starts) & (Q(name__gt=name) | Q(name=name, pk__gt=pk))
    else:
        first = Q(starts__gt=starts) | Q(starts=starts) & (Q(name__lt=name) | Q(name=name, pk__lt=pk))
    before = _of_series(events, OuterRef("within")).filter(first)
    return events.annotate(within=SERIES).filter(~Exists(IN_SERIES) | ~Exists(before))


def _of_series(events: Events, series: OuterRef) -> Events:
    """Return the tournaments that stand in the line of a series."""
    return events.order_by().annotate(within=SERIES).filter(in_series__series=series, within=series)


def _lines(events: Events, kind: str, folds: int, first: int, most: int) -> list[Line]:
    """Return lines of tournaments in their order: a series stands where the first of its tournaments does."""
    order = _order(kind)
    if not folds:
        return [Line((pk,)) for pk in events.order_by(*order).values_list("pk", flat=True)[first : first + most]]
    inside = _of_series(events, OuterRef("within")).order_by(*order)
    # what a line holds is read of those alone that are on the page: a skipped row would cost as much
    begin = _unfolded(events, kind).order_by(*order).values("pk")[first : first + most]
    rows = (
        Tournament.objects.filter(pk__in=begin)
        .annotate(
            within=SERIES,
            ids=ArraySubquery(inside.values("pk")),
            line_slug=Subquery(Series.objects.filter(pk=OuterRef("within")).values("slug")),
            line_name=Subquery(Series.objects.filter(pk=OuterRef("within")).values("name")),
        )
        .order_by(*order)
        .values_list("pk", "ids", "line_slug", "line_name")
    )
    return [Line(tuple(ids[:EVENINGS]), slug, name, len(ids)) if slug else Line((pk,)) for pk, ids, slug, name in rows]


def _filled(lines: Iterable[Line], shown: Mapping[int, Listed]) -> tuple[Line, ...]:
    filled = (replace(line, events=tuple(shown[pk] for pk in line.ids if pk in shown)) for line in lines)
    return tuple(line for line in filled if line.events)
