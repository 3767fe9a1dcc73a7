"""The list of all public tournaments: its first page, and the whole of it by kind, game and year.

However many there are, the order of all is read in one query of a few numbers each; everything else only of those that
a page shows. The evenings of a public series stand together as one line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final, NamedTuple

from django.db.models import Count, F, Max, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone

from games.core.declared import KEY
from games.core.declared_values import in_language
from scoring import eliminations
from tournaments import privacy
from tournaments.models import Clock, Entry, Result, Round, SeriesEvent, Standings, Table, Team, Tournament
from tournaments.pairing.registry import systems
from tournaments.search import fold
from tournaments.selectors.public import OWN_NAMES, listed_game_name, published
from tournaments.selectors.registrations import open_now
from tournaments.selectors.shown_names import public_name
from tournaments.sentences.points import together

RUNNING, COMING, PAST = KINDS = ("running", "coming", "past")
LINES: Final = 4
"""The first lines of stored standings that are read: a card names at most this many."""
FIRST: Final = tuple(f"body__rows__{at}" for at in range(LINES))
LEADERS: Final = 3
CARDS, ROWS = 6, 8
"""The running tournaments, and the lines of the other kinds, that the first page shows."""
EVENINGS: Final = 12
"""The tournaments of a series that its line holds; the page of the series has them all."""


class Known(NamedTuple):
    """The least of a public tournament: enough to order, count and filter all of them."""

    id: int
    starts: date
    kind: str
    game: str
    club: int
    own_names: Mapping[str, str] | None = None

    @property
    def game_key(self) -> str:
        """Return what the list is narrowed by: one key for all events that brought a game of the same name."""
        return own_game_key(self.own_names) if self.game == KEY and self.own_names else self.game


class Leader(NamedTuple):
    """A first line of standings, with the name as everyone may read it."""

    rank: int
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A tournament in a list; ``winners`` are those who won a finished one. Of a running one ``leaders`` are the first
    after ``after`` whole rounds; ``tables`` are those of the newest shown round, ``open`` those still played. ``enter``
    is the address at which players enter themselves, where there is one, ``club`` whose it is; ``check_in`` whether the
    check-in is open, ``invented`` whether it belongs to the demonstration."""

    id: int
    slug: str
    name: str
    starts: date
    venue: str
    game: str
    players: int
    rounds: int
    rounds_planned: int
    kind: str
    winners: tuple[str, ...] = ()
    leaders: tuple[Leader, ...] = ()
    after: int = 0
    tables: int = 0
    open: int = 0
    clock: Clock | None = None
    enter: str = ""
    check_in: bool = False
    club: str = ""
    own_names: Mapping[str, str] | None = None
    invented: bool = False

    @property
    def game_name(self) -> str:
        return listed_game_name(self.game, self.own_names)


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
    games: tuple[tuple[str, str], ...] = ()
    years: tuple[int, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)


def known(today: date, club: int | None = None) -> list[Known]:
    """Return every public tournament (of a club), the newest first, in one query.

    A running one is running whatever its date; what was planned for a day gone by has moved to the past.
    """
    of_all = published() if club is None else published().filter(club=club)
    rows = of_all.order_by("-starts", "name", "id").values_list("id", "starts", "state", "game", "club_id", OWN_NAMES)
    return [Known(pk, starts, _kind(state, starts, today), *whose) for pk, starts, state, *whose in rows]


def _kind(state: str, starts: date, today: date) -> str:
    if state == Tournament.State.RUNNING:
        return RUNNING
    return COMING if state == Tournament.State.PLANNED and starts >= today else PAST


