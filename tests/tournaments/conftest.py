"""People and what they see, for the tests of the desk and the admin."""

from __future__ import annotations

import html
import threading

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.template.base import Template
from django.test import Client
from django.test.utils import instrumented_test_render

from tests.tournaments import make
from tests.tournaments.worlds import KEEPER, _django_db_helper, together, worlds_end  # noqa: F401
from tournaments.forms.seen_values import SeenForm
from tournaments.selectors.events import explanations
from tournaments.web import hall_cache


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    together(items)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem):
    yield
    KEEPER.end_unless_next(nextitem)


@pytest.fixture(scope="session", autouse=True)
def _pages_alone_are_recorded(django_test_environment):
    """Record the context of a whole page only (`response.context`), not of each field and part that is rendered in it:
    the copies took as long as drawing the fields."""
    inside = threading.local()

    def render(template, context):
        if getattr(inside, "page", None):
            return template.nodelist.render(context)
        inside.page = template
        try:
            return instrumented_test_render(template, context)
        finally:
            inside.page = None

    Template._render = render  # the environment that it was made in takes it back


@pytest.fixture(autouse=True)
def fresh_memory(monkeypatch):
    """Clear what a process remembers of tournaments: the rows of another test may have the same numbers."""
    monkeypatch.setattr(hall_cache, "HALLS", hall_cache.Halls())
    explanations._kept.clear()


@pytest.fixture
def boss():
    """An organiser of the whole installation."""
    return KEEPER.organiser()


@pytest.fixture
def evening():
    """A round robin of four, not begun."""
    return make.duel(4)


@pytest.fixture
def no_broker(monkeypatch):
    """Nothing is sent to the broker."""
    monkeypatch.setattr("tournaments.domain.queue.send", lambda *_args, **_more: None)


@pytest.fixture
def signed_in(client):
    """A function that gives the browser of somebody who is signed in."""

    def sign_in(user):
        client.force_login(user)
        return client

    return sign_in


@pytest.fixture
def desk(boss, signed_in):
    """The browser of the organiser, signed in."""
    return signed_in(boss)


@pytest.fixture(scope="session")
def words():
    """A function that gives a page's text, entities read."""
    return lambda response: html.unescape(response.content.decode())


@pytest.fixture(autouse=True)
def just_opened(monkeypatch):
    """Let a test that posts to a page without opening it post as somebody who opened it a moment ago."""
    sent = SeenForm.sent
    monkeypatch.setattr(SeenForm, "sent", lambda form: sent(form) or form.fresh)


@pytest.fixture
def leiden(db):
    """A second club."""
    return make.club("Leiden")


@pytest.fixture
def phone():
    """A browser that checks forged requests as the site does, and has no cookie."""
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def one_connection():
    """The application is asked inside the test's transaction, as Django's own client does it."""
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)
    yield
    request_started.connect(close_old_connections)
    request_finished.connect(close_old_connections)
