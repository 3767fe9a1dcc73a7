"""Webhooks: written down with what happens, signed, told to a real server, tried again, given up."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
import standardwebhooks
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from games.core.notices import Notice
from tests.tournaments import make
from tests.tournaments.rounds.test_races import at_once
from tournaments.domain import outbound_http
from tournaments.domain.errors import Refused
from tournaments.jobs import webhooks as job
from tournaments.jobs.standings import compute_standings
from tournaments.models import Delivery, Webhook
from tournaments.services import webhooks
from tournaments.services.results import results
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.usefixtures("no_broker")


class Receiver:
    """A real server of somebody else's: what it was told, and what it answers."""

    def __init__(self) -> None:
        self.told: list[tuple[dict[str, str], bytes]] = []
        self.answers: list[tuple[int, dict[str, str], bytes]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.told.append((dict(self.headers), body))
                status, headers, text = outer.answers.pop(0) if outer.answers else (204, {}, b"")
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_anything: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/viertal?club=1"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02})
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOKS_LOCAL = True
    server = Receiver()
    yield server
    server.close()


def run_due() -> None:
    Delivery.objects.filter(state="waiting").update(next_at=timezone.now())
    Webhook.objects.update(busy_until=None)
    for hook in job.due():
        job.deliver(hook)


@pytest.mark.django_db
def test_an_evening_is_told_in_order_with_good_signatures(receiver: Receiver, boss: Any) -> None:
    evening = make.duel(2, rounds_planned=1, pairing_options={}, slug="club")
    other = make.duel(2, rounds_planned=1)
    hook = webhooks.add(evening.pk, by=boss, url=receiver.url)
    round_ = make.published(evening, boss)
    make.published(other, boss)
    (first,) = make.play(round_, boss, ("1", "0"))
    results.enter(first.table_id, by=boss, points=make.points("0", "1"), seen_result=first.pk)
    compute_standings(evening.pk)
    rounds.close(round_.pk, by=boss)
    run_due()
    told = [json.loads(body) for _headers, body in receiver.told]
    assert [one["event"] for one in told] == [
        "round.published",
        "result.entered",
        "result.corrected",
        "standings.changed",
        "tournament.finished",
    ]
    assert {one["tournament"] for one in told} == {"club"}
    assert (told[1]["round"], told[1]["table"], told[1]["points"], told[1]["result"]) == (1, 1, ["1", "0"], 1)
    for headers, body in receiver.told:
        at, _, mark = headers["Viertal-Signature"].partition(",")
        expected = hmac.new(hook.secret.encode(), at[2:].encode() + b"." + body, hashlib.sha256).hexdigest()
        assert mark == f"v1={expected}" and headers["Content-Type"] == "application/json"
        assert standardwebhooks.Webhook(hook.secret).verify(body, dict(headers)) == json.loads(body)
        assert headers["Webhook-Id"] == f"viertal_{headers['Viertal-Delivery']}"
        with pytest.raises(standardwebhooks.WebhookVerificationError):
            standardwebhooks.Webhook(hook.secret).verify(body + b" ", dict(headers))
        assert headers["Viertal-Delivery"] == json.loads(body)["id"]
        assert headers["Host"] == f"127.0.0.1:{receiver.server.server_port}"
    assert set(Delivery.objects.values_list("state", flat=True)) == {"delivered"}
    hook.refresh_from_db()
    assert hook.last_success_at is not None


@pytest.mark.django_db(transaction=True)
def test_what_is_undone_was_never_told_and_what_is_done_is_never_forgotten(receiver: Receiver) -> None:
    boss, evening = make.organiser(), make.duel(4)
    webhooks.add(None, by=boss, url=receiver.url, events=["result.entered"])
    table = make.published(evening, boss).tables.order_by("number").first()
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        results.enter(table.pk, by=boss, points=make.points("1", "0"))
        raise ZeroDivisionError
    assert not Delivery.objects.exists()
    results.enter(table.pk, by=boss, points=make.points("1", "0"))
    # the worker that took it was killed before it told anybody: it is taken again when its time is over
    Delivery.objects.update(next_at=timezone.now() + job.LEASE, attempts=1)
    Webhook.objects.update(busy_until=timezone.now() + job.LEASE)
    assert job.due() == []
    run_due()
    assert len(receiver.told) == 1


@pytest.mark.django_db(transaction=True)
def test_taken_by_several_workers_at_once_it_is_told_once(receiver: Receiver) -> None:
    boss, evening = make.organiser(), make.duel(4)
    webhooks.add(evening.pk, by=boss, url=receiver.url)
    make.published(evening, boss)
    (due,) = job.due()
    at_once(*[lambda: job.deliver(due)] * 5)
    assert len(receiver.told) == 1


@pytest.fixture
def one(boss: Any, receiver: Receiver) -> Delivery:
    evening = make.duel(4)
    webhooks.add(evening.pk, by=boss, url=receiver.url)
    make.published(evening, boss)
    return Delivery.objects.get()


@pytest.mark.django_db
def test_a_failure_is_tried_again_after_growing_pauses_and_then_given_up(one: Delivery, receiver: Receiver) -> None:
    receiver.answers = [(500, {}, b"ouch")] * 20
    pauses = []
    for _ in range(len(job.PAUSES)):
        run_due()
        one.refresh_from_db()
        pauses.append(round((one.next_at - timezone.now()).total_seconds(), -1))
    assert pauses == sorted(pauses) and pauses[0] == 10 and pauses[-1] == 86400
    assert one.state == "waiting" and one.webhook.active
    run_due()
    one.refresh_from_db()
    assert (one.state, one.attempts, len(one.tries), len(receiver.told)) == ("failed", 9, 9, 9)
    assert one.tries[0]["status"] == 500 and one.tries[0]["said"] == "ouch"
    hook = Webhook.objects.get()
    assert (hook.active, hook.stopped_because) == (False, Notice("webhook-silent"))


@pytest.mark.django_db
def test_switched_off_nothing_is_told_and_tried_again_it_is_on(one: Delivery, receiver: Receiver, boss: Any) -> None:
    receiver.answers = [(410, {}, b"")]
    run_due()
    assert not Webhook.objects.get().active and Delivery.objects.get().state == "failed"
    assert Webhook.objects.get().stopped_because == Notice("webhook-gone")
    evening = one.webhook.tournament
    rounds.discard(evening.rounds.get().pk, by=boss)
    make.published(evening, boss)
    assert Delivery.objects.count() == 1, "nothing is written down for one that is off"
    with pytest.raises(PermissionDenied):
        webhooks.try_again(one.pk, by=make.arbiter(evening))
    webhooks.try_again(one.pk, by=boss)
    run_due()
    assert Webhook.objects.get().active and Delivery.objects.get().state == "delivered"


@pytest.mark.django_db
def test_one_that_does_not_answer_is_left_alone_for_a_minute(one: Delivery, receiver: Receiver, boss: Any) -> None:
    evening = one.webhook.tournament
    make.play(evening.rounds.get(), boss, ("1", "0"))
    receiver.answers = [(503, {}, b"")]
    run_due()
    assert len(receiver.told) == 1 and job.due() == [], "the others wait too, and no worker is kept busy"
    Webhook.objects.update(busy_until=timezone.now() - timedelta(seconds=1))
    assert job.due() == [one.webhook_id]
    job.deliver(one.webhook_id)
    assert [json.loads(body)["event"] for _h, body in receiver.told[1:]] == ["result.entered"] * 2


@pytest.mark.django_db
def test_one_that_dribbles_is_cut_off(one: Delivery, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound_http, "PATIENCE", 0.3)
    enough = threading.Event()

    def dribble(server: socket.socket) -> None:
        taken, _address = server.accept()
        with taken, suppress(OSError):
            taken.sendall(b"HTTP/1.1 200 OK\r\nX: ")
            while not enough.wait(0.05):
                taken.sendall(b"x")

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=dribble, args=(server,))
        thread.start()
        Webhook.objects.update(url=f"http://127.0.0.1:{server.getsockname()[1]}/")
        begun = time.monotonic()
        run_due()
        assert time.monotonic() - begun < 3
        enough.set()
        thread.join()
    one.refresh_from_db()
    assert one.state == "waiting" and "ten seconds" in one.tries[0]["said"]


