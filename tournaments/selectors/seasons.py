"""Rating lists and series as everyone may see them, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import Count, Max, Min, Q, Value
from django.utils import timezone

from scoring.ratings import Rating as Strength
from tournaments.domain import schedule
from tournaments.models import Entry, RatedEvent, Rating, RatingList, Series, SeriesEvent, Tournament
from tournaments.selectors.people.shown_names import season_names


class EventShown(NamedTuple):
    """A public tournament of a season; ``counts``: it is in what was computed."""

    id: int
    slug: str
    name: str
    starts: date
    state: str
    counts: bool


class NextEvent(NamedTuple):
    """The event that comes next in a season, or ``runs`` just now; ``begins``: its schedule's first hour, if any."""

    slug: str
    name: str
    starts: date
    venue: str
    runs: bool
    begins: datetime | None


class RatedPlayer(NamedTuple):
    """A line of a rating list; ``rank`` is None for a provisional rating, ``margin`` in an Elo list. ``change``: by the
    newest event."""

    rank: int | None
    player: int
    name: str
    rating: int
    margin: int | None
    games: int
    change: int | None


class RatingStep(NamedTuple):
    """A rating's change by one event; ``number`` is the player's pairing number there."""

    event: EventShown
    number: int | None
    rating: int
    margin: int | None
    games: int
    change: int


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A line of a series: ``events`` has (place, value, counts, pairing number) an event, None where not played.

    ``total`` and values are text in lowest terms; ``ranks`` after each event.
    """

    rank: int
    player: int
    name: str
    total: str
    events: tuple[tuple[int, str, bool, int | None] | None, ...]
    ranks: tuple[int | None, ...]


def public_seasons() -> tuple[list[RatingList], list[Series]]:
    """Return the public rating lists and series, by name; ``events_shown`` is how many public tournaments each has,
    ``next_day`` the day of a series' next one."""
    planned = Q(events__tournament__published=True, events__tournament__state=Tournament.State.PLANNED)
    coming = Min("events__tournament__starts", filter=planned & Q(events__tournament__starts__gte=timezone.localdate()))
    shown = Count("events", filter=Q(events__tournament__published=True))
    return (
        list(
            RatingList.objects.filter(published=True)
            .select_related("club")
            .defer("club__logo")
            .annotate(events_shown=shown)
        ),
        list(
            Series.objects.filter(published=True)
            .select_related("club")
            .defer("club__logo")
            .annotate(events_shown=shown, next_day=coming)
        ),
    )


def events_of(season: RatingList | Series) -> list[EventShown]:
    """Return the public tournaments of a list or series in their order, in one query."""
    through = RatedEvent if isinstance(season, RatingList) else SeriesEvent
    part = {"rating_list": season} if isinstance(season, RatingList) else {"series": season}
    counted = {event[0] for event in season.computed_from or () if isinstance(event, list)}
    rows = (
        through.objects.filter(**part, tournament__published=True)
        .order_by("tournament__starts", "tournament_id")
        .values_list(
            "tournament_id",
            "tournament__slug",
            "tournament__name",
            "tournament__starts",
            "tournament__state",
        )
    )
    return [EventShown(*row, row[0] in counted) for row in rows]


def next_event(series: Series) -> NextEvent | None:
    """Return the public event of a series that runs, or the next one that is planned for today or later; one query."""
    state = Tournament.State
    due = Q(state=state.RUNNING) | Q(state=state.PLANNED, starts__gte=timezone.localdate())
    event = (
        Tournament.objects.filter(due, in_series__series=series, published=True)
        .only("slug", "name", "starts", "venue", "state", "schedule")
        .order_by("starts", "pk")
        .first()
    )
    if event is None:
        return None
    hours = schedule.span(event.starts, event.schedule)
    begins = timezone.localtime(hours[0]) if hours else None
    return NextEvent(event.slug, event.name, event.starts, event.venue, event.state == state.RUNNING, begins)


