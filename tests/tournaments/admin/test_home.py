"""The first page after the login: the desks of who signed in, and what to do where there are none."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.events.test_presets import fill, made_from

pytestmark = pytest.mark.django_db


def page(client):
    return client.get(reverse("admin:index")).content.decode().partition('id="content"')[2]


def test_an_organiser_comes_to_every_desk_and_to_the_cards_in_one_click(desk, evening):
    empty = make.tournament(0, name="Nobody yet", slug="nobody-yet")
    shown = page(desk)
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
    shown = page(signed_in(boss))
    assert "Three steps to the first round" in shown and shown.count('class="v-button"') == 1
    assert f'class="v-button" href="{reverse("admin:tournaments_new")}"' in shown
    nobody = django_user_model.objects.create_user("nobody", password="x", is_staff=True)
    assert "An organiser can give you one" in page(signed_in(nobody))


def test_an_organiser_is_led_from_the_card_to_the_first_round_by_one_button_a_step(signed_in, boss):
    client = signed_in(boss)
    made = made_from("club-evening", boss)[0]
    desk = reverse("admin:tournaments_desk", args=[made.pk])

    def step():
        shown = client.get(desk).content.decode().partition('data-card="step"')[2].partition("</section>")[0]
        assert shown.count("v-button") == 1
        return shown

    assert reverse("admin:tournaments_list_upload", args=[made.pk, "players"]) in step()
    fill(made, 8)
    if made.check_in:
        assert reverse("admin:tournaments_check_in", args=[made.pk]) in step()
    else:
        assert reverse("admin:tournaments_pair", args=[made.pk]) in step()


def test_it_takes_as_many_queries_for_many_tournaments_as_for_one(
    desk, evening, django_assert_num_queries, django_assert_max_num_queries
):
    with django_assert_max_num_queries(12) as one:
        page(desk)
    for number in range(14):
        make.tournament(2, name=f"More {number}", slug=f"more-{number}")
    with django_assert_num_queries(len(one)):
        shown = page(desk)
    assert "All tournaments" in shown
