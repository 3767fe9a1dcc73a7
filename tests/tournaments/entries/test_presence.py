"""Players who missed a round are asked about before the next one, and do not come back by themselves."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.core.notices import plain
from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments.jobs.pairing import pair_round
from tournaments.models import Entry, Result, Round, Seat, Table
from tournaments.selectors.people.presence import away
from tournaments.services.entries import attendance, byes, check_in
from tournaments.services.results import results
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


def entry(made, number):
    return Entry.objects.get(tournament=made, number=number)


def seated(made, number):
    """Tell if a player has a table in the newest round."""
    round_ = made.rounds.exclude(state=Round.State.DISCARDED).order_by("-number").first()
    return Seat.objects.filter(round=round_, entry__number=number, table__isnull=False).exists()


def play_with_a_no_show(round_, by, absentee):
    for table in Table.objects.filter(round=round_):
        row = list(table.seats.order_by("position").values_list("entry__number", flat=True))
        if absentee in row:
            points = make.points(*(None if number == absentee else "1" for number in row))
            results.enter(table.pk, by=by, points=points, end=Result.End.FORFEIT)
        else:
            results.enter(table.pk, by=by, points=make.points("1", "0"))


@pytest.fixture
def evening(boss):
    """A Swiss of eight in which 7 was absent in round 1 and 2 did not show up; round 1 is closed."""
    made = make.duel(8, system="swiss")
    attendance.absent(entry(made, 7).pk, 1, by=boss)
    attendance.absent(entry(made, 8).pk, 1, by=boss)
    round_ = make.published(made, boss)
    play_with_a_no_show(round_, boss, 2)
    attendance.present(entry(made, 8).pk, 1, by=boss)
    rounds.close(round_.pk, by=boss)
    made.refresh_from_db()
    return made


class TestPairing:
    def test_nobody_comes_back_unasked(self, evening, boss):
        make.draft(evening, boss)
        assert entry(evening, 7).absent == [1, 2]
        assert entry(evening, 2).absent == [2]
        assert not seated(evening, 7)
        assert not seated(evening, 2)
        assert seated(evening, 8), "they were said to be here"

    def test_who_is_here_plays(self, evening, boss):
        round_ = rounds.ask_for_pairing(evening.pk, by=boss, here={entry(evening, 7).pk})
        pair_round(round_.pk)
        assert seated(evening, 7)
        assert not seated(evening, 2)

    def test_checked_in_since_is_here(self, evening, boss):
        for number in (2, 7):
            check_in.check_in(evening.pk, entry(evening, number).pk, by=boss)
        make.draft(evening, boss)
        assert seated(evening, 2)
        assert seated(evening, 7)

    def test_checked_in_before_is_not(self, boss):
        made = make.duel(6, system="swiss", check_in=True)
        for one in Entry.objects.filter(tournament=made):
            check_in.check_in(made.pk, one.pk, by=boss)
        check_in.close(made.pk, {}, by=boss)
        round_ = make.published(made, boss)
        play_with_a_no_show(round_, boss, 2)
        rounds.close(round_.pk, by=boss)
        make.draft(made, boss)
        assert not seated(made, 2)

    def test_checked_in_again_is_here(self, boss):
        made = make.duel(6, system="swiss")
        check_in.check_in(made.pk, entry(made, 2).pk, by=boss)
        round_ = make.published(made, boss)
        play_with_a_no_show(round_, boss, 2)
        rounds.close(round_.pk, by=boss)
        check_in.check_in(made.pk, entry(made, 2).pk, by=boss)
        make.draft(made, boss)
        assert seated(made, 2)

    def test_a_bye_that_was_asked_for_is_no_absence(self, boss):
        made = make.duel(6, system="swiss", rounds_planned=4)
        byes.ask(entry(made, 3).pk, 1, "half", by=boss)
        make.played(made, boss, ("1", "0"))
        make.draft(made, boss)
        assert seated(made, 3)

    def test_a_table_declared_void_makes_nobody_absent(self, boss):
        made = make.duel(4, system="swiss")
        round_ = make.published(made, boss)
        first, second = Table.objects.filter(round=round_).order_by("number")
        results.enter(first.pk, by=boss, points=[None, None], end=Result.End.FORFEIT, reason="a fire alarm")
        results.enter(second.pk, by=boss, points=make.points("1", "0"))
        rounds.close(round_.pk, by=boss)
        make.draft(made, boss)
        assert all(seated(made, number) for number in (1, 2, 3, 4))

    def test_in_a_knockout_nobody_is_asked(self, boss):
        made = make.duel(4, system="knockout", rounds_planned=2)
        round_ = make.published(made, boss)
        play_with_a_no_show(round_, boss, 2)
        rounds.close(round_.pk, by=boss)
        make.draft(made, boss)
        assert entry(made, 2).absent == []


class TestPage:
    def pair(self, client, evening, **data):
        return client.post(reverse("admin:tournaments_pair", args=[evening.pk]), data)

    def test_the_step_leads_to_the_question(self, desk, evening, words):
        page = words(desk.get(reverse("admin:tournaments_desk", args=[evening.pk])))
        address = reverse("admin:tournaments_presence", args=[evening.pk])
        assert f'href="{address}"' in page
        assert "2 players missed round 1: you will be asked which of them are here now." in page
        assert "6 players here: 3 tables of two." in page

    def test_the_page_lists_them_with_why(self, desk, evening, words):
        page = words(desk.get(reverse("admin:tournaments_presence", args=[evening.pk])))
        assert page.count('type="checkbox" name="here"') == 2
        assert "did not show up in round 1" in page
        assert "was absent in round 1" in page
        assert "checked>" not in page

    def test_pairing_without_an_answer_asks(self, desk, evening):
        answer = self.pair(desk, evening)
        assert answer.url == reverse("admin:tournaments_presence", args=[evening.pk])
        assert evening.rounds.count() == 1

    def test_an_old_page_that_did_not_ask_about_everybody_asks_again(self, desk, evening):
        answer = self.pair(desk, evening, asked=[entry(evening, 7).pk])
        assert answer.url == reverse("admin:tournaments_presence", args=[evening.pk])
        assert evening.rounds.count() == 1

    @pytest.mark.parametrize(
        ("ticked", "everybody", "away"), [([7], {}, [2]), ([], {"all": "1"}, []), ([], {}, [2, 7])]
    )
    def test_who_is_ticked_plays(self, desk, evening, ticked, everybody, away):
        asked = [entry(evening, n).pk for n in (2, 7)]
        here = [entry(evening, n).pk for n in ticked]
        self.pair(desk, evening, asked=asked, here=here, **everybody)
        assert evening.rounds.count() == 2
        assert [e.number for e in Entry.objects.filter(tournament=evening, absent__contains=[2])] == away

    def test_the_row_says_so_and_brings_them_back(self, desk, evening, boss, words):
        address = reverse("admin:tournaments_players", args=[evening.pk])
        assert f'value="here:{entry(evening, 7).pk}"' in words(desk.get(address))
        act = reverse("admin:tournaments_players_act", args=[evening.pk])
        page = words(desk.post(act, {"do": f"here:{entry(evening, 7).pk}"}, follow=True))
        assert "is here." in page
        assert f'value="here:{entry(evening, 7).pk}"' not in page
        make.draft(evening, boss)
        assert seated(evening, 7)


class TestApi:
    def test_the_list(self, desk, evening, boss):
        check_in.check_in(evening.pk, entry(evening, 2).pk, by=boss)
        answer = desk.get(reverse("api:presence", args=[evening.slug])).json()
        assert answer["round"] == 2
        assert answer["players"] == 6
        assert [(row["player"], row["no_show"], row["here"]) for row in answer["away"]] == [
            (2, True, True),
            (7, False, False),
        ]

    @pytest.mark.parametrize(("body", "away"), [({}, [2, 7]), ({"here": [2]}, [7]), ({"here": [2, 7]}, [])])
    def test_the_request_brings_back_who_it_names(self, desk, evening, body, away):
        url = reverse("api:rounds", args=[evening.slug])
        assert desk.post(url, body, content_type="application/json").status_code == 202
        assert [e.number for e in Entry.objects.filter(tournament=evening, absent__contains=[2])] == away

    def test_a_number_that_nobody_has_is_refused(self, desk, evening):
        url = reverse("api:rounds", args=[evening.slug])
        answer = desk.post(url, {"here": [99]}, content_type="application/json")
        assert answer.status_code == 422
        assert "There is no player 99." in answer.json()["detail"]
        assert evening.rounds.count() == 1


@world
def tables(boss):
    """Eight at tables of four, of whom 8 is absent: one table has three. Round 1 is published."""
    made = make.tournament(8)
    attendance.absent(entry(made, 8).pk, 1, by=boss)
    make.published(made, boss)
    made.refresh_from_db()
    return made


class TestLatecomers:
    def short(self, made):
        return next(
            t for t in Table.objects.filter(round__tournament=made) if t.seats.values("entry").distinct().count() == 3
        )

    def act(self, client, made, do, **more):
        url = reverse("admin:tournaments_players_act", args=[made.pk])
        return client.post(url, {"do": f"{do}:{entry(made, 8).pk}", "round": "1", **more}, follow=True)

    def test_at_the_check_in_a_free_seat_is_offered_and_taken(self, desk, tables, words):
        mark = reverse("admin:tournaments_check_in_mark", args=[tables.pk])
        page = words(desk.post(mark, {"text": "8"}, follow=True))
        table = self.short(tables)
        assert f"There is a free seat at table {table.number}" in page
        page = words(self.act(desk, tables, "sit", table=table.number, then="check_in"))
        assert f"sits at table {table.number} in round 1." in page
        assert seated(tables, 8)
        assert entry(tables, 8).absent == []

    def test_the_offer_stays_until_it_is_answered(self, desk, boss, tables, words):
        pages = {name: reverse(f"admin:tournaments_{name}", args=[tables.pk]) for name in ("check_in", "desk")}
        mark = reverse("admin:tournaments_check_in_mark", args=[tables.pk])
        late, table = entry(tables, 8), self.short(tables)
        says = f"{late.player.name} is here but has no seat in round 1."
        desk.post(mark, {"text": "8"})
        other = Table.objects.filter(round__tournament=tables).exclude(pk=table.pk).get()
        results.enter(other.pk, by=boss, points=make.points(*make.QC_END))
        page = words(desk.get(pages["check_in"]))
        assert f"There is a free seat at table {table.number}" in page
        assert "is here · no seat yet" in page
        assert "absent in round 1" not in page
        assert says in words(desk.get(pages["desk"]))
        desk.post(mark, {"who": f"out:{late.pk}"})
        assert "v-offer" not in words(desk.get(pages["check_in"]))
        assert says not in words(desk.get(pages["desk"]))
        desk.post(mark, {"text": "8"})
        assert "v-offer" in words(desk.get(pages["check_in"]))
        self.act(desk, tables, "absent", then="check_in")
        assert "v-offer" not in words(desk.get(pages["check_in"]))
        assert says not in words(desk.get(pages["desk"]))

    def test_plays_after_all_says_that_there_is_no_seat_yet_and_offers_one(self, desk, tables, words):
        page = words(self.act(desk, tables, "present"))
        assert "has no seat in round 1 yet." in page
        assert "plays round 1." not in page
        assert f"Seat them at table {self.short(tables).number}" in page
        assert f'value="seat:{entry(tables, 8).pk}"' in page, "the row keeps its button"

    def test_without_a_free_seat_they_are_told(self, desk, boss, tables, words):
        table = self.short(tables)
        seats = list(table.seats.order_by("position").values_list("entry", flat=True))
        results.enter(table.pk, by=boss, points=make.points("8", "4", "2", "0"))
        assert len(seats) == 4
        page = words(self.act(desk, tables, "present"))
        assert "No seat is free: they can play from round 2." in page
        assert not seated(tables, 8)

    def test_a_seat_that_was_taken_meanwhile_is_refused(self, desk, boss, tables, words):
        results.enter(self.short(tables).pk, by=boss, points=make.points("8", "4", "2", "0"))
        page = words(self.act(desk, tables, "sit", table=self.short(tables).number))
        assert "This seat is no longer free." in page
        assert not seated(tables, 8)

    def test_a_bye_plays_the_latecomer(self, signed_in, boss, words):
        made = make.duel(6, system="swiss")
        attendance.absent(entry(made, 6).pk, 1, by=boss)
        round_ = make.published(made, boss)
        lonely = Seat.objects.get(round=round_, bye="pairing").entry
        client = signed_in(boss)
        mark = reverse("admin:tournaments_check_in_mark", args=[made.pk])
        page = words(client.post(mark, {"text": "6"}, follow=True))
        assert f"{lonely.player.name} has a bye." in page
        desk = words(client.get(reverse("admin:tournaments_desk", args=[made.pk])))
        assert f"{lonely.player.name} ({lonely.number}) has the bye with 0" in desk
        act = reverse("admin:tournaments_players_act", args=[made.pk])
        client.post(act, {"do": f"sit:{entry(made, 6).pk}", "table": "3"})
        desk = words(client.get(reverse("admin:tournaments_desk", args=[made.pk])))
        assert "has the bye with" not in desk
        table = Table.objects.get(round=round_, number=3)
        assert set(table.seats.values_list("entry", flat=True)) == {lonely.pk, entry(made, 6).pk}

    def test_somebody_new_is_offered_a_seat(self, desk, tables, words):
        url = reverse("admin:tournaments_players_add", args=[tables.pk])
        page = words(desk.post(url, {"name": "Late Lena"}, follow=True))
        assert "Late Lena has no seat in round 1 yet." in page
        assert f"Seat them at table {self.short(tables).number}" in page

    def test_by_the_api(self, desk, tables):
        url = reverse("api:entry_life", args=[tables.slug, 8])
        table = self.short(tables).number
        answer = desk.post(url, {"do": "seat", "table": table}, content_type="application/json")
        assert answer.status_code == 200, answer.content
        assert seated(tables, 8)


class TestPairedAgain:
    """A round is discarded, or could not be paired, and is asked for again: what was said of somebody still counts."""

    @pytest.fixture
    def drafted(self, evening, boss):
        """Round 2 of the evening as a draft without 2 and 7."""
        return make.draft(evening, boss)

    def mark(self, made, number, by):
        check_in.check_in(made.pk, entry(made, number).pk, by=by)

    def test_who_is_checked_in_after_the_draft_was_discarded_plays(self, evening, boss, drafted):
        rounds.discard(drafted.pk, by=boss)
        self.mark(evening, 7, boss)
        make.draft(evening, boss)
        assert seated(evening, 7)
        assert not seated(evening, 2)

    def test_who_is_checked_in_while_it_was_a_draft_plays(self, evening, boss, drafted):
        self.mark(evening, 7, boss)
        rounds.discard(drafted.pk, by=boss)
        make.draft(evening, boss)
        assert seated(evening, 7)

    def test_who_is_checked_in_while_it_is_published_plays_the_next(self, evening, boss, drafted):
        rounds.publish(drafted.pk, by=boss)
        self.mark(evening, 7, boss)
        for table in Table.objects.filter(round=drafted):
            results.enter(table.pk, by=boss, points=make.points("1", "0"))
        rounds.close(drafted.pk, by=boss)
        make.draft(evening, boss)
        assert seated(evening, 7)
        assert not seated(evening, 2)

    def test_who_is_checked_out_again_stays_away(self, evening, boss, drafted):
        self.mark(evening, 7, boss)
        check_in.check_in(evening.pk, entry(evening, 7).pk, by=boss, here=False)
        rounds.discard(drafted.pk, by=boss)
        make.draft(evening, boss)
        assert not seated(evening, 7)

    def test_who_is_checked_in_after_it_could_not_be_paired_plays(self, evening, boss):
        round_ = rounds.ask_for_pairing(evening.pk, by=boss)
        Round.objects.filter(pk=round_.pk).update(state=Round.State.FAILED, problem=plain("no"))
        self.mark(evening, 7, boss)
        again = rounds.ask_for_pairing(evening.pk, by=boss)
        assert again.pk == round_.pk
        pair_round(again.pk)
        assert seated(evening, 7)
        assert not seated(evening, 2)

    def test_the_answers_of_the_page_are_kept(self, desk, evening, boss, words):
        asked = [entry(evening, n).pk for n in (2, 7)]
        desk.post(reverse("admin:tournaments_pair", args=[evening.pk]), {"asked": asked, "here": asked[1:]})
        round_ = evening.rounds.get(number=2)
        pair_round(round_.pk)
        rounds.discard(round_.pk, by=boss)
        page = words(desk.get(reverse("admin:tournaments_presence", args=[evening.pk])))
        assert f'value="{asked[1]}" checked' in page
        assert f'value="{asked[0]}" checked' not in page

    def test_a_forfeit_that_is_corrected_leaves_them_here(self, boss):
        made = make.tournament(8)
        round_ = make.published(made, boss)
        mine = Table.objects.get(round=round_, seats__entry__number=2)
        other = Table.objects.filter(round=round_).exclude(pk=mine.pk).get()
        results.enter(other.pk, by=boss, points=make.points(*make.QC_END))

        def forfeit(*texts, **more):
            rest = iter(texts)
            row = mine.seats.order_by("position").values_list("entry__number", flat=True)
            points = make.points(*(None if number == 2 else next(rest) for number in row))
            return results.enter(mine.pk, by=boss, points=points, end=Result.End.FORFEIT, **more)

        first = forfeit("8", "4", "2")
        rounds.close(round_.pk, by=boss)
        self.mark(made, 2, boss)
        assert [one.here for one in away(made)] == [True]
        forfeit("4", "8", "2", seen_result=first.pk, reason="exchanged")
        assert [one.here for one in away(made)] == [True]
