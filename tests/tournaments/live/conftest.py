"""A database with committed tournaments, and a hub on it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
import pytest

from tests.tournaments.public.build import event
from tournaments.live.asgi import database_parameters
from tournaments.live.hub import Hub

PATIENCE = 15.0


class Database:
    """Changes by others to the database meanwhile, on connections of their own."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        self.parameters = parameters

    async def run(self, text: str, *values: object) -> list[Any]:
        """One statement, committed."""
        options = {**self.parameters, "application_name": "a test"}
        async with await psycopg.AsyncConnection.connect(**options, autocommit=True) as connection:
            cursor = await connection.execute(text, values)  # type: ignore[arg-type]
            return await cursor.fetchall() if cursor.description else []

    async def change(self, slug: str) -> int:
        """Count a change of a tournament; its new version."""
        rows = await self.run(
            "UPDATE tournaments_tournament SET version = version + 1 WHERE slug = %s RETURNING version", slug
        )
        return int(rows[0][0])

    async def cut_the_hub_off(self) -> int:
        """End the hub's connection at the server; how many there were."""
        rows = await self.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'viertal live' AND datname = current_database()"
        )
        return len(rows)


@pytest.fixture
def database(transactional_db: None) -> Database:
    """Three tournaments: `one` and `two` are public, `hidden` is not."""
    event("one", 8, rounds=1)
    event("two", 8, rounds=1)
    event("hidden", 8, rounds=1, published=False)
    return Database(database_parameters())


Body = Callable[[Hub], Awaitable[None]]


@pytest.fixture
def with_hub(database: Database) -> Callable[[Body], None]:
    """Runs an async test body with an open hub, in a loop of its own, and closes the hub after it."""

    async def run(body: Body) -> None:
        hub = Hub(database.parameters)
        hub.open()
        try:
            async with asyncio.timeout(PATIENCE):
                await body(hub)
        finally:
            await hub.close()

    return lambda body: asyncio.run(run(body))
