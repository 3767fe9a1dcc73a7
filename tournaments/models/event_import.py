from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class EventImport(models.Model):
    """An event document that was sent in, and what became of it. Its text is kept until that is known.

    ``place`` is where the document is wrong (``rounds[2].tables[0].seats[1]``). ``done`` and ``total`` count the
    rows that are written; they are told while the work goes on, by a connection of their own.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for a worker")
        RUNNING = "running", _("being imported")
        DONE = "done", _("imported")
        REFUSED = "refused", _("refused")
        CANCELLED = "cancelled", _("cancelled")

    OPEN = (State.WAITING, State.RUNNING)

    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    uploaded_at = models.DateTimeField(auto_now_add=True)
    filename = models.CharField(max_length=200, blank=True)
    content = models.BinaryField(default=b"")
    slug = models.SlugField(max_length=80, blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    cancel_asked = models.BooleanField(default=False)
    problem = models.TextField(blank=True)
    place = models.CharField(max_length=300, blank=True)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

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

    def __str__(self) -> str:
        return self.filename or str(self.pk)

    @property
    def percent(self) -> int:
        """How far it is, 0 to 100."""
        if self.state == self.State.DONE:
            return 100
        return min(99, self.done * 100 // self.total) if self.total else 0
