"""Answers in front of Django: unchanged and newly made pages, from memory, never older than a commit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.tournaments.live.conftest import PATIENCE, Database
from tournaments.live.front import Front, Made, Store
from tournaments.live.hub import Away, Hub, Seen
from tournaments.models.tournament import birth_of
from tournaments.web import variants
from tournaments.web.variants import variant


class Pages:
    """Stands for Django: answers each page with its version and form, and counts."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.calls: list[dict[str, Any]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.status = 200
        self.more_headers: list[tuple[bytes, bytes]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        self.calls.append({"query": scope["query_string"].decode(), **headers})
        await receive()
        slug = scope["path"].split("/")[2]
        rows = await self.database.run(
            "SELECT version, id, created_at FROM tournaments_tournament WHERE slug = %s", slug
        )
        await self.gate.wait()
        form = variant(
            scope["query_string"].decode(), headers.get("accept-language", ""), "", headers.get("accept-encoding", "")
        )
        host = headers.get("host", "")
        tag = variants.tag(birth_of(*rows[0][1:]), rows[0][0], scope["path"], host, form) if rows else ""
        found = [(b"etag", tag.encode()), (b"cache-control", b"no-cache"), *self.more_headers]
        await send({"type": "http.response.start", "status": self.status, "headers": found})
        for part in (b"version ", str(rows[0][0] if rows else 0).encode()):
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": f" {form.language} {form.query}".encode()})


class Answer:
    def __init__(self, messages: list[Any]) -> None:
        self.status: int = messages[0]["status"]
        self.headers = {name.decode().lower(): value.decode() for name, value in messages[0]["headers"]}
        self.text = b"".join(message.get("body", b"") for message in messages[1:]).decode()


async def get(front: Any, path: str, query: str = "", method: str = "GET", **headers: str) -> Answer:
    sent: list[Any] = []
    bodies = 0

    async def receive() -> Any:
        nonlocal bodies
        bodies += 1
        if bodies > 1:
            await asyncio.Event().wait()  # it stays on the line and says nothing more
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    given = {"host": "here", **headers}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "scheme": "http",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in given.items()],
    }
    await front(scope, receive, send)
    return Answer(sent)


Body = Callable[[Front, Pages], Awaitable[None]]


@pytest.fixture
def run(database: Database) -> Callable[[Body], None]:
    async def all_of_it(body: Body) -> None:
        hub = Hub(database.parameters)
        hub.open()
        pages = Pages(database)
        try:
            async with asyncio.timeout(PATIENCE):
                await body(Front(pages, lambda: hub), pages)
        finally:
            await hub.close()

    return lambda body: asyncio.run(all_of_it(body))


Run = Callable[[Body], None]


def test_a_page_is_made_once_for_everyone(run: Run) -> None:
    async def body(front: Front, pages: Pages) -> None:
        pages.gate.clear()
        asked = [asyncio.create_task(get(front, "/t/one/")) for _ in range(50)]
        while not pages.calls:
            await asyncio.sleep(0.01)
        pages.gate.set()
        answers = await asyncio.gather(*asked)
        answers.append(await get(front, "/t/one/"))
        assert {answer.text for answer in answers} == {"version 1 en "}
        assert len(pages.calls) == 1

    run(body)


def test_who_holds_the_current_version_is_told_so_without_django(run: Run) -> None:
    async def body(front: Front, pages: Pages) -> None:
        tag = (await get(front, "/t/one/")).headers["etag"]
        pages.calls.clear()
        again = await get(front, "/t/one/", if_none_match=tag)
        assert (again.status, again.text, again.headers["etag"]) == (304, "", tag)
        assert again.headers["cache-control"] == "no-cache" and "Accept-Language" in again.headers["vary"]
        assert pages.calls == []

    run(body)


