"""Prizes of a season: typed once, won by its table, shown when its organiser says that it is over."""

from __future__ import annotations

import io

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.tournaments import make
from tests.tournaments.api.programs import Program
from tests.tournaments.seasons.nights import evening, page
from tests.tournaments.standings.test_prizes import sent
from tournaments.domain.errors import Refused
from tournaments.jobs import seasons
from tournaments.models import Entry, Player, Prize, PrizeList, PrizeRule, Series, SeriesEvent
from tournaments.selectors.standings.prizes import prizes_of_season, public_season_prizes
from tournaments.services.prizes import put_for_season

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

MAIN = {"prizes": [{"cents": 10000, "thing": "cup"}, {"cents": 5000}, {"cents": 3000}]}
GUESTS = {"name": "Guests", "mark": "guest", "prizes": [{"cents": 1000, "thing": "a book"}]}


def won(cup, name=None):
    shown = prizes_of_season(cup) if name is None else name
    return [(each.list.name, w.place, w.name, w.cents, w.thing) for each in shown.lists for w in each.winners]


def order(cup):
    names = dict(Player.objects.values_list("pk", "name"))
    return [names[row["player"]] for row in cup.body["rows"]]


def put(cup, boss, *lists, **rule):
    put_for_season(cup.pk, by=boss, rule=rule, lists=lists)
    cup.refresh_from_db()


class TestWhoWins:
    def test_by_the_table_with_the_sharing_of_an_event(self, cup, boss):
        put(cup, boss, MAIN)
        first, second, third, fourth = order(cup)
        assert [row["total"] for row in cup.body["rows"]] == ["12", "12", "8", "8"]
        assert won(cup) == [
            ("", 1, first, 7500, "cup"), ("", 2, second, 7500, ""),
            ("", 3, third, 1500, ""), ("", 4, fourth, 1500, ""),
        ]  # fmt: skip

    def test_a_mark_of_one_evening_and_the_year_of_birth_count(self, cup, boss, people):
        Entry.objects.filter(pk=Entry.objects.filter(player=people[2]).first().pk).update(marks="guest")
        Player.objects.filter(pk=people[3].pk).update(birth_year=2012)
        young = {"name": "Youth", "born_from": 2010, "prizes": [{"cents": 9000}]}
        put(cup, boss, MAIN, GUESTS, young)
        assert ("Guests", 1, "Carla", 1000, "a book") not in won(cup), "what is worth more comes first"
        put(cup, boss, MAIN, GUESTS, young, several=True)
        assert ("Guests", 1, "Carla", 1000, "a book") in won(cup)
        assert ("Youth", 1, "Dirk", 9000, "") in won(cup)

    def test_there_are_none_for_teams_and_a_list_belongs_to_one(self, cup, boss, nights):
        with pytest.raises(Refused, match="no prizes for teams"):
            put(cup, boss, MAIN | {"teams": True})
        for owners in ({}, {"series": cup, "tournament": nights[0]}):
            with pytest.raises(IntegrityError), transaction.atomic():
                PrizeList.objects.create(position=1, **owners)
        with pytest.raises(IntegrityError), transaction.atomic():
            PrizeRule.objects.create(tournament=nights[0], announced=True)

    def test_they_go_with_the_season_and_an_event_keeps_its_own(self, cup, boss, nights):
        put(cup, boss, MAIN)
        PrizeList.objects.create(tournament=nights[0], position=1)
        cup.delete()
        assert PrizeList.objects.count() == 1 and not Prize.objects.exists()


