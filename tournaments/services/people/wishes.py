"""Wishes to be told: a player's mail at each new table, their browsers, and the report for the staff.

A player acts by their personal link, without an account; the link is checked by whoever calls these.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.locks import locked_tournament
from tournaments.domain.logbook import audited
from tournaments.domain.outbound_http import NotSent, checked
from tournaments.domain.web_push import Target, refuse_keys
from tournaments.models import Entry, Mail, NoMail, PushDevice, ReportWish, TableMail
from tournaments.models.mail import MOST_DEVICES, Kind, hash_of
from tournaments.selectors.people.mails import place_of
from tournaments.selectors.people.shown_names import for_themselves
from tournaments.services.mails import checked_address, known_language, send_later

MOST_QUESTIONS = 3
"""Questions about an address that one link may cause within an hour."""

ANSWERED_WITHIN = timedelta(days=7)
_SALT = "viertal.mail.confirm"


def ask_for_mail(entry_id: int, address: str, language: str) -> None:
    """Ask the reader of an address whether the player may be told there; until they confirm it nothing else is sent.
    Raises Refused."""
    if settings.MAIL_SERVER is None:
        raise Refused(_("This site sends no e-mails."))
    address = checked_address(address)
    with transaction.atomic():
        entry = Entry.objects.select_for_update(of=("self",)).select_related("tournament", "player").get(pk=entry_id)
        lately = Mail.objects.filter(entry=entry, kind=Kind.CONFIRM, created_at__gt=timezone.now() - timedelta(hours=1))
        if lately.count() >= MOST_QUESTIONS:
            raise Refused(_("Several e-mails were sent within an hour. Check your inbox, or try again later."))
        wish, _made = TableMail.objects.update_or_create(
            entry=entry,
            defaults={
                "address": address,
                "address_hash": hash_of(address),
                "language": known_language(language),
                "confirmed_at": None,
                "made_at": timezone.now(),
                **_known(entry_id),
            },
        )
        path = reverse("mail_confirm", args=[confirm_token(wish)])
        send_later(
            Kind.CONFIRM, address, language, tournament=entry.tournament, entry=entry,
            lifetime=ANSWERED_WITHIN, name=for_themselves([entry])[entry.pk], path=path,
        )  # fmt: skip


def confirm_token(wish: TableMail) -> str:
    """Return the secret part of the link with which the reader of an address agrees."""
    return signing.dumps([wish.pk, wish.address_hash], salt=_SALT)


def asked(token: str) -> TableMail | None:
    """Return the wish that a link of a mail stands for; None where there is none any more, or it is too old."""
    try:
        pk, address_hash = signing.loads(token, salt=_SALT, max_age=ANSWERED_WITHIN)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    wishes = TableMail.objects.select_related("entry__tournament", "entry__player")
    return wishes.filter(pk=pk, address_hash=address_hash).first()


def confirm(token: str) -> TableMail | None:
    """Note that the reader of an address agrees. Confirmed twice it is confirmed once."""
    wish = asked(token)
    if wish is None:
        return None
    with transaction.atomic():
        if wish.confirmed_at is None:
            wish.confirmed_at = timezone.now()
            wish.save(update_fields=["confirmed_at"])
        NoMail.objects.filter(address_hash=wish.address_hash, kind=Kind.PAIRING).delete()
    return wish


def forget_mail(entry_id: int) -> None:
    """Forget the address of a player, and the mails that went there or wait."""
    with transaction.atomic():
        TableMail.objects.filter(entry=entry_id).delete()
        Mail.objects.filter(entry=entry_id, kind__in=[Kind.CONFIRM, Kind.PAIRING]).delete()


def add_device(entry_id: int, target: Target, language: str) -> None:
    """Have a browser told; one that is known already belongs to this player from now on. Raises Refused."""
    try:
        checked(target.endpoint, local=False)
    except NotSent:
        raise Refused(
            _(
                "Your browser gave an address to which this site cannot send messages. Reload the page and try again, "
                "or use another browser."
            )
        ) from None
    refuse_keys(target)
    with transaction.atomic():
        Entry.objects.select_for_update().get(pk=entry_id)
        PushDevice.objects.update_or_create(
            endpoint=target.endpoint,
            defaults={
                "entry_id": entry_id,
                "p256dh": target.p256dh,
                "auth": target.auth,
                "language": known_language(language),
                "attempts": 0,
                "next_at": timezone.now(),
                "made_at": timezone.now(),
                **_known(entry_id),
            },
        )
        kept = PushDevice.objects.filter(entry=entry_id).order_by("-made_at", "-pk").values("pk")[:MOST_DEVICES]
        PushDevice.objects.filter(entry=entry_id).exclude(pk__in=list(kept.values_list("pk", flat=True))).delete()


def remove_device(entry_id: int, endpoint: str) -> None:
    """Forget a browser of a player."""
    PushDevice.objects.filter(entry=entry_id, endpoint=endpoint).delete()


def _known(entry_id: int) -> dict[str, Any]:
    """Return what a player knows already: their table in the newest round."""
    round_id, table = place_of(entry_id)
    return {"told_round": round_id, "told_table": table}


@audited
def wish_report(tournament_id: int, *, by: Any, language: str, wanted: bool) -> None:
    """Have the standings mailed to the user when the tournament is over, or not any more. Raises Refused."""
    tournament = locked_tournament(tournament_id, by, Action.WORK)
    mine = ReportWish.objects.filter(tournament=tournament, user=by)
    if not wanted:
        mine.delete()
        return
    if not by.email:
        raise Refused(_("Your account has no e-mail address. An organiser can enter it."))
    address_hash = hash_of(checked_address(by.email))
    NoMail.objects.filter(address_hash=address_hash, kind=Kind.REPORT).delete()
    ReportWish.objects.update_or_create(
        tournament=tournament, user=by, defaults={"language": known_language(language), "done_at": None}
    )
