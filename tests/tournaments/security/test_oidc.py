"""Signing in by a federation's accounts: against a real provider on this machine, also one that lies."""

from __future__ import annotations

import http.client
import time
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django_otp.plugins.otp_totp.models import TOTPDevice
from joserfc.jwk import RSAKey

from config.environment import BadSetting
from config.environment import oidc as read_setting
from tests.support.oidc_provider import CLIENT, SECRET, Provider
from tests.tournaments import make
from tests.tournaments.security.conftest import LOGIN
from tournaments.accounts import oidc
from tournaments.domain.errors import Refused
from tournaments.models import ProviderAccount, User
from tournaments.services.accounts import accounts

pytestmark = pytest.mark.django_db
BEGIN = "/admin/login/oidc/"


@pytest.fixture
def provider(settings):
    running = Provider()
    oidc.forget()
    settings.OIDC = read_setting(
        {
            "OIDC_ISSUER": running.issuer,
            "OIDC_CLIENT_ID": CLIENT,
            "OIDC_CLIENT_SECRET": SECRET,
            "OIDC_NAME": "The League",
        }
    )
    yield running
    running.stop()
    oidc.forget()


@pytest.fixture
def anna(provider):
    user = make.arbiter(make.duel(2))
    ProviderAccount.objects.create(user=user, issuer=provider.issuer, subject=provider.subject)
    return user


def go(client, **query):
    """Begin, sign in there, and give the path of the way back."""
    address = client.get(BEGIN, query).url
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=5)
    connection.request("GET", f"{parts.path}?{parts.query}")
    back = urlsplit(connection.getresponse().headers["Location"])
    connection.close()
    return f"{back.path}?{back.query}"


def sign_in(client, **query):
    return client.get(go(client, **query))


def inside(client):
    return client.get("/admin/").status_code == 200


class TestSigningIn:
    def test_whoever_is_linked_comes_in_and_goes_where_they_wanted(self, anna, provider):
        guest = Client()
        assert sign_in(guest, next="/admin/tournaments/").url == "/admin/tournaments/"
        assert guest.session["_auth_user_id"] == str(anna.pk)
        (asked,) = provider.asked
        assert asked["code_challenge_method"] == "S256" and len(asked["state"]) >= 32 and len(asked["nonce"]) >= 32
        assert asked["redirect_uri"].endswith("/admin/login/oidc/done/") and SECRET not in str(asked)

    def test_the_login_page_names_the_provider_where_there_is_one(self, provider, settings, words):
        assert "Log in with The League" in words(Client().get(LOGIN))
        settings.OIDC = None
        assert BEGIN not in words(Client().get(LOGIN))
        for address in (BEGIN, reverse("oidc_done")):
            assert Client().get(address).status_code == 404

    @pytest.mark.parametrize("there", ["https://evil.example/", "//evil.example", "/\\evil.example"])
    def test_it_leads_nowhere_else(self, anna, there):
        assert sign_in(Client(), next=there).url == "/admin/"

    def test_nobody_is_known_by_an_e_mail_address(self, provider, words):
        user = make.arbiter(make.duel(2))
        User.objects.filter(pk=user.pk).update(email="anna@federation.example")
        provider.claims["email_verified"] = True
        guest = Client()
        assert sign_in(guest).url == LOGIN
        assert not inside(guest) and not ProviderAccount.objects.exists()
        assert "Nobody here has this account" in words(guest.get(LOGIN))

    def test_a_closed_account_stays_closed(self, anna, settings):
        User.objects.filter(pk=anna.pk).update(is_active=False)
        settings.OIDC = replace(settings.OIDC, makes_accounts=True)
        guest = Client()
        sign_in(guest)
        assert not inside(guest) and User.objects.filter(first_name="Anna Smit").count() == 0

    def test_an_account_for_somebody_new_is_made_where_the_setting_says_so_and_may_nothing(self, provider, settings):
        settings.OIDC = replace(settings.OIDC, makes_accounts=True)
        evening = make.duel(2)
        for _again in range(2):
            guest = Client()
            sign_in(guest)
        new = User.objects.get(first_name="Anna Smit")
        assert not new.has_usable_password() and new.email == "" and not new.is_superuser
        assert guest.get(reverse("admin:tournaments_desk", args=[evening.pk])).status_code == 403


