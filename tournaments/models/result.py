from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import NoticeField, points_field
from tournaments.models.round import Table
from tournaments.models.tournament import Tournament


class PossiblePoints(models.Model):
    """Points with which a table of this tournament can end, as the game's engine said: one text a player, sorted.

    Who has several seats has their points joined, as ``6+6``.

    The engine fills it, result by result; the database accepts no result whose points are not here, so
    nothing can store points that the game cannot give, whichever way it comes.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="possible_points")
    points = ArrayField(models.CharField(max_length=16))

    class Meta:
        verbose_name = _("possible points")
        verbose_name_plural = _("possible points")
        constraints = [models.UniqueConstraint(name="possible_points_once", fields=["tournament", "points"])]

    def __str__(self) -> str:
        return " ".join(self.points)


class GameRecord(models.Model):
    """A game record as it was handed in for a table, and what its replay said.

    ``answer`` is the engine's; ``verdict`` the sentence for people. A record that proves the table's result, or
    one that made it, is ``agrees``; one that replays well but says something else is ``differs``. ``figures`` is what
    the replay counted (`selectors.game_figures`), filled by the worker; empty where there was nothing to count.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for its replay")
        AGREES = "agrees", _("proves the result")
        DIFFERS = "differs", _("differs from the result")
        REFUSED = "refused", _("refused")

    MAX_BYTES = 1024 * 1024

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="records")
    text = models.TextField()
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    answer = models.JSONField(null=True, blank=True)
    figures = models.JSONField(null=True, blank=True, editable=False)
    points = points_field(null=True, blank=True)
    verdict = NoticeField(null=True, blank=True)
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    uploaded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("game record")
        verbose_name_plural = _("game records")
        ordering = ("id",)
        constraints = [
            models.CheckConstraint(
                name="record_state", condition=Q(state__in=["waiting", "agrees", "differs", "refused"])
            ),
        ]

    def __str__(self) -> str:
        return _("record of %(table)s") % {"table": self.table}


class Result(models.Model):
    """A result of a table as somebody entered it. Never overwritten: a correction supersedes it.

    ``points`` are what each seat's player takes to the standings, ``game_points`` the game's own tally
    where it differs; both in seat order. A seat with a null did not show up. ``columns`` are the numbers that made the
    score of a list (`games.core.columns`), a row a seat, where they were typed.
    """

    class End(models.TextChoices):
        PLAYED = "played", _("played")
        FORFEIT = "forfeit", _("forfeit")
        ADJOURNED = "adjourned", _("adjourned")

    class Source(models.TextChoices):
        DESK = "desk", _("arbiter")
        RECORD = "record", _("game record")
        IMPORT = "import", _("import")
        COMMAND = "command", _("command line")
        PLAYERS = "players", _("players")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="results")
    number = models.PositiveSmallIntegerField(default=1)
    points = points_field()
    game_points = points_field(null=True, blank=True)
    columns = models.JSONField(null=True, blank=True)
    end = models.CharField(_("how it ended"), max_length=10, choices=End, default=End.PLAYED)
    source = models.CharField(max_length=8, choices=Source, default=Source.DESK)
    record = models.ForeignKey(GameRecord, on_delete=models.PROTECT, null=True, blank=True, related_name="results")
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    entered_at = models.DateTimeField(auto_now_add=True)
    supersedes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="superseded_by"
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    is_current = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering = ("table", "number")
        constraints = [
            models.UniqueConstraint(name="result_one_current", fields=["table"], condition=Q(is_current=True)),
            models.UniqueConstraint(name="result_number_once", fields=["table", "number"]),
            models.CheckConstraint(
                name="result_first_or_superseding",
                condition=Q(number=1, supersedes__isnull=True) | Q(number__gt=1, supersedes__isnull=False),
            ),
            models.CheckConstraint(name="result_end", condition=Q(end__in=["played", "forfeit", "adjourned"])),
        ]

    def __str__(self) -> str:
        return " – ".join("–" if p is None else str(p) for p in self.points)


class SheetPhoto(models.Model):
    """A photo of the score sheet that a player sent from the table, for those who enter results only.

    ``picture`` is a JPEG that the program drew anew: nothing of the file that was sent is kept. ``position`` is the
    seat of who sent it.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="sheet_photos")
    position = models.PositiveSmallIntegerField()
    picture = models.BinaryField()
    sent_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("photo of a score sheet")
        verbose_name_plural = _("photos of score sheets")
        ordering = ("id",)
        constraints = [
            models.CheckConstraint(name="sheet_photo_position", condition=Q(position__range=(1, 8))),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.pk}"
