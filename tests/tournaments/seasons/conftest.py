"""A club's evenings with a rating list and a cup over them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.tournaments import make
from tests.tournaments.kinds import KINDS
from tests.tournaments.seasons.nights import ENDS, evening
from tests.tournaments.worlds import world
from tournaments.jobs import seasons
from tournaments.models import Player, RatedEvent, RatingList, Series, SeriesEvent


def five():
    return Player.objects.bulk_create(Player(name=name) for name in ("Anna", "Bert", "Carla", "Dirk", "Els"))


@world
def three_nights(param):
    """An organiser, five people and three evenings of four of them; with a parameter of that kind of declared game."""
    kind = KINDS.get(param or "")
    ends, fields = (kind.ends, kind.fields) if kind else (ENDS, {})
    boss, people = make.organiser(), five()
    nights = [evening(boss, people[:4], at, end, **fields) for at, end in enumerate(ends)]
    return SimpleNamespace(boss=boss, people=people, nights=nights)


def of_the_nights(request, name, otherwise):
    """Return somebody of the three evenings, where a test asks for these, too."""
    if "three_nights" in request.fixturenames:
        return getattr(request.getfixturevalue("three_nights"), name)
    return otherwise()


@pytest.fixture
def boss(request, db):
    return of_the_nights(request, "boss", make.organiser)


@pytest.fixture
def people(request, db):
    return of_the_nights(request, "people", five)


@pytest.fixture
def nights(three_nights):
    return three_nights.nights


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
