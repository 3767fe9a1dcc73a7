"""The cost of a crowd for a web process: memory for each open stream, processor time for each page.

``python -m benchmarks.crowd [VIEWERS] [plain]`` starts Viertal in a folder of its own with an event of a thousand
players after six rounds, and prints, of its one web process,

- the memory that each of so many viewers' open streams takes (default 5,000), and how long it takes until all of them
  are told of a change: what changed on the standings that they have open, or with ``plain`` the version alone;
- the processor time of an answer that nothing changed (304), of the standings from memory, and of the standings made
  anew for each version; and how many a second of the first two one core can give.

All is asked over the network, on connections that stay open; what the system's network takes is counted in. What
whoever asks takes is not.
"""

from __future__ import annotations

import asyncio
import os
import re
import time
import urllib.parse
from pathlib import Path

from benchmarks.programs import asked, many_connections
from tests.support.stack import Stack, started

PLAYERS, ROUNDS = 1000, 6
BROWSERS, TURNS, VERSIONS, CHANGES = 50, 100, 40, 3
PAGE = "/t/crowd/standings/"
VERSION = re.compile(rb'data: (?:\{"version":)?(\d+)')
SET_UP = """
    from django.db import transaction
    from tests.tournaments.public.build import event
    names = [f"{{n * 2654435761 % 2**32:x}} van {{n * 40503 % 2**28:x}}" for n in range({players})]
    with transaction.atomic():
        event("crowd", names, rounds={rounds}, tie_breaks=("DE", "BH/C1", "BH", "SB", "WIN", "PS"))
"""
POINTS = """
    UPDATE tournaments_standings SET body = jsonb_set(body, '{rows}', (
        SELECT jsonb_agg(CASE WHEN (line->>'player')::int = %s
                              THEN jsonb_set(line, '{points}', '"777"') ELSE line END)
        FROM jsonb_array_elements(body->'rows') AS line))
    WHERE tournament_id = (SELECT id FROM tournaments_tournament WHERE slug = 'crowd')
"""


def memory(pid: int) -> int:
    """Return what a process alone takes, in bytes: shared libraries are not counted for it."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


def processor(pid: int) -> float:
    """Return the seconds of processor time that a process has used, to 10 ms, including its threads that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Browser:
    """A connection that stays open."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.told = self.bytes = 0

    async def open(self) -> Browser:
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        return self

    def ask(self, path: str, more: str = "") -> None:
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{more}\r\n".encode())

    async def get(self, path: str, tag: str = "") -> tuple[int, str, int]:
        """Request a page and return the status, the tag and the number of bytes of the answer."""
        self.ask(path, f"If-None-Match: {tag}\r\n" if tag else "")
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if line)
        size = int(fields.get("content-length", "0"))
        await self.reader.readexactly(size)
        return int(head.split()[1]), fields["etag"], size

    async def watch(self, stream: str) -> None:
        """Hear of versions, and of what changed on a page, for as long as the stream is open."""
        self.ask(stream)
        while line := await self.reader.readline():
            self.bytes += len(line)
            if line.startswith(b"data:"):
                version = VERSION.match(line)
                assert version
                self.told = int(version[1])


async def streams(stack: Stack, host: str, port: int, viewers: int, plain: bool) -> None:
    """Measure the memory that so many open streams take."""
    web = stack.processes()["web"]
    first = await Browser(host, port).open()
    await first.get(PAGE)
    await asyncio.sleep(2)
    before = memory(web)
    crowd = [Browser(host, port) for _ in range(viewers)]
    watching = []
    for browser in crowd:
        await browser.open()
        watching.append(asyncio.create_task(browser.watch("/live/crowd" if plain else f"/live/crowd?page={PAGE}")))
        if len(watching) % 100 == 0:
            await asyncio.sleep(0.05)
    while not all(browser.told for browser in crowd):
        await asyncio.sleep(0.05)
    await asyncio.sleep(1)
    taken = memory(web) - before
    print(f"{viewers} streams: {taken / viewers / 1000:.1f} kB each, {taken / 1e6:.0f} MB together")
    for number in range(1, CHANGES + 1):
        for browser in crowd:
            browser.bytes = 0
        version = await asyncio.to_thread(change, stack, number)
        begun, used = time.perf_counter(), processor(web)
        while not all(browser.told >= version for browser in crowd):
            await asyncio.sleep(0.01)
        took, used = time.perf_counter() - begun, processor(web) - used
        print(
            f"all told of a change within {1000 * took:.0f} ms, {1e6 * used / viewers:.0f} µs of processor time and"
            f" {sum(browser.bytes for browser in crowd) / viewers:.0f} bytes each"
        )
        await asyncio.sleep(2)
    lost = sum(task.done() for task in watching)
    print(f"lost: {lost}")
    for task in watching:
        task.cancel()
    for browser in crowd:
        browser.writer.close()
    first.writer.close()
    await asyncio.sleep(2)


def change(stack: Stack, number: int = 0) -> int:
    """Raise the version, with other points for the player with a pairing number, and return it."""
    import psycopg

    with psycopg.connect(stack.env["DATABASE_URL"]) as connection:
        if number:
            connection.execute(POINTS, (number,))
        row = connection.execute(
            "UPDATE tournaments_tournament SET version = version + 1 WHERE slug = 'crowd' RETURNING version"
        ).fetchone()
    assert row
    return int(row[0])


async def pages(stack: Stack, host: str, port: int) -> None:
    """Measure the processor time that a page costs."""
    web = stack.processes()["web"]
    browsers = [await Browser(host, port).open() for _ in range(BROWSERS)]
    _status, tag, size = await browsers[0].get(PAGE)
    for name, tag_sent, wanted in (("nothing changed (304)", tag, 304), ("from memory", "", 200)):

        async def turns(browser: Browser, tag_sent: str = tag_sent, wanted: int = wanted) -> None:
            for _turn in range(TURNS):
                status, _tag, _size = await browser.get(PAGE, tag_sent)
                assert status == wanted, status

        used = processor(web)
        await asyncio.gather(*(turns(browser) for browser in browsers))
        each = (processor(web) - used) / BROWSERS / TURNS
        print(f"{name}: {1000 * each:.3f} ms of processor time, {1 / each:,.0f} a second a core")
    used = processor(web)
    for _version in range(VERSIONS):
        await asyncio.to_thread(change, stack)
        await browsers[0].get(PAGE)
    each = (processor(web) - used) / VERSIONS
    print(f"made anew: {1000 * each:.1f} ms of processor time, {size / 1000:.1f} kB sent")
    for browser in browsers:
        browser.writer.close()


def main() -> None:
    chosen = asked(__doc__, viewers=5000, way="deltas")
    many_connections()
    with started("benchmark") as stack:
        stack.python(SET_UP.format(players=PLAYERS, rounds=ROUNDS))
        port = urllib.parse.urlsplit(stack.url).port or 80
        asyncio.run(pages(stack, "127.0.0.1", port))
        asyncio.run(streams(stack, "127.0.0.1", port, chosen.viewers, chosen.way == "plain"))


if __name__ == "__main__":
    main()
