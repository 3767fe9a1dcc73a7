from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.round import Table


class SheetPhoto(models.Model):
    """A photo of the score sheet that a player sent from the table, for those who enter results only.

    ``picture`` is a JPEG that the program drew anew: nothing of the file that was sent is kept. ``position`` is the
    seat of who sent it.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="sheet_photos")
    position = models.PositiveSmallIntegerField()
    picture = models.BinaryField()
    sent_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("photo of a score sheet")
        verbose_name_plural = _("photos of score sheets")
        ordering = ("id",)
        constraints = [
            models.CheckConstraint(name="sheet_photo_position", condition=Q(position__range=(1, 8))),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.pk}"
