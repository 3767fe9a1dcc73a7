"""Work at the same time is bounded, and people who are signed in never wait for those who are not."""

import asyncio

import pytest

from config.http.work_limits import DEAR, DOOR, HELD, Connections, Held, OpenConnections, Places, Room


class Work:
    """Pages that take until `over` is set; counts how many are made at the same time."""

    def __init__(self):
        self.over = asyncio.Event()
        self.now = self.most = 0

    async def __call__(self, scope, receive, send):
        self.now += 1
        self.most = max(self.most, self.now)
        await self.over.wait()
        self.now -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"made"})


async def by_cookie(headers):
    return (b"cookie", b"arbiter") in headers


def scope(path, who=b""):
    return {"type": "http", "path": path, "method": "GET", "headers": [(b"cookie", who)]}


async def ask(application, path, who=b""):
    sent = []

    async def send(message):
        sent.append(message)

    await application(scope(path, who), None, send)
    return sent[0]["status"], dict(sent[0]["headers"]), b"".join(m["body"] for m in sent[1:])


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


def test_dear_pages_have_few_places_and_a_short_line_and_the_desk_needs_neither():
    async def evening():
        work = Work()
        places = Places(work, by_cookie, dear=Room(2, 3), usual=Room(2, 1))
        crowd = [asyncio.create_task(ask(places, f"/t/a/find/{n}/")) for n in range(9)]
        await settle()
        assert work.now == 2
        refused = [task.result() for task in crowd if task.done()]
        assert len(refused) == 4
        for status, headers, body in refused:
            assert status == 503 and headers[b"retry-after"] == b"5" and b"<h1>Too many requests" in body
        arbiters = [asyncio.create_task(ask(places, "/t/a/crosstable/", b"arbiter")) for _ in range(5)]
        pages = [asyncio.create_task(ask(places, "/t/a/")) for _ in range(2)]
        await settle()
        assert work.now == 2 + 5 + 2
        work.over.set()
        assert [(await task)[0] for task in arbiters + pages] == [200] * 7
        assert sorted([(await task)[0] for task in crowd]) == [200] * 5 + [503] * 4

    asyncio.run(evening())


def test_who_hangs_up_in_the_line_takes_no_place_along():
    async def evening():
        room = Room(1, 5)
        assert await room.enter()
        line = [asyncio.create_task(room.enter()) for _ in range(3)]
        await settle()
        line[0].cancel()
        await settle()
        room.leave()
        line[1].cancel()  # in the moment in which the place is its own
        assert await line[2]
        room.leave()
        assert await room.enter()
        assert line[0].cancelled() and line[1].cancelled()

    asyncio.run(evening())


def test_the_line_is_left_after_a_while_and_programs_are_told_in_json():
    async def evening():
        work = Work()
        places = Places(work, by_cookie, dear=Room(1, 5, patience=0.05))
        first = asyncio.create_task(ask(places, "/api/v1/tournaments/a/crosstable/"))
        await settle()
        status, headers, body = await ask(places, "/api/v1/tournaments/a/crosstable/")
        assert (status, headers[b"content-type"]) == (503, b"application/problem+json")
        assert b'"code": "overloaded"' in body
        work.over.set()
        assert (await first)[0] == 200
        assert (await ask(places, "/api/v1/tournaments/a/crosstable/"))[0] == 200

    asyncio.run(evening())


def test_signing_in_has_places_of_its_own():
    async def evening():
        work = Work()
        places = Places(work, by_cookie, usual=Room(1, 0), dear=Room(1, 0), door=Room(1, 0))
        crowd = [asyncio.create_task(ask(places, path)) for path in ("/", "/t/a/find/", DOOR)]
        await settle()
        assert work.now == 3
        work.over.set()
        await asyncio.gather(*crowd)

    asyncio.run(evening())


def test_a_body_that_comes_slowly_holds_no_place():
    """Eight of them would else keep everybody from every page."""

    async def evening():
        rest, read = asyncio.Event(), []

        async def pages(scope, receive, send):
            if scope["method"] == "POST":
                read.append((await receive())["body"] + (await receive())["body"])
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        parts = [b"half ", b"whole"]

        async def slowly():
            if len(parts) == 1:
                await rest.wait()
            return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

        async def ignore(_message):
            pass

        places = Places(pages, by_cookie, usual=Room(1, 0), uploads=Room(1, 0))
        small = scope("/r/x/") | {"method": "POST", "headers": [(b"content-length", b"10")]}
        posting = asyncio.create_task(places(small, slowly, ignore))
        await settle()
        assert (await ask(places, "/"))[0] == 200
        rest.set()
        await posting
        assert read == [b"half whole"]

    asyncio.run(evening())