def test_an_answer_is_never_older_than_what_was_committed_before_the_question(run: Run, database: Database) -> None:
    async def body(front: Front, pages: Pages) -> None:
        tag = ""
        for _ in range(20):
            version = await database.change("one")
            answers = await asyncio.gather(*(get(front, "/t/one/", if_none_match=tag) for _ in range(5)))
            assert {(answer.status, answer.text) for answer in answers} == {(200, f"version {version} en ")}
            tag = answers[0].headers["etag"]
        assert len(pages.calls) == 20, "one page a version, however many ask"

    run(body)


def test_who_asks_after_a_commit_does_not_get_what_was_under_way_before_it(run: Run, database: Database) -> None:
    async def body(front: Front, pages: Pages) -> None:
        pages.gate.clear()
        early = asyncio.create_task(get(front, "/t/one/"))
        while not pages.calls:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)  # the page has read version 1 and waits
        await database.change("one")
        late = asyncio.create_task(get(front, "/t/one/"))
        while len(pages.calls) < 2:
            await asyncio.sleep(0.01)
        pages.gate.set()
        assert (await late).text == "version 2 en "
        assert (await early).text.startswith("version ")
        assert (await get(front, "/t/one/")).text == "version 2 en "
        assert len(pages.calls) == 2

    run(body)


def test_forms_are_kept_apart_and_what_is_not_understood_is_dropped(run: Run) -> None:
    async def body(front: Front, pages: Pages) -> None:
        texts = [
            (await get(front, "/t/one/", query, **headers)).text
            for query, headers in [
                ("", {}),
                ("by=name", {}),
                ("board=1", {}),
                ("lang=nl", {}),
                ("", {"accept_language": "nl"}),
                ("", {"cookie": "django_language=de"}),
                ("", {"host": "there"}),
            ]
        ]
        assert texts == [
            "version 1 en ",
            "version 1 en by=name",
            "version 1 en board=1",
            "version 1 nl lang=nl",
            "version 1 nl ",
            "version 1 de ",
            "version 1 en ",
        ]
        assert len(pages.calls) == 7
        for query in ("x=1", "utm=2&x=3", "by=table", "board=0", "only=x", "page=2", "a=" + "b" * 800, "&" * 300):
            assert (await get(front, "/t/one/", query)).text == "version 1 en "
        assert len(pages.calls) == 7

    run(body)


def test_pages_are_made_without_anything_of_who_asked(run: Run) -> None:
    async def body(front: Front, pages: Pages) -> None:
        await get(front, "/t/one/", cookie="sessionid=secret", authorization="Basic x", if_modified_since="now")
        assert pages.calls == [{"query": "", "host": "here", "accept-language": "en", "accept-encoding": "identity"}]

    run(body)


