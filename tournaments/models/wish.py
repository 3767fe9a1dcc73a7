"""The wishes of people to be told: players of their table, staff of the end of an event."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.player import Entry
from tournaments.models.tournament import Tournament

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