def overview(today: date, club: int | None = None) -> Overview:
    """Return the first page, or that of a club, in a number of queries that does not grow."""
    every = known(today, club)
    parts = {kind: [event for event in every if event.kind == kind] for kind in KINDS}
    series = _series()
    lines = {
        COMING: _folded(reversed(parts[COMING]), series)[:ROWS],
        PAST: _folded(parts[PAST], series)[:ROWS],
    }
    running = [event.id for event in parts[RUNNING][:CARDS]]
    shown = _details([*running, *(pk for some in lines.values() for line in some for pk in line.ids)], today)
    return Overview(
        running=tuple(shown[pk] for pk in running if pk in shown),
        coming=_filled(lines[COMING], shown),
        past=_filled(lines[PAST], shown),
        counts=Counter(event.kind for event in every),
        games=_games(every),
        years=_years(parts[PAST]),
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
    every = known(today, club)
    if only is not None:
        every = sorted(
            (event for event in every if event.id in only), key=lambda event: (only[event.id], *_nearness(event))
        )
    fits_game = [event for event in every if not game or game in (event.game, event.game_key)]
    fits_kind = [event for event in fits_game if not kind or event.kind == kind]
    events = [event for event in fits_kind if not year or event.starts.year == year]
    if kind == COMING and only is None:
        events.reverse()
    lines = _folded(events, _series() if only is None else {})
    pages = max(1, -(-len(lines) // size))
    page = min(max(1, page), pages)
    lines = lines[(page - 1) * size : page * size]
    shown = _details([pk for line in lines for pk in line.ids], today)
    return Part(
        lines=_filled(lines, shown),
        count=len(events),
        page=page,
        pages=pages,
        games=_games(every),
        years=_years(fits_kind),
        counts=Counter(event.kind for event in fits_game),
    )


def _nearness(event: Known) -> tuple[int, int]:
    """Return by what tournaments stand from today on: those that run, the next that comes first, the last that was."""
    day = event.starts.toordinal()
    return KINDS.index(event.kind), day if event.kind == COMING else -day


def own_game_key(names: Mapping[str, str]) -> str:
    """Return the key of a game that came with its event, by its name in English: the same in every language."""
    return f"{KEY}-{fold(in_language(names, 'en')).replace(' ', '-')}"


def _games(events: Iterable[Known]) -> tuple[tuple[str, str], ...]:
    """Return the games of tournaments, key and name, in the order of their names."""
    games = {event.game_key: event for event in reversed([*events])}
    named = ((key, listed_game_name(event.game, event.own_names)) for key, event in games.items())
    return tuple(sorted(named, key=lambda game: (fold(game[1]), game[0])))


def _years(events: Iterable[Known]) -> tuple[int, ...]:
    return tuple(sorted({event.starts.year for event in events}, reverse=True))


def _series() -> dict[int, tuple[str, str]]:
    """Return the public series, address and name, of each public tournament that is part of one."""
    rows = (
        SeriesEvent.objects.filter(series__published=True, tournament__published=True)
        .order_by("-series__name", "-series_id")
        .values_list("tournament_id", "series__slug", "series__name")
    )
    return {pk: (slug, name) for pk, slug, name in rows}


def _folded(events: Iterable[Known], series: Mapping[int, tuple[str, str]]) -> list[Line]:
    """Return the lines of tournaments in their order: a series stands where the first of its tournaments does."""
    lines: dict[object, Line] = {}
    for event in events:
        slug, name = series.get(event.id, ("", ""))
        key = slug or event.id
        line = lines.get(key)
        if line is None:
            lines[key] = Line((event.id,), slug, name)
        else:
            lines[key] = replace(line, ids=(*line.ids, event.id)[:EVENINGS], count=line.count + 1)
    return list(lines.values())


def _filled(lines: Iterable[Line], shown: Mapping[int, Listed]) -> tuple[Line, ...]:
    filled = (replace(line, events=tuple(shown[pk] for pk in line.ids if pk in shown)) for line in lines)
    return tuple(line for line in filled if line.events)


def _details(ids: Sequence[int], today: date) -> dict[int, Listed]:
    entries = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    rounds = Round.objects.filter(tournament=OuterRef("pk"), state__in=Round.SHOWN).order_by().values("tournament")
    rows = (
        published()
        .filter(pk__in=ids)
        .annotate(
            players=Coalesce(Subquery(entries.annotate(count=Count("*")).values("count")), 0),
            shown=Coalesce(Subquery(rounds.annotate(last=Max("number")).values("last")), 0),
        )
        .order_by()
        .values_list(
            "id", "slug", "name", "starts", "venue", "game", "players", "shown", "rounds_planned", "state",
            "club__name", OWN_NAMES, "check_in", "check_in_closed_at", "club__demonstration",
        )
    )  # fmt: skip
    listed = {
        pk: Listed(
            pk, *row[:8], kind=_kind(row[8], row[2], today), club=club, own_names=own, check_in=on and not end,
            invented=invented,
        )
        for pk, *row, club, own, on, end, invented in rows
    }  # fmt: skip
    first = _first_lines(list(listed))
    running = {pk: event.rounds for pk, event in listed.items() if event.kind == RUNNING}
    clocks = {clock.tournament_id: clock for clock in Clock.objects.filter(tournament__in=running)}
    tables = _tables(list(running))
    enter = open_now([pk for pk, event in listed.items() if event.kind == COMING], timezone.now())
    for pk, event in listed.items():
        after, lines = first.get(pk, (0, ()))
        if event.kind == RUNNING:
            clock = clocks.get(pk)
            played, still_open = tables.get(pk, (0, 0))
            listed[pk] = replace(
                event,
                leaders=lines[:LEADERS],
                after=after,
                tables=played,
                open=still_open,
                clock=clock if clock and clock.begun and clock.round == event.rounds else None,
            )
        elif pk in enter:
            listed[pk] = replace(event, enter=reverse("enter", args=[event.slug]))
        elif event.kind == PAST:
            listed[pk] = replace(event, winners=tuple(line.name for line in lines if line.rank == 1))
    return listed


def _tables(events: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return how many tables the newest shown round of each has, and how many of them are still played."""
    newest = (
        Round.objects.filter(tournament__in=events, state__in=Round.SHOWN)
        .order_by("tournament_id", "-number")
        .distinct("tournament_id")
        .values("pk")
    )
    done = Result.objects.filter(table=OuterRef("pk"), is_current=True).exclude(end="adjourned").order_by()
    rows = (
        Table.objects.filter(round__in=newest)
        .order_by()
        .annotate(done=Subquery(done.values("pk")[:1]))
        .values("round__tournament")
        .annotate(tables=Count("*"), entered=Count("done"))
        .values_list("round__tournament", "tables", "entered")
    )
    return {pk: (tables, tables - entered) for pk, tables, entered in rows}


def _first_lines(events: Sequence[int]) -> dict[int, tuple[int, tuple[Leader, ...]]]:
    """Return the round and the first lines of the newest whole standings of each: teams where teams play, in any case
    as everyone may read the name. Three queries.

    Of one that is over they are read where its last standings are final; of one that runs after the last round of which
    every table had its result.
    """
    last = Round.objects.filter(tournament=OuterRef("tournament"), state__in=Round.SHOWN).order_by("-number")
    newest = (
        Standings.objects.filter(tournament__in=events)
        .annotate(last=Subquery(last.values("number")[:1]), entered=F("body__tables__0"), of=F("body__tables__1"))
        .filter(
            Q(tournament__state=Tournament.State.FINISHED, final=True)
            | Q(tournament__state=Tournament.State.RUNNING, after_round__range=(1, F("last")))
            & (Q(final=True) | Q(entered=F("of")))
        )
        .order_by("tournament_id", "-after_round")
        .distinct("tournament_id")
        .values_list("tournament_id", "tournament__system", "after_round", "final", "body__teams", *FIRST)
    )
    people: dict[int, tuple[int, list[tuple[int, int, str]]]] = {}
    sides: dict[int, tuple[int, list[tuple[int, str, str]]]] = {}
    known_systems = systems()
    for event, system, after, final, teams, *rows in newest:
        if system in eliminations.SYSTEMS and not final:  # points do not tell who is still in
            people[event] = after, []
        elif teams and system in known_systems and known_systems[system].teams:
            sides[event] = after, _told(teams[:LINES], "team")
        else:
            people[event] = after, _told([row for row in rows if row], "player")
    names = _names({event: [player for _rank, player, _points in lines] for event, (_after, lines) in people.items()})
    titles = {
        (event, key): name
        for event, key, name in Team.objects.filter(tournament__in=sides).values_list("tournament", "key", "name")
    }
    first = {
        event: (
            after,
            tuple(Leader(rank, names[event, who], points) for rank, who, points in lines if (event, who) in names),
        )
        for event, (after, lines) in people.items()
    }
    return first | {
        event: (
            after,
            tuple(Leader(rank, titles.get((event, key), key), points) for rank, key, points in lines),
        )
        for event, (after, lines) in sides.items()
    }


def _told(rows: Sequence[dict[str, Any]], who: str) -> list[tuple[int, Any, str]]:
    points = together([row["points"] for row in rows])
    return [(row["rank"], row[who], shown) for row, shown in zip(rows, points, strict=True)]


def _names(players: Mapping[int, Sequence[int]]) -> dict[tuple[int, int], str]:
    """Return the names of a few players of several tournaments as everyone may read them, in one query."""
    wanted = Q()
    for event, numbers in players.items():
        wanted |= Q(tournament=event, number__in=numbers)
    if not wanted:
        return {}
    return {
        (event, number): public_name(name, number, privacy.level(own, level, born, on))
        for event, number, name, own, born, level, on in Entry.objects.filter(wanted).values_list(
            "tournament_id",
            "number",
            "player__name",
            "player__name_shown",
            "player__birth_year",
            "tournament__names_shown",
            "tournament__starts",
        )
    }
