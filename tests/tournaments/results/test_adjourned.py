"""A table that is adjourned: named until it is played on, and nothing is final or archived before."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.jobs.standings import compute_standings
from tournaments.models import Result, Table
from tournaments.selectors.papers import printing
from tournaments.services.events import tournaments
from tournaments.services.results import results
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


def adjourn(table, by):
    return results.enter(table.pk, by=by, points=[None, None], end=Result.End.ADJOURNED, reason="to be continued")


@world
def finished(boss):
    """All rounds of a double event are closed, table 2 of round 1 is adjourned."""
    made = make.duel(4, rounds_planned=2)
    for number in (1, 2):
        round_ = make.published(made, boss)
        for table in Table.objects.filter(round=round_).order_by("number"):
            if (number, table.number) == (1, 2):
                adjourn(table, boss)
            else:
                results.enter(table.pk, by=boss, points=make.points("1", "0"))
        rounds.close(round_.pk, by=boss)
    compute_standings(made.pk)
    made.refresh_from_db()
    return made


def play_on(made, by):
    table = Table.objects.get(round__tournament=made, round__number=1, number=2)
    seen = Result.objects.get(table=table, is_current=True)
    return results.enter(table.pk, by=by, points=make.points("1", "0"), seen_result=seen.pk, reason="continued")


class TestDesk:
    def shown(self, desk, made, words, *more):
        name = "desk_round" if more else "desk"
        return words(desk.get(reverse(f"admin:tournaments_{name}", args=[made.pk, *more])))

    def test_the_step_names_it_and_says_provisional_not_final(self, desk, finished, words):
        page = self.shown(desk, finished, words)
        assert "1 table adjourned: round 1, table 2." in page
        assert "standings are final" not in page
        assert "Lock and archive" not in page
        assert f"{reverse('admin:tournaments_desk_round', args=[finished.pk, 1])}#table-2" in page

    def test_played_on_the_standings_are_final(self, desk, boss, finished, words):
        play_on(finished, boss)
        page = self.shown(desk, finished, words)
        assert "The standings are final" in page
        assert "Lock and archive" in page
        assert "adjourned" not in page

    def test_the_card_has_its_own_look_and_word(self, desk, finished, words):
        page = self.shown(desk, finished, words, 1)
        one, two = re.findall(r'<li class="v-table.*?</li>', page, re.S)
        assert "v-adjourned" not in one
        assert "v-adjourned" in two.partition(">")[0]
        assert "adjourned" in re.sub("<[^>]*>", " ", two)

    def test_the_running_round_does_not_say_that_all_are_in(self, desk, boss, words):
        made = make.duel(4)
        first, second = Table.objects.filter(round=make.published(made, boss)).order_by("number")
        adjourn(first, boss)
        results.enter(second.pk, by=boss, points=make.points("1", "0"))
        page = self.shown(desk, made, words)
        assert "All results are in" not in page
        assert "1 table adjourned: round 1, table 1." in page
        assert "<strong data-entered>1 of 2 results</strong>" in page


class TestEnteringIt:
    """Adjourned is not "did not show up": nothing is filled in for it, and a result takes its place unasked."""

    @pytest.fixture
    def table(self, boss):
        table = Table.objects.filter(round=make.published(make.duel(4), boss)).order_by("number").first()
        adjourn(table, boss)
        return table

    def card(self, desk, table, words):
        page = words(desk.get(reverse("admin:tournaments_desk", args=[table.round.tournament_id])))
        return re.search(r'<li class="v-table[^>]*id="table-1".*?</li>', page, re.S)[0]

    def test_the_card_has_empty_fields_and_saves(self, desk, table, words):
        card = self.card(desk, table, words)
        assert re.findall(r'name="points\d" value="([^"]*)"', card) == ["", ""]
        assert ">Save</button>" in card
        assert "Correct" not in card

    def test_the_page_of_decisions_says_adjourned(self, desk, table, words):
        page = words(desk.get(reverse("admin:tournaments_decide", args=[table.round.tournament_id, table.pk])))
        assert "Now: adjourned (" in page
        assert re.findall(r'name="points\d" value="([^"]*)"', page) == ["", ""]
        assert "Required to adjourn the table or to declare it void." in page

    def test_the_line_without_a_script_does_not_ask(self, desk, table):
        url = reverse("admin:tournaments_quick", args=[table.round.tournament_id, 1])
        assert desk.post(url, {"keys": "1:10"}).status_code == 302
        assert str(Result.objects.get(table=table, is_current=True)) == "1 – 0"

    def test_played_on_it_is_not_called_corrected(self, desk, boss, table, words):
        seen = Result.objects.get(table=table)
        first = results.enter(table.pk, by=boss, points=make.points("1", "0"), seen_result=seen.pk)
        assert "corrected" not in self.card(desk, table, words)
        results.enter(table.pk, by=boss, points=make.points("0", "1"), seen_result=first.pk)
        assert "corrected" in self.card(desk, table, words)

    def test_who_did_not_see_it_is_told_that_it_is_adjourned(self, boss, table):
        with pytest.raises(Refused, match=r"adjourned table 1 at \d\d:\d\d\. Enter yours instead"):
            results.enter(table.pk, by=boss, points=make.points("1", "0"))


class TestArchiving:
    def test_service_page_and_api_name_what_is_adjourned(self, desk, finished, boss, words):
        with pytest.raises(Refused, match=r"1 table adjourned: round 1, table 2\."):
            tournaments.archive(finished.pk, by=boss)
        page = words(desk.post(reverse("admin:tournaments_archive", args=[finished.pk]), follow=True))
        assert "1 table adjourned: round 1, table 2. Enter the missing results first" in page
        answer = desk.put(reverse("api:archive", args=[finished.slug]))
        assert answer.status_code == 422 and "round 1, table 2" in answer.json()["detail"]
        finished.refresh_from_db()
        assert finished.archived_at is None

    def test_with_every_result_it_is_archived(self, finished, boss):
        play_on(finished, boss)
        assert tournaments.archive(finished.pk, by=boss).archived_at is not None


class TestPublic:
    def test_pairings_table_standings_and_paper_say_it(self, client, finished, words):
        base = reverse("tournament", args=[finished.slug])
        pairings = words(client.get(f"{base}rounds/1/"))
        assert "1 adjourned" in pairings and "1 of 2 results" in pairings
        assert "<small class=warn>adjourned</small>" in pairings
        assert "1 adjourned" not in words(client.get(f"{base}rounds/2/"))
        assert '<span class="chip warn">adjourned</span>' in words(client.get(f"{base}rounds/1/tables/2/"))
        standings = words(client.get(f"{base}standings/"))
        assert "1 result missing" in standings and "1 table adjourned: round 1, table 2." in standings
        paper = printing.prepare(finished, "standings", None, "http://localhost")
        assert paper.head.note == "1 table adjourned: round 1, table 2."

    def test_the_wall_says_it(self, client, boss, words):
        made = make.duel(6)
        table = Table.objects.filter(round=make.published(made, boss)).first()
        adjourn(table, boss)
        page = words(client.get(reverse("board", args=[made.slug])))
        assert '<span class="chip warn">adjourned</span>' in page
