"""Results in few keys, odd ones asked about once, the second person's yes, and who types where."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import make
from tests.tournaments.rounds.test_races import at_once
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.forms.results import counted, spread, with_table
from tournaments.jobs.standings import compute_standings
from tournaments.models import Confirmation, Editing, Result, Round, Standings, Table, Tournament
from tournaments.selectors.games.result_words import unusual
from tournaments.services.results import results
from tournaments.services.results.results import confirm, set_typing
from tournaments.services.rounds import rounds


class TestKeys:
    @pytest.mark.parametrize(
        ("text", "seats", "fields"),
        [
            ("8420", 4, ["8", "4", "2", "0"]),
            ("842-", 4, ["8", "4", "2", "-"]),
            ("10", 2, ["1", "0"]),
            ("=", 2, ["1/2", "1/2"]),
            ("½½", 2, ["½", "½"]),
            ("31 12 9 2", 4, ["31", "12", "9", "2"]),
            ("1. 2. 3. 4.", 4, ["1.", "2.", "3.", "4."]),
            ("3,5 3,5 1 0", 4, ["3,5", "3,5", "1", "0"]),
            ("842", 4, ["842", "", "", ""]),
            ("1 2 3 4 5", 4, ["1", "2", "3", "4 5"]),
            ("", 2, ["", ""]),
            ("８４２０", 4, ["８４２０", "", "", ""]),
        ],
    )
    def test_each_seat_gets_its_own(self, text, seats, fields):
        assert spread(text, seats) == fields

    def test_all_numbers_of_all_seats_need_no_semicolons(self):
        assert spread("900 9 1 800 8 2", 2, "", columns=3) == ["900 9 1", "800 8 2"]
        assert spread("900 9 1; 800 8 2", 2, "", columns=3) == ["900 9 1", "800 8 2"]
        assert spread("900 800", 2, "", columns=3) == ["900", "800"]

    @pytest.mark.parametrize(
        ("text", "fields"), [("1-0", ["1", "0"]), ("½ – ½", ["½", "½"]), ("10-8", ["10", "8"]), ("1-", ["1", "-"])]
    )
    def test_a_dash_parts_the_points_of_two(self, text, fields):
        assert spread(text, 2) == fields
        assert spread("1-0", 2, below_zero=True) == ["1-0", ""] and spread("1-0", 3) == ["1", "-", "0"]

    @pytest.mark.parametrize(
        ("text", "count"),
        [
            ("9 9 1; 8 9 1; 7 9 1", (3, True)),
            ("9 9 1 8 9 1 7 9 1", (3, True)),
            ("9 8 7", (3, False)),
            ("9 9 1; 8 9 1; 7 9 1; 6 9 1", (0, True)),
            ("9 8 7 6", (0, False)),
        ],
    )
    def test_lists_are_counted_as_lists(self, text, count):
        assert counted(text, 4, columns=3) == count

    @pytest.mark.parametrize(
        ("text", "table", "rest"), [("7:8420", 7, "8420"), ("8420", None, "8420"), ("x:1", None, "x:1")]
    )
    def test_a_table_can_stand_before_it(self, text, table, rest):
        assert with_table(text) == (table, rest)


@world
def round_(boss):
    return make.published(make.tournament(16, slug="quick-evening"), boss)


@pytest.mark.django_db
class TestTheLine:
    def post(self, client, round_, **data):
        url = reverse("admin:tournaments_quick", args=[round_.tournament_id, round_.number])
        return client.post(url, data)

    def test_a_table_and_its_keys_are_a_result(self, desk, round_):
        assert self.post(desk, round_, table="3", keys="8420").status_code == 302
        result = Result.objects.get()
        assert (result.table.number, [str(p) for p in result.points]) == (3, ["8", "4", "2", "0"])

    def test_or_all_in_one_field(self, desk, round_):
        self.post(desk, round_, table="1", keys="2:8420")
        assert Result.objects.get().table.number == 2

    @pytest.mark.parametrize(("drawn", "each"), [("half", "4"), ("share", "7/2")])
    def test_one_sign_is_the_draw_of_a_whole_table_as_the_game_counts_it(self, desk, boss, drawn, each):
        """QC 6.3."""
        round_ = make.published(make.tournament(8, options={"draw_points": drawn}), boss)
        page = desk.get(reverse("admin:tournaments_desk", args=[round_.tournament_id])).content.decode()
        assert 'placeholder="8420"' in page and "= is a draw." in page
        assert self.post(desk, round_, table="1", keys="=").status_code == 302
        assert [str(p) for p in Result.objects.get().points] == [each] * 4

    @pytest.mark.parametrize(("game", "example"), [("quaro", "5324"), ("kwartet", "5211")])
    def test_the_line_shows_a_result_that_the_game_gives(self, desk, boss, game, example):
        options = {"quartets": 9} if game == "kwartet" else {}
        event = make.tournament(8, game=game, options=options, scoring={"points": "game"})
        round_ = make.published(event, boss)
        page = desk.get(reverse("admin:tournaments_desk", args=[event.pk])).content.decode()
        assert f'placeholder="{example}"' in page and "= is a draw." not in page
        assert self.post(desk, round_, table="1", keys=example).status_code == 302

    def test_what_cannot_be_is_said_at_the_table(self, words, desk, round_):
        response = self.post(desk, round_, table="3", keys="8888")
        assert response.status_code == 422
        assert "QC 6" in words(response)

    @pytest.mark.parametrize("table", ["99", "", "x", "-1", "99999999999", "１"])
    def test_a_table_that_is_not_there_is_said(self, words, desk, round_, table):
        url = reverse("admin:tournaments_quick", args=[round_.tournament_id, round_.number])
        response = desk.post(url, {"table": table, "keys": "8420"}, follow=True)
        assert "has no table" in words(response)
        assert not Result.objects.exists()

    def test_who_has_not_seen_what_is_there_is_told(self, desk, round_):
        self.post(desk, round_, table="3", keys="8420")
        assert self.post(desk, round_, table="3", keys="0248").status_code == 409

    def test_the_page_offers_the_first_missing_table(self, words, desk, round_):
        self.post(desk, round_, table="1", keys="8420")
        page = words(desk.get(reverse("admin:tournaments_desk", args=[round_.tournament_id])))
        assert 'name="table" inputmode="numeric" size="4" maxlength="5" value="2"' in page


@pytest.mark.django_db
class TestOddResults:
    def enter(self, client, table, *texts, **more):
        data = {f"points{i}": text for i, text in enumerate(texts, start=1)} | more
        url = reverse("admin:tournaments_result", args=[table.round.tournament_id, table.pk])
        return client.post(url, data)

    def test_nobody_at_all_is_asked_once_and_then_entered(self, words, signed_in, boss, round_):
        client, table = signed_in(boss), Table.objects.get(round=round_, number=1)
        asked = self.enter(client, table, "-", "-", "-", "-")
        assert asked.status_code == 422
        assert "Is it right that nobody came" in words(asked)
        assert 'name="sure" value="- - - -"' in asked.content.decode()
        assert self.enter(client, table, "-", "-", "-", "-", sure="- - - -").status_code == 302
        assert Result.objects.get().end == "forfeit"

    def test_a_yes_to_one_result_is_none_to_another(self, signed_in, boss, round_):
        client, table = signed_in(boss), Table.objects.get(round=round_, number=1)
        assert self.enter(client, table, "-", "-", "-", "-", sure="8 4 2 0").status_code == 422

    def test_twice_as_much_as_anybody_had(self, words, desk, boss):
        evening = make.tournament(20, game="quaro", rounds_planned=1)
        round_ = make.published(evening, boss)
        tables = list(Table.objects.filter(round=round_).order_by("number"))
        for table in tables[:3]:
            assert self.enter(desk, table, "31", "12", "9", "2").status_code == 302
        asked = self.enter(desk, tables[3], "310", "12", "9", "2")
        assert "more than twice as much" in words(asked)
        # exactly twice as much is not more
        assert unusual(evening, make.points("62", "12", "9", "2")) == ""
        assert "more than twice as much" in unusual(evening, make.points("63", "12", "9", "2"))
        assert self.enter(desk, tables[3], "40", "12", "9", "2").status_code == 302


@pytest.mark.django_db
class TestTwoPersons:
    @pytest.fixture
    def checked(self, boss):
        evening = make.duel(4, rounds_planned=1, two_person=True)
        round_ = make.published(evening, boss)
        return evening, round_, make.play(round_, boss, ("1", "0"))

    def test_somebody_else_confirms_once(self, checked, boss):
        evening, _round, (first, _second) = checked
        other = make.arbiter(evening)
        assert confirm(first.pk, by=other).by == other
        assert confirm(first.pk, by=make.arbiter(evening)).by == other

    def test_nobody_confirms_their_own_whoever_asks(self, checked, boss):
        _evening, _round, (first, _second) = checked
        with pytest.raises(Refused, match="entered the result of table 1 yourself"):
            confirm(first.pk, by=boss)
        with pytest.raises(DatabaseError) as refusal, transaction.atomic():
            Confirmation.objects.create(result=first, by=boss)
        assert refusal.value.__cause__.diag.constraint_name == "confirmation_by_another"

    def test_a_correction_is_to_be_confirmed_anew(self, checked, boss):
        evening, _round, (first, _second) = checked
        other = make.arbiter(evening)
        confirm(first.pk, by=other)
        second = results.enter(first.table_id, by=boss, points=make.points("0", "1"), seen_result=first.pk)
        assert not Confirmation.objects.filter(result=second).exists()
        with pytest.raises(Refused, match="corrected in the meantime"):
            confirm(first.pk, by=make.arbiter(evening))

    def test_until_then_the_standings_are_provisional(self, checked, boss):
        evening, round_, made = checked
        rounds.close(round_.pk, by=boss)
        compute_standings(evening.pk)
        assert Standings.objects.get().final is False
        other = make.arbiter(evening)
        for result in made:
            confirm(result.pk, by=other)
        compute_standings(evening.pk)
        assert Standings.objects.get().final is True

    def test_the_desk_marks_them_and_has_a_button_for_the_other(self, words, signed_in, checked, boss):
        evening, _round, (first, _second) = checked
        desk = reverse("admin:tournaments_desk", args=[evening.pk])
        mine = words(signed_in(boss).get(desk))
        assert "not confirmed: provisional" in mine
        url = reverse("admin:tournaments_confirm", args=[evening.pk, first.pk])
        assert url not in mine
        assert "2 results wait for a second arbiter" in mine
        client = signed_in(make.arbiter(evening))
        assert url in words(client.get(desk))
        assert "confirmed by" in words(client.post(url, follow=True))

    def test_where_nobody_asks_for_it_there_is_none(self, boss):
        evening = make.duel(2, rounds_planned=1)
        (result,) = make.play(make.published(evening, boss), boss, ("1", "0"))
        with pytest.raises(Refused, match="do not need a second person"):
            confirm(result.pk, by=make.arbiter(evening))
        with pytest.raises(PermissionDenied):
            confirm(result.pk, by=make.arbiter())

    @pytest.mark.django_db(transaction=True)
    def test_confirming_and_correcting_at_once(self, boss, no_broker):
        evening = make.duel(12, rounds_planned=1, two_person=True)
        made = make.play(make.published(evening, boss), boss, ("1", "0"))
        other = make.arbiter(evening)
        for first in made:
            at_once(
                lambda first=first: confirm(first.pk, by=other),
                lambda first=first: results.enter(
                    first.table_id, by=boss, points=make.points("0", "1"), seen_result=first.pk
                ),
            )
            current = Result.objects.get(table=first.table_id, is_current=True)
            assert current.number == 2
            assert not Confirmation.objects.filter(result=current).exists()


@pytest.mark.django_db
class TestTwoAtOneTable:
    def test_each_hears_of_the_other(self, boss, round_):
        table, other = Table.objects.filter(round=round_)[:2]
        event, second = round_.tournament_id, make.arbiter(round_.tournament)
        assert set_typing(table, tournament_id=event, by=boss) == {}
        assert set_typing(table, tournament_id=event, by=second) == {table.pk: [str(boss)]}
        assert set_typing(table, tournament_id=event, by=boss) == {table.pk: [str(second)]}
        set_typing(other, tournament_id=event, by=second)
        assert set_typing(table, tournament_id=event, by=boss) == {other.pk: [str(second)]}
        set_typing(None, tournament_id=event, by=second)
        assert set_typing(table, tournament_id=event, by=boss) == {}

    def test_who_went_away_without_a_word_is_forgotten(self, boss, round_):
        table = Table.objects.filter(round=round_).first()
        set_typing(table, tournament_id=round_.tournament_id, by=boss)
        Editing.objects.update(at=timezone.now() - timedelta(minutes=1))
        assert set_typing(table, tournament_id=round_.tournament_id, by=make.arbiter()) == {}

    def test_it_moves_no_version(self, desk, boss, round_):
        before = Tournament.objects.get(pk=round_.tournament_id).version
        table = Table.objects.filter(round=round_).first()
        url = reverse("admin:tournaments_editing", args=[round_.tournament_id])
        assert desk.post(url, {"table": table.pk}).json() == {"others": {}}
        assert Tournament.objects.get(pk=round_.tournament_id).version == before
        assert Editing.objects.get().by == boss

    def test_a_stranger_learns_nothing(self, client, boss, round_):
        client.force_login(make.arbiter())
        url = reverse("admin:tournaments_editing", args=[round_.tournament_id])
        assert client.post(url, {"table": "1"}).status_code == 403
        assert Round.objects.filter(pk=round_.pk).exists()
