"""A club's own games: asked for in questions, kept as a declaration, chosen for its events alone."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from tests.games.core.test_declared import PODS, RIICHI
from tests.tournaments import make
from tournaments.models import Club, ClubGame, LogEntry, Tournament

pytestmark = pytest.mark.django_db

ADD = "admin:tournaments_clubgame_add"
ASKED = {
    "name": "Tichu with four",
    "seats": "4",
    "entry": "score",
    "results": "3 2 1 0",
    "draws": "on",
    "ties": "share",
    "total": "0",
    "minutes": "60",
}


def kept(declaration=PODS, club=None):
    club = club or Club.objects.get()
    return ClubGame.objects.create(club=club, key=declaration["key"], declaration=declaration)


def errors(response):
    return " ".join(str(message) for lines in response.context["adminform"].form.errors.values() for message in lines)


def test_the_questions_make_a_declaration(boss, client):
    client.force_login(boss)
    response = client.post(reverse(ADD), ASKED)
    assert response.status_code == 302, errors(response)
    game = ClubGame.objects.get()
    assert game.key == "tichu-with-four"
    assert game.declaration["score"] == {"total": {"4": "0"}}
    assert game.declaration["worth"] == {"4": ["3", "2", "1", "0"]}
    assert LogEntry.objects.filter(kind="clubgame", action="insert", actor_id=boss.pk).exists()


def test_a_name_that_is_taken_is_refused_and_other_scripts_have_keys_of_their_own(boss, client):
    client.force_login(boss)
    assert client.post(reverse(ADD), ASKED).status_code == 302
    refused = client.post(reverse(ADD), ASKED)
    assert refused.status_code == 200 and "has a game with this name" in errors(refused)
    for name in ("Дурак", "Кункен"):
        assert client.post(reverse(ADD), {**ASKED, "name": name}).status_code == 302
    assert set(ClubGame.objects.values_list("key", flat=True)) == {"tichu-with-four", "durak", "kunken"}


def test_amounts_are_lines_of_whole_tables(boss, client):
    client.force_login(boss)
    client.post(reverse(ADD), {**ASKED, "entry": "points", "results": "5 0 0 0\n1 1 1 1", "total": ""})
    assert ClubGame.objects.get().declaration["tables"] == {"4": [["5", "0", "0", "0"], ["1", "1", "1", "1"]]}


@pytest.mark.parametrize(("text", "seats"), [("3–5", [3, 4, 5]), ("3 - 4, 6", [3, 4, 6]), ("4 or 3", [3, 4])])
def test_numbers_of_players_are_read_as_people_write_them(boss, client, text, seats):
    client.force_login(boss)
    worth = "\n".join("9 5 3 2 1 0"[: 2 * size - 1] for size in seats)
    client.post(reverse(ADD), {**ASKED, "seats": text, "results": worth})
    assert ClubGame.objects.get().declaration["seats"] == seats


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"seats": "7"}, "from 2 to 6"),
        ({"seats": "3-90000000"}, "from 2 to 6"),
        ({"results": "3 2 x 0"}, "is not a number"),
        ({"results": "3 2 1"}, "“3 2 1”: give one number for each player at a table (4)."),
        ({"results": ""}, "Say it for tables of 4, too"),
        ({"results": "3 2 1 0\n4 2 1 0"}, "two lines for a table of 4: “3 2 1 0” and “4 2 1 0”. Keep one."),
        ({"entry": "places"}, "This belongs to a score."),
        ({"entry": "points", "total": "", "lower": "on"}, "This belongs to a score."),
        ({"entry": "points", "total": "", "results": "1 1 1 1", "draws": ""}, "no result is possible at a table of 4"),
        ({"name": "Catan"}, "There is a game with this key already"),
    ],
    ids=["seats", "span", "number", "line", "nothing", "two", "total", "lower", "none", "taken"],
)
def test_an_answer_that_cannot_be_is_refused_and_nothing_is_kept(boss, client, change, problem):
    client.force_login(boss)
    assert problem in errors(client.post(reverse(ADD), ASKED | change))
    assert not ClubGame.objects.exists()


def test_a_declaration_is_changed_as_text_and_checked(boss, client):
    client.force_login(boss)
    game = kept()
    page = reverse("admin:tournaments_clubgame_change", args=[game.pk])
    wrong = deepcopy(PODS)
    wrong["seats"] = [3, 9]
    assert "seats.1: This must be a whole number" in errors(client.post(page, {"text": json.dumps(wrong)}))
    assert "This is not JSON" in errors(client.post(page, {"text": "{"}))
    assert client.post(page, {"text": json.dumps({**PODS, "minutes": 80})}).status_code == 302
    game.refresh_from_db()
    assert game.declaration["minutes"] == 80


@pytest.mark.parametrize(
    "declaration", [{**PODS, "key": "other"}, {**PODS, "entry": "moves"}, {}], ids=["key", "entry", "empty"]
)
def test_the_database_keeps_no_declaration_without_its_key_and_entry(boss, declaration):
    with pytest.raises(IntegrityError), transaction.atomic():
        ClubGame.objects.create(club=Club.objects.get(), key="pods", declaration=declaration)


def test_an_event_takes_the_declaration_with_it(boss, client):
    client.force_login(boss)
    game = kept(RIICHI)
    values = {
        "name": "Mahjong night",
        "starts": "2026-12-01",
        "game": f"own-{game.pk}",
        "system": "tables",
        "table_size": "4",
        "rounds_planned": "3",
        "names_shown": "full",
        "seed": "0",
    }
    for prefix in ("appointments", "teams", "entries"):
        values |= {f"{prefix}-TOTAL_FORMS": "0", f"{prefix}-INITIAL_FORMS": "0"}
    response = client.post(reverse("admin:tournaments_tournament_add"), values)
    assert response.status_code == 302, errors(response)
    event = Tournament.objects.get(name="Mahjong night")
    assert (event.game, event.options) == ("declared", {"declaration": RIICHI})
    game.declaration = {**RIICHI, "minutes": 5}
    game.save()
    event.refresh_from_db()
    assert "minutes" not in event.options["declaration"]


def test_another_club_sees_and_chooses_nothing_of_it(boss, client):
    game = kept()
    client.force_login(make.keeper(make.club()))
    assert str(game) not in client.get(reverse("admin:tournaments_clubgame_changelist")).content.decode()
    assert client.get(reverse("admin:tournaments_clubgame_change", args=[game.pk])).status_code in (302, 403, 404)
    page = client.get(reverse("admin:tournaments_tournament_add")).content.decode()
    assert f"own-{game.pk}" not in page
