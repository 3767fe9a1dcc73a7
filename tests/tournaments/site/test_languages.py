"""The language of the desk, each user's own, and the language of an event for its wall and its paper."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.tournaments import make
from tournaments.models import Mail, PrintJob, User
from tournaments.services.accounts import accounts
from tournaments.services.accounts.accounts import make_token
from tournaments.services.events import tournaments

pytestmark = pytest.mark.django_db

CHOOSE = "admin:tournaments_language"
ENGLISH = {"accept-language": "en"}
GERMAN = {"accept-language": "de-DE,de;q=0.8"}


def in_another_browser(user):
    client = Client()
    client.force_login(user)
    return client


def language_of(response):
    written = re.search(r'<html lang="([a-z]+)"', response.content.decode())
    assert written is not None
    assert response.headers["Content-Language"] == written[1]
    return written[1]


def test_the_language_of_the_desk_is_kept_for_its_user_on_every_device(boss):
    evening = make.duel(2)
    desk = reverse("admin:tournaments_desk", args=[evening.pk])
    here, there = in_another_browser(boss), in_another_browser(boss)
    assert language_of(there.get(desk, headers=ENGLISH)) == "en"
    answer = here.post(reverse(CHOOSE), {"language": "nl", "next": desk}, headers=ENGLISH)
    assert (answer.status_code, answer.headers["Location"]) == (302, desk)
    for browser in (here, there):
        assert language_of(browser.get(desk, headers=ENGLISH)) == "nl"
    somebody = in_another_browser(make.organiser())
    assert language_of(somebody.get(desk, headers=GERMAN)) == "de"
    here.post(reverse(CHOOSE), {"language": ""})
    assert language_of(there.get(desk, headers=GERMAN)) == "de"


def test_the_page_shows_each_language_by_its_own_name_and_which_is_chosen(boss, words):
    browser = in_another_browser(boss)
    browser.post(reverse(CHOOSE), {"language": "fr"})
    page = words(browser.get(reverse(CHOOSE), headers=ENGLISH))
    for name in ("English", "Nederlands", "Deutsch", "Afrikaans", "Français", "Español", "Italiano"):
        assert f">{name}" in page
    assert re.findall(r'value="(\w*)"[^>]* aria-current="true"', page) == ["fr"]
    header = words(browser.get(reverse("admin:index"), headers=ENGLISH))
    assert f'href="{reverse(CHOOSE)}?next=/admin/"' in header


@pytest.mark.parametrize("wrong", ["xx", "nl-NL<script>", "n" * 50])
def test_a_language_that_is_not_there_is_refused_and_nothing_changes(boss, wrong):
    browser = in_another_browser(boss)
    browser.post(reverse(CHOOSE), {"language": "nl"})
    browser.post(reverse(CHOOSE), {"language": wrong})
    boss.refresh_from_db()
    assert boss.language == "nl"


@pytest.mark.parametrize("there", ["https://example.org/", "//example.org/admin/", "/t/evening/", "javascript:1"])
def test_choosing_leads_nowhere_but_to_the_desk(boss, there):
    answer = in_another_browser(boss).post(reverse(CHOOSE), {"language": "nl", "next": there})
    assert answer.headers["Location"] == reverse("admin:index")


def test_public_pages_do_not_follow_their_readers_desk(boss):
    evening = make.duel(2)
    browser = in_another_browser(boss)
    browser.post(reverse(CHOOSE), {"language": "nl"})
    assert language_of(browser.get(f"/t/{evening.slug}/", headers=GERMAN)) == "de"


def test_a_forgotten_password_is_answered_in_the_language_of_its_user(boss):
    User.objects.filter(pk=boss.pk).update(language="es", email="boss@example.org")
    accounts.send_password_links(boss.username, "en")
    assert [kept.language for kept in Mail.objects.all()] == ["es"]


def test_the_wall_is_in_the_language_of_its_event_and_phones_in_that_of_their_readers(client, boss):
    evening = make.duel(4)
    make.published(evening, boss)
    board, page, standings = (reverse(name, args=[evening.slug]) for name in ("board", "tournament", "standings"))
    before = client.get(board, headers=GERMAN)
    assert language_of(before) == "de"
    tournaments.change(evening.pk, {"language": "af"}, by=boss)
    after = client.get(board, headers=GERMAN | {"if-none-match": before.headers["ETag"]})
    assert (after.status_code, language_of(after)) == (200, "af")
    assert language_of(client.get(board, {"show": "clock"}, headers=GERMAN)) == "af"
    assert language_of(client.get(board, {"lang": "fr"}, headers=GERMAN)) == "fr", "the address asks for another"
    assert language_of(client.get(standings, {"board": "1"}, headers=GERMAN)) == "af"
    assert language_of(client.get(page, headers=GERMAN)) == "de"
    assert language_of(client.get(standings, headers=GERMAN)) == "de"


def test_paper_is_in_the_language_of_its_event_unless_another_is_asked_for(boss, words):
    evening = make.duel(4)
    make.published(evening, boss)
    outputs = reverse("admin:tournaments_outputs", args=[evening.pk])
    browser = in_another_browser(boss)

    def offered():
        return re.findall(r'<option value="(\w+)" selected', words(browser.get(outputs, headers=GERMAN)))

    assert offered() == ["de"]
    tournaments.change(evening.pk, {"language": "it"}, by=boss)
    assert offered() == ["it"]
    _token, secret = make_token(by=boss, name="print", scope="organise")
    for asked in ({}, {"language": "nl"}):
        answer = Client().post(
            f"/api/v1/tournaments/{evening.slug}/prints/",
            {"what": "by-table", "round": 1, **asked},
            "application/json",
            headers={"authorization": f"Bearer {secret}"},
        )
        assert answer.status_code == 202, answer.content
    assert sorted(PrintJob.objects.values_list("language", flat=True)) == ["it", "nl"]


def test_the_settings_form_keeps_the_language(boss, words):
    evening = make.duel(2)
    browser = in_another_browser(boss)
    change = reverse("admin:tournaments_tournament_change", args=[evening.pk])
    page = words(browser.get(change))
    field = page.partition('<select name="language"')[2].partition("</select>")[0]
    assert re.findall(r'<option value="(\w*)"', field) == ["", *dict(settings.LANGUAGES)]
