from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from games.core.declarations.declaration import MOST_SEATS
from tournaments.models.fields import NoticeField, NoticesField, by_somebody
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
    asked_by = by_somebody()
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


LONGEST = 24 * 3600


def round_ms(at: datetime) -> int:
    """Return a moment in milliseconds since 1970."""
    return round(at.timestamp() * 1000)


class Clock(models.Model):
    """The hall's clock: a round's time, or the sand-glass of rule QC 7.6 for a move.

    It runs while ``started_at`` is known: then ``left_ms`` was left at that moment. Nothing ticks here; who
    shows it counts down by the server's time. ``round`` is the round that it was started in (0: before the
    first); the public sees it in that round only.
    """

    class Kind(models.TextChoices):
        ROUND = "round", _("time of the round")
        MOVE = "move", _("sand-glass for a move")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="clock")
    kind = models.CharField(_("kind"), max_length=5, choices=Kind, default=Kind.ROUND)
    seconds = models.PositiveIntegerField(
        _("seconds"), default=3600, validators=[MinValueValidator(10), MaxValueValidator(LONGEST)]
    )
    started_at = models.DateTimeField(null=True, blank=True)
    left_ms = models.PositiveIntegerField(default=3_600_000)
    round = models.PositiveSmallIntegerField(_("round"), default=0)

    class Meta:
        verbose_name = _("clock")
        verbose_name_plural = _("clocks")
        constraints = [
            models.CheckConstraint(name="clock_kind", condition=Q(kind__in=["round", "move"])),
            models.CheckConstraint(name="clock_seconds", condition=Q(seconds__range=(10, LONGEST))),
            models.CheckConstraint(name="clock_left", condition=Q(left_ms__lte=LONGEST * 1000)),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.seconds} s"

    @property
    def running(self) -> bool:
        return self.started_at is not None

    @property
    def begun(self) -> bool:
        """Return whether it was started and not set back since."""
        return self.running or self.left_ms != self.seconds * 1000

    @property
    def ends_at(self) -> datetime | None:
        """Return the moment when it runs out; None while it stands still. A sand-glass is turned then."""
        return self.started_at and self.started_at + timedelta(milliseconds=self.left_ms)

    @property
    def at_ms(self) -> int | None:
        """Return the start, in milliseconds since 1970; None while it stands still."""
        return self.started_at and round_ms(self.started_at)

    @property
    def left_text(self) -> str:
        """Return the time left at the start or in a pause, as ``1:30:00`` or ``3:30``."""
        minutes, seconds = divmod(-(-self.left_ms // 1000), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"

    def left(self, now: datetime) -> int:
        """Return milliseconds left at a moment, 0 once it has run out; a sand-glass is turned as often as it has."""
        if self.started_at is None:
            return self.left_ms
        gone = max(0, (now - self.started_at) // timedelta(milliseconds=1))
        if gone <= self.left_ms:
            return self.left_ms - gone
        if self.kind == self.Kind.ROUND:
            return 0
        glass = self.seconds * 1000
        return glass - (gone - self.left_ms) % glass


class TimeCall(models.Model):
    """A sand-glass that ran out at a table: the arbiter is told, and decides.

    ``position`` is the seat whose move it was, ``seconds`` what the glass held. ``entry`` is the player whose phone
    told it, or ``user`` the helper's; neither where it was the table's own slip. Only one call of a table is open.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waits for the arbiter")
        FORFEIT = "forfeit", _("forfeited by the arbiter")
        SETTLED = "settled", _("settled by an arbiter")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="time_calls")
    position = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(8)])
    seconds = models.PositiveIntegerField(validators=[MinValueValidator(10), MaxValueValidator(LONGEST)])
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    entry = models.ForeignKey(Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    user = by_somebody()
    at = models.DateTimeField(auto_now_add=True)
    settled_by = by_somebody()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("call about the time of a move")
        verbose_name_plural = _("calls about the time of a move")
        ordering = ("id",)
        constraints = [
            models.UniqueConstraint(name="time_call_one_open", fields=["table"], condition=Q(state="open")),
            models.CheckConstraint(name="time_call_state", condition=Q(state__in=["open", "forfeit", "settled"])),
            models.CheckConstraint(name="time_call_position", condition=Q(position__range=(1, 8))),
            models.CheckConstraint(name="time_call_seconds", condition=Q(seconds__range=(10, LONGEST))),
            models.CheckConstraint(
                name="time_call_settled_at",
                condition=Q(state="open", settled_at__isnull=True) | (~Q(state="open") & Q(settled_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.get_state_display()}"


SHAPE = 8
"""The version of the shape of ``Standings.body``: a change of the shape, or of what is in it, counts it up."""


class Standings(models.Model):
    """The standings after a round as a worker computed them: one row, replaced as a whole.

    ``computed_for`` is the tournament's ``results_version`` that they show; ``body`` the scoring layer's
    answer. A row of another ``shape`` was computed by other code: it is out of date, and computed again.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="standings")
    after_round = models.PositiveSmallIntegerField(_("after round"))
    computed_for = models.PositiveBigIntegerField()
    computed_at = models.DateTimeField(auto_now=True)
    final = models.BooleanField(default=False)
    body = models.JSONField()
    shape = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("standings")
        verbose_name_plural = _("standings")
        ordering = ("tournament", "after_round")
        constraints = [
            models.UniqueConstraint(name="standings_once_a_round", fields=["tournament", "after_round"]),
            models.CheckConstraint(name="standings_round", condition=Q(after_round__gte=0)),
        ]

    def __str__(self) -> str:
        return _("%(tournament)s after round %(number)d") % {
            "tournament": self.tournament,
            "number": self.after_round,
        }
