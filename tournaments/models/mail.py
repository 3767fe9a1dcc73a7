"""Messages that leave the house, with the wishes of people to be told."""

from __future__ import annotations

import base64
import secrets
import uuid

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core import signing
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import NoticeField, by_somebody
from tournaments.models.player import Entry
from tournaments.models.tournament import Tournament

_HASH_BYTES = 24
_HASH_SALT = "viertal.mail.address"
_STOP_SALT = "viertal.mail.stop"


class Kind(models.TextChoices):
    """The kinds of mail that Viertal sends."""

    INVITATION = "invitation", _("invitation")
    PASSWORD = "password", _("password reset")
    ENTRY = "entry", _("about an entry")
    LINK = "link", _("personal link")
    CONFIRM = "confirm", _("question about an address")
    PAIRING = "pairing", _("pairing published")
    REPORT = "report", _("report of the event")
    MESSAGE = "message", _("message to the players")
    TEST = "test", _("test")


LISTS = frozenset({Kind.PAIRING, Kind.REPORT, Kind.MESSAGE})
"""Mails that come again and again: each has a link that ends them."""

SECRET = frozenset({Kind.INVITATION, Kind.PASSWORD})
"""Mails with a link that opens an account: what they say is forgotten as soon as they are sent."""


class Mail(models.Model):
    """One e-mail: written in the transaction of what caused it, sent by a worker afterwards.

    ``number`` makes its Message-ID, which stays the same in every try. ``parameters`` fill the template of its kind;
    addresses among them are paths of this site. ``key`` tells it from others: a second one with the same key is not
    written. After ``expires_at`` it is not sent any more. ``problem`` says why the last try failed.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("not sent yet")
        SENT = "sent", _("sent")
        BY_HAND = "by hand", _("sent by hand")
        GIVEN_UP = "given up", _("given up")

    number = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    to = models.CharField(_("to"), max_length=254, blank=True)
    address_hash = models.CharField(max_length=32, editable=False)
    language = models.CharField(_("language"), max_length=10)
    parameters = models.JSONField(default=dict)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, blank=True, related_name="mails")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="mails")
    key = models.CharField(max_length=100, null=True, blank=True, unique=True)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    problem = NoticeField(_("problem"), null=True, blank=True, editable=False)
    attempts = models.PositiveSmallIntegerField(_("tries"), default=0)
    next_at = models.DateTimeField(_("next try"), default=timezone.now)
    expires_at = models.DateTimeField()
    created_at = models.DateTimeField(_("written"), default=timezone.now)
    created_by = by_somebody(editable=False)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("e-mail")
        verbose_name_plural = _("e-mails")
        ordering = ("-id",)
        indexes = [
            models.Index(name="mail_due", fields=["next_at"], condition=Q(state="waiting")),
            models.Index(name="mail_of_address", fields=["address_hash", "created_at"]),
            models.Index(name="mail_of_tournament", fields=["tournament", "created_at"]),
        ]
        constraints = [
            models.CheckConstraint(name="mail_kind", condition=Q(kind__in=Kind.values)),
            models.CheckConstraint(
                name="mail_state", condition=Q(state__in=["waiting", "sent", "by hand", "given up"])
            ),
            models.CheckConstraint(name="mail_waits_for_somebody", condition=~Q(state="waiting") | ~Q(to="")),
            models.CheckConstraint(
                name="mail_sent_at",
                condition=Q(state__in=["sent", "by hand"], sent_at__isnull=False)
                | Q(state__in=["waiting", "given up"], sent_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class NoMail(models.Model):
    """An address that wants no mails of a kind any more, kept as a keyed hash."""

    address_hash = models.CharField(max_length=32)
    kind = models.CharField(max_length=10, choices=Kind)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("address without e-mail")
        verbose_name_plural = _("addresses without e-mail")
        constraints = [
            models.UniqueConstraint(name="no_mail_once", fields=["address_hash", "kind"]),
            models.CheckConstraint(name="no_mail_kind", condition=Q(kind__in=["pairing", "report", "message"])),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.address_hash[:6]}"


def hash_of(address: str) -> str:
    """Return what an address is known by once it is forgotten: 24 bytes that only the program's key makes of it."""
    proof = salted_hmac(_HASH_SALT, address.strip().casefold(), algorithm="sha256").digest()[:_HASH_BYTES]
    return base64.urlsafe_b64encode(proof).decode()


def stop_token(address_hash: str, kind: str) -> str:
    """Return the secret part of the link that ends mails of a kind to an address; it needs no sign-in."""
    return signing.dumps([address_hash, kind], salt=_STOP_SALT, compress=False)