class TestTheSecondFactor:
    @pytest.fixture
    def app(self, anna):
        return TOTPDevice.objects.create(user=anna, name="app", confirmed=True)

    @pytest.mark.parametrize(
        ("claims", "strong"),
        [
            ({}, False),
            ({"amr": ["pwd"]}, False),
            ({"amr": "mfa"}, False),
            ({"acr": "1"}, False),
            ({"amr": ["pwd", "mfa"]}, True),
            ({"acr": "mfa"}, True),
        ],
    )
    def test_it_counts_there_only_where_the_provider_says_so(self, app, provider, claims, strong):
        provider.claims = claims
        guest = Client()
        answer = sign_in(guest)
        assert answer.url.startswith("/admin/login/second/") is not strong
        assert inside(guest) is strong

    def test_it_always_counts_where_the_setting_says_so(self, app, provider, settings):
        settings.OIDC = replace(settings.OIDC, is_always_strong=True)
        guest = Client()
        sign_in(guest)
        assert inside(guest)

    @pytest.mark.parametrize("strong", [True, False])
    def test_where_one_is_required_a_weak_sign_in_opens_nothing(self, anna, provider, settings, strong):
        settings.SECOND_FACTOR_REQUIRED = True
        provider.claims = {"amr": ["mfa"]} if strong else {}
        guest = Client()
        sign_in(guest)
        assert inside(guest) is strong


class TestLies:
    @pytest.mark.parametrize(
        "claims",
        [
            {"iss": "https://evil.example"},
            {"iss": None},
            {"aud": "another-program"},
            {"aud": ["another-program"]},
            {"aud": [CLIENT, "another-program"]},
            {"aud": None},
            {"azp": "another-program"},
            {"nonce": "of-another-sign-in"},
            {"nonce": None},
            {"exp": 1_000_000_000},
            {"exp": None},
            {"exp": "tomorrow"},
            {"iat": 4_000_000_000},
            {"iat": None},
            {"nbf": 4_000_000_000},
            {"sub": None},
            {"sub": ""},
            {"sub": 7},
        ],
        ids=str,
    )
    def test_a_token_that_is_not_for_this_sign_in_opens_nothing(self, anna, provider, claims, words):
        provider.claims = claims
        guest = Client()
        assert sign_in(guest).url == LOGIN
        assert not inside(guest) and "did not work" in words(guest.get(LOGIN))

    @pytest.mark.parametrize("algorithm", ["none", "HS256"])
    def test_a_token_that_nobody_signed_or_anybody_could_opens_nothing(self, anna, provider, algorithm):
        provider.algorithm = algorithm
        guest = Client()
        sign_in(guest)
        assert provider.exchanges == 1 and not inside(guest)

    def test_another_key_opens_nothing_and_a_new_one_of_the_provider_does(self, anna, provider):
        sign_in(Client())
        provider.key = RSAKey.generate_key(2048, {"kid": "second", "use": "sig", "alg": "RS256"})
        provider.kid = "second"
        guest = Client()
        sign_in(guest)
        assert not inside(guest)
        provider.public = [provider.key]
        sign_in(guest)
        assert inside(guest)

    def test_an_answer_counts_once_in_the_browser_that_began(self, anna):
        victim, thief = Client(), Client()
        back = go(victim)
        thief.get(back)
        assert not inside(thief)
        go(thief)
        thief.get(back)
        assert not inside(thief)
        assert victim.get(back).url == "/admin/"
        again = Client()
        again.cookies["sessionid"] = victim.cookies["sessionid"].value
        assert again.get(back).url == LOGIN

    def test_the_state_must_be_the_one_that_was_sent(self, anna, provider):
        guest = Client()
        back = go(guest)
        state = parse_qs(urlsplit(back).query)["state"][0]
        guest.get(back.replace(state, state[::-1]))
        assert not inside(guest) and provider.exchanges == 0

    def test_it_must_be_finished_soon(self, anna, monkeypatch):
        guest = Client()
        back = go(guest)
        late = time.time() + oidc.KEPT_FOR + 1
        monkeypatch.setattr(time, "time", lambda: late)
        assert guest.get(back).url == LOGIN

    def test_a_provider_that_refuses_or_is_away_is_said(self, anna, provider, settings, words):
        provider.refuses = "access_denied"
        guest = Client()
        assert sign_in(guest).url == LOGIN
        oidc.forget()
        settings.OIDC = replace(settings.OIDC, issuer="http://127.0.0.1:9")
        assert Client().get(BEGIN).url == LOGIN

    @pytest.mark.parametrize(
        "offer",
        [{"issuer": "https://evil.example"}, {"token_endpoint": None}, {"jwks_uri": "ftp://127.0.0.1/keys"}],
        ids=str,
    )
    def test_an_offer_that_is_not_right_is_not_taken(self, anna, provider, offer):
        provider.offer = offer
        guest = Client()
        answer = guest.get(BEGIN)
        if answer.url != LOGIN:
            sign_in(guest)
        assert not inside(guest)


