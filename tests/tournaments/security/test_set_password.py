"""A forgotten password is set anew at the computer that runs the site, and the login page says so."""

from __future__ import annotations

import logging
import re

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.tournaments import make
from tests.tournaments.security.conftest import LOGIN, RIGHT
from tournaments.models import LogEntry, User
from tournaments.services.accounts import accounts

pytestmark = pytest.mark.django_db


def told(capsys) -> str:
    """The password that the command showed."""
    return re.search(r"with (\S+)\.\n", capsys.readouterr().out)[1]


def test_the_login_page_names_the_command_and_whom_to_ask(words):
    page = words(Client().get(LOGIN))
    assert "make password" in page and "Ask an organiser" in page


def test_the_organiser_gets_in_with_the_new_password_alone_and_old_sessions_end(knock, capsys, caplog):
    caplog.set_level(logging.WARNING, "viertal.security")
    organiser = User.objects.create_superuser("organiser", password=RIGHT)
    make.organiser()
    _token, secret = accounts.make_token(by=organiser, name="board", scope="read")
    desk = Client()
    assert knock(desk, "organiser", RIGHT).status_code == 302
    call_command("set_password")
    password = told(capsys)
    assert desk.get("/admin/").status_code == 302
    assert knock(Client(), "organiser", RIGHT).status_code == 200
    assert knock(Client(), "organiser", password).status_code == 302
    assert accounts.note_use(secret)
    messages = [record.getMessage() for record in caplog.records]
    assert "password set: 'organiser' at the command line" in messages
    assert not any(password in message for message in messages)
    assert not LogEntry.objects.filter(new__icontains=password).exists()


def test_another_user_is_named_and_one_who_is_not_there_is_said(capsys):
    judge = make.arbiter(make.duel(2))
    call_command("set_password", judge.username)
    password = told(capsys)
    judge.refresh_from_db()
    assert judge.check_password(password)
    with pytest.raises(CommandError, match=f"no user 'nobody'.*{judge.username}"):
        call_command("set_password", "nobody")


def test_where_there_are_several_organisers_one_must_be_named(boss):
    make.organiser()
    with pytest.raises(CommandError, match=f"NAME=.*{boss.username}"):
        call_command("set_password")


@pytest.mark.parametrize(
    ("typed", "why"),
    [(["quite another 1", "quite another 2"], "two different passwords"), (["password1234"] * 2, "common or leaked")],
)
def test_a_typed_password_is_checked_and_nothing_changes_where_it_is_refused(boss, monkeypatch, typed, why):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    answers = iter(typed)
    monkeypatch.setattr("tournaments.management.commands.set_password.getpass", lambda _question: next(answers))
    with pytest.raises(CommandError, match=why):
        call_command("set_password")
    boss.refresh_from_db()
    assert boss.check_password(RIGHT)


def test_a_typed_password_counts(boss, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("tournaments.management.commands.set_password.getpass", lambda _question: "four kites 88 high")
    call_command("set_password")
    boss.refresh_from_db()
    assert boss.check_password("four kites 88 high")
    assert "four kites" not in capsys.readouterr().out
