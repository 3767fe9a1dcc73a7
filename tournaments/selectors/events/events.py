"""A tournament as the event document's values: what pairing and scoring are asked with; and the tournaments of a
month."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Max, Min, Q
from django.urls import reverse
from django.utils import timezone

from games.core.declarations.entries import read_rows
from scoring.documents import document as doc
from tournaments.models import Entry, Penalty, Result, Round, Seat, Table, Team, Tournament
from tournaments.selectors.events.public import OWN_NAMES, listed_game_name, published
from tournaments.selectors.registrations import open_now

NO_RESULT = (None, None, None, None)
MOST_A_MONTH = 500


def event_of(tournament: Tournament, *, before: int | None = None, around: Iterable[int] | None = None) -> doc.Event:
    """Return the tournament with its published and closed rounds, up to but not including round ``before``.

    ``around``: only the tables and byes of the players with these pairing numbers, and of who sat with them.

    Seven queries, whatever its size. Call it inside a transaction with a snapshot of its own where others
    write.
    """
    rounds = Round.objects.filter(tournament=tournament, state__in=Round.SHOWN)
    if before is not None:
        rounds = rounds.filter(number__lt=before)
    return doc.Event(
        name=tournament.name,
        game=tournament.game,
        starts=tournament.starts.isoformat(),
        options=tournament.options,
        pairing=pairing_of(tournament),
        scoring=scoring_of(tournament),
        teams=tuple(doc.Team(t.key, t.name) for t in Team.objects.filter(tournament=tournament)),
        players=players_of(tournament),
        rounds=_rounds(list(rounds.order_by("number")), around),
    )


def pairing_of(tournament: Tournament) -> dict[str, object]:
    """Return the document's ``pairing`` object, with the tables that entries are tied to."""
    pairing: dict[str, object] = dict(tournament.pairing_request)
    fixed = {
        str(number): table
        for number, table in Entry.objects.filter(tournament=tournament, fixed_table__isnull=False)
        .order_by("number")
        .values_list("number", "fixed_table")
    }
    if fixed:
        pairing["fixed_tables"] = fixed
    return pairing


def scoring_of(tournament: Tournament) -> dict[str, object]:
    """Return the document's ``scoring`` object, with the penalties that stand."""
    standing = Penalty.objects.filter(tournament=tournament, lifted=False).select_related("entry", "team")
    penalties = [penalty_of(penalty) for penalty in standing]
    return {**tournament.scoring, "penalties": penalties} if penalties else tournament.scoring


def penalty_of(penalty: Penalty) -> dict[str, object]:
    """Return an entry of the document's ``scoring.penalties``."""
    whom: dict[str, object] = {"team": penalty.team.key} if penalty.team else {"player": penalty.entry.number}
    return {**whom, "round": penalty.round, "points": str(penalty.points), "reason": penalty.reason}


def players_of(tournament: Tournament) -> tuple[doc.Player, ...]:
    entries = Entry.objects.filter(tournament=tournament).select_related("player", "team").order_by("number")
    return tuple(
        doc.Player(
            id=entry.number,
            name=entry.player.name,
            rating=entry.rating if tournament.rating_list_id is None else entry.season_rating,
            club=entry.player.club or None,
            team=entry.team.key if entry.team else None,
            board=entry.board,
            joined=entry.joined,
            left=entry.left,
            absent=frozenset(entry.absent),
            half_byes=frozenset(entry.half_byes),
            full_byes=frozenset(entry.full_byes),
        )
        for entry in entries
    )


def _rounds(rounds: list[Round], around: Iterable[int] | None) -> tuple[doc.Round, ...]:
    ids = [r.pk for r in rounds]
    wanted = Q(round__in=ids)
    if around is not None:
        own = Seat.objects.filter(round__in=ids, entry__number__in=list(around))
        at = list(own.filter(table__isnull=False).values_list("table", flat=True))
        wanted &= Q(table__in=at) | Q(pk__in=own.filter(table__isnull=True).values("pk"))
    seats: dict[int, list[int]] = defaultdict(list)
    byes: dict[int, list[doc.Bye]] = defaultdict(list)
    taken = (
        Seat.objects.filter(wanted)
        .order_by("table__number", "position", "entry__number")
        .values_list("round_id", "table_id", "bye", "entry__number")
    )
    for round_id, table_id, bye, number in taken:
        if table_id is None:
            byes[round_id].append(doc.Bye(number, bye))
        else:
            seats[table_id].append(number)
    part = Q(round__in=ids) if around is None else Q(pk__in=list(seats))
    of_part = Q(table__round__in=ids) if around is None else Q(table__in=list(seats))
    results = {
        table_id: (points, game_points, columns, end)
        for table_id, points, game_points, columns, end in Result.objects.filter(of_part, is_current=True).values_list(
            "table_id", "points", "game_points", "columns", "end"
        )
    }
    tables: dict[int, list[doc.Table]] = defaultdict(list)
    for pk, round_id, number in Table.objects.filter(part).order_by("number").values_list("pk", "round_id", "number"):
        points, game_points, columns, end = results.get(pk, NO_RESULT)
        tables[round_id].append(
            doc.Table(
                number=number,
                seats=tuple(seats[pk]),
                points=None if points is None else tuple(points),
                game_points=None if game_points is None else tuple(game_points),
                end=end,
                columns=read_rows(columns),
            )
        )
    return tuple(doc.Round(r.number, tuple(tables[r.pk]), tuple(byes[r.pk])) for r in rounds)


class Dated(NamedTuple):
    """A tournament on its day."""

    slug: str
    name: str
    starts: date
    venue: str
    game: str
    state: str
    own_names: Mapping[str, str] | None = None
    enter: str = ""

    @property
    def game_name(self) -> str:
        return listed_game_name(self.game, self.own_names)


def month_of_events(year: int, number: int) -> dict[int, list[Dated]]:
    """Return the tournaments of each day of a month that has any; two queries."""
    first = date(year, number, 1)
    following = (first + timedelta(days=32)).replace(day=1)
    rows = (
        published()
        .filter(starts__gte=first, starts__lt=following)
        .order_by("starts", "name", "id")
        .values_list("id", "slug", "name", "starts", "venue", "game", "state", OWN_NAMES)[:MOST_A_MONTH]
    )
    rows = list(rows)
    takes_entries = open_now([pk for pk, *_rest in rows], timezone.now())
    days: dict[int, list[Dated]] = {}
    for pk, slug, *rest in rows:
        event = Dated(slug, *rest, enter=reverse("enter", args=[slug]) if pk in takes_entries else "")
        days.setdefault(event.starts.day, []).append(event)
    return days


def neighbouring_months(year: int, number: int) -> tuple[date | None, date | None]:
    """Return the first days of the nearest months before and after that have a tournament."""
    first = date(year, number, 1)
    following = (first + timedelta(days=32)).replace(day=1)
    before = published().filter(starts__lt=first).aggregate(day=Max("starts"))["day"]
    after = published().filter(starts__gte=following).aggregate(day=Min("starts"))["day"]
    return before and before.replace(day=1), after and after.replace(day=1)
