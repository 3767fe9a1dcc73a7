"""Mails at the desk, in the admin, and in what says whether all is well."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import make
from tournaments.jobs import mails as job
from tournaments.models import Appointment, Mail, PersonalLink
from tournaments.services import mails

pytestmark = pytest.mark.django_db
ANNA = "anna@players.example"


@pytest.fixture
def mail(evening: Any) -> Mail:
    entry = evening.entries.first()
    written = mails.send_later("link", ANNA, "nl", tournament=evening, entry=entry, name="Anna")
    assert written is not None
    return written


def desk(evening: Any) -> str:
    return reverse("admin:tournaments_mails", args=[evening.pk])


class TestWithoutAServer:
    def test_the_desk_shows_what_would_be_sent_to_copy_or_to_open(self, signed_in, words, boss, evening, mail):
        page = words(signed_in(boss).get(desk(evening)))
        assert "No mail server is set up" in page and "not sent yet" in page
        assert f"/t/{evening.slug}/mine/{mail.entry.number}/" in page
        assert f"mailto:{ANNA}?subject=" in page and "Send it again" not in page

    def test_sent_by_hand_it_says_so(self, desk, words, evening, mail):
        page = desk.post(reverse("admin:tournaments_mail_by_hand", args=[evening.pk, mail.pk]), follow=True)
        assert "sent by hand" in words(page) and "mailto:" not in words(page)

    def test_the_link_in_it_is_the_players_own_once_they_have_one(self, signed_in, words, boss, evening, mail):
        link = PersonalLink.objects.create(entry=mail.entry)
        assert f"/t/{evening.slug}/me/{link.token}/" in words(signed_in(boss).get(desk(evening)))


class TestRights:
    def test_arbiters_and_helpers_see_no_addresses(self, signed_in, evening, mail):
        for role in (Appointment.Role.ARBITER, Appointment.Role.JUDGE, Appointment.Role.HELPER):
            assert signed_in(make.arbiter(evening, role)).get(desk(evening)).status_code == 403
        assert signed_in(make.arbiter(evening, Appointment.Role.CHIEF)).get(desk(evening)).status_code == 200

    def test_a_password_mail_is_at_no_desk(self, signed_in, words, boss, evening):
        mails.send_later("password", ANNA, "en", username="anna", path="/admin/reset/key/")
        assert "/admin/reset/key/" not in words(signed_in(boss).get(desk(evening)))
        assert "/admin/reset/key/" in words(signed_in(boss).get("/admin/mail/"))
        organiser = make.arbiter(evening, Appointment.Role.ORGANISER)
        assert signed_in(organiser).get("/admin/mail/").status_code == 403


class TestGivenUp:
    def test_the_desk_says_why_and_sends_it_again(self, signed_in, words, boss, evening, mail, server):
        server.answers["RCPT"] = ["550 no such user"]
        job.send()
        client = signed_in(boss)
        page = words(client.get(desk(evening)))
        assert "given up" in page and "The mail server refuses this e-mail: 550 no such user" in page
        client.post(reverse("admin:tournaments_mail_again", args=[evening.pk, mail.pk]))
        job.send()
        assert len(server.taken) == 1
        assert "Send it again" not in words(client.get(desk(evening)))

    def test_programs_read_the_same(self, signed_in, boss, evening, mail, server):
        server.answers["RCPT"] = ["550 no such user"]
        job.send()
        client, address = signed_in(boss), f"/api/v1/tournaments/{evening.slug}/mails/"
        (listed,) = client.get(address).json()["results"]
        assert (listed["to"], listed["state"], listed["kind"]) == (ANNA, "given up", "link")
        assert "550 no such user" in listed["problem"] and listed["text"]
        assert client.post(f"{address}{mail.pk}/again/", {}, "application/json").status_code == 202
        marked = client.post(f"{address}{mail.pk}/by-hand/", {}, "application/json").json()
        assert marked["state"] == "by hand" and marked["sent_at"]


class TestIsAllWell:
    def test_it_says_that_mails_wait_and_why(self, desk, words, mail, server):
        assert "1 e-mail waits." in words(desk.get("/admin/well/"))
        server.close()
        job.send()
        page = words(desk.get("/admin/well/"))
        assert "1 e-mail waits. The mail server cannot be reached" in page and "check EMAIL_URL" in page

    def test_without_a_server_it_is_no_trouble(self, desk, words):
        assert "No mail server is set up, so nothing is sent." in words(desk.get("/admin/well/"))


def test_an_organiser_sends_a_test_to_themselves(desk, words, boss, server):
    boss.email = "boss@club.example"
    boss.save()
    assert "Send a test e-mail to boss@club.example" in words(desk.get("/admin/mail/"))
    desk.post("/admin/mail/act/", {"what": "test"})
    Mail.objects.update(next_at=timezone.now())
    job.send()
    assert server.taken[0][0] == "boss@club.example"
