"""Documents are asked for, waited for, and given up."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.domain import queue
from tournaments.domain.access import require
from tournaments.domain.errors import Refused
from tournaments.domain.logbook import audited, signed
from tournaments.models import PrintJob, Tournament
from tournaments.selectors.printing import KINDS, weight
from tournaments.services.printing import make_print

AT_ONCE = 800
"""Lines of a document that is made while the person waits: well under a second."""
MOST_OPEN = 5


@signed
def ask(
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
def cancel(job_id: int, *, by: Any) -> None:
    """Give up a document that is not made yet; the worker stops at its next page."""
    PrintJob.objects.filter(pk=job_id, owner=by, state__in=PrintJob.OPEN).update(state=PrintJob.State.CANCELLED)


def mine(tournament: Tournament, user: Any) -> list[PrintJob]:
    """Return the user's own newest ten documents of a tournament, without their content."""
    return list(PrintJob.objects.filter(tournament=tournament, owner=user).defer("content")[:10])
