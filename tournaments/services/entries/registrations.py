"""Players who enter themselves: sent, changed and withdrawn by whoever holds the link.

Who calls has resolved the link or the form; everything is decided here, under the tournament's lock.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.domain.locks import lock
from tournaments.domain.logbook import audited
from tournaments.models import Registration, Tournament
from tournaments.models.registration import mark_of
from tournaments.selectors.registrations import KEPT_DAYS, offer, settings_of, standing
from tournaments.services.entries.check_in import fill_places
from tournaments.services.entries.registration_decisions import admit_known, keep_wish, let_go
from tournaments.services.entries.registration_mails import UNCONFIRMED_DAYS, confirms_by_mail, tell

State = Registration.State

MOST_UNDECIDED = 500
"""So many entries of a tournament wait to be looked at, at most."""
MOST_AN_ADDRESS = 10
"""So many open entries of a tournament have the same e-mail address, at most: a parent enters their children."""
FORGOTTEN_DAYS = 400
"""A tournament that nobody finished is over so many days after its first one."""
CHANGEABLE = (
    "name", "club", "rating", "birth_year", "email", "section", "team", "partner", "remark", "name_shown", "minor",
    "parent",
)  # fmt: skip


@audited
def register(
    tournament_id: int, values: Mapping[str, Any], *, form_key: str, agreed_to: str, language: str
) -> Registration:
    """Keep a player's own entry. The same page sent twice is one entry. Raises Refused."""
    tournament = lock(tournament_id)
    sent = Registration.objects.filter(tournament=tournament, form_key=form_key).first()
    if sent is not None:
        return sent
    offered = offer(tournament)
    if offered is None or not tournament.published or not offered.takes_entries:
        raise Refused(_("This tournament takes no entries at the moment."))
    _refuse_flood(tournament, values.get("email", ""))
    row = Registration(
        tournament=tournament,
        agreed_to=agreed_to,
        agreed_at=timezone.now(),
        language=language,
        form_key=form_key,
        **{name: values[name] for name in CHANGEABLE if name in values},
    )
    row.code_mark = mark_of(tournament.pk, row.code)
    if confirms_by_mail(row.email):
        row.state = State.UNCONFIRMED
    row.save()
    if row.state == State.UNCONFIRMED:
        tell(row, "confirm")
    else:
        _arrived(tournament, row)
    return row


def _arrived(tournament: Tournament, row: Registration) -> None:
    """Send an entry that counts to the organiser, or put it on the list."""
    if not (settings_of(tournament).automatic and admit_known(tournament, row)):
        tell(row, "received")


@audited
def confirm(registration_id: int) -> Registration:
    """Let an entry count whose e-mail address was confirmed. Done twice it is done once. Raises Refused where entries
    were closed in the meantime."""
    tournament, row = _held(registration_id)
    if row.state != State.UNCONFIRMED:
        return row
    offered = offer(tournament)
    if offered is None or not offered.takes_entries:
        raise Refused(_("Entries are closed. Ask the organiser whether you can still take part."))
    row.state, row.email_confirmed_at = State.PENDING, timezone.now()
    row.since = row.email_confirmed_at
    row.save(update_fields=["state", "email_confirmed_at", "since"])
    _arrived(tournament, row)
    return row


@audited
def confirm_address(registration_id: int, key: str) -> Registration:
    """Send mails to a changed address, whose reader shows the ``key`` that was mailed there. Raises Refused for the
    key of an address from before."""
    _tournament, row = _held(registration_id)
    if not constant_time_compare(row.address_key, key):
        raise Refused(_("This link belongs to another e-mail address. Open the link in the newest e-mail."))
    if row.email_asked_at is not None:
        row.email_asked_at, row.email_confirmed_at = None, timezone.now()
        row.save(update_fields=["email_asked_at", "email_confirmed_at"])
    return row


def _refuse_flood(tournament: Tournament, email: str) -> None:
    rows = Registration.objects.filter(tournament=tournament)
    if rows.filter(state__in=(State.UNCONFIRMED, State.PENDING)).count() >= MOST_UNDECIDED:
        raise Refused(_("Too many entries are waiting for the organiser. Try again tomorrow, or ask the organiser."))
    _refuse_many(tournament, email)


def _refuse_many(tournament: Tournament, email: str) -> None:
    rows = Registration.objects.filter(tournament=tournament)
    if email and rows.filter(email__iexact=email, state__in=Registration.OPEN).count() >= MOST_AN_ADDRESS:
        raise Refused(
            _("There are too many entries with this e-mail address. Ask the organiser to enter more players.")
        )


def _held(registration_id: int) -> tuple[Tournament, Registration]:
    """Lock the tournament of a registration, and read the registration anew."""
    tournament = lock(Registration.objects.values_list("tournament", flat=True).get(pk=registration_id))
    row = Registration.objects.select_related("player").get(pk=registration_id)
    row.tournament = tournament
    return tournament, row


@audited
def change(registration_id: int, values: Mapping[str, Any]) -> Registration:
    """Change what a player sent. Of an accepted entry the organiser takes changes over. Raises Refused."""
    tournament, row = _held(registration_id)
    if not standing(row, tournament).may_change:
        raise Refused(_("This entry can no longer be changed here. Ask the organiser."))
    changed = [name for name in CHANGEABLE if name in values and getattr(row, name) != values[name]]
    if not changed:
        return row
    for name in changed:
        setattr(row, name, values[name])
    row.changed_at = timezone.now()
    if "email" in changed:
        row.email_confirmed_at = None
        row.email_asked_at = timezone.now() if confirms_by_mail(row.email) else None
        _refuse_many(tournament, row.email)
        changed += ["email_confirmed_at", "email_asked_at"]
    row.save(update_fields=[*changed, "changed_at"])
    if "email" in changed:
        tell(row, "address")
    if row.player is not None:
        keep_wish(row, row.player)
    return row


@audited
def withdraw(registration_id: int) -> Registration:
    """Take an entry back. A place that becomes free goes to the waiting list. When entries are closed the organiser is
    asked instead."""
    tournament, row = _held(registration_id)
    if row.state not in Registration.OPEN:
        return row
    if not standing(row, tournament).may_leave:
        row.wants_out_at = row.wants_out_at or timezone.now()
        row.save(update_fields=["wants_out_at"])
        return row
    let_go(tournament, row, State.WITHDRAWN)
    tell(row, "withdrawn")
    fill_places(tournament)
    return row


def throw_away() -> None:
    """Delete what is kept no longer: entries that nobody confirmed, those that were refused or withdrawn, and all of a
    tournament that is over."""
    now = timezone.now()
    long_ago = timezone.localdate() - timedelta(days=KEPT_DAYS)
    over = Q(tournament__state=Tournament.State.FINISHED, tournament__starts__lt=long_ago)
    forgotten = Q(tournament__starts__lt=timezone.localdate() - timedelta(days=FORGOTTEN_DAYS))
    ended = Q(state__in=(State.REFUSED, State.WITHDRAWN), decided_at__lt=now - timedelta(days=KEPT_DAYS))
    unconfirmed = Q(state=State.UNCONFIRMED, sent_at__lt=now - timedelta(days=UNCONFIRMED_DAYS))
    Registration.objects.filter(over | forgotten | ended | unconfirmed).delete()
