from __future__ import annotations

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.player import Entry
from tournaments.models.tournament import Tournament


class Finalist(models.Model):
    """The origin of somebody in finals: the tournament that was played as their group, and their place in it.

    The place is the one that brought them there; a correction in the group afterwards does not change it.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="came_from", primary_key=True)
    group = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="finalists")
    place = models.PositiveSmallIntegerField(_("place"), validators=[MinValueValidator(1)])

    class Meta:
        verbose_name = _("finalist")
        verbose_name_plural = _("finalists")
        ordering = ("group", "place")
        constraints = [models.CheckConstraint(name="finalist_place", condition=Q(place__gte=1))]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.group_id}, {self.place}"
