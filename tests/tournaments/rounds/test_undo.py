"""Undo on the message itself: the way back from a step, for who may go it, with its own questions."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.tournaments import make
from tournaments.jobs.pairing import pair_round
from tournaments.models import CheckedIn, Entry, Round, Tournament
from tournaments.services.entries import attendance, check_in
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db

FORM = re.compile(r'<form method="post" action="([^"]+)" class="v-undo">(.*?)</form>', re.S)
FIELD = re.compile(r'name="([^"]+)" value="([^"]*)"')


def offered(page):
    """The address and the fields of the message's Undo; None without one."""
    form = FORM.search(page)
    if form is None:
        return None
    fields = {}
    for name, value in FIELD.findall(form[2]):
        fields.setdefault(name, []).append(value)
    return form[1], fields


@pytest.fixture
def step(signed_in, words):
    """A function that takes a step and gives the page after it."""

    def go(user, name, made, *of, **data):
        url = reverse(f"admin:tournaments_{name}", args=[made.pk, *of])
        return words(signed_in(user).post(url, data, follow=True))

    return go


@pytest.fixture
def undo(signed_in, words):
    """A function that presses Undo on a page, and gives the next one."""

    def go(user, page):
        address, fields = offered(page)
        return words(signed_in(user).post(address, fields, follow=True))

    return go


class TestRounds:
    def test_close_and_back_and_once_more(self, boss, evening, step, undo):
        round_ = make.published(evening, boss)
        make.play(round_, boss, ("1", "0"))
        page = step(boss, "close", evening, round_.pk)
        assert "Round 1 is closed." in page
        page = undo(boss, page)
        assert "Round 1 is open again." in page
        round_.refresh_from_db()
        assert round_.state == Round.State.PUBLISHED
        assert "Round 1 is closed." in undo(boss, page)

    def test_publish(self, boss, evening, step, undo):
        round_ = make.draft(evening, boss)
        page = undo(boss, step(boss, "publish", evening, round_.pk))
        assert "Round 1 is a draft again." in page

    def test_pair(self, boss, evening, step, undo):
        page = undo(boss, step(boss, "pair", evening))
        assert "Round 1 is discarded." in page
        assert offered(page) is None, "round 1 without a result: the settings are no longer locked"

    def test_discard(self, boss, evening, step, undo):
        make.played(evening, boss, ("1", "0"))
        second = make.draft(evening, boss)
        page = undo(boss, step(boss, "discard", evening, second.pk))
        assert "Round 2 is back as it was." in page
        second.refresh_from_db()
        assert second.state == Round.State.DRAFT

    def test_its_questions_stay_what_they_are(self, boss, evening, step, undo):
        round_ = make.published(evening, boss)
        page = step(boss, "unpublish", evening, round_.pk)
        page = undo(boss, page)
        make.play(round_, boss, ("1", "0"))
        assert "Round 1 has results. Put it aside instead" in undo(boss, page)

    def test_who_may_not_go_back_is_not_shown_the_way(self, boss, evening, step):
        arbiter = make.arbiter(evening)
        round_ = make.published(evening, boss)
        make.play(round_, boss, ("1", "0"))
        page = step(arbiter, "close", evening, round_.pk)
        assert "Round 1 is closed." in page
        assert offered(page) is None

    def test_archive(self, boss, step, undo):
        made = make.duel(2, rounds_planned=1)
        make.played(made, boss, ("1", "0"))
        page = undo(boss, step(boss, "archive", made))
        assert "The tournament is open again" in page
        assert Tournament.objects.get(pk=made.pk).archived_at is None


class TestPlayers:
    def test_absent_and_withdrawn(self, boss, evening, step, undo):
        one = Entry.objects.get(tournament=evening, number=2)
        page = step(boss, "players_act", evening, do=f"absent:{one.pk}", round="1")
        undo(boss, page)
        one.refresh_from_db()
        assert one.absent == []
        undo(boss, step(boss, "players_act", evening, do=f"withdraw:{one.pk}", round="1"))
        one.refresh_from_db()
        assert one.left is None

    def test_a_seat_that_was_given_away_does_not_come_back_by_itself(self, boss, evening, step):
        make.published(evening, boss)
        one = Entry.objects.get(tournament=evening, number=2)
        page = step(boss, "players_act", evening, do=f"absent:{one.pk}", round="1", seat="free")
        assert "is absent in round 1." in page
        assert offered(page) is None


