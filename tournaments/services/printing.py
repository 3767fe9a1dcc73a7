"""Printed documents: asked for, made from one snapshot, stopped when nobody wants them any more."""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.core.notices import Notice, plain
from tournaments.domain import queue
from tournaments.domain.access import require
from tournaments.domain.errors import Refused
from tournaments.domain.locks import snapshot
from tournaments.domain.logbook import audited, signed
from tournaments.models import PlayerImport, PrintJob, Tournament
from tournaments.printing.press import Press, Stopped
from tournaments.selectors.papers.printing import KINDS, prepare, weight
from tournaments.sentences.points import written_for

log = logging.getLogger(__name__)

ATTEMPTS = 3
LOST_AFTER = timedelta(seconds=90)
KEPT = timedelta(days=1)
SAY_EVERY = 0.2
"""Seconds between two words about the progress, each of which also asks whether to go on."""
AT_ONCE = 800
"""Lines of a document that is made while the person waits: well under a second."""
MOST_OPEN = 5


def make_print(job_id: int) -> None:
    """Make a document that waits, or that a worker died at. Does nothing for one that was made, cancelled or thrown
    away."""
    open_ = (PrintJob.State.WAITING, PrintJob.State.WORKING)
    taken = PrintJob.objects.filter(pk=job_id, state__in=open_, attempts__lt=ATTEMPTS).update(
        state=PrintJob.State.WORKING, begun_at=timezone.now(), attempts=F("attempts") + 1
    )
    if not taken:
        return
    job = PrintJob.objects.select_related("tournament").get(pk=job_id)
    mine = PrintJob.objects.filter(pk=job_id, state=PrintJob.State.WORKING)
    with translation.override(job.language):
        try:
            content = _make(job)
        except Stopped:
            return
        except Refused as refusal:
            mine.update(state=PrintJob.State.FAILED, problem=refusal.notice or plain(refusal.message))
        except Exception:
            log.exception("Printing job %s failed", job_id)
            mine.update(state=PrintJob.State.FAILED, problem=Notice("print-failed"))
        else:
            mine.update(state=PrintJob.State.DONE, content=content, done=F("whole"))


def _make(job: PrintJob) -> bytes:
    last = time.monotonic()

    def step(part: int, whole: int) -> None:
        nonlocal last
        if time.monotonic() - last >= SAY_EVERY:
            last = time.monotonic()
            going = PrintJob.objects.filter(pk=job.pk, state=PrintJob.State.WORKING)
            if not going.update(done=min(part, whole), whole=whole):
                raise Stopped

    with written_for(job.tournament):
        with snapshot():
            ready = prepare(job.tournament, job.what, job.round, job.site)
        press = Press(job.paper, ready.head, wide=ready.wide, bare=ready.bare, step=step)
        ready.draw(press)
    return press.finish()


def left_undone() -> list[int]:
    """List the documents that wait, those of a lost worker among them; give up a document that was tried three
    times."""
    now = timezone.now()
    lost = PrintJob.objects.filter(state=PrintJob.State.WORKING, begun_at__lt=now - LOST_AFTER)
    lost.filter(attempts__gte=ATTEMPTS).update(state=PrintJob.State.FAILED, problem=Notice("print-three-times"))
    lost.update(state=PrintJob.State.WAITING)
    waiting = PrintJob.objects.filter(state=PrintJob.State.WAITING, asked_at__lt=now - timedelta(seconds=3))
    return list(waiting.values_list("pk", flat=True))


def throw_away() -> None:
    """Delete documents and lists that nobody came back for within a day."""
    before = timezone.now() - KEPT
    PrintJob.objects.filter(asked_at__lt=before).delete()
    PlayerImport.objects.filter(uploaded_at__lt=before).delete()


@signed
def ask_for_print(
    tournament_id: int, *, by: Any, what: str, number: int | None, paper: str, language: str, site: str
) -> PrintJob:
    """Ask for a document; a short one is ready when this returns. ``site`` is the address that codes lead to.

    Raises Refused for what cannot be printed.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    kind = KINDS.get(what)
    if kind is None or paper not in PrintJob.Paper.values or language not in dict(settings.LANGUAGES):
        raise Refused(_("This document does not exist."))
    require(by, kind.action, tournament)
    mine = PrintJob.objects.filter(owner=by)
    if mine.filter(state__in=PrintJob.OPEN).count() >= MOST_OPEN:
        raise Refused(_("Several of your documents are still being made. Wait for them, or cancel one."))
    at_once = weight(tournament, what) <= AT_ONCE
    with transaction.atomic():
        job = PrintJob.objects.create(
            tournament=tournament,
            owner=by,
            what=what,
            round=number,
            paper=paper,
            language=language,
            site=site,
        )
        if not at_once:
            queue.send("make_print", job.pk)
    if at_once:
        make_print(job.pk)
    job.refresh_from_db()
    return job


@audited
def cancel_print(job_id: int, *, by: Any) -> None:
    """Give up a document that is not made yet; the worker stops at its next page."""
    PrintJob.objects.filter(pk=job_id, owner=by, state__in=PrintJob.OPEN).update(state=PrintJob.State.CANCELLED)


def own_prints(tournament: Tournament, user: Any) -> list[PrintJob]:
    """Return the user's own newest ten documents of a tournament, without their content."""
    return list(PrintJob.objects.filter(tournament=tournament, owner=user).defer("content")[:10])
