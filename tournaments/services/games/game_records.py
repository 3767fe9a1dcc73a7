"""A table's game: its records as proofs, replayed by a worker and kept with the result; its photos; and whether it
is the one that an event shows first."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain import queue
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, lock, locked_table
from tournaments.domain.logbook import audited, person
from tournaments.models import GameRecord, Round, SheetPhoto, Table
from tournaments.selectors.games.written_records import as_record, readable


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


@audited
def feature(table_id: int, *, by: Any, on: bool = True) -> Table:
    """Choose the table whose game stands first while its round is shown; not ``on``: let the program choose again.

    The choice waits for a game: until the table has one the program chooses.
    """
    tournament, table = locked_table(table_id)
    require(by, Action.PAIR, tournament)
    if table.featured == on:
        return table
    if on:
        Table.objects.filter(round=table.round_id, featured=True).update(featured=False)
    table.featured = on
    table.save(update_fields=["featured"])
    bump_version(tournament)
    return table


@audited
def delete_photo(table_id: int, photo_id: int, *, by: Any) -> None:
    """Delete a photo that shows what it should not, or the wrong sheet; the log says who did. Raises Refused."""
    tournament, table = locked_table(table_id)
    require(by, Action.CORRECT, tournament)
    photo = SheetPhoto.objects.filter(table=table, pk=photo_id).first()
    if photo is None:
        raise Refused(_("This photo has been deleted already."))
    photo.delete()
    bump_version(tournament)
