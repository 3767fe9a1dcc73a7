from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from games.core.declaration import MOST_SEATS
from tournaments.models.fields import NoticeField, NoticesField
from tournaments.models.player import Entry
from tournaments.models.tournament import Tournament


class Round(models.Model):
    """A round of a tournament: asked for, made by a worker as a draft, published by an arbiter, closed.

    A discarded round keeps its row, tables and results, so what happened stays readable and it can be brought back
    as it was (``discarded_from`` is the state that it had); only one living round has a number.
    Standings after round k are stale while a round up to k was touched after they were computed.
    """

    class State(models.TextChoices):
        PAIRING = "pairing", _("being paired")
        FAILED = "failed", _("could not be paired")
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        CLOSED = "closed", _("closed")
        DISCARDED = "discarded", _("discarded")

    SHOWN = (State.PUBLISHED, State.CLOSED)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PAIRING)
    discarded_from = models.CharField(max_length=10, choices=State, null=True, blank=True, editable=False)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    asked_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    seed = models.PositiveBigIntegerField(default=0)
    touched = models.PositiveBigIntegerField(
        default=0, help_text="The tournament's results_version at the last change in this round."
    )
    problem = NoticeField(null=True, blank=True)
    failed_version = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="The tournament's version when the pairing failed."
    )
    quality = models.JSONField(null=True, blank=True)
    notes = NoticesField(default=tuple, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ("tournament", "number", "id")
        constraints = [
            models.UniqueConstraint(
                name="round_number_once", fields=["tournament", "number"], condition=~Q(state="discarded")
            ),
            models.CheckConstraint(name="round_number_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="round_discarded_from",
                condition=Q(discarded_from__isnull=True)
                | Q(state="discarded", discarded_from__in=["draft", "published", "closed"]),
            ),
            models.CheckConstraint(
                name="round_state",
                condition=Q(state__in=["pairing", "failed", "draft", "published", "closed", "discarded"]),
            ),
        ]

    def __str__(self) -> str:
        return _("%(tournament)s, round %(number)d") % {"tournament": self.tournament, "number": self.number}

    @property
    def problem_stands(self) -> bool:
        """Return whether nothing was changed since the round could not be paired, so that trying again would help
        nobody."""
        return self.failed_version is None or self.tournament.version <= self.failed_version

    @property
    def is_shown(self) -> bool:
        """Return whether the public may see it."""
        return self.state in self.SHOWN


class Table(models.Model):
    """A table of a round. ``reason`` says why it is so, as the pairing system tells. ``featured``: an arbiter wants its
    game to stand first on the event's page."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("number"))
    reason = NoticeField(null=True, blank=True)
    featured = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ("round", "number")
        constraints = [
            models.UniqueConstraint(
                name="table_number_once", fields=["round", "number"], deferrable=models.Deferrable.DEFERRED
            ),
            # what a seat's two references, to its table and to its round, are held together by
            models.UniqueConstraint(name="table_in_round", fields=["id", "round"]),
            models.CheckConstraint(name="table_number_from_one", condition=Q(number__gte=1)),
            models.UniqueConstraint(name="table_one_featured", fields=["round"], condition=Q(featured=True)),
        ]

    def __str__(self) -> str:
        return _("table %(number)d") % {"number": self.number}


class Seat(models.Model):
    """An entry's place in a round: on a seat of a table, or without one because of a bye.

    ``position`` is the seat's number, from 1 (in Quatro Chess white, red, black, green). A player who plays two
    colours has two seats at their table; nobody is at two tables, or at a table and out with a bye.
    """

    class Bye(models.TextChoices):
        PAIRING = "pairing", _("bye")
        HALF = "half", _("half-point bye")
        FULL = "full", _("full-point bye")
        ZERO = "zero", _("absent")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, blank=True, related_name="seats")
    position = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    bye = models.CharField(_("bye"), max_length=8, choices=Bye, null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("table__number", "position")
        constraints = [
            models.UniqueConstraint(name="seat_position_once", fields=["table", "position"]),
            models.UniqueConstraint(name="seat_bye_once", fields=["round", "entry"], condition=Q(table__isnull=True)),
            models.CheckConstraint(
                name="seat_at_table_or_bye",
                condition=Q(table__isnull=False, position__isnull=False, bye__isnull=True)
                | Q(table__isnull=True, position__isnull=True, bye__isnull=False),
            ),
            models.CheckConstraint(
                name="seat_position_range", condition=Q(position__isnull=True) | Q(position__range=(1, MOST_SEATS))
            ),
            models.CheckConstraint(
                name="seat_bye_kind",
                condition=Q(bye__isnull=True) | Q(bye__in=["pairing", "half", "full", "zero"]),
            ),
            ExclusionConstraint(
                name="seat_player_at_one_table",
                expressions=[
                    (F("round"), RangeOperators.EQUAL),
                    (F("entry"), RangeOperators.EQUAL),
                    (Coalesce(F("table"), 0), RangeOperators.NOT_EQUAL),
                ],
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.table or self.get_bye_display()}"


class PairingProgress(models.Model):
    """The worker's progress in pairing a round, kept while it works and only if that lasts.

    A row of its own: it is written outside every lock, again and again, and nothing rests on it.
    """

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="progress")
    percent = models.PositiveSmallIntegerField()
    told_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="progress_is_percent", condition=Q(percent__range=(0, 100))),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.percent} %"
