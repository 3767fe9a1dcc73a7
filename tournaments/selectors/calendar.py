"""The public tournaments of a month."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Max, Min
from django.urls import reverse
from django.utils import timezone

from tournaments.selectors.public import OWN_NAMES, listed_game_name, published
from tournaments.selectors.registrations import open_now

MOST_A_MONTH = 500


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


def month(year: int, number: int) -> dict[int, list[Dated]]:
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


def neighbours(year: int, number: int) -> tuple[date | None, date | None]:
    """Return the first days of the nearest months before and after that have a tournament."""
    first = date(year, number, 1)
    following = (first + timedelta(days=32)).replace(day=1)
    before = published().filter(starts__lt=first).aggregate(day=Max("starts"))["day"]
    after = published().filter(starts__gte=following).aggregate(day=Min("starts"))["day"]
    return before and before.replace(day=1), after and after.replace(day=1)
