"""The first page after the login: the desks of who signed in, and what to do where there are none."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournaments import make

pytestmark = pytest.mark.django_db


def page(client):
    return client.get(reverse("admin:index")).content.decode().partition('id="content"')[2]


def test_an_organiser_comes_to_every_desk_and_to_the_cards_in_one_click(signed_in, boss, evening):
    empty = make.tournament(0, name="Nobody yet", slug="nobody-yet")
    shown = page(signed_in(boss))
    assert reverse("admin:tournaments_desk", args=[evening.pk]) in shown and "4 players" in shown
    assert reverse("admin:tournaments_desk", args=[empty.pk]) in shown and "0 players" in shown
    assert reverse("admin:tournaments_new") in shown


def test_an_arbiter_finds_their_own_desk_and_no_other(signed_in, evening):
    other = make.tournament(4, name="Elsewhere", slug="elsewhere")
    shown = page(signed_in(make.arbiter(evening)))
    assert reverse("admin:tournaments_desk", args=[evening.pk]) in shown
    assert reverse("admin:tournaments_desk", args=[other.pk]) not in shown
    assert reverse("admin:tournaments_new") not in shown


def test_who_has_no_desk_is_told_what_to_do(signed_in, boss, django_user_model):
    assert "There are no tournaments yet" in page(signed_in(boss))
    nobody = django_user_model.objects.create_user("nobody", password="x", is_staff=True)
    assert "An organiser can give you one" in page(signed_in(nobody))


def test_it_takes_as_many_queries_for_many_tournaments_as_for_one(
    signed_in, boss, evening, django_assert_num_queries, django_assert_max_num_queries
):
    client = signed_in(boss)
    with django_assert_max_num_queries(20) as one:
        page(client)
    for number in range(14):
        make.tournament(2, name=f"Evening {number}", slug=f"evening-{number}")
    with django_assert_num_queries(len(one)):
        shown = page(client)
    assert "All tournaments" in shown
