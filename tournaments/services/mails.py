"""E-mail: written down in the transaction of what caused it; a worker sends it afterwards (``jobs/mails.py``).

``send_later`` is the one way in. It takes a kind and that kind's parameters, never a finished text: the words are
made when the mail is sent, in the reader's language, from ``templates/mail/<kind>.txt``. Addresses among the
parameters are paths of this site (``/t/…``), because a request's host is not to be believed.

    send_later("password", "anna@club.example", "nl", username="anna", path="/admin/reset/…/")
    send_later("invitation", to, language, name="Anna", inviter=str(user), path=…, lifetime=timedelta(days=7))
    send_later("entry", to, language, tournament=event, name="Anna", state="accepted", path=…, note="…")
    send_later("link", to, language, tournament=event, entry=entry, name="Anna")
    send_later("message", to, language, tournament=event, sender=str(user), subject=…, text=…, path="")

``state`` of an entry is one of ``confirm``, ``address``, ``received``, ``accepted``, ``waiting``, ``moved up``,
``declined``, ``withdrawn``; ``path`` leads to the page where it is confirmed, changed or withdrawn ("" for none).
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_supported_language_variant
from django.utils.translation import gettext as _

from games.core.notices import Notice
from tournaments.domain import queue
from tournaments.domain.access import Action, require, require_installation
from tournaments.domain.errors import Refused
from tournaments.domain.logbook import audited, person
from tournaments.models import Entry, Mail, NoMail, ReportWish, TableMail, Tournament
from tournaments.models.mail import LISTS, Kind, hash_of, read_stop_token

PARAMETERS: dict[str, frozenset[str]] = {
    Kind.INVITATION: frozenset({"name", "inviter", "path"}),
    Kind.PASSWORD: frozenset({"username", "path"}),
    Kind.ENTRY: frozenset({"name", "state", "path", "note"}),
    Kind.LINK: frozenset({"name"}),
    Kind.CONFIRM: frozenset({"name", "path"}),
    Kind.PAIRING: frozenset({"name", "round", "table"}),
    Kind.REPORT: frozenset({"name", "lines", "more", "path"}),
    Kind.MESSAGE: frozenset({"sender", "subject", "text", "path"}),
    Kind.TEST: frozenset(),
}
"""What each kind's template is filled with."""

ENTRY_STATES = ("confirm", "address", "received", "accepted", "waiting", "moved up", "declined", "withdrawn")

LIFETIMES: dict[str, timedelta] = {
    Kind.PASSWORD: timedelta(hours=1),
    Kind.PAIRING: timedelta(hours=3),
    Kind.TEST: timedelta(hours=1),
}
"""How long a mail is of use; a week where nothing is said."""

USUAL_LIFETIME = timedelta(days=7)
HOUR = timedelta(hours=1)
MOST_OF_EVENT = 2000
"""Mails of one event within an hour: some rounds of a few hundred players who all asked for them."""
MOST_TO_ADDRESS = 20
"""Mails of one purpose to one address within an hour: nobody's mailbox is filled by way of this site."""
UNPROVEN = ("confirm", "address")
"""States of an entry whose mail goes to an address that anybody can have typed."""


def send_later(
    kind: str,
    to: str,
    language: str,
    *,
    tournament: Tournament | None = None,
    entry: Entry | None = None,
    asked_by: Any = None,
    key: str | None = None,
    lifetime: timedelta | None = None,
    **parameters: Any,
) -> Mail | None:
    """Write a mail down; it is sent once this transaction is committed. Must be called inside a transaction.

    ``key`` names it where it must not be written twice; then None is returned the second time. Nothing is written
    (None) for an address that asked for no mails of this kind. Beyond the limits of an hour it is written as given
    up, so that the desk shows it. Raises Refused for an address that is none.
    """
    if frozenset(parameters) != PARAMETERS[kind] or (kind == Kind.ENTRY and parameters["state"] not in ENTRY_STATES):
        raise TypeError(f"A mail of the kind {kind} takes {sorted(PARAMETERS[kind])}, not {parameters}.")
    address_hash = hash_of(checked_address(to))
    if kind in LISTS and NoMail.objects.filter(address_hash=address_hash, kind=kind).exists():
        return None
    now = timezone.now()
    problem = _over_a_limit(kind, parameters, tournament, address_hash)
    try:
        with transaction.atomic():
            mail = Mail.objects.create(
                kind=kind,
                to=to.strip(),
                address_hash=address_hash,
                language=known_language(language),
                parameters=parameters,
                tournament=tournament,
                entry=entry,
                key=key,
                state=Mail.State.GIVEN_UP if problem else Mail.State.WAITING,
                problem=problem,
                next_at=now,
                created_at=now,
                expires_at=now + (lifetime or LIFETIMES.get(kind, USUAL_LIFETIME)),
                created_by=person(asked_by),
            )
    except IntegrityError:
        if key is not None and Mail.objects.filter(key=key).exists():
            return None
        raise
    send_on_commit()
    return mail


