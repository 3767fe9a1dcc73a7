"""The readers of mails with personal links: only who confirmed an address and agreed to get mails about the event."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.conf import settings

from tournaments.models import Entry, Registration, Tournament


@dataclass(frozen=True, slots=True)
class Reader:
    """A player to whom their link goes."""

    entry: Entry
    address: str
    language: str


@dataclass(slots=True)
class LinkMails:
    """The players by what becomes of their links: those to whom one goes, who have had theirs, who gave an address that
    they have not confirmed, and who gave none."""

    readers: list[Reader] = field(default_factory=list)
    mailed: list[Entry] = field(default_factory=list)
    unconfirmed: list[Entry] = field(default_factory=list)
    without: list[Entry] = field(default_factory=list)


def link_mails(tournament: Tournament) -> LinkMails:
    """Sort the players of a tournament. Without a mail server nobody can have confirmed an address: then it is enough
    that they gave it with their entry."""
    entries = Entry.objects.filter(tournament=tournament).select_related("player", "personal_link", "table_mail")
    registered = {
        row.player_id: row
        for row in Registration.objects.filter(tournament=tournament, state=Registration.State.ACCEPTED)
        if row.email
    }
    sorted_ = LinkMails()
    for entry in entries.order_by("number"):
        if entry.left is not None:
            continue
        wish, row = getattr(entry, "table_mail", None), registered.get(entry.player_id)
        confirmed = row is not None and row.email_confirmed_at is not None
        given = row is not None and row.email_asked_at is None and settings.MAIL_SERVER is None
        if getattr(getattr(entry, "personal_link", None), "mailed_at", None) is not None:
            sorted_.mailed.append(entry)
        elif wish is not None and wish.confirmed_at is not None:
            sorted_.readers.append(Reader(entry, wish.address, wish.language))
        elif row is not None and (confirmed or given):
            sorted_.readers.append(Reader(entry, row.email, row.language))
        elif wish is not None or row is not None:
            sorted_.unconfirmed.append(entry)
        else:
            sorted_.without.append(entry)
    return sorted_
