from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class HistoryLine(models.Model):
    """A line of the log that an archive brought along: what was done elsewhere, before this copy of the tournament.

    It is kept as it was told, and beside the log: this installation did not see it happen. ``row`` is a number of
    the place that it comes from, and means nothing here.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="history")
    position = models.PositiveIntegerField()
    at = models.DateTimeField()
    who = models.CharField(max_length=200, blank=True)
    role = models.CharField(max_length=20, blank=True)
    door = models.CharField(max_length=10, blank=True)
    kind = models.CharField(max_length=40)
    row = models.CharField(max_length=40, blank=True)
    action = models.CharField(max_length=6)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    reason = models.CharField(max_length=400, blank=True)

    class Meta:
        verbose_name = _("imported log entry")
        verbose_name_plural = _("imported log entries")
        ordering = ("tournament", "position")
        constraints = [
            models.UniqueConstraint(name="history_position_once", fields=["tournament", "position"]),
            models.CheckConstraint(name="history_action", condition=Q(action__in=["insert", "update", "delete"])),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.who}: {self.action} {self.kind} {self.row}"