@pytest.mark.django_db
def test_a_redirect_is_no_answer_and_not_followed(one: Delivery, receiver: Receiver) -> None:
    receiver.answers = [(302, {"Location": receiver.url}, b"")]
    run_due()
    one.refresh_from_db()
    assert one.state == "waiting" and len(receiver.told) == 1


@pytest.mark.django_db
def test_one_who_never_answers_costs_a_few_seconds_and_is_tried_again(
    one: Delivery, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbound_http, "PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        Webhook.objects.update(url=f"http://127.0.0.1:{silent.getsockname()[1]}/")
        run_due()
    one.refresh_from_db()
    assert one.state == "waiting" and one.tries[0]["status"] is None and "ten seconds" in one.tries[0]["said"]
    run_due()
    one.refresh_from_db()
    assert "could not be reached" in one.tries[1]["said"]


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1",
        "224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.2.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1",
        "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::",
        "2001:0:7f00:1::1", "2001:db8::1", "fec0::1", "feff::1", "192.88.99.1", "3fff::1", "3fff:fff::1",
    ],
)  # fmt: skip
def test_addresses_inside_are_not_outside(address: str) -> None:
    assert not outbound_http.is_outside(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_addresses_outside_are(address: str) -> None:
    assert outbound_http.is_outside(address)


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1", "127.1"])
def test_without_the_setting_nothing_inside_is_told(boss: Any, settings: Any, receiver: Receiver, host: str) -> None:
    settings.WEBHOOKS_LOCAL = False
    port = receiver.server.server_port
    with pytest.raises(outbound_http.NotSent, match=r"own network|not known"):
        outbound_http.post(f"https://{host}:{port}/", b"{}", {})
    assert not receiver.told


def test_a_name_that_changes_its_address_is_asked_where_it_was_looked_at(
    settings: Any, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOKS_LOCAL = False
    asked: list[str] = []
    real = socket.getaddrinfo

    def changing(host: str, port: int, *more: Any, **named: Any) -> Any:
        asked.append(host)
        first = host == "club.example" and asked.count(host) == 1
        return real("8.8.8.8" if first else "127.0.0.1", port, *more, **named)

    reached: list[Any] = []

    def connect(address: Any, *_more: Any, **_named: Any) -> Any:
        reached.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", changing)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(outbound_http.NotSent):
        outbound_http.post("https://club.example/", b"{}", {})
    assert reached == [("8.8.8.8", 443)] and asked == ["club.example"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "url",
    [
        "",
        "club.example",
        "ftp://club.example/",
        "https://",
        "http://club.example/",
        "https://a:b@club.example/",
        "https://club.example/#x",
        "https://club.example:0/",
        "https://club.example:x/",
        "https://club.example/ x",
        "https://club.example/\r\nX: y",
        "https://клуб.example/",
        "https://[::1",
        "javascript:alert(1)",
        "file:///etc/passwd",
    ],
)
def test_what_is_no_address_is_refused_at_once(boss: Any, url: str) -> None:
    with pytest.raises(Refused):
        webhooks.add(make.duel(2).pk, by=boss, url=url)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f.1",
        "192.168.1.4",
        "[::1]",
        "[fec0::1]",
        "[::ffff:10.0.0.1]",
        "localhost",
        "printer.localhost.",
    ],
)
def test_an_address_inside_is_refused_when_it_is_saved(boss: Any, settings: Any, host: str) -> None:
    settings.WEBHOOKS_LOCAL = False
    evening = make.duel(2)
    with pytest.raises(Refused, match="own network"):
        webhooks.add(evening.pk, by=boss, url=f"https://{host}/told")
    webhooks.add(evening.pk, by=boss, url="https://8.8.8.8/told")
    settings.WEBHOOKS_LOCAL = True
    webhooks.add(evening.pk, by=boss, url=f"https://{host}/told")


@pytest.mark.django_db
def test_who_may_have_addresses_told(boss: Any) -> None:
    evening = make.duel(2)
    helper = make.arbiter(evening)
    for where in (evening.pk, None):
        with pytest.raises(PermissionDenied):
            webhooks.add(where, by=helper, url="https://club.example/")
    hook = webhooks.add(None, by=boss, url="https://club.example/")
    with pytest.raises(Refused):
        webhooks.add(None, by=boss, url="https://club.example/")
    with pytest.raises(PermissionDenied):
        webhooks.remove(hook.pk, by=helper)
    webhooks.remove(hook.pk, by=boss)


@pytest.mark.django_db
def test_old_deliveries_are_thrown_away(one: Delivery) -> None:
    run_due()
    job.forget_old()
    assert Delivery.objects.exists()
    Delivery.objects.update(happened_at=timezone.now() - timedelta(days=31))
    job.forget_old()
    assert not Delivery.objects.exists()
