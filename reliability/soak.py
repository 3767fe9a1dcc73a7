"""``python -m reliability.soak [MINUTES]``: a full hall for an hour, and nothing gets slower, larger or lost.

Viertal is started in a folder of its own with an event of 400 players. For so many minutes (default 60)

- 1,000 viewers have the standings open as the page has them: a stream that tells what changed, and the page fetched
  again where that does not follow from the page they have; each leaves now and then and comes back;
- 100 phones, one at each table, open the table's link, report the result and confirm it for the others;
- 10 arbiters look at the desk, enter results of tables that have none and correct others, with a reason;
- an organiser pairs, publishes and closes a round every three minutes.

Printed are, for each kind of request, how many there were, the median, the 99th percentile and the longest in
milliseconds, and the memory of each process every five minutes. Ends with status 1 where anything was answered with an
error, a viewer lost its stream, a 99th percentile is above a second, the memory of a process grew by more than a tenth
between the second sixth of the time and the last, or the standings are not those that the results make. An answer that
somebody else was faster (409, 422) is none of these. Viewers and phones have one address, as behind a hall's router;
they are one process on the same machine and take their part of it.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import statistics
import time
import urllib.parse
import zlib
from collections import Counter
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any

from benchmarks.crowd import memory
from benchmarks.programs import asked, end, many_connections
from tests.support.stack import Stack, started

PLAYERS, VIEWERS, ARBITERS = 400, 1000, 10
ROUND = 180.0
"""Seconds from one round's publication to the next."""
REPORTING = 120.0
"""Seconds within which all tables are played."""
JITTER = 0.150
SLOW = 1.0
NO_RESULT = ("arbiter looks", 404)
"""The answer where a table has no result yet."""
GROWTH = 1.1
ENDS = list(permutations(("8", "4", "2", "0")))
PAGE = "/t/soak/standings/"
STREAM = f"GET /live/soak?page={PAGE} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".encode()
API = "/api/v1/tournaments/soak/"
SET_UP = """
    from tests.tournaments import make
    from tournaments.models import User
    from tournaments.services.accounts import accounts
    from tournaments.services.results import reports
    boss = User.objects.get(username="organiser")
    hall = make.tournament({players}, rounds_planned=60, slug="soak")
    reports.set_rule(hall.pk, by=boss, mode="accept", minutes=10)
    print(accounts.make_token(by=boss, name="soak", scope="organise")[1])
    for number in range({arbiters}):
        print(accounts.make_token(by=make.arbiter(hall), name="soak", scope="arbitrate")[1])
"""
JUDGE = """
    from tournaments.jobs.standings import compute_standings
    from tournaments.models import Result, Standings, Tournament
    hall = Tournament.objects.get(slug="soak")
    kept = Standings.objects.filter(tournament=hall).order_by("-after_round").first()
    print(kept.computed_for == hall.results_version)
    Standings.objects.filter(tournament=hall).delete()
    compute_standings(hall.pk)
    anew = Standings.objects.filter(tournament=hall).order_by("-after_round").first()
    print(kept.after_round == anew.after_round and kept.body["rows"] == anew.body["rows"])
    results = Result.objects.filter(table__round__tournament=hall)
    tables = results.values("table").distinct().count()
    print(results.filter(is_current=True).count() == tables)
"""


@dataclass
class Book:
    """All that was measured."""

    times: dict[str, list[float]] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)
    outrun: int = 0
    lost: int = 0
    told: int = 0
    memory: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    def note(self, kind: str, status: int, seconds: float) -> None:
        """Count an answer."""
        self.times.setdefault(kind, []).append(seconds)
        if status in (409, 422):
            self.outrun += 1
        elif (status >= 400 or status == 0) and (kind, status) != NO_RESULT:
            self.errors[f"{kind}: {status}"] += 1


