"""The data for calendars and feed readers: the rounds with their days, the newest results with their times.

Only what is shown, and names only as everyone may see them.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import date, datetime

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Cast
from django.utils import timezone

from tournaments.models import Result, Round, Seat, Tournament
from tournaments.selectors import shown_names

NEWEST = 100
_SPACE = uuid.UUID("c5a2a1c9-5a0e-5d2b-9a43-1a6a5f0f5d0e")


@dataclass(frozen=True, slots=True)
class RoundDay:
    """A shown round and the day on which it was published; its hour is not known."""

    number: int
    day: date
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
    for number, published, closed, asked in rows:
        shown = published or asked
        # published the evening before, a round is still not played before the event begins
        day = max(timezone.localtime(shown).date(), tournament.starts)
        days.append(RoundDay(number, day, max(shown, closed or shown)))
    return days


def newest_results(tournament: Tournament, most: int = NEWEST) -> list[Told]:
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
            :most
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
