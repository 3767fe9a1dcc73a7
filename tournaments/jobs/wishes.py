"""Telling players of their new table, by mail and by Web Push, and the staff of the end of an event.

What is to be told is compared with what was told, so whichever way a round came to be as it is, nobody is left out, and
nothing is told twice.
"""

from __future__ import annotations

import json
import logging
import time
from datetime import timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.domain.locks import advisory_lock, snapshot
from tournaments.domain.outbound_http import NotSent, post
from tournaments.domain.web_push import Target, encrypted, headers
from tournaments.models import PushDevice, ReportWish, TableMail, Tournament
from tournaments.models.mail import Kind
from tournaments.selectors.people import shown_names
from tournaments.selectors.people.mails import moved, reports_due
from tournaments.selectors.standings.standings import standings_now
from tournaments.sentences.points import earned, written_for
from tournaments.services.mails import send_later

log = logging.getLogger(__name__)

AT_MOST = 20.0
"""Seconds for which one task sends messages to browsers."""

OF_USE = 3 * 3600
"""Seconds for which a message about a table is of use."""

PAUSES = [timedelta(seconds=seconds) for seconds in (15, 60, 300, 1800)]
"""How long after each try that failed a browser is left alone; after the last one its message is dropped."""

GONE = (404, 410)
LOCAL = False
"""Whether push services may be on this machine or its own network."""

MOST_LINES = 100
KEPT = timedelta(days=30)
UNCONFIRMED = timedelta(days=7)


def due() -> bool:
    """Return whether somebody is to be told something."""
    return _mails().exists() or _devices().exists() or reports_due().exists()


def tell() -> None:
    """Tell whoever is to be told, unless another worker does so already."""
    with advisory_lock("viertal.wishes") as first:
        if not first:
            return
        wishes = list(_mails())
        called = shown_names.for_themselves(wish.entry for wish in wishes)
        for wish in wishes:
            _write_mail(wish, called[wish.entry_id])
        for report in reports_due():
            _write_report(report)
        end = time.monotonic() + AT_MOST
        for device in _devices():
            if time.monotonic() > end:
                break  # the sweep goes on with the others
            _push(device)


def _mails():
    return moved(TableMail.objects.filter(confirmed_at__isnull=False))


def _devices():
    return moved(PushDevice.objects.filter(next_at__lte=timezone.now()))


def _write_mail(wish: TableMail, called: str) -> None:
    entry = wish.entry
    with transaction.atomic():
        mine = TableMail.objects.filter(pk=wish.pk, told_round=wish.told_round, told_table=wish.told_table)
        if not mine.update(told_round=wish.round_now, told_table=wish.table_now):
            return  # withdrawn meanwhile
        send_later(
            Kind.PAIRING, wish.address, wish.language, tournament=entry.tournament, entry=entry,
            name=called, round=wish.number_now, table=wish.table_now,
        )  # fmt: skip


def _write_report(wish: ReportWish) -> None:
    tournament = wish.tournament
    with translation.override(wish.language), written_for(tournament):
        lines, more = _lines(tournament)
    with transaction.atomic():
        if not ReportWish.objects.filter(pk=wish.pk, done_at=None).update(done_at=timezone.now()):
            return
        try:
            send_later(
                Kind.REPORT, wish.user.email, wish.language, tournament=tournament, asked_by=wish.user,
                name=str(wish.user), lines=lines, more=more, path=reverse("standings", args=[tournament.slug]),
            )  # fmt: skip
        except Refused:
            log.warning("No report for %s: their account has no e-mail address.", wish.user.pk)


def _lines(tournament: Tournament) -> tuple[list[str], bool]:
    """Return the first places as lines of text, and whether there are more."""
    with snapshot():
        shown = standings_now(tournament)
        people = shown_names.people(tournament.pk)
    if shown is None:
        return [], False
    rows = [(f"{row.rank}.", people[row.player].name, earned(row.points)) for row in shown.rows[:MOST_LINES]]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    lines = [f"{rank:>{widths[0]}} {name:<{widths[1]}}  {points:>{widths[2]}}" for rank, name, points in rows]
    return lines, shown.players > len(rows)


def _push(device: PushDevice) -> None:
    """Send one browser its message, and note how that went."""
    target = Target(device.endpoint, device.p256dh, device.auth)
    try:
        answer = post(
            device.endpoint, encrypted(target, _message(device)), headers(device.endpoint, OF_USE), local=LOCAL
        )
        status = answer.status
    except NotSent:
        status = 0
    mine = PushDevice.objects.filter(pk=device.pk, told_round=device.told_round, told_table=device.told_table)
    if status in GONE:
        mine.delete()
    elif 200 <= status < 300 or device.attempts >= len(PAUSES):
        mine.update(told_round=device.round_now, told_table=device.table_now, attempts=0, next_at=timezone.now())
    else:
        mine.update(attempts=device.attempts + 1, next_at=timezone.now() + PAUSES[device.attempts])


def _message(device: PushDevice) -> bytes:
    """Return what the phone shows, also on a locked screen: round, table and event, and nobody's name."""
    with translation.override(device.language):
        facts = {"round": device.number_now, "table": device.table_now}
        title = _("Round %(round)s: table %(table)s") if device.table_now else _("Round %(round)s: no table")
        name = device.entry.tournament.name[:100]
        return json.dumps({"title": title % facts, "body": name, "lang": device.language}).encode()


def forget_old() -> None:
    """Forget addresses that nobody confirmed, and wishes of tournaments that are long over."""
    now = timezone.now()
    TableMail.objects.filter(confirmed_at=None, made_at__lt=now - UNCONFIRMED).delete()
    over = {"entry__tournament__state": Tournament.State.FINISHED, "made_at__lt": now - KEPT}
    TableMail.objects.filter(**over).delete()
    PushDevice.objects.filter(**over).delete()
