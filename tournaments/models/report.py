from __future__ import annotations

import secrets
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.core.declarations.entries import Listed, read_rows
from tournaments.models.fields import by_somebody, points_field
from tournaments.models.player import Entry
from tournaments.models.result import GameRecord, Result
from tournaments.models.round import Table
from tournaments.models.tournament import Tournament


def new_key() -> str:
    return secrets.token_urlsafe(12)


class ReportRule(models.Model):
    """The rule for players' reports: whether they may report, and what becomes of a report that nobody answers.

    ``moves``: whether they may enter the moves of their own game while it is played.

    A tournament without a row does not allow it. ``key`` goes into every link of the tournament: another key, and all
    links that were given out are void.
    """

    class Mode(models.TextChoices):
        OFF = "off", _("players do not report")
        ACCEPT = "accept", _("an unanswered report is accepted")
        ASK = "ask", _("an unanswered report calls the arbiter")

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="report_rule"
    )
    mode = models.CharField(_("players’ reports"), max_length=6, choices=Mode, default=Mode.OFF)
    minutes = models.PositiveSmallIntegerField(
        _("minutes to answer"), default=10, validators=[MinValueValidator(1), MaxValueValidator(240)]
    )
    moves = models.BooleanField(_("players may enter the moves of their own game"), default=False, db_default=False)
    key = models.CharField(max_length=32, default=new_key, editable=False)

    class Meta:
        verbose_name = _("players’ reports")
        verbose_name_plural = _("players’ reports")
        constraints = [
            models.CheckConstraint(name="report_rule_mode", condition=Q(mode__in=["off", "accept", "ask"])),
            models.CheckConstraint(name="report_rule_minutes", condition=Q(minutes__range=(1, 240))),
            models.CheckConstraint(name="report_rule_has_key", condition=~Q(key="")),
        ]

    def __str__(self) -> str:
        return str(self.get_mode_display())


class TableReport(models.Model):
    """The state of a table's report: one row a table, changed under the tournament's lock only.

    ``points`` are what ``by`` reported, in seat order (``places``: they are places; ``columns``: what made them, as in
    a result); ``result`` what became of it. What led there is in the table's
    events. A result of an arbiter beside it makes the row of no effect.
    """

    class State(models.TextChoices):
        NONE = "none", _("nothing is reported")
        OPEN = "open", _("waits for the others")
        ACCEPTED = "accepted", _("accepted")
        DISPUTED = "disputed", _("disputed")
        CALLED = "called", _("nobody answered")
        SETTLED = "settled", _("settled by an arbiter")

    CALLING = (State.DISPUTED, State.CALLED)

    table = models.OneToOneField(Table, on_delete=models.CASCADE, primary_key=True, related_name="report")
    state = models.CharField(max_length=8, choices=State, default=State.NONE)
    points = points_field(null=True, blank=True)
    places = models.BooleanField(default=False)
    columns = models.JSONField(null=True, blank=True)
    by = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    due_at = models.DateTimeField(null=True, blank=True)
    result = models.OneToOneField(Result, on_delete=models.PROTECT, null=True, blank=True, related_name="report")

    class Meta:
        verbose_name = _("report of a table")
        verbose_name_plural = _("reports of tables")
        constraints = [
            models.CheckConstraint(
                name="report_state",
                condition=Q(state__in=["none", "open", "accepted", "disputed", "called", "settled"]),
            ),
            models.CheckConstraint(
                name="report_open_is_whole",
                condition=~Q(state__in=["open", "called"])
                | Q(points__isnull=False, by__isnull=False, due_at__isnull=False),
            ),
            models.CheckConstraint(
                name="report_accepted_has_result", condition=~Q(state="accepted") | Q(result__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.get_state_display()}"

    @property
    def typed(self) -> Any:
        """Return the reported points, with the columns that made them where there are any."""
        columns = read_rows(self.columns)
        return self.points if columns is None else Listed(self.points, columns)


class ReportEvent(models.Model):
    """One thing that happened to a table's report. Never changed; ``entry`` sits at the table.

    Without an ``entry`` it was the rule (``accept``, ``call``) or an arbiter (``settle``, ``user``).
    """

    class Kind(models.TextChoices):
        REPORT = "report", _("reported")
        CONFIRM = "confirm", _("confirmed")
        DISPUTE = "dispute", _("disputed")
        RECORD = "record", _("handed in a record")
        ACCEPT = "accept", _("accepted")
        CALL = "call", _("called the arbiter")
        SETTLE = "settle", _("settled")

    report = models.ForeignKey(TableReport, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=7, choices=Kind)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    user = by_somebody()
    points = points_field(null=True, blank=True)
    places = models.BooleanField(default=False)
    record = models.OneToOneField(GameRecord, on_delete=models.PROTECT, null=True, blank=True, related_name="handed_in")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("event of a report")
        verbose_name_plural = _("events of reports")
        ordering = ("report", "number")
        constraints = [
            models.UniqueConstraint(name="report_event_once", fields=["report", "number"]),
            models.CheckConstraint(
                name="report_event_kind",
                condition=Q(kind__in=["report", "confirm", "dispute", "record", "accept", "call", "settle"]),
            ),
            models.CheckConstraint(
                name="report_event_of_player",
                condition=~Q(kind__in=["report", "confirm", "dispute", "record"]) | Q(entry__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.get_kind_display()}"


class ReportTries(models.Model):
    """The number of uses of a link since ``since``: a hall shares one address, so it is counted by link."""

    link = models.CharField(max_length=24, primary_key=True)
    since = models.DateTimeField()
    tries = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("use of a link")
        verbose_name_plural = _("uses of links")

    def __str__(self) -> str:
        return f"{self.link}: {self.tries}"
