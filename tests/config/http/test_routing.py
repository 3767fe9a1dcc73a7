"""The application that answers each request."""

import asyncio

import pytest

from config.http.routing import compose


def _named(name, seen):
    async def application(scope, receive, send):
        seen.append((name, scope["type"], scope.get("path")))

    return application


@pytest.mark.parametrize(
    ("scope", "answers"),
    [
        ({"type": "http", "path": "/live/tournament/3"}, "live"),
        ({"type": "lifespan"}, "live"),
        ({"type": "http", "path": "/"}, "pages"),
        ({"type": "http", "path": "/lively"}, "pages"),
        ({"type": "http", "path": "/x/live/"}, "pages"),
    ],
)
def test_live_events_and_the_servers_life_go_to_live_and_all_else_to_the_pages(scope, answers):
    seen = []
    asyncio.run(compose(_named("live", seen), _named("pages", seen))(scope, None, None))
    assert [name for name, *_ in seen] == [answers]


def test_a_websocket_is_turned_away_rather_than_left_waiting():
    sent = []

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        sent.append(message)

    asyncio.run(compose(_named("live", []), _named("pages", []))({"type": "websocket"}, receive, send))
    assert [message["type"] for message in sent] == ["websocket.close"]
