"""Grades of Go are read as ratings wherever one types or uploads a rating, and nowhere else."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.core import registry
from games.core.declarations import declaration
from games.core.declarations.declaration import BadDeclaration
from scoring.mcmahon import wins_at_the_start
from tests.tournaments import make
from tests.tournaments.events.test_go_evening import GO
from tournaments.forms.players import PlayerForm
from tournaments.forms.registrations import RegistrationForm
from tournaments.imports import cells, grades
from tournaments.imports.choices import Choices
from tournaments.imports.players import players_in
from tournaments.imports.readers.spreadsheet import read_book
from tournaments.models import Player, RegistrationSettings, Tournament
from tournaments.selectors.events.events import event_of
from tournaments.services.lists import lists

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "rating"),
    [
        ("1d", 2100),
        ("2d", 2200),
        ("7 dan", 2700),
        ("1k", 2000),
        ("12 kyu", 900),
        ("20k", 100),
        ("21k", 0),
        ("30K", 0),
        ("1D", 2100),
        ("3. Dan", 2300),
        ("5-kyū", 1600),
        ("3d (EGF 2310)", 2300),
        ("3d*", 2300),
    ],
)
def test_a_grade_is_a_rating_by_the_european_scale(text, rating):
    assert grades.rating_of(text) == rating
    read, remark = cells.rating(text, with_grades=True)
    assert read == rating and remark.code == "list-read-as"


@pytest.mark.parametrize("text", ["1p", "9 pro", "0d", "8d", "31k", "12 points"])
def test_what_is_no_grade_is_refused_and_its_number_is_no_rating(text):
    read, remark = cells.rating(text, with_grades=True)
    assert read is None and remark.code == "list-no-grade"


@pytest.mark.parametrize("text", ["1640", "1640*", "ca. 1500", "1.850", "1600 (KNSB)", "1640 (3d)", "5", "-", "2k5"])
def test_numbers_are_read_as_before(text):
    if text != "2k5":
        assert cells.rating(text, with_grades=True) == cells.number("rating", text)
    assert cells.rating(text, with_grades=False) == cells.number("rating", text)


def read(text: str, **chosen: bool):
    return players_in(read_book(text.encode()), Choices(**chosen))


class TestLists:
    @pytest.mark.parametrize(
        "text",
        [
            "Name;Rating\nAnna;3d\nBert;5 kyu\nCleo;1640\n",
            "Name;Grade\nAnna;3d\nBert;5 kyu\nCleo;1640\n",
            "Anna;3d\nBert;5 kyu\nCleo;1640\n",
            "1. Anna 3d\n2. Bert 5 kyu\n3. Cleo 1640\n",
        ],
    )
    def test_with_a_heading_without_one_and_in_a_mail(self, text):
        assert [(line.name, line.rating) for line in read(text, grades=True).lines] == [
            ("Anna", 2300),
            ("Bert", 1600),
            ("Cleo", 1640),
        ]

    def test_of_another_game_they_mean_nothing(self):
        assert [line.rating for line in read("Name;Rating\nAnna;3d\n").lines] == [None]
        assert "rating" not in read("Name;Grade\nAnna;3\n").columns

    def test_an_upload_for_go_makes_the_starts(self, boss):
        made = make.tournament(0, slug="go", rounds_planned=1, **GO)
        content = b"Name;Grade\nAnna;3d\nBert;1d\nCleo;5k\nDirk;12k\n"
        waiting = lists.upload("players", made.pk, by=boss, content=content)
        lists.carry_out(waiting.pk, by=boss, seen=lists.preview(waiting).stamp)
        assert dict(Player.objects.values_list("name", "rating")) == {
            "Anna": 2300,
            "Bert": 2100,
            "Cleo": 1600,
            "Dirk": 900,
        }
        # the bar is the second of them (one round), the floor 1600: five bands of 100
        assert wins_at_the_start(event_of(made)) == {1: 5, 2: 5, 3: 0, 4: 0}

    @pytest.mark.parametrize("grade", ["1p", "10d"])
    def test_a_grade_without_a_rating_waits_for_somebody(self, boss, grade):
        made = make.tournament(0, slug="go", rounds_planned=1, **GO)
        waiting = lists.upload("players", made.pk, by=boss, content=f"Name;Grade\nAnna;{grade}\nBert;1d\n".encode())
        anna, _bert = lists.preview(waiting).lines
        assert lists.preview(waiting).counts == {"new": 1, "changed": 0, "same": 0, "refused": 1}
        assert f"“{grade}” has no rating here" in anna.why and "begins at the bottom" in anna.why

    @pytest.mark.parametrize(("entered", "rating"), [("2700", 2700), ("", None)])
    def test_and_comes_in_with_what_they_enter(self, entered, rating):
        choices = Choices(grades=True).mended(2, {"rating": entered})
        line = players_in(read_book(b"Name;Grade\nAnna;1p\nBert;1d\n"), choices).lines[0]
        assert line.rating == rating and not line.problems


class TestForms:
    def test_the_desk_takes_a_grade_and_says_what_it_wants(self, signed_in, boss, words):
        made = make.tournament(2, slug="go", **GO)
        client, address = signed_in(boss), reverse("admin:tournaments_players_add", args=[made.pk])
        client.post(address, {"name": "Anna", "rating": "3d"})
        assert Player.objects.get(name="Anna").rating == 2300
        page = words(client.post(address, {"name": "Bert", "rating": "1p"}))
        assert "Type a grade, 30k to 1k or 1d to 7d" in page and not Player.objects.filter(name="Bert").exists()
        entry = made.entries.get(number=1)
        client.post(reverse("admin:tournaments_person", args=[made.pk, entry.pk]), {"name": "Cleo", "rating": "12 kyu"})
        entry.player.refresh_from_db()
        assert (entry.player.name, entry.player.rating) == ("Cleo", 900)

    def test_of_another_game_the_desk_takes_numbers_alone(self):
        chess = Tournament(game="chess")
        assert not PlayerForm({"name": "Anna", "rating": "3d"}, tournament=chess).is_valid()
        assert PlayerForm({"name": "Anna", "rating": "1640"}, tournament=chess).is_valid()

    @pytest.mark.parametrize("declared", [True, False])
    def test_a_game_of_ones_own_says_so_itself(self, declared):
        document = {**registry.game_of("go").declaration.document, "key": "nine-by-nine"}
        if not declared:
            del document["grades"]
        own = Tournament(game="declared", options={"declaration": document})
        assert PlayerForm({"name": "Anna", "rating": "3d"}, tournament=own).is_valid() is declared

    def test_an_unknown_scale_is_refused_with_its_place(self):
        with pytest.raises(BadDeclaration) as error:
            declaration.read({**registry.game_of("go").declaration.document, "grades": "aga"})
        assert error.value.member == "grades"

    def test_who_enters_themselves(self):
        for game, good in (("go", True), ("chess", False)):
            made = make.tournament(0, game=game, system="swiss", table_size=2)
            settings = RegistrationSettings(tournament=made, asks_rating=True)
            form = RegistrationForm(settings, {"rating": "3d"})
            form.is_valid()
            assert ("rating" not in form.errors) is good, game
            assert ("(12k, 3d)" in str(form.fields["rating"].help_text)) is good
            if good:
                assert form.cleaned_data["rating"] == 2300
