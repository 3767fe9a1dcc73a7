"""Answers for public pages that Django need not make: unchanged ones, and those made a moment ago.

A public page is the same for everyone in one form and version (``variants``). So a request is answered here

- by Django where somebody who is signed in asks: their page says so (``web.reader``), and nobody else gets it,
- with 304 where the browser holds the current version,
- from memory where the current version was already made,
- by Django otherwise, once: who asks for the same page meanwhile waits for the same answer.

Which version is current is read from the database for every request (`Hub.seen`; requests that come
together share a query), so an answer is never older than what was committed before the request. What is not
public, or not understood, is passed on untouched.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.http.cookie import parse_cookie

from tournaments.domain import disk
from tournaments.live.hub import Away, Hub, Seen
from tournaments.text import SLUG
from tournaments.web import reader, variants
from tournaments.web.addresses import root_of

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Personal = Callable[[str, str, int, variants.Variant], bytes | None]
"""A player's page by tournament, the rest of its address, version and form; None where it must be made slowly."""

IsSignedIn = Callable[[Iterable[tuple[bytes, bytes]]], Awaitable[bool]]
"""Whether a request with these headers comes from somebody who is signed in."""

# A search reads its own query. Each form with which somebody enters bears a mark of its own: two who share one
# would be one entry. What stands under a player's own page is theirs alone.
PAGES = re.compile(rf"/t/({SLUG})/(?!find/|enter/|me/[^/]+/.)[-a-zA-Z0-9_/]{{0,100}}\Z")
# The list of games is everybody's page; with a query it is a choice of them.
CHOSEN = re.compile(rf"/t/{SLUG}/games/\Z")
# Everybody's own page: a thousand of them differ in a few words.
PERSONAL = re.compile(rf"/t/{SLUG}/(me/[-a-zA-Z0-9_]{{22,32}}/|mine/[0-9]{{1,5}}/)\Z")
MOST_SAMPLES = 100
MOST_REMEMBERED = 200
# A stored answer's key is its path, its form as far as it says how the page is framed, and whose page it is.
FORM = slice(1, 6)
NOT_STORED = "no-store"
"""How a player's own page of a public tournament says that nobody keeps it; one of staff says ``private`` as well."""
ROOM = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Made:
    """A complete answer, and the version that was current before it was made."""

    version: int
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    tag: bytes
    shared: bool = True


