"""What the tests of the API share: no worker, no rate used up, and a program of the organiser's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.api.programs import Program
from tournaments.api.core.throttling import buckets


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.domain.queue.send", lambda *_args, **_more: None)
    buckets.clear()


@pytest.fixture
def program(boss: Any) -> Program:
    return Program(boss)