def rated_players(rating_list: RatingList) -> list[RatedPlayer]:
    """Return a rating list in its order, provisional ratings last, in three queries. Equal ratings share a rank."""
    rows = list(Rating.objects.filter(rating_list=rating_list).order_by("-mu", "player_id"))
    names = season_names(row.player_id for row in rows)
    seats = _seats(rating_list)
    newest = next((event[0] for event in reversed(rating_list.computed_from or ()) if isinstance(event, list)), None)
    players: list[RatedPlayer] = []
    firm = [row for row in rows if row.games >= rating_list.provisional_games]
    for at, row in enumerate([*firm, *(row for row in rows if row.games < rating_list.provisional_games)]):
        strength = Strength(row.mu, row.sigma, row.games)
        rank = None
        if at < len(firm):
            same = at > 0 and players[-1].rating == strength.shown
            rank = players[-1].rank if same else at + 1
        change = None
        if row.steps and row.steps[-1][0] == newest:
            before = Decimal(row.steps[-2][1]) if len(row.steps) > 1 else rating_list.rates_by.start.mu
            change = strength.shown - Strength(before).shown
        players.append(
            RatedPlayer(
                rank,
                row.player_id,
                names.get(row.player_id, f"#{row.player_id}"),
                strength.shown,
                None if rating_list.elo else strength.margin(seats),
                row.games,
                change,
            )
        )
    return players


def rating_steps(rating_list: RatingList, player: int) -> tuple[str, Rating, list[RatingStep]] | None:
    """Return a player's name, rating and its change at each event, in five queries; None where they have no rating."""
    row = Rating.objects.filter(rating_list=rating_list, player=player).first()
    if row is None:
        return None
    events = {event.id: event for event in events_of(rating_list)}
    numbers = dict(Entry.objects.filter(player=player, tournament__in=events).values_list("tournament_id", "number"))
    seats = _seats(rating_list)
    steps, before = [], rating_list.rates_by.start
    for tournament, mu, sigma, games in row.steps:
        after = Strength(Decimal(mu), Decimal(sigma), games)
        if tournament in events:
            steps.append(
                RatingStep(
                    events[tournament],
                    numbers.get(tournament),
                    after.shown,
                    None if rating_list.elo else after.margin(seats),
                    games - before.games,
                    after.shown - before.shown,
                )
            )
        before = after
    return season_names([player]).get(player, f"#{player}"), row, steps


def _seats(rating_list: RatingList) -> int:
    """Return the size of the largest tables behind the ratings of a list, in one query."""
    counted = [event[0] for event in rating_list.computed_from or () if isinstance(event, list)]
    return Tournament.objects.filter(pk__in=counted).aggregate(largest=Max("table_size"))["largest"] or 2


def series_rows(series: Series) -> list[SeriesRow]:
    """Return the table of a series, in one query."""
    rows = (series.body or {}).get("rows", [])
    names = season_names(row["player"] for row in rows)
    return [
        SeriesRow(
            row["rank"],
            row["player"],
            names.get(row["player"], f"#{row['player']}"),
            row["total"],
            tuple(
                None if event is None else (event[0], event[1], event[2], number)
                for event, number in zip(row["events"], row["numbers"], strict=True)
            ),
            tuple(row["ranks"]),
        )
        for row in rows
    ]


def counted_events(series: Series, public: list[EventShown] | None = None) -> list[tuple[EventShown, bool]]:
    """Return the events that the table of a series shows, each with whether it is final, in one query; none where
    ``public`` is what `events_of` returned."""
    body: Mapping[str, Any] = series.body or {"tournaments": [], "final": []}
    known = {event.id: event for event in (events_of(series) if public is None else public)}
    pairs = zip(body["tournaments"], body["final"], strict=True)
    # One that was taken back from the public a moment ago keeps its column, without a name, until it is recomputed.
    hidden = EventShown(0, "", "–", date.min, Tournament.State.FINISHED, True)
    return [(known.get(pk, hidden), final) for pk, final in pairs]


def of_tournament(tournament_id: int) -> list[tuple[str, str, str]]:
    """Return the public seasons that a tournament is part of: kind (``rating_list`` or ``series``), address, name."""
    lists = RatedEvent.objects.filter(tournament=tournament_id, rating_list__published=True).values_list(
        Value("rating_list"), "rating_list__slug", "rating_list__name"
    )
    sums = SeriesEvent.objects.filter(tournament=tournament_id, series__published=True).values_list(
        Value("series"), "series__slug", "series__name"
    )
    return sorted(lists.order_by().union(sums.order_by()), key=lambda row: (row[2], row[0]))


def of_player(tournament_id: int, number: int) -> list[tuple[str, str, int]]:
    """Return the public rating lists that have a rating of a tournament's player: address, name, the player's id."""
    return list(
        Rating.objects.filter(
            rating_list__published=True,
            rating_list__events__tournament=tournament_id,
            player__entries__tournament=tournament_id,
            player__entries__number=number,
        )
        .order_by("rating_list__name")
        .values_list("rating_list__slug", "rating_list__name", "player_id")
    )
