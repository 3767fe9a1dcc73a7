"""Two clubs on one installation, and a child whom both know."""

from __future__ import annotations

import pytest

from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments.models import Appointment, Entry
from tournaments.services.entries import players

ORGANISER = Appointment.Role.ORGANISER
NAME, CLUB, BORN = "Minorius Kleinkind", "Beta", 2014


@world
def beta():
    """The other club's evening, with a child in it."""
    evening = make.duel(3)
    players.enter(evening.pk, {"name": NAME, "club": CLUB, "birth_year": BORN, "rating": 1234}, by=make.organiser())
    return evening


@pytest.fixture
def own():
    """An evening of the first club, without the child."""
    return make.duel(3)


@pytest.fixture
def stranger(own):
    """Make somebody who organises the first club's evening alone."""
    return make.arbiter(own, ORGANISER)


@pytest.fixture
def entry(beta, own, stranger) -> Entry:
    """The child, entered at the first club's evening as well."""
    return players.enter(own.pk, {"name": NAME, "club": CLUB}, by=stranger)
