"""Feeds: viewers of a page are told what changed on it, in its form, and nothing that is not on the current page."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote

import pytest
from django.core.asgi import get_asgi_application

from tests.tournaments.live.conftest import PATIENCE, Database
from tests.tournaments.live.test_delta import applied, tree
from tests.tournaments.live.test_stream import Client
from tournaments.live import feeds
from tournaments.live.asgi import Live
from tournaments.live.front import Front
from tournaments.web.html_tree import Region

PAGE = "/t/one/standings/"


class Streams:
    """Viewers of a feed, each taking versions like a stream, which comes round when the loop does."""

    def __init__(self, feed: feeds.Feed, most: int) -> None:
        self.taken: list[list[tuple[int | None, bytes]]] = []
        self.viewers = [feeds.Viewer() for _ in range(most)]
        feed.viewers.update(self.viewers)
        self.tasks = [asyncio.create_task(self.take(viewer)) for viewer in self.viewers]

    async def take(self, viewer: feeds.Viewer) -> None:
        taken: list[tuple[int | None, bytes]] = []
        self.taken.append(taken)
        while (version := await viewer.next(PATIENCE)) is not None:
            taken.append((version, viewer.frame))


def a_page(version: int) -> bytes:
    """Return a page of a version, gzipped as the site gives it."""
    about = f'data-live data-version="{version}" data-digest="d{version}" data-code="c"'
    return gzip.compress(f"<title>One</title><div {about}><p>{version}</p></div>".encode())


def test_two_versions_in_one_breath_are_told_to_everybody_one_after_the_other() -> None:
    """The second is there when the first is told; taken back before it was taken, the first would make all fetch."""

    versions = iter((1, 2, 3))

    async def get(_scope: Any) -> bytes:
        version = next(versions)
        if version == 2:  # while its page is made, the third comes
            feed.tell(3)
        return a_page(version)

    feed = feeds.Feed({"path": PAGE}, get, lambda _feed: True)

    async def go() -> list[list[tuple[int | None, bool]]]:
        streams = Streams(feed, 1000)
        following = asyncio.create_task(feed.follow())
        feed.tell(1)
        await asyncio.sleep(0.1)
        feed.tell(2)
        while feed.page is None or feed.page.version < 3:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.1)
        feed.end()
        await asyncio.gather(following, *streams.tasks)
        return [[(version, bool(frame)) for version, frame in taken] for taken in streams.taken]

    for told in asyncio.run(asyncio.wait_for(go(), PATIENCE)):
        assert told == [(1, False), (2, True), (3, True)]


class Phone(Client):
    """A page that is open, and its stream."""

    def __init__(self, live: Live, page: str = PAGE, language: bytes = b"en", says: str | None = None) -> None:
        self.page = page
        self.language = language
        self._inbox = asyncio.Queue()
        self._sent = asyncio.Queue()
        self._gate = asyncio.Event()
        self._gate.set()
        self._inbox.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        address = page if says is None else says
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": "/live/one",
            "query_string": f"page={quote(address, safe='')}".encode(),
            "scheme": "http",
            "headers": [(b"host", b"localhost"), (b"accept-language", language)],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "root_path": "",
            "http_version": "1.1",
            "asgi": {"version": "3.0"},
        }
        self.live = live
        self.task = asyncio.create_task(live(self.scope, self._inbox.get, self._send))

    async def fetch(self) -> Region:
        """The page as the site gives it now."""
        path, _mark, query = self.page.partition("?")
        assert self.live.front is not None
        scope = {**self.scope, "path": path, "raw_path": path.encode(), "query_string": query.encode()}
        body = await self.live.front.page(scope)
        assert body is not None
        return Region(gzip.decompress(body).decode())

    async def begin(self) -> Phone:
        """Open both; the page is the one that the process remembers."""
        self.shown = await self.fetch()
        assert await self.start() == 200
        assert await self.news() == self.shown.version
        return self

    async def news(self) -> Any:
        """Return what is told next: a version, or a delta."""
        text = (await self.body()).removeprefix(": still here\n")
        event, data = text[text.index("event: ") :].splitlines()[:2]
        return json.loads(data.removeprefix("data: ")) if event == "event: delta" else int(data.split()[1])

    async def follow(self) -> None:
        """Take the next delta, and see that it makes the page that is there now."""
        delta = await self.news()
        assert delta["from"] == self.shown.digest
        fresh = await self.fetch()
        assert (delta["page"], delta["version"]) == (fresh.digest, fresh.version)
        assert applied(tree(self.shown.root), delta["changes"]) == tree(fresh.root)
        self.shown = fresh


def run(database: Database, body: Callable[[Live], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        live = Live(lambda: database.parameters)
        live.front = Front(get_asgi_application(), lambda: live.hub)
        try:
            async with asyncio.timeout(PATIENCE):
                live.hub.open()
                await body(live)
        finally:
            await live.hub.close()
            await asyncio.sleep(0)

    asyncio.run(all_of_it())


async def rename(database: Database, number: int, name: str) -> int:
    await database.run(
        "UPDATE tournaments_player SET name = %s WHERE id = (SELECT e.player_id FROM tournaments_entry e"
        " JOIN tournaments_tournament t ON t.id = e.tournament_id WHERE t.slug = 'one' AND e.number = %s)",
        name,
        number,
    )
    return await database.change("one")


async def ready(live: Live, count: int = 1) -> None:
    """Wait until so many feeds have the page that they begin with."""
    assert live._feeds is not None
    while [bool(feed.page) for feed in live._feeds._feeds.values()] != [True] * count:
        await asyncio.sleep(0.01)


async def latest(phone: Phone, version: int) -> None:
    """Take what is told until this version, by whatever way."""
    while True:
        news = await phone.news()
        if (news if isinstance(news, int) else news["version"]) >= version:
            return


def test_each_form_of_a_page_is_told_what_changed_on_it_and_made_once(database: Database) -> None:
    async def body(live: Live) -> None:
        made: list[str] = []
        pages = live.front._pages

        async def counted(scope: Any, receive: Any, send: Any) -> None:
            made.append(scope["path"] + dict(scope["headers"])[b"accept-language"].decode())
            await pages(scope, receive, send)

        live.front._pages = counted
        phones = [await Phone(live).begin() for _ in range(3)]
        phones += [await Phone(live, language=b"nl").begin(), await Phone(live, "/t/one/?lang=de").begin()]
        await ready(live, 3)
        for name in ("Ayşe Öztürk", "<i>Bobby</i>"):
            made.clear()
            await rename(database, 3, name)
            for phone in phones:
                await phone.follow()
            # a name changes a version by itself, and the test one more: no page is made twice in either
            assert len(made) <= 6 and {"/t/one/standings/en", "/t/one/standings/nl", "/t/one/de"} == set(made)

    run(database, body)


def test_two_versions_in_an_instant_end_with_the_last_for_everybody(database: Database) -> None:
    async def body(live: Live) -> None:
        phones = [await Phone(live).begin() for _ in range(20)]
        await ready(live)
        for turn in range(5):
            await rename(database, 1, f"First {turn}")
            version = await rename(database, 2, f"Second {turn}")
            for phone in phones:
                await latest(phone, version)

    run(database, body)


def test_a_viewer_who_takes_nothing_is_never_given_a_name_that_was_hidden_meanwhile(database: Database) -> None:
    async def body(live: Live) -> None:
        slow, quick = await Phone(live).begin(), await Phone(live).begin()
        await ready(live)
        slow.stall()
        # the first is on its way to the slow one, the second waits in its place
        for name in ("On the way", "Anna Geheim"):
            await latest(quick, await rename(database, 1, name))
        (feed,) = live._feeds._feeds.values()
        asked, made = asyncio.Event(), asyncio.Event()
        get = feed._get

        async def slowly(scope: Any) -> Any:
            asked.set()
            await made.wait()
            return await get(scope)

        feed._get = slowly
        version = await rename(database, 1, "Number 1")
        await asked.wait()
        # the page without the name is still being made
        slow._gate.set()
        told = [await slow.news(), await slow.news()]
        assert told[1] == version and "Geheim" not in str(told)
        made.set()
        await latest(quick, version)
        assert feed.page is not None and "Geheim" not in feed.page.root.source

    run(database, body)


def test_what_changes_much_is_fetched(database: Database) -> None:
    async def body(live: Live) -> None:
        phone = await Phone(live).begin()
        await ready(live)
        await database.run("UPDATE tournaments_player SET name = 'Else ' || id || repeat('€', 85)")
        await database.change("one")
        assert isinstance(await phone.news(), int), "names of everybody are more than is told"
        await ready(live)
        phone.shown = await phone.fetch()
        await rename(database, 1, "Small")
        await phone.follow()

    run(database, body)


@pytest.mark.parametrize(
    "page",
    [
        "",
        "/t/two/standings/",
        "/t/one/mine/1/",
        "/t/one/me/0123456789012345678901/",
        "/t/one/find/?q=a",
        "/t/one/results.atom",
        "/admin/",
        "//elsewhere/t/one/",
        "/t/one/ö/",
        "/t/one/" + "a" * 400,
    ],
)
def test_a_stream_of_no_page_that_everybody_sees_is_told_versions(database: Database, page: str) -> None:
    async def body(live: Live) -> None:
        phone = Phone(live, says=page)
        assert await phone.start() == 200
        assert await phone.news() == 1
        assert live._feeds._feeds == {}
        version = await database.change("one")
        assert await phone.news() == version

    run(database, body)


def test_a_page_that_is_not_there_is_told_versions(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)

    async def body(live: Live) -> None:
        phone = Phone(live, says="/t/one/rounds/77/")
        assert await phone.start() == 200
        assert await phone.news() == 1
        for _ in range(2):
            version = await database.change("one")
            assert await phone.news() == version

    run(database, body)


def test_the_feeds_with_most_viewers_are_told_deltas_and_one_goes_with_its_last_viewer(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body(live: Live) -> None:
        monkeypatch.setattr(live._feeds, "_most", 2)
        monkeypatch.setattr(feeds, "A_MOMENT", 0)
        alone = [await Phone(live, f"/t/one/players/{number}/").begin() for number in (1, 2, 3)]
        many = [await Phone(live, page).begin() for page in (PAGE, PAGE, "/t/one/", "/t/one/")]
        assert len(live._feeds._feeds) == 5 and live.hub.viewers == 7
        await latest(many[0], await database.change("one"))
        many[0].shown = await many[0].fetch()
        version = await rename(database, 1, "Somebody else")
        await many[0].follow()
        for phone in alone:
            assert [await phone.news(), await phone.news()] == [version - 1, version]
        for phone in alone + many:
            phone.hang_up()
        await asyncio.gather(*(phone.task for phone in alone + many))
        assert live._feeds._feeds == {} and live.hub.viewers == 0
        # pages that were being made for them are made to the end
        while {task.get_name() for task in asyncio.all_tasks() - {asyncio.current_task()}} != {"live hub"}:
            await asyncio.sleep(0.01)

    run(database, body)


def test_unpublishing_ends_the_stream_and_forgets_the_page(database: Database) -> None:
    async def body(live: Live) -> None:
        phone = await Phone(live).begin()
        await ready(live)
        await database.run(
            "UPDATE tournaments_tournament SET published = false, version = version + 1 WHERE slug = 'one'"
        )
        assert await phone.body() == ""
        await phone.task
        assert live._feeds._feeds == {}

    run(database, body)


def test_a_page_that_cannot_be_compared_is_fetched(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)

    async def body(live: Live) -> None:
        phone = await Phone(live).begin()
        await ready(live)

        def fail(*_pages: object) -> Any:
            raise ZeroDivisionError

        monkeypatch.setattr(feeds, "delta", fail)
        version = await database.change("one")
        assert await phone.news() == version
        monkeypatch.undo()
        await latest(phone, await database.change("one"))
        phone.shown = await phone.fetch()
        await database.change("one")
        await phone.follow()

    run(database, body)


def test_a_change_that_wants_a_new_style_or_script_is_fetched_with_the_whole_page() -> None:
    def page(head: str, digest: str, inside: str) -> bytes:
        html = f'<title>t</title>{head}<div data-live data-digest="{digest}" data-version="1">{inside}</div>'
        return gzip.compress(html.encode())

    style, script = '<link rel="stylesheet" href="/static/a.css">', '<script src="/static/a.js" defer></script>'
    before, _nothing = feeds._compare(None, page(style, "1", "one"))
    for head, told in ((style, True), ("", True), (style + script, False)):
        after, frame = feeds._compare(before, page(head, "2", "two"))
        assert after is not None and after.digest == "2"
        assert bool(frame) is told, head
