"""Any result of any round can be corrected at any time; what it touches is shown before it is saved."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.domain.ledger import valued
from tournaments.jobs.standings import compute_standings
from tournaments.models import LogEntry, Result, Seat, Standings, Table
from tournaments.selectors.rounds import effects
from tournaments.services.results import results

pytestmark = pytest.mark.django_db


@world
def swiss(boss):
    """A Swiss of seven: round 1 played and closed, round 2 published, with a bye in each."""
    evening = make.duel(7, system="swiss", rounds_planned=3)
    make.played(evening, boss, ("1", "0"))
    make.published(evening, boss)
    return evening


def first_table(evening):
    return Table.objects.select_related("round").get(round__tournament=evening, round__number=1, number=1)


@pytest.fixture
def table(swiss):
    return first_table(swiss)


def turned(evening):
    """The effect of the result of table 1 of round 1, turned about."""
    return effects.of_result(evening, first_table(evening), valued(evening, make.points("0", "1")), "played")


def current(table):
    return Result.objects.get(table=table, is_current=True)


def url(table, name="decide"):
    return reverse(f"admin:tournaments_{name}", args=[table.round.tournament_id, table.pk])


class TestWhatItTouches:
    def test_who_moves_in_the_standings_is_said_as_they_then_are(self, swiss, table, boss):
        effect = turned(swiss)
        compute_standings(swiss.pk)
        results.enter(table.pk, by=boss, points=make.points("0", "1"), seen_result=current(table).pk, reason="misread")
        before = {row["player"]: row for row in Standings.objects.get(tournament=swiss, after_round=2).body["rows"]}
        compute_standings(swiss.pk)
        after = {row["player"]: row for row in Standings.objects.get(tournament=swiss, after_round=2).body["rows"]}
        said = {m.number: (m.rank, tuple(map(str, m.points))) for m in effect.moved}
        assert said == {
            n: ((before[n]["rank"], after[n]["rank"]), (before[n]["points"], after[n]["points"]))
            for n in before
            if (before[n]["rank"], before[n]["points"]) != (after[n]["rank"], after[n]["points"])
        }
        assert len(said) >= 2

    def test_pairings_and_byes_made_from_it_are_said_and_left(self, swiss, table):
        effect = turned(swiss)
        told = " ".join(effect.later)
        assert "Round 2 was paired with the old points" in told
        assert "It stays as it was played" in told
        for seat in Seat.objects.filter(table=table):
            again = Seat.objects.get(round__number=2, entry=seat.entry)
            assert again.table is None or f"{seat.entry.player.name} at table {again.table.number}" in told
        bye = Seat.objects.get(round__number=2, bye="pairing", round__tournament=swiss)
        assert f"the bye went to {bye.entry.player.name}" in told

    def test_a_draft_can_be_paired_again(self, boss):
        evening = make.duel(8, system="swiss", rounds_planned=3)
        make.play(make.published(evening, boss), boss, ("1", "0"))
        make.draft(evening, boss)
        assert "Round 2 is a draft" in " ".join(turned(evening).later)

    def test_a_schedule_is_not_touched(self, boss):
        evening = make.duel(4)
        make.play(make.published(evening, boss), boss, ("1", "0"))
        make.published(evening, boss)
        assert turned(evening).later == ("The later rounds follow a fixed schedule. No result changes who meets whom.",)

    def test_it_costs_a_fixed_number_of_queries(self, boss, django_assert_max_num_queries):
        for players in (7, 61):
            evening = make.duel(players, system="swiss", rounds_planned=3)
            make.play(make.published(evening, boss), boss, ("1", "0"))
            make.published(evening, boss)
            table = first_table(evening)
            with django_assert_max_num_queries(12):
                effects.of_result(evening, table, valued(evening, make.points("0", "1")), "played")


class TestOnThePage:
    def test_it_is_looked_at_then_saved_with_its_reason(self, words, signed_in, boss, swiss, table):
        client, first = signed_in(boss), current(table)
        page = client.get(url(table))
        assert 'value="1"' in words(page)
        typed = {"points1": "0", "points2": "1", "decision": "points", "seen_result": first.pk, "reason": "misread"}
        look = client.post(url(table), typed)
        assert look.status_code == 200
        assert "What this changes" in words(look)
        assert current(table) == first
        done = client.post(url(table), typed | {"confirm": look.context["stamp"]})
        assert done.status_code == 302
        assert (current(table).points, current(table).reason) == (make.points("0", "1"), "misread")
        assert LogEntry.objects.filter(kind="result", action="insert").latest("pk").reason == "misread"

    def test_what_was_not_looked_at_is_not_saved(self, signed_in, boss, table):
        client, first = signed_in(boss), current(table)
        typed = {"points1": "1/2", "points2": "1/2", "decision": "points", "seen_result": first.pk, "reason": "x"}
        response = client.post(url(table), typed | {"confirm": "points 0 1"})
        assert response.status_code == 200
        assert response.context["effect"]
        assert current(table) == first

    def test_a_closed_round_asks_for_a_reason(self, words, desk, table):
        typed = {"points1": "0", "points2": "1", "decision": "points", "seen_result": current(table).pk}
        response = desk.post(url(table), typed | {"confirm": "points 0 1"})
        assert response.status_code == 422
        assert "Give a reason for correcting its result" in words(response)

    def test_somebody_else_was_quicker(self, words, desk, boss, table):
        first = current(table)
        results.enter(table.pk, by=boss, points=make.points("1/2", "1/2"), seen_result=first.pk, reason="misread")
        typed = {"points1": "0", "points2": "1", "decision": "points", "seen_result": first.pk, "reason": "y"}
        response = desk.post(url(table), typed | {"confirm": "points 0 1"})
        assert response.status_code == 409
        assert "Replace it with yours, or leave it" in words(response)
        assert current(table).points == make.points("1/2", "1/2")

    def test_impossible_points_are_refused_with_the_rule(self, words, desk, table):
        response = desk.post(url(table), {"points1": "1", "points2": "1", "decision": "points"})
        assert response.status_code == 422
        assert "Q 3.9" in words(response)

    def test_a_correction_typed_on_the_desk_is_looked_at_first(self, words, signed_in, boss, table):
        client, first = signed_in(boss), current(table)
        response = client.post(
            url(table, "result"), {"points1": "0", "points2": "1", "seen_result": first.pk}, follow=True
        )
        assert response.status_code == 200
        assert "What this changes" in words(response)
        assert current(table) == first

    def test_a_table_judge_corrects_no_closed_round(self, swiss, table):
        judge = make.arbiter(swiss, "judge", tables=[1])
        with pytest.raises(PermissionDenied):
            results.enter(
                table.pk, by=judge, points=make.points("0", "1"), seen_result=current(table).pk, reason="mine"
            )


class TestDecisions:
    @pytest.fixture
    def open_table(self, boss):
        round_ = make.published(make.tournament(8, rounds_planned=2), boss)
        return Table.objects.select_related("round").get(round=round_, number=1)

    def decide(self, client, table, **typed):
        typed = {f"points{i}": "" for i in range(1, 5)} | {"seen_result": ""} | typed
        look = client.post(url(table), typed)
        return look, client.post(url(table), typed | {"confirm": look.context["stamp"]})

    def test_a_table_declared_void_gives_nobody_points_and_counts_as_not_played(self, desk, open_table):
        _look, done = self.decide(desk, open_table, decision="void", reason="board upset")
        assert done.status_code == 302
        result = current(open_table)
        assert (result.end, result.points, result.reason) == ("forfeit", [None] * 4, "board upset")
        compute_standings(open_table.round.tournament_id)
        body = Standings.objects.get(tournament=open_table.round.tournament).body
        numbers = set(Seat.objects.filter(table=open_table).values_list("entry__number", flat=True))
        assert {(row["points"], row["played"]) for row in body["rows"] if row["player"] in numbers} == {("0", 0)}
        told = LogEntry.objects.filter(kind="result", action="insert").latest("pk")
        assert told.reason == "board upset"

    def test_a_game_adjourned_is_played_on_later(self, desk, boss, open_table):
        self.decide(desk, open_table, decision="adjourned", reason="hall closes")
        assert current(open_table).end == "adjourned"
        compute_standings(open_table.round.tournament_id)
        assert Standings.objects.get(tournament=open_table.round.tournament).final is False
        results.enter(open_table.pk, by=boss, points=make.points(*make.QC_END), seen_result=current(open_table).pk)
        assert current(open_table).end == "played"

    def test_a_decision_says_why(self, words, desk, open_table):
        response = desk.post(url(open_table), {"points1": "", "decision": "void", "seen_result": ""})
        assert response.status_code == 422
        assert "Give a reason" in words(response)

    def test_a_colour_taken_out_is_in_the_reason(self, desk, open_table):
        points = {f"points{i}": p for i, p in enumerate(make.QC_END, start=1)}
        self.decide(desk, open_table, decision="points", out=["red"], reason="clock", **points)
        assert current(open_table).reason.endswith("taken out (QC 4.3). clock")

    @pytest.mark.parametrize("decision", ["void", "adjourned"])
    def test_an_arbiter_does_not_decide(self, client, open_table, decision):
        client.force_login(make.arbiter(open_table.round.tournament))
        typed = {"points1": "", "decision": decision, "reason": "x", "seen_result": ""}
        look = client.post(url(open_table), typed)
        done = client.post(url(open_table), typed | {"confirm": look.context["stamp"]})
        assert done.status_code == 403
        assert not Result.objects.exists()


def test_an_empty_reason_is_none_at_all(swiss, table, boss):
    with pytest.raises(Refused, match="Give a reason"):
        results.enter(table.pk, by=boss, points=make.points("0", "1"), seen_result=current(table).pk, reason="  ")