class TestLinking:
    @pytest.fixture
    def judge(self, knock):
        user = make.arbiter(make.duel(2))
        client = Client()
        knock(client, user.username, "quite long 1")
        return user, client

    def test_an_own_account_is_linked_shown_and_let_go(self, provider, judge, words):
        user, client = judge
        assert sign_in(client, link="1").url == reverse("admin:tournaments_provider")
        account = ProviderAccount.objects.get()
        assert (account.user, account.subject) == (user, provider.subject)
        assert "127.0.0.1" in words(client.get(reverse("admin:tournaments_provider")))
        client.post(reverse("admin:tournaments_provider"), {"account": account.pk})
        assert not ProviderAccount.objects.exists()

    def test_the_password_is_asked_for_first(self, provider, judge):
        _user, client = judge
        session = client.session
        session["proved"] = int(time.time()) - 3600
        session.save()
        assert "/admin/tournaments/user/again/" in client.get(BEGIN, {"link": "1"}).url

    def test_somebody_elses_is_not_taken(self, anna, judge, words):
        _user, client = judge
        sign_in(client, link="1")
        assert ProviderAccount.objects.get().user == anna
        assert "already linked to another user" in words(client.get(reverse("admin:tournaments_provider")))

    def test_the_only_way_in_is_not_let_go(self, provider):
        identity = oidc.Identity(provider.issuer, "new", "Berta", "", False)
        berta = accounts.make_user_of_identity(identity, by=None)
        with pytest.raises(Refused):
            accounts.unlink_identity(berta.provider_accounts.get().pk, by=berta)

    def test_nobody_lets_anothers_go(self, anna, judge):
        user, _client = judge
        accounts.unlink_identity(anna.provider_accounts.get().pk, by=user)
        assert anna.provider_accounts.count() == 1


WHOLE = {"OIDC_ISSUER": "https://id.league.example", "OIDC_CLIENT_ID": "viertal", "OIDC_CLIENT_SECRET": "s"}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"OIDC_ISSUER": "http://id.league.example"}, "https"),
        ({"OIDC_ISSUER": "id.league.example"}, "https"),
        ({"OIDC_ISSUER": "https://id.league.example/?x=1"}, "https"),
        ({"OIDC_CLIENT_ID": ""}, "OIDC_CLIENT_ID"),
        ({"OIDC_CLIENT_SECRET": ""}, "OIDC_CLIENT_SECRET"),
        ({"OIDC_ISSUER": ""}, "OIDC_ISSUER"),
        ({"OIDC_NEW_ACCOUNTS": "perhaps"}, "OIDC_NEW_ACCOUNTS"),
    ],
)
def test_a_setting_that_is_wrong_is_named_and_no_secret(change, why):
    with pytest.raises(BadSetting, match=why) as caught:
        read_setting({**WHOLE, "OIDC_CLIENT_SECRET": "very secret", **change})
    assert "very secret" not in str(caught.value)


def test_the_settings_are_read():
    plain = read_setting(WHOLE)
    assert (plain.name, plain.strong, plain.is_always_strong, plain.makes_accounts) == (
        "id.league.example", frozenset({"mfa"}), False, False,
    )  # fmt: skip
    assert read_setting({**WHOLE, "OIDC_SECOND_FACTOR": "hwk phrh"}).strong == {"hwk", "phrh"}
    assert read_setting({**WHOLE, "OIDC_SECOND_FACTOR": "always"}).is_always_strong
    assert read_setting({}) is None
    assert "very" not in repr(read_setting({**WHOLE, "OIDC_CLIENT_SECRET": "very secret"}))
