"""The data for calendars and feed readers: the rounds with their days, the newest results with their times.

Only what is shown, and names only as everyone may see them.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Max, Min, OuterRef, QuerySet, Subquery
from django.db.models.functions import Cast, Coalesce, Greatest
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Club, Result, Round, Seat, Series, Tournament
from tournaments.selectors.events.public import published
from tournaments.selectors.people import shown_names

NEWEST = 100
MOST_EVENTS = 500
NEWEST_EVENTS = 50
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""When nothing had happened yet."""
_SPACE = uuid.UUID("c5a2a1c9-5a0e-5d2b-9a43-1a6a5f0f5d0e")


@dataclass(frozen=True, slots=True)
class RoundDay:
    """A shown round and the day on which it was published; its hour is not known."""

    number: int
    day: date
    shown: datetime
    changed: datetime


@dataclass(frozen=True, slots=True)
class Told:
    """A table's result: who got what, in seat order, and when it was entered or last corrected."""

    round: int
    table: int
    seats: tuple[tuple[str, str | None], ...]
    end: str
    at: datetime
    first: datetime


@dataclass(frozen=True, slots=True)
class EventTold:
    """A public tournament, and when a round of it was last published or closed."""

    tournament: Tournament
    changed: datetime


def told_name(tournament: Tournament) -> str:
    """Return a tournament's name as feeds and calendars tell it: an invented one says that it is invented."""
    return f"{tournament.name} ({_('Demonstration')})" if tournament.club.demonstration else tournament.name


def identity(tournament: Tournament, *parts: object) -> str:
    """Return a unique id that stays the same for ever: it rests on the event's birth, not on its name."""
    return str(uuid.uuid5(_SPACE, "/".join(map(str, (tournament.created_at.isoformat(), tournament.pk, *parts)))))


def round_days(tournament: Tournament) -> list[RoundDay]:
    """Return the shown rounds by number. One query."""
    rows = (
        Round.objects.filter(tournament=tournament, state__in=Round.SHOWN)
        .order_by("number")
        .values_list("number", "published_at", "closed_at", "asked_at")
    )
    days = []
    for number, published_at, closed, asked in rows:
        shown = published_at or asked
        # published the evening before, a round is still not played before the event begins
        day = max(timezone.localtime(shown).date(), tournament.starts)
        days.append(RoundDay(number, day, shown, max(shown, closed or shown)))
    return days


def events(**whose: object) -> QuerySet[Tournament]:
    """Return the public tournaments of a club (``club=``) or a season (``series=``) for a calendar, by day: the newest
    of very many. One query."""
    newest = published().filter(**whose).order_by("-starts", "-pk").values("pk")[:MOST_EVENTS]
    return _with_club(Tournament.objects.filter(pk__in=newest)).order_by("starts", "pk")


def _with_club(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    return rows.select_related("club").defer("club__logo", "club__defaults")


def newest_events(**whose: object) -> list[EventTold]:
    """Return the newest public tournaments, of a club (``club=``), of a season (``series=``) or all. One query."""
    rows = _with_club(published().filter(**whose)).annotate(changed=changed())
    return [EventTold(row, row.changed) for row in rows.order_by("-created_at", "-pk")[:NEWEST_EVENTS]]


def changed() -> Greatest:
    """Return when a round of a tournament was last published or closed, or the tournament made."""
    shown = Round.objects.filter(tournament=OuterRef("pk"), state__in=Round.SHOWN).order_by().values("tournament")
    moment = Max(Coalesce("closed_at", "published_at", "asked_at"))
    return Greatest("created_at", Subquery(shown.annotate(moment=moment).values("moment")))


def identity_of(club: Club | None) -> str:
    """Return the id of a club's feed, or of the whole site's."""
    return str(uuid.uuid5(_SPACE, f"club {club.pk} {club.created_at.isoformat()}" if club else "all events"))


def identity_of_series(series: Series, *parts: object) -> str:
    """Return the id of a season's feed, or of an entry of it; the club's birth tells two installations apart."""
    of_the_season = ("series", series.pk, series.club.created_at.isoformat(), *parts)
    return str(uuid.uuid5(_SPACE, "/".join(map(str, of_the_season))))


def played_between(tournaments: Sequence[int]) -> tuple[datetime, datetime]:
    """Return when the last of the tournaments had its first result, and when a result of any was last entered. One
    query."""
    moments = (
        Result.objects.filter(table__round__tournament__in=tournaments, is_current=True)
        .values("table__round__tournament")
        .annotate(first=Min("entered_at"), last=Max("entered_at"))
        .values_list("first", "last")
    )
    return (
        max((first for first, _last in moments), default=BEGINNING),
        max((last for _first, last in moments), default=BEGINNING),
    )


def final_since(tournament: Tournament) -> datetime:
    """Return since when the order of a finished tournament is what it is: its last round's end, or a later result."""
    results = Result.objects.filter(table__round__tournament=tournament, is_current=True)
    ended = Round.objects.filter(tournament=tournament, state__in=Round.SHOWN).aggregate(at=Max("closed_at"))["at"]
    entered = results.aggregate(at=Max("entered_at"))["at"]
    moments: list[datetime] = [moment for moment in (ended, entered) if moment]
    return max(moments, default=tournament.created_at)


def newest_results(tournament: Tournament) -> list[Told]:
    """Return the newest current results of the shown rounds, the latest first. Three queries."""
    results = list(
        Result.objects.filter(table__round__tournament=tournament, table__round__state__in=Round.SHOWN, is_current=True)
        .annotate(
            text=Cast("points", ArrayField(models.CharField())),
            first_at=models.Subquery(
                Result.objects.filter(table=models.OuterRef("table"), number=1).values("entered_at")[:1]
            ),
        )
        .order_by("-entered_at", "-pk")
        .values_list("table_id", "table__round__number", "table__number", "end", "text", "entered_at", "first_at")[
            :NEWEST
        ]
    )
    seats: dict[int, list[int]] = {}
    taken = Seat.objects.filter(table__in=[row[0] for row in results]).order_by("position")
    for table, number in taken.values_list("table_id", "entry__number"):
        seats.setdefault(table, []).append(number)
    people = shown_names.people(tournament.pk, only={n for some in seats.values() for n in some})
    lines = []
    for table, round_, number, end, points, at, first in results:
        names = [people[n].name if n in people else f"#{n}" for n in seats.get(table, [])]
        lines.append(Told(round_, number, tuple(zip(names, points, strict=False)), end, at, first or at))
    return lines
