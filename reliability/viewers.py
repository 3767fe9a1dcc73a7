"""``python -m reliability.viewers 8000``: so many viewers hang on, and an arbiter works.

The viewers hold streams of one tournament, from one address, and say nothing. Meanwhile an arbiter enters results and
opens the desk. Status 1 where anything of the arbiter's was refused, or a viewer that had a place lost it. Told are the
times of the arbiter's requests without viewers and with them, and the web server's memory.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import secrets
import statistics
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmarks.programs import asked, many_connections
from tests.support.stack import Stack, started

TURNS = 30
AT_ONCE = 200
SET_UP = """
    from tests.tournaments import make
    from tournaments.models import User
    from tournaments.services.accounts import accounts
    boss = User.objects.get(username="organiser")
    make.published(make.tournament(16, rounds_planned=1, slug="viewers"), boss)
    print(accounts.make_token(by=boss, name="viewers", scope="organise")[1])
"""


class Arbiter:
    """Asks with a token; remembers how long each answer took."""

    def __init__(self, stack: Stack, token: str) -> None:
        self._address = urlsplit(stack.url)
        self._token = token
        self._version = 0
        self.refused: list[int] = []

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any, float]:
        """Send a request; return status, answer and seconds."""
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        if body is not None:
            headers["Idempotency-Key"] = secrets.token_hex(8)
        begun = time.monotonic()
        line = http.client.HTTPConnection(str(self._address.hostname), self._address.port, timeout=60)
        line.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = line.getresponse()
        text = answer.read()
        line.close()
        if answer.status >= 400:
            self.refused.append(answer.status)
        return answer.status, json.loads(text), time.monotonic() - begun

    def work(self) -> list[float]:
        """Correct so many results one after the other, with a look at the desk after each; return the seconds of
        each."""
        taken = []
        address = "/api/v1/tournaments/viewers/"
        for turn in range(TURNS):
            points = ["8", "4", "2", "0"] if turn % 2 else ["4", "8", "2", "0"]
            sent = {"points": points, "expected": self._version, "reason": "measured"}
            status, answer, seconds = self.ask("PUT", f"{address}rounds/1/tables/1/result/", sent)
            if status < 400:
                self._version = answer["version"]
            taken += [seconds, self.ask("GET", f"{address}desk/")[2]]
        return taken


async def hang_on(stack: Stack, count: int, work: Any) -> tuple[int, int, int, Any]:
    """Open the streams, run ``work`` and close them; return how many were placed, refused and lost, and its result."""
    address = urlsplit(stack.url)
    gate = asyncio.Semaphore(AT_ONCE)

    async def view() -> tuple[int, asyncio.StreamReader, asyncio.StreamWriter]:
        async with gate:
            reader, writer = await asyncio.open_connection(address.hostname, address.port, local_addr=("127.0.0.2", 0))
            writer.write(b"GET /live/viewers HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return int((await reader.readline()).split()[1]), reader, writer

    viewers = await asyncio.gather(*(view() for _ in range(count)))
    placed = [viewer for viewer in viewers if viewer[0] == 200]
    done = await asyncio.to_thread(work)
    lost = sum(reader.at_eof() for _status, reader, _writer in placed)
    for _status, _reader, writer in viewers:
        writer.transport.abort()
    return len(placed), len(viewers) - len(placed), lost, done


def memory(stack: Stack) -> int:
    """Return the web server's own memory, in megabytes."""
    status = Path(f"/proc/{stack.processes()['web']}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


def told(name: str, taken: list[float]) -> None:
    """Print one line of times."""
    print(f"{name:>16}: median {1000 * statistics.median(taken):.0f} ms, most {1000 * max(taken):.0f} ms")


def main() -> int:
    """Measure without and with viewers, and return the exit status."""
    count = asked(__doc__, viewers=8000).viewers
    many_connections()
    with started("viewers") as stack:
        arbiter = Arbiter(stack, stack.python(SET_UP).strip())
        arbiter.work()  # warm
        told("without viewers", arbiter.work())
        before = memory(stack)
        placed, refused, lost, taken = asyncio.run(hang_on(stack, count, arbiter.work))
        told(f"with {placed}", taken)
        print(f"{refused} viewers were told to come back, {lost} lost their place")
        print(f"memory {before} MB before, {memory(stack)} MB after")
        print(f"refused to the arbiter: {len(arbiter.refused)} {sorted(set(arbiter.refused))}")
        return 1 if arbiter.refused or lost else 0


if __name__ == "__main__":
    sys.exit(main())
