"""The warm-up of a process: it reads and starts everything, and leaves nothing for the first request."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import subprocess
import sys
from typing import Any

import pytest
from django.db import connection
from django.db.utils import InternalError
from django.test.utils import CaptureQueriesContext

from config import warmup
from config.http.routing import compose
from tests.support.stack import CHECKOUT, Stack
from tests.tournaments.public.build import event
from tournaments.models import Tournament
from tournaments.selectors.site import health

READS = re.compile(
    r"\s*\(?(SELECT|WITH RECURSIVE each AS|BEGIN|COMMIT|ROLLBACK|(RELEASE )?SAVEPOINT|SET TRANSACTION) ?"
)
LATE = """
    import asyncio, logging, sys
    logging.disable(logging.WARNING)
    from config import asgi, warmup
    {warm_up}
    from django.test import Client
    from tournaments.jobs.standings import compute_standings
    from tournaments.models import Table, Tournament, User
    from tests.tournaments.public.build import event
    from django.db import transaction
    boss = User.objects.get(username="organiser")
    with transaction.atomic():
        made = event("{slug}", ["{slug} %d" % number for number in range(8)], rounds=1, missing=2)
        Tournament.objects.filter(pk=made.pk).update(version=2, results_version=2)
        made.rounds.update(touched=2)
    table = Table.objects.filter(round__tournament=made).first()
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(boss)
    known = set(sys.modules)
    {work}
    print(*sorted(name for name in set(sys.modules) - known if not name.startswith("encodings")))
"""
RESULT = """
    points = {"points1": "8", "points2": "4", "points3": "2", "points4": "0"}
    desk = f"/admin/tournaments/tournament/{made.pk}/desk/"
    assert browser.post(f"{desk}result/{table.pk}/", points).status_code == 302
    assert browser.get(desk).status_code == 200
    assert browser.get(f"/t/{made.slug}/standings/").status_code == 200
"""


@pytest.fixture
def unsettled(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """The tests' own process keeps its garbage collector; says how often it would have been settled."""
    settled: list[bool] = []
    monkeypatch.setattr(warmup, "settle", lambda: settled.append(True))
    return settled


@pytest.mark.parametrize("kept", ["nothing", "a public event", "an event that is not public"])
@pytest.mark.parametrize("process", ["web", "worker"])
def test_it_only_reads_and_complains_of_nothing_whatever_the_database_holds(
    kept: str,
    process: str,
    transactional_db: None,
    broker: Any,
    unsettled: list[bool],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if kept != "nothing":
        event("one", 8, rounds=1, published=kept == "a public event")
    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(health, "APART", float("inf"))  # the tests' database has a clock of its own
    monkeypatch.setattr(health, "_looked", (0.0, {}))  # another test of this process may just have looked
    with CaptureQueriesContext(connection) as asked:
        if process == "web":
            warmup._web()
        else:
            warmup.worker()
            warmup.worker_child()
    assert unsettled == [True]
    assert [record.getMessage() for record in caplog.records] == []
    statements = [query["sql"] for query in asked.captured_queries]
    assert any("tournaments_tournament" in sql for sql in statements)
    assert [sql for sql in statements if not READS.match(sql)] == []


def test_the_database_refuses_what_would_write_meanwhile(transactional_db: None) -> None:
    event("one", 8, rounds=1)
    with pytest.raises(InternalError, match="read-only transaction"), warmup.reading() as newest:
        Tournament.objects.filter(pk=newest.pk).update(name="Changed")
    assert not Tournament.objects.filter(name="Changed").exists()


def test_what_cannot_be_done_is_left_to_who_asks_first(
    monkeypatch: pytest.MonkeyPatch, unsettled: list[bool], caplog: pytest.LogCaptureFixture, db: None
) -> None:
    def pages() -> None:
        raise RuntimeError("no database yet")

    monkeypatch.setattr(warmup, "pages", pages)
    warmup._web()
    assert unsettled == [True]
    assert "Could not warm up pages" in caplog.text and "no database yet" in caplog.text


def test_a_start_does_not_wait_for_it_longer_than_its_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    async def start() -> None:
        loop, going_on = asyncio.get_running_loop(), asyncio.Event()

        def slow() -> None:
            asyncio.run_coroutine_threadsafe(going_on.wait(), loop).result()

        monkeypatch.setattr(warmup, "_web", slow)
        monkeypatch.setattr(warmup, "PATIENCE", 0.01)
        await warmup.web()
        going_on.set()

    asyncio.run(start())


def test_the_server_says_that_it_has_started_when_it_is_warm() -> None:
    order: list[str] = []

    async def live(scope: Any, receive: Any, send: Any) -> None:
        for stage in ("startup", "shutdown"):
            await send({"type": f"lifespan.{stage}.complete"})

    async def prepare() -> None:
        order.append("warm")

    async def send(message: Any) -> None:
        order.append(message["type"])

    asyncio.run(compose(live, live, prepare)({"type": "lifespan"}, None, send))  # type: ignore[arg-type]
    assert order == ["warm", "lifespan.startup.complete", "lifespan.shutdown.complete"]


def test_what_is_in_memory_is_taken_out_of_the_collectors_rounds() -> None:
    code = "import gc; from config import warmup; warmup.settle(); print(gc.get_freeze_count(), *gc.get_threshold())"
    said = subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout
    frozen, *thresholds = map(int, said.split())
    assert frozen > 1000 and thresholds == [warmup.YOUNG, warmup.MIDDLE, warmup.OLD]


def test_no_process_waits_at_its_start_for_what_few_requests_need() -> None:
    dear = {"highspy", "numpy", "openpyxl"}
    code = f"""
import gc, sys, django
django.setup()
import config.urls
print(*{dear} & {{*sys.modules}}, *gc.get_threshold())
"""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=True
    )
    # nor for the garbage collector to go over what stays
    assert answer.stdout.split() == [str(number) for number in (warmup.YOUNG, warmup.MIDDLE, warmup.OLD)]


@pytest.mark.stack
@pytest.mark.parametrize(
    ("warm_up", "work"),
    [("warmup._web()", RESULT), ("warmup.worker(); warmup.worker_child()", "compute_standings(made.pk)")],
    ids=["web", "worker"],
)
def test_the_first_result_after_a_start_loads_no_code(stack: Stack, warm_up: str, work: str) -> None:
    said = stack.new_python(LATE.format(warm_up=warm_up, work=work.strip(), slug=f"warm-{len(work)}"))
    assert said.split() == []
