"""Printed documents: made from one snapshot, stopped when nobody wants them any more."""

from __future__ import annotations

import logging
import time
from datetime import timedelta

from django.db.models import F
from django.utils import timezone, translation

from games.core.notices import Notice, plain
from tournaments.domain.errors import Refused
from tournaments.domain.locks import snapshot
from tournaments.models import PlayerImport, PrintJob
from tournaments.printing.press import Press, Stopped
from tournaments.selectors.printing import prepare
from tournaments.sentences.points import written_for

log = logging.getLogger(__name__)

ATTEMPTS = 3
LOST_AFTER = timedelta(seconds=90)
KEPT = timedelta(days=1)
SAY_EVERY = 0.2
"""Seconds between two words about the progress, each of which also asks whether to go on."""


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
