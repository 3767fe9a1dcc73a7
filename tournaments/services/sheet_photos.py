"""Photos of score sheets, as arbiters keep them: sent from the table (`reports.send_photo`), deleted here."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, lock
from tournaments.domain.logbook import audited
from tournaments.models import SheetPhoto, Table


@audited
def delete(table_id: int, photo_id: int, *, by: Any) -> None:
    """Delete a photo that shows what it should not, or the wrong sheet; the log says who did. Raises Refused."""
    table = Table.objects.select_related("round").get(pk=table_id)
    tournament = lock(table.round.tournament_id)
    require(by, Action.CORRECT, tournament)
    photo = SheetPhoto.objects.filter(table=table, pk=photo_id).first()
    if photo is None:
        raise Refused(_("This photo has been deleted already."))
    photo.delete()
    bump_version(tournament)
