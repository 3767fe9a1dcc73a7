"""The fixtures of the API's tests: no worker, no rate used up, answers as described, and a program of the
organiser's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.tournaments import make
from tests.tournaments.api import described
from tests.tournaments.api.programs import Program
from tests.tournaments.worlds import world
from tournaments.api.core.resource import buckets
from tournaments.api.public.meta import openapi
from tournaments.models import Tournament


@pytest.fixture(autouse=True)
def _no_broker(no_broker: None) -> None:
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


@world
def club(boss: Any) -> Tournament:
    """A round robin of four with its first round published."""
    club = make.duel(4, slug="club")
    make.published(club, boss)
    return club


@pytest.fixture(scope="module")
def document() -> Any:
    return json.loads(openapi())
