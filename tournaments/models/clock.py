from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.player import Entry
from tournaments.models.round import Table
from tournaments.models.tournament import Tournament

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
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
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
