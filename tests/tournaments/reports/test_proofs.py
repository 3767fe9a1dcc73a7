"""The right to report, and records handed in by players."""

from __future__ import annotations

import json

import pytest
from django.db import DatabaseError, transaction

from tests.tournaments.reports.conftest import sitting_at
from tests.tournaments.reports.test_services import LOST, WON, number, overdue, result, state
from tests.tournaments.results.test_game_records import QUARTO
from tournaments.domain.errors import Refused
from tournaments.jobs.game_records import check_record
from tournaments.models import GameRecord, ReportEvent, ReportRule, Table, TableReport
from tournaments.selectors.hall.reports import calls, standing
from tournaments.services.games import game_records
from tournaments.services.results import reports
from tournaments.services.results.reports import settle_report

pytestmark = pytest.mark.django_db


class TestRecord:
    def hand_in(self, table, entry, record=QUARTO):
        made = reports.hand_in_record(table.pk, entry, content=json.dumps(record).encode())
        check_record(made.pk)
        made.refresh_from_db()
        return made

    def test_a_record_that_proves_the_result_needs_no_confirmation(self, table):
        self.hand_in(table, sitting_at(table)[0])
        assert result(table) == ("record", WON)

    def test_and_can_be_disputed(self, table):
        anna, bert = sitting_at(table)
        self.hand_in(table, anna)
        reports.dispute(table.pk, bert)
        assert (state(table), result(table)) == ("disputed", ("record", WON))
        assert len(calls(table.round.tournament).calling) == 1

    def test_a_report_beside_it_is_overtaken_by_it(self, table):
        anna, bert = sitting_at(table)
        reports.report(table.pk, bert, points=LOST)
        self.hand_in(table, anna)
        with pytest.raises(Refused, match="is already in"):
            reports.confirm(table.pk, anna, report_number=number(table))
        overdue(table)
        assert settle_report(table.pk) is None
        assert result(table) == ("record", WON)
        reports.dispute(table.pk, bert)
        assert len(calls(table.round.tournament).calling) == 1

    def test_one_that_proves_nothing_says_why(self, table):
        record = self.hand_in(table, sitting_at(table)[0], QUARTO | {"moves": QUARTO["moves"][:-1]})
        assert record.state == "refused"
        assert standing(table).record == ("refused", str(record.verdict))
        assert result(table) is None

    def test_an_arbiters_record_is_the_arbiters_word(self, table, boss):
        made = game_records.hand_in(table.pk, by=boss, content=json.dumps(QUARTO).encode())
        check_record(made.pk)
        with pytest.raises(Refused, match="The arbiter has entered"):
            reports.dispute(table.pk, sitting_at(table)[1])

    def test_a_table_hands_in_a_few_and_no_more(self, table):
        anna = sitting_at(table)[0]
        for _turn in range(reports.RECORDS_A_TABLE):
            reports.hand_in_record(table.pk, anna, content=b"{}")
        with pytest.raises(Refused, match="Enough records"):
            reports.hand_in_record(table.pk, anna, content=b"{}")
        assert GameRecord.objects.count() == reports.RECORDS_A_TABLE


class TestWho:
    def test_nobody_reports_for_a_table_they_did_not_sit_at(self, table):
        other = Table.objects.filter(round=table.round).exclude(pk=table.pk).get()
        stranger = sitting_at(other)[0]
        reports.report(table.pk, sitting_at(table)[0], points=WON)
        for act in (
            lambda: reports.report(table.pk, stranger, points=WON),
            lambda: reports.confirm(table.pk, stranger, report_number=1),
            lambda: reports.dispute(table.pk, stranger),
            lambda: reports.hand_in_record(table.pk, stranger, content=b"{}"),
        ):
            with pytest.raises(Refused, match="do not sit at this table"):
                act()

    def test_the_database_holds_the_same(self, table):
        other = Table.objects.filter(round=table.round).exclude(pk=table.pk).get()
        report = TableReport.objects.create(table=table)
        with pytest.raises(DatabaseError) as refusal, transaction.atomic():
            ReportEvent.objects.create(report=report, number=1, kind="confirm", entry_id=sitting_at(other)[0])
        assert refusal.value.__cause__.diag.constraint_name == "report_event_of_own_table"

    def test_what_happened_is_never_changed(self, table):
        reports.report(table.pk, sitting_at(table)[0], points=WON)
        with pytest.raises(DatabaseError) as refusal, transaction.atomic():
            ReportEvent.objects.update(kind="confirm")
        assert refusal.value.__cause__.diag.constraint_name == "report_event_never_changed"

    def test_nobody_reports_where_it_is_not_allowed(self, table):
        ReportRule.objects.update(mode="off")
        with pytest.raises(Refused, match="the arbiters enter the results"):
            reports.report(table.pk, sitting_at(table)[0], points=WON)

    @pytest.mark.parametrize("mode", ["closed", "discarded"])
    def test_nobody_reports_for_a_round_that_is_not_running(self, table, mode):
        type(table.round).objects.filter(pk=table.round_id).update(state=mode)
        with pytest.raises(Refused, match="The round is"):
            reports.report(table.pk, sitting_at(table)[0], points=WON)
