from __future__ import annotations

import base64
import secrets
import uuid

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import NoticeField
from tournaments.models.tournament import Tournament


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
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )

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
