"""The clock of the tests is none of the machine's: not in Python, in what a test starts, or in PostgreSQL."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone

from tests.support import clock

A_TEST = timedelta(minutes=5)
"""More than a test takes, however busy the machine is."""


def began(instant: datetime) -> bool:
    return clock.now() <= instant < clock.now() + A_TEST


@pytest.mark.parametrize("turn", [1, 2])
def test_each_test_begins_at_the_same_instant(turn: int) -> None:
    assert began(timezone.now())


def test_what_a_test_starts_has_its_clock() -> None:
    code = "from datetime import UTC, datetime; print(datetime.now(UTC).isoformat())"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert began(datetime.fromisoformat(said.strip()))


@pytest.mark.django_db
@pytest.mark.parametrize("name", clock.FUNCTIONS)
def test_the_database_has_it_too_and_is_never_ahead(name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {name}(), {name}()")
        one, other = cursor.fetchone()
    assert clock.now() - timedelta(minutes=1) <= one <= other <= timezone.now()


@pytest.mark.django_db
def test_what_the_database_writes_by_itself_is_by_that_clock() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name, column_default FROM information_schema.columns"
            " WHERE table_schema = 'public' AND column_default ~* '(now|timestamp)'"
        )
        defaults = cursor.fetchall()
    assert defaults and [row for row in defaults if "CURRENT" in row[2] or "pg_catalog" in row[2]] == []
