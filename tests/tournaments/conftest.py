"""People and what they see, for the tests of the desk and the admin."""

from __future__ import annotations

import html

import pytest

from tests.tournaments import make
from tournaments.web import hall_cache


@pytest.fixture(autouse=True)
def fresh_halls(monkeypatch):
    """Clear the halls that a process remembers: they are of another test's database."""
    monkeypatch.setattr(hall_cache, "HALLS", hall_cache.Halls())


@pytest.fixture
def boss():
    """An organiser of the whole installation."""
    return make.organiser()


@pytest.fixture
def evening():
    """A round robin of four, not begun."""
    return make.duel(4)


@pytest.fixture
def signed_in(client):
    """A function that gives the browser of somebody who is signed in."""

    def sign_in(user):
        client.force_login(user)
        return client

    return sign_in


@pytest.fixture(scope="session")
def words():
    """A function that gives a page's text, entities read."""
    return lambda response: html.unescape(response.content.decode())
