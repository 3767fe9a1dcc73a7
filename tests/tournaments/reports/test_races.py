"""Two at one table at once, with real connections: what the database decides."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments import make
from tests.tournaments.reports.conftest import reporting, sitting_at
from tests.tournaments.rounds.test_races import at_once
from tournaments.domain.errors import Refused, ResultConflict
from tournaments.models import ReportEvent, ReportTries, Result, Table, TableReport
from tournaments.services.results import reports, results
from tournaments.services.results.reports import settle_report

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_broker")]

WON, LOST = make.points("1", "0"), make.points("0", "1")


@pytest.fixture
def tables(boss):
    evening = make.duel(24, rounds_planned=23)
    reporting(evening)
    return list(Table.objects.filter(round=make.published(evening, boss)))


@pytest.fixture
def fours(boss):
    evening = make.tournament(32)
    reporting(evening)
    return list(Table.objects.filter(round=make.published(evening, boss)))


def step(action, *arguments, **named):
    """An action to be let go later, with what it is now given."""
    return lambda: action(*arguments, **named)


def sound(table):
    """One current result at most, and events that are numbered without a gap."""
    assert Result.objects.filter(table=table, is_current=True).count() <= 1
    numbers = list(ReportEvent.objects.filter(report=table.pk).values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    report = TableReport.objects.get(table=table)
    return report.state, Result.objects.filter(table=table, is_current=True).first()


def test_two_reports_at_once_are_one_result_or_one_dispute(tables):
    for turn, table in enumerate(tables):
        anna, bert = sitting_at(table)
        theirs = WON if turn % 2 else LOST
        answers = at_once(
            step(reports.report, table.pk, anna, points=WON), step(reports.report, table.pk, bert, points=theirs)
        )
        assert all(isinstance(answer, TableReport) for answer in answers), answers
        state, result = sound(table)
        if turn % 2:
            assert (state, result.points) == ("accepted", WON)
        else:
            assert (state, result) == ("disputed", None)


def test_the_same_report_sent_many_times_at_once_is_one(tables):
    for table in tables:
        anna = sitting_at(table)[0]
        at_once(*[step(reports.report, table.pk, anna, points=WON)] * 4)
        assert sound(table) == ("open", None)
        assert ReportEvent.objects.filter(report=table.pk).count() == 1


def test_a_confirmation_and_a_dispute_at_once_end_in_the_dispute(tables, fours):
    for table in tables:
        anna, bert = sitting_at(table)
        reports.report(table.pk, anna, points=WON)
        answers = at_once(step(reports.confirm, table.pk, bert, report_number=1), step(reports.dispute, table.pk, bert))
        state, result = sound(table)
        # the dispute came second: the result stays in the book until the arbiter decides; first: there is none
        assert state == "disputed"
        assert (result is None) == isinstance(answers[0], Refused)
    for table in fours:
        first, second, third, fourth = sitting_at(table)
        reports.report(table.pk, first, points=make.points(*make.QC_END))
        reports.confirm(table.pk, second, report_number=1)
        at_once(step(reports.confirm, table.pk, third, report_number=1), step(reports.dispute, table.pk, fourth))
        assert sound(table) == ("disputed", None)


def test_the_last_two_confirm_at_once(fours):
    for table in fours:
        first, *others = sitting_at(table)
        reports.report(table.pk, first, points=make.points(*make.QC_END))
        at_once(*(step(reports.confirm, table.pk, who, report_number=1) for who in others))
        state, result = sound(table)
        assert (state, result.points) == ("accepted", make.points(*make.QC_END))
        assert Result.objects.filter(table=table).count() == 1


def test_an_arbiter_and_a_report_at_once_the_arbiter_has_the_word(tables, boss):
    seen = Counter()
    for table in tables:
        anna, bert = sitting_at(table)
        reports.report(table.pk, anna, points=WON)
        answers = at_once(
            step(results.enter, table.pk, by=boss, points=LOST), step(reports.confirm, table.pk, bert, report_number=1)
        )
        state, result = sound(table)
        if isinstance(answers[0], ResultConflict):
            # the players were first: the arbiter is told, and puts theirs in its place
            assert (state, result.source) == ("accepted", "players")
            results.enter(table.pk, by=boss, points=LOST, seen_result=answers[0].current.pk)
        else:
            assert isinstance(answers[1], Refused)
        seen[type(answers[0]).__name__] += 1
        state, result = sound(table)
        assert (result.source, result.points) == ("desk", LOST)
        with pytest.raises(Refused):
            reports.dispute(table.pk, bert)
    assert sum(seen.values()) == len(tables)


def test_silence_and_an_answer_at_once(tables):

    for table in tables:
        anna, bert = sitting_at(table)
        reports.report(table.pk, anna, points=WON)
        TableReport.objects.filter(table=table).update(due_at=timezone.now() - timedelta(seconds=1))
        at_once(step(settle_report, table.pk), step(settle_report, table.pk), step(reports.dispute, table.pk, bert))
        state, result = sound(table)
        assert state == "disputed"
        assert Result.objects.filter(table=table).count() == (result is not None)


def test_uses_of_a_link_are_counted_once_each():
    answers = at_once(*[step(reports.count_try, "t1")] * 8)
    assert answers == [None] * 8
    assert ReportTries.objects.get().tries == 8
