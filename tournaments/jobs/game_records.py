"""Replaying a game record that was handed in, and drawing the result from it."""

from __future__ import annotations

import logging

from django.db import transaction

from games.core.notices import Notice
from games.core.notices import plain as plain_text
from tournaments.domain.errors import Refused
from tournaments.domain.ledger import current_result, valued, write_result
from tournaments.domain.locks import bump_version, lock
from tournaments.domain.logbook import acting
from tournaments.domain.proofs import Proof, prove
from tournaments.models import GameRecord, Result, Round, Tournament
from tournaments.selectors.games.game_list import figures_of
from tournaments.selectors.games.replays import table_entries
from tournaments.sentences import score

COUNTED = 50
"""So many older records are counted at a time."""

log = logging.getLogger(__name__)


def check_record(record_id: int) -> int | None:
    """Replay a waiting record; the id of the tournament if that made a result.

    A table without a result gets the record's; one with a result is told whether the record agrees. Run twice, the
    second run finds nothing waiting.
    """
    record = (
        GameRecord.objects.select_related("table__round__tournament", "uploaded_by")
        .filter(pk=record_id, state=GameRecord.State.WAITING)
        .first()
    )
    if record is None:
        return None
    tournament = record.table.round.tournament
    try:
        proof = prove(record.text, tournament, table_entries(record.table_id))
    except Exception:
        log.exception("Replaying record %s failed", record_id)
        proof = Proof({}, None, Notice("replay-failed"))
    with acting(record.uploaded_by), transaction.atomic():
        now = lock(tournament.pk)
        if not GameRecord.objects.filter(pk=record_id, state=GameRecord.State.WAITING).exists():
            return None
        changed = _settle(now, record, proof)
        record.answer = proof.answer
        if record.state == GameRecord.State.AGREES:
            record.figures = figures_of(record.text)
        record.save(update_fields=["state", "verdict", "answer", "points", "figures"])
        bump_version(now)
    return tournament.pk if changed else None


def count_figures() -> int:
    """Count what the figures of games need of the records that were proven before it was kept, some at a time; the
    number of those counted."""
    records = GameRecord.objects.filter(state=GameRecord.State.AGREES, figures__isnull=True).order_by("-pk")[:COUNTED]
    for record in records:
        # nothing that anybody sees changes by itself: no lock, no version
        GameRecord.objects.filter(pk=record.pk, figures__isnull=True).update(figures=figures_of(record.text))
    return len(records)


def _settle(tournament: Tournament, record: GameRecord, proof: Proof) -> bool:
    """Decide what becomes of the record; True if it made the table's result."""
    if proof.points is None:
        record.state, record.verdict = GameRecord.State.REFUSED, proof.problem
        return False
    record.points = list(proof.points)
    if not Round.objects.filter(pk=record.table.round_id, state__in=Round.SHOWN).exists():
        record.state = GameRecord.State.REFUSED
        record.verdict = Notice("record-round-taken-back")
        return False
    points = score(proof.points)
    value = valued(tournament, proof.points)
    current = current_result(record.table)
    if current is not None:
        if value.agrees_with(current):
            record.state = GameRecord.State.AGREES
            record.verdict = Notice("record-agrees", points=points)
        else:
            record.state = GameRecord.State.DIFFERS
            record.verdict = Notice("record-differs", points=points, entered=score(current.points))
        return False
    try:
        write_result(
            tournament,
            record.table,
            value,
            current=None,
            by=record.uploaded_by,
            source=Result.Source.RECORD,
            record=record,
        )
    except Refused as error:
        record.state, record.verdict = GameRecord.State.REFUSED, error.notice or plain_text(error.message)
        return False
    record.state = GameRecord.State.AGREES
    record.verdict = Notice("record-decides", points=points)
    return True