@pytest.mark.parametrize(
    ("path", "method"),
    [
        ("/t/hidden/", "GET"),
        ("/t/none/", "GET"),
        ("/", "GET"),
        ("/t/one/", "HEAD"),
        ("/t/one/", "POST"),
        ("/admin/t/one/", "GET"),
        ("/t/öne/", "GET"),
    ],
)
def test_what_is_not_a_public_page_is_passed_on_untouched(run: Run, path: str, method: str) -> None:
    async def body(front: Front, pages: Pages) -> None:
        called: list[Any] = []

        async def django(scope: Any, receive: Any, send: Any) -> None:
            called.append(scope)
            await send({"type": "http.response.start", "status": 404, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        front._pages = django
        for _ in range(2):
            await get(front, path, "x=1", method, cookie="sessionid=mine", if_none_match='"x"')
        assert len(called) == 2
        assert called[0]["query_string"] == b"x=1" and (b"cookie", b"sessionid=mine") in called[0]["headers"]

    run(body)


@pytest.mark.parametrize(
    ("status", "more"),
    [(404, []), (500, []), (200, [(b"set-cookie", b"a=b")]), (200, [(b"Cache-Control", b"private, no-store")])],
)
def test_only_what_everyone_may_have_is_kept(run: Run, status: int, more: list[tuple[bytes, bytes]]) -> None:
    async def body(front: Front, pages: Pages) -> None:
        pages.status, pages.more_headers = status, more
        for _ in range(2):
            assert (await get(front, "/t/one/")).status == status
        assert len(pages.calls) == 2

    run(body)


def test_while_the_database_is_away_django_answers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(front: Front, pages: Pages) -> None:
        await get(front, "/t/one/")

        async def away(self: Hub, slug: str) -> Seen:
            raise Away

        monkeypatch.setattr(Hub, "seen", away)
        assert (await get(front, "/t/one/")).status == 200
        assert len(pages.calls) == 2

    run(body)


def test_who_asked_first_may_hang_up_and_the_others_get_the_page(run: Run) -> None:
    async def body(front: Front, pages: Pages) -> None:
        pages.gate.clear()
        first = asyncio.create_task(get(front, "/t/one/"))
        while not pages.calls:
            await asyncio.sleep(0.01)
        second = asyncio.create_task(get(front, "/t/one/"))
        await asyncio.sleep(0.05)
        first.cancel()
        pages.gate.set()
        assert (await second).text == "version 1 en "
        assert len(pages.calls) == 1

    run(body)


def test_an_error_in_a_page_is_everyones_and_is_not_kept(run: Run) -> None:
    async def body(front: Front, pages: Pages) -> None:
        async def broken(scope: Any, receive: Any, send: Any) -> None:
            raise RuntimeError("a bug")

        front._pages = broken
        with pytest.raises(RuntimeError, match="a bug"):
            await get(front, "/t/one/")
        front._pages = pages
        assert (await get(front, "/t/one/")).status == 200
        assert not front._under_way

    run(body)


def made(version: int, body: bytes = b"x" * 10, tag: bytes = b"t") -> Made:
    return Made(version, 200, [], body, tag)


def test_the_store_keeps_within_its_room_and_throws_out_what_nobody_asks_for() -> None:
    store = Store(room=100)
    for number in range(10):
        store.put((str(number),), made(1))
    assert len(store) == 10
    assert store.get(("0",), b"t")
    store.put(("new",), made(1))
    assert len(store) == 10
    assert store.get(("0",), b"t") and store.get(("1",), b"t") is None
    store.put(("huge",), made(1, b"x" * 101))
    assert len(store) == 10
    store.put(("a",), made(1, b"x" * 100))
    assert len(store) == 1


def test_the_store_replaces_old_versions_and_never_new_ones() -> None:
    store = Store()
    store.put(("a",), made(2, tag=b"two"))
    store.put(("a",), made(1, tag=b"one"))
    assert store.get(("a",), b"two") and store.get(("a",), b"one") is None
    store.put(("a",), made(3, tag=b"three"))
    assert store.get(("a",), b"three") and len(store) == 1


def test_a_signed_in_readers_page_is_made_for_them_and_kept_for_nobody(database: Database) -> None:
    async def known(headers: Any) -> bool:
        return any(name == b"cookie" and b"sessionid=good" in value for name, value in headers)

    async def body() -> None:
        hub = Hub(database.parameters)
        hub.open()
        pages = Pages(database)
        front = Front(pages, lambda: hub, is_signed_in=known)
        try:
            async with asyncio.timeout(PATIENCE):
                first = await get(front, "/t/one/")
                tag = first.headers["etag"]
                for _time in range(2):
                    mine = await get(front, "/t/one/", cookie="sessionid=good", if_none_match=tag)
                    assert mine.status == 200 and pages.calls[-1]["cookie"] == "sessionid=good"
                wall = await get(front, "/t/one/board/", cookie="sessionid=good")
                assert wall.status == 200 and "cookie" not in pages.calls[-1], "the wall names nobody"
                assert len(pages.calls) == 4
                again = await get(front, "/t/one/", cookie="sessionid=made-up")
                assert again.text == first.text and len(pages.calls) == 4, "all others share one"
                assert (await get(front, "/t/one/", if_none_match=tag)).status == 304
        finally:
            await hub.close()

    asyncio.run(body())
