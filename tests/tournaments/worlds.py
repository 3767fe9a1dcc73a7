"""Worlds: what many tests only begin from, built once and handed to each of them as new.

A world's rows are written in a transaction that stays open from test to test. Each test that asks for the world runs
in a savepoint on top, which is rolled back when it ends: whatever it changed is gone, and the next one finds the world
as it was built. The transaction is rolled back before the first test that asks for another world, or for none, so no
test sees rows that it did not ask for. Tests of a file that ask for one world stand together (`together`).

    @world
    def evening(boss):
        return make.play(make.published(make.duel(4), boss), boss)

    def test_it_has_four(evening): ...

A build may ask for `boss`, whom the test's own `boss` is then, and for `param`, the fixture's parameter or None
(`@world(params=KINDS)` builds one world for each, one after the other), and for no other fixture. What it returns is
handed out as a deep copy, so that a test may change it. Where a test asks for several, the first is the world, and the
others are built on it for each test. Tests that commit for themselves (`transaction=True`) get a world of their own,
built in their own database.

Each test begins at the same noon (`tests/support/clock.py`), so what it does seems earlier than what the build did.
Where the time of one is compared with that of the other, a plain fixture builds it for each test.
"""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction

from tests.tournaments import make
from tournaments.models import User

Build = Callable[..., Any]
BUILDS: dict[object, Build] = {}


def asks(build: Build) -> set[str]:
    """Return what a build asks for: `boss`, `param`, both or none."""
    return set(inspect.signature(build).parameters)


def world(build: Build | None = None, **more: Any) -> Any:
    """Make a fixture of that name which hands out what `build` returns, built once for tests in a row."""
    if build is None:
        return functools.partial(world, **more)

    def handed(request: pytest.FixtureRequest, db: None) -> Any:
        param = getattr(request, "param", None)
        if KEEPER.key == (build, param):
            return KEEPER.handed()
        return build(**{name: param if name == "param" else request.getfixturevalue(name) for name in asks(build)})

    handed.__name__ = handed.__qualname__ = build.__name__
    handed.__doc__, handed.__module__ = build.__doc__, build.__module__
    BUILDS[handed] = build
    return pytest.fixture(handed, **more)


def asked(item: pytest.Item) -> tuple[Build, Any] | None:
    """Return the build and the parameter of the world that a test asks for, or None."""
    info = getattr(item, "_fixtureinfo", None)
    if info is None or transactional(item):
        return None
    params = item.callspec.params if hasattr(item, "callspec") else {}
    for name in info.names_closure:
        for definition in info.name2fixturedefs.get(name, ())[-1:]:
            if (build := BUILDS.get(definition.func)) is not None:
                return build, params.get(name)
    return None


def transactional(item: pytest.Item) -> bool:
    """Return whether a test commits, so that it cannot stand on an open transaction."""
    mark = item.get_closest_marker("django_db")
    names = set(getattr(item, "fixturenames", ()))
    return bool(mark and (mark.kwargs.get("transaction") or mark.args)) or bool(
        names & {"transactional_db", "live_server", "django_db_reset_sequences"}
    )


def together(items: list[pytest.Item]) -> None:
    """Order the tests of each file so that those of one world stand together; otherwise they keep their order."""
    runs: list[list[pytest.Item]] = []
    for item in items:
        if not runs or (runs[-1][0].path, transactional(runs[-1][0])) != (item.path, transactional(item)):
            runs.append([])
        runs[-1].append(item)
    ordered = []
    for run in runs:
        groups: dict[object, list[pytest.Item]] = {None: []}
        for item in run:
            key = asked(item)
            groups.setdefault(key and (key[0], repr(key[1])), []).append(item)
        ordered += [item for group in groups.values() for item in group]
    items[:] = ordered


@contextmanager
def taking_back() -> Iterator[Callable[[], None]]:
    """Give a function that takes back all that was written since, again and again.

    That is one statement after each of many requests, where a transaction around each takes three."""
    mark = transaction.savepoint()

    def take_back() -> None:
        transaction.set_rollback(False)  # of a request that was broken off in the middle: nothing else may be said then
        transaction.savepoint_rollback(mark)

    yield take_back
    take_back()
    transaction.savepoint_commit(mark)


class Keeper:
    """Keeps one world at a time open in the test database."""

    def __init__(self) -> None:
        self.key: tuple[Build, Any] | None = None
        self.boss: User | None = None
        self.built: Any = None
        self._outer: transaction.Atomic | None = None
        self._session: object = None
        self._blocker: Any = None

    def prepare(self, item: pytest.Item, blocker: Any) -> None:
        """Open the world that a test asks for, before its own transaction begins; end another one."""
        self._blocker = blocker
        key = asked(item)
        if self.key is not None and (key != self.key or connection.connection is not self._session):
            self.end()
        if key is None or self.key is not None:
            return
        self._outer = transaction.atomic()
        self._outer._from_testcase = True  # type: ignore[attr-defined]  # a durable block may begin on top
        self._outer.__enter__()
        self.key, self._session = key, connection.connection
        try:
            given = {"param": key[1]}
            if "boss" in asks(key[0]):
                given["boss"] = self.boss = make.organiser()
            self.built = key[0](**{name: given[name] for name in asks(key[0])})
        except BaseException:
            self.end()
            raise

    def handed(self) -> Any:
        """Return a copy of what the world's build returned."""
        return copy.deepcopy(self.built)

    def organiser(self) -> User:
        """Return the organiser of the open world, or a new one where it has none."""
        return copy.deepcopy(self.boss) or make.organiser()

    def end_unless_next(self, item: pytest.Item | None) -> None:
        """End the world unless the next test asks for it: that one may stand in a folder that knows no worlds."""
        if self.key is not None and (item is None or asked(item) != self.key):
            with self._blocker.unblock():
                self.end()

    def end(self) -> None:
        """Roll the world back."""
        if self._outer is not None and connection.in_atomic_block and connection.connection is self._session:
            transaction.set_rollback(True)
            self._outer.__exit__(None, None, None)
        self.key = self.boss = self.built = self._outer = self._session = None


KEEPER = Keeper()


@pytest.fixture(scope="session")
def worlds_end(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """End the world of a run that was broken off, before the database goes."""
    yield
    with django_db_blocker.unblock():
        KEEPER.end()


@pytest.fixture
def _django_db_helper(request: pytest.FixtureRequest, worlds_end: None, django_db_blocker: Any) -> Any:
    """Begin a test's transaction on top of the world that it asks for."""
    with django_db_blocker.unblock():
        KEEPER.prepare(request.node, django_db_blocker)
    return request.getfixturevalue("_django_db_helper")
