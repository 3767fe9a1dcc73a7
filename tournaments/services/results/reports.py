"""Players report their own results: reported by one, confirmed or disputed by the others or settled by an arbiter,
never final over an arbiter's word.

Who calls has resolved a link (``report_links``): the entry that acts is known to sit at the table, and it is
checked again here, under the lock, with everything else that is decided.
"""

from __future__ import annotations

from collections.abc import Set
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.core.declarations.entries import columns_of, written
from tournaments.domain import queue
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused, as_refusals
from tournaments.domain.ledger import Points, check_result, current_result, valued, write_result
from tournaments.domain.locks import bump_version, lock, locked_table, locked_tournament
from tournaments.domain.logbook import audited, person
from tournaments.imports.apart import photo_jpeg
from tournaments.models import (
    GameRecord,
    ReportEvent,
    ReportRule,
    Result,
    Round,
    Seat,
    SheetPhoto,
    Table,
    TableReport,
    Tournament,
)
from tournaments.models.report import new_key
from tournaments.selectors.games.written_records import as_record, readable
from tournaments.selectors.hall.reports import answers
from tournaments.services.results import results

State, Kind = TableReport.State, ReportEvent.Kind
TRIES_A_MINUTE = 20
RECORDS_A_TABLE = 8
PHOTOS_A_TABLE = 4


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
        if rule.mode == ReportRule.Mode.ACCEPT and accept_report(tournament, report):
            return tournament.pk
        if report.state == TableReport.State.OPEN:
            call_arbiter(tournament, report)
    return None


def accept_report(tournament: Tournament, report: TableReport) -> bool:
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
        call_arbiter(tournament, report)
        return False
    report.state, report.result = TableReport.State.ACCEPTED, result
    report.save(update_fields=["state", "result"])
    log_event(report, ReportEvent.Kind.ACCEPT)
    return True


def call_arbiter(tournament: Tournament, report: TableReport) -> None:
    """Have the arbiter called, since the players' report settles nothing. The tournament must be locked."""
    report.state = State.CALLED
    report.save(update_fields=["state"])
    log_event(report, Kind.CALL)
    bump_version(tournament)


def log_event(report: TableReport, kind: str, **more: Any) -> ReportEvent:
    """Write down what happened to a report. The tournament must be locked."""
    last = report.events.order_by("-number").values_list("number", flat=True).first()
    return ReportEvent.objects.create(report=report, number=(last or 0) + 1, kind=kind, **more)


class TooMany(Refused):
    """A link is used far more often than a table of players would."""


def count_try(link: str, most: int | None = None) -> None:
    """Count one use of a link to send something. Raises TooMany; what was counted stays counted."""
    with connection.cursor() as cursor:
        cursor.execute(
            """INSERT INTO tournaments_reporttries AS t (link, since, tries) VALUES (%s, now(), 1)
               ON CONFLICT (link) DO UPDATE SET
                   tries = CASE WHEN t.since < now() - interval '1 minute' THEN 1 ELSE t.tries + 1 END,
                   since = CASE WHEN t.since < now() - interval '1 minute' THEN now() ELSE t.since END
               RETURNING tries""",
            [link],
        )
        (tries,) = cursor.fetchone()
    if tries > (most or TRIES_A_MINUTE):
        raise TooMany(_("This link is being used too often. Wait a minute, or go to the arbiter."))


@audited
def set_rule(
    tournament_id: int, *, by: Any, mode: str, minutes: int, moves: bool | None = None, new_links: bool = False
) -> ReportRule:
    """Say whether players report at a tournament, what becomes of a report that nobody answers, and whether players may
    enter the moves of their own games (``moves``; None: as before).

    ``new_links`` voids every slip that was given out; players' own links stay. What is open keeps the time that it was
    given.
    """
    tournament = locked_tournament(tournament_id, by, Action.EDIT)
    rule, _made = ReportRule.objects.get_or_create(tournament=tournament)
    rule.mode, rule.minutes = mode, minutes
    if moves is not None:
        rule.moves = moves
    if new_links:
        rule.key = new_key()
    rule.full_clean()
    rule.save()
    bump_version(tournament)
    return rule


