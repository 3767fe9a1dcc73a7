"""Players' reports: who may say what when, and what becomes of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from tests.tournaments import make
from tests.tournaments.reports.conftest import first_table, reporting, sitting_at
from tournaments.domain.errors import Refused
from tournaments.jobs.sweep import left_undone
from tournaments.models import Entry, ReportEvent, ReportRule, Result, Table, TableReport, Tournament
from tournaments.selectors.hall.reports import calls, standing
from tournaments.services.results import reports, results
from tournaments.services.results.reports import settle_report
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db

WON, LOST, DRAWN = make.points("1", "0"), make.points("0", "1"), make.points("1/2", "1/2")
FOUR = make.points(*make.QC_END)


@pytest.fixture
def reported(table):
    """The two at a table, the first of whom reported that they won."""
    anna, bert = sitting_at(table)
    reports.report(table.pk, anna, points=WON)
    return anna, bert


@pytest.fixture
def disputed(table, reported):
    """The same two, of whom the second disputed it."""
    reports.dispute(table.pk, reported[1])
    return reported


@pytest.fixture
def agreed(table, reported):
    """The same two, of whom the second confirmed it."""
    reports.confirm(table.pk, reported[1], report_number=number(table))
    return reported


def number(table):
    return standing(table).number


def state(table):
    return TableReport.objects.get(table=table).state


def overdue(table):
    TableReport.objects.filter(table=table).update(due_at=timezone.now() - timedelta(seconds=1))


def result(table):
    found = Result.objects.filter(table=table, is_current=True).first()
    return found and (found.source, found.points)


def test_a_report_that_the_other_confirms_is_the_result(table, reported):
    _anna, bert = reported
    assert (state(table), result(table)) == ("open", None)
    reports.confirm(table.pk, bert, report_number=number(table))
    assert (state(table), result(table)) == ("accepted", ("players", WON))
    assert TableReport.objects.get().result == Result.objects.get()


def test_the_same_report_from_the_other_confirms_it(table):
    anna, bert = sitting_at(table)
    reports.report(table.pk, anna, points=DRAWN)
    reports.report(table.pk, bert, points=DRAWN)
    assert result(table) == ("players", DRAWN)


def test_another_report_from_the_other_is_a_dispute(table, reported):
    _anna, bert = reported
    reports.report(table.pk, bert, points=LOST)
    assert (state(table), result(table)) == ("disputed", None)
    (call,) = calls(table.round.tournament).calling
    assert call.points == "1 – 0"
    assert call.disputed == ((name_of(bert), "0 – 1"),)


def name_of(entry):
    return Entry.objects.get(pk=entry).player.name


def test_at_a_table_of_four_everybody_else_confirms(four):
    first, *others = sitting_at(four)
    reports.report(four.pk, first, points=FOUR)
    for other in others:
        assert result(four) is None
        reports.confirm(four.pk, other, report_number=number(four))
    assert result(four) == ("players", FOUR)


def test_who_has_two_colours_confirms_once(boss):
    evening = make.tournament(3, table_size=3)
    reporting(evening)
    table = first_table(evening, boss)
    first, *others = dict.fromkeys(sitting_at(table))
    assert len(others) == 2
    reports.report(table.pk, first, points=FOUR)
    for other in others:
        reports.confirm(table.pk, other, report_number=number(table))
    assert result(table) == ("players", FOUR)


def test_confirmed_twice_is_confirmed_once(four):
    first, second, *_ = sitting_at(four)
    reports.report(four.pk, first, points=FOUR)
    for _turn in range(3):
        reports.confirm(four.pk, second, report_number=number(four))
    assert ReportEvent.objects.filter(kind="confirm").count() == 1


def test_nobody_confirms_their_own_report(table, reported):
    anna, _bert = reported
    with pytest.raises(Refused, match="Another player must confirm"):
        reports.confirm(table.pk, anna, report_number=number(table))


def test_a_report_may_be_corrected_until_somebody_confirmed_it(four):
    first, second, *_ = sitting_at(four)
    reports.report(four.pk, first, points=FOUR)
    seen = number(four)
    reports.report(four.pk, first, points=FOUR[::-1])
    with pytest.raises(Refused, match="changed in the meantime"):
        reports.confirm(four.pk, second, report_number=seen)
    reports.confirm(four.pk, second, report_number=number(four))
    with pytest.raises(Refused, match="already confirmed your report"):
        reports.report(four.pk, first, points=FOUR)


def test_a_report_again_changes_nothing(table):
    anna, _bert = sitting_at(table)
    for _turn in range(3):
        reports.report(table.pk, anna, points=WON)
    assert ReportEvent.objects.count() == 1


def test_points_that_the_game_cannot_give_are_refused_at_once(four):
    with pytest.raises(Refused, match="QC 6"):
        reports.report(four.pk, sitting_at(four)[0], points=make.points("8", "8", "8", "8"))
    assert not TableReport.objects.exists()


def test_a_no_show_is_the_arbiters_matter(table):
    with pytest.raises(Refused, match="missing"):
        reports.report(table.pk, sitting_at(table)[0], points=make.points("1", None))


def test_places_may_be_reported_where_places_count(boss):
    evening = make.tournament(8, scoring={"points": "places"})
    reporting(evening)
    table = first_table(evening, boss)
    first, *others = sitting_at(table)
    reports.report(table.pk, first, points=make.points("2", "1", "3", "4"), places=True)
    assert [place.points for place in standing(table).places] == ["2.", "1.", "3.", "4."]
    for other in others:
        reports.confirm(table.pk, other, report_number=number(table))
    assert result(table) == ("players", make.points("2", "3", "1", "0"))


class TestSilence:
    def test_it_accepts_where_that_is_the_rule(self, table, reported):
        assert settle_report(table.pk) is None
        assert left_undone()["settle_report"] == []
        overdue(table)
        assert left_undone()["settle_report"] == [table.pk]
        assert settle_report(table.pk) == table.round.tournament_id
        assert result(table) == ("players", WON)
        assert settle_report(table.pk) is None
        assert left_undone()["settle_report"] == []

    def test_it_calls_the_arbiter_where_that_is_the_rule(self, table):
        ReportRule.objects.update(mode="ask")
        anna, bert = sitting_at(table)
        reports.report(table.pk, anna, points=WON)
        overdue(table)
        assert settle_report(table.pk) is None
        assert (state(table), result(table)) == ("called", None)
        assert len(calls(table.round.tournament).calling) == 1
        # late is better than never
        reports.confirm(table.pk, bert, report_number=number(table))
        assert result(table) == ("players", WON)

    def test_it_does_nothing_to_a_dispute(self, table, disputed):
        overdue(table)
        assert settle_report(table.pk) is None
        assert (state(table), result(table)) == ("disputed", None)

    def test_it_does_nothing_once_an_arbiter_has_entered(self, table, boss, reported):
        results.enter(table.pk, by=boss, points=LOST)
        overdue(table)
        assert left_undone()["settle_report"] == []
        assert settle_report(table.pk) is None
        assert result(table) == ("desk", LOST)

    def test_it_calls_the_arbiter_where_the_game_cannot_give_the_points_any_more(self, table, reported):
        Tournament.objects.update(game="quatro-chess")
        overdue(table)
        assert settle_report(table.pk) is None
        assert (state(table), result(table)) == ("called", None)

    def test_nothing_comes_of_a_report_of_a_round_that_was_taken_back(self, table, boss, reported):
        overdue(table)
        rounds.discard(table.round_id, by=boss)
        assert settle_report(table.pk) is None
        assert result(table) is None


class TestDispute:
    def test_an_accepted_result_can_be_disputed_and_stays_until_the_arbiter_decides(self, table, boss, agreed):
        anna, bert = agreed
        reports.dispute(table.pk, bert)
        assert (state(table), result(table)) == ("disputed", ("players", WON))
        assert calls(table.round.tournament).calling[0].result == "1 – 0"
        current = Result.objects.get(is_current=True)
        results.enter(table.pk, by=boss, points=LOST, seen_result=current.pk)
        assert calls(table.round.tournament).calling == ()
        for act in (
            lambda: reports.report(table.pk, anna, points=WON),
            lambda: reports.confirm(table.pk, bert, report_number=number(table)),
            lambda: reports.hand_in_record(table.pk, anna, content=b"{}"),
        ):
            with pytest.raises(Refused, match="arbiter"):
                act()
        assert result(table) == ("desk", LOST)

    def test_it_stands_at_the_desk_until_it_is_settled_also_when_the_round_is_closed(self, table, boss, agreed):
        _anna, bert = agreed
        reports.dispute(table.pk, bert)
        for one in Table.objects.filter(round=table.round).exclude(pk=table.pk):
            results.enter(one.pk, by=boss, points=WON)
        rounds.close(table.round_id, by=boss)
        assert len(calls(table.round.tournament).calling) == 1
        reports.decide(table.pk, by=boss, take=False)
        assert calls(table.round.tournament).calling == ()

    def test_twice_is_once(self, table, reported):
        _anna, bert = reported
        for _turn in range(3):
            reports.dispute(table.pk, bert)
        assert ReportEvent.objects.filter(kind="dispute").count() == 1

    def test_there_must_be_something_to_dispute(self, table):
        with pytest.raises(Refused, match="Nothing has been reported"):
            reports.dispute(table.pk, sitting_at(table)[0])

    def test_what_is_disputed_is_no_longer_confirmed_or_reported(self, table, disputed):
        anna, bert = disputed
        with pytest.raises(Refused):
            reports.confirm(table.pk, bert, report_number=number(table))
        with pytest.raises(Refused, match="arbiter has been called"):
            reports.report(table.pk, anna, points=LOST)
        assert result(table) is None


class TestArbiter:
    def test_takes_what_was_reported(self, table, boss, disputed):
        reports.decide(table.pk, by=boss, take=True)
        assert (state(table), result(table)) == ("settled", ("desk", WON))
        assert Result.objects.get().entered_by == boss

    def test_lets_the_players_result_stand(self, table, boss, agreed):
        anna, bert = agreed
        reports.dispute(table.pk, bert)
        reports.decide(table.pk, by=boss, take=False)
        assert (state(table), result(table)) == ("settled", ("players", WON))
        with pytest.raises(Refused, match="arbiter"):
            reports.dispute(table.pk, anna)

    def test_enters_before_anybody_reports(self, table, boss):
        results.enter(table.pk, by=boss, points=LOST)
        for act in (
            lambda: reports.report(table.pk, sitting_at(table)[0], points=WON),
            lambda: reports.dispute(table.pk, sitting_at(table)[0]),
        ):
            with pytest.raises(Refused, match="The arbiter has entered the result: 0 – 1"):
                act()

    def test_of_another_tournament_decides_nothing(self, table):
        reports.report(table.pk, sitting_at(table)[0], points=WON)
        with pytest.raises(PermissionDenied):
            reports.decide(table.pk, by=make.arbiter(make.duel(2)), take=True)

    def test_has_nothing_to_settle_where_nothing_is_reported(self, table, boss):
        with pytest.raises(Refused, match="Nothing has been reported"):
            reports.decide(table.pk, by=boss, take=True)

    def test_does_not_take_a_report_over_another_result(self, table, boss, reported):
        results.enter(table.pk, by=boss, points=LOST)
        with pytest.raises(Refused, match="already has the result 0 – 1"):
            reports.decide(table.pk, by=boss, take=True)


def test_every_step_is_seen_by_whoever_watches(table, boss):
    def version():
        return Tournament.objects.get(pk=table.round.tournament_id).version

    anna, bert = sitting_at(table)
    for act in (
        lambda: reports.report(table.pk, anna, points=WON),
        lambda: reports.confirm(table.pk, bert, report_number=number(table)),
        lambda: reports.dispute(table.pk, bert),
        lambda: reports.decide(table.pk, by=boss, take=False),
    ):
        before = version()
        act()
        assert version() == before + 1


def test_the_desk_asks_the_same_number_of_queries_for_any_number_of_reports(boss, django_assert_max_num_queries):
    evening = make.duel(24, rounds_planned=23)
    reporting(evening)
    for table in Table.objects.filter(round=make.published(evening, boss)):
        anna, bert = sitting_at(table)
        reports.report(table.pk, anna, points=WON)
        if table.number % 2:
            reports.dispute(table.pk, bert)
    with django_assert_max_num_queries(5):
        found = calls(evening)
    assert (len(found.calling), len(found.waiting)) == (6, 6)


def test_a_report_costs_a_fixed_number_of_queries(four, django_assert_max_num_queries):
    first, second, *_ = sitting_at(four)
    with django_assert_max_num_queries(17):
        reports.report(four.pk, first, points=FOUR)
    with django_assert_max_num_queries(17):
        reports.confirm(four.pk, second, report_number=1)