class TestCheckIn:
    @pytest.fixture
    def evening(self):
        return make.tournament(6, check_in=True)

    def test_closing(self, boss, evening, step, undo):
        check_in.everybody_here(evening.pk, by=boss)
        page = undo(boss, step(boss, "check_in_close", evening))
        assert "The check-in is open." in page
        evening.refresh_from_db()
        assert evening.check_in_closed_at is None

    def test_all_here_and_back(self, boss, evening, step, undo):
        first, second, third = Entry.objects.filter(tournament=evening)[:3]
        check_in.check_in(evening.pk, first.pk, by=boss)
        attendance.absent(second.pk, 1, by=boss)
        attendance.withdraw(third.pk, by=boss)
        helper = make.arbiter(evening, "helper")
        page = step(helper, "check_in_everybody", evening)
        assert "4 more players are here." in page
        assert CheckedIn.objects.count() == 5
        second.refresh_from_db()
        assert second.absent == []
        assert "The check-in is back as it was." in undo(helper, page)
        assert [one.entry_id for one in CheckedIn.objects.all()] == [first.pk]
        second.refresh_from_db()
        assert second.absent == [1]

    def test_nobody_here_is_asked_first(self, boss, evening, step):
        fates = {f"fate-{one.pk}": "absent" for one in Entry.objects.filter(tournament=evening)}
        page = step(boss, "check_in_close", evening, **fates)
        assert "Close the check-in with nobody here?" in page
        assert "All 6 players would miss round 1" in page
        evening.refresh_from_db()
        assert evening.check_in_closed_at is None
        step(boss, "check_in_close", evening, nobody="1", **fates)
        evening.refresh_from_db()
        assert evening.check_in_closed_at is not None

    def test_closed_with_nobody_here_the_step_leads_back_to_the_check_in(self, boss, evening, signed_in, words):
        fates = {one.pk: "absent" for one in Entry.objects.filter(tournament=evening)}
        check_in.close(evening.pk, fates, by=boss, nobody=True)
        desk = reverse("admin:tournaments_desk", args=[evening.pk])
        page = words(signed_in(boss).get(desk))
        assert "fewer than two players are here, so round 1 cannot be paired." in page
        assert f'class="v-button" href="{reverse("admin:tournaments_check_in", args=[evening.pk])}"' in page
        assert "Pair round 1" not in page
        page = words(signed_in(boss).get(reverse("admin:tournaments_check_in", args=[evening.pk])))
        assert "Open the check-in" in page
        check_in.reopen(evening.pk, by=boss)
        check_in.everybody_here(evening.pk, by=boss)
        check_in.close(evening.pk, {}, by=boss)
        assert "Pair round 1" in words(signed_in(boss).get(desk))

    def test_by_the_api_too(self, desk, evening):
        url = reverse("api:check_in_close", args=[evening.slug])
        body = {"decisions": [{"player": n, "becomes": "absent"} for n in range(1, 7)]}
        answer = desk.post(url, body, content_type="application/json")
        assert answer.status_code == 422
        assert "Nobody is checked in: 6 players would miss round 1." in answer.json()["detail"]
        assert desk.post(url, body | {"nobody": True}, content_type="application/json").status_code == 200

    def test_the_step_counts_who_is_here_and_says_the_tables(self, boss, desk, words):
        made = make.tournament(23, check_in=True)
        for one in Entry.objects.filter(tournament=made, number__lte=18):
            check_in.check_in(made.pk, one.pk, by=boss)
        missing = Entry.objects.filter(tournament=made, number__gt=18)
        check_in.close(made.pk, {one.pk: "absent" for one in missing}, by=boss)
        page = words(desk.get(reverse("admin:tournaments_desk", args=[made.pk])))
        assert "18 players here: 3 tables of four, 2 tables of three." in page
        assert "23 players, " not in page

    def test_the_error_goes_when_it_is_mended(self, boss, evening, signed_in, words, step):
        everybody = Entry.objects.filter(tournament=evening)
        check_in.close(evening.pk, {one.pk: "absent" for one in everybody}, by=boss, nobody=True)
        round_ = rounds.ask_for_pairing(evening.pk, by=boss)
        pair_round(round_.pk)
        round_.refresh_from_db()
        assert round_.state == Round.State.FAILED
        desk = reverse("admin:tournaments_desk", args=[evening.pk])
        page = words(signed_in(boss).get(desk))
        assert '<p class="v-problem" role="alert">' in page
        check_in.reopen(evening.pk, by=boss)
        page = words(signed_in(boss).get(desk))
        assert '<p class="v-problem" role="alert">' not in page
        assert "0 players are here so far" in page
        check_in.everybody_here(evening.pk, by=boss)
        check_in.close(evening.pk, {}, by=boss)
        page = words(signed_in(boss).get(desk))
        assert '<p class="v-problem" role="alert">' not in page
        assert "6 players here: 2 tables of three." in page
        assert "Round 1 is being paired." in step(boss, "pair", evening)
