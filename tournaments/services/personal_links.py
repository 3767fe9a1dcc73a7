"""Personal links: made, handed out, and revoked."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, lock, locked_tournament
from tournaments.domain.logbook import audited
from tournaments.models import Entry, PersonalLink
from tournaments.models.links import new_seed
from tournaments.models.mail import Kind
from tournaments.selectors.mails import link_mails
from tournaments.services.mails import send_later


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
def mail_links(tournament_id: int, *, by: Any) -> int:
    """Mail their link to every player with a confirmed address who has not had it by mail; return how many are mailed.
    Pressed twice, the second finds nobody left. Raises Refused where there is nobody."""
    tournament = locked_tournament(tournament_id, by, Action.PLAYERS)
    readers = link_mails(tournament).readers
    if not readers:
        raise Refused(_("Nobody is left to whom a link can be mailed."))
    chosen = [reader.entry.pk for reader in readers]
    without = Entry.objects.filter(pk__in=chosen, personal_link__isnull=True)
    if PersonalLink.objects.bulk_create(PersonalLink(entry=entry) for entry in without):
        bump_version(tournament)
    links = PersonalLink.objects.filter(entry__in=chosen)
    links.update(mailed_at=timezone.now())
    for reader in readers:
        send_later(
            Kind.LINK,
            reader.address,
            reader.language,
            tournament=tournament,
            entry=reader.entry,
            asked_by=by,
            name=reader.entry.display_name,
        )
    return len(readers)


@audited
def renew(entry_id: int, *, by: Any) -> PersonalLink:
    """Give somebody a new link; the old one leads nowhere from now on."""
    entry = Entry.objects.get(pk=entry_id)
    tournament = lock(entry.tournament_id)
    require(by, Action.PAIR, tournament)
    link = PersonalLink.objects.filter(entry=entry).first() or PersonalLink(entry=entry)
    link.seed, link.mailed_at = new_seed(), None
    link.save()
    bump_version(tournament)
    return link