def send_on_commit() -> None:
    """Have a worker send what waits, once this transaction is committed."""
    if settings.MAIL_SERVER is not None:
        queue.send("send_mails")


def checked_address(to: str) -> str:
    """Return an e-mail address as it is kept. Raises Refused for what is none."""
    address = to.strip()
    try:
        validate_email(address)
    except ValidationError:
        raise Refused(_("“%(address)s” is not an e-mail address.") % {"address": address[:100]}) from None
    if len(address) > 254 or not address.isprintable():
        raise Refused(_("“%(address)s” is not an e-mail address.") % {"address": address[:100]})
    return address


def known_language(code: str) -> str:
    """Return the language of the site that comes next to one that somebody reads."""
    try:
        return get_supported_language_variant(code)
    except LookupError:
        return settings.LANGUAGE_CODE


def _over_a_limit(
    kind: str, parameters: dict[str, Any], tournament: Tournament | None, address_hash: str
) -> Notice | None:
    """Return why a mail is not sent, counted by its purpose: what strangers ask for uses up nothing of what the owner
    of an address, or of an event, asks for."""
    unproven = Q(kind=Kind.ENTRY, parameters__state__in=UNPROVEN)
    if kind == Kind.ENTRY:
        purpose = unproven if parameters["state"] in UNPROVEN else Q(kind=kind) & ~unproven
    else:
        purpose = Q(kind=kind)
    lately = Mail.objects.filter(purpose, created_at__gt=timezone.now() - HOUR)
    if lately.filter(address_hash=address_hash).count() >= MOST_TO_ADDRESS:
        return Notice("mail-many-to-address")
    if tournament is not None and lately.filter(tournament=tournament).count() >= MOST_OF_EVENT:
        return Notice("mail-many-of-event")
    return None


def require_mails(user: Any, tournament: Tournament | None) -> None:
    """Raise PermissionDenied where somebody may not read the mails of a tournament, or (None) of the installation."""
    if tournament is None:
        require_installation(user, _("Only an organiser of this installation can see its e-mails."))
    else:
        require(user, Action.PLAYERS, tournament)


@audited
def try_again(mail_id: int, *, by: Any) -> None:
    """Send a mail that was given up, with all its tries before it again."""
    mail = _locked(mail_id, by)
    if mail.state != Mail.State.GIVEN_UP or not mail.to:
        raise Refused(_("This e-mail cannot be sent again."))
    now = timezone.now()
    mail.state, mail.problem, mail.attempts, mail.next_at = Mail.State.WAITING, None, 0, now
    mail.expires_at = max(mail.expires_at, now + HOUR)
    mail.save(update_fields=["state", "problem", "attempts", "next_at", "expires_at"])
    send_on_commit()


@audited
def sent_by_hand(mail_id: int, *, by: Any) -> None:
    """Note that a person sent a mail themselves; it is not sent by the program any more."""
    mail = _locked(mail_id, by)
    if mail.state == Mail.State.SENT:
        raise Refused(_("This e-mail was sent already."))
    mail.state, mail.problem, mail.sent_at = Mail.State.BY_HAND, None, timezone.now()
    mail.save(update_fields=["state", "problem", "sent_at"])


@audited
def send_test(*, by: Any, language: str) -> Mail | None:
    """Write a test mail to the user's own address. Raises Refused where there is no server, or no address."""
    require_mails(by, None)
    if settings.MAIL_SERVER is None:
        raise Refused(_("No mail server is set up. Set EMAIL_URL, MAIL_FROM and SITE_URL."))
    return send_later(Kind.TEST, by.email, language, asked_by=by)


def _locked(mail_id: int, by: Any) -> Mail:
    mail = Mail.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=mail_id)
    require_mails(by, mail.tournament)
    return mail


def stop(token: str) -> Kind | None:
    """End the mails of a kind to the address that a link was sent to; None for a link that this site did not make.
    Twice changes nothing more."""
    meant = read_stop_token(token)
    if meant is None:
        return None
    address_hash, kind = meant
    with transaction.atomic():
        NoMail.objects.bulk_create([NoMail(address_hash=address_hash, kind=kind)], ignore_conflicts=True)
        if kind == Kind.PAIRING:
            TableMail.objects.filter(address_hash=address_hash).delete()
        if kind == Kind.REPORT:
            wishes = ReportWish.objects.filter(done_at=None).select_related("user")
            stopped = [wish.pk for wish in wishes if hash_of(wish.user.email) == address_hash]
            ReportWish.objects.filter(pk__in=stopped).delete()
        waiting = Mail.objects.filter(address_hash=address_hash, kind=kind, state=Mail.State.WAITING)
        waiting.update(state=Mail.State.GIVEN_UP, problem=Notice("mail-unwanted"))
    return kind