@audited
def report(table_id: int, entry_id: int, *, points: Points, places: bool = False) -> TableReport:
    """Report a table's points (or places), one entry a seat.

    The same from another player is a confirmation, something else from another player a dispute; the reporter
    themselves may correct what nobody has confirmed yet. Raises Refused.
    """
    tournament, rule, table, current = _at_table(table_id, entry_id)
    _refuse_decided(table, current)
    if current_result(table) is not None:
        raise Refused(_("The result of this table is already in. If it is wrong, dispute it."))
    if current is not None and current.state in TableReport.CALLING:
        raise Refused(_("The arbiter has been called. Tell them the result."))
    value = valued(tournament, points, places=places)
    check_result(tournament, table, value, Result.End.PLAYED)
    if current is not None and current.state == State.OPEN and current.by_id != entry_id:
        if (list(current.points), current.places) == (list(points), places):
            return _confirmed(tournament, current, entry_id, answers(current.events.all())[1])
        return _disputed(tournament, current, entry_id, points=list(points), places=places)
    if current is not None and current.state == State.OPEN:
        if (list(current.points), current.places) == (list(points), places):
            return current
        if answers(current.events.all())[1]:
            raise Refused(_("Somebody has already confirmed your report. Call the arbiter to change it."))
    fresh = current is None
    current = current or TableReport(table=table)
    current.state, current.points, current.places, current.by_id = State.OPEN, list(points), places, entry_id
    current.columns = written(columns_of(points))
    current.due_at = timezone.now() + timedelta(minutes=rule.minutes)
    current.save(force_insert=fresh)
    log_event(current, Kind.REPORT, entry_id=entry_id, points=list(points), places=places)
    bump_version(tournament)
    return current


@audited
def confirm(table_id: int, entry_id: int, *, report_number: int) -> TableReport:
    """Say that a report is right. Once everybody else at the table has, it is the table's result.

    ``report_number`` is the number of the report's event that the player saw. Raises Refused where it was
    changed meanwhile, or where there is nothing to confirm.
    """
    tournament, _rule, table, current = _at_table(table_id, entry_id)
    number, confirmed, _disputed_by = answers(current.events.all() if current is not None else ())
    if current is not None and current.state == State.ACCEPTED and entry_id in confirmed:
        return current
    _refuse_decided(table, current)
    if current_result(table) is not None:
        raise Refused(_("The result of this table is already in. If it is wrong, dispute it."))
    if current is None or current.state not in (State.OPEN, State.CALLED):
        raise Refused(_("There is no report to confirm. Check the table again."))
    if number != report_number:
        raise Refused(_("The report has been changed in the meantime. Check it again."))
    if current.by_id == entry_id:
        raise Refused(_("You reported this result. Another player must confirm it."))
    return _confirmed(tournament, current, entry_id, confirmed)


@audited
def dispute(table_id: int, entry_id: int) -> TableReport:
    """Call the arbiter: the report, or the result that came of it, is not right.

    A result that was accepted stays in the book until an arbiter decides. Disputed twice it is disputed once.
    """
    tournament, _rule, table, reported = _at_table(table_id, entry_id)
    if reported is not None and reported.state == State.DISPUTED:
        return reported
    _refuse_decided(table, reported)
    current = current_result(table)
    if (reported is None or reported.state not in (State.OPEN, State.CALLED, State.ACCEPTED)) and current is None:
        raise Refused(_("Nothing has been reported yet, so there is nothing to dispute."))
    reported = reported or TableReport.objects.create(table=table)
    if reported.result_id is None and current is not None:
        reported.result = current
    return _disputed(tournament, reported, entry_id)


@audited
def hand_in_record(table_id: int, entry_id: int, *, content: bytes) -> GameRecord:
    """Hand in a game's record as a player: the result that it proves is the table's without a confirmation.

    Moves as people write them become a record first. Raises Refused where they cannot be read.
    """
    text = as_record(Table.objects.select_related("round__tournament").get(pk=table_id), readable(content))
    tournament, _rule, table, current = _at_table(table_id, entry_id)
    _refuse_decided(table, current)
    if current is not None and current.state in TableReport.CALLING:
        raise Refused(_("The arbiter has been called. Show them the record."))
    if current_result(table) is not None:
        raise Refused(_("The result of this table is already in. If it is wrong, dispute it."))
    current = current or TableReport.objects.create(table=table)
    if current.events.filter(kind=Kind.RECORD).count() >= RECORDS_A_TABLE:
        raise Refused(_("Enough records have been handed in for this table. Show yours to the arbiter."))
    record = GameRecord.objects.create(table=table, text=text)
    log_event(current, Kind.RECORD, entry_id=entry_id, record=record)
    bump_version(tournament)
    queue.send("check_record", record.pk)
    return record


