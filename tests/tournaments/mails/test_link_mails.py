"""Everybody is mailed their personal link: only to addresses that were confirmed, once, and shown before."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from config.environment import MailServer as Address
from tests.tournaments import make
from tests.tournaments.registrations.conftest import offered
from tournaments.domain.errors import Refused
from tournaments.models import LogEntry, Mail, PersonalLink, Player, Registration, RegistrationSettings, TableMail
from tournaments.models.mail import hash_of
from tournaments.selectors.people.mails import link_mails, words
from tournaments.services.results import report_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Any:
    """Four players: one confirmed an address for their table, one with their entry, one gave one, one none."""
    made = offered(4)
    first, second, third, _fourth = made.entries.order_by("number")
    now = timezone.now()
    TableMail.objects.create(
        entry=first, address="one@x.example", address_hash=hash_of("one@x.example"), confirmed_at=now, language="de"
    )
    for entry, at in ((second, now), (third, None)):
        Registration.objects.create(
            tournament=made, state="accepted", player=entry.player, name=entry.player.name, email="kid@x.example",
            email_confirmed_at=at, agreed_to="yes", agreed_at=now, language="nl", form_key=str(entry.pk),
            code_mark=str(entry.pk),
        )  # fmt: skip
    return made


@pytest.fixture
def server(settings: Any) -> None:
    settings.MAIL_SERVER = Address("127.0.0.1", 9, "", "", "none")
    settings.SITE_URL = "https://club.example"


def test_it_is_shown_who_gets_one_and_who_does_not_and_pressed_twice_it_is_sent_once(evening, boss, desk, server):
    names = [entry.player.name for entry in evening.entries.order_by("number")]
    where = reverse("admin:tournaments_links_mail", args=[evening.pk])
    page = " ".join(desk.get(where).content.decode().split())
    assert f"2 players get an e-mail: {names[0]}, {names[1]}." in page and "Send 2 e-mails" in page
    assert f"confirmed yet: {names[2]}." in page and f"slip: {names[3]}." in page and "x.example" not in page
    assert not Mail.objects.exists()
    assert "2 players are mailed." in desk.post(where, follow=True).content.decode()
    assert "Nobody is left" in desk.post(where, follow=True).content.decode()
    sent = Mail.objects.order_by("pk")
    assert [(mail.kind, mail.to, mail.language) for mail in sent] == [
        ("link", "one@x.example", "de"),
        ("link", "kid@x.example", "nl"),
    ]
    link = PersonalLink.objects.get(entry=sent[0].entry)
    assert link.token in words(sent[0], "https://club.example").text
    assert f"Mailed already: {names[0]}, {names[1]}." in " ".join(desk.get(where).content.decode().split())
    assert LogEntry.objects.filter(kind="personallink", actor=str(boss), tournament_id=evening.pk).count() >= 2
    # a new link can be mailed again
    report_links.renew_link(sent[0].entry.pk, by=boss)
    assert report_links.mail_links(evening.pk, by=boss) == 1


def test_a_mail_tells_namesakes_apart_but_of_none_who_is_hidden(evening, boss, server):
    first, second, *_others = evening.entries.order_by("number")
    for entry, club in ((first, "Leiden"), (second, "")):
        Player.objects.filter(entries=entry).update(name="Anna Dubbel", club=club)

    def named() -> list[str]:
        Mail.objects.all().delete()
        PersonalLink.objects.all().delete()
        report_links.mail_links(evening.pk, by=boss)
        return [mail.parameters["name"] for mail in Mail.objects.order_by("pk")]

    assert named() == ["Anna Dubbel (Leiden)", "Anna Dubbel (2)"]
    Player.objects.filter(entries=second).update(name_shown="number")
    assert named() == ["Anna Dubbel", "Anna Dubbel"]


def test_without_a_server_the_mails_are_written_for_the_organiser(evening, boss, desk):
    RegistrationSettings.objects.filter(tournament=evening).update(contact="Rik, rik@club.example")
    assert len(link_mails(evening).readers) == 3, "nobody could have confirmed an address"
    page = desk.post(reverse("admin:tournaments_links_mail", args=[evening.pk]), follow=True).content.decode()
    assert "Open in my mail program" in page and "Nobody reads" not in page and "Niemand" not in page
    with pytest.raises(Refused, match="Nobody is left"):
        report_links.mail_links(evening.pk, by=boss)


def test_answers_go_to_the_contact_of_the_event_where_it_has_an_address(evening, boss, server):
    report_links.mail_links(evening.pk, by=boss)
    mail = Mail.objects.filter(language="de").get()
    mail.language = "en"
    assert "Nobody reads answers" in words(mail, "https://club.example").text
    RegistrationSettings.objects.filter(tournament=evening).update(contact="Rik, rik@club.example.")
    mail = Mail.objects.get(pk=mail.pk)
    mail.language = "en"
    text = words(mail, "https://club.example").text
    assert "Answers go to rik@club.example." in text and "Nobody reads" not in text


def test_an_arbiter_who_enters_no_players_mails_nobody(evening, client):
    client.force_login(make.arbiter(evening))
    assert client.post(reverse("admin:tournaments_links_mail", args=[evening.pk])).status_code == 403
    assert not Mail.objects.exists()
