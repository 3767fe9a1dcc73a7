from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.clock import LONGEST
from tournaments.models.player import Entry
from tournaments.models.round import Table


class TimeCall(models.Model):
    """A sand-glass that ran out at a table: the arbiter is told, and decides.

    ``position`` is the seat whose move it was, ``seconds`` what the glass held. ``entry`` is the player whose phone
    told it, or ``user`` the helper's; neither where it was the table's own slip. Only one call of a table is open.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waits for the arbiter")
        FORFEIT = "forfeit", _("forfeited by the arbiter")
        SETTLED = "settled", _("settled by an arbiter")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="time_calls")
    position = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(8)])
    seconds = models.PositiveIntegerField(validators=[MinValueValidator(10), MaxValueValidator(LONGEST)])
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    entry = models.ForeignKey(Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("call about the time of a move")
        verbose_name_plural = _("calls about the time of a move")
        ordering = ("id",)
        constraints = [
            models.UniqueConstraint(name="time_call_one_open", fields=["table"], condition=Q(state="open")),
            models.CheckConstraint(name="time_call_state", condition=Q(state__in=["open", "forfeit", "settled"])),
            models.CheckConstraint(name="time_call_position", condition=Q(position__range=(1, 8))),
            models.CheckConstraint(name="time_call_seconds", condition=Q(seconds__range=(10, LONGEST))),
            models.CheckConstraint(
                name="time_call_settled_at",
                condition=Q(state="open", settled_at__isnull=True) | (~Q(state="open") & Q(settled_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.get_state_display()}"