@audited
def send_photo(table_id: int, entry_id: int, *, content: bytes) -> SheetPhoto:
    """Keep a photo of the score sheet for those who enter results. Raises Refused for what is no photo."""
    with as_refusals():
        picture = photo_jpeg(content)
    tournament, _rule, table, _current = _at_table(table_id, entry_id)
    if table.sheet_photos.count() >= PHOTOS_A_TABLE:
        raise Refused(_("Enough photos have been sent for this table. Show yours to the arbiter."))
    position = Seat.objects.filter(table=table, entry=entry_id).order_by("position").values_list("position", flat=True)
    photo = SheetPhoto.objects.create(table=table, position=position[0], picture=picture)
    bump_version(tournament)
    return photo


@audited
def decide(table_id: int, *, by: Any, take: bool) -> TableReport:
    """Settle a table's report as an arbiter: ``take`` enters the reported result as theirs; otherwise the table
    stays as it is. After that players change nothing here. Raises Refused."""
    tournament, table = locked_table(table_id)
    require(by, Action.RESULTS, tournament, table=table.number)
    reported = TableReport.objects.filter(table=table).first()
    if reported is None:
        raise Refused(_("Nothing has been reported for table %(table)d.") % {"table": table.number})
    current = current_result(table)
    if take:
        if reported.points is None:
            raise Refused(_("The report of table %(table)d has no points. Enter the result.") % {"table": table.number})
        if current is None:
            results.enter(table_id, by=by, points=reported.typed, places=reported.places)
        elif not valued(tournament, reported.typed, places=reported.places).agrees_with(current):
            raise Refused(
                _("Table %(table)d already has the result %(points)s. Correct it at the table.")
                % {"table": table.number, "points": current}
            )
    if reported.state != State.SETTLED:
        reported.state = State.SETTLED
        reported.save(update_fields=["state"])
        log_event(reported, Kind.SETTLE, user=person(by))
        bump_version(tournament)
    return reported


def _at_table(table_id: int, entry_id: int) -> tuple[Tournament, ReportRule, Table, TableReport | None]:
    """Read everything that a player's step rests on, under the tournament's lock. Raises Refused."""
    tournament, table = locked_table(table_id)
    rule = ReportRule.objects.filter(tournament=tournament).exclude(mode=ReportRule.Mode.OFF).first()
    if rule is None:
        raise Refused(_("In this tournament the arbiters enter the results. Players do not report them."))
    if table.round.state == Round.State.CLOSED:
        raise Refused(_("The round is closed. Go to the arbiter."))
    if table.round.state != Round.State.PUBLISHED:
        raise Refused(_("The round is not published, or no longer published."))
    if not Seat.objects.filter(table=table, entry=entry_id).exists():
        raise Refused(_("You do not sit at this table, so you cannot report for it."))
    current = TableReport.objects.filter(table=table).first()
    if current is not None:
        current.table = table
    return tournament, rule, table, current


def _refuse_decided(table: Table, reported: TableReport | None) -> None:
    """Raise Refused where an arbiter has decided: their settlement, or a result that is not the players' own."""
    if reported is not None and reported.state == State.SETTLED:
        raise Refused(_("The arbiter has taken over this table. Players can no longer report anything for it."))
    current = current_result(table)
    if current is not None and not players_own(current):
        raise Refused(_("The arbiter has entered the result: %(points)s.") % {"points": current})


def players_own(result: Result) -> bool:
    """Return whether players made a result, by their reports or by a record that one of them handed in."""
    if result.source == Result.Source.PLAYERS:
        return True
    handed_in = ReportEvent.objects.filter(kind=Kind.RECORD, record=result.record_id)
    return result.source == Result.Source.RECORD and handed_in.exists()


def _confirmed(tournament: Tournament, current: TableReport, entry_id: int, confirmed: Set[int]) -> TableReport:
    if entry_id not in confirmed:
        log_event(current, Kind.CONFIRM, entry_id=entry_id)
    others = set(Seat.objects.filter(table=current.table_id).values_list("entry", flat=True)) - {current.by_id}
    if others <= confirmed | {entry_id} and accept_report(tournament, current):
        queue.send_standings(tournament.pk)
    else:
        bump_version(tournament)
    return current


def _disputed(tournament: Tournament, current: TableReport, entry_id: int, **details: Any) -> TableReport:
    current.state = State.DISPUTED
    current.save(update_fields=["state", "result"])
    log_event(current, Kind.DISPUTE, entry_id=entry_id, **details)
    bump_version(tournament)
    return current
