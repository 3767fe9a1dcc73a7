"""The desk and the admin: who gets in, what a wrong step answers, how many queries it costs."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.tournaments import make
from tournaments.forms.points import in_field
from tournaments.imports.points import read_points
from tournaments.models import Entry, Player, PlayerImport, Result, Table
from tournaments.services.results import results

pytestmark = pytest.mark.django_db

GOOD = (Path(__file__).parent.parent / "data" / "club-players.csv").read_bytes()
BAD = (Path(__file__).parent.parent / "data" / "club-players-bad.csv").read_bytes()


def desk_url(evening, *more):
    return reverse("admin:tournaments_desk", args=[evening.pk]) + "/".join(map(str, more))


class TestWhoMayWhat:
    """Beside what tests/tournaments/test_every_url.py asks of every role at every address."""

    def test_an_arbiter_sees_their_tournaments_alone(self, words, signed_in, evening):
        other, client = make.duel(2), signed_in(make.arbiter(evening))
        response = client.get(reverse("admin:tournaments_tournament_changelist"))
        assert evening.name in words(response)
        assert other.name not in words(response)
        assert client.get(reverse("admin:tournaments_tournament_change", args=[other.pk])).status_code == 302


class TestResults:
    @pytest.fixture
    def table(self, evening, boss):
        return Table.objects.filter(round=make.published(evening, boss)).order_by("number").first()

    def post(self, client, evening, table, *points, **more):
        data = {f"points{i}": p for i, p in enumerate(points, start=1)} | more
        return client.post(reverse("admin:tournaments_result", args=[evening.pk, table.pk]), data)

    def test_a_result_is_entered_and_the_desk_comes_back_at_that_table(self, desk, evening, table):
        response = self.post(desk, evening, table, "1", "0")
        assert response.status_code == 302
        assert response.url.endswith("#table-1")
        assert Result.objects.get().points == make.points("1", "0")

    @pytest.mark.parametrize(("typed", "kept"), [("½", "1/2"), ("0,5", "1/2"), ("0.5", "1/2"), ("1/2", "1/2")])
    def test_halves_as_people_write_them(self, desk, evening, table, typed, kept):
        self.post(desk, evening, table, typed, typed)
        assert [str(p) for p in Result.objects.get().points] == [kept, kept]

    @pytest.mark.parametrize(
        ("points", "shown"),
        [("14/3", "4⅔"), ("1/2", "½"), ("-14/3", "-4⅔"), ("-1/2", "-1/2"), ("7/5", "7/5"), ("8", "8"), ("2.", "2.")],
    )
    def test_a_field_shows_parts_as_pages_do_and_reads_them_again(self, points, shown):
        assert in_field(points) == shown
        assert points.endswith(".") or read_points(shown) == Fraction(points)

    def test_a_dash_is_a_no_show(self, desk, evening, table):
        self.post(desk, evening, table, "1", "-")
        result = Result.objects.get()
        assert (result.end, result.points[1]) == ("forfeit", None)

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            (("1", "1"), "Q 3.9"),
            (("1", ""), ": the points are missing"),
            (("x", "0"), "“x” is not a number of points"),
            (("1e9", "0"), "“1e9” is not a number of points"),
            (("<b>", "0"), "“<b>” is not a number of points"),
            (("１", "0"), "“１” is not a number of points"),
        ],
    )
    def test_what_cannot_be_is_said_at_the_table_with_what_was_typed(
        self, words, desk, evening, table, typed, sentence
    ):
        response = self.post(desk, evening, table, *typed)
        assert response.status_code == 422
        assert sentence in words(response)
        assert "<b>" not in response.content.decode()
        assert not Result.objects.exists()

    def test_who_comes_second_is_told_and_can_confirm(self, words, desk, evening, table):
        first = results.enter(table.pk, by=make.arbiter(evening), points=make.points("1", "0"))
        response = self.post(desk, evening, table, "0", "1", seen_result="")
        assert response.status_code == 409
        assert f"{first.entered_by} entered 1 – 0" in words(response)
        assert f'name="seen_result" value="{first.pk}">Replace it with mine' in response.content.decode()
        assert self.post(desk, evening, table, "0", "1", seen_result=first.pk).status_code == 302
        assert Result.objects.get(is_current=True).points == make.points("0", "1")

    def test_a_refused_entry_does_not_count_as_having_seen_what_came_meanwhile(self, desk, evening, table):
        results.enter(table.pk, by=make.arbiter(evening), points=make.points("1", "0"))
        page = self.post(desk, evening, table, "0", "x", seen_result="").content.decode()
        hidden = re.search(rf'id="table-{table.number}".*?name="seen_result" value="([^"]*)"', page, re.DOTALL)
        assert hidden[1] == ""
        assert self.post(desk, evening, table, "0", "1", seen_result=hidden[1]).status_code == 409

    def test_a_correction_is_kept_with_its_reason(self, desk, evening, table):
        self.post(desk, evening, table, "1", "0")
        first = Result.objects.get()
        self.post(desk, evening, table, "0", "1", seen_result=first.pk, reason="misheard")
        assert Result.objects.get(is_current=True).reason == "misheard"


class TestSteps:
    def test_from_nothing_to_finished_by_the_big_button(self, words, signed_in, boss):
        evening, client = make.duel(2, rounds_planned=1), signed_in(boss)
        assert "Pair round 1" in words(client.get(desk_url(evening)))
        client.post(reverse("admin:tournaments_pair", args=[evening.pk]))
        assert "Round 1 is being paired" in words(client.get(desk_url(evening)))
        round_ = make.draft(evening, boss)
        assert "Publish round 1" in words(client.get(desk_url(evening)))
        client.post(reverse("admin:tournaments_publish", args=[evening.pk, round_.pk]))
        assert "Table 1 is still missing" in words(client.get(desk_url(evening)))
        make.play(round_, boss, ("1", "0"))
        assert "Close round 1" in words(client.get(desk_url(evening)))
        client.post(reverse("admin:tournaments_close", args=[evening.pk, round_.pk]))
        assert "All rounds are played" in words(client.get(desk_url(evening)))

    def test_a_drawn_final_is_not_the_end_until_a_play_off_is_entered(self, words, signed_in, boss):
        cup, client = make.duel(2, system="knockout", rounds_planned=1), signed_in(boss)
        final = make.played(cup, boss, ("1/2", "1/2"))
        page = words(client.get(desk_url(cup)))
        assert "Enter who won the play-off" in page and "share the first place" in page
        assert "All rounds are played" not in page
        (table,) = final.tables.all()
        seen = table.results.get(is_current=True).pk
        results.enter(table.pk, by=boss, points=make.points("1", "0"), seen_result=seen, reason="play-off")
        assert "All rounds are played" in words(client.get(desk_url(cup)))

    def test_a_step_that_cannot_be_taken_says_why(self, words, desk, boss, evening):
        round_ = make.published(evening, boss)
        url = reverse("admin:tournaments_close", args=[evening.pk, round_.pk])
        response = desk.post(url, follow=True)
        assert "have no result yet" in words(response)

    def test_a_round_that_is_not_there_is_not_found(self, desk, evening):
        url = reverse("admin:tournaments_desk_round", args=[evening.pk, 7])
        assert desk.get(url).status_code == 404

    def test_the_desk_costs_the_same_for_few_and_many_tables(self, desk, boss, django_assert_max_num_queries):
        for players in (4, 100):
            evening = make.duel(players, rounds_planned=1)
            make.play(make.published(evening, boss), boss, ("1", "0"))
            with django_assert_max_num_queries(17):  # one for sand-glasses that ran out, one for the season
                desk.get(desk_url(evening))


class TestImport:
    def choose(self, client, evening, content, name="list.csv"):
        url = reverse("admin:tournaments_list_upload", args=[evening.pk, "players"])
        return client.post(url, {"file": SimpleUploadedFile(name, content)})

    def test_choose_look_import(self, words, signed_in, boss):
        evening, client = make.tournament(0), signed_in(boss)
        response = self.choose(client, evening, GOOD)
        assert response.status_code == 302
        preview = client.get(response.url)
        assert "IJsbrand Öztürk" in words(preview)
        assert not Entry.objects.exists()
        stamp = re.search('name="stamp" value="([0-9a-f]+)"', words(preview))[1]
        assert "after this preview" in words(client.post(response.url, {"stamp": "seen before"}))
        done = client.post(response.url, {"stamp": stamp}, follow=True)
        assert "16 new" in words(done)
        assert Entry.objects.filter(tournament=evening).count() == 16

    def test_refused_lines_are_shown_with_reasons_and_only_the_others_come_in(self, words, signed_in, boss):
        evening, client = make.tournament(0), signed_in(boss)
        url = self.choose(client, evening, BAD).url
        preview = words(client.get(url))
        assert "looks like a spreadsheet formula" in preview
        assert 'href="' in preview
        client.post(url)
        assert not Entry.objects.exists()
        done = words(
            client.post(url, {"stamp": re.search('name="stamp" value="([0-9a-f]+)"', preview)[1]}, follow=True)
        )
        assert "Left out:" in done and "looks like a spreadsheet formula" in done
        assert not Player.objects.filter(name__startswith="=").exists() and Entry.objects.filter(tournament=evening)

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [(b"", "The file is empty"), (b"\0\1", "not a text file"), (b"%PDF-1.7", "This is a PDF")],
    )
    def test_what_is_no_list_is_said_at_the_field(self, words, desk, evening, content, sentence):
        response = self.choose(desk, evening, content)
        assert response.status_code == 422
        assert sentence in words(response)
        assert not PlayerImport.objects.exists()

    def test_no_file_at_all(self, words, desk, evening):
        url = reverse("admin:tournaments_list_upload", args=[evening.pk, "players"])
        assert "Choose a file, or paste the list" in words(desk.post(url))

    def test_an_import_that_is_gone_leads_back(self, words, desk, evening):
        url = reverse("admin:tournaments_list_preview", args=[evening.pk, "players", 4711])
        assert "already been imported" in words(desk.get(url, follow=True))


class TestPlacesAndTallies:
    """Games whose own points have no upper end count by places unless somebody says otherwise."""

    def table(self, boss, game, **fields):
        evening = make.tournament(8, game=game, rounds_planned=1, **fields)
        return evening, Table.objects.filter(round=make.published(evening, boss)).order_by("number").first()

    def post(self, client, evening, table, *points):
        data = {f"points{i}": p for i, p in enumerate(points, start=1)}
        return client.post(reverse("admin:tournaments_result", args=[evening.pk, table.pk]), data)

    def test_the_games_points_give_places_and_are_kept(self, words, signed_in, boss):
        evening, table = self.table(boss, "quaro")
        assert self.post(signed_in(boss), evening, table, "31", "12", "12", "2").status_code == 302
        result = Result.objects.get()
        assert [str(p) for p in result.points] == ["3", "3/2", "3/2", "0"]
        assert [str(p) for p in result.game_points] == ["31", "12", "12", "2"]
        page = words(signed_in(boss).get(desk_url(evening)))
        assert 'value="31"' in page

    def test_places_will_do(self, words, signed_in, boss):
        evening, table = self.table(boss, "kwartet")
        assert self.post(signed_in(boss), evening, table, "2.", "1.", "2.", "4.").status_code == 302
        result = Result.objects.get()
        assert [str(p) for p in result.points] == ["3/2", "3", "3/2", "0"]
        assert result.game_points is None
        assert 'value="2."' in words(signed_in(boss).get(desk_url(evening)))

    @pytest.mark.parametrize(
        ("game", "typed", "sentence"),
        [
            ("quaro", ("1/2", "3", "4", "5"), "QU"),
            ("kwartet", ("1/2", "3", "4", "5"), "K 4.1"),
            ("kwartet", ("20", "20", "0", "0"), "K 1.1"),
            ("kwartet", ("0", "1", "0", "0"), "K 4.1"),
            ("quaro", ("1.", "1.", "2.", "4."), "These places are not valid"),
            ("quaro", ("1.", "2", "3.", "4."), "points for everybody, or places"),
            ("quatro-chess", ("1.", "2.", "3.", "4."), "the game's own points count"),
        ],
    )
    def test_what_the_game_cannot_give_is_refused(self, words, desk, boss, game, typed, sentence):
        evening, table = self.table(boss, game)
        response = self.post(desk, evening, table, *typed)
        assert response.status_code == 422
        assert sentence in words(response)
        assert not Result.objects.exists()

    def test_where_two_left_stops_the_game_the_deck_need_not_be_complete(self, desk, boss):
        evening, table = self.table(boss, "kwartet", options={"two_left": "stop"})
        assert self.post(desk, evening, table, "0", "1", "0", "0").status_code == 302

    def test_the_quartets_add_up_to_the_deck_that_was_declared(self, words, signed_in, boss):
        evening, table = self.table(boss, "kwartet", options={"quartets": 8})
        response = self.post(signed_in(boss), evening, table, "3", "1", "2", "1")
        assert response.status_code == 422
        assert "add up to 7; all 8 are laid down" in words(response)
        assert self.post(signed_in(boss), evening, table, "3", "1", "2", "2").status_code == 302

    def test_who_did_not_show_up_comes_last(self, desk, boss):
        evening, table = self.table(boss, "quaro")
        assert self.post(desk, evening, table, "5", "-", "9", "0").status_code == 302
        assert [p and str(p) for p in Result.objects.get().points] == ["2", None, "3", "1"]
