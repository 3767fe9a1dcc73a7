"""The length of sessions, and the ways to end them."""

from __future__ import annotations

import time

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.security.conftest import RIGHT
from tournaments.accounts import passwords, sessions
from tournaments.models import ApiToken, User
from tournaments.services.accounts import accounts

pytestmark = pytest.mark.django_db
DESK = "/admin/"


def signed_in_at(client):
    return client.get(DESK).status_code == 200


def set_back(client, **ages):
    """Make a session older, as if so many seconds had gone."""
    session = client.session
    for name, age in ages.items():
        session[name] = int(time.time()) - age
    session.save()


def test_it_gets_a_new_key_at_the_sign_in_at_the_proof_and_at_the_sign_out(knock):
    judge = make.arbiter(make.duel(2))
    client = Client()
    client.get("/admin/login/")
    planted = client.session
    planted["planted"] = True
    planted.save()
    client.cookies["sessionid"] = planted.session_key
    knock(client, judge.username, RIGHT)
    first = client.session.session_key
    assert first != planted.session_key
    client.post(reverse("admin:tournaments_again"), {"password": RIGHT, "next": "/admin/"})
    second = client.session.session_key
    assert second != first
    client.post("/admin/logout/")
    assert not Session.objects.filter(session_key__in=[planted.session_key, first, second]).exists()
    client.cookies["sessionid"] = second
    assert not signed_in_at(client)


def test_keys_are_long_and_by_chance(client, evening):
    keys = set()
    for _ in range(20):
        client.force_login(make.arbiter(evening))
        keys.add(client.session.session_key)
        client.logout()
    assert len(keys) == 20
    assert all(len(key) == 32 and key.isalnum() for key in keys)  # 32 of 36 signs: 165 bits


def test_it_ends_when_nobody_uses_it(client, evening, settings):
    client.force_login(make.arbiter(evening))
    assert settings.SESSION_COOKIE_AGE == 12 * 3600
    session = Session.objects.get()
    left = session.expire_date.timestamp() - time.time()
    assert 0 < left <= settings.SESSION_COOKIE_AGE
    Session.objects.update(expire_date="2020-01-01T00:00Z")
    assert not signed_in_at(client)


def test_it_ends_after_a_week_however_busy(client, evening):
    client.force_login(make.arbiter(evening))
    set_back(client, began=sessions.LONGEST - 60)
    assert signed_in_at(client)
    set_back(client, began=sessions.LONGEST + 1)
    assert not signed_in_at(client)
    assert not Session.objects.filter(session_key=client.cookies["sessionid"].value).exists()


def test_one_that_does_not_say_when_it_began_is_none(client, evening):
    client.force_login(make.arbiter(evening))
    session = client.session
    del session["began"]
    session.save()
    assert not signed_in_at(client)


def test_using_it_keeps_it_and_what_an_open_page_asks_by_itself_does_not(client, boss):
    evening = make.duel(2)
    client.force_login(boss)
    desk = reverse("admin:tournaments_desk", args=[evening.pk])
    set_back(client, seen=3600)
    before = Session.objects.get().expire_date
    for name in ("desk_version", "here"):
        client.get(reverse(f"admin:tournaments_{name}", args=[evening.pk]), headers={"Accept": "application/json"})
        assert Session.objects.get().expire_date == before, name
    client.get(desk)
    assert Session.objects.get().expire_date > before
    kept = Session.objects.get().expire_date
    client.get(desk)
    assert Session.objects.get().expire_date == kept  # once in ten minutes, not at every page


def test_a_new_password_ends_the_other_sessions(client, knock):
    judge = make.arbiter(make.duel(2))
    elsewhere = Client()
    for browser in (client, elsewhere):
        browser.force_login(judge)
    answer = client.post(
        "/admin/password_change/",
        {"old_password": RIGHT, "new_password1": "lorry moss tangent", "new_password2": "lorry moss tangent"},
    )
    assert answer.status_code == 302
    assert signed_in_at(client) and not signed_in_at(elsewhere)


def test_a_new_password_needs_the_old_one(client):
    judge = make.arbiter(make.duel(2))
    client.force_login(judge)
    new = {"new_password1": "lorry moss tangent", "new_password2": "lorry moss tangent"}
    assert client.post("/admin/password_change/", {"old_password": "guessed", **new}).status_code == 200
    judge.refresh_from_db()
    assert judge.check_password(RIGHT)