class Store:
    """Answers by page and form, the least recently used thrown out when their bodies take more than
    ``room`` bytes."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._taken = 0
        self._made: OrderedDict[tuple[str, ...], Made] = OrderedDict()

    def get(self, key: tuple[str, ...], tag: bytes) -> Made | None:
        """Return the answer that bears this tag."""
        answer = self._made.get(key)
        if answer is None or answer.tag != tag:
            return None
        self._made.move_to_end(key)
        return answer

    def newest(self, key: tuple[str, ...]) -> Made | None:
        """Return the answer of whichever version."""
        return self._made.get(key)

    def put(self, key: tuple[str, ...], answer: Made) -> None:
        """Keep an answer in place of an older one, if there is room for it at all."""
        if len(answer.body) > self._room:
            return
        older = self._made.get(key)
        if older is not None:
            if older.version > answer.version:
                return
            self._taken -= len(older.body)
        self._made[key] = answer
        self._made.move_to_end(key)
        self._taken += len(answer.body)
        while self._taken > self._room and self._made:
            _key, dropped = self._made.popitem(last=False)
            self._taken -= len(dropped.body)

    def __len__(self) -> int:
        return len(self._made)


class Front:
    """An ASGI application that stands before ``pages``; ``hub`` gives the running loop's hub, ``personal`` makes
    a player's page of what is at hand."""

    def __init__(
        self,
        pages: Application,
        hub: Callable[[], Hub],
        store: Store | None = None,
        personal: Personal | None = None,
        is_signed_in: IsSignedIn | None = None,
    ) -> None:
        self._pages = pages
        self._make_personal = personal
        self._is_signed_in = is_signed_in
        self._hub = hub
        self._store = store or Store()
        # the headers that Django gives a player's page, by what they can depend on
        self._samples: dict[tuple[str, ...], list[tuple[bytes, bytes]]] = {}
        self._under_way: dict[tuple[Any, ...], asyncio.Task[Made]] = {}
        self._last: OrderedDict[str, Seen] = OrderedDict()  # what each tournament was when it was last asked for

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == "/time/" and scope["method"] == "GET":
            await _tell_the_time(send)
            return
        page = _page(scope) if scope["type"] == "http" and scope["method"] == "GET" else None
        if page is None:
            await self._pages(scope, receive, send)
            return
        asked = _headers(scope["headers"])
        if await self._reads_personally(scope, asked):
            await self._pages(scope, receive, send)
            return
        slug = page[1]
        still = False
        try:
            seen = self._remember(slug, await self._hub().seen(slug))
        except Away:
            # where nothing can be written, nothing changes: what was made last is what there is
            still = disk.read_only(within=disk.JUST_NOW)
            seen = self._last.get(slug) if still else None
        if seen is None or not seen.published or seen.slug != slug:
            await self._pages(scope, receive, send)
            return
        form = _form(scope, asked)
        path, host = scope["path"], asked.get(b"host", "")
        tag = variants.tag(seen.birth, seen.version, path, host, form)
        own = PERSONAL.match(path)
        # whose address is a key: no browser keeps that page, so none has a copy to ask about
        secret = bool(own and own[1].startswith("me/"))
        if not secret and variants.matches(asked.get(b"if-none-match", ""), tag):
            await send({"type": "http.response.start", "status": 304, "headers": _unchanged(tag, form.language)})
            await send({"type": "http.response.body", "body": b""})
            return
        key = (path, form.query, form.language, form.encoding, host, _scheme(scope, asked), seen.birth)
        if own and (body := self._personal(seen.birth, own[1], seen.version, form, key)):
            headers = [
                *self._samples[_framed(key)],
                *(() if secret else ((b"etag", tag.encode()),)),
                (b"content-length", b"%d" % len(body)),
            ]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body})
            return
        answer = self._store.newest(key) if still else self._store.get(key, tag.encode())
        if answer is None and still:
            await self._pages(scope, receive, send)
            return
        if answer is None:
            answer = await self._make_once(scope, key, seen.version, form, asked)
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": answer.body})

    def _remember(self, slug: str, seen: Seen | None) -> Seen | None:
        self._last.pop(slug, None)
        if seen is not None:
            self._last[slug] = seen
            if len(self._last) > MOST_REMEMBERED:
                self._last.popitem(last=False)
        return seen

    async def _reads_personally(self, scope: Scope, asked: dict[bytes, str]) -> bool:
        """Tell whether the page would name its reader: then Django makes it, for nobody else."""
        if self._is_signed_in is None or not reader.may_have_places(scope["path"], asked.get(b"cookie", "")):
            return False
        return await self._is_signed_in(scope["headers"])

    def key(self, scope: Scope) -> tuple[str, ...] | None:
        """Return what page a request asks for, in which form; None where not everybody is shown the same."""
        path = scope["path"]
        if not _page(scope) or PERSONAL.match(path):
            return None
        asked = _headers(scope["headers"])
        form = _form(scope, asked)
        return path, form.query, form.language, asked.get(b"host", ""), _scheme(scope, asked)

    async def page(self, scope: Scope) -> bytes | None:
        """Return the gzipped page that a request asks for, as everybody gets it; None where there is none."""
        status, body = 500, b""
        asked = _headers(scope["headers"])
        form = replace(_form(scope, asked), encoding=variants.GZIP)
        headers: dict[bytes, str] = {}

        async def receive() -> Message:
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            nonlocal status, body
            if message["type"] == "http.response.start":
                status = message["status"]
                headers.update(_headers(message.get("headers", ())))
            elif message["type"] == "http.response.body":
                body += message.get("body", b"")

        await self(_plain(scope, form, asked), receive, send)
        shared = headers.get(b"cache-control") == "no-cache" and headers.get(b"content-encoding") == variants.GZIP
        return body if status == 200 and shared and "html" in headers.get(b"content-type", "") else None

    def _personal(
        self, birth: str, rest: str, version: int, form: variants.Variant, key: tuple[str, ...]
    ) -> bytes | None:
        """Return a player's page from what Django read and framed for another player; None before it has."""
        if self._make_personal is None or _framed(key) not in self._samples:
            return None
        return self._make_personal(birth, rest, version, replace(form, root=root_of(key[5], key[4])))

    async def _make_once(
        self,
        scope: Scope,
        key: tuple[str, ...],
        version: int,
        form: variants.Variant,
        asked: dict[bytes, str],
    ) -> Made:
        """Ask Django once; all requests for the same page and version in the meantime share its answer."""
        # Who is signed in is served also where a page for everybody is refused because too many ask.
        known = self._is_signed_in is not None and await self._is_signed_in(scope["headers"])
        flight = (*key, version, known)
        task = self._under_way.get(flight)
        if task is None:
            plain = {**_plain(scope, form, asked), "viertal.signed_in": known}
            task = asyncio.create_task(self._make(plain, version))
            self._under_way[flight] = task
            task.add_done_callback(lambda done: self._landed(flight, key, done))
        # The first to ask may hang up; those who wait for the same answer must not suffer.
        return await asyncio.shield(task)

    def _landed(self, flight: tuple[Any, ...], key: tuple[str, ...], done: asyncio.Task[Made]) -> None:
        self._under_way.pop(flight, None)
        if not done.cancelled() and done.exception() is None:
            answer = done.result()
            if not PERSONAL.match(key[0]):
                if answer.tag:
                    self._store.put(key, answer)
            elif answer.status == 200 and answer.shared:
                if len(self._samples) >= MOST_SAMPLES:
                    self._samples.clear()
                changing = {b"etag", b"content-length"}
                self._samples[_framed(key)] = [h for h in answer.headers if h[0].lower() not in changing]

    async def _make(self, scope: Scope, version: int) -> Made:
        status, headers, body = 500, [], bytearray()
        finished = asyncio.Event()
        asked = False

        async def receive() -> Message:
            nonlocal asked
            if not asked:
                asked = True
                return {"type": "http.request", "body": b"", "more_body": False}
            await finished.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            nonlocal status, headers
            if message["type"] == "http.response.start":
                status, headers = message["status"], list(message.get("headers", ()))
            elif message["type"] == "http.response.body":
                body.extend(message.get("body", b""))

        try:
            await self._pages(scope, receive, send)
        finally:
            finished.set()
        fields = _headers(headers)
        shared = b"set-cookie" not in fields and fields.get(b"cache-control") in ("no-cache", NOT_STORED)
        kept = status == 200 and shared and fields[b"cache-control"] != NOT_STORED
        tag = fields.get(b"etag", "").encode() if kept else b""
        return Made(version, status, headers, bytes(body), tag, shared)


