"""A full hall: how long from an arbiter's Enter until a thousand viewers' pages show it.

``python -m benchmarks.viewers [VIEWERS] [PLAYERS]`` starts Viertal in a folder of its own and opens the streams of
so many viewers (default 1,000) of one event (default 64 players). It enters the results of a round, one every two
seconds, by turns for viewers who are told what changed (*deltas*) and for viewers who are told versions only and fetch
the page (*pages*, as before deltas were made); so whatever else the machine does meets both. It prints for each way, in
milliseconds over all viewers and results, the median and the 95th percentile of

- *told*: from the POST of the result until a viewer's stream says a new version;
- *seen*: until the standings that the viewer has show it;

and for each result the processor time of the web process and the bytes that a viewer is sent.

Each viewer does what the page does: it keeps its page's digest and follows a delta that begins with it; else it fetches
conditionally after the jitter of the page's own script, and again if a newer version was told meanwhile. What a delta
makes is not made here: one observer fetches the page that it names and looks. The viewers are one process on the same
machine and take their part of it.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import statistics
import time
import urllib.parse
import zlib
from typing import Any

from benchmarks.crowd import processor
from benchmarks.evening import SET_UP, enter, signed_in
from benchmarks.programs import asked, many_connections
from tests.support.stack import Stack, started

JITTER = 0.150
PAUSE = 2.0
BATCH = 3
PAGE = "/t/benchmark/standings/"
WAYS = {"pages": "/live/benchmark", "deltas": f"/live/benchmark?page={PAGE}"}


class Figures:
    """The measurements of one way of telling."""

    def __init__(self) -> None:
        self.told: list[float] = []
        self.seen: list[float] = []
        self.results = self.bytes = self.fetched = self.deltas = self.wanted = 0
        self.processor = 0.0


class Hall:
    """The state that all viewers share: the time of the last result, their number, and the measurements."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.address = address
        self.begun, self.results = 0.0, 0
        self.figures = Figures()
        self.pages: dict[str, tuple[int, int]] = {}
        """The version of each page and the results that it shows, by its digest."""
        self.tags: dict[bytes, str] = {}
        self.chance = random.Random(1)

    def read(self, page: bytes) -> str:
        """Look at a page and return its digest."""
        version, digest = re.search(rb'data-version="(\d+)"', page), re.search(rb'data-digest="([^"]+)"', page)
        key = digest[1].decode() if digest else ""
        # every result gives one player eight points
        self.pages[key] = int(version[1]) if version else 0, page.count(b">8<")
        return key


class Viewer:
    """One phone: a stream that stays open, and a connection for the page."""

    def __init__(self, hall: Hall, way: str) -> None:
        self.hall = hall
        self.way = way
        self.tag = b""
        self.digest = ""
        self.busy = False
        self.told = self.version = self.have = 0
        self.times: list[tuple[str, float]] = []
        """When the viewer had which page."""
        self.tasks: set[asyncio.Task[None]] = set()

    async def watch(self) -> None:
        host, port = self.hall.address
        self.reader, self.writer = await asyncio.open_connection(host, port)
        reader, self.stream = await asyncio.open_connection(host, port)
        await self.fetch()
        self.stream.write(_request(WAYS[self.way], "text/event-stream"))
        event = ""
        while line := await reader.readline():
            self.hall.figures.bytes += len(line)
            if line.startswith(b"event:"):
                event = line[6:].strip().decode()
            elif line.startswith(b"data:") and event == "version":
                self.version = int(line[5:])
                self.hear()
            elif line.startswith(b"data:"):
                self.follow(json.loads(line[5:]))

    def close(self) -> None:
        """Leave the hall."""
        self.stream.close()
        self.writer.close()

    def heard(self) -> None:
        hall = self.hall
        if hall.results > self.told:
            self.told = hall.results
            hall.figures.told.append(time.perf_counter() - hall.begun)

    def follow(self, delta: dict[str, Any]) -> None:
        self.heard()
        self.version = delta["version"]
        if delta["from"] != self.digest:
            self.hear()
            return
        self.digest, self.have = delta["page"], self.version
        self.hall.figures.deltas += 1
        self.times.append((self.digest, time.perf_counter()))

    def hear(self) -> None:
        self.heard()
        if self.busy or self.have == self.version:
            return
        self.busy = True
        task = asyncio.ensure_future(self.turn())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def turn(self) -> None:
        while True:
            await asyncio.sleep(self.hall.chance.random() * JITTER)
            if self.have < self.version:
                await self.fetch()
            if self.have >= self.version:
                break
        self.busy = False

    async def fetch(self) -> None:
        hall = self.hall
        self.writer.write(_request(PAGE, "text/html", self.tag))
        head = await self.reader.readuntil(b"\r\n\r\n")
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:] if line)
        body = await self.reader.readexactly(int(fields.get(b"content-length", b"0")))
        hall.figures.bytes += len(head) + len(body)
        if head.startswith(b"HTTP/1.1 200"):
            hall.figures.fetched += 1
            self.tag = fields[b"etag"].replace(b"w/", b"W/")
            if self.tag not in hall.tags:  # the same tag, the same page: looked at once
                hall.tags[self.tag] = hall.read(zlib.decompress(body, 31))
            self.digest = hall.tags[self.tag]
            self.have = hall.pages[self.digest][0]
            self.times.append((self.digest, time.perf_counter()))
        elif not head.startswith(b"HTTP/1.1 304"):
            raise SystemExit(head.decode("latin-1"))


