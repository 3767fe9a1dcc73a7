"""A forgotten password is replaced by a link, sent by mail or handed over by an organiser of the installation, or at
the computer."""

from __future__ import annotations

import logging
import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django_otp.plugins.otp_totp.models import TOTPDevice

from config.loglines import masked
from tests.tournaments import make
from tests.tournaments.security.conftest import LOGIN, RIGHT
from tournaments.accounts.passwords import HANDED, MAILED, path_of, user_of
from tournaments.models import LogEntry, Mail, User
from tournaments.services.accounts import accounts
from tournaments.views.accounts import passwords

pytestmark = pytest.mark.django_db
ASK = "/admin/login/forgotten/"
GOOD = "four kites 88 high"
NEW = {"password1": GOOD, "password2": GOOD}


@pytest.fixture
def anna():
    user = make.arbiter(make.duel(2))
    user.email = "anna@club.example"
    user.save()
    return User.objects.get(pk=user.pk)


@pytest.fixture
def mails(settings, monkeypatch):
    """A mail server is set; nothing is sent, because no worker runs."""
    settings.MAIL_SERVER, settings.SITE_URL = object(), "https://club.example"
    monkeypatch.setattr(passwords, "monotonic", lambda: 1000.0)
    passwords.buckets.clear()
    yield
    passwords.buckets.clear()


def later(monkeypatch, seconds):
    now = MAILED._now()
    for links in (HANDED, MAILED):
        monkeypatch.setattr(links, "_now", lambda: now + timedelta(seconds=seconds))


def told(capsys) -> str:
    """The password that the command showed."""
    return re.search(r"with (\S+)\.\n", capsys.readouterr().out)[1]


class TestByMail:
    @pytest.mark.parametrize("name", ["anna@club.example", "ANNA@club.example", "username"])
    def test_a_link_is_sent_and_sets_the_password(self, anna, mails, knock, name):
        Client(HTTP_ACCEPT_LANGUAGE="nl").post(ASK, {"name": anna.username if name == "username" else name})
        mail = Mail.objects.get()
        assert (mail.kind, mail.to, mail.language) == ("password", "anna@club.example", "nl")
        guest = Client()
        assert guest.get(mail.parameters["path"]).status_code == 200
        assert guest.post(mail.parameters["path"], NEW).url == LOGIN
        page = guest.get(LOGIN).content.decode()
        assert "Your new password is set" in page and "not saved" not in page
        assert "_auth_user_id" not in guest.session
        assert knock(Client(), anna.username, RIGHT).status_code == 200
        assert knock(Client(), anna.username, GOOD).status_code == 302

    def test_what_is_said_is_the_same_whoever_is_meant(self, anna, mails, evening, boss):
        code = make.staff_code(evening, boss)
        User.objects.filter(pk=boss.pk).update(email="closed@club.example", is_active=False)
        User.objects.create_user("provided", email="provided@club.example", is_staff=True)
        names = [anna.username, "nobody", "closed@club.example", "provided", code.user.username, "x@y.example"]
        pages = []
        for name in names:
            passwords.buckets.clear()
            answer = Client().post(ASK, {"name": name})
            pages.append((answer.status_code, answer.content.decode().partition('<div class="v-desk')[2]))
        assert len(set(pages)) == 1
        assert [mail.to for mail in Mail.objects.all()] == ["anna@club.example"]

    def test_the_same_is_done_whoever_is_meant(self, anna, mails, monkeypatch, django_capture_on_commit_callbacks):
        """Time is not measured here: the statements that the database gets, and the tasks of the worker."""
        sent = []
        monkeypatch.setattr("tournaments.domain.queue.send", lambda *task: sent.append(task))
        done = []
        for name in (anna.username, "nobody", "x@y.example"):
            passwords.buckets.clear()
            with CaptureQueriesContext(connection) as asked, django_capture_on_commit_callbacks(execute=True):
                Client().post(ASK, {"name": name})
            # who acts is told to the database once a transaction, and here all are in one
            asked_for = [query["sql"] for query in asked.captured_queries if "set_config" not in query["sql"]]
            words = [sql.split()[:3] for sql in asked_for if sql.split()[0] in ("SELECT", "INSERT", "UPDATE", "DELETE")]
            done.append((words, sent[:]))
            sent.clear()
        assert done[0] == done[1] == done[2] and done[0][1] == [("send_mails",)] * 2
        assert Mail.objects.count() == 1

    def test_asking_is_limited_for_a_name_and_for_an_address(self, anna, mails, words):
        most = int(passwords.LIMITS["name"][0])
        for _ in range(most):
            assert Client().post(ASK, {"name": anna.username}).status_code == 200
        held = Client().post(ASK, {"name": anna.username})
        assert held.status_code == 422 and "Too many links" in words(held)
        assert Mail.objects.count() == most
        for number in range(int(passwords.LIMITS["address"][0])):
            answer = Client().post(ASK, {"name": f"nobody{number}"})
        assert answer.status_code == 422

    def test_without_a_mail_server_there_is_no_such_page_and_no_way_to_it(self, anna, words):
        assert Client().get(ASK).status_code == 404
        assert ASK not in words(Client().get(LOGIN))

    def test_the_login_page_leads_to_it(self, mails, words):
        assert ASK in words(Client().get(LOGIN))
        assert "user name or e-mail address" in words(Client().get(ASK))