def read_stop_token(token: str) -> tuple[str, Kind] | None:
    """Return the address' hash and the kind that a token stands for; None for a token that is not ours."""
    try:
        address_hash, kind = signing.loads(token, salt=_STOP_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (address_hash, Kind(kind)) if kind in LISTS else None


MOST_DEVICES = 5
"""Devices of one player; an older one goes where another comes."""


class Told(models.Model):
    """A wish of a player to be told of their table; ``told_round`` and ``told_table`` are what they know already."""

    language = models.CharField(max_length=10)
    told_round = models.BigIntegerField(null=True, blank=True)
    told_table = models.PositiveSmallIntegerField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True


class TableMail(Told):
    """A player's wish for a mail at each new table. Nothing is sent before the address is confirmed by its reader."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="table_mail")
    address = models.CharField(max_length=254)
    address_hash = models.CharField(max_length=32)
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("request for e-mails about one’s table")
        verbose_name_plural = _("requests for e-mails about one’s table")
        constraints = [models.CheckConstraint(name="table_mail_has_address", condition=~Q(address=""))]

    def __str__(self) -> str:
        return f"{self.entry_id}"


class PushDevice(Told):
    """A player's browser that is told of each new table by Web Push.

    ``endpoint`` is the address at its push service, ``p256dh`` and ``auth`` are the keys for which messages are
    encrypted (RFC 8291), in base64url. After a failure it is left alone until ``next_at``.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("browser that gets messages")
        verbose_name_plural = _("browsers that get messages")
        constraints = [
            models.CheckConstraint(name="push_device_http", condition=Q(endpoint__regex=r"^https?://")),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}"


class ReportWish(models.Model):
    """A wish of somebody of the staff for a mail with the standings when a tournament is over. ``done_at``: since when
    it is written."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="report_wishes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="report_wishes")
    language = models.CharField(max_length=10)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("request for a report")
        verbose_name_plural = _("requests for a report")
        constraints = [models.UniqueConstraint(name="report_wish_once", fields=["tournament", "user"])]

    def __str__(self) -> str:
        return f"{self.user}: {self.tournament}"


class Event(models.TextChoices):
    """The events that a webhook can be told of."""

    ROUND_PUBLISHED = "round.published", _("a round is published")
    RESULT_ENTERED = "result.entered", _("a result is entered")
    RESULT_CORRECTED = "result.corrected", _("a result is corrected")
    STANDINGS_CHANGED = "standings.changed", _("the standings are recomputed")
    FINISHED = "tournament.finished", _("a tournament is finished")


def new_secret() -> str:
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def every_event() -> list[str]:
    return [str(value) for value in Event.values]


class Webhook(models.Model):
    """An address of somebody's program that is told of what happens: at one tournament, or (null) at all of them.

    The secret stays readable for the program that signs with it; people see it once. ``busy_until`` is while a
    worker tells it something, and a while after it did not answer.
    """

    tournament = models.ForeignKey(
        Tournament,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="webhooks",
        verbose_name=_("tournament"),
        help_text=_("Empty: all tournaments of this installation."),
    )
    url = models.CharField(_("address"), max_length=500)
    events = ArrayField(models.CharField(max_length=20, choices=Event), verbose_name=_("events"), default=every_event)
    secret = models.CharField(max_length=80, default=new_secret, editable=False)
    active = models.BooleanField(_("active"), default=True)
    stopped_because = NoticeField(_("stopped because"), null=True, blank=True, editable=False)
    busy_until = models.DateTimeField(null=True, blank=True, editable=False)
    last_success_at = models.DateTimeField(_("last success"), null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = by_somebody(editable=False)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ("id",)
        constraints = [
            models.UniqueConstraint(
                name="webhook_once",
                fields=["tournament", "url"],
                nulls_distinct=False,
                violation_error_message=_("This address already has a webhook."),
            ),
            models.CheckConstraint(name="webhook_events", condition=Q(events__contained_by=every_event())),
        ]

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """One thing to be told to one webhook: written by the database in the transaction of what happened.

    ``number`` is what the receiver knows a message by that comes twice. ``tries`` has an entry a try: when, the
    answer's status or the error, milliseconds.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DELIVERED = "delivered", _("delivered")
        FAILED = "failed", _("given up")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    number = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    event = models.CharField(_("event"), max_length=20, choices=Event)
    payload = models.JSONField(_("message"))
    happened_at = models.DateTimeField(_("happened"), default=timezone.now)
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(_("tries"), default=0)
    next_at = models.DateTimeField(_("next try"), default=timezone.now)
    tries = models.JSONField(_("log"), default=list)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ("-id",)
        indexes = [
            models.Index(name="delivery_due", fields=["next_at"], condition=Q(state="waiting")),
        ]
        constraints = [
            models.CheckConstraint(name="delivery_state", condition=Q(state__in=["waiting", "delivered", "failed"])),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.number}"
