from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import NoticeField
from tournaments.models.tournament import Tournament


class PrintJob(models.Model):
    """A document that somebody wants printed: asked for, made by a worker or at once, fetched, and thrown away.

    ``done`` of ``whole`` parts of the work are done. Only its owner may see it.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        WORKING = "working", _("being made")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    class Paper(models.TextChoices):
        A4 = "a4", _("A4")
        LETTER = "letter", _("Letter")

    OPEN = (State.WAITING, State.WORKING)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="print_jobs")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    what = models.CharField(max_length=16)
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    paper = models.CharField(_("paper"), max_length=6, choices=Paper, default=Paper.A4)
    language = models.CharField(_("language"), max_length=10)
    site = models.CharField(max_length=300)
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.WAITING)
    done = models.PositiveIntegerField(default=0)
    whole = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    problem = NoticeField(null=True, blank=True)
    content = models.BinaryField(null=True, blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    begun_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("printed document")
        verbose_name_plural = _("printed documents")
        ordering = ("-id",)
        constraints = [
            models.CheckConstraint(
                name="print_state",
                condition=Q(state__in=["waiting", "working", "done", "failed", "cancelled"]),
            ),
            models.CheckConstraint(name="print_paper", condition=Q(paper__in=["a4", "letter"])),
            models.CheckConstraint(
                name="print_content_when_done",
                condition=Q(state="done", content__isnull=False) | (~Q(state="done") & Q(content__isnull=True)),
            ),
            models.CheckConstraint(name="print_progress", condition=Q(done__lte=F("whole"))),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.what}"
