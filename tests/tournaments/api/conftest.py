"""The fixtures of the API's tests: no worker, no rate used up, answers as described, and a program of the
organiser's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.tournaments.api import described
from tests.tournaments.api.programs import Program
from tournaments.api.core.throttling import buckets


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.domain.queue.send", lambda *_args, **_more: None)
    buckets.clear()


@pytest.fixture(autouse=True)
def _answers_as_described(settings: Any) -> Iterator[None]:
    """Each answer of each test has the members that the OpenAPI document names, and no others."""
    middleware = f"{described.__name__}.{described.AnswersAsDescribed.__name__}"
    settings.MIDDLEWARE = [middleware, *settings.MIDDLEWARE]
    described.FAULTS.clear()
    yield
    assert not described.FAULTS


@pytest.fixture
def program(boss: Any) -> Program:
    return Program(boss)
