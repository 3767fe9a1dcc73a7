"""E-mail to players who entered themselves: confirmed by mail where there is a server, whole without one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from config.environment import MailServer as Address
from tests.tournaments.registrations.conftest import offered, sent, typed
from tournaments.domain.errors import Refused
from tournaments.models import Mail, Registration
from tournaments.selectors.people.mails import words as words_of
from tournaments.services.entries import registration_decisions as decisions
from tournaments.services.entries import registration_mails, registrations
from tournaments.services.people import erasure

pytestmark = pytest.mark.django_db
ANNA = "anna@players.example"


@pytest.fixture
def server(settings: Any) -> None:
    """A mail server by the settings; the outbox is not emptied here."""
    settings.MAIL_SERVER = Address("127.0.0.1", 9, "", "", "none")
    settings.SITE_URL = "https://club.example"


def states() -> list[str]:
    return [mail.parameters["state"] for mail in Mail.objects.order_by("id")]


@pytest.mark.usefixtures("server")
class TestWithAServer:
    def test_an_entry_counts_once_the_address_is_confirmed(self, client, evening, words):
        answer = client.post(f"/t/{evening.slug}/enter/", typed(evening.slug, email=ANNA))
        assert answer.url == f"/t/{evening.slug}/enter/?sent=1"
        row = Registration.objects.get()
        page = words(client.get(answer.url))
        assert "open the link in the e-mail" in page
        assert row.token not in page
        assert row.shown_code not in page
        assert (row.state, states()) == ("unconfirmed", ["confirm"])
        text = words_of(Mail.objects.get(), "https://club.example").text
        link = re.search(r"https://club\.example(/e/\S+)", text)
        assert link is not None
        own = link[1]
        # virus scanners open links
        assert "Confirm my entry" in words(client.get(own))
        row.refresh_from_db()
        assert row.state == "unconfirmed"
        client.post(own, {"do": "confirm"})
        client.post(own, {"do": "confirm"})
        row.refresh_from_db()
        assert (row.state, states()) == ("pending", ["confirm", "received"])
        assert row.shown_code in words(client.get(own))

    def test_without_an_address_the_code_on_the_screen_confirms(self, client, evening):
        answer = client.post(f"/t/{evening.slug}/enter/", typed(evening.slug))
        row = Registration.objects.get()
        assert (row.state, answer.url) == ("pending", f"/e/{row.token}/")
        assert not Mail.objects.exists()

    def test_an_unconfirmed_entry_takes_no_place(self, client, words):
        made = offered(1, {"places": 2})
        sent(made, email=ANNA)
        assert "1 of 2 taken" in words(client.get(f"/t/{made.slug}/enter/"))

    def test_an_earlier_entry_that_is_confirmed_late_waits_and_takes_no_third_place_of_two(
        self, client, signed_in, boss, words
    ):
        made = offered(0, {"places": 2})
        kim = sent(made, "Kim Early", email=ANNA)
        for name in ("Lou Next", "Max Last"):
            last = sent(made, name)
        decisions.accept(made.pk, last.pk, by=boss)
        registrations.confirm(kim.pk)
        assert "2 of 2 taken, 1 on the waiting list" in words(client.get(f"/t/{made.slug}/enter/"))
        assert "you go on the waiting list." in words(client.get(f"/e/{kim.token}/"))
        before = Registration.objects.get(name="Lou Next")
        assert "you go on the waiting list." not in words(client.get(f"/e/{before.token}/"))
        desk = words(signed_in(boss).get(reverse("admin:tournaments_registrations", args=[made.pk])))
        assert "2 of 2 taken." in desk and "1 on the waiting list." in desk

    def test_each_step_is_told(self, boss):
        made = offered(0, {"places": 2}, fee="€ 5", fee_note="In cash")
        first, _second, third = (sent(made, name=name, email=ANNA) for name in ("Anna A", "Bert B", "Cleo C"))
        for row in Registration.objects.order_by("id"):
            registrations.confirm(row.pk)
            decisions.accept(made.pk, row.pk, by=boss)
        registrations.withdraw(first.pk)
        decisions.refuse(made.pk, third.pk, by=boss, reason="Full after all.")
        assert states()[3:] == [
            *("received", "accepted"), *("received", "accepted"), *("received", "waiting"),
            "withdrawn", "moved up", "declined",
        ]  # fmt: skip
        told = [words_of(mail, "https://club.example").text for mail in Mail.objects.order_by("id")]
        assert "Entry fee: € 5. In cash" in told[4]
        assert "Full after all." in told[-1]

    def test_no_row_of_the_outbox_opens_the_page(self, evening):
        row = sent(evening, email=ANNA)
        kept = str(Mail.objects.values_list("parameters", flat=True).get())
        assert row.token not in kept
        assert row.token in words_of(Mail.objects.get(), "https://club.example").text

    def test_delete_my_data_takes_their_mails(self, boss, evening):
        row = sent(evening, email=ANNA)
        decisions.accept(evening.pk, row.pk, by=boss)
        row.refresh_from_db()
        erasure.erase(row.player_id, by=boss, typed="Zoë Later")
        assert not Mail.objects.exists()


class TestWithoutAServer:
    def test_nothing_waits_for_a_mail_and_what_would_be_sent_is_kept(self, client, evening):
        answer = client.post(f"/t/{evening.slug}/enter/", typed(evening.slug, email=ANNA))
        row = Registration.objects.get()
        assert (row.state, answer.url) == ("pending", f"/e/{row.token}/")
        assert states() == ["received"]


class TestMessages:
    def test_a_message_goes_once_to_each_address_of_a_group(self, desk, boss, words):
        made = offered(0, {"places": 2})
        for name, email in (("Anna A", ANNA), ("Anna B", ANNA), ("Cleo C", "cleo@players.example"), ("Dora D", "")):
            decisions.accept(made.pk, sent(made, name=name, email=email).pk, by=boss)
        Mail.objects.all().delete()
        where = reverse("admin:tournaments_registrations_message", args=[made.pk])
        desk.post(where, {"to": "in", "subject": "Door", "text": "It is at the back."})
        desk.post(where, {"to": "waiting", "subject": "Sorry", "text": "Still full."})
        assert [(mail.to, mail.parameters["subject"]) for mail in Mail.objects.order_by("id")] == [
            (ANNA, "Door"),
            ("cleo@players.example", "Sorry"),
        ]
        assert "It is at the back." in words_of(Mail.objects.order_by("id")[0], "https://club.example").text

    @pytest.mark.parametrize("asked", [{"to": "everybody"}, {"subject": " "}, {"text": ""}, {"to": "waiting"}], ids=str)
    def test_a_message_without_a_reader_or_a_text_is_refused(self, boss, evening, asked):
        row = sent(evening, email=ANNA)
        decisions.accept(evening.pk, row.pk, by=boss)
        with pytest.raises(Refused):
            registration_mails.message(evening.pk, by=boss, **({"to": "in", "subject": "A", "text": "B"} | asked))


def desk_page(boss, evening):
    desk = Client()
    desk.force_login(boss)
    return desk.get(reverse("admin:tournaments_registrations", args=[evening.pk])).content.decode()


@pytest.mark.usefixtures("server")
def test_an_address_that_a_player_changes_is_confirmed_before_anything_else_goes_there(client, evening, boss):
    row = sent(evening, email=ANNA)
    registrations.confirm(row.pk)
    row.refresh_from_db()
    assert row.email_confirmed_at is not None
    own, new = reverse("registration", args=[row.token]), "new@players.example"
    form = {"do": "change", "name": row.name, "name_shown": "full", "email": new}
    assert client.post(own, form).status_code == 303
    row.refresh_from_db()
    assert (row.email, row.email_confirmed_at) == (new, None) and row.email_asked_at is not None
    waits = "New address, not confirmed yet"
    assert waits in desk_page(boss, evening), "the desk would wait for an answer that never comes"
    question = Mail.objects.order_by("pk").last()
    assert (question.to, question.parameters["state"]) == (new, "address")
    decisions.accept(evening.pk, row.pk, by=boss)
    assert not Mail.objects.filter(to=new).exclude(pk=question.pk).exists(), "nothing else goes there"
    # whoever only has the page cannot confirm it
    assert client.post(own, {"do": "address"}).status_code == 422
    link = re.search(r"https://club\.example(/\S+\?address=\w+)", words_of(question, "https://club.example").text)[1]
    assert "Confirm this address" in client.get(link).content.decode()
    row.refresh_from_db()
    assert row.email_confirmed_at is None, "virus scanners open links"
    assert client.post(link, {"do": "address"}).status_code == 303
    row.refresh_from_db()
    assert row.email_confirmed_at is not None and row.email_asked_at is None
    assert waits not in desk_page(boss, evening)
    registrations.withdraw(row.pk)
    assert Mail.objects.filter(to=new).count() == 2