def _page(scope: Scope) -> re.Match[str] | None:
    """Match the address of a page that is the same for everybody who asks for its form."""
    if scope["query_string"] and CHOSEN.match(scope["path"]):
        return None
    return PAGES.match(scope["path"])


async def _tell_the_time(send: Send) -> None:
    """Answer as ``views.public.hall.server_time`` does, for a thousand phones that ask when the clock is started."""
    body = b'{"now": %d}' % round(time.time() * 1000)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _headers(headers: Iterable[tuple[bytes, bytes]]) -> dict[bytes, str]:
    return {name.lower(): value.decode("latin-1") for name, value in headers}


def _form(scope: Scope, asked: dict[bytes, str]) -> variants.Variant:
    form = variants.variant(
        scope["query_string"].decode("latin-1"),
        asked.get(b"accept-language", ""),
        _language_cookie(asked.get(b"cookie", "")),
        asked.get(b"accept-encoding", ""),
    )
    return variants.of_path(form, scope["path"])


def _language_cookie(cookies: str) -> str:
    """Return the language that a cookie asks for; nearly nobody sends one."""
    if settings.LANGUAGE_COOKIE_NAME not in cookies:
        return ""
    return parse_cookie(cookies).get(settings.LANGUAGE_COOKIE_NAME, "")


def _scheme(scope: Scope, asked: dict[bytes, str]) -> str:
    """Return http or https, as Django will see it: a redirect from one to the other must not be skipped."""
    if settings.SECURE_PROXY_SSL_HEADER:
        name, value = settings.SECURE_PROXY_SSL_HEADER
        scheme = asked.get(name.removeprefix("HTTP_").replace("_", "-").lower().encode(), "")
        return "https" if scheme.split(",")[0].strip() == value else "http"
    return str(scope.get("scheme", "http"))


def _plain(scope: Scope, form: variants.Variant, asked: dict[bytes, str]) -> Scope:
    """Return the request with nothing in it but what the page depends on, so that its answer fits everyone."""
    headers = [
        (b"host", asked.get(b"host", "").encode("latin-1")),
        (b"accept-language", form.language.encode()),
        (b"accept-encoding", form.encoding.encode()),
    ]
    if settings.SECURE_PROXY_SSL_HEADER:
        name = settings.SECURE_PROXY_SSL_HEADER[0].removeprefix("HTTP_").replace("_", "-").lower().encode()
        if name in asked:
            headers.append((name, asked[name].encode("latin-1")))
    return {**scope, "query_string": form.query.encode(), "headers": headers}


def _framed(key: tuple[str, ...]) -> tuple[str, ...]:
    """Return the key that the headers of a player's page depend on: its form, and whether its address is a key."""
    return (*key[FORM], "me" if "/me/" in key[0] else "mine")


def _unchanged(tag: str, language: str) -> list[tuple[bytes, bytes]]:
    return [
        (b"etag", tag.encode()),
        (b"cache-control", b"no-cache"),
        (b"vary", b"Accept-Encoding, Accept-Language"),
        (b"content-language", language.encode()),
    ]
