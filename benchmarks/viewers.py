"""A full hall: how long from an arbiter's Enter until a thousand viewers' pages show it.

``python -m benchmarks.viewers [VIEWERS] [PLAYERS]`` starts Viertal in a folder of its own, opens the event streams of
so many viewers (default 1,000) of one event (default 64 players), enters the results of a round, one every two seconds,
and prints, over all viewers and all results but the first, the median and the 95th percentile in milliseconds of

- *told*: from the POST of the result until a viewer's stream says a new version;
- *seen*: until the standings, fetched after the jitter of the page's own script, have it.

Each viewer does what the page does: it keeps its page's tag, fetches conditionally when it hears of a version, and
again if a newer one was told meanwhile. The viewers are one process on the same machine and take their part of it.
"""

from __future__ import annotations

import asyncio
import random
import re
import resource
import statistics
import sys
import tempfile
import time
import urllib.parse
import zlib
from pathlib import Path

from benchmarks.evening import SET_UP, enter, signed_in
from tests.support.stack import PASSWORD, Stack, clean_environment

JITTER = 0.150
PAUSE = 2.0
PAGE = "/t/benchmark/standings/"


class Hall:
    """The state that all viewers share: the time of the last result, their number, and the measurements."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.address = address
        self.begun, self.results = 0.0, 0
        self.told: list[float] = []
        self.seen: list[float] = []
        self.fetched = self.unchanged = 0
        self.pages: dict[bytes, tuple[int, int]] = {}
        self.chance = random.Random(1)


class Viewer:
    """One phone: a stream that stays open, and a connection for the page."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.tag = b""
        self.busy = False
        self.told = self.seen = self.version = self.have = 0
        self.tasks: set[asyncio.Task[None]] = set()

    async def watch(self) -> None:
        host, port = self.hall.address
        self.reader, self.writer = await asyncio.open_connection(host, port)
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(_request("/live/benchmark", "text/event-stream"))
        await self.fetch()
        while line := await reader.readline():
            if line.startswith(b"data:"):
                self.version = int(line[5:])
                self.hear()

    def hear(self) -> None:
        hall = self.hall
        if hall.results > self.told:
            self.told = hall.results
            hall.told.append(time.perf_counter() - hall.begun)
        if self.busy:
            return
        self.busy = True
        task = asyncio.ensure_future(self.turn())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def turn(self) -> None:
        while True:
            await asyncio.sleep(self.hall.chance.random() * JITTER)
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
        if head.startswith(b"HTTP/1.1 200"):
            hall.fetched += 1
            self.tag = fields[b"etag"].replace(b"w/", b"W/")
            if self.tag not in hall.pages:  # the same tag, the same page: looked at once
                page = zlib.decompress(body, 31)
                version = re.search(rb'data-version="(\d+)"', page)
                # every result gives one player eight points
                hall.pages[self.tag] = int(version[1]) if version else 0, page.count(b">8<")
            self.have, shown = hall.pages[self.tag]
            if hall.results > self.seen and shown >= hall.results:
                self.seen = hall.results
                hall.seen.append(time.perf_counter() - hall.begun)
        elif head.startswith(b"HTTP/1.1 304"):
            hall.unchanged += 1
        else:
            raise SystemExit(head.decode("latin-1"))


def _request(path: str, accept: str, tag: bytes = b"") -> bytes:
    lines = [f"GET {path} HTTP/1.1", "Host: localhost", f"Accept: {accept}", "Accept-Encoding: gzip"]
    text = "\r\n".join(lines).encode()
    return text + (b"\r\nIf-None-Match: " + tag if tag else b"") + b"\r\n\r\n"


async def run(stack: Stack, viewers: int, players: int) -> None:
    parts = urllib.parse.urlsplit(stack.url)
    pk, *tables = stack.python(SET_UP.format(players=players)).splitlines()
    arbiter = signed_in(stack)
    hall = Hall(("127.0.0.1", parts.port or 80))
    phones = [Viewer(hall) for _ in range(viewers)]
    watching = []
    for phone in phones:
        watching.append(asyncio.ensure_future(phone.watch()))
        if len(watching) % 50 == 0:
            await asyncio.sleep(0.2)
    await asyncio.sleep(3)
    for line in tables:
        table = line.split(" ", 1)[0]
        hall.begun, hall.results = time.perf_counter(), hall.results + 1
        await asyncio.to_thread(enter, arbiter, stack, pk, table)
        await asyncio.sleep(PAUSE)
        if hall.results == 1 and hall.seen:  # shown by itself: what a start costs those who watch it
            first = sorted(hall.seen)[int(0.95 * (len(hall.seen) - 1))]
            print(f"the first result after the start: seen p95 {1000 * first:.1f} ms")
            hall.told, hall.seen, hall.fetched, hall.unchanged = [], [], 0, 0
    broken = [task for task in watching if task.done()]
    for task in watching:
        task.cancel()
    print(
        f"{viewers} viewers ({len(broken)} lost), {players} players, {len(tables) - 1} results, one every {PAUSE:.0f} s"
    )
    wanted = viewers * (len(tables) - 1)
    for what, times in (("told", hall.told), ("seen", hall.seen)):
        ordered = sorted(times)
        late = ordered[int(0.95 * (len(ordered) - 1))]
        print(
            f"{what:6} median {1000 * statistics.median(times):7.1f} ms   p95 {1000 * late:7.1f} ms"
            f"   last {1000 * ordered[-1]:7.1f} ms   {len(ordered)} of {wanted}"
        )
    print(f"pages fetched {hall.fetched}, unchanged {hall.unchanged}")


def main() -> None:
    viewers = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    players = int(sys.argv[2]) if len(sys.argv) > 2 else 64
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65_536) if most > 0 else 65_536, most))
    with tempfile.TemporaryDirectory(prefix="viertal-benchmark-", ignore_cleanup_errors=True) as folder:
        env = clean_environment(VIERTAL_ORGANISER_PASSWORD=PASSWORD, HOST="127.0.0.1")
        stack = Stack(Path(folder) / "data", env, "--port", "0", "--no-demo")
        stack.start(patience=180)
        try:
            asyncio.run(run(stack, viewers, players))
        finally:
            stack.stop()


if __name__ == "__main__":
    main()
