"""Files that are read: lists of players and teams, with the columns that a club assigned; and whole events."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.carried import Carried
from tournaments.models.club import of_a_club
from tournaments.models.tournament import Tournament


class ListLayout(models.Model):
    """The meaning of the columns of a list, as somebody of the club assigned them: the club's next list with the same
    heading is read the same way. ``heading`` is a digest, so that no words of a list are kept; ``columns`` has the
    meaning of each column by its number."""

    club = of_a_club("+")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    heading = models.CharField(max_length=32)
    columns = models.JSONField(default=dict)
    used_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("assignment of columns")
        verbose_name_plural = _("assignments of columns")
        constraints = [models.UniqueConstraint(name="layout_heading_once", fields=["club", "heading"])]

    def __str__(self) -> str:
        return self.heading


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
