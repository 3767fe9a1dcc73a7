"""The pages that viewers have open: what changed on one is told to all who have it, with the version.

A feed is one form of a page with its viewers. When it hears of a version it asks for the page as anybody else would
(`front`: made once a version, from memory for the next who ask), compares it with the one before, and puts the delta
into every viewer's stream; nobody need fetch anything. Where there is no small delta the version alone is told, and
pages fetch themselves as they always can.

A delta holds nothing that is not on the current page. One that was not taken when the next version is heard is taken
back, so that a name that has just been hidden is in none.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs

from tournaments.live.hub import Hub, Viewer
from tournaments.web.delta import MOST, SMALL_PART, delta
from tournaments.web.html_tree import Region, Unreadable

log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
GetPage = Callable[[Scope], Awaitable[bytes | None]]
"""Gives the gzipped page that a request asks for; None where there is none that everybody may have."""
KeyOf = Callable[[Scope], tuple[str, ...] | None]
"""Gives the page and form that a request asks for; None where it is not one that everybody sees alike."""

MOST_FEEDS = 64
"""So many feeds are told deltas, those with the most viewers; in a hall everybody may have a page of their own open."""
MOST_ADDRESS = 300
LONG = 3600.0
A_MOMENT = 1.0
TAKING = 0.01
"""Seconds that streams have to take what they are told: by then the loop has come round to each of them."""


class Feed(Viewer):
    """One form of a page, and the viewers who have it open; for the hub it is one viewer."""

    __slots__ = ("_get", "_is_worth", "_scope", "page", "task", "viewers")

    def __init__(self, scope: Scope, get: GetPage, is_worth: Callable[[Feed], bool]) -> None:
        super().__init__()
        self._scope = scope
        self._get = get
        self._is_worth = is_worth
        self.viewers: set[Viewer] = set()
        self.page: Region | None = None
        self.task: asyncio.Task[None] | None = None

    @property
    def size(self) -> int:
        return len(self.viewers)

    def end(self) -> None:
        super().end()
        for viewer in self.viewers:
            viewer.end()

    async def follow(self) -> None:
        """Tell the viewers of each version, for as long as there are any."""
        while not self.ended:
            version = await self.next(LONG)
            if version is None:
                continue
            for viewer in self.viewers:
                viewer.take_back(version)
            before = self.page
            frame = b""
            try:
                body = await self._get(self._scope) if self._is_worth(self) else None
                self.page, frame = await asyncio.to_thread(_compare, before, body)
            except Unreadable as reason:
                self.page = None
                log.warning("No deltas for %s: %s", self._scope["path"], reason)
            except Exception:  # whatever it was: the version must be told
                self.page = None
                log.exception("No delta was made for %s.", self._scope["path"])
            if self.page is not None and frame:
                version = self.page.version
            for viewer in self.viewers:
                if frame or viewer.told != version:
                    viewer.tell(version, frame)
            # The streams take it before the next version, which may be there already, takes back what was not taken.
            await asyncio.sleep(TAKING)


class Feeds:
    """The feeds of a process. ``key`` and ``get`` are those of the pages (`front`)."""

    def __init__(self, hub: Hub, key: KeyOf, get: GetPage, most: int = MOST_FEEDS) -> None:
        self._hub = hub
        self._key = key
        self._get = get
        self._most = most
        self._feeds: dict[tuple[str, ...], Feed] = {}
        self._fewest = 0
        self._counted = 0.0

    def join(self, slug: str, version: int, asked: Scope) -> tuple[Viewer, Callable[[], None]]:
        """Return a new viewer of a tournament that was just seen in ``version``, and what is called when it is gone.

        It is told deltas where the stream says which page it belongs to, and versions alone where not.
        """
        page = page_of(asked)
        key = self._key(page) if page is not None and page["path"].startswith(f"/t/{slug}/") else None
        feed = self._feeds.get(key) if key else None
        if page is None or key is None:
            viewer = self._hub.join(slug, version)
            return viewer, lambda: self._hub.leave(slug, viewer)
        if feed is None or feed.ended:
            feed = self._feeds[key] = Feed(page, self._get, self._is_worth)
            self._hub.join(slug, version, feed)
            feed.task = asyncio.create_task(feed.follow(), name="a page's feed")
        return self._viewer(slug, version, key, feed)

    def _is_worth(self, feed: Feed) -> bool:
        """Tell if a feed is among those with the most viewers."""
        if len(self._feeds) <= self._most:
            return True
        now = asyncio.get_running_loop().time()
        if now - self._counted > A_MOMENT:
            self._counted = now
            self._fewest = sorted((feed.size for feed in self._feeds.values()), reverse=True)[self._most]
        return feed.size > self._fewest

    def _viewer(self, slug: str, version: int, key: tuple[str, ...], feed: Feed) -> tuple[Viewer, Callable[[], None]]:
        viewer = Viewer()
        viewer.tell(version)
        feed.viewers.add(viewer)
        if feed.ended:
            viewer.end()

        def leave() -> None:
            feed.viewers.discard(viewer)
            if feed.viewers:
                return
            self._hub.leave(slug, feed)
            feed.end()
            if feed.task is not None:
                feed.task.cancel()
            if self._feeds.get(key) is feed:
                del self._feeds[key]

        return viewer, leave


def page_of(asked: Scope) -> Scope | None:
    """Return the request for the page that a stream says it belongs to (``?page=``); None where it says none."""
    query = asked.get("query_string", b"")
    if not query or len(query) > MOST_ADDRESS:
        return None
    address = parse_qs(query.decode("latin-1"), max_num_fields=4).get("page", [""])[0]
    path, _mark, rest = address.partition("?")
    if not path.isascii() or not rest.isascii():
        return None
    return {**asked, "path": path, "raw_path": path.encode(), "query_string": rest.encode()}


def _compare(before: Region | None, body: bytes | None) -> tuple[Region | None, bytes]:
    """Return the page that came, and the frame that tells what changed; empty where that is too much, or where what
    is new wants a style or a script that open pages have not loaded."""
    if body is None:
        return None, b""
    page = Region(zlib.decompress(body, 31).decode())
    if before is None or not page.digest:
        return page if page.digest else None, b""
    if before.digest == page.digest or not page.assets <= before.assets:
        return page, b""
    line = delta(before, page).encode()
    return page, (b"event: delta\ndata: " + line + b"\n\n" if len(line) <= max(MOST, len(body) // SMALL_PART) else b"")