def test_the_old_one_cannot_be_guessed_at_a_desk_left_alone(client, words):
    judge = make.arbiter(make.duel(2))
    client.force_login(judge)
    new = {"new_password1": "lorry moss tangent", "new_password2": "lorry moss tangent"}
    for n in range(10):
        assert client.post("/admin/password_change/", {"old_password": f"guess {n}", **new}).status_code == 200
    held = client.post("/admin/password_change/", {"old_password": RIGHT, **new}, follow=True)
    assert "Too many wrong passwords" in words(held)
    judge.refresh_from_db()
    assert judge.check_password(RIGHT)


@pytest.mark.parametrize("end", ["closed", "deleted"])
def test_an_account_that_ends_is_signed_out_at_once_with_its_tokens(client, evening, end):
    judge = make.arbiter(evening)
    token = ApiToken(user=judge, name="program")
    secret = token.give_secret()
    token.save()
    client.force_login(judge)
    me = {"authorization": f"Bearer {secret}"}
    assert signed_in_at(client) and Client().get("/api/v1/me/", headers=me).status_code == 200
    if end == "closed":
        judge.is_active = False
        judge.save()
    else:
        judge.delete()
    assert not signed_in_at(client)
    assert Client().get("/api/v1/me/", headers=me).status_code == 401


def test_a_user_sees_where_they_are_signed_in_and_ends_the_others(client, words):
    judge, other = (make.arbiter(make.duel(2)) for _ in range(2))
    elsewhere, stranger = Client(headers={"user-agent": "Phone of <b>Anna</b>"}), Client()
    client.force_login(judge)
    stranger.force_login(other)
    elsewhere.post("/admin/login/", {"username": judge.username, "password": RIGHT})
    page = client.get(reverse("admin:tournaments_sessions"))
    assert "Phone of <b>Anna</b>" in words(page) and "<b>Anna</b>" not in page.content.decode()
    assert "this browser" in words(page)
    for key in Session.objects.values_list("session_key", flat=True):
        assert key not in page.content.decode()
    client.post(reverse("admin:tournaments_sessions"))
    assert signed_in_at(client) and not signed_in_at(elsewhere) and signed_in_at(stranger)


def test_an_organiser_of_the_installation_signs_somebody_out(client, boss):
    judge = make.arbiter(make.duel(2))
    browser = Client()
    browser.force_login(judge)
    client.force_login(boss)
    users = reverse("admin:tournaments_user_changelist")
    client.post(users, {"action": "sign_out", "_selected_action": [judge.pk]})
    assert signed_in_at(client) and not signed_in_at(browser)
    browser.force_login(judge)
    browser.post(users, {"action": "sign_out", "_selected_action": [boss.pk]})
    assert signed_in_at(client)


