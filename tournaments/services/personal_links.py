"""Personal links: made, handed out, and revoked."""

from __future__ import annotations

from typing import Any

from tournaments.domain.access import Action, require
from tournaments.domain.locks import bump_version, lock, locked_tournament
from tournaments.domain.logbook import audited
from tournaments.models import Entry, PersonalLink
from tournaments.models.links import new_seed


@audited
def make_missing(tournament_id: int, *, by: Any) -> int:
    """Give a link to everybody without one; return how many got one. Links that are out stay good."""
    tournament = locked_tournament(tournament_id, by, Action.PAIR)
    without = Entry.objects.filter(tournament=tournament, personal_link__isnull=True).order_by("number")
    links = PersonalLink.objects.bulk_create(PersonalLink(entry=entry) for entry in without)
    if links:
        bump_version(tournament)
    return len(links)


@audited
def renew(entry_id: int, *, by: Any) -> PersonalLink:
    """Give somebody a new link; the old one leads nowhere from now on."""
    entry = Entry.objects.get(pk=entry_id)
    tournament = lock(entry.tournament_id)
    require(by, Action.PAIR, tournament)
    link = PersonalLink.objects.filter(entry=entry).first() or PersonalLink(entry=entry)
    link.seed = new_seed()
    link.save()
    bump_version(tournament)
    return link
