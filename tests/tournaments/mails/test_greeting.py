"""A mail server is greeted without a mail, and what is wrong with it is said in health and by the doctor."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import closing
from queue import Queue

import pytest
from django.test import Client

from config.environment import MailServer as Address
from launcher import doctor
from launcher.programs.ports import listen
from tests.support.waiting import until
from tests.tournaments import make
from tournaments.domain import outbound_mail
from tournaments.selectors.site import health


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[health.MailServer]:
    """The mail server as health knows it: nobody greeted it yet, and each look is a new one."""
    monkeypatch.setattr(health, "MAIL", health.MailServer())
    monkeypatch.setattr(health, "AGAIN", -1.0)
    yield health.MAIL


def problem() -> str:
    return str(outbound_mail.trouble())


def test_a_server_that_is_well_is_greeted_and_gets_no_mail(server):
    assert outbound_mail.trouble() is None
    assert (server.connections, server.taken) == (1, [])


def test_each_way_of_not_being_well_has_its_sentence(server, settings):
    server.answers["CONNECT"] = ["554 not today"]
    assert problem() == "The mail server refuses to accept e-mails: 554 not today"
    server.answers |= {"EHLO": ["502 no"], "HELO": ["550 we do not know you"]}
    assert problem() == "The mail server refuses to accept e-mails: 550 we do not know you"
    server.answers["CONNECT"] = [None]
    assert problem() == "The mail server does not answer."
    settings.MAIL_SERVER = Address("127.0.0.1", server.port, "club", "an old password", "none")
    server.answers["AUTH"] = ["535 wrong", "535 wrong"]
    assert problem().startswith("The mail server refuses the user name or the password in EMAIL_URL")
    for strange in (
        Address("127.0.0.1", server.port, "club", "öffne dich", "none"),
        Address("a..b", 25, "", "", "none"),
    ):
        settings.MAIL_SERVER = strange
        assert problem() == f"The mail server cannot be reached: {outbound_mail.NOT_ASCII}."
    assert not server.taken


def test_health_names_it_without_the_servers_words_and_the_site_stays_ready(db, asked, server, monkeypatch, caplog):
    monkeypatch.setattr(health, "NEEDED", ("database", "disk"))  # no worker runs beside this test
    server.answers["CONNECT"] = ["554 mail.example wants nobody"]
    asked.greet()
    answer = Client().get("/health/ready")
    assert answer.status_code == 200
    part = json.loads(answer.content)["parts"]["mail"]
    assert part["ok"] is False and part["greeted"]
    assert b"mail.example" not in answer.content and "mail.example wants nobody" in caplog.text
    staff = Client()
    staff.force_login(make.organiser())
    page = staff.get("/admin/well/").content.decode()
    assert "No e-mails waiting. The mail server refuses to accept e-mails: 554 mail.example wants nobody" in page
    asked.greet()
    assert json.loads(Client().get("/health/ready").content)["parts"]["mail"]["ok"] is True


def test_who_asks_for_health_does_not_wait_for_the_server(asked, server):
    assert asked.part() == health.Part(True), "nobody knows yet"
    asked.part()
    until(lambda: asked.part().facts.get("greeted"))
    assert server.connections == 1, "it is greeted once in a while, however often somebody asks"


def test_a_server_that_answers_nothing_holds_one_thread(asked, server, monkeypatch):
    """One that sends a letter now and then may hold it for hours; nobody else is sent after it meanwhile."""
    begun: Queue[None] = Queue()
    ended = threading.Event()

    def trouble() -> None:
        begun.put(None)
        ended.wait()

    monkeypatch.setattr(health, "GREETED", -1.0)
    monkeypatch.setattr(outbound_mail, "trouble", trouble)
    try:
        asked.part()
        begun.get()
        assert asked.part() == asked.part() == health.Part(True)
        names = [thread.name for thread in threading.enumerate()]
        assert names.count("mail server") == 1
    finally:
        ended.set()


def test_the_doctor_greets_it_too(server):
    env = {"EMAIL_URL": f"smtp://127.0.0.1:{server.port}?tls=none", "MAIL_FROM": "evening@club.example"}
    env["SITE_URL"] = "https://club.example"
    assert [remark.mark for remark in doctor.mail(env)] == [doctor.GOOD]
    assert not list(doctor.mail({}))
    with closing(listen("127.0.0.1", 0)) as sock:
        env["EMAIL_URL"] = f"smtp://127.0.0.1:{sock.getsockname()[1]}?tls=none"
    (remark,) = doctor.mail(env)
    assert remark.mark == doctor.BAD and "cannot be reached" in remark.seen and "EMAIL_URL" in remark.advice
    assert not server.taken
