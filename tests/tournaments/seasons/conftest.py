"""A club's evenings with a rating list and a cup over them."""

from __future__ import annotations

import pytest

from tests.tournaments.kinds import KINDS
from tests.tournaments.seasons.nights import ENDS, evening
from tournaments.jobs import seasons
from tournaments.models import (
    Player,
    RatedEvent,
    RatingList,
    Series,
    SeriesEvent,
)


@pytest.fixture
def people():
    return Player.objects.bulk_create(Player(name=name) for name in ("Anna", "Bert", "Carla", "Dirk", "Els"))


@pytest.fixture
def nights(boss, people, request):
    """Three evenings; with a parameter they are of that kind of declared game."""
    kind = KINDS.get(getattr(request, "param", ""))
    ends, fields = (kind.ends, kind.fields) if kind else (ENDS, {})
    return [evening(boss, people[:4], at, end, **fields) for at, end in enumerate(ends)]


@pytest.fixture
def club_list(nights):
    made = RatingList.objects.create(name="Club", slug="club", published=True)
    for night in reversed(nights):
        RatedEvent.objects.create(rating_list=made, tournament=night)
    seasons.update_ratings(made.pk)
    made.refresh_from_db()
    return made


@pytest.fixture
def cup(nights):
    made = Series.objects.create(name="Cup", slug="cup", published=True, best=2, ties="wins")
    for night in nights:
        SeriesEvent.objects.create(series=made, tournament=night)
    seasons.update_series(made.pk)
    made.refresh_from_db()
    return made
