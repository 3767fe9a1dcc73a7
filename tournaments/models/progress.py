from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models.round import Round


class PairingProgress(models.Model):
    """The worker's progress in pairing a round, kept while it works and only if that lasts.

    A row of its own: it is written outside every lock, again and again, and nothing rests on it.
    """

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="progress")
    percent = models.PositiveSmallIntegerField()
    told_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="progress_is_percent", condition=Q(percent__range=(0, 100))),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.percent} %"
