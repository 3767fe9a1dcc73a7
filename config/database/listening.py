"""A NOTIFY's way round: whether who listens to the database hears what others say to it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

import psycopg

PATIENCE = 2.0
"""Seconds; a server passes it on in a thousandth of one."""

DEAF = (
    "The database passes no NOTIFY on, so pages do not follow by themselves: a pooler stands in between (PgBouncer in "
    "transaction mode), or DATABASE_LISTEN_URL leads to another database."
)
ADVICE = "Set DATABASE_LISTEN_URL to the database itself, without the pooler."


def hears(env: Mapping[str, str]) -> bool:
    """Say something over DATABASE_URL, and return whether DATABASE_LISTEN_URL, or else another line, hears it.

    Raises psycopg.Error where one of them does not answer.
    """
    address, word = env["DATABASE_URL"], uuid.uuid4().hex
    with psycopg.connect(env.get("DATABASE_LISTEN_URL") or address, autocommit=True, connect_timeout=5) as listener:
        listener.execute("LISTEN viertal_hears")
        with psycopg.connect(address, autocommit=True, connect_timeout=5) as speaker:
            speaker.execute("SELECT pg_notify('viertal_hears', %s)", [word])
        return any(heard.payload == word for heard in listener.notifies(timeout=PATIENCE))
