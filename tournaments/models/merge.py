from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import Club
from tournaments.models.player import Player


class Merge(models.Model):
    """Two people of registers that were found to be one. ``kept`` goes on for both; ``taken`` is what there was of the
    other, with the rows that were theirs, so that it can be undone, which deletes it. None: the person was erased, and
    it cannot.

    While it stands, the club of the other (``register``) enters the one who was kept.
    """

    kept = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merges")
    register = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    taken: models.JSONField[Any, Any] = models.JSONField(null=True)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("merged players")
        verbose_name_plural = _("merged players")
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return f"{self.kept_id}: {self.at}"
