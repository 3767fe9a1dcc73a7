"""Sending the mails that were written down: at least once each, with growing pauses, one worker at a time."""

from __future__ import annotations

import logging
import time
from datetime import timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.core.notices import Notice
from tournaments.domain.locks import advisory_lock
from tournaments.domain.outbound_mail import Letter, Line, NoServer, NotTaken, line, sender_domain
from tournaments.models import Mail, NoMail, Round
from tournaments.models.mail import LISTS, SECRET, Kind
from tournaments.selectors.people.mails import reply_address, words

log = logging.getLogger(__name__)

PAUSES = [
    *(timedelta(minutes=minutes) for minutes in (1, 5, 15)),
    *(timedelta(hours=hours) for hours in (1, 4, 12, 24)),
]
"""How long after each try that failed the next one is made; after the last one it is given up."""

LEASE = timedelta(seconds=90)
"""How long a mail belongs to the worker that took it; longer than a task may run."""

REST = timedelta(seconds=60)
"""How long a server that takes nothing is left alone."""

AT_MOST = 20.0
"""Seconds for which one task sends: then a worker is free for pairings again, and the sweep sends the next one."""

KEPT = timedelta(days=30)
"""After so long address and text are forgotten; what, when and whether it was sent stays."""

REMEMBERED = timedelta(days=365)


def due() -> QuerySet[Mail]:
    """Return the mails that are to be sent now; none without a mail server."""
    if settings.MAIL_SERVER is None:
        return Mail.objects.none()
    return Mail.objects.filter(state=Mail.State.WAITING, next_at__lte=timezone.now())


def send() -> None:
    """Send what is due, over one connection; unless another worker does so already.

    A worker that dies leaves the mail that it had taken to the next one after ``LEASE``, so a reader may get it
    twice, with the same Message-ID.
    """
    give_up_expired()
    with advisory_lock("viertal.mail") as first:
        if not first or not due().exists():
            return
        end = time.monotonic() + AT_MOST
        try:
            with line() as connection:
                while time.monotonic() < end and (mail := _take()) is not None:
                    _send(connection, mail)
        except NoServer as error:
            _rest(error.notice)
        except SoftTimeLimitExceeded:
            _rest(Notice("mail-silent"))


def _take() -> Mail | None:
    """Take the next mail: those that failed before come last, so that none of them holds up the others."""
    mail = due().select_related("tournament", "entry").order_by("attempts", "id").first()
    if mail is not None:
        mail.attempts += 1
        mail.next_at = timezone.now() + LEASE
        mail.save(update_fields=["attempts", "next_at"])
    return mail


def _send(connection: Line, mail: Mail) -> None:
    """Send one mail and note how that went."""
    if (why_not := _why_not(mail)) is not None:
        _conclude(mail, Mail.State.GIVEN_UP, why_not)
        return
    try:
        letter = _letter(mail)
    except Exception:  # whatever is wrong with this one: the others are sent
        log.exception("The mail %s could not be made.", mail.number)
        _failed(mail, Notice("mail-not-made"), for_good=mail.attempts >= 3)
        return
    try:
        connection.send(letter)
    except NotTaken as error:
        _failed(mail, error.notice, for_good=error.for_good)
    else:
        _conclude(mail, Mail.State.SENT, None)


def _letter(mail: Mail) -> Letter:
    said = words(mail, settings.SITE_URL)
    headers = {}
    if said.stop:
        headers = {"List-Unsubscribe": f"<{said.stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    if reply := reply_address(mail):
        headers["Reply-To"] = reply
    return Letter(mail.to, said.subject, said.text, said.html, f"<{mail.number}@{sender_domain()}>", headers)


def _why_not(mail: Mail) -> Notice | None:
    """Return why a mail is not to be sent any more."""
    if mail.kind in LISTS and NoMail.objects.filter(address_hash=mail.address_hash, kind=mail.kind).exists():
        return Notice("mail-unwanted")
    if mail.kind == Kind.PAIRING and mail.entry is not None:
        number, table = mail.parameters["round"], mail.parameters["table"]
        shown = Round.objects.filter(tournament=mail.tournament, number=number, state=Round.State.PUBLISHED)
        seat = shown.filter(tables__seats__entry=mail.entry).values_list("tables__number", flat=True).first()
        if not shown.exists() or seat != table:
            return Notice("mail-outdated")
    return None


def _failed(mail: Mail, notice: Notice, *, for_good: bool) -> None:
    if for_good or mail.attempts > len(PAUSES):
        _conclude(mail, Mail.State.GIVEN_UP, notice)
        return
    mail.problem, mail.next_at = notice, timezone.now() + PAUSES[mail.attempts - 1]
    mail.save(update_fields=["problem", "next_at"])


def _conclude(mail: Mail, state: str, notice: Notice | None) -> None:
    mail.state, mail.problem = state, notice
    mail.sent_at = timezone.now() if state == Mail.State.SENT else None
    if state == Mail.State.SENT and mail.kind in SECRET:
        mail.parameters = {}
    mail.save(update_fields=["state", "problem", "sent_at", "parameters"])


def _rest(notice: Notice) -> None:
    """Leave the server alone for a while. What waits is not counted as tried, but for the one under way."""
    log.warning("Mails wait: %s", notice)
    now = timezone.now()
    waiting = Mail.objects.filter(state=Mail.State.WAITING)
    waiting.filter(next_at__lte=now + LEASE).update(next_at=now + REST, problem=notice)


def give_up_expired() -> None:
    """Give up the mails that are of no use any more."""
    late = Mail.objects.filter(state=Mail.State.WAITING, expires_at__lte=timezone.now())
    late.update(state=Mail.State.GIVEN_UP, problem=Notice("mail-expired"))
    # a link that opens an account is not kept once it is void
    void = Mail.objects.filter(kind__in=SECRET, expires_at__lte=timezone.now()).exclude(parameters={})
    void.update(parameters={})


def forget_old() -> None:
    """Forget addresses and texts of old mails, and in the end that there were any."""
    now = timezone.now()
    old = Mail.objects.exclude(state=Mail.State.WAITING).filter(created_at__lt=now - KEPT)
    old.exclude(Q(to="") & Q(parameters={})).update(to="", parameters={})
    old.filter(created_at__lt=now - REMEMBERED).delete()
