"""Game records as proofs: handed in for a table, replayed by a worker, kept with the result."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.domain import queue
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, lock
from tournaments.domain.logbook import audited, person
from tournaments.models import GameRecord, Round, Table


@audited
def hand_in(table_id: int, *, by: Any, content: bytes) -> GameRecord:
    """Keep a record for a table and have it replayed. Raises Refused for what is no text of a record's size."""
    table = Table.objects.select_related("round").get(pk=table_id)
    tournament = lock(table.round.tournament_id)
    require(by, Action.RESULTS, tournament, table=table.number)
    if not Round.objects.get(pk=table.round_id).is_shown:
        raise Refused(_("The round is not published yet. Records can be handed in once it is."))
    record = GameRecord.objects.create(table=table, text=readable(content), uploaded_by=person(by))
    bump_version(tournament)
    transaction.on_commit(lambda: queue.send("check_record", record.pk))
    return record


def readable(content: bytes) -> str:
    """Decode the text of a record. Raises Refused where it is none, or is too large."""
    if len(content) > GameRecord.MAX_BYTES:
        raise Refused(_("A game record can have at most 1 MiB."))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(_("This is not a game record: it is not UTF-8 text.")) from None
    if not text.strip():
        raise Refused(_("There is no record here. Paste one, or choose a file."))
    if "\0" in text:
        raise Refused(_("This is not a game record: it is not text."))
    return text
