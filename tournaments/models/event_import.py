from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.carried import Carried
from tournaments.models.club import of_a_club
from tournaments.models.tournament import Tournament


class EventImport(Carried):
    """An event document that was sent in, and what became of it.

    ``place`` is where the document is wrong (``rounds[2].tables[0].seats[1]``).
    """

    class State(models.TextChoices):
        WAITING = Carried.WAITING, _("waiting for a worker")
        RUNNING = Carried.RUNNING, _("being imported")
        DONE = Carried.DONE, _("imported")
        REFUSED = Carried.REFUSED, _("refused")
        CANCELLED = Carried.CANCELLED, _("cancelled")

    club = of_a_club("+")
    slug = models.SlugField(max_length=80, blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    place = models.CharField(max_length=300, blank=True)
    tournament = models.ForeignKey(Tournament, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("import of an event document")
        verbose_name_plural = _("imports of event documents")
        ordering = ("-id",)
        constraints = [
            models.CheckConstraint(
                name="event_import_state",
                condition=Q(state__in=["waiting", "running", "done", "refused", "cancelled"]),
            ),
        ]
