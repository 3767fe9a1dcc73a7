"""Ratings and series: replayed from their events whenever one of these is not what it was."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.documents.document import DocumentError
from scoring.mcmahon import START
from scoring.pairwise import history_of
from scoring.ratings import Run, season
from scoring.series import series
from tournaments.domain.locks import bump_version, lock, snapshot
from tournaments.models import (
    Entry,
    RatedEvent,
    Rating,
    RatingList,
    Series,
    SeriesEvent,
    Standings,
    Tournament,
)
from tournaments.selectors.events.events import event_of

RULE = 2
"""The version of the computation: a higher one recomputes everything."""

Basis = list[Any]


def update_ratings(list_id: int) -> None:
    """Replay a rating list if an event of it is not what it was. Run twice it changes nothing."""

    def replay(item: RatingList, basis: Basis) -> dict[int, Run[int]]:
        return season(_events(event[0] for event in basis[1:]), item.rates_by)

    def write(item: RatingList, runs: dict[int, Run[int]]) -> None:
        Rating.objects.filter(rating_list=item).delete()
        Rating.objects.bulk_create(_rating(item, player, run) for player, run in runs.items())

    _update(RatingList, list_id, rating_basis, replay, write)


def update_series(series_id: int) -> None:
    """Add a series up anew if an event of it, or its rule, is not what it was. Run twice it changes nothing."""

    def add_up(item: Series, basis: Basis) -> dict[str, Any]:
        return _series_body(item, [event[0] for event in basis[2:]])

    def write(item: Series, body: dict[str, Any]) -> None:
        item.body = body
        item.save(update_fields=["body"])

    _update(Series, series_id, series_basis, add_up, write)


def _update(
    model: type[RatingList] | type[Series],
    pk: int,
    basis_of: Callable[[Iterable[Any]], dict[int, Basis]],
    compute: Callable[[Any, Basis], Any],
    write: Callable[[Any, Any], None],
) -> None:
    """Replace what was computed, unless something moved meanwhile: then whoever comes next computes it."""
    with snapshot():
        row = model._default_manager.filter(pk=pk).first()
        if row is None:
            return
        basis = basis_of([row])[pk]
        if basis == row.computed_from:
            return
        computed = compute(row, basis)
    with transaction.atomic():
        row = model._default_manager.select_for_update(no_key=True).filter(pk=pk).first()
        if row is None or basis_of([row])[pk] != basis:
            return
        before = row.computed_from
        write(row, computed)
        row.computed_from, row.computed_at = basis, timezone.now()
        row.save(update_fields=["computed_from", "computed_at"])
    _tell(before, basis)


def stale(tournament_id: int | None = None) -> dict[str, list[int]]:
    """List the rows to recompute, by the name of their task; of what a tournament is part of, where one is
    named.

    A fixed number of queries.
    """
    part = {} if tournament_id is None else {"events__tournament": tournament_id}
    lists = list(RatingList.objects.filter(**part))
    ratings = rating_basis(lists)
    every = list(Series.objects.filter(**part))
    sums = series_basis(every)
    return {
        "update_ratings": [item.pk for item in lists if item.computed_from != ratings[item.pk]],
        "update_series": [item.pk for item in every if item.computed_from != sums[item.pk]],
    }


def rating_basis(lists: Iterable[RatingList]) -> dict[int, Basis]:
    """Return the current basis of each list: the finished public events in their order, each with its version."""
    basis: dict[int, Basis] = {item.pk: [_rule(item)] for item in lists}
    rows = (
        RatedEvent.objects.filter(
            rating_list__in=basis,
            tournament__state=Tournament.State.FINISHED,
            tournament__published=True,
        )
        .order_by("tournament__starts", "tournament_id")
        .values_list("rating_list_id", "tournament_id", "tournament__results_version", "tournament__starts")
    )
    for pk, tournament, version, starts in rows:
        basis[pk].append([tournament, version, starts.isoformat()])
    return basis


def _rule(rating_list: RatingList) -> int | str:
    """Return what else a rating list rests on: the version of the computation, and the numbers of an Elo list."""
    elo = rating_list.elo
    return RULE if elo is None else f"{RULE} elo {elo.k} {elo.k_new} {elo.new_games} {elo.start}"


def series_basis(every: Iterable[Series]) -> dict[int, Basis]:
    """Return the current basis of each series: its rule, and the newest standings of its public events."""
    basis: dict[int, Basis] = {
        item.pk: [RULE, [item.value, item.places, item.best, item.drop, item.ties]] for item in every
    }
    rows = (
        SeriesEvent.objects.filter(series__in=basis, tournament__published=True)
        .order_by("tournament__starts", "tournament_id")
        .values_list("series_id", "tournament_id", "tournament__state", "tournament__starts")
    )
    listed = list(rows)
    newest = _newest({tournament for _pk, tournament, _state, _starts in listed})
    for pk, tournament, state, starts in listed:
        if tournament in newest:
            after, version, shape = newest[tournament]
            basis[pk].append([tournament, after, version, state, starts.isoformat(), shape])
    return basis


def _newest(tournaments: Iterable[int]) -> dict[int, tuple[int, int, int]]:
    """Return the newest standings of each tournament: after which round, for which version, in which shape."""
    rows = (
        Standings.objects.filter(tournament__in=tournaments)
        .order_by("tournament_id", "-after_round")
        .distinct("tournament_id")
        .values_list("tournament_id", "after_round", "computed_for", "shape")
    )
    return {tournament: (after, version, shape) for tournament, after, version, shape in rows}


def _events(tournaments: Iterable[int]) -> Iterable[tuple[int, Any, dict[int, int]]]:
    """Yield the events with the people by pairing number; an event that cannot be scored, or is not final, is left
    out."""
    for pk in tournaments:
        tournament = Tournament.objects.get(pk=pk)
        event = event_of(tournament)
        if not all(table.entered for round_ in event.rounds for table in round_.tables):
            continue
        try:
            history_of(event)
        except DocumentError:
            continue
        yield pk, event, dict(Entry.objects.filter(tournament=pk).values_list("number", "player_id"))


def _rating(rating_list: RatingList, player: int, run: Run[int]) -> Rating:
    return Rating(
        rating_list=rating_list,
        player_id=player,
        mu=run.rating.mu,
        sigma=run.rating.sigma,
        games=run.rating.games,
        steps=[[step.event, str(step.after.mu), str(step.after.sigma), step.after.games] for step in run.steps],
    )


def _series_body(season: Series, tournaments: list[int]) -> dict[str, Any]:
    """Return the table of a series, and the ranks after each event, for the picture. Players by their ids."""
    people: dict[int, dict[int, int]] = defaultdict(dict)
    for tournament, number, player in Entry.objects.filter(tournament__in=tournaments).values_list(
        "tournament_id", "number", "player_id"
    ):
        people[tournament][number] = player
    bodies = {
        latest.tournament_id: latest
        for latest in Standings.objects.filter(tournament__in=tournaments)
        .order_by("tournament_id", "-after_round")
        .distinct("tournament_id")
    }
    numbers = {pk: {player: number for number, player in own.items()} for pk, own in people.items()}
    events = [
        {
            people[pk][row["player"]]: (row["rank"], _points(row))
            for row in bodies[pk].body["rows"]
            if row["player"] in people[pk] and _took_part(row)
        }
        for pk in tournaments
    ]
    rules = season.rules
    lines = series(events, rules)
    after = [{line.player: line.rank for line in series(events[: at + 1], rules)} for at in range(len(events))]
    state = dict(Tournament.objects.filter(pk__in=tournaments).values_list("pk", "state"))
    return {
        "tournaments": tournaments,
        "final": [bool(bodies[pk].final and state[pk] == Tournament.State.FINISHED) for pk in tournaments],
        "rows": [
            {
                "rank": line.rank,
                "player": line.player,
                "total": str(line.total),
                "wins": line.wins,
                "numbers": [numbers[pk].get(line.player) for pk in tournaments],
                "events": [
                    None if event is None else [event.place, str(event.value), event.counts] for event in line.events
                ],
                "ranks": [ranks.get(line.player) for ranks in after],
            }
            for line in lines
        ],
    }


def _took_part(row: Mapping[str, Any]) -> bool:
    """Return whether somebody played there, or had a bye with points: who was entered and never came missed it."""
    return bool(row["played"] or _points(row) or row.get("waits"))


def _points(row: Mapping[str, Any]) -> Fraction:
    """Return the points that a line brings to a season: those of the rounds, without a starting score."""
    return Fraction(row["points"]) - Fraction(row["tie_breaks"].get(START, 0))


def _tell(before: Basis | None, basis: Basis) -> None:
    """Tell the viewers of tournaments that came into a season or left it: their links to it come or go."""

    def ids(some: Basis | None) -> set[int]:
        return {item[0] for item in some or () if isinstance(item, list) and isinstance(item[0], int)}

    for tournament in sorted(ids(before) ^ ids(basis)):
        with transaction.atomic():
            if Tournament.objects.filter(pk=tournament).exists():
                bump_version(lock(tournament))
