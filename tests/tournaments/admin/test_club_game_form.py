"""A club's own game is corrected by the questions it was made by; nothing else of it is lost on the way."""

from __future__ import annotations

import json
import re
import threading

import pytest
from django.test import Client
from django.urls import reverse

from games.core import registry
from games.core.declarations.declaration import read
from tests.games.core.test_declared import ORDER, PODS, RIICHI
from tests.tournaments import make
from tests.tournaments.admin.test_club_games import ADD, ASKED, EVENT, errors, kept
from tests.tournaments.rounds.test_races import at_once
from tournaments.admin.club_games import ClubGameAdmin
from tournaments.models import Club, ClubGame, Tournament
from tournaments.services.results import results

pytestmark = pytest.mark.django_db


def page_of(game):
    return reverse("admin:tournaments_clubgame_change", args=[game.pk])


def shown(client, game):
    """Return what a browser would send of a game's page as it is shown."""
    form = client.get(page_of(game)).context["adminform"].form
    values = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    return {name: "on" if value is True else value for name, value in values.items()}


@pytest.mark.parametrize(
    "answers",
    [
        ASKED,
        {**ASKED, "entry": "places", "total": "", "seats": "3-4", "results": "5, 3, 1\n5; 3,5; 1; 0"},
        {**ASKED, "entry": "points", "total": "", "results": "5 0 0 0\n1 1 1 1", "minutes": ""},
        {**ASKED, "entry": "score-counts", "results": "", "lower": "on", "total": ""},
    ],
    ids=["score", "places", "points", "score counts"],
)
def test_a_game_is_corrected_by_the_questions_it_was_made_by(desk, answers):
    assert desk.post(reverse(ADD), answers).status_code == 302
    game = ClubGame.objects.get()
    before = dict(game.declaration)
    assert desk.post(page_of(game), shown(desk, game)).status_code == 302
    game.refresh_from_db()
    assert game.declaration == before
    assert desk.post(page_of(game), shown(desk, game) | {"name": "New name", "minutes": "9"}).status_code == 302
    game.refresh_from_db()
    assert (game.key, game.declaration) == (before["key"], {**before, "names": {"en": "New name"}, "minutes": 9})


def test_a_score_that_counts_as_it_is_needs_no_points(desk):
    desk.post(reverse(ADD), {**ASKED, "entry": "score-counts", "results": "", "total": ""})
    game = registry.game_of("declared", {"declaration": ClubGame.objects.get().declaration})
    assert game.points_of([7, 12, 3, 0]) == (7, 12, 3, 0)


def test_what_the_questions_do_not_ask_for_is_said_and_stays(desk, words):
    catan = {**registry.game_of("catan").declaration.document, "key": "our-catan"}
    game = kept(catan)
    page = words(desk.get(page_of(game)))
    parts = "names in other languages, bounds and steps of scores, names of the seats, the source of the rules"
    assert f"The game also has: {parts}" in page
    assert desk.post(page_of(game), shown(desk, game) | {"name": "Our Catan"}).status_code == 302
    game.refresh_from_db()
    assert game.declaration["names"] == {**catan["names"], "en": "Our Catan"}
    assert {name: game.declaration[name] for name in ("source", "usual")} == {
        name: catan[name] for name in ("source", "usual")
    }
    assert read(game.declaration).score == read(catan).score
    refused = desk.post(page_of(game), shown(desk, game) | {"entry": "places"})
    assert "would lose: bounds and steps of scores" in refused.context["adminform"].form.errors["entry"][0]


def test_a_game_that_the_questions_cannot_say_is_changed_as_text_and_says_so(desk, words):
    game = kept(RIICHI)
    page = desk.get(page_of(game))
    assert "The questions cannot say all of this game" in words(page)
    assert "text" in page.context["adminform"].form.fields and "results" not in page.context["adminform"].form.fields
    assert desk.post(page_of(game), {"text": json.dumps({**RIICHI, "minutes": 80})}).status_code == 302
    game.refresh_from_db()
    assert game.declaration == {**RIICHI, "minutes": 80}


def test_text_and_questions_lead_to_each_other(desk):
    game = kept(PODS)
    assert 'href="?as=text"' in desk.get(page_of(game)).content.decode()
    text = desk.get(page_of(game) + "?as=text")
    assert 'href="?"' in text.content.decode() and "&quot;Pods&quot;" in text.content.decode()


def test_a_part_that_the_questions_do_not_ask_for_and_that_fits_no_more_is_named(desk):
    game = kept({**ORDER, "seats": [4], "worth": {"4": ORDER["worth"]["4"]}, "partners": [[1, 3], [2, 4]]})
    refused = desk.post(page_of(game), shown(desk, game) | {"seats": "3", "results": "3 2 1"})
    assert "rest of the game (who plays together)" in errors(refused)
    game.refresh_from_db()
    assert game.declaration["seats"] == [4]


