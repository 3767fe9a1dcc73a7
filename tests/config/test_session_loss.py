"""A user who is signed out while they type is told so, and comes back to the page with the form."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from tests.tournaments import make

pytestmark = pytest.mark.django_db
PLAYERS = "admin:tournaments_players"


@pytest.fixture
def evening():
    return make.tournament(4)


def send(client, evening, came_from, **fields):
    return client.post(
        reverse("admin:tournaments_players_add", args=[evening.pk]), fields, headers={"referer": came_from}
    )


def test_what_was_typed_is_shown_at_the_login_which_leads_back_to_the_form(client, evening):
    page = reverse(PLAYERS, args=[evening.pk])
    answer = send(client, evening, f"http://testserver{page}", name="Eddy", csrfmiddlewaretoken="secret1")
    assert urlsplit(answer["Location"]).path == reverse("admin:login")
    assert parse_qs(urlsplit(answer["Location"]).query) == {"next": [page]}
    shown = client.get(answer["Location"]).content.decode()
    assert "your changes were not saved" in shown and "Eddy" in shown and "secret1" not in shown
    assert not evening.entries.filter(player__name="Eddy").exists()


@pytest.mark.parametrize("came_from", ["", "https://evil.example/admin/", "http://testserver/t/evening/"])
def test_where_the_page_is_not_ours_it_leads_to_the_desk(client, evening, came_from):
    answer = send(client, evening, came_from, name="Eddy")
    assert parse_qs(urlsplit(answer["Location"]).query) == {"next": [reverse("admin:index")]}


def test_a_page_that_is_only_looked_at_leads_to_the_login_as_ever(client, evening):
    page = reverse(PLAYERS, args=[evening.pk])
    answer = client.get(page)
    assert parse_qs(urlsplit(answer["Location"]).query) == {"next": [page]}
    assert "not saved" not in client.get(answer["Location"]).content.decode()


def test_the_login_alone_leads_to_the_desk(client):
    user = {"username": make.organiser().username, "password": "quite long 1"}
    assert client.post(reverse("admin:login"), user)["Location"] == reverse("admin:index")


def test_an_address_that_only_takes_forms_says_so_and_leads_to_the_desk(client, evening):
    client.force_login(make.organiser())
    answer = client.get(reverse("admin:tournaments_pair", args=[evening.pk]))
    assert answer.status_code == 405 and answer["Allow"] == "POST"
    assert reverse("admin:index") in answer.content.decode()
