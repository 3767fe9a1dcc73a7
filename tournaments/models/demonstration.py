from __future__ import annotations

from django.db import models
from django.db.models import Q


class Demonstration(models.Model):
    """The demonstration town while it is there: one row, or none.

    What belongs to it is said by its clubs alone (``Club.demonstration``). ``missing`` counts the parts of it that
    are still to be built, so that none that somebody deleted comes back. ``playing``: its games go on by themselves
    while somebody looks; ``watched_at`` is when somebody last did.
    """

    only = models.BooleanField(primary_key=True, default=True, editable=False)
    missing = models.PositiveSmallIntegerField(default=0)
    playing = models.BooleanField(default=True)
    watched_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(name="demonstration_once", condition=Q(only=True))]

    def __str__(self) -> str:
        return f"{self.missing}"
