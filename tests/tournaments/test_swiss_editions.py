"""The edition of the Swiss rules by which a tournament is paired."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.test_partners import saved

pytestmark = pytest.mark.django_db


def chosen(client, address, option):
    page = html.unescape(client.get(address).content.decode())
    field = page[page.index(f'name="pairing__swiss__{option}"') :]
    return re.search(r'value="([^"]*)" selected', field[: field.index("</select>")])[1]


def test_a_new_tournament_is_offered_the_rules_in_force_and_no_acceleration(signed_in, boss):
    client, address = signed_in(boss), reverse("admin:tournaments_tournament_add")
    assert chosen(client, address, "edition") == "2026"
    assert chosen(client, address, "acceleration") == "none"


def test_an_event_of_the_edition_before_shows_it_and_keeps_it_when_saved(signed_in, boss):
    made = make.tournament(
        8, game="quarto", system="swiss", table_size=2, rounds_planned=5, pairing_options={"edition": "2018"}
    )
    client = signed_in(boss)
    assert chosen(client, reverse("admin:tournaments_tournament_change", args=[made.pk]), "edition") == "2018"
    saved(client, made, pairing__swiss__edition="2018", pairing__swiss__acceleration="baku")
    made.refresh_from_db()
    assert made.pairing_options == {"edition": "2018", "acceleration": "baku"}


def test_the_published_round_says_by_which_rules_it_was_paired(boss):
    made = make.tournament(8, game="quarto", system="swiss", table_size=2, rounds_planned=5)
    assert "in force since 1 February 2026" in str(make.published(made, boss).notes[0])
    before = make.tournament(
        8, game="quarto", system="swiss", table_size=2, rounds_planned=5, pairing_options={"edition": "2018"}
    )
    assert "until 31 January 2026" in str(make.published(before, boss).notes[0])