class TestTheEnd:
    def test_the_page_shows_them_once_all_is_played_and_announced(self, client, cup, boss, people):
        put(cup, boss, MAIN)
        assert public_season_prizes(cup) is None, "nobody but the organiser knows that no evening follows"
        assert "Prizes" not in page(client, "/seasons/cup/").text
        put(cup, boss, MAIN, announced=True)
        text = page(client, "/seasons/cup/").text
        assert "Prizes" in text and "75" in text and "cup" in text
        late = evening(boss, people[:4], 5, finish=False)
        SeriesEvent.objects.create(series=cup, tournament=late)
        assert public_season_prizes(cup) is None, "an evening is missing"
        seasons.update_series(cup.pk)
        cup.refresh_from_db()
        assert public_season_prizes(cup) is None, "its results are not final"

    def test_names_are_as_in_the_table_and_conditions_hide_them(self, client, cup, boss, people):
        Player.objects.filter(pk=people[0].pk).update(name="Anna Zwart", name_shown="number", birth_year=2012)
        Player.objects.filter(pk=people[3].pk).update(birth_year=2012)
        young = {"name": "Youth", "born_from": 2010, "prizes": [{"cents": 100}, {"cents": 50}]}
        put(cup, boss, young, announced=True)
        assert {row[2] for row in won(cup, public_season_prizes(cup))} == {""}
        assert "Zwart" not in page(client, "/seasons/cup/").text
        put(cup, boss, young | {"winners_named": True}, announced=True)
        assert "Anna Zwart" not in {row[2] for row in won(cup, public_season_prizes(cup))}
        assert {row[2] for row in won(cup)} == {"Anna Zwart", "Dirk"}


class TestAtTheDesk:
    def test_they_are_typed_and_shown_and_printed_and_saved_as_a_sheet(self, cup, desk):
        url = reverse("admin:tournaments_season_prizes", args=[cup.pk])
        for where in ("tournaments_season_evenings", "tournaments_series_change"):
            assert f'href="{url}"' in desk.get(reverse(f"admin:{where}", args=[cup.pk])).content.decode(), where
        answer = desk.post(url, sent({"name": "", "prizes": "100 + cup\n50"}, announced="on"))
        assert answer.status_code == 302
        text = desk.get(url).content.decode()
        first = order(cup)[0]
        assert "The winners</h2>" in text and first in text and "public page shows them" in text
        paper = desk.get(reverse("admin:tournaments_season_prize_list", args=[cup.pk, "pdf"]))
        words = "".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(paper.content)).pages)
        assert "Cup" in words and first in words and "€" in words
        sheet = desk.get(reverse("admin:tournaments_season_prize_list", args=[cup.pk, "csv"]))
        assert f"Prizes,1,,{first},75,€,cup,2" in sheet.content.decode("utf-8-sig").splitlines()
        assert desk.get(reverse("admin:tournaments_season_prize_list", args=[cup.pk, "doc"])).status_code == 404

    def test_a_line_that_is_no_prize_is_quoted_and_nothing_is_lost(self, cup, desk):
        url = reverse("admin:tournaments_season_prizes", args=[cup.pk])
        answer = desk.post(url, sent({"name": "", "prizes": "100\n***"}))
        assert answer.status_code == 422 and "“***” is not a prize" in answer.content.decode()
        assert not PrizeList.objects.exists()
        empty = desk.get(reverse("admin:tournaments_season_prize_list", args=[cup.pk, "pdf"]))
        assert empty.status_code == 302

    def test_another_clubs_organiser_gets_nowhere(self, cup, signed_in):
        other = make.keeper(make.club("Elsewhere"))
        for name, args in (("season_prizes", ()), ("season_prize_list", ("csv",))):
            url = reverse(f"admin:tournaments_{name}", args=[cup.pk, *args])
            assert signed_in(other).get(url).status_code == 403
        with pytest.raises(PermissionDenied):
            put_for_season(cup.pk, by=other, rule={}, lists=[MAIN])
        assert not PrizeList.objects.exists()


def test_programs_set_them_and_everybody_reads_them_at_the_end(cup, boss):
    program = Program(boss)
    address, asked = "/series/cup/prizes/", {"sharing": "place", "lists": [MAIN]}
    answer = program("PUT", address, asked)
    assert answer.status_code == 200
    assert (answer.said["final"], answer.said["announced"], len(answer.said["winners"])) == (False, False, 4)
    assert Client().get("/api/v1/series/cup/prizes/").json()["winners"] == []
    program("PUT", address, asked | {"announced": True})
    shown = Client().get("/api/v1/series/cup/prizes/").json()
    assert shown["final"] and [row["cents"] for row in shown["winners"]] == [7500, 7500, 1500, 1500]
    assert program("PUT", address, {"lists": [MAIN | {"teams": True}]}).status_code == 422
    assert Series.objects.get().prize_lists.count() == 1
