"""The waiting list: the first who came has the first place that is free.

The tournament must be locked, whatever is called here.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournaments.domain.logbook import person
from tournaments.models import CheckedIn, Entry, Registration, RegistrationSettings, Team, Tournament, Waiting
from tournaments.services.attendance import enter, has_place
from tournaments.services.registration_mails import tell
from tournaments.text import same_name


def fill_places(tournament: Tournament, before: datetime | None = None) -> None:
    """Give free places to the waiting list, in its order, where the organiser wants that; with ``before`` to those who
    came earlier."""
    if not RegistrationSettings.objects.filter(tournament=tournament, moves_up=True).exists():
        return
    queue = Waiting.objects.filter(tournament=tournament).select_related("player")
    for waiting in queue if before is None else queue.filter(since__lt=before):
        if not has_place(tournament, waiting.since):
            break
        give_place(tournament, waiting)


def give_place(tournament: Tournament, waiting: Waiting, who: Any = None) -> Entry:
    """Make the entry of somebody who waits. Who entered themselves is told."""
    player = waiting.player
    row = Registration.objects.filter(tournament=tournament, player=player, state=Registration.State.ACCEPTED).first()
    if row is None:
        entry = enter(tournament, player, waiting.since)
    else:
        row.player, row.tournament = player, tournament
        entry = enter_as_asked(tournament, row)
        row.moved_up_at = timezone.now()
        row.save(update_fields=["moved_up_at"])
        tell(row, "moved up", fee_due(tournament, row))
    if waiting.here:
        CheckedIn.objects.create(entry=entry, by=person(who))
    waiting.delete()
    return entry


def enter_as_asked(tournament: Tournament, row: Registration) -> Entry:
    """Make the entry of an accepted registration: in its team, if there is one of that name, with its own rating where
    none is known of the player."""
    player = row.player
    assert player is not None
    wish = same_name(row.team)
    teams = Team.objects.filter(tournament=tournament) if wish else ()
    side = next((team for team in teams if wish in (same_name(team.name), same_name(team.key))), None)
    entry = enter(tournament, player, row.since, team=side)
    if row.rating is not None and player.rating is None:
        entry.has_own_rating, entry.own_rating = True, row.rating
        entry.save(update_fields=["has_own_rating", "own_rating"])
    return entry


def fee_due(tournament: Tournament, row: Registration) -> str:
    """Say in a mail what is to be paid, in the player's language; empty where it is nothing."""
    settings = RegistrationSettings.objects.filter(tournament=tournament).first()
    if settings is None or not settings.fee or row.paid:
        return ""
    with translation.override(row.language):
        return _("Entry fee: %(fee)s. %(note)s") % {"fee": settings.fee, "note": settings.fee_note}
