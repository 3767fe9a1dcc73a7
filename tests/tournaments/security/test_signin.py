"""Guessing is slow, and locks nobody out; what happened at the door is written down."""

from __future__ import annotations

import logging

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.tournaments import make
from tests.tournaments.security.conftest import LOGIN, RIGHT
from tournaments.accounts import signin
from tournaments.models import User

pytestmark = pytest.mark.django_db
HELD = "Too many wrong passwords"
NAME_TRIES = int(signin.TRIES["name"][0])


def guess(knock, client, name, times, place="192.0.2.1"):
    return [knock(client, name, f"wrong number {n}", place) for n in range(times)][-1]


def test_after_some_wrong_passwords_even_the_right_one_waits(knock, words):
    judge = make.arbiter(make.duel(2))
    stranger = Client()
    assert HELD not in words(guess(knock, stranger, judge.username, NAME_TRIES))
    for place in ("192.0.2.1", "198.51.100.7"):
        held = knock(Client(), judge.username, RIGHT, place)
        assert held.status_code == 200 and HELD in words(held)
        assert "_auth_user_id" not in Client().session


def test_time_brings_tries_back(knock, monkeypatch):
    judge = make.arbiter(make.duel(2))
    guess(knock, Client(), judge.username, NAME_TRIES + 1)
    monkeypatch.setattr(signin, "monotonic", lambda: 1031.0)
    assert knock(Client(), judge.username, RIGHT).status_code == 302


def test_a_browser_that_signed_in_before_is_not_held_up_by_who_guesses(knock):
    judge = make.arbiter(make.duel(2))
    desk = Client()
    assert knock(desk, judge.username, RIGHT).status_code == 302
    desk.post("/admin/logout/")
    guess(knock, Client(), judge.username, NAME_TRIES + 5)
    assert HELD in knock(Client(), judge.username, RIGHT).content.decode()
    assert knock(desk, judge.username, RIGHT).status_code == 302


def test_a_known_browser_has_its_own_limit_and_only_for_the_name_that_signed_in(knock, words):
    evening = make.duel(2)
    judge, other = make.arbiter(evening), make.arbiter(evening)
    desk = Client()
    knock(desk, judge.username, RIGHT)
    desk.post("/admin/logout/")
    guess(knock, desk, judge.username, int(signin.TRIES["browser"][0]))
    assert HELD in words(knock(desk, judge.username, RIGHT))
    assert knock(Client(), judge.username, RIGHT, "198.51.100.7").status_code == 302
    guess(knock, Client(), other.username, NAME_TRIES)
    assert HELD in words(knock(desk, other.username, RIGHT))


def test_a_mark_of_a_known_browser_ends(knock, words, monkeypatch):
    judge = make.arbiter(make.duel(2))
    desk = Client()
    knock(desk, judge.username, RIGHT)
    desk.post("/admin/logout/")
    monkeypatch.setattr(signin, "KNOWN_FOR", -1)
    guess(knock, Client(), judge.username, NAME_TRIES)
    assert HELD in words(knock(desk, judge.username, RIGHT))


def test_who_tries_too_often_is_written_down(knock, caplog):
    judge = make.arbiter(make.duel(2))
    guess(knock, Client(), judge.username, NAME_TRIES + 1)
    assert caplog.records[-1].getMessage().startswith(f"sign-in held back: '{judge.username}' from 192.0.2.1")


def test_a_made_up_mark_makes_no_known_browser(knock, words):
    """Right in everything but the signature, or without one."""
    judge = make.arbiter(make.duel(2))
    desk = Client()
    knock(desk, judge.username, RIGHT)
    real = desk.cookies["known"].value
    guess(knock, Client(), judge.username, NAME_TRIES)
    signed, _colon, signature = real.rpartition(":")
    said, _colon, _time = signed.rpartition(":")
    for mark in (f"{signed}:{signature[::-1]}", signed, said):
        liar = Client()
        liar.cookies["known"] = mark
        assert HELD in words(knock(liar, judge.username, RIGHT)), mark
    friend = Client()
    friend.cookies["known"] = real
    assert knock(friend, judge.username, RIGHT).status_code == 302


def test_one_address_tries_many_names_only_so_often(knock, words):
    tries = int(signin.TRIES["address"][0])
    for n in range(tries):
        assert HELD not in words(knock(Client(), f"nobody{n}", "wrong", "203.0.113.5"))
    assert HELD in words(knock(Client(), "nobody at all", "wrong", "203.0.113.5"))


