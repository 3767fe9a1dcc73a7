"""The hub on a real PostgreSQL: who watches hears of every commit, and nothing is lost with a connection."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import psycopg
import pytest

from tests.tournaments.live.conftest import Body, Database
from tournaments.live import hub as hub_module
from tournaments.live.hub import Away, Hub, Seen, Viewer

With = Callable[[Body], None]


async def joined(hub: Hub, slug: str) -> Viewer:
    seen = await hub.seen(slug)
    assert seen is not None
    viewer = hub.join(slug, seen.version)
    assert await viewer.next(5) == seen.version, "the current version comes first"
    return viewer


async def until(viewer: Viewer, version: int) -> None:
    """Until the viewer was told of a version; what is told never goes back."""
    last = 0
    while last != version:
        told = await viewer.next(5)
        assert told is not None and told > last, (told, version)
        last = told


def test_it_sees_what_is_committed(with_hub: With, database: Database) -> None:
    async def body(hub: Hub) -> None:
        assert await hub.seen("one") == Seen(1, True)
        assert await hub.seen("hidden") == Seen(1, False)
        assert await hub.seen("none") is None
        await database.change("one")
        assert await hub.seen("one") == Seen(2, True)

    with_hub(body)


def test_it_is_never_older_than_a_commit_before_the_question(with_hub: With, database: Database) -> None:
    async def body(hub: Hub) -> None:
        async def ask(version: int) -> None:
            seen = await hub.seen("one")
            assert seen is not None and seen.version >= version

        waiting = []
        for _ in range(50):
            version = await database.change("one")
            waiting += [asyncio.create_task(ask(version)) for _ in range(3)]
        await asyncio.gather(*waiting)

    with_hub(body)


def test_many_questions_at_once_are_few_queries(
    with_hub: With, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    read = Hub._read

    async def counted(self: Hub, *arguments: object) -> dict[str, Seen]:
        asked.append(arguments)
        return await read(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Hub, "_read", counted)

    async def body(hub: Hub) -> None:
        await hub.seen("one")
        asked.clear()
        answers = await asyncio.gather(*(hub.seen(slug) for _ in range(500) for slug in ("one", "two", "none")))
        assert answers == [Seen(1, True), Seen(1, True), None] * 500
        assert len(asked) <= 3

    with_hub(body)


def test_every_viewer_of_a_tournament_is_told_and_no_other(with_hub: With, database: Database) -> None:
    async def body(hub: Hub) -> None:
        viewers = [await joined(hub, "one") for _ in range(20)]
        other = await joined(hub, "two")
        version = await database.change("one")
        for viewer in viewers:
            assert await viewer.next(5) == version
        assert await other.next(0.05) is None
        assert await database.change("two") == await other.next(5)

    with_hub(body)


def test_a_slow_viewer_misses_what_lies_between_and_never_the_last(with_hub: With, database: Database) -> None:
    async def body(hub: Hub) -> None:
        quick, slow = await joined(hub, "one"), await joined(hub, "one")
        for _ in range(30):
            version = await database.change("one")
        await until(quick, version)
        assert await slow.next(5) == version
        assert await slow.next(0.05) is None

    with_hub(body)


def test_a_rolled_back_change_is_not_told(with_hub: With, database: Database) -> None:
    async def body(hub: Hub) -> None:
        viewer = await joined(hub, "one")
        async with await psycopg.AsyncConnection.connect(**database.parameters) as connection:
            await connection.execute("UPDATE tournaments_tournament SET version = version + 1 WHERE slug = 'one'")
            await connection.rollback()
        assert await viewer.next(0.1) is None

    with_hub(body)


def test_what_was_committed_while_the_connection_was_lost_is_told_afterwards(
    with_hub: With, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)

    async def body(hub: Hub) -> None:
        viewers = [await joined(hub, slug) for slug in ("one", "one", "two")]
        for _ in range(5):
            assert await database.cut_the_hub_off() >= 1
            one, two = await database.change("one"), await database.change("two")
            for viewer, version in zip(viewers, (one, one, two), strict=True):
                await until(viewer, version)

    with_hub(body)


def test_who_asks_while_the_connection_breaks_is_told_so_or_answered_rightly(
    with_hub: With, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)

    async def body(hub: Hub) -> None:
        stop = asyncio.Event()
        answered = away = 0

        async def ask() -> None:
            nonlocal answered, away
            while not stop.is_set():
                try:
                    assert await hub.seen("one") == Seen(1, True)
                    answered += 1
                except Away:
                    away += 1
                    await asyncio.sleep(0.01)

        askers = [asyncio.create_task(ask()) for _ in range(10)]
        for _ in range(3):
            before = answered
            while answered < before + 50:
                await asyncio.sleep(0.01)
            assert await database.cut_the_hub_off() == 1
        before = answered
        while answered < before + 50:
            await asyncio.sleep(0.01)
        stop.set()
        await asyncio.gather(*askers)

    with_hub(body)


def test_without_a_database_it_says_so_at_once_and_tries_on(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)

    async def body() -> None:
        hub = Hub({**database.parameters, "dbname": "there_is_no_such_database"})
        with pytest.raises(Away):
            await hub.seen("one")
        hub._parameters = database.parameters
        viewer = hub.join("one", 0)
        async with asyncio.timeout(10):
            assert await viewer.next(5) == 0
            assert await viewer.next(5) == 1
        await hub.close()

    asyncio.run(body())


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tournaments_tournament SET published = false, version = version + 1 WHERE slug = 'one'",
        "UPDATE tournaments_tournament SET slug = 'moved' WHERE slug = 'one'",
    ],
)
def test_what_is_not_public_any_more_ends_its_viewers(
    with_hub: With, database: Database, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    monkeypatch.setattr(hub_module, "LOOK_AGAIN", 0.05)

    async def body(hub: Hub) -> None:
        viewer, other = await joined(hub, "one"), await joined(hub, "two")
        await database.run(change)
        assert await viewer.next(5) is None
        assert viewer.ended and not other.ended

    with_hub(body)


def test_a_notification_that_got_lost_costs_a_while_and_no_more(
    with_hub: With, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "LOOK_AGAIN", 0.05)
    monkeypatch.setattr(Hub, "_hear", lambda self, payload: None)

    async def body(hub: Hub) -> None:
        viewer = await joined(hub, "one")
        await until(viewer, await database.change("one"))

    with_hub(body)


def test_viewers_who_leave_leave_nothing_behind(with_hub: With, database: Database) -> None:
    async def body(hub: Hub) -> None:
        viewers = [await joined(hub, "one") for _ in range(10)]
        for viewer in viewers:
            hub.leave("one", viewer)
            hub.leave("one", viewer)
        assert hub.viewers == 0 and not hub._viewers and not hub._versions
        await database.change("one")
        assert await hub.seen("one") == Seen(2, True)

    with_hub(body)


def test_closing_ends_everyone_now_and_later(with_hub: With, database: Database) -> None:
    async def body(hub: Hub) -> None:
        viewer = await joined(hub, "one")
        waiting = asyncio.create_task(viewer.next(60))
        await asyncio.sleep(0)
        hub.end_viewers()
        assert await waiting is None and viewer.ended
        assert hub.join("one", 1).ended

    with_hub(body)


def test_odd_payloads_are_nothing(with_hub: With, database: Database) -> None:
    async def body(hub: Hub) -> None:
        viewer = await joined(hub, "one")
        for payload in ("", " ", "one", "one x y", "nobody 5", "é" * 2000):
            await database.run("SELECT pg_notify('tournament_version', %s)", payload)
        await until(viewer, await database.change("one"))

    with_hub(body)
