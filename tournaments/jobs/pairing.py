"""Pairing a round: read, think without holding a lock, write if nothing has changed meanwhile."""

from __future__ import annotations

import logging
import time
from dataclasses import asdict

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.core.notices import Notice
from scoring.documents.document import DocumentError
from tournaments.domain.locks import advisory_lock, bump_version, lock, snapshot
from tournaments.domain.logbook import acting
from tournaments.models import Entry, PairingProgress, Round, Seat, Table, Tournament
from tournaments.pairing.core import PairingError, Progress
from tournaments.pairing.engine import Answer, pair
from tournaments.selectors.events.events import event_of
from tournaments.sentences import in_document

FIRST_AFTER, EVERY = 1.0, 0.5
"""Seconds: a pairing that is made sooner tells nothing; a longer one tells so often."""
log = logging.getLogger(__name__)
ATTEMPTS = 5


class Abandoned(Exception):
    """The round is no longer wanted: it was discarded, or is gone."""


class Reporter:
    """Told (done, total) by a search, writes now and then how far the pairing of a round is.

    The share never shrinks, though a pairing may search more than once. Raises Abandoned where the round is
    not waited for any more, so that the search ends.
    """

    def __init__(self, round_id: int) -> None:
        self.round_id = round_id
        self.percent = 0
        self.told = time.monotonic() + FIRST_AFTER - EVERY

    def __call__(self, done: int, total: int) -> None:
        self.percent = max(self.percent, min(100, done * 100 // max(1, total)))
        now = time.monotonic()
        if now - self.told < EVERY:
            return
        self.told = now
        if not Round.objects.filter(pk=self.round_id, state=Round.State.PAIRING).exists():
            raise Abandoned
        row = PairingProgress(round_id=self.round_id, percent=self.percent, told_at=timezone.now())
        try:
            PairingProgress.objects.bulk_create(
                [row], update_conflicts=True, unique_fields=["round"], update_fields=["percent", "told_at"]
            )
        except IntegrityError:
            raise Abandoned from None


def forget(round_id: int) -> None:
    """Delete the progress of a round that was made, or could not be."""
    PairingProgress.objects.filter(round=round_id).delete()


def pair_round(round_id: int) -> None:
    """Make the draft of a round that was asked for.

    Does nothing for a round that is no longer waiting (made by an earlier run of the task, discarded,
    gone), or that another worker is pairing. The pairing is made from one snapshot and saved only if the
    tournament is still what it was; else it is made again, the last time under the tournament's lock.
    """
    with advisory_lock(f"pair_round {round_id}") as first:
        if first:
            _pair_round(round_id)


def _pair_round(round_id: int) -> None:
    for attempt in range(1, ATTEMPTS + 1):
        if attempt == ATTEMPTS:
            with transaction.atomic():
                tournament_id = Round.objects.filter(pk=round_id).values_list("tournament", flat=True).first()
                if tournament_id is not None:
                    lock(tournament_id)
                    _attempt(round_id)
            return
        if _attempt(round_id, Reporter(round_id)):
            return


def _attempt(round_id: int, progress: Progress | None = None) -> bool:
    """Try once to pair a round. Returns False if the tournament changed meanwhile."""
    with snapshot():
        round_ = Round.objects.select_related("tournament", "asked_by").filter(pk=round_id).first()
        if round_ is None or round_.state != Round.State.PAIRING:
            return True
        event = event_of(round_.tournament, before=round_.number)
    answer: Answer | None = None
    problem: Notice | None = None
    try:
        answer = pair(event, progress=progress)
    except Abandoned:
        return True
    except PairingError as error:
        problem = error.notice
    except DocumentError as error:
        problem = in_document(error.place, error.notice)
    except Exception:
        log.exception("Pairing round %s failed", round_id)
        problem = Notice("pairing-failed")
    with acting(round_.asked_by), transaction.atomic():
        tournament = lock(round_.tournament_id)
        forget(round_id)
        round_now = Round.objects.filter(pk=round_id, state=Round.State.PAIRING).first()
        if round_now is None:
            return True
        if tournament.version != round_.tournament.version:
            return False
        if answer is None:
            round_now.state, round_now.problem = Round.State.FAILED, problem
            round_now.failed_version = tournament.version + 1  # that of this change
            round_now.save(update_fields=["state", "problem", "failed_version"])
            others = tournament.rounds.exclude(pk=round_id)
            played = others.exclude(state=Round.State.DISCARDED) | others.filter(tables__results__isnull=False)
            if not played.exists():
                # a first round that cannot be paired: the settings are open again
                tournament.state = Tournament.State.PLANNED
                tournament.save(update_fields=["state"])
        else:
            _save(tournament, round_now, answer)
        bump_version(tournament)
    return True


def _save(tournament: Tournament, round_: Round, answer: Answer) -> None:
    numbers = dict(Entry.objects.filter(tournament=tournament).values_list("number", "pk"))
    pairing = answer.rounds[0]
    tables = Table.objects.bulk_create(
        Table(round=round_, number=t.number, reason=answer.reasons.get((pairing.number, t.number)))
        for t in pairing.tables
    )
    seats = [
        Seat(round=round_, table=row, position=position, entry_id=numbers[player])
        for row, table in zip(tables, pairing.tables, strict=True)
        for position, player in enumerate(table.seats, start=1)
    ]
    seats += [
        Seat(
            round=round_,
            bye=b.kind,
            entry_id=numbers[b.player],
        )
        for b in pairing.byes
    ]
    Seat.objects.bulk_create(seats)
    round_.state = Round.State.DRAFT
    round_.quality = asdict(answer.quality)
    round_.notes = answer.notes
    round_.save(update_fields=["state", "quality", "notes"])