class TestOnceMore:
    """A desk that was left alone makes no organiser of who finds it."""

    def places(self, judge):
        return [
            reverse("admin:tournaments_user_add"),
            reverse("admin:tournaments_user_change", args=[judge.pk]),
            reverse("admin:tournaments_password_link", args=[judge.pk]),
            reverse("admin:tournaments_user_delete", args=[judge.pk]),
            reverse("admin:tournaments_user_changelist"),
            reverse("admin:tournaments_apitoken_add"),
            reverse("admin:tournaments_sessions"),
            reverse("admin:tournaments_player_erase", args=[make.duel(2).entries.first().player_id]),
        ]

    def test_what_reaches_beyond_one_tournament_asks_for_the_password(self, client, boss):
        judge = make.arbiter(make.duel(2))
        client.force_login(boss)
        again = reverse("admin:tournaments_again")
        for place in self.places(judge):
            set_back(client, proved=sessions.FRESH - 60)
            assert client.get(place).status_code == 200, place
            set_back(client, proved=sessions.FRESH + 1)
            asked = client.get(place)
            assert asked.status_code == 302 and asked.url.startswith(f"{again}?next="), place
            set_back(client, proved=sessions.FINISHING + 1)
            assert client.post(place, {"is_superuser": "on"}).url.startswith(again), place
        judge.refresh_from_db()
        assert not judge.is_superuser and ApiToken.objects.count() == 0

    def test_the_password_leads_back_and_a_wrong_one_does_not(self, client, boss, words):
        client.force_login(boss)
        set_back(client, proved=sessions.FRESH + 1)
        there = reverse("admin:tournaments_apitoken_add")
        again = reverse("admin:tournaments_again")
        wrong = client.post(again, {"password": "guessed", "next": there})
        assert wrong.status_code == 422 and "not your password" in words(wrong)
        assert client.get(there).status_code == 302
        right = client.post(again, {"password": RIGHT, "next": there})
        assert right.url == there and client.get(there).status_code == 200

    def test_it_cannot_be_guessed_there_either(self, client, boss, words):
        client.force_login(boss)
        again = reverse("admin:tournaments_again")
        for _ in range(10):
            client.post(again, {"password": "guessed"})
        held = client.post(again, {"password": RIGHT})
        assert held.status_code == 422 and "Too many wrong passwords" in words(held)

    @pytest.mark.parametrize("there", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", ""])
    def test_it_leads_nowhere_else(self, client, boss, there):
        client.force_login(boss)
        answer = client.post(reverse("admin:tournaments_again"), {"password": RIGHT, "next": there})
        assert answer.url == "/admin/"

    def test_nor_does_a_page_delete_a_persons_data_by_the_api(self, client, boss):
        evening = make.duel(2)
        one = evening.entries.order_by("number").first()
        place = f"/api/v1/tournaments/{evening.slug}/entries/{one.number}/person/erasure/"
        client.force_login(boss)
        set_back(client, proved=sessions.FINISHING + 1)
        answer = client.post(place, {"typed": one.player.name}, content_type="application/json")
        assert answer.status_code == 403 and "password" in answer.json()["detail"]
        set_back(client, proved=0)
        assert client.post(place, {"typed": one.player.name}, content_type="application/json").status_code == 200

    def test_at_a_desk_it_is_not_asked(self, client):
        evening = make.duel(2)
        client.force_login(make.arbiter(evening))
        set_back(client, proved=sessions.LONGEST)
        assert client.get(reverse("admin:tournaments_desk", args=[evening.pk])).status_code == 200


class TestTokensAndPasswords:
    """A new password ends what the old one opened."""

    def test_ones_own_tokens_end_with_the_password_where_that_is_ticked(self, client, boss):
        accounts.make_token(by=boss, name="board", scope="read")
        client.force_login(boss)
        client.post(reverse("admin:tournaments_again"), {"password": RIGHT, "next": "/admin/"})
        sent = {"old_password": RIGHT, "new_password1": "lorry moss tangent", "new_password2": "lorry moss tangent"}
        assert 'name="end_tokens"' in client.get("/admin/password_change/").content.decode()
        assert client.post("/admin/password_change/", sent).status_code == 302
        assert ApiToken.objects.get().works, "not ticked"
        sent = {name: "another moss lorry" if "new" in name else "lorry moss tangent" for name in sent}
        assert client.post("/admin/password_change/", {**sent, "end_tokens": "1"}).status_code == 302
        assert not ApiToken.objects.get().works

    def test_a_wrong_old_password_ends_no_token(self, client, boss):
        accounts.make_token(by=boss, name="board", scope="read")
        client.force_login(boss)
        sent = {"old_password": "not this one", "new_password1": "lorry moss tangent", "end_tokens": "1"}
        assert client.post("/admin/password_change/", sent).status_code == 200
        assert ApiToken.objects.get().works

    def test_a_password_set_by_a_link_ends_sessions_and_tokens(self, client, boss, knock):
        judge = make.arbiter(make.duel(2))
        theirs = Client()
        knock(theirs, judge.username, RIGHT)
        accounts.make_token(by=judge, name="board", scope="read")
        mine, _secret = accounts.make_token(by=boss, name="mine", scope="read")
        knock(client, boss.username, RIGHT)
        path = passwords.path_of(User.objects.get(pk=judge.pk), passwords.HANDED)
        new = {"password1": "lorry moss tangent", "password2": "lorry moss tangent"}
        assert Client().post(path, new).status_code == 302
        assert not signed_in_at(theirs) and sessions.of(judge) == []
        assert not ApiToken.objects.get(user=judge).works
        mine.refresh_from_db()
        assert mine.works and signed_in_at(client)
