"""Mails as the desk lists them: to whom, how far each is, why not, and what it says; and the readers of those with
personal links: only who confirmed an address and agreed to get mails about the event."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db.models import Count, Q, QuerySet

from tournaments.models import Entry, Mail, Registration, Tournament
from tournaments.models.mail import Kind
from tournaments.selectors.mail_text import Words, words
from tournaments.sentences import sentence


@dataclass(frozen=True, slots=True)
class Line:
    """A mail at the desk. ``problem`` is a sentence; ``words`` None where they are forgotten; ``mailto`` opens it in
    the reader's own mail program."""

    mail: Mail
    problem: str
    words: Words | None
    mailto: str

    @property
    def may_be_tried(self) -> bool:
        return self.mail.state == Mail.State.GIVEN_UP and bool(self.mail.to) and self.words is not None

    @property
    def may_be_sent_by_hand(self) -> bool:
        return self.mail.state in (Mail.State.WAITING, Mail.State.GIVEN_UP) and self.words is not None


def mails_of(tournament: Tournament | None) -> QuerySet[Mail]:
    """Return the mails of a tournament, or (None) those of the installation alone, the newest first."""
    return (
        Mail.objects.filter(tournament=tournament)
        .select_related("tournament__registration_settings", "entry")
        .order_by("-id")
    )


def line(mail: Mail, root: str) -> Line:
    """Return a mail as the desk lists it. ``root`` is scheme and host of this site, where the settings name none."""
    # a mail whose parameters went has no words any more
    kept = bool(mail.to) and (bool(mail.parameters) or mail.kind == Kind.TEST)
    text = words(mail, settings.SITE_URL or root) if kept else None
    mailto = ""
    if text is not None:
        own = words(mail, settings.SITE_URL or root, by_hand=True)
        body = quote(own.text.replace("\n", "\r\n"))
        mailto = f"mailto:{quote(mail.to, safe='@')}?subject={quote(own.subject)}&body={body}"
        if settings.MAIL_SERVER is None or mail.state == Mail.State.BY_HAND:
            text = own
    return Line(mail, sentence(mail.problem), text, mailto)


def waiting() -> dict[str, Any]:
    """Return how many mails wait and were given up lately, over the installation, and why the last try failed."""
    figures = Mail.objects.aggregate(
        waiting=Count("pk", filter=Q(state=Mail.State.WAITING)),
        failing=Count("pk", filter=Q(state=Mail.State.WAITING, problem__isnull=False)),
    )
    last = Mail.objects.filter(state=Mail.State.WAITING, problem__isnull=False).order_by("-next_at").first()
    return {**figures, "problem": sentence(last.problem) if last else ""}


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
    entries = tournament.entries.select_related("player", "personal_link", "table_mail")
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
