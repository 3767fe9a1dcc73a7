"""A player is told of their table by mail or by their browser, the staff of the end: each once, and who asked."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.urls import reverse
from django.utils import timezone

from tests.support.smtp import MailServer, text_of
from tests.tournaments import make
from tournaments.domain import web_push
from tournaments.jobs import mails as sending
from tournaments.jobs import wishes as job
from tournaments.jobs.standings import compute_standings
from tournaments.models import Mail, NameShown, PersonalLink, PushDevice, ReportWish, TableMail
from tournaments.services.people import erasure, wishes
from tournaments.services.rounds import rollback, rounds

pytestmark = pytest.mark.django_db
ANNA = "anna@players.example"


@pytest.fixture
def entry(evening: Any) -> Any:
    first = evening.entries.select_related("player", "tournament").order_by("number").first()
    PersonalLink.objects.create(entry=first)
    return first


def page(entry: Any) -> str:
    return reverse("tell", args=[entry.tournament.slug, entry.personal_link.token])


@pytest.fixture
def devices(entry: Any) -> str:
    """The address at which their browsers sign up and off."""
    return reverse("tell_devices", args=[entry.tournament.slug, entry.personal_link.token])


def run() -> None:
    job.tell()
    Mail.objects.filter(state="waiting").update(next_at=timezone.now())
    sending.send()


def confirmed(client: Any, entry: Any, server: MailServer) -> str:
    """Ask on my table, and agree by the link of the mail; the link."""
    client.post(page(entry), {"what": "mail", "address": ANNA})
    run()
    found = re.search(r"https://club\.example(/mail/confirm/\S+)", text_of(server.letters[-1]))
    assert found is not None
    client.post(found[1])
    return found[1]


class TestByMail:
    def test_only_who_agreed_is_told_and_each_table_once(self, client, entry, evening, boss, server):
        link = confirmed(client, entry, server)
        assert TableMail.objects.get().confirmed_at is not None
        round_ = make.published(evening, boss)
        run()
        run()
        assert [to for to, _letter in server.taken] == [ANNA, ANNA]
        letter = server.letters[-1]
        table = round_.tables.get(seats__entry=entry).number
        assert letter["Subject"] == f"Round 1: table {table} · {evening.name}"
        assert f"/t/{evening.slug}/me/{entry.personal_link.token}/" in text_of(letter)
        assert "One-Click" in letter["List-Unsubscribe-Post"]
        rollback.unpublish(round_.pk, by=boss)
        rounds.publish(round_.pk, by=boss)
        run()
        assert len(server.taken) == 2, "they sit where they were told that they sit"
        assert client.get(link).status_code == 200

    def test_until_they_agree_nothing_is_sent(self, client, words, entry, evening, boss, server):
        client.post(page(entry), {"what": "mail", "address": ANNA})
        run()
        shown = words(client.get(page(entry)))
        assert "We wrote to a…@players.example." in shown and ANNA not in shown
        link = re.search(r"(/mail/confirm/\S+)", text_of(server.letters[0]))
        assert link is not None
        assert b"Yes, send me my table" in client.get(link[1]).content, "opening it changes nothing"
        make.published(evening, boss)
        run()
        assert len(server.taken) == 1

    def test_deleted_it_is_gone_with_its_mails(self, client, words, entry, evening, boss, server):
        confirmed(client, entry, server)
        shown = words(client.post(page(entry), {"what": "forget"}, follow=True))
        assert "Send me my table" in shown
        assert not TableMail.objects.exists() and not Mail.objects.exists()
        make.published(evening, boss)
        run()
        assert len(server.taken) == 1

    def test_one_click_deletes_the_address(self, client, entry, evening, boss, server):
        confirmed(client, entry, server)
        make.published(evening, boss)
        run()
        stop = server.letters[-1]["List-Unsubscribe"].strip(" <>").removeprefix("https://club.example")
        client.post(stop, {"List-Unsubscribe": "One-Click"})
        assert not TableMail.objects.exists()
        confirmed(client, entry, server)  # and they may change their mind
        assert TableMail.objects.get().confirmed_at is not None

    def test_a_pairing_that_changed_before_it_was_sent_is_not_told(self, client, entry, evening, boss, server):
        confirmed(client, entry, server)
        round_ = make.published(evening, boss)
        job.tell()
        rollback.unpublish(round_.pk, by=boss)
        run()
        assert len(server.taken) == 1 and Mail.objects.get(kind="pairing").problem.code == "mail-outdated"

    def test_nobody_elses_mailbox_is_filled(self, client, words, entry, server):
        for number in range(wishes.MOST_QUESTIONS):
            client.post(page(entry), {"what": "mail", "address": f"p{number}@players.example"})
        refused = client.post(page(entry), {"what": "mail", "address": ANNA})
        assert refused.status_code == 422 and "Several e-mails were sent" in words(refused)
        assert not Mail.objects.filter(to=ANNA).exists()

    def test_what_is_no_address_is_said(self, client, words, entry, server):
        refused = client.post(page(entry), {"what": "mail", "address": "a@b\r\nBcc: c@d.example"})
        assert refused.status_code == 422 and "is not an e-mail address" in words(refused)

    def test_without_a_server_it_is_not_offered(self, client, words, entry):
        assert "Send me my table" not in words(client.get(page(entry)))
        assert client.post(page(entry), {"what": "mail", "address": ANNA}).status_code == 422
        mine = client.get(reverse("personal", args=[entry.tournament.slug, entry.personal_link.token]))
        assert "/tell/" not in words(mine)

    def test_the_way_there_is_on_ones_own_page_alone(self, client, words, entry, server):
        slug = entry.tournament.slug
        assert page(entry) in words(client.get(reverse("personal", args=[slug, entry.personal_link.token])))
        assert "/tell/" not in words(client.get(reverse("mine", args=[slug, entry.number])))

    def test_anothers_link_or_a_made_up_one_leads_nowhere(self, client, entry, server):
        other = make.duel(2)
        assert client.get(reverse("tell", args=[other.slug, entry.personal_link.token])).status_code == 404
        assert client.get(reverse("tell", args=[entry.tournament.slug, "x" * 30])).status_code == 404
        assert client.post("/mail/confirm/made-up/").status_code == 404

    def test_with_a_persons_data_their_address_and_browsers_go(self, entry, boss):
        TableMail.objects.create(entry=entry, address=ANNA, address_hash="x", language="en")
        PushDevice.objects.create(entry=entry, endpoint="https://push.example/1", language="en")
        erasure.erase(entry.player_id, by=boss, typed=entry.player.name)
        assert not TableMail.objects.exists() and not PushDevice.objects.exists()

    def test_what_nobody_confirmed_or_is_long_over_is_forgotten(self, entry, evening):
        TableMail.objects.create(
            entry=entry, address=ANNA, address_hash="x", language="en", made_at=timezone.now() - timedelta(days=8)
        )
        job.forget_old()
        assert not TableMail.objects.exists()
        PushDevice.objects.create(
            entry=entry, endpoint="https://push.example/1", language="en", made_at=timezone.now() - timedelta(days=31)
        )
        job.forget_old()
        assert PushDevice.objects.exists()
        evening.state = "finished"
        evening.save(update_fields=["state"])
        job.forget_old()
        assert not PushDevice.objects.exists()


class TestReport:
    def test_who_asked_gets_the_standings_once_when_all_is_over(self, boss, server):
        evening = make.duel(2, rounds_planned=1, names_shown=NameShown.NUMBER)
        chief = make.arbiter(evening, "chief", tables=[])
        chief.email = "chief@club.example"
        chief.save()
        wishes.wish_report(evening.pk, by=chief, language="en", wanted=True)
        round_ = make.published(evening, boss)
        make.play(round_, boss, ("1", "0"))
        compute_standings(evening.pk)
        run()
        assert server.taken == []
        rounds.close(round_.pk, by=boss)
        compute_standings(evening.pk)
        run()
        run()
        ((to, letter),) = server.taken
        assert (to, letter["Subject"]) == ("chief@club.example", f"Final standings: {evening.name}")
        assert re.search(r"  1\. No\. \d +1\n", text_of(letter)) and "<pre>" in text_of(letter, "html")
        assert f"https://club.example/t/{evening.slug}/standings/" in text_of(letter)
        assert "Player " not in text_of(letter), "names that nobody may read are in no mail"

    def test_asked_for_and_taken_back_at_the_desk(self, signed_in, words, evening):
        arbiter = make.arbiter(evening, "chief")
        client, address = signed_in(arbiter), reverse("admin:tournaments_mails", args=[evening.pk])
        ask = reverse("admin:tournaments_mail_report", args=[evening.pk])
        assert "Your account has no e-mail address" in words(client.post(ask, {"wanted": "1"}, follow=True))
        arbiter.email = "chief@club.example"
        arbiter.save()
        assert "Do not mail me the standings" in words(client.post(ask, {"wanted": "1"}, follow=True))
        assert ReportWish.objects.filter(user=arbiter).exists()
        client.post(ask, {})
        assert not ReportWish.objects.exists() and "Mail me the standings" in words(client.get(address))


class Browser:
    """A browser's keys, and what it makes of a message: RFC 8291 and RFC 8188, read the other way round."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen letters."
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, endpoint: str) -> dict[str, Any]:
        return {"endpoint": endpoint, "keys": {"p256dh": text(self.point), "auth": text(self.auth)}}

    def opened(self, body: bytes) -> dict[str, Any]:
        salt, size, sealed = body[:16], body[20], body[21 + body[20] :]
        sender = body[21 : 21 + size]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = derived(self.auth, shared, b"WebPush: info\0" + self.point + sender, 32)
        key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02")
        return dict(json.loads(plain[:-1]))


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    extracted = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(extracted, info + b"\x01", hashlib.sha256).digest()[:length]


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def raw(encoded: str) -> bytes:
    return base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))


