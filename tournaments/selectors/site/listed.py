"""The line of a tournament in a list: where it is, who leads, who won, and how it is entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final, NamedTuple

from django.db.models import Count, F, Max, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone

from scoring.brackets import eliminations
from tournaments import privacy
from tournaments.models import Clock, Entry, Result, Round, Standings, Table, Team, Tournament
from tournaments.pairing.registry import systems
from tournaments.selectors.events.public import OWN_NAMES, listed_game_name, published
from tournaments.selectors.people.shown_names import public_name
from tournaments.selectors.registrations import open_now
from tournaments.sentences.points import together

RUNNING, COMING, PAST = KINDS = ("running", "coming", "past")
LINES: Final = 4
"""The first lines of stored standings that are read: a card names at most this many."""
FIRST: Final = tuple(f"body__rows__{at}" for at in range(LINES))
LEADERS: Final = 3


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


def kind_of(state: str, starts: date, today: date) -> str:
    """Return the kind of a tournament, as `listing` asks for it in SQL."""
    if state == Tournament.State.RUNNING:
        return RUNNING
    return COMING if state == Tournament.State.PLANNED and starts >= today else PAST


def details(ids: Sequence[int], today: date) -> dict[int, Listed]:
    """Return what lists show of tournaments, by key, in a number of queries that does not grow."""
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
            pk, *row[:8], kind=kind_of(row[8], row[2], today), club=club, own_names=own, check_in=on and not end,
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
