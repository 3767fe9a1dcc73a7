"""A person over all their public events, where they agreed to be shown: places, points by seat, whom they met.

Nobody is here who is a minor today, or whose name one of their tournaments shows in part; nor among those met.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.db import models
from django.db.models import Exists, Func, OuterRef, Q, Subquery, Value
from django.db.models.functions import Cast, JSONObject

from scoring.documents.gamelink import lower_is_better
from tournaments.models import Entry, PersonPage, Rating, Result, Round, Seat, Standings, Tournament
from tournaments.selectors.events.public import EXACT_TEXT, game_name, seat_names
from tournaments.selectors.people.shown_names import fully_shown
from tournaments.selectors.seasons import RatingStep, rating_steps

MOST_EVENTS = 60
"""The newest events that count; the page says so."""
MOST_MET = 20


@dataclass(frozen=True, slots=True)
class EventPlayed:
    """A public event of a person; ``rank`` of ``players`` is None before there are standings."""

    slug: str
    name: str
    starts: date
    game: str
    options: Mapping[str, Any]
    game_name: str
    over: bool
    number: int
    rank: int | None = None
    players: int = 0
    points: str = ""


@dataclass(frozen=True, slots=True)
class Met:
    """Somebody met at tables: how often, and at how many the person had more points, as many, or fewer."""

    name: str
    player: int
    tables: int
    more: int
    equal: int
    fewer: int
    linked: bool


Seated = tuple[str, tuple[str, ...]]
"""A game by its name, with the names of its seats."""


@dataclass(frozen=True, slots=True)
class SeatMean:
    """A seat of a game: how often the person had it with a result, and what it brought on average."""

    position: int
    times: int
    mean: Fraction


@dataclass(frozen=True, slots=True)
class PersonShown:
    """All of a person's page. ``seats`` by a game's name and its seats' names; ``rating`` is the list with the most
    steps, and these; ``listed`` whether search engines may list it."""

    name: str
    club: str
    listed: bool
    events: list[EventPlayed]
    met: list[Met]
    met_more: int
    seats: dict[Seated, list[SeatMean]]
    most: dict[Seated, Fraction]
    """The most points that anybody got at these tables, by the same; left out where a longer bar would say nothing."""
    rating: tuple[str, str, list[RatingStep]] | None
    cut: bool


def pages_of(players: Iterable[int]) -> set[int]:
    """Return those of these people who have a page, in two queries."""
    agreed = set(PersonPage.objects.filter(player__in=set(players)).values_list("player", flat=True))
    return agreed & set(fully_shown(agreed)) if agreed else set()


def listed_count() -> int:
    """Return how many people let search engines list their page, shown or not."""
    return PersonPage.objects.filter(listed=True).count()


def listed_pages(start: int, stop: int) -> list[int]:
    """Return the people among these of `listed_count` whose page is there and may be listed, in two queries."""
    played = Entry.objects.filter(player=OuterRef("player"), tournament__published=True)
    pages = PersonPage.objects.filter(listed=True).annotate(played=Exists(played)).order_by("pk")
    agreed = [player for player, shown in pages.values_list("player", "played")[start:stop] if shown]
    names = fully_shown(agreed) if agreed else {}
    return [player for player in agreed if player in names]


def person(player: int) -> PersonShown | None:
    """Return a person's page in a fixed number of queries; None where there is none to be shown, for the same three
    queries whether nobody has this number, or somebody who did not agree, is hidden, or played at nothing public."""
    page = PersonPage.objects.select_related("player").filter(player=player).first()
    name = fully_shown([player]).get(player)
    rows = list(
        Entry.objects.filter(player=player, tournament__published=True)
        .select_related("tournament")
        .order_by("-tournament__starts", "-tournament_id")[: MOST_EVENTS + 1]
    )
    if page is None or name is None or not rows:
        return None
    entries = {row.tournament_id: row for row in rows[:MOST_EVENTS]}
    ranks = _ranks(player, entries)
    events = [_event(entry, ranks.get(pk)) for pk, entry in entries.items()]
    seats, met, most = _tables(player, entries)
    names = fully_shown(met)
    linked = pages_of(names)
    shown = sorted(
        (Met(names[who], who, sum(score), *score, who in linked) for who, score in met.items() if who in names),
        key=lambda line: (-line.tables, line.name),
    )
    return PersonShown(
        name,
        page.player.club,
        page.listed,
        events,
        shown[:MOST_MET],
        max(0, len(shown) - MOST_MET),
        seats,
        most,
        _rating(player),
        len(rows) > MOST_EVENTS,
    )


def _event(entry: Entry, row: dict[str, Any] | None) -> EventPlayed:
    event = entry.tournament
    over = event.state == Tournament.State.FINISHED
    head = (event.slug, event.name, event.starts, event.game, event.options, game_name(event.game, event.options))
    if row is None or row["waits"]:
        return EventPlayed(*head, over, entry.number)
    return EventPlayed(*head, over, entry.number, row["rank"], row["players"], row["points"])


def _ranks(player: int, entries: dict[int, Entry]) -> dict[int, dict[str, Any]]:
    """Return the person's line of each event's newest shown standings, in one query."""
    number = Entry.objects.filter(player=player, tournament=OuterRef("tournament")).values("number")[:1]
    line = Func(
        "body",
        Value("$.rows[*] ? (@.player == $number)"),
        JSONObject(number=Subquery(number)),
        template="jsonb_path_query_first(%(expressions)s)",
        output_field=models.JSONField(),
    )
    later = Round.objects.filter(
        tournament=OuterRef("tournament"), number__gte=OuterRef("after_round"), state__in=Round.SHOWN
    )
    rows = (
        Standings.objects.filter(Exists(later), tournament__in=list(entries), after_round__gte=1)
        .order_by("tournament", "-after_round")
        .distinct("tournament")
        .annotate(
            line=line,
            count=Func("body__rows", function="jsonb_array_length", output_field=models.IntegerField()),
        )
        .values_list("tournament", "line", "count")
    )
    return {
        tournament: {
            "rank": found["rank"],
            "points": found["points"],
            "waits": found.get("waits", False),
            "players": count,
        }
        for tournament, found, count in rows
        if found is not None
    }


def _tables(
    player: int, entries: dict[int, Entry]
) -> tuple[dict[Seated, list[SeatMean]], dict[int, tuple[int, int, int]], dict[Seated, Fraction]]:
    """Return points by game and seat, how the tables with each other person went, and the most points of a seat at
    them, in two queries."""
    own = Seat.objects.filter(
        entry__in=[entry.pk for entry in entries.values()], table__isnull=False, round__state__in=Round.SHOWN
    )
    ids = list(own.order_by().values_list("table", flat=True))
    played = Result.objects.filter(table__in=ids, is_current=True, end="played")
    results = dict(played.annotate(text=Cast("points", EXACT_TEXT)).values_list("table", "text"))
    games = {
        pk: (game_name(entry.tournament.game, entry.tournament.options), seat_names(entry.tournament))
        for pk, entry in entries.items()
    }
    lower = {
        games[pk] for pk, entry in entries.items() if lower_is_better(entry.tournament.game, entry.tournament.options)
    }
    tables: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for table, position, who, event in Seat.objects.filter(table__in=list(results)).values_list(
        "table", "position", "entry__player", "round__tournament"
    ):
        tables[table].append((position, who, event))
    got: dict[Seated, dict[int, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    every: dict[Seated, list[Fraction]] = defaultdict(list)
    met: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for table, sitting in tables.items():
        points = results[table]
        sums: dict[int, Fraction] = defaultdict(Fraction)
        for position, who, event in sitting:
            earned = Fraction(points[position - 1])
            sums[who] += earned
            every[games[event]].append(earned)
            if who == player:
                got[games[event]][position].append(earned)
        for who, total in sums.items():
            if who != player:
                met[who][0 if sums[player] > total else 1 if sums[player] == total else 2] += 1
    means = {
        game: [
            SeatMean(position, len(values), sum(values, Fraction(0)) / len(values))
            for position, values in sorted(seats.items())
        ]
        for game, seats in sorted(got.items())
    }
    most = {game: max(points) for game, points in every.items() if min(points) >= 0 and game not in lower}
    return means, {who: (score[0], score[1], score[2]) for who, score in met.items()}, most


def _rating(player: int) -> tuple[str, str, list[RatingStep]] | None:
    """Return the public list in which the person was rated most, and its steps."""
    most = (
        Rating.objects.filter(Q(rating_list__published=True), player=player)
        .select_related("rating_list")
        .order_by("-games", "rating_list_id")
        .first()
    )
    if most is None:
        return None
    steps = rating_steps(most.rating_list, player)
    return (most.rating_list.slug, most.rating_list.name, steps[2]) if steps else None