def _request(path: str, accept: str, tag: bytes = b"") -> bytes:
    lines = [f"GET {path} HTTP/1.1", "Host: localhost", f"Accept: {accept}", "Accept-Encoding: gzip"]
    text = "\r\n".join(lines).encode()
    return text + (b"\r\nIf-None-Match: " + tag if tag else b"") + b"\r\n\r\n"


async def observe(hall: Hall) -> None:
    """Look at each page that a delta makes, as soon as there is one; counted for nobody."""
    quiet = Hall(hall.address)
    quiet.pages, quiet.tags = hall.pages, hall.tags
    observer = Viewer(quiet, "deltas")
    observer.reader, observer.writer = await asyncio.open_connection(*hall.address)
    reader, writer = await asyncio.open_connection(*hall.address)
    writer.write(_request(WAYS["pages"], "text/event-stream"))
    while line := await reader.readline():
        if line.startswith(b"data:"):
            await observer.fetch()


async def batch(stack: Stack, hall: Hall, way: str, viewers: int, tables: list[str], enter_it: Any) -> None:
    """Enter the results of some tables while so many viewers are told of them one way."""
    web = stack.processes()["web"]
    phones = [Viewer(hall, way) for _ in range(viewers)]
    measured, hall.figures = hall.figures, Figures()
    watching = []
    for phone in phones:
        watching.append(asyncio.ensure_future(phone.watch()))
        if len(watching) % 50 == 0:
            await asyncio.sleep(0.2)
    await asyncio.sleep(3)
    hall.figures = measured
    for table in tables:
        used = processor(web)
        for phone in phones:
            phone.times.clear()
        hall.begun, hall.results = time.perf_counter(), hall.results + 1
        await asyncio.to_thread(enter_it, table)
        await asyncio.sleep(PAUSE)
        measured.processor += processor(web) - used
        measured.results += 1
        measured.wanted += viewers
        for phone in phones:
            shown = (at for digest, at in phone.times if hall.pages.get(digest, (0, 0))[1] >= hall.results)
            if (first := next(shown, None)) is not None:
                measured.seen.append(first - hall.begun)
    lost = sum(task.done() for task in watching)
    if lost:
        print(f"{lost} viewers lost")
    for task, phone in zip(watching, phones, strict=True):
        task.cancel()
        phone.close()
    await asyncio.sleep(1)


async def run(stack: Stack, viewers: int, players: int) -> None:
    parts = urllib.parse.urlsplit(stack.url)
    pk, *lines = stack.python(SET_UP.format(players=players)).splitlines()
    tables = [line.split(" ", 1)[0] for line in lines]
    arbiter = signed_in(stack)
    hall = Hall(("127.0.0.1", parts.port or 80))
    observer = asyncio.ensure_future(observe(hall))

    def enter_it(table: str) -> None:
        enter(arbiter, stack, pk, table)

    figures = {way: Figures() for way in WAYS}
    hall.figures = Figures()
    await batch(stack, hall, "deltas", viewers, tables[:1], enter_it)
    first = sorted(hall.figures.seen)
    if first:  # shown by itself: what a start costs those who watch it
        print(f"the first result after the start: seen p95 {1000 * first[int(0.95 * (len(first) - 1))]:.1f} ms")
    for turn, at in enumerate(range(1, len(tables), BATCH)):
        way = list(WAYS)[turn % 2]
        hall.figures = figures[way]
        await batch(stack, hall, way, viewers, tables[at : at + BATCH], enter_it)
    observer.cancel()
    print(f"{viewers} viewers, {players} players, a result every {PAUSE:.0f} s")
    for way, measured in figures.items():
        for what, times in (("told", measured.told), ("seen", measured.seen)):
            ordered = sorted(times)
            print(
                f"{way:7} {what}  median {1000 * statistics.median(times):7.1f} ms"
                f"   p95 {1000 * ordered[int(0.95 * (len(ordered) - 1))]:7.1f} ms"
                f"   last {1000 * ordered[-1]:7.1f} ms   {len(ordered)} of {measured.wanted}"
            )
        print(
            f"{way:7} a result: {1000 * measured.processor / measured.results:.0f} ms of the web process,"
            f" {measured.bytes / measured.wanted:,.0f} bytes a viewer,"
            f" {measured.fetched / measured.results:.0f} pages fetched, {measured.deltas / measured.results:.0f} deltas"
        )


def main() -> None:
    chosen = asked(__doc__, viewers=1000, players=64)
    many_connections()
    with started("benchmark") as stack:
        asyncio.run(run(stack, chosen.viewers, chosen.players))


if __name__ == "__main__":
    main()