def test_results_keep_their_meaning_when_the_game_is_corrected(boss, desk):
    game = kept({**ORDER, "seats": [4], "worth": {"4": ["3", "2", "1", "0"]}})
    event = make.tournament(8, game="declared", options={"declaration": game.declaration})
    table = make.published(event, boss).tables.first()
    results.enter(table.pk, by=boss, points=make.points("1", "2", "3", "4"))
    before = [str(value) for value in table.results.get(is_current=True).points]
    assert desk.post(page_of(game), shown(desk, game) | {"results": "9 5 1 0"}).status_code == 302
    event.refresh_from_db()
    assert event.options["declaration"]["worth"] == {"4": ["3", "2", "1", "0"]}
    assert [str(value) for value in table.results.get(is_current=True).points] == before == ["3", "2", "1", "0"]


def test_an_event_that_has_not_begun_takes_the_correction_over_by_choosing_the_game_again(desk):
    game = kept(PODS)
    desk.post(reverse("admin:tournaments_tournament_add"), {**EVENT, "game": game.choice})
    event = Tournament.objects.get()
    settings = reverse("admin:tournaments_tournament_change", args=[event.pk])
    assert f'value="{game.choice}"' not in desk.get(settings).content.decode()
    desk.post(page_of(game), shown(desk, game) | {"minutes": "33"})
    page = desk.get(settings).content.decode()
    assert ">Pods (as this tournament has it)<" in page and f'value="{game.choice}"' in page
    assert desk.post(settings, {**EVENT, "game": game.choice, "slug": event.slug}).status_code == 302
    event.refresh_from_db()
    assert event.options["declaration"]["minutes"] == 33


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"results": ""}, "results"),
        ({"results": "0 1 2 3"}, "results"),
        ({"results": "3 2 1"}, "results"),
        ({"results": "3 2 1 0\n4 2 1 0"}, "results"),
        ({"results": "3 2,5 1,5, 0"}, "results"),
        ({"results": "1/7 1/11 1/13 0"}, "results"),
        ({"entry": "points", "total": "", "results": "1 1 1 1", "draws": ""}, "results"),
        ({"total": "1/3"}, "total"),
        ({"total": "x"}, "total"),
        ({"name": "Catan"}, "name"),
        ({"seats": "9"}, "seats"),
    ],
)
def test_a_fault_stands_at_its_field_in_the_readers_language_and_names_no_member(desk, change, field):
    page = desk.post(reverse(ADD), ASKED | change, headers={"accept-language": "de"})
    form = page.context["adminform"].form
    assert list(form.errors) == [field]
    said = str(form.errors[field])
    assert not any(member in said for member in ("worth", "tables", "score.", "declaration", "names", "key"))


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        ({"results": "1/7 1/11 1/13 0"}, "results", "Nenner"),
        ({"entry": "points", "total": "", "results": "1 1 1 1", "draws": ""}, "results", "kein Ergebnis möglich"),
        ({"total": "1/3"}, "total", "Schritten von 1"),
    ],
)
def test_what_the_rules_refuse_is_said_in_the_readers_language(desk, change, field, said):
    page = desk.post(reverse(ADD), ASKED | change, headers={"accept-language": "de"})
    assert said in page.context["adminform"].form.errors[field][0]


def test_decimal_commas_are_read_where_the_language_has_them(desk):
    lines = {**ASKED, "results": "5 3,5 1 0"}
    english = desk.post(reverse(ADD), lines, headers={"accept-language": "en"})
    assert "“5 3,5 1 0” can be read in two ways" in errors(english)
    assert desk.post(reverse(ADD), lines, headers={"accept-language": "de"}).status_code == 302
    assert ClubGame.objects.get().declaration["worth"] == {"4": ["5", "7/2", "1", "0"]}


def test_two_clubs_may_have_games_of_one_name(boss, client):
    kept({**PODS, "key": "tichu-with-four"}, club=Club.objects.get())
    keeper = make.keeper(make.club())
    client.force_login(keeper)
    assert client.post(reverse(ADD), ASKED).status_code == 302
    assert ClubGame.objects.filter(key="tichu-with-four").count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_who_save_one_name_at_once_get_one_game_and_one_refusal(monkeypatch):
    boss, both = make.organiser(), threading.Barrier(2)
    monkeypatch.setattr("tournaments.domain.queue.send", lambda *_args, **_more: None)
    save = ClubGameAdmin.save_model

    def save_together(self, *args):
        both.wait(20)  # both forms found the name free
        save(self, *args)

    monkeypatch.setattr(ClubGameAdmin, "save_model", save_together)

    def add():
        client = Client()
        client.force_login(boss)
        return client.post(reverse(ADD), ASKED)

    answers = at_once(add, add)
    assert sorted(answer.status_code for answer in answers) == [200, 302]
    refused = next(answer for answer in answers if answer.status_code == 200)
    assert "has a game with this name" in str(refused.context["adminform"].form.errors["name"])
    assert ClubGame.objects.count() == 1


def test_the_button_that_deletes_says_so_in_one_word(desk):
    desk.post(reverse(ADD), ASKED)
    page = desk.get(page_of(ClubGame.objects.get()), headers={"accept-language": "nl"}).content.decode()
    button = re.search(r"<a[^>]*/delete/[^>]*>(.*?)</a>", page, re.DOTALL)
    assert button and button[1].strip() == "Verwijderen"
    members = reverse("admin:tournaments_club_change", args=[Club.objects.get().pk])
    assert ">Gebruikersnaam" in " ".join(
        desk.get(members, headers={"accept-language": "nl"}).content.decode().split()
    ).replace("> ", ">")
