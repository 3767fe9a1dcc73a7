"""A thousand phones at once: players' pages are filled in before Django, and are the same that it makes."""

from __future__ import annotations

import asyncio
import json
import re
import time
from typing import Any

import pytest
from django.core.asgi import get_asgi_application
from django.urls import reverse

from tests.tournaments.live.conftest import PATIENCE, Database
from tests.tournaments.live.test_front import get
from tournaments.live.front import Front
from tournaments.live.hub import Hub
from tournaments.models import PersonalLink, RegistrationSettings, Tournament
from tournaments.urls import urlpatterns
from tournaments.views.player import my_table


@pytest.fixture
def run(database: Database) -> Any:
    """Runs a body with a front before Django itself; it counts what Django was asked."""
    asked: list[str] = []
    django = get_asgi_application()

    async def pages(scope: Any, receive: Any, send: Any) -> None:
        asked.append(scope["path"])
        await django(scope, receive, send)

    async def all_of_it(body: Any) -> None:
        hub = Hub(database.parameters)
        hub.open()
        try:
            async with asyncio.timeout(PATIENCE):
                await body(Front(pages, lambda: hub, personal=my_table.quick), asked)
        finally:
            await hub.close()

    return lambda body: asyncio.run(all_of_it(body))


def test_django_is_asked_once_a_version_and_the_pages_are_its_own(run: Any, database: Database) -> None:
    entries = Tournament.objects.get(slug="one").entries.order_by("number")
    tokens = [PersonalLink.objects.create(entry=entry).token for entry in entries]

    async def body(front: Front, asked: list[str]) -> None:
        first = await get(front, f"/t/one/me/{tokens[0]}/", host="localhost")
        assert first.status == 200 and len(asked) == 1
        for number, token in enumerate(tokens[1:], 2):
            quick = await get(front, f"/t/one/me/{token}/", host="localhost")
            assert quick.status == 200 and f'href="/t/one/players/{number}/' in quick.text
            assert quick.headers["cache-control"] == "no-store" and "etag" not in quick.headers
            assert quick.headers["referrer-policy"] == "no-referrer"
        assert len(asked) == 1
        await get(front, "/t/one/mine/2/", host="localhost")
        quick = await get(front, "/t/one/mine/3/", host="localhost")
        assert len(asked) == 2
        assert quick.headers["cache-control"] == "no-cache"
        slow = await get(Front(front._pages, front._hub, personal=my_table.quick), "/t/one/mine/3/", host="localhost")
        assert len(asked) == 3
        assert quick.text == slow.text
        assert quick.headers == slow.headers, "the same policy, language and length"
        unchanged = await get(front, "/t/one/mine/3/", host="localhost", if_none_match=quick.headers["etag"])
        assert unchanged.status == 304

    run(body)


def test_the_time_is_told_without_django(run: Any) -> None:
    async def body(front: Front, asked: list[str]) -> None:
        answer = await get(front, "/time/", host="localhost")
        assert answer.status == 200 and abs(json.loads(answer.text)["now"] - time.time() * 1000) < 5000
        assert answer.headers["cache-control"] == "no-store" and asked == []

    run(body)


def test_a_new_version_a_new_host_and_a_wrong_token_go_to_django(run: Any, database: Database) -> None:
    link = PersonalLink.objects.create(entry=Tournament.objects.get(slug="one").entries.get(number=1))

    async def body(front: Front, asked: list[str]) -> None:
        await get(front, f"/t/one/me/{link.token}/", host="localhost")
        assert (await get(front, f"/t/one/me/{'x' * 22}/", host="localhost")).status == 404
        assert (await get(front, "/t/one/mine/99/", host="localhost")).status == 404
        assert (await get(front, "/t/one/mine/1/", host="evil.example.com")).status == 400
        assert len(asked) == 4
        await database.run("DELETE FROM tournaments_personallink")
        await database.change("one")
        assert (await get(front, f"/t/one/me/{link.token}/", host="localhost")).status == 404
        dutch = await get(front, "/t/one/mine/1/", host="localhost", accept_language="nl")
        assert 'lang="nl"' in dutch.text

    run(body)


QUERY = "sent=1&player=1&round=9&result=drawn&length=short&q=Player&seat=2&address=x&code=x&page=2&by=name&lang=nl"
"""Every key that a page of an event reads, or could be thought to read."""


def test_the_front_answers_each_address_with_a_query_as_django_does(run: Any, database: Database) -> None:
    """Compare Django's own answer with the front's, for every page of an event."""
    event = Tournament.objects.get(slug="one")
    RegistrationSettings.objects.create(tournament=event, offered=True)
    link = PersonalLink.objects.create(entry=event.entries.get(number=1))
    example = {"slug": "one", "token": link.token, "top": 3, "sheet": 1, "after": 1, "number": 1, "other": 2}
    names = {
        pattern.name: {key: example[key] for key in pattern.pattern.converters}
        for pattern in urlpatterns
        if str(pattern.pattern).startswith("t/<slug:slug>/")
        and getattr(pattern, "name", None)
        and pattern.pattern.converters.keys() <= example.keys()
    }
    assert {"enter", "registration_code", "consent", "tell", "glass", "hand", "games", "find"} <= names.keys()

    def shown(answer: Any) -> tuple[int, str]:
        text = re.sub(r'name="key" value="[^"]+"', "", answer.text)
        return answer.status, text if answer.status == 200 else ""

    async def body(front: Front, asked: list[str]) -> None:
        differing = []
        for name, arguments in names.items():
            path = reverse(name, kwargs=arguments)
            if "." in path:
                continue  # files: none is answered in front
            await get(front, path, host="localhost")
            if shown(await get(front, path, QUERY, host="localhost")) != shown(
                await get(front._pages, path, QUERY, host="localhost")
            ):
                differing.append(path)
        assert differing == []
        sent = await get(front, "/t/one/enter/", "sent=1", host="localhost")
        assert 'role="status">One step is left' in sent.text

    run(body)


def test_two_who_open_the_form_at_once_get_two_forms(run: Any, database: Database) -> None:
    RegistrationSettings.objects.create(tournament=Tournament.objects.get(slug="one"), offered=True)
    Tournament.objects.filter(slug="one").update(state=Tournament.State.PLANNED)

    async def body(front: Front, asked: list[str]) -> None:
        pages = await asyncio.gather(*(get(front, "/t/one/enter/", host="localhost") for _ in range(3)))
        keys = {key for page in pages for key in re.findall(r'name="key" value="([^"]+)"', page.text)}
        assert len(keys) == 3

    run(body)
