"""The words around a result that people type: hints with an example, boxes on slips, columns of lists."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.urls import reverse
from django.utils import translation

from games.core.declarations.declaration import read
from games.core.declarations.declared import DeclaredGame
from tests.games.core.test_declared import ORDER
from tests.tournaments import make
from tests.tournaments.kinds import KINDS
from tests.tournaments.printing.test_documents import pdf
from tests.tournaments.printing.test_documents import words as words_of
from tournaments.imports.points import read_typed
from tournaments.models import ReportRule
from tournaments.printing.press import Press
from tournaments.selectors.games.declared_games import declared_example
from tournaments.selectors.papers import lists as list_selectors
from tournaments.services.results import results
from tournaments.services.results.report_links import table_token

pytestmark = pytest.mark.django_db


def evening(boss, kind="", **fields):
    """A published round of a kind of declared game, or of a game by its key."""
    of = KINDS[kind].fields if kind else {}
    event = make.tournament(4, rounds_planned=2, **of, **fields)
    return event, make.published(event, boss).tables.select_related("round__tournament").get()


def desk(client, event, language="en"):
    return client.get(
        reverse("admin:tournaments_desk_round", args=[event.pk, 1]), headers={"accept-language": language}
    )


class TestTheExampleOfPlaces:
    """People take 1 2 3 for a list of the seats in the order of finish."""

    def test_it_is_possible_and_not_in_order(self):
        game = DeclaredGame(read({**KINDS["places"].declaration}))
        assert declared_example(game, 3) == "2 1 3"
        for size in game.declaration.seats:
            typed = declared_example(game, size).split()
            assert len(typed) == size and typed != sorted(typed)
            game.check_typed(read_typed(game, typed))

    @pytest.mark.parametrize(
        ("score", "typed"), [({"total": {"4": "26"}}, "0 4 8 14"), ({"least": "-50", "step": "5"}, "20 30 40 50")]
    )
    def test_where_the_lowest_wins_none_is_below_zero(self, score, typed):
        declaration = {**ORDER, "seats": [4], "worth": {"4": ["3", "2", "1", "0"]}, "entry": "score", "score": score}
        game = DeclaredGame(read({**declaration, "higher_is_better": False}))
        assert declared_example(game, 4) == typed
        game.check_typed(read_typed(game, typed.split()))

    def test_partners_have_one_place(self):
        game = DeclaredGame(read(KINDS["partners"].declaration))
        assert declared_example(game, 4) == "3 1 3 1"

    def test_the_desk_and_the_phone_say_it_of_each_seat(self, boss, signed_in, client, words):
        event, table = evening(boss, "places")
        assert "For each seat the place reached, then Enter: 3 1 4 2." in words(desk(signed_in(boss), event))
        rule = ReportRule.objects.create(tournament=event, mode="accept", minutes=10)
        phone = client.get(reverse("report_seat", args=[table_token(rule, table.pk), 1]))
        assert "For each seat the place reached, such as 3 1 4 2." in words(phone)

    def test_places_in_games_with_points_are_no_list_either(self, boss, signed_in, words):
        event, _table = evening(boss, game="quaro", scoring={"points": "places"})
        page = words(desk(signed_in(boss), event))
        assert "2. 4. 1. 3." in page and "1. 2. 3. 4." not in page


class TestSlips:
    def boxes(self, monkeypatch):
        drawn = []
        monkeypatch.setattr(Press, "box", lambda _press, *sides: drawn.append(sides))
        return drawn

    def test_there_is_a_box_a_number_with_its_name(self, boss, monkeypatch):
        drawn = self.boxes(monkeypatch)
        event, _table = evening(boss, game="skat", system="tables")
        paper = words_of(pdf(event, "slips", 1, language="de"))
        assert all(name in paper for name in ("Spielpunkte", "Gewonnen", "Verloren")) and len(drawn) == 3 * 4
        lefts = sorted({left for left, *_sides in drawn})
        widths = {wide for _left, _bottom, wide, _high in drawn}
        assert all(here + max(widths) < there for here, there in pairwise(lefts))

    @pytest.mark.parametrize("language", ["en", "fr", "it"])
    def test_the_names_are_whole_in_long_languages(self, boss, language):
        event, _table = evening(boss, game="skat", system="tables")
        assert "…" not in words_of(pdf(event, "slips", 1, language=language))

    @pytest.mark.parametrize(("kind", "head"), [("places", "Place"), ("points", "Points"), ("score", "Score")])
    def test_other_games_have_one(self, boss, monkeypatch, kind, head):
        drawn = self.boxes(monkeypatch)
        event, _table = evening(boss, kind)
        assert head in words_of(pdf(event, "slips", 1)) and len(drawn) == 4

    def test_so_does_the_page(self, boss, signed_in, words):
        event, table = evening(boss, game="skat", system="tables")
        ReportRule.objects.create(tournament=event, mode="accept", minutes=10)
        address = reverse("admin:tournaments_slips", args=[event.pk, table.round.number])
        page = words(signed_in(boss).get(address, headers={"accept-language": "de"}))
        assert page.count("v-blank") == 3 * 4
        heads = page.partition('class="v-slip-heads">')[2].partition("</p>")[0]
        assert [heads.index(name) for name in ("Spielpunkte", "Gewonnen", "Verloren")] == sorted(
            heads.index(name) for name in ("Spielpunkte", "Gewonnen", "Verloren")
        )


class TestLists:
    """A column of results is headed by what it holds."""

    @pytest.mark.parametrize(
        ("kind", "head", "german"),
        [
            ("places", "Place reached 1", "Platz 1"),
            ("points", "Points 1", "Punkte 1"),
            ("score", "Score 1", "Punktzahl 1"),
        ],
    )
    def test_of_a_declared_game(self, boss, kind, head, german):
        event, _table = evening(boss, kind)
        assert head in list_selectors.results(event).heading
        with translation.override("de"):
            assert german in list_selectors.results(event).heading

    def test_several_numbers_are_named(self, boss):
        event, _table = evening(boss, game="skat", system="tables")
        with translation.override("de"):
            assert "Ergebnis 4 (Spielpunkte, Gewonnen, Verloren)" in list_selectors.results(event).heading

    def test_places_of_a_game_with_points(self, boss):
        event, table = evening(boss, game="quaro", scoring={"points": "places"})
        assert "Points 1" in list_selectors.results(event).heading
        results.enter(table.pk, by=boss, points=make.points("1", "2", "3", "4"), places=True)
        sheet = list_selectors.results(event)
        assert "Place reached 1" in sheet.heading and "1." in sheet.rows[0]
