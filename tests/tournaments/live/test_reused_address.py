"""An address that is given to another tournament: nobody sees the earlier one's pages there, nor is told that nothing
changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.core.asgi import get_asgi_application
from django.db import connection

from tests.tournaments import make
from tests.tournaments.live.conftest import PATIENCE
from tests.tournaments.live.test_front import Answer, get
from tests.tournaments.live.test_stream import Client
from tournaments.live.asgi import Live, database_parameters
from tournaments.live.front import Front
from tournaments.live.hub import Hub
from tournaments.models import Entry, FormerAddress, NameShown, Tournament
from tournaments.services.events import tournaments

pytestmark = pytest.mark.django_db(transaction=True)

PATHS = ("/", "/standings/", "/mine/1/", "/mine/2/", "/players/1/", "/about/", "/results.atom")


def event(name: str, slug: str, **fields: Any) -> Tournament:
    """A public event of four that has not begun; all of them in the same version."""
    made = make.duel(4, name=name, slug=slug, **fields)
    for entry in Entry.objects.filter(tournament=made).select_related("player"):
        entry.player.name = f"{name} {entry.number}"
        entry.player.save()
    assert made.version == 1
    return made


async def elsewhere(change: Callable[[], Any]) -> Any:
    """Another connection's change, committed."""

    def whole() -> Any:
        try:
            return change()
        finally:
            connection.close()

    return await asyncio.to_thread(whole)


async def look(front: Front, slug: str, tags: dict[str, str] | None = None) -> dict[str, Answer]:
    return {
        path: await get(front, f"/t/{slug}{path}", host="localhost", **({"if_none_match": tags[path]} if tags else {}))
        for path in PATHS
    }


def changed_hands(given_away: Callable[[], Any], slug: str) -> None:
    """Everything at the address, twice as from two phones, before and after ``given_away``."""

    async def whole() -> None:
        hub = Hub(database_parameters())
        hub.open()
        front = Front(get_asgi_application(), lambda: hub)
        try:
            async with asyncio.timeout(2 * PATIENCE):
                for _phone in range(2):
                    before = await look(front, slug)
                assert {answer.status for answer in before.values()} == {200}
                tags = {path: answer.headers["etag"] for path, answer in before.items()}
                await elsewhere(given_away)
                for old_tags in (None, tags):
                    after = await look(front, slug, old_tags)
                    for path, answer in after.items():
                        assert answer.status == 200, f"{path}: {answer.status}"
                        assert "OLD" not in answer.text, path
                        assert "NEW" in answer.text, path
        finally:
            await hub.close()

    asyncio.run(whole())


def test_one_that_was_taken_away() -> None:
    boss = make.organiser()
    old = event("OLD", "reuse")

    def anew() -> None:
        tournaments.remove(old.pk, by=boss)
        event("NEW", "reuse")

    changed_hands(anew, "reuse")


def test_one_that_has_another_address_now() -> None:
    old = event("OLD", "weekly")

    def next_week() -> None:
        Tournament.objects.filter(pk=old.pk).update(slug="weekly-47")
        FormerAddress.objects.all().delete()  # it was let go
        event("NEW", "weekly")

    changed_hands(next_week, "weekly")


def test_names_that_were_shown_by_mistake() -> None:
    boss = make.organiser()
    old = event("OLD", "youth")

    def hidden() -> None:
        tournaments.remove(old.pk, by=boss)
        event("NEW", "youth", names_shown=NameShown.NUMBER)

    async def whole() -> None:
        hub = Hub(database_parameters())
        hub.open()
        front = Front(get_asgi_application(), lambda: hub)
        try:
            async with asyncio.timeout(PATIENCE):
                for path in ("/players/1/", "/mine/1/", "/"):
                    page = await get(front, f"/t/youth{path}", host="localhost")
                    assert "OLD 1" in page.text
                await elsewhere(hidden)
                for path in ("/players/1/", "/mine/1/", "/"):
                    page = await get(front, f"/t/youth{path}", host="localhost")
                    assert page.status == 200 and "OLD" not in page.text and "NEW 1" not in page.text
        finally:
            await hub.close()

    asyncio.run(whole())


def test_an_earlier_address_is_sent_on_and_its_viewers_with_it() -> None:
    old = event("OLD", "spring")

    async def whole() -> None:
        hub = Hub(database_parameters())
        hub.open()
        front, live = Front(get_asgi_application(), lambda: hub), Live(database_parameters)
        try:
            async with asyncio.timeout(PATIENCE):
                before = (await look(front, "spring"))["/"]
                watching = Client(live, "/live/spring")
                assert await watching.start() == 200
                assert await watching.version() == 1
                await elsewhere(lambda: Tournament.objects.filter(pk=old.pk).update(slug="summer"))
                for tag in ("", before.headers["etag"]):
                    page = await get(front, "/t/spring/", "lang=nl", host="localhost", if_none_match=tag)
                    assert (page.status, page.headers["location"]) == (301, "/t/summer/?lang=nl")
                await watching.task  # told at once that it ends, and comes back
                again = Client(live, "/live/spring")
                assert (await again.start(), again.headers["location"]) == (307, "/live/summer")
        finally:
            await live.hub.close()
            await hub.close()

    asyncio.run(whole())
