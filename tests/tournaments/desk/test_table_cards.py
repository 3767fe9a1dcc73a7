"""The desk's cards are kept from one page to the next; nothing that changes stays as it was."""

from __future__ import annotations

import re

import pytest
from django.db.models import Count
from django.test import Client
from django.urls import reverse

from games.core.notices import Notice
from tests.tournaments import make
from tournaments.models import Player, Seat, Table, Tournament
from tournaments.services.results import results
from tournaments.services.rounds import rounds
from tournaments.views.desk import table_cards

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(boss, evening):
    return make.published(evening, boss)


def desk(client, round_, **headers):
    return client.get(reverse("admin:tournaments_desk", args=[round_.tournament_id]), **headers).content.decode()


def card(page, number=1):
    """The card of a table."""
    return re.search(rf'<li class="v-table[^>]*id="table-{number}".*?</li>', page, re.DOTALL)[0]


def tokens(page):
    return set(re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page))


def bare(text):
    return re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]+', r"\1", text)


def test_a_card_that_did_not_change_is_not_made_again(signed_in, boss, round_):
    client = signed_in(boss)
    first = desk(client, round_)
    before = table_cards._remembered.cache_info().misses
    assert bare(card(desk(client, round_))) == bare(card(first))
    assert table_cards._remembered.cache_info().misses == before


def test_every_page_has_a_token_that_is_accepted(boss, round_):
    arbiter = make.arbiter(round_.tournament)
    table = Table.objects.filter(round=round_).first()
    for who in (boss, arbiter):
        client = Client(enforce_csrf_checks=True)
        client.force_login(who)
        page = card(desk(client, round_))
        assert "\0" not in page
        (token,) = tokens(page)
        url = reverse("admin:tournaments_result", args=[round_.tournament_id, table.pk])
        seen = re.search(r'name="seen_result" value="(\d*)"', page)[1]
        won = {"points1": "1", "points2": "0"} if who is boss else {"points1": "0", "points2": "1"}
        asked = {**won, "seen_result": seen, "csrfmiddlewaretoken": token}
        assert client.post(url, asked | {"csrfmiddlewaretoken": "x" * 64}).status_code == 403
        assert client.post(url, asked).status_code == 302


def test_what_changed_is_seen_at_once(signed_in, boss, round_):
    client = signed_in(boss)
    table = Table.objects.filter(round=round_).order_by("number").first()
    player = table.seats.get(position=1).entry.player
    assert player.name in card(desk(client, round_))
    Player.objects.filter(pk=player.pk).update(name="Zoë <Quist>")
    assert "Zoë &lt;Quist&gt;" in card(desk(client, round_))
    make.play(round_, boss, ("1", "0"))
    assert 'value="1"' in card(desk(client, round_))
    Table.objects.filter(pk=table.pk).update(reason=Notice("changed-by-hand"))
    assert "Changed by hand." in card(desk(client, round_))
    rounds.close(round_.pk, by=boss)
    assert "<input" not in card(desk(client, round_))


def test_each_sees_it_in_their_language_and_with_their_rights(boss, round_):
    german, judge = Client(), Client()
    german.force_login(boss)
    judge.force_login(make.arbiter(round_.tournament, "judge", tables=[2]))
    assert "Save" in card(desk(german, round_))
    assert "Speichern" in card(desk(german, round_, HTTP_ACCEPT_LANGUAGE="de"))
    page = desk(judge, round_)
    assert "<form" not in card(page, 1) and "<form" in card(page, 2)


def test_who_entered_a_result_is_not_asked_to_confirm_it(boss, round_):
    Tournament.objects.filter(pk=round_.tournament_id).update(two_person=True)
    result, *_rest = make.play(round_, boss, ("1", "0"))
    mine, others = Client(), Client()
    mine.force_login(boss)
    second = make.arbiter(round_.tournament)
    others.force_login(second)
    address = reverse("admin:tournaments_confirm", args=[round_.tournament_id, result.pk])
    assert address not in card(desk(mine, round_))
    assert address in card(desk(others, round_))
    results.confirm(result.pk, by=second)
    assert f"confirmed by {second}" in card(desk(mine, round_))


def test_at_a_table_of_three_the_card_says_who_plays_two_colours(signed_in, boss):
    made = make.published(make.tournament(7), boss)
    twice = Seat.objects.filter(round=made).values("table", "entry").annotate(n=Count("pk")).get(n=2)
    table = Table.objects.get(pk=twice["table"])
    name = made.tournament.entries.get(pk=twice["entry"]).player.name
    page = desk(signed_in(boss), made)
    assert f"{name} plays two colours" in card(page, table.number)
    assert page.count("plays two colours") == 1


def test_why_a_table_of_a_cup_sits_together_begins_with_a_capital_in_every_language(desk, boss):
    cup = make.tournament(16, system="knockout", rounds_planned=3, pairing_options={"tie": "higher-seed"})
    make.play(make.published(cup, boss), boss)
    make.published(cup, boss)
    for language, begins in (("en", "Player "), ("fr", "Joueur "), ("es", "Jugador ")):
        page = desk.get(reverse("admin:tournaments_desk", args=[cup.pk]), headers={"accept-language": language})
        notes = re.findall(r"v-note-line\">([^<]+)<", page.content.decode())
        assert any("(" in note for note in notes) and all(note[0].isupper() for note in notes), notes
        assert any(note.startswith(begins) for note in notes)