@pytest.mark.parametrize("header", [(b"content-length", b"9000000"), (b"transfer-encoding", b"chunked")])
def test_large_bodies_have_places_of_their_own(header):
    async def evening():
        work = Work()
        places = Places(work, by_cookie, usual=Room(1, 0), dear=Room(1, 0), uploads=Room(1, 0))
        large = scope("/api/v1/imports/") | {"method": "POST", "headers": [header]}

        async def ignore(_message):
            pass

        posting = asyncio.create_task(places(large, None, ignore))
        pages = [asyncio.create_task(ask(places, path)) for path in ("/", "/t/a/find/")]
        await settle()
        assert work.now == 3
        work.over.set()
        await asyncio.gather(posting, *pages)

    asyncio.run(evening())


def test_who_reads_slowly_holds_no_place_and_a_large_answer_is_not_kept_whole():
    async def evening():
        reading = asyncio.Event()

        async def pages(scope, receive, send):
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"x" * 1000})

        async def slow(_message):
            await reading.wait()

        places = Places(pages, by_cookie, usual=Room(1, 0))
        first = asyncio.create_task(places(scope("/"), None, slow))
        await settle()
        assert not first.done()
        assert (await ask(places, "/"))[0] == 200
        reading.set()
        await first

        sent = []

        async def send(message):
            sent.append(message)

        held = Held(send)
        await held.send({"type": "http.response.body", "body": b"x" * HELD})
        assert not sent
        await held.send({"type": "http.response.body", "body": b"x"})
        assert len(sent) == 2

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("path", "dear"),
    [
        ("/t/a/crosstable/", True),
        ("/t/a/crosstable/square/", True),
        ("/t/a/standings/why/1/2/", True),
        ("/t/a/standings/after/2/why/1/", True),
        ("/t/a/card.png", True),
        ("/t/a/rounds.ics", True),
        ("/t/a/find/", True),
        ("/compare/a/", True),
        ("/calendar/2026/11/", True),
        ("/api/v1/tournaments/a/document/", True),
        ("/api/v1/tournaments/a/prints/3/file.pdf", True),
        ("/api/v1/tournaments/a/lists/standings.pdf", True),
        ("/api/v1/schema", True),
        ("/t/a/", False),
        ("/t/a/rounds/3/", False),
        ("/t/a/standings/", False),
        ("/t/find/", False),
        ("/r/abc/", False),
        ("/static/tournaments/site.css", False),
    ],
)
def test_which_pages_are_dear(path, dear):
    assert bool(DEAR.match(path)) == dear


def test_streams_leave_room_for_pages_and_everybody_leaves_room_for_who_is_signed_in():
    async def evening():
        work = Work()
        opened = OpenConnections(number=0, public=8, all=10)
        site = Connections(work, by_cookie, opened)
        streams = [asyncio.create_task(ask(site, "/live/a")) for _ in range(9)]
        await settle()
        refused = [task.result() for task in streams if task.done()]
        assert work.now == 6 and len(refused) == 3
        assert all(status == 503 and headers[b"connection"] == b"close" for status, headers, _ in refused)
        page, arbiter = (asyncio.create_task(ask(site, "/t/a/", who)) for who in (b"", b"arbiter"))
        stream = asyncio.create_task(ask(site, "/live/a", b"arbiter"))
        await settle()
        assert work.now == 9
        opened.number = 9
        assert (await ask(site, "/t/a/"))[0] == 503
        arbiters = [asyncio.create_task(ask(site, path, b"arbiter")) for path in ("/t/a/", "/live/a")]
        door = asyncio.create_task(ask(site, DOOR))
        await settle()
        assert work.now == 12
        work.over.set()
        await asyncio.gather(page, arbiter, stream, door, *arbiters, *streams)
        opened.number = 0
        assert (await ask(site, "/live/a"))[0] == 200

    asyncio.run(evening())