class Service:
    """A push service: what it was sent, and what it answers."""

    def __init__(self) -> None:
        self.sent: list[tuple[dict[str, str], bytes]] = []
        self.answers: list[int] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.sent.append((dict(self.headers), body))
                self.send_response(outer.answers.pop(0) if outer.answers else 201)
                self.end_headers()

            def log_message(self, *_anything: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/push/1"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02})
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    monkeypatch.setattr(job, "LOCAL", True)
    started = Service()
    yield started
    started.close()


@pytest.fixture
def browser(entry: Any, service: Service) -> Browser:
    """A player's browser, at a push service of this machine."""
    known = Browser()
    sent = known.subscription(service.url)
    PushDevice.objects.create(entry=entry, endpoint=service.url, language="en", **sent["keys"])
    return known


class TestByBrowser:
    def test_round_and_table_arrive_encrypted_and_signed(self, browser, service, entry, evening, boss):
        table = make.published(evening, boss).tables.get(seats__entry=entry).number
        job.tell()
        job.tell()
        ((headers, body),) = service.sent
        assert browser.opened(body) == {"title": f"Round 1: table {table}", "body": evening.name, "lang": "en"}
        assert evening.name.encode() not in body and headers["Content-Encoding"] == "aes128gcm"
        scheme, token, key = re.match(r"(\w+) t=(\S+), k=(\S+)", headers["Authorization"]).groups()  # type: ignore[union-attr]
        signed, _dot, signature = token.rpartition(".")
        known = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(key))
        numbers = [int.from_bytes(raw(signature)[at : at + 32], "big") for at in (0, 32)]
        known.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))
        claims = json.loads(raw(signed.partition(".")[2]))
        assert scheme == "vapid" and key == web_push.public_key()
        assert claims["aud"] == service.url.removesuffix("/push/1")

    @pytest.mark.parametrize("status", [404, 410])
    def test_a_browser_that_is_gone_is_forgotten(self, browser, service, evening, boss, status):
        service.answers = [status]
        make.published(evening, boss)
        job.tell()
        assert not PushDevice.objects.exists()

    def test_a_service_that_fails_is_asked_again_later_and_not_for_ever(self, browser, service, evening, boss):
        service.answers = [500] * 9
        make.published(evening, boss)
        for _ in range(9):
            job.tell()
            PushDevice.objects.update(next_at=timezone.now())
        assert len(service.sent) == len(job.PAUSES) + 1 and not job.due()

    def test_the_whole_way_from_my_table_to_the_message(self, client, service, entry, evening, boss):
        at = [entry.tournament.slug, entry.personal_link.token]
        mine = client.get(reverse("personal", args=at), secure=True).content.decode()
        way = re.search(r'href="([^"]*/tell/)"', mine)
        assert way, "my table leads there where there is https"
        page = client.get(way[1], secure=True).content.decode()
        told = {name: re.search(rf'data-{name}="([^"]+)"', page)[1] for name in ("devices", "worker", "scope", "key")}  # type: ignore[index]
        assert told["scope"] == reverse("personal", args=at) and told["key"] == web_push.public_key()
        assert client.get(told["worker"], secure=True).status_code == 200
        known = Browser()
        sent = known.subscription("https://8.8.8.8/push/1")
        assert client.post(told["devices"], sent, "application/json", secure=True).status_code == 200
        PushDevice.objects.update(endpoint=service.url)  # the service of this machine, where no page may sign up
        table = make.published(evening, boss).tables.get(seats__entry=entry).number
        job.tell()
        ((_headers, body),) = service.sent
        assert known.opened(body)["title"] == f"Round 1: table {table}"

    def test_a_browser_signs_up_and_off(self, client, entry, server, devices):
        sent = Browser().subscription("https://8.8.8.8/push/1")
        assert client.post(devices, sent, "application/json").status_code == 200
        assert PushDevice.objects.get().entry_id == entry.pk
        client.post(devices, {"endpoint": sent["endpoint"], "off": True}, "application/json")
        assert not PushDevice.objects.exists()
        for number in range(7):
            client.post(devices, Browser().subscription(f"https://8.8.8.8/push/{number}"), "application/json")
        assert PushDevice.objects.count() == 5

    @pytest.mark.parametrize(
        "endpoint", ["http://8.8.8.8/x", "https://127.0.0.1/x", "https://192.168.1.4/x", "https://localhost/x", "x", ""]
    )
    def test_no_request_goes_inside_whatever_webhooks_may(self, client, settings, endpoint, devices):
        settings.WEBHOOKS_LOCAL = True
        assert client.post(devices, Browser().subscription(endpoint), "application/json").status_code == 422
        assert not PushDevice.objects.exists()

    @pytest.mark.parametrize("body", ["", "[]", "{}", '{"endpoint": "https://8.8.8.8/"}', "[" * 4000, "x" * 5000])
    def test_what_is_no_subscription_is_refused(self, client, body, devices):
        assert client.post(devices, body, "application/json").status_code == 422

    def test_keys_for_which_nothing_can_be_encrypted_are_refused(self, client, devices):
        sent = Browser().subscription("https://8.8.8.8/x")
        for keys in ({"p256dh": text(bytes(65)), "auth": sent["keys"]["auth"]}, sent["keys"] | {"auth": "AAAA"}):
            assert client.post(devices, sent | {"keys": keys}, "application/json").status_code == 422

    def test_the_script_is_of_the_players_own_page(self, client, entry):
        address = reverse("tell_worker", args=[entry.tournament.slug, entry.personal_link.token])
        answer = client.get(address)
        assert answer.headers["Content-Type"].startswith("text/javascript")
        own = reverse("personal", args=[entry.tournament.slug, entry.personal_link.token])
        assert address.rpartition("/")[0] + "/" == own
        # it is the site's one worker, which keeps the sand-glass below this page as well
        assert answer.content == client.get("/worker.js").content
        assert entry.personal_link.token.encode() not in answer.content

    def test_the_example_of_rfc_8291(self):
        own = int.from_bytes(raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
        target = web_push.Target(
            "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "BTBZMqHH6r4Tts7J_aSIgg",
        )
        text_sent = b"When I grow up, I want to be a watermelon"
        body = web_push._sealed(
            target, text_sent, ec.derive_private_key(own, ec.SECP256R1()), raw("DGv6ra1nlYgDCS1FRnbzlw")
        )
        assert text(body) == (
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru"
            "3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        )
