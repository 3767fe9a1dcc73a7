"""The end of a process: its pools of connections are closed before the interpreter waits for their threads."""

from __future__ import annotations

import atexit
from copy import deepcopy

import pytest
from django.apps import apps
from django.db import connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper

from config.apps import close_pools


@pytest.mark.django_db
def test_pools_are_closed_when_a_process_ends(monkeypatch):
    settings = deepcopy(connection.settings_dict) | {"CONN_MAX_AGE": 0}
    settings["OPTIONS"] = {**settings["OPTIONS"], "pool": {"min_size": 1, "max_size": 2, "timeout": 10}}
    pooled = DatabaseWrapper(settings, alias=connection.alias)
    # this process's own connections have no pool: the tests' transaction is theirs
    monkeypatch.setattr(connections, "all", lambda initialized_only: [connection, pooled])
    with pooled.cursor() as cursor:
        cursor.execute("SELECT 1")
    pool = pooled.pool
    pooled.close()
    assert not pool.closed
    close_pools()
    assert pool.closed


def test_it_is_asked_for_at_the_end_of_every_process(monkeypatch):
    asked = []
    monkeypatch.setattr(atexit, "register", asked.append)
    apps.get_app_config("config").ready()
    assert close_pools in asked