class TestTheLink:
    @pytest.mark.parametrize(("links", "seconds"), [(MAILED, 3600), (HANDED, 7 * 24 * 3600)], ids=["mailed", "handed"])
    def test_it_ends(self, anna, monkeypatch, links, seconds):
        path = path_of(anna, links)
        later(monkeypatch, seconds - 5)
        assert Client().get(path).status_code == 200
        later(monkeypatch, 15)
        assert Client().post(path, NEW).status_code == 404
        anna.refresh_from_db()
        assert anna.check_password(RIGHT)

    def test_it_works_once_and_so_do_its_sisters(self, anna):
        first, second = path_of(anna, MAILED), path_of(anna, HANDED)
        assert Client().post(first, NEW).status_code == 302
        for path in (first, second):
            assert (
                Client().post(path, {"password1": "other 77 kites", "password2": "other 77 kites"}).status_code == 404
            )
        anna.refresh_from_db()
        assert anna.check_password(GOOD)

    def test_it_is_one_persons(self, anna, boss):
        other = path_of(User.objects.get(pk=boss.pk), MAILED).split("/")
        path = path_of(anna, MAILED).split("/")
        path[-3] = other[-3]
        assert Client().post("/".join(path), NEW).status_code == 404

    @pytest.mark.parametrize("uid", ["x", "MQ", "4pyT", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5", "LTE"])
    @pytest.mark.parametrize("token", ["x", "x-y", "0-0", "zzzzzzzzzzzzzzz-0"])
    def test_what_is_made_up_opens_nothing(self, anna, uid, token):
        assert Client().get(reverse("new_password", args=[uid, token])).status_code == 404

    def test_a_closed_account_and_somebody_by_code_have_none(self, anna, evening, boss):
        path = path_of(anna, HANDED)
        User.objects.filter(pk=anna.pk).update(is_active=False)
        assert Client().get(path).status_code == 404
        code = make.staff_code(evening, boss)
        assert Client().get(path_of(code.user, HANDED)).status_code == 404

    def test_a_second_factor_is_still_asked_for(self, anna, knock):
        TOTPDevice.objects.create(user=anna, name="app", confirmed=True)
        Client().post(path_of(anna, MAILED), NEW)
        guest = Client()
        assert "/admin/login/second/" in knock(guest, anna.username, GOOD).url
        assert "_auth_user_id" not in guest.session

    def test_a_refused_password_is_said_and_the_link_still_works(self, anna, words):
        path = path_of(anna, MAILED)
        bad = Client().post(path, {"password1": "password1234", "password2": "password1234"})
        assert bad.status_code == 422 and "common or leaked" in words(bad)
        assert Client().post(path, NEW).status_code == 302


class TestHandedOver:
    def test_an_organiser_of_the_installation_makes_a_link_and_never_knows_the_password(
        self, anna, boss, signed_in, caplog
    ):
        caplog.set_level(logging.WARNING, "viertal.security")
        answer = signed_in(boss).post(reverse("admin:tournaments_password_link", args=[anna.pk]))
        path = urlsplit(answer.context["link"]).path
        assert answer.context["link"] in answer.content.decode() and "<svg" in answer.content.decode()
        assert Client().post(path, NEW).status_code == 302
        messages = [record.getMessage() for record in caplog.records]
        assert f"password link made: for '{anna.username}' by '{boss.username}'" in messages
        assert f"password set: '{anna.username}' by a link" in messages
        token = path.split("/")[-2]
        assert not LogEntry.objects.filter(new__icontains=token).exists()
        assert masked(f"GET {path} 200").endswith("/…/ 200")

    def test_looking_makes_none(self, anna, boss, signed_in):
        page = signed_in(boss).get(reverse("admin:tournaments_password_link", args=[anna.pk]))
        assert "link" not in page.context

    def test_whoever_organises_one_event_makes_none(self, anna, evening, signed_in):
        client = signed_in(make.arbiter(evening, "organiser"))
        assert client.post(reverse("admin:tournaments_password_link", args=[anna.pk])).status_code == 403


class TestAtTheComputer:
    """It is set anew at the computer that runs the site, and the login page says so."""

    def test_the_login_page_names_the_command_and_whom_to_ask(self, words):
        page = words(Client().get(LOGIN))
        assert "make password" in page and "Ask an organiser" in page

    def test_the_organiser_gets_in_with_the_new_password_alone_and_old_sessions_end(self, knock, capsys, caplog):
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

    def test_another_user_is_named_and_one_who_is_not_there_is_said(self, capsys):
        judge = make.arbiter(make.duel(2))
        call_command("set_password", judge.username)
        password = told(capsys)
        judge.refresh_from_db()
        assert judge.check_password(password)
        with pytest.raises(CommandError, match=f"no user 'nobody'.*{judge.username}"):
            call_command("set_password", "nobody")

    def test_where_there_are_several_organisers_one_must_be_named(self, boss):
        make.organiser()
        with pytest.raises(CommandError, match=f"NAME=.*{boss.username}"):
            call_command("set_password")

    @pytest.mark.parametrize(
        ("typed", "why"),
        [
            (["quite another 1", "quite another 2"], "two different passwords"),
            (["password1234"] * 2, "common or leaked"),
        ],
    )
    def test_a_typed_password_is_checked_and_nothing_changes_where_it_is_refused(self, boss, monkeypatch, typed, why):
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        answers = iter(typed)
        monkeypatch.setattr("tournaments.management.commands.set_password.getpass", lambda _question: next(answers))
        with pytest.raises(CommandError, match=why):
            call_command("set_password")
        boss.refresh_from_db()
        assert boss.check_password(RIGHT)

    def test_a_typed_password_counts(self, boss, monkeypatch, capsys):
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr(
            "tournaments.management.commands.set_password.getpass", lambda _question: "four kites 88 high"
        )
        call_command("set_password")
        boss.refresh_from_db()
        assert boss.check_password("four kites 88 high")
        assert "four kites" not in capsys.readouterr().out


def test_links_of_both_kinds_are_told_apart(anna):
    token = MAILED.make_token(anna)
    assert MAILED.check_token(anna, token) and not HANDED.check_token(anna, token)
    assert user_of("", token) is None
