"""E-mail to players who entered themselves: what became of their entry, and the organiser's messages to them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.locks import locked_tournament
from tournaments.domain.logbook import audited
from tournaments.models import Entry, Registration, Waiting
from tournaments.models.mail import Kind
from tournaments.services.mails import send_later

State = Registration.State

UNCONFIRMED_DAYS = 3
"""An address is confirmed within so many days, or the entry is forgotten."""
IN, QUEUED, UNDECIDED, UNPAID = "in", "waiting", "undecided", "unpaid"
GROUPS = (IN, QUEUED, UNDECIDED, UNPAID)
"""Those to whom a message can go."""


def address_of(row: Registration) -> str:
    """Return where a mail leads: the words of the mail make the player's own page of it."""
    return f"registration {row.pk}"


def confirms_by_mail(email: str) -> bool:
    """Return whether an address is asked whether the entry is meant: it was given, and there is a mail server."""
    return bool(email) and settings.MAIL_SERVER is not None


def tell(row: Registration, state: str, note: str = "") -> None:
    """Write a player what became of their entry, if they gave an address. To one that they changed nothing goes before
    its reader confirmed it, but the question. Must be called inside a transaction."""
    if row.email and (state == "address") == (row.email_asked_at is not None):
        send_later(
            Kind.ENTRY,
            row.email,
            row.language,
            tournament=row.tournament,
            name=row.name,
            state=state,
            path=address_of(row),
            note=note,
            lifetime=timedelta(days=UNCONFIRMED_DAYS) if state in ("confirm", "address") else None,
        )


@audited
def message(tournament_id: int, *, by: Any, to: str, subject: str, text: str) -> int:
    """Write a mail to a group of the players who entered themselves: ``in``, ``waiting``, ``undecided`` or ``unpaid``.
    Return to how many addresses. Raises Refused where nobody of them gave one."""
    tournament = locked_tournament(tournament_id, by, Action.PLAYERS)
    rows = Registration.objects.filter(tournament=tournament, email_asked_at=None).exclude(email="")
    queued = Waiting.objects.filter(tournament=tournament).values("player")
    entered = Entry.objects.filter(tournament=tournament).values("player")
    group = {
        IN: Q(state=State.ACCEPTED, player__in=entered),
        QUEUED: Q(state=State.ACCEPTED, player__in=queued),
        UNDECIDED: Q(state=State.PENDING),
        UNPAID: Q(state=State.ACCEPTED, player__in=entered, paid=False),
    }
    if to not in group:
        raise Refused(_("Choose who gets the message."))
    if not (subject.strip() and text.strip()):
        raise Refused(_("A message needs a subject and a text."))
    addresses: dict[str, Registration] = {}
    for row in rows.filter(group[to]).order_by("id"):
        addresses.setdefault(row.email.casefold(), row)
    if not addresses:
        raise Refused(_("Nobody in this group gave an e-mail address."))
    for row in addresses.values():
        send_later(
            Kind.MESSAGE,
            row.email,
            row.language,
            tournament=tournament,
            asked_by=by,
            sender=str(by),
            subject=subject.strip()[:150],
            text=text.strip()[:5000],
            path=address_of(row),
        )
    return len(addresses)