def test_signing_in_rightly_spends_nothing(knock):
    judge = make.arbiter(make.duel(2))
    for _ in range(NAME_TRIES * 2):
        assert knock(Client(), judge.username, RIGHT).status_code == 302


def test_who_is_held_back_costs_no_hashing(knock, monkeypatch):
    judge = make.arbiter(make.duel(2))
    guess(knock, Client(), judge.username, NAME_TRIES)
    monkeypatch.setattr(get_user_model(), "check_password", lambda *_: pytest.fail("it was hashed"))
    knock(Client(), judge.username, RIGHT)


def test_what_is_said_is_the_same_for_a_name_that_is_nobodys(knock, words):
    judge = make.arbiter(make.duel(2))
    one, other = (words(knock(Client(), name, "wrong")) for name in (judge.username, "nobody"))
    said = "Please enter the correct username and password"
    assert said in one and said in other


def test_the_mark_is_out_of_reach_for_scripts(knock):
    desk = Client()
    answer = knock(desk, make.arbiter(make.duel(2)).username, RIGHT)
    mark = answer.cookies["known"]
    assert mark["httponly"] and mark["samesite"] == "Lax" and mark["path"] == "/"


def test_the_mark_does_not_tell_the_name_and_any_name_has_one(knock):
    """A name in any writing; in another case it is the same."""
    make.arbiter(make.duel(2))
    User.objects.create_user("Žoë_小", password=RIGHT, is_staff=True)
    desk = Client()
    mark = knock(desk, "Žoë_小", RIGHT).cookies["known"].value
    assert mark.isascii() and "Žo" not in mark
    desk.post("/admin/logout/")
    guess(knock, Client(), "Žoë_小", NAME_TRIES)
    assert knock(desk, "Žoë_小", RIGHT).status_code == 302


def test_who_comes_goes_and_fails_is_written_down_and_no_password(knock, caplog):
    caplog.set_level(logging.INFO, "viertal.security")
    judge = make.arbiter(make.duel(2))
    desk = Client()
    knock(desk, judge.username, RIGHT, "192.0.2.9")
    desk.post("/admin/logout/", REMOTE_ADDR="192.0.2.9")
    knock(desk, judge.username, "wrong horse battery")
    knock(desk, "my password by mistake", "x")
    said = [record.getMessage() for record in caplog.records]
    assert said == [
        f"signed in: '{judge.username}' by password from 192.0.2.9",
        f"signed out: '{judge.username}' from 192.0.2.9",
        f"sign-in failed: '{judge.username}' from 192.0.2.1",
        "sign-in failed: an unknown name from 192.0.2.1",
    ]


def test_who_is_refused_what_is_written_down(caplog, signed_in):
    evening, elsewhere = make.duel(2), make.duel(2)
    judge = make.arbiter(elsewhere)
    assert signed_in(judge).get(f"/admin/tournaments/tournament/{evening.pk}/desk/").status_code == 403
    assert Client().get("/api/v1/me/").status_code == 401
    said = [r.getMessage() for r in caplog.records if r.name == "viertal.security" and r.levelno == logging.WARNING]
    assert said == [
        f"refused: GET /admin/tournaments/tournament/{evening.pk}/desk/ to '{judge.username}' from 127.0.0.1",
        "refused: GET /api/v1/me/ to nobody from 127.0.0.1",
    ]


def test_a_proxy_that_is_not_believed_chooses_no_address(knock, settings, words):
    """Otherwise everybody had as many tries as they can write addresses."""
    tries = int(signin.TRIES["address"][0])
    for n in range(tries + 1):
        answer = Client().post(
            LOGIN, {"username": f"nobody{n}", "password": "x"}, headers={"x-forwarded-for": f"192.0.2.{n}"}
        )
    assert HELD in words(answer)
    signin.buckets.clear()
    settings.PROXY = True
    for n in range(tries + 1):
        answer = Client().post(
            LOGIN, {"username": f"nobody{n}", "password": "x"}, headers={"x-forwarded-for": f"9.9.9.{n}, 192.0.2.77"}
        )
    assert HELD in words(answer)


@pytest.mark.parametrize("there", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"])
def test_signing_in_leads_nowhere_else(knock, there):
    judge = make.arbiter(make.duel(2))
    assert knock(Client(), judge.username, RIGHT, next_page=there).url == "/admin/"
    chosen = Client().post("/i18n/setlang/", {"language": "nl", "next": there})
    assert chosen.url in ("/", "/i18n/setlang/")
