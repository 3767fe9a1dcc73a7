"""Two web processes on one database: what happens at one is told at the other."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator

import pytest

from launcher.programs.ports import listen
from tests.support.stack import CHECKOUT, Stack
from tests.support.waiting import until

WAY = re.compile(r'"from":"([^"]+)","page":"([^"]+)"')
"""From which page to which a delta leads."""

pytestmark = pytest.mark.stack

SET_UP = """
    from tests.tournaments.public.build import event
    from tournaments.models import Table
    from django.db import transaction
    with transaction.atomic():
        made = event("two-processes", [f"Two processes {number}" for number in range(8)], rounds=1, missing=2)
    print(*Table.objects.filter(round__tournament=made).values_list("pk", flat=True))
"""
PAGE = "?page=/t/two-processes/standings/"
PROXIED = {"Host": "localhost"}
"""How a proxy in front asks either of them, by the site's one name."""
ENTER = """
    from tests.tournaments import make
    from tournaments.models import User
    from tournaments.services.results import results
    results.enter({table}, by=User.objects.get(username="organiser"), points=make.points(*make.QC_END))
"""


@contextlib.contextmanager
def web(stack: Stack) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Another web process of the same Viertal, and its port; it answers."""
    listener: socket.socket = listen("127.0.0.1", 0)
    listener.set_inheritable(True)
    port = listener.getsockname()[1]
    env = {**stack.env, "DATABASE_POOL": "4", "SECRET_KEY": stack.folder.read_secret("secret_key") or ""}
    process = subprocess.Popen(
        [sys.executable, "-m", "launcher.web", str(listener.fileno())],
        cwd=CHECKOUT,
        env=env,
        pass_fds=[listener.fileno()],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60) as answer:
            assert answer.status == 200
        yield process, port
    finally:
        listener.close()
        process.kill()
        process.wait()


class Watcher:
    """A viewer's stream."""

    def __init__(self, port: int, page: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.connection.request("GET", f"/live/two-processes{page}", headers=PROXIED)
        self.answer = self.connection.getresponse()

    def close(self) -> None:
        """Hang up."""
        self.answer.close()
        self.connection.close()

    def deltas(self, page: str) -> Iterator[str]:
        """Return every delta that is told until the one that makes a page, by its digest."""
        while line := self.answer.readline().decode():
            assert "still here" not in line, "nothing was told for a heartbeat's time"
            if line.startswith("data: {"):
                yield line
                if f'"page":"{page}"' in line:
                    return

    def version(self, above: int = 0) -> int:
        """The next version above another that is told; -1 when the stream is over."""
        while line := self.answer.readline():
            if line.startswith(b"data:") and int(line[5:]) > above:
                return int(line[5:])
        return -1


def shown(port: int) -> int:
    """The version of the standings that a process shows."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/t/two-processes/standings/") as answer:
        found = re.search(rb'data-version="(\d+)"', answer.read())
    assert found
    return int(found[1])


def digest(port: int) -> str:
    """Return the digest of the standings that a process shows, once they are those of the newest results."""

    def settled() -> str:
        asked = urllib.request.Request(f"http://127.0.0.1:{port}/t/two-processes/standings/", headers=PROXIED)
        with urllib.request.urlopen(asked) as answer:
            text: str = answer.read().decode()
        return "" if "being recomputed" in text else text

    found = re.search(r'data-digest="([^"]+)"', until(settled))
    assert found
    return found[1]


def test_a_result_reaches_the_viewers_of_every_process_and_those_of_a_dead_one_come_back_to_another(
    stack: Stack,
) -> None:
    table, other = stack.python(SET_UP).split()
    with web(stack) as (first, one), web(stack) as (_second, two), contextlib.ExitStack() as late:
        viewers = [late.enter_context(contextlib.closing(Watcher(port))) for port in (one, two)]
        begun = [viewer.version() for viewer in viewers]
        assert min(shown(one), shown(two)) >= max(begun)
        stack.python(ENTER.format(table=table))
        told = [viewer.version(above=max(begun)) for viewer in viewers]
        assert min(told) > max(begun)
        assert shown(one) >= told[1] and shown(two) >= told[0]
        assert digest(one) == digest(two)
        readers = [late.enter_context(contextlib.closing(Watcher(port, PAGE))) for port in (one, two)]
        assert min(reader.version() for reader in readers) >= max(told)
        stack.python(ENTER.format(table=other))
        settled = digest(one)
        # each made its own, of its own pages: whoever went from one page to another did it by the same steps, though
        # one of them may have seen a page in between
        told_by = [{WAY.search(line).groups(): line for line in reader.deltas(settled)} for reader in readers]
        assert all(told_by[0][way] == told_by[1][way] for way in told_by[0].keys() & told_by[1].keys())
        os.kill(first.pid, 9)
        with contextlib.suppress(http.client.HTTPException, ConnectionError):
            while viewers[0].version() != -1:
                pass
        again = late.enter_context(contextlib.closing(Watcher(two)))
        assert again.version() >= max(told)
