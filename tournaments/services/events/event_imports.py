"""Event documents come in: kept until a worker has carried them out, watched, cancelled."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.domain import queue
from tournaments.domain.access import club_to_create_in, require_creator
from tournaments.domain.errors import Refused
from tournaments.domain.logbook import audited
from tournaments.imports.archive import MAX_BYTES, read_archive
from tournaments.models import Club, EventImport, Tournament
from tournaments.services.events.event_builder import build
from tournaments.services.lists.import_runs import ask_to_stop

_SLUG = re.compile(r"[-a-zA-Z0-9_]{1,74}")
MOST_OPEN = 5


@audited
def upload(*, by: Any, content: bytes, filename: str = "", slug: str = "", club: Club | None = None) -> EventImport:
    """Keep a document and have it imported. Raises Refused for one that is too long, or where five wait already."""
    club = club_to_create_in(by, club)
    _refuse(content, slug)
    if EventImport.objects.filter(uploaded_by=by, state__in=EventImport.OPEN).count() >= MOST_OPEN:
        raise Refused(_("Five of your documents are already waiting. Try again when they have been imported."))
    waiting = EventImport.objects.create(
        uploaded_by=by,
        club=club,
        filename=filename[:200],
        content=content,
        slug=slug,
        language=get_language() or settings.LANGUAGE_CODE,
    )
    queue.send("import_event", waiting.pk)
    return waiting


@audited
def cancel(import_id: int, *, by: Any) -> EventImport:
    """Stop an import. Of one that is running nothing is kept; one that is over stays as it is."""
    require_creator(by)
    return ask_to_stop(EventImport.objects.get(pk=import_id))


@audited
def at_once(*, by: Any, content: bytes, slug: str = "", club: Club | None = None) -> Tournament:
    """Import a document without waiting for a worker. Raises DocumentError with the place, Refused."""
    club = club_to_create_in(by, club)
    _refuse(content, slug)
    tournament = build(read_archive(content), by=by, slug=slug, club=club)
    queue.send_standings(tournament.pk)
    return tournament


def _refuse(content: bytes, slug: str) -> None:
    if len(content) > MAX_BYTES:
        raise Refused(_("A document can have at most %(most)d MiB.") % {"most": MAX_BYTES // 2**20})
    if slug and not _SLUG.fullmatch(slug):
        raise Refused(_("An address can have only letters, digits, - and _, at most 74 characters."))
