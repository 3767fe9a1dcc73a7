"""People and what they see, for the tests of the desk and the admin."""

from __future__ import annotations

import html

import pytest

from tests.tournaments import make
from tests.tournaments.worlds import KEEPER, _django_db_helper, together, worlds_end  # noqa: F401
from tournaments.forms.seen_values import SeenForm
from tournaments.selectors import explanations
from tournaments.web import hall_cache


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    together(items)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem):
    yield
    KEEPER.end_unless_next(nextitem)


@pytest.fixture(autouse=True)
def fresh_memory(monkeypatch):
    """Clear what a process remembers of tournaments: the rows of another test may have the same numbers."""
    monkeypatch.setattr(hall_cache, "HALLS", hall_cache.Halls())
    explanations._kept.clear()


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


@pytest.fixture(autouse=True)
def just_opened(monkeypatch):
    """Let a test that posts to a page without opening it post as somebody who opened it a moment ago."""
    sent = SeenForm.sent
    monkeypatch.setattr(SeenForm, "sent", lambda form: sent(form) or form.fresh)
