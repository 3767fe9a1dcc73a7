"""The outcome of a report: accepted as the table's result, or the arbiter is called."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from tournaments.domain.errors import Refused
from tournaments.domain.ledger import current_result, valued, write_result
from tournaments.domain.locks import bump_version, lock
from tournaments.models import ReportEvent, ReportRule, Result, Round, TableReport, Tournament


def unanswered() -> QuerySet[TableReport]:
    """Return the open reports whose time is over."""
    entered = Result.objects.filter(table=OuterRef("table"), is_current=True)
    return TableReport.objects.filter(
        ~Exists(entered),
        state=TableReport.State.OPEN,
        due_at__lte=timezone.now(),
        table__round__state=Round.State.PUBLISHED,
        table__round__tournament__report_rule__mode__in=[ReportRule.Mode.ACCEPT, ReportRule.Mode.ASK],
    )


def settle_report(table_id: int) -> int | None:
    """Apply the tournament's rule to an unanswered report; return the tournament's id if that made a result.

    Run twice, or too early, or after somebody answered, it does nothing.
    """
    tournament_id = TableReport.objects.filter(pk=table_id).values_list("table__round__tournament", flat=True).first()
    if tournament_id is None:
        return None
    with transaction.atomic():
        tournament = lock(tournament_id)
        report = unanswered().select_related("table__round").filter(pk=table_id).first()
        if report is None:
            return None
        rule = ReportRule.objects.get(tournament=tournament)
        if rule.mode == ReportRule.Mode.ACCEPT and accept(tournament, report):
            return tournament.pk
        if report.state == TableReport.State.OPEN:
            report.state = TableReport.State.CALLED
            report.save(update_fields=["state"])
            log_event(report, ReportEvent.Kind.CALL)
            bump_version(tournament)
    return None


def accept(tournament: Tournament, report: TableReport) -> bool:
    """Make the reported points the table's result. The tournament must be locked.

    False where the game cannot give them by the rules as they now are: then the arbiter is called.
    """
    try:
        value = valued(tournament, report.typed, places=report.places)
        with transaction.atomic():
            result = write_result(
                tournament,
                report.table,
                value,
                current=current_result(report.table),
                by=None,
                source=Result.Source.PLAYERS,
            )
    except Refused:
        report.state = TableReport.State.CALLED
        report.save(update_fields=["state"])
        log_event(report, ReportEvent.Kind.CALL)
        bump_version(tournament)
        return False
    report.state, report.result = TableReport.State.ACCEPTED, result
    report.save(update_fields=["state", "result"])
    log_event(report, ReportEvent.Kind.ACCEPT)
    return True


def log_event(report: TableReport, kind: str, **more: Any) -> ReportEvent:
    """Write down what happened to a report. The tournament must be locked."""
    last = report.events.order_by("-number").values_list("number", flat=True).first()
    return ReportEvent.objects.create(report=report, number=(last or 0) + 1, kind=kind, **more)
