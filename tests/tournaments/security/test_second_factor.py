"""A second factor: asked for after the password, used once, taken away by who may."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from urllib.parse import quote

import cbor2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice
from webauthn.helpers import bytes_to_base64url

from tests.tournaments import make
from tests.tournaments.security.conftest import LOGIN, RIGHT
from tournaments.accounts import second_factor, sessions
from tournaments.models import Passkey, RecoveryCode
from tournaments.services.accounts import accounts
from tournaments.services.accounts.accounts import make_codes

pytestmark = pytest.mark.django_db
SECOND = "/admin/login/second/"
MINE = "/admin/tournaments/user/second-factor/"


def shown(device: TOTPDevice, steps: int = 0) -> str:
    """Return the code that an app with this secret shows so many half minutes from now."""
    device.refresh_from_db()
    clock = TOTP(device.bin_key, device.step, device.t0, device.digits)
    clock.time = TOTP(b"").time + steps * device.step
    return f"{clock.token():06}"


@pytest.fixture
def judge():
    return make.arbiter(make.duel(2))


@pytest.fixture
def app(judge) -> TOTPDevice:
    return TOTPDevice.objects.create(user=judge, name="app", confirmed=True)


def inside(client: Client) -> bool:
    return client.get("/admin/").status_code == 200


def give(client: Client, code: str, **more: str):
    return client.post(SECOND, {"code": code, **more})


def set_up(client: Client) -> list[str]:
    """Set an app up as a person does; the recovery codes that the page shows."""
    page = client.post(MINE, {"do": "begin"})
    assert page.status_code == 200 and "<svg" in page.content.decode()
    user_id = client.session["_auth_user_id"]
    device = TOTPDevice.objects.get(user=user_id, confirmed=False)
    page = client.post(MINE, {"do": "confirm", "code": shown(device)})
    return re.findall(r"<li><code>([-a-z0-9]{19})</code>", page.content.decode())


class TestSigningIn:
    def test_the_password_alone_lets_nobody_in(self, client, judge, app, knock):
        answer = knock(client, judge.username, RIGHT, next_page="/admin/tournaments/tournament/")
        assert answer.status_code == 302 and answer.url.startswith(SECOND)
        assert not inside(client) and client.get("/api/v1/me/").status_code in (401, 403)
        page = client.get(answer.url)
        assert page.status_code == 200 and "from your app" in page.content.decode()
        answer = client.post(answer.url, {"code": shown(app), "next": "/admin/tournaments/tournament/"})
        assert (answer.status_code, answer.url) == (302, "/admin/tournaments/tournament/")
        assert inside(client)

    def test_without_one_the_password_is_enough(self, client, judge, knock):
        assert knock(client, judge.username, RIGHT).url == "/admin/" and inside(client)

    def test_a_wrong_password_is_not_led_on(self, client, judge, app, knock):
        assert knock(client, judge.username, "not this one").status_code == 200
        assert client.get(SECOND).status_code == 302 and not inside(client)

    def test_a_code_works_once(self, client, judge, app, knock):
        code = shown(app)
        for right in (True, False):
            browser = Client()
            knock(browser, judge.username, RIGHT)
            give(browser, code)
            assert inside(browser) is right

    def test_a_code_of_long_ago_is_nothing(self, client, judge, app, knock):
        knock(client, judge.username, RIGHT)
        assert give(client, shown(app, -4)).status_code == 422 and not inside(client)

    def test_a_recovery_code_works_once_and_is_kept_as_a_hash(self, client, judge, knock):
        knock(client, judge.username, RIGHT)
        codes = set_up(client)
        assert len(set(codes)) == second_factor.CODES
        assert not RecoveryCode.objects.filter(digest__in=codes).exists()
        assert codes[0] not in client.get(MINE).content.decode(), "shown once"
        for right in (True, False):
            browser = Client()
            knock(browser, judge.username, RIGHT)
            give(browser, f" {codes[0].upper()} ")
            assert inside(browser) is right
        assert RecoveryCode.objects.filter(user=judge, used_at=None).count() == second_factor.CODES - 1

    def test_somebody_elses_codes_are_nothing(self, client, judge, app, knock):
        other = make.arbiter(make.duel(2))
        theirs = TOTPDevice.objects.create(user=other, name="app", confirmed=True)
        knock(client, judge.username, RIGHT)
        assert give(client, shown(theirs)).status_code == 422
        assert not inside(client)

    def test_the_way_from_the_password_to_the_code_is_short(self, client, judge, app, knock, monkeypatch):
        knock(client, judge.username, RIGHT)
        session = client.session
        session[second_factor.PENDING] |= {"at": session[second_factor.PENDING]["at"] - second_factor.PATIENCE - 1}
        session.save()
        assert give(client, shown(app)).status_code == 302 and not inside(client)

    def test_a_password_changed_meanwhile_ends_it(self, client, judge, app, knock):
        knock(client, judge.username, RIGHT)
        judge.set_password("lorry moss tangent")
        judge.save()
        assert give(client, shown(app)).url.startswith(LOGIN) and not inside(client)

    def test_nobody_is_led_to_another_site(self, client, judge, app, knock):
        knock(client, judge.username, RIGHT)
        assert give(client, shown(app), next="https://evil.example/").url == "/admin/"


class TestGuessing:
    def test_codes_are_held_back_after_a_few(self, client, judge, app, knock):
        knock(client, judge.username, RIGHT)
        answers = [give(client, f"{guess:06}") for guess in range(12)]
        assert "Wait" in answers[1].content.decode()
        assert not inside(client)
        app.refresh_from_db()
        looked_at = app.throttling_failure_count
        assert looked_at < 3, "codes that come too soon are not even compared"
        assert "Too many" in answers[-1].content.decode()

    def test_a_right_code_too_soon_after_wrong_ones_is_not_taken(self, client, judge, app, knock):
        knock(client, judge.username, RIGHT)
        for guess in ("000000", "111111"):
            give(client, guess)
        assert "Wait" in give(client, shown(app)).content.decode() and not inside(client)

    def test_it_is_written_down(self, client, judge, app, knock, caplog):
        with caplog.at_level(logging.INFO, "viertal.security"):
            knock(client, judge.username, RIGHT)
            assert "signed in" not in caplog.text
            give(client, "0000000")
            app.refresh_from_db()
            app.throttle_reset()
            code = shown(app)
            give(client, code)
        assert "second factor failed" in caplog.text and "by password and app" in caplog.text
        assert code not in caplog.text and "0000000" not in caplog.text


class TestSettingUp:
    def test_an_app_counts_when_a_code_of_it_was_given(self, client, judge, knock):
        knock(client, judge.username, RIGHT)
        other = Client()
        knock(other, judge.username, RIGHT)
        client.post(MINE, {"do": "begin"})
        assert not second_factor.has_one(judge)
        assert client.post(MINE, {"do": "confirm", "code": "000000"}).status_code == 422
        TOTPDevice.objects.get().throttle_reset()
        assert len(set_up(client)) == second_factor.CODES
        assert second_factor.has_one(judge)
        assert inside(client) and not inside(other), "a session that began without it ends"

    def test_it_asks_for_the_password_first(self, client, judge):
        client.force_login(judge)
        session = client.session
        session[sessions.PROVED] = 0
        session.save()
        for answer in (client.get(MINE), client.post(MINE, {"do": "begin"})):
            assert answer.status_code == 302 and "again" in answer.url
        assert client.get(f"{MINE}passkey/").status_code == 403
        assert not TOTPDevice.objects.exists()

    def test_the_password_once_more_asks_for_a_code_too(self, client, judge, knock):
        knock(client, judge.username, RIGHT)
        set_up(client)
        device = TOTPDevice.objects.get()
        again = reverse("admin:tournaments_again")
        session = client.session
        session[sessions.PROVED] = 0
        session.save()
        assert client.post(again, {"password": RIGHT}).status_code == 422
        assert client.post(again, {"password": "not this one", "code": shown(device, 1)}).status_code == 422
        device.refresh_from_db()
        assert not sessions.is_fresh(client.session)
        assert client.post(again, {"password": RIGHT, "code": shown(device, 1)}).status_code == 302
        assert sessions.is_fresh(client.session)

    def test_the_password_once_more_asks_for_the_passkey_too(self, client, judge, knock):
        knock(client, judge.username, RIGHT)
        Passkey.objects.create(user=judge, name="x", host="testserver", credential=b"1", public_key=b"1")
        code = make_codes(by=judge)[0]
        again = reverse("admin:tournaments_again")
        session = client.session
        session[sessions.PROVED] = 0
        session.save()
        assert client.post(again, {"password": "not this one", "next": MINE}).status_code == 422
        answer = client.post(again, {"password": RIGHT, "next": MINE}, secure=True)
        assert answer.url == f"{reverse('second_factor')}?next={quote(MINE, safe='')}"
        assert not sessions.is_fresh(client.session), "the password alone is half of it"
        asked = client.get(answer.url, secure=True).content.decode()
        assert "Use a passkey" in asked
        wrong = client.post(reverse("second_factor_passkey"), {}, content_type="application/json", secure=True)
        assert wrong.status_code == 422 and not sessions.is_fresh(client.session)
        right = client.post(reverse("second_factor"), {"code": code, "next": MINE}, secure=True)
        assert right.url == MINE and sessions.is_fresh(client.session) and inside(client)

    def test_removing_it_takes_the_recovery_codes_along(self, client, judge, knock):
        knock(client, judge.username, RIGHT)
        set_up(client)
        assert client.post(MINE, {"do": "remove"}).status_code == 302
        assert not second_factor.has_one(judge) and not RecoveryCode.objects.exists()

    def test_new_codes_end_the_old_ones(self, client, judge, knock):
        knock(client, judge.username, RIGHT)
        old = set_up(client)
        assert client.post(MINE, {"do": "codes"}).status_code == 200
        assert second_factor.use(judge, old[0]) == ""

    def test_nobody_removes_somebody_elses_passkey(self, client, judge, boss, knock):
        theirs = Passkey.objects.create(user=boss, name="x", host="localhost", credential=b"1", public_key=b"1")
        knock(client, judge.username, RIGHT)
        client.post(MINE, {"do": f"remove:{theirs.pk}"})
        assert Passkey.objects.filter(pk=theirs.pk).exists()

    @pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"id": 1}', b'{"id": "AAAA", "response": {}}', b"[" * 9000])
    def test_what_no_browser_sends_is_refused(self, client, judge, knock, body):
        knock(client, judge.username, RIGHT)
        client.get(f"{MINE}passkey/", headers={"host": "localhost"})
        answer = client.post(f"{MINE}passkey/", body, content_type="application/json", headers={"host": "localhost"})
        assert answer.status_code == 422 and not Passkey.objects.exists()

    @pytest.mark.parametrize(
        ("curve", "kind", "number", "status"),
        [(ec.SECP256R1(), 1, -7, 200), (ec.SECP384R1(), 2, -35, 422), (ec.SECP521R1(), 3, -36, 422)],
    )
    def test_only_the_algorithms_that_were_asked_for_are_taken(self, client, judge, knock, curve, kind, number, status):
        knock(client, judge.username, RIGHT)
        wanted = client.get(f"{MINE}passkey/", headers={"host": "localhost"}).json()
        assert [row["alg"] for row in wanted["pubKeyCredParams"]] == [-8, -7, -257]
        body = made_key(wanted["challenge"], curve, kind, number)
        answer = client.post(f"{MINE}passkey/", body, content_type="application/json", headers={"host": "localhost"})
        assert answer.status_code == status and Passkey.objects.exists() == (status == 200)


def made_key(challenge: str, curve: ec.EllipticCurve, kind: int, algorithm: int) -> dict[str, object]:
    """Return what a browser sends of a new key (WebAuthn, attestation "none"), of any curve and algorithm."""
    point = ec.generate_private_key(curve).public_key().public_numbers()
    size = (curve.key_size + 7) // 8
    key = {1: 2, 3: algorithm, -1: kind, -2: point.x.to_bytes(size, "big"), -3: point.y.to_bytes(size, "big")}
    name = b"sixteen letters!"
    data = hashlib.sha256(b"localhost").digest() + b"\x45" + bytes(4 + 16) + len(name).to_bytes(2, "big") + name
    attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data + cbor2.dumps(key)})
    said = {"type": "webauthn.create", "challenge": challenge, "origin": "http://localhost", "crossOrigin": False}
    return {
        "id": bytes_to_base64url(name),
        "rawId": bytes_to_base64url(name),
        "type": "public-key",
        "response": {
            "clientDataJSON": bytes_to_base64url(json.dumps(said).encode()),
            "attestationObject": bytes_to_base64url(attested),
        },
    }


class TestReset:
    def test_an_organiser_of_the_installation_resets_it(self, client, boss, judge, app, knock):
        theirs = Client()
        knock(theirs, judge.username, RIGHT)
        give(theirs, shown(app))
        knock(client, boss.username, RIGHT)
        sent = {"action": "reset_second_factor", "_selected_action": [judge.pk]}
        assert client.post("/admin/tournaments/user/", sent).status_code == 302
        assert not second_factor.has_one(judge) and not inside(theirs)
        assert knock(theirs, judge.username, RIGHT).url == "/admin/"

    def test_nobody_else_does(self, client, judge, app, knock):
        other = make.arbiter(make.duel(2), "organiser")
        knock(client, other.username, RIGHT)
        client.post("/admin/tournaments/user/", {"action": "reset_second_factor", "_selected_action": [judge.pk]})
        assert second_factor.has_one(judge)

    def test_the_command_line_does_where_nobody_can_sign_in(self, boss, judge, app, capsys):
        call_command("reset_second_factor", judge.username, "--as", boss.username)
        assert not second_factor.has_one(judge)


class TestRequired:
    @pytest.fixture(autouse=True)
    def required(self, settings):
        settings.SECOND_FACTOR_REQUIRED = True

    def test_without_one_only_its_set_up_opens(self, client, judge, knock):
        hidden = judge.appointment_set.get().tournament if hasattr(judge, "appointment_set") else make.duel(2)
        knock(client, judge.username, RIGHT)
        answer = client.get("/admin/")
        assert (answer.status_code, answer.url) == (302, MINE)
        assert client.get(f"/admin/tournaments/tournament/{hidden.pk}/desk/").url == MINE
        assert client.get("/api/v1/me/").status_code in (401, 403)
        assert client.get(MINE).status_code == 200
        assert set_up(client) and inside(client) and client.get("/api/v1/me/").status_code == 200
        assert client.post(MINE, {"do": "remove"}).status_code == 422
        assert second_factor.has_one(judge)

    def test_a_hidden_tournament_is_not_there_until_then(self, client, knock):
        hidden = make.duel(2, published=False)
        judge = make.arbiter(hidden)
        knock(client, judge.username, RIGHT)
        assert client.get(f"/t/{hidden.slug}/").status_code == 404
        set_up(client)
        assert client.get(f"/t/{hidden.slug}/").status_code == 200

    def test_programs_with_a_token_are_not_asked(self, client, boss):
        _token, secret = accounts.make_token(by=boss, name="board", scope="read")
        assert client.get("/api/v1/me/", headers={"authorization": f"Bearer {secret}"}).status_code == 200

    def test_everybody_else_sees_the_public_pages(self, client):
        made = make.duel(2)
        answer = client.get(f"/t/{made.slug}/")
        assert answer.status_code == 200 and "Cookie" not in answer.get("Vary", "")


def test_codes_and_secrets_are_long_and_by_chance(judge):
    secrets = {TOTPDevice(user=judge).bin_key for _number in range(50)}
    assert len(secrets) == 50 and all(len(secret) == 20 for secret in secrets)
    codes = {second_factor.new_code() for _number in range(50)}
    assert len(codes) == 50 and all(re.fullmatch("[a-z2-9]{4}(-[a-z2-9]{4}){3}", code) for code in codes)
    assert len(second_factor._LETTERS) ** 16 >= 2**78


def test_signing_out_is_possible_without(client, judge, settings, knock):
    settings.SECOND_FACTOR_REQUIRED = True
    knock(client, judge.username, RIGHT)
    assert client.post("/admin/logout/").status_code == 200
    assert client.get("/admin/").url.startswith(LOGIN)
