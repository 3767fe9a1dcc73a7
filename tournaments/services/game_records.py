"""Game records as proofs: handed in for a table, replayed by a worker, kept with the result."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain import queue
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, lock
from tournaments.domain.logbook import audited, person
from tournaments.models import GameRecord, Round, Table
from tournaments.selectors.written_records import as_record, readable


@audited
def hand_in(table_id: int, *, by: Any, content: bytes) -> GameRecord:
    """Keep a record for a table and have it replayed. Moves as people write them become a record first.

    Raises Refused for what is no text of a record's size, or for written moves that cannot be read.
    """
    table = Table.objects.select_related("round__tournament").get(pk=table_id)
    text = as_record(table, readable(content))
    tournament = lock(table.round.tournament_id)
    require(by, Action.RESULTS, tournament, table=table.number)
    if not Round.objects.get(pk=table.round_id).is_shown:
        raise Refused(_("The round is not published yet. Records can be handed in once it is."))
    record = GameRecord.objects.create(table=table, text=text, uploaded_by=person(by))
    bump_version(tournament)
    queue.send("check_record", record.pk)
    return record
