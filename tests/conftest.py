"""Fixtures for all tests: `services`, `stack`, `page`, `open_page`, `watch`, `eager_tasks`, `broker`.

Tests of the pure layers ask for none of them, and start nothing.
"""

import gc
import os
import signal
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.utils import translation
from hypothesis import HealthCheck, settings

from config.warmup import settle
from tests.support import clock, servers
from tests.support.browser import browser, open_page, page, playwright, watch, whole_browser  # noqa: F401
from tests.support.order import file_of, longest_first, of_one_name
from tests.support.servers import Services
from tests.support.stack import Stack, running_stack, stack  # noqa: F401

pytest_plugins = ["tests.support.examples", "tests.support.budget"]

services = servers.services


def pytest_configure(config: pytest.Config) -> None:
    """Set the clock, for what is read while tests are collected, too.

    Heed signals again that whoever started the tests ignores, as a shell does for what runs in the background:
    what is started here would ignore them, too, and not stop."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    clock.set_up()
    _let_properties_take_their_time()
    clocks = ExitStack()
    clocks.enter_context(clock.runs())
    config.add_cleanup(clocks.close)


def _let_properties_take_their_time() -> None:
    """Have no property fail because the machine is busy; whether examples are drawn anew stays as it was. A property
    that does not say how many examples it needs has as many as others."""
    from tests.support.examples import examples  # a plugin, which pytest must load first

    usual = settings.get_profile(settings.get_current_profile_name())
    patient = settings(usual, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("busy", patient, max_examples=examples(usual.max_examples))
    settings.load_profile("busy")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without the garbage collector: what is collected stays, and to go over it again and again was more than a
    quarter of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    """Mark by need, so that `-m "not stack"` is everything that runs without the application; order for workers."""
    if doubles := of_one_name(items):
        raise pytest.UsageError(f"several tests have one name, so only one of them would run: {', '.join(doubles)}")
    for item in items:
        names = getattr(item, "fixturenames", ())
        if "browser" in names:
            item.add_marker("browser")
        if "stack" in names:
            item.add_marker("stack")
    if "PYTEST_XDIST_WORKER" in os.environ and not config.getoption("as_given"):
        longest_first(items)


def pytest_collection_finish() -> None:
    """As every process that serves: what a start loads is left out of the garbage collector's rounds."""
    settle()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """Begin each test at the same instant, those of the running application at its. Count the processor time of each
    file. The language that a request was answered in ends with its test."""
    with clock.runs(Stack.shift if item.get_closest_marker("stack") else None):
        answer = yield
    translation.deactivate()
    if nextitem is None or nextitem.path != item.path:
        servers.TIMES.file_ended(file_of(item))
    return answer


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave no server behind when the run ends."""
    if not hasattr(config, "workerinput"):
        servers.wait_until_gone()


def _set_clock(using: str, **_more: object) -> None:
    from django.db import connections

    connections[using].ensure_connection()
    clock.set_database(connections[using].connection)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(services: Services, request: pytest.FixtureRequest) -> None:
    """Before Django makes its test database: a real server."""
    from django.conf import settings
    from django.db import connections
    from django.db.models.signals import pre_migrate

    from config.environment import database

    settings.DATABASES["default"].clear()
    settings.DATABASES["default"].update(database(services.database_url), TEST={"TEMPLATE": services.template})
    connections.configure_settings(settings.DATABASES)
    del connections["default"]
    pre_migrate.connect(_set_clock, dispatch_uid="the tests' clock")
    request.getfixturevalue("django_db_modify_db_settings_parallel_suffix")


@pytest.fixture
def eager_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks are carried out once what asked for them is committed, and their errors are raised there."""
    from config.celery import app
    from tournaments.domain import queue

    def carry_out(name: str, subject: int) -> None:
        app.tasks[queue.TASKS + name].apply(args=[subject] if subject else [], throw=True)

    monkeypatch.setattr(queue, "wake", carry_out)


@pytest.fixture
def broker(services: Services) -> Iterator[Any]:
    """Tasks are sent to the real broker, to a queue that nobody works on; gives the Celery application."""
    from kombu import pools

    from config.celery import app

    def forget_connections() -> None:
        pools.reset()
        app._pool = app.amqp._producer_pool = None

    kept = {name: app.conf[name] for name in ("broker_url", "broker_read_url", "broker_write_url")}
    for name in kept:
        app.conf[name] = services.broker_url
    forget_connections()
    yield app
    with app.connection_for_write() as connection:
        app.amqp.TaskConsumer(connection.default_channel).purge()
    for name, value in kept.items():
        app.conf[name] = value
    forget_connections()