class Line:
    """A connection that stays open and is opened again where the server ended it."""

    def __init__(self, hall: Hall, token: str = "") -> None:
        self.hall, self.token = hall, token
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(
        self, kind: str, method: str, path: str, body: bytes = b"", *, form: bool = False, tag: str = ""
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request and read the answer; what took how long goes into the book."""
        begun = time.perf_counter()
        try:
            status, fields, content = await asyncio.wait_for(self._ask(method, path, body, form, tag), 60)
        except (OSError, EOFError, TimeoutError) as error:
            self.close()
            self.hall.book.note(f"{kind} ({type(error).__name__})", 0, time.perf_counter() - begun)
            return 0, {}, b""
        self.hall.book.note(kind, status, time.perf_counter() - begun)
        return status, fields, content

    async def _ask(
        self, method: str, path: str, body: bytes, form: bool, tag: str
    ) -> tuple[int, dict[str, str], bytes]:
        lines = [
            f"{method} {path} HTTP/1.1",
            "Host: localhost",
            "Accept-Encoding: gzip",
            f"Content-Length: {len(body)}",
        ]
        lines += [f"Authorization: Bearer {self.token}"] if self.token else []
        lines += [f"If-None-Match: {tag}"] if tag else []
        if body:
            lines.append(f"Content-Type: application/{'x-www-form-urlencoded' if form else 'json'}")
        for fresh in (False, True):
            reader, writer = await self._opened(fresh)
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
            try:
                head = await reader.readuntil(b"\r\n\r\n")
                break
            except (OSError, EOFError):
                if fresh:  # only a connection that had lain idle may be found closed
                    raise
        first, *rest = head.decode("latin-1").split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in rest if line)
        content = b""
        if fields.get("transfer-encoding") == "chunked":
            while size := int(await reader.readline(), 16):
                content += await reader.readexactly(size)
                await reader.readline()
            await reader.readline()
        elif size := int(fields.get("content-length", "0")):
            content = await reader.readexactly(size)
        if fields.get("connection") == "close":
            self.close()
        if fields.get("content-encoding") == "gzip" and content:
            content = zlib.decompress(content, 31)
        return int(first.split()[1]), fields, content

    async def _opened(self, fresh: bool) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if fresh or self.reader is None or self.writer is None or self.writer.is_closing():
            self.close()
            return await self.open()
        return self.reader, self.writer

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection(*self.hall.address, local_addr=("127.0.0.2", 0))
        return self.reader, self.writer

    def close(self) -> None:
        """End the connection."""
        if self.writer is not None:
            self.writer.transport.abort()
        self.reader = self.writer = None


class Hall:
    """The things that all share: the address, the book, the lots, and the links of the tables of the present round."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.address = address
        self.book = Book()
        self.lots = random.Random(15)
        self.round = 0
        self.published = 0.0
        self.links: list[str] = []
        self.over = asyncio.Event()

    async def pause(self, seconds: float) -> bool:
        """Wait so long; return whether it still goes on."""
        try:
            await asyncio.wait_for(self.over.wait(), seconds)
        except TimeoutError:
            return True
        return False


async def view(hall: Hall) -> None:
    """Play a viewer: hold the stream, follow what it tells, fetch what does not follow; leave now and then."""
    await hall.pause(hall.lots.random() * 20)
    page = Line(hall)
    while not hall.over.is_set():
        stream = Line(hall)
        try:
            await asyncio.wait_for(_watch(hall, stream, page), hall.lots.uniform(120, 900))
            hall.book.lost += not hall.over.is_set()
        except TimeoutError:
            pass  # has seen enough for a while
        except (OSError, EOFError) as error:
            hall.book.errors[f"stream: {type(error).__name__}"] += 1
        stream.close()
        page.close()
        await hall.pause(hall.lots.random() * 10)


async def _watch(hall: Hall, stream: Line, page: Line) -> None:
    tag = digest = ""
    version = have = 0

    async def fetch() -> None:
        nonlocal tag, digest, have
        status, fields, content = await page.ask("page", "GET", PAGE, tag=tag)
        if status == 200:
            tag = fields["etag"].replace("w/", "W/")
            digest = content.partition(b'data-digest="')[2].partition(b'"')[0].decode()
            have = int(content.partition(b'data-version="')[2].partition(b'"')[0] or 0)

    await fetch()
    reader, writer = await stream.open()
    writer.write(STREAM)
    event, status = "", 0
    while not hall.over.is_set():
        line = await reader.readline()
        if not line:
            return
        if not status:
            status = int(line.split()[1])
            if status != 200:
                hall.book.errors[f"stream: {status}"] += 1
                return
        if line.startswith(b"event:"):
            event = line[6:].strip().decode()
        elif line.startswith(b"data:"):
            hall.book.told += 1
            if event == "version":
                version = int(line[5:])
            else:
                delta = json.loads(line[5:])
                version = delta["version"]
                if delta["from"] == digest:
                    digest, have = delta["page"], version
            if have < version:
                await asyncio.sleep(hall.lots.random() * JITTER)
                await fetch()


async def phone(hall: Hall, number: int) -> None:
    """Play the phone of a table: look, report, look again, and confirm for the others."""
    played = 0
    while await hall.pause(hall.lots.uniform(0.5, 2)):
        if played == hall.round or not hall.links:
            continue
        played, link = hall.round, hall.links[number]
        if not await hall.pause(hall.lots.random() * REPORTING):
            return
        line = Line(hall)
        await line.ask("phone looks", "GET", link)
        await line.ask("phone looks", "GET", f"{link}1/")
        await hall.pause(hall.lots.uniform(1, 5))
        points = {f"points{seat}": text for seat, text in enumerate(hall.lots.choice(ENDS), start=1)}
        body = urllib.parse.urlencode(points | {"what": "report"}).encode()
        await line.ask("phone reports", "POST", f"{link}1/", body, form=True)
        for seat in (2, 3, 4):
            await hall.pause(hall.lots.uniform(1, 4))
            _status, _fields, content = await line.ask("phone looks", "GET", f"{link}{seat}/")
            report = content.partition(b'name="number" value="')[2].partition(b'"')[0].decode()
            if report:
                body = urllib.parse.urlencode({"what": "confirm", "number": report}).encode()
                await line.ask("phone confirms", "POST", f"{link}{seat}/", body, form=True)
        line.close()


async def arbiter(hall: Hall, token: str, number: int) -> None:
    """Play an arbiter: look at the desk, then enter or correct the result of one of ten tables."""
    line = Line(hall, token)
    while await hall.pause(hall.lots.uniform(1, 4)):
        if not hall.round:
            continue
        await line.ask("desk", "GET", f"{API}desk/")
        address = f"{API}rounds/{hall.round}/tables/{number * 10 + hall.lots.randint(1, 10)}/result/"
        status, _fields, content = await line.ask("arbiter looks", "GET", address)
        result = json.loads(content) if status == 200 else {}
        if status not in (200, 404):
            continue
        late = time.monotonic() - hall.published > REPORTING + 20
        if result.get("version") and hall.lots.random() < 0.2:
            body = {"expected": result["version"], "reason": "heard again at the table"}
        elif not result.get("version") and (late or hall.lots.random() < 0.05):
            body = {}
        else:
            continue
        await line.ask("arbiter enters", "PUT", address, json.dumps(body | {"points": hall.lots.choice(ENDS)}).encode())


async def organise(hall: Hall, token: str) -> None:
    """Play the organiser: pair, publish, wait, enter what is missing, close."""
    line = Line(hall, token)
    while not hall.over.is_set():
        begun = time.perf_counter()
        await line.ask("round is asked for", "POST", f"{API}rounds/", b"{}")
        while True:
            _status, _fields, content = await line.ask("desk", "GET", f"{API}desk/")
            if b'"state":"draft"' in content or not await hall.pause(0.2):
                break
        hall.book.note("round is there", 200, time.perf_counter() - begun)
        number = hall.round + 1
        await line.ask("round is published", "POST", f"{API}rounds/{number}/publish/", b"{}")
        _status, _fields, content = await line.ask("slips", "GET", f"{API}rounds/{number}/slips/")
        links = [urllib.parse.urlsplit(table["url"]).path for table in json.loads(content)["tables"]]
        hall.links, hall.round, hall.published = links, number, time.monotonic()
        if not await hall.pause(ROUND):
            return
        for table in range(1, PLAYERS // 4 + 1):
            address = f"{API}rounds/{number}/tables/{table}/result/"
            if (await line.ask("arbiter looks", "GET", address))[0] == 404:
                await line.ask("arbiter enters", "PUT", address, json.dumps({"points": ENDS[0]}).encode())
        await line.ask("round is closed", "POST", f"{API}rounds/{number}/close/", b"{}")


async def weigh(hall: Hall, stack: Stack, begun: float) -> None:
    """Take the memory of each process each ten seconds, in megabytes."""
    while await hall.pause(10):
        for name, pid in stack.processes().items():
            used = (await asyncio.to_thread(_family_memory, pid)) / 1e6
            hall.book.memory.setdefault(name, []).append((time.monotonic() - begun, used))


def _family_memory(pid: int) -> int:
    """Return what a process and its children take alone, in bytes."""
    total = 0
    for process in (pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())):
        try:
            total += memory(process)
        except OSError:
            continue  # ended meanwhile
    return total


async def run(stack: Stack, tokens: list[str], seconds: float) -> Book:
    """Fill the hall for so long."""
    address = urllib.parse.urlsplit(stack.url)
    hall = Hall((str(address.hostname), int(address.port or 80)))
    begun = time.monotonic()
    people = [view(hall) for _ in range(VIEWERS)] + [phone(hall, number) for number in range(PLAYERS // 4)]
    people += [arbiter(hall, token, number) for number, token in enumerate(tokens[1:])]
    tasks = [asyncio.ensure_future(one) for one in (*people, organise(hall, tokens[0]), weigh(hall, stack, begun))]
    while time.monotonic() - begun < seconds:
        await asyncio.sleep(60)
        for task in tasks:
            if task.done() and task.exception():
                raise task.exception()  # type: ignore[misc]
        print(f"{(time.monotonic() - begun) / 60:5.1f} min: round {hall.round}, {dict(hall.book.errors)}", flush=True)
    hall.over.set()
    _done, late = await asyncio.wait(tasks, timeout=30)
    for task in late:
        task.cancel()
    return hall.book


def told(book: Book, seconds: float) -> list[str]:
    """Print the figures; return what is wrong with them."""
    problems = [f"{count} times {error}" for error, count in book.errors.items()]
    problems += [f"{book.lost} viewers lost their stream"] if book.lost else []
    for kind, times in sorted(book.times.items()):
        ordered = sorted(times)
        late = ordered[math.ceil(0.99 * len(ordered)) - 1]
        print(
            f"{kind:20} {len(times):7}  median {1000 * statistics.median(ordered):6.0f} ms"
            f"  p99 {1000 * late:6.0f} ms  most {1000 * ordered[-1]:6.0f} ms"
        )
        # the pairing of a round is a worker's, and nobody waits at a table for it
        if late > SLOW and kind != "round is there":
            problems.append(f"{kind}: p99 {late:.2f} s")
    print(f"{book.told} times a viewer was told of a change; {book.outrun} requests came second and were told so")
    for name, taken in book.memory.items():
        fives = [
            statistics.mean(part)
            for five in range(int(seconds // 300) + 1)
            if (part := [used for moment, used in taken if five * 300 <= moment < five * 300 + 300])
        ]
        print(f"memory of {name}, MB, every five minutes: {' '.join(f'{used:.0f}' for used in fives)}")
        early = [used for moment, used in taken if seconds / 6 <= moment < seconds / 3]
        late_on = [used for moment, used in taken if moment >= 5 * seconds / 6]
        if early and late_on and statistics.mean(late_on) > GROWTH * statistics.mean(early):
            problems.append(f"{name} grew from {statistics.mean(early):.0f} to {statistics.mean(late_on):.0f} MB")
    return problems


def main() -> None:
    seconds = 60 * asked(__doc__, minutes=60.0).minutes
    many_connections()
    with started("soak") as stack:
        tokens: list[Any] = stack.python(SET_UP.format(players=PLAYERS, arbiters=ARBITERS)).split()
        problems = told(asyncio.run(run(stack, tokens, seconds)), seconds)
        time.sleep(5)
        if (answers := stack.python(JUDGE).split()) != ["True"] * 3:
            problems.append(f"the standings are not those that the results make: {answers}")
    end(problems)


if __name__ == "__main__":
    main()
