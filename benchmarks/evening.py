"""The time from an arbiter's Enter to the spectator's page: the whole application, over HTTP.

``python -m benchmarks.evening [PLAYERS]`` starts Viertal in a folder of its own, plays one round of so many players
(default 64) and prints, in milliseconds, the first after the start, and of the others the median and the 95th
percentile of

- *answer*: the POST of a result until its redirect is there;
- *told*: from the same moment until a spectator's event stream says a new version;
- *seen*: until the public standings, fetched again after that, show the winner's points.
"""

from __future__ import annotations

import http.client
import http.cookiejar
import queue
import re
import statistics
import threading
import time
import urllib.parse
import urllib.request

from benchmarks.programs import asked
from tests.support.stack import Stack, started

SET_UP = """
    from tests.tournaments import make
    from tournaments.models import Table, User
    boss = User.objects.get(username="organiser")
    evening = make.tournament({players}, rounds_planned=1, slug="benchmark")
    round_ = make.published(evening, boss)
    tables = Table.objects.filter(round=round_).order_by("number")
    print(evening.pk)
    for table in tables:
        print(table.pk, table.seats.get(position=1).entry.player.name)
"""


def main() -> None:
    players = asked(__doc__, players=64).players
    with started("benchmark") as stack:
        run(stack, players)


def run(stack: Stack, players: int) -> None:
    pk, *tables = stack.python(SET_UP.format(players=players)).splitlines()
    arbiter = signed_in(stack)
    versions = listen(stack)
    answered, told, seen = [], [], []
    for line in tables:
        table, winner = line.split(" ", 1)
        while not versions.empty():
            versions.get()
        begun = time.perf_counter()
        enter(arbiter, stack, pk, table)
        answered.append(time.perf_counter() - begun)
        told.append(versions.get(timeout=30) - begun)
        while not shows(stack, winner):
            versions.get(timeout=30)
        seen.append(time.perf_counter() - begun)
    print(f"{players} players, {len(tables)} results, one after the other")
    for name, times in (("answer", answered), ("told", told), ("seen", seen)):
        first, ordered = times[0], sorted(times[1:])
        late = ordered[int(0.95 * (len(ordered) - 1))]
        print(
            f"{name:8} first {1000 * first:7.1f} ms   then median {1000 * statistics.median(ordered):7.1f} ms"
            f"   p95 {1000 * late:7.1f} ms"
        )


def signed_in(stack: Stack) -> urllib.request.OpenerDirector:
    """Return an opener of a signed-in person, with its ``cookies`` and the ``token`` that forms carry."""
    jar = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar), NoRedirect)
    page = opener.open(f"{stack.url}admin/login/").read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
    post(opener, f"{stack.url}admin/login/", username=stack.username, password=stack.password, token=token)
    known = {cookie.name: cookie.value for cookie in jar}
    opener.token, opener.cookies = known["csrftoken"], "; ".join(f"{name}={value}" for name, value in known.items())
    return opener


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """The answer to a POST is its redirect; the page behind it is not what is measured."""

    def http_error_302(self, req, fp, code, msg, headers):  # type: ignore[no-untyped-def]
        return fp


def post(opener: urllib.request.OpenerDirector, url: str, *, token: str, **fields: str) -> None:
    data = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": token}).encode()
    answer = opener.open(urllib.request.Request(url, data))
    answer.read()
    if answer.status != 302:
        raise SystemExit(f"{url} answered {answer.status}")


def enter(opener: urllib.request.OpenerDirector, stack: Stack, pk: str, table: str) -> None:
    points = {f"points{seat}": text for seat, text in enumerate(("8", "4", "2", "0"), start=1)}
    url = f"{stack.url}admin/tournaments/tournament/{pk}/desk/result/{table}/"
    post(opener, url, token=opener.token, **points)


def listen(stack: Stack) -> queue.Queue[float]:
    """Return a queue of the moments at which a spectator's event stream announced a version."""
    moments: queue.Queue[float] = queue.Queue()
    host = urllib.parse.urlsplit(stack.url).netloc
    connection = http.client.HTTPConnection(host, timeout=60)
    connection.request("GET", "/live/benchmark", headers={"Accept": "text/event-stream"})
    answer = connection.getresponse()

    def read() -> None:
        while line := answer.fp.readline():
            if line.startswith(b"data:"):
                moments.put(time.perf_counter())

    threading.Thread(target=read, daemon=True).start()
    moments.get(timeout=10)
    return moments


def shows(stack: Stack, winner: str) -> bool:
    """Return whether the public standings give the winner their eight points."""
    page = urllib.request.urlopen(f"{stack.url}t/benchmark/standings/").read().decode()
    row = re.search(rf"<tr[^>]*>(?:(?!</tr>).)*{re.escape(winner)}(?:(?!</tr>).)*", page, re.DOTALL)
    return row is not None and re.search(r">8<", row[0]) is not None


if __name__ == "__main__":
    main()
