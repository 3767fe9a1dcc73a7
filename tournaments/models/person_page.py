from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.player import Player


class PersonPage(models.Model):
    """The consent of a person to a page about them over all their events. Without this row there is none.

    ``listed`` is a consent of its own: search engines may list the page.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="page")
    agreed_at = models.DateTimeField(default=timezone.now)
    listed = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name = _("page about a person")
        verbose_name_plural = _("pages about people")

    def __str__(self) -> str:
        return f"{self.player_id}"
