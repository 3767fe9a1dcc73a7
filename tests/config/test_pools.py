"""Pools of connections: who waits for one, and the end of a process, when they are closed before the interpreter waits
for their threads."""

from __future__ import annotations

import atexit
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from copy import deepcopy

import pytest
from django.apps import apps
from django.db import connection, connections
from psycopg_pool import PoolTimeout

from config.apps import close_pools
from config.database.base import DatabaseWrapper


def pooled(**changes):
    settings = deepcopy(connection.settings_dict) | {"CONN_MAX_AGE": 0} | changes
    settings["OPTIONS"] = {**settings["OPTIONS"], "pool": {"min_size": 1, "max_size": 1, "timeout": 0.1}}
    return DatabaseWrapper(settings, alias=connection.alias)


@pytest.mark.parametrize("host", ["127.0.0.1", "/tmp", "127.0.0.1,/tmp"])
def test_where_no_server_listens_nobody_waits_for_another_turn(host, monkeypatch):
    """The port is of nobody: it was taken for this test and let go."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
    alone = pooled(HOST=host, PORT=str(port))
    turns = []
    monkeypatch.setattr(DatabaseWrapper.__mro__[1], "get_new_connection", waits(turns))
    with pytest.raises(PoolTimeout):
        alone.get_new_connection({})
    assert turns == [1]


@pytest.mark.parametrize(
    ("said", "listens"),
    [
        (b"R\0\0\0\x08\0\0\0\0", True),
        (b"E\0\0\0\x40SFATAL\0VFATAL\0C53300\0Mtoo many clients already\0\0", True),
        (b"E\0\0\0\x40SFATAL\0VFATAL\0C57P03\0Mthe database system is shutting down\0\0", False),
        (b"", False),
    ],
    ids=["lets in", "is full", "shuts down", "says nothing"],
)
def test_a_server_that_takes_up_the_line_and_lets_nobody_in_is_away(said, listens):
    with closing(socket.create_server(("127.0.0.1", 0))) as server, ThreadPoolExecutor(1) as threads:
        answer = threads.submit(answered, server, said)
        assert pooled(HOST="127.0.0.1", PORT=str(server.getsockname()[1])).listens() is listens
        assert answer.result().endswith(f"\0database\0{connection.settings_dict['NAME']}\0\0".encode())


def answered(server, said):
    line, _address = server.accept()
    with line:
        heard = line.recv(1024)
        line.sendall(said)
        return heard


@pytest.mark.django_db
def test_where_others_have_all_connections_it_waits_for_its_turn(monkeypatch):
    real, turns = DatabaseWrapper.__mro__[1].get_new_connection, []
    monkeypatch.setattr(DatabaseWrapper.__mro__[1], "get_new_connection", waits(turns, until=4, then=real))
    one = pooled()
    assert one.listens()
    try:
        with one.cursor() as cursor:
            cursor.execute("SELECT 1")
    finally:
        one.close()
        one.close_pool()
    assert turns == [1, 2, 3]


def waits(turns, until=99, then=None):
    """Return a way to connect that waits in vain until a turn, and then does what Django does."""

    def get_new_connection(wrapper, parameters):
        if len(turns) + 1 == until:
            return then(wrapper, parameters)
        turns.append(len(turns) + 1)
        raise PoolTimeout("nobody gave one back")

    return get_new_connection


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
