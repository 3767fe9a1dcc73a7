"""Mails: written with what causes them, sent by a real conversation, tried again, given up, forgotten."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.utils import timezone

from config.environment import MailServer as Address
from tests.support.smtp import text_of
from tests.tournaments import make
from tests.tournaments.rounds.test_races import at_once
from tournaments.domain import outbound_mail
from tournaments.domain.errors import Refused
from tournaments.jobs import mails as job
from tournaments.models import Mail, Tournament
from tournaments.sentences import sentence
from tournaments.services import mails
from tournaments.services.people import erasure

pytestmark = pytest.mark.django_db
ANNA = "anna@players.example"


def password(to: str = ANNA, **more: Any) -> Mail:
    mail = mails.send_later("password", to, "en", username="anna", path="/admin/reset/key/", **more)
    assert mail is not None
    return mail


def message(tournament: Tournament, to: str = ANNA, language: str = "en") -> Mail | None:
    letter = {"sender": "Boss", "subject": "Door", "text": "It is at the back.", "path": ""}
    return mails.send_later("message", to, language, tournament=tournament, **letter)


def run_due() -> None:
    Mail.objects.filter(state="waiting").update(next_at=timezone.now())
    job.send()


class TestSent:
    def test_a_mail_arrives_as_text_and_html_with_the_headers_of_a_program(self, server):
        mail = password()
        run_due()
        (to, letter) = server.taken[0]
        assert (to, letter["From"], letter["To"]) == (ANNA, "Club Evening <evening@club.example>", ANNA)
        assert letter["Subject"] == "A new password for club.example"
        assert letter["Message-ID"] == f"<{mail.number}@club.example>"
        assert letter["Auto-Submitted"] == "auto-generated"
        assert "\nhttps://club.example/admin/reset/key/\n" in text_of(letter)
        assert '<a href="https://club.example/admin/reset/key/">' in text_of(letter, "html")
        assert letter["List-Unsubscribe"] is None
        mail.refresh_from_db()
        assert (mail.state, mail.attempts, mail.problem) == ("sent", 1, None) and mail.sent_at is not None
        run_due()
        assert len(server.taken) == 1

    def test_the_key_to_an_account_is_forgotten_when_its_mail_is_sent(self, server):
        mail = password()
        run_due()
        mail.refresh_from_db()
        assert mail.parameters == {}

    def test_what_is_undone_is_not_sent(self, server):
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            password()
            raise ZeroDivisionError
        run_due()
        assert server.taken == [] and not Mail.objects.exists()

    @pytest.mark.parametrize(
        ("language", "word"),
        [("en", "Hello"), ("nl-BE", "Viertal"), ("de", "Viertal"), ("af", "Viertal"), ("xx", "Hello")],
    )
    def test_the_readers_language_is_the_mails(self, server, language, word):
        mail = mails.send_later("test", ANNA, language)
        assert mail is not None
        assert mail.language == {"nl-BE": "nl", "xx": "en"}.get(language, language)
        run_due()
        assert f'<html lang="{mail.language}">' in text_of(server.letters[0], "html")
        assert word in text_of(server.letters[0])

    def test_several_share_a_connection(self, server):
        for number in range(5):
            password(f"p{number}@players.example")
        run_due()
        assert (len(server.taken), server.connections) == (5, 1)

    def test_a_hostile_name_gets_into_no_header_and_leads_nowhere(self, server):
        evening = make.duel(2, name="Evening\r\nBcc: all@players.example")
        mails.send_later(
            "entry", ANNA, "en", tournament=evening, name="https://evil.example/x <b>", state="accepted",
            path="/t/x/entry/key/", note="",
        )  # fmt: skip
        run_due()
        letter = server.letters[0]
        assert letter["Bcc"] is None and "all @ players. example" in letter["Subject"]
        assert "evil.example" not in text_of(letter) and "https://evil" not in text_of(letter, "html")
        assert "<b>" not in text_of(letter, "html")


class TestRefused:
    def test_for_now_it_is_tried_again_with_growing_pauses_and_then_given_up(self, server):
        mail = password(lifetime=timedelta(days=9))
        server.answers["RCPT"] = ["451 greylisted"] * 20
        pauses = []
        for _ in range(len(job.PAUSES)):
            run_due()
            mail.refresh_from_db()
            pauses.append(round((mail.next_at - timezone.now()).total_seconds(), -1))
        assert pauses == sorted(pauses) and pauses[0] == 60 and mail.state == "waiting"
        assert sentence(mail.problem) == "The mail server refuses this e-mail: 451 greylisted"
        run_due()
        mail.refresh_from_db()
        assert mail.state == "given up" and server.taken == []

    def test_for_good_it_is_given_up_and_the_others_are_sent(self, server):
        server.answers["RCPT"] = ["550 no such user"]
        first, second = password("gone@players.example"), password()
        run_due()
        first.refresh_from_db()
        second.refresh_from_db()
        assert (first.state, second.state) == ("given up", "sent")
        assert sentence(first.problem) == "The mail server refuses this e-mail: 550 no such user"

    def test_tried_again_by_a_person_it_is_sent(self, server, boss):
        evening = make.duel(2)
        server.answers["DATA"] = ["554 looks like spam"]
        mail = message(evening)
        assert mail is not None
        run_due()
        with pytest.raises(PermissionDenied):
            mails.try_again(mail.pk, by=make.arbiter(evening))
        mails.try_again(mail.pk, by=boss)
        run_due()
        mail.refresh_from_db()
        assert mail.state == "sent" and len(server.taken) == 1
        with pytest.raises(Refused):
            mails.try_again(mail.pk, by=boss)

    @pytest.mark.parametrize(
        ("command", "answer", "said"),
        [
            ("CONNECT", "421 too busy", "refuses to accept e-mails"),
            ("CONNECT", None, "does not answer"),
            ("AUTH", "535 wrong", "user name or the password"),
            ("MAIL", "550 not yours", "refuses the sender"),
            ("RCPT", None, "does not answer"),
        ],
    )
    def test_a_server_that_takes_nothing_is_left_alone_for_a_minute_and_nothing_is_lost(
        self, server, settings, command, answer, said
    ):
        settings.MAIL_SERVER = Address("127.0.0.1", server.port, "club", "secret", "none")
        server.answers[command] = [answer] * (2 if command == "AUTH" else 1)  # two ways to sign in are tried
        first, second = password(), password("bert@players.example")
        run_due()
        for mail in (first, second):
            mail.refresh_from_db()
            assert mail.state == "waiting" and said in sentence(mail.problem)
        assert not job.due().exists() and first.next_at < timezone.now() + 2 * job.REST
        connections = server.connections
        job.send()
        assert server.connections == connections
        run_due()
        assert len(server.taken) == 2

    def test_a_dead_server_is_said_in_plain_words(self, server):
        mail = password()
        server.close()
        run_due()
        mail.refresh_from_db()
        assert mail.state == "waiting" and "cannot be reached" in sentence(mail.problem)

    def test_a_silent_server_costs_a_few_seconds(self, server, monkeypatch):
        monkeypatch.setattr(outbound_mail, "PATIENCE", 0.2)
        waits = threading.Event()
        server.on_data = lambda: waits.wait(5)
        mail = password()
        run_due()
        waits.set()
        mail.refresh_from_db()
        assert mail.state == "waiting" and "does not answer" in sentence(mail.problem)

    def test_a_mail_of_no_use_any_more_is_not_sent(self, server):
        mail = password()
        Mail.objects.update(expires_at=timezone.now())
        run_due()
        mail.refresh_from_db()
        assert (mail.state, mail.parameters, server.taken) == ("given up", {}, [])


@pytest.mark.django_db(transaction=True)
class TestWorkers:
    def test_killed_in_the_middle_the_next_one_sends_it_with_the_same_number(self, server):
        mail = password()

        class Killed(BaseException):
            pass

        def kill(*_anything: Any) -> None:
            raise Killed

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(job, "_conclude", kill)
            with pytest.raises(Killed):
                job.send()
        connection.close()  # what is left of a process that died
        assert not job.due().exists(), "until its time is over it belongs to the one that was killed"
        run_due()
        mail.refresh_from_db()
        assert mail.state == "sent"
        assert {letter["Message-ID"] for letter in server.letters} == {f"<{mail.number}@club.example>"}
        assert len(server.letters) == 2

    def test_several_at_once_send_it_once(self, server):
        for number in range(3):
            password(f"p{number}@players.example")
        at_once(*[job.send] * 4)
        assert sorted(to for to, _letter in server.taken) == [f"p{n}@players.example" for n in range(3)]


class TestWithoutAServer:
    def test_nothing_is_sent_and_nothing_is_lost(self, settings):
        settings.MAIL_SERVER = None
        mail = password()
        job.send()
        mail.refresh_from_db()
        assert (mail.state, mail.attempts) == ("waiting", 0)

    def test_sent_by_hand_the_program_does_not_send_it_later(self, server, boss):
        mail = password()
        mails.sent_by_hand(mail.pk, by=boss)
        run_due()
        mail.refresh_from_db()
        assert mail.state == "by hand" and server.taken == []


class TestWriting:
    @pytest.mark.parametrize("to", ["", "anna", "a@b\r\nBcc: c@d.example", "a b@c.example", "a@b.example,c@d.example"])
    def test_what_is_no_address_is_refused(self, to):
        with pytest.raises(Refused, match="is not an e-mail address"):
            password(to)
        assert not Mail.objects.exists()

    def test_other_parameters_are_a_mistake_of_the_program(self):
        with pytest.raises(TypeError):
            mails.send_later("password", ANNA, "en", path="/x/")
        with pytest.raises(TypeError):
            mails.send_later("entry", ANNA, "en", name="A", state="lost", path="", note="")

    def test_with_a_key_it_is_written_once(self):
        password(key="reset:1")
        assert mails.send_later("password", ANNA, "en", key="reset:1", username="anna", path="/x/") is None
        assert Mail.objects.count() == 1

    def test_nobodys_mailbox_is_filled(self, monkeypatch):
        monkeypatch.setattr(mails, "MOST_TO_ADDRESS", 2)
        states = [password(to).state for to in (ANNA, ANNA.upper(), ANNA, "bert@players.example")]
        assert states == ["waiting", "waiting", "given up", "waiting"]

    def test_strangers_use_up_nothing_of_what_the_owner_of_an_address_asks_for(self, monkeypatch):
        monkeypatch.setattr(mails, "MOST_TO_ADDRESS", 2)
        monkeypatch.setattr(mails, "MOST_OF_EVENT", 2)
        evening = make.duel(2)

        def entry(state: str) -> str:
            asked = {"name": "Anna", "state": state, "path": "/x/", "note": ""}
            mail = mails.send_later("entry", ANNA, "en", tournament=evening, **asked)
            assert mail is not None
            return mail.state

        assert [entry("confirm") for _ in range(3)] == ["waiting", "waiting", "given up"]
        # a link for a new password, the news of an own entry, the organiser's message
        assert password().state == "waiting"
        assert entry("moved up") == "waiting"
        told = message(evening)
        assert told is not None and told.state == "waiting"

    def test_an_event_has_a_limit_an_hour(self, monkeypatch):
        monkeypatch.setattr(mails, "MOST_OF_EVENT", 1)
        evening = make.duel(2)
        sent = [message(evening), message(evening, "bert@players.example"), message(make.duel(2))]
        assert [mail and mail.state for mail in sent] == ["waiting", "given up", "waiting"]

    def test_old_mails_are_forgotten(self, server):
        mail = message(make.duel(2))
        assert mail is not None
        run_due()
        job.forget_old()
        assert Mail.objects.get().to == ANNA
        Mail.objects.update(created_at=timezone.now() - timedelta(days=31))
        job.forget_old()
        mail.refresh_from_db()
        assert (mail.to, mail.parameters, mail.state) == ("", {}, "sent")
        Mail.objects.update(created_at=timezone.now() - timedelta(days=366))
        job.forget_old()
        assert not Mail.objects.exists()


def test_with_a_persons_data_their_mails_go(boss):
    evening = make.duel(2)
    theirs, other = evening.entries.select_related("player").order_by("number")
    name = theirs.player.name
    for entry in (theirs, other):
        mails.send_later("link", ANNA, "en", tournament=evening, entry=entry, name=entry.player.name)
    report = {"name": "Boss", "lines": [f"1. {name} 3"], "more": False, "path": "/"}
    mails.send_later("report", "boss@club.example", "en", tournament=evening, **report)
    erasure.erase(theirs.player_id, by=boss, typed=name)
    assert not Mail.objects.filter(entry=theirs).exists() and Mail.objects.filter(entry=other).exists()
    kept = Mail.objects.get(kind="report").parameters
    assert name not in str(kept) and kept["lines"][0].startswith("1. Player")


class TestStopping:
    def test_one_click_of_the_mail_program_ends_them(self, server, client):
        evening = make.duel(2)
        message(evening)
        run_due()
        letter = server.letters[0]
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        link = letter["List-Unsubscribe"].strip(" <>")
        assert link.startswith("https://club.example/mail/stop/") and link in text_of(letter)
        waiting = message(evening)
        assert waiting is not None
        path = link.removeprefix("https://club.example")
        assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
        run_due()
        waiting.refresh_from_db()
        assert (waiting.state, len(server.letters)) == ("given up", 1)
        assert message(evening, ANNA.upper()) is None
        assert message(evening, "bert@players.example") is not None
        password()
        run_due()
        assert len(server.letters) == 3, "what is no list still comes"

    def test_opening_the_link_asks_and_changes_nothing(self, server, client):
        message(make.duel(2))
        run_due()
        path = server.letters[0]["List-Unsubscribe"].strip(" <>").removeprefix("https://club.example")
        page = client.get(path)
        assert b"Stop these e-mails" in page.content and ANNA.encode() not in page.content
        assert page.headers["Referrer-Policy"] == "no-referrer"
        assert message(make.duel(2)) is not None
        assert b"Done" in client.post(path).content

    def test_a_link_that_was_never_sent_leads_nowhere(self, client):
        assert client.post("/mail/stop/made-up/").status_code == 404
