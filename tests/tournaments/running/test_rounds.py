"""The number of rounds of a running event: not fewer than there are, not more than can be paired."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.core.notices import plain
from tests.tournaments import make
from tests.tournaments.events import test_setup
from tests.tournaments.running.settings_form import as_stored, change, on_the_form
from tournaments.domain.errors import Refused
from tournaments.models import Tournament
from tournaments.services.events import tournaments
from tournaments.services.results import results
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


class TestFewerRoundsThanThereAre:
    SAID = "Round 2 already exists. Enter 2 rounds or more, or take rounds back at the desk first."

    def test_is_refused_by_the_service_and_a_program(self, running, boss, desk):
        values = {"pairing": {**running.pairing_request, "rounds": 1}}
        with pytest.raises(Refused, match="Round 2 already exists"):
            tournaments.change(running.pk, values, by=boss, confirmed=["rounds:2"])
        sent = values | {"confirm": ["rounds"]}
        where = f"/api/v1/tournaments/{running.slug}/"
        refused = desk.patch(where, sent, content_type="application/json", headers={"if-match": "*"})
        assert (refused.status_code, refused.json()["detail"]) == (422, self.SAID)

    def test_is_refused_at_its_field_of_the_page(self, running, desk, words):
        fields = on_the_form(running) | {"rounds_planned": "1", "confirm": ["rounds"]}
        refused = desk.post(change(running), fields)
        assert refused.context["adminform"].form.errors == {"rounds_planned": [self.SAID]}
        assert as_stored(running)["rounds_planned"] == 3


class TestMoreRoundsThanThereCanBe:
    def test_are_refused_by_the_service_and_by_the_form(self, running, boss, desk):
        with pytest.raises(Refused, match="can make 3 rounds, not 9"):
            tournaments.change(running.pk, {"pairing": {**running.pairing_request, "rounds": 9}}, by=boss)
        fields = test_setup.TestSetUp().fields(
            name=running.name,
            slug=running.slug,
            starts=str(running.starts),
            game="quarto",
            system="berger",
            table_size="2",
            rounds_planned="9",
            published="on",
            confirm=["rounds"],
        )
        address = reverse("admin:tournaments_tournament_change", args=[running.pk])
        page = desk.post(address, fields).content.decode()
        assert "With these players the pairing system can make 3 rounds, not 9." in page
        running.refresh_from_db()
        assert running.rounds_planned == 3

    def test_of_a_knockout_likewise_and_a_swiss_has_no_end(self, boss):
        cup = make.tournament(4, game="quarto", system="knockout", table_size=2, rounds_planned=2)
        open_ = make.tournament(8, game="quarto", system="swiss", table_size=2, rounds_planned=3)
        for event in (cup, open_):
            make.published(event, boss)
            event.refresh_from_db()
        with pytest.raises(Refused, match="can make 2 rounds, not 4"):
            tournaments.change(cup.pk, {"pairing": {**cup.pairing_request, "rounds": 4}}, by=boss)
        values = {"pairing": {**open_.pairing_request, "rounds": 6}}
        assert tournaments.change(open_.pk, values, by=boss, confirmed=["rounds:6"]).rounds_planned == 6

    def test_a_round_that_could_not_be_paired_stands_in_nobodys_way(self, running, boss):
        for number, state in ((3, "closed"), (4, "failed")):
            running.rounds.create(number=number, state=state, problem=plain("No") if state == "failed" else None)
        running.rounds_planned = 9
        running.save()
        values = {"pairing": {**running.pairing_request, "rounds": 3}}
        after = tournaments.change(running.pk, values, by=boss, confirmed=["rounds:3"])
        assert (after.rounds_planned, after.state) == (3, Tournament.State.FINISHED)
        assert running.rounds.get(number=4).state == "discarded"


class TestDoubleElimination:
    """The second final is played only where the first one does not decide."""

    @pytest.fixture
    def final(self, boss):
        """Two players: 1 wins round 1; the final is round 2, a second one would be round 3."""
        made = make.tournament(
            2, game="quarto", system="double-elimination", table_size=2, rounds_by_system=True, rounds_planned=9
        )
        for _ in range(2):
            round_ = make.published(made, boss)
            made.refresh_from_db()
            (table,) = round_.tables.all()
            if round_.number == 1:
                results.enter(table.pk, by=boss, points=self.won_by(table, 1))
                rounds.close(round_.pk, by=boss)
        return made, round_, table

    @staticmethod
    def won_by(table, number):
        seats = table.seats.order_by("position").values_list("entry__number", flat=True)
        return make.points(*("1" if seat == number else "0" for seat in seats))

    def test_it_is_finished_by_the_first_final_where_that_decides(self, final, boss):
        made, round_, table = final
        assert made.rounds_planned == 3
        results.enter(table.pk, by=boss, points=self.won_by(table, 1))
        rounds.close(round_.pk, by=boss)
        made.refresh_from_db()
        assert made.state == "finished"

    def test_a_correction_of_the_final_reopens_it(self, final, boss):
        made, round_, table = final
        first = results.enter(table.pk, by=boss, points=self.won_by(table, 1))
        rounds.close(round_.pk, by=boss)
        results.enter(table.pk, by=boss, points=self.won_by(table, 2), seen_result=first.pk, reason="typed wrongly")
        made.refresh_from_db()
        assert made.state == "running"
        assert make.draft(made, boss).number == 3
