"""Work for the workers, and what they do in the background: lists and events that are brought in, and prints."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import of_a_club
from tournaments.models.fields import Carried, NoticeField
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


class PlayerImport(Carried):
    """A spreadsheet that was uploaded: looked at, agreed to by somebody, carried out.

    A short one is read and carried out while its owner waits. A long one a worker reads first, so that it can be
    looked at (``plan`` holds what it would do), and carries out once somebody said yes (``agreed_by``) to what they
    saw (``stamp``). ``choices`` are what somebody chose and mended in the preview; once a list of players is imported,
    ``plan`` holds the lines that were left out.
    """

    class Kind(models.TextChoices):
        PLAYERS = "players", _("players")
        TEAMS = "teams", _("teams")
        RESULTS = "results", _("results")

    class State(models.TextChoices):
        WAITING = Carried.WAITING, _("waiting for a worker")
        RUNNING = Carried.RUNNING, _("being worked on")
        LOOKED = "looked", _("waiting for confirmation")
        DONE = Carried.DONE, _("imported")
        REFUSED = Carried.REFUSED, _("refused")
        CANCELLED = Carried.CANCELLED, _("cancelled")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="imports")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.PLAYERS)
    state = models.CharField(max_length=9, choices=State, default=State.LOOKED)
    plan = models.JSONField(null=True, blank=True)
    stamp = models.CharField(max_length=40, blank=True)
    choices = models.JSONField(default=dict, blank=True)
    agreed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("import of players")
        verbose_name_plural = _("imports of players")
        constraints = [
            models.CheckConstraint(name="import_kind", condition=Q(kind__in=["players", "teams", "results"])),
            models.CheckConstraint(
                name="import_state",
                condition=Q(state__in=["waiting", "running", "looked", "done", "refused", "cancelled"]),
            ),
            models.CheckConstraint(
                name="import_done_was_agreed", condition=~Q(state="done") | Q(agreed_by__isnull=False)
            ),
            models.CheckConstraint(
                name="import_looked_is_not_agreed", condition=~Q(state="looked") | Q(agreed_by__isnull=True)
            ),
        ]


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


class Work(models.Model):
    """Something that a worker is to do, written down in the transaction that caused it, and gone when it is done.

    ``task`` is the name of a task, ``subject`` the id that it is given (0: it needs none). A worker holds the row's
    lock while it is at it: one that dies lets go of it at once. What failed waits for ``pause`` until ``due_at``; a row
    that seems to wait for longer than that is due, too, for somebody set the clock back.
    """

    task = models.CharField(max_length=32)
    subject = models.BigIntegerField(db_default=0)
    asked_at = models.DateTimeField(db_default=Now())
    due_at = models.DateTimeField(db_default=Now())
    pause = models.DurationField(db_default=timedelta())
    attempts = models.PositiveIntegerField(db_default=0)
    problem = models.CharField(max_length=100, blank=True, db_default="")

    class Meta:
        indexes = [
            models.Index(name="work_in_order", fields=["due_at", "id"]),
            models.Index(name="work_of_a_subject", fields=["task", "subject"]),
        ]

    def __str__(self) -> str:
        return f"{self.task} {self.subject}"
