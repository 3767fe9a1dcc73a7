from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import FractionField, NoticeField, by_somebody, points_field, visible_text
from tournaments.models.player import Entry, Team
from tournaments.models.round import Table
from tournaments.models.tournament import Tournament


class PossiblePoints(models.Model):
    """Points with which a table of this tournament can end, as the game's engine said: one text a seat, and who sits
    there as the last: ``0023`` where one player has the first two seats.

    The engine fills it, result by result; the database accepts no result whose points are not here, so
    nothing can store points that the game cannot give, whichever way it comes. They end with the game's options.
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
    the replay counted (`selectors.game_list`), filled by the worker; empty where there was nothing to count.
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
    uploaded_by = by_somebody()
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
    score of a list (`games.core.declarations.entries`), a row a seat, where they were typed.
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
    entered_by = by_somebody()
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


class LiveGame(models.Model):
    """A game that a helper, or a player of the table, enters move by move while it is played.

    ``setup`` is the record's; options are the tournament's, seats the table's. Handed in, it is a record like
    any other and this row points to it. ``dealt``: the program dealt the cards, so nobody but a hand's owner sees it.
    """

    class State(models.TextChoices):
        RUNNING = "running", _("being entered")
        DONE = "done", _("handed in")
        DROPPED = "dropped", _("dropped")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="live_games")
    setup = models.JSONField(default=dict, blank=True)
    dealt = models.BooleanField(default=False, db_default=False, editable=False)
    state = models.CharField(max_length=8, choices=State, default=State.RUNNING)
    begun_by = by_somebody()
    begun_at = models.DateTimeField(auto_now_add=True)
    record = models.OneToOneField(GameRecord, on_delete=models.PROTECT, null=True, blank=True, related_name="live_game")

    class Meta:
        verbose_name = _("game entered move by move")
        verbose_name_plural = _("games entered move by move")
        constraints = [
            models.UniqueConstraint(name="live_game_one_running", fields=["table"], condition=Q(state="running")),
            models.CheckConstraint(name="live_game_state", condition=Q(state__in=["running", "done", "dropped"])),
            models.CheckConstraint(
                name="live_game_done_has_record", condition=~Q(state="done") | Q(record__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.get_state_display()}"


class LivePly(models.Model):
    """One entry of a game that is being entered, as it will stand in the record; numbered from 1.

    ``player`` is who entered it by their link, ``key`` the name that their device gave it: sent again, it is the same.
    """

    MOST = 20_000

    game = models.ForeignKey(LiveGame, on_delete=models.CASCADE, related_name="plies")
    number = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=80)
    entered_by = by_somebody()
    player = models.ForeignKey(Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    key = models.UUIDField(null=True, blank=True, editable=False)
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("entry of a game")
        verbose_name_plural = _("entries of games")
        ordering = ("game", "number")
        constraints = [
            models.UniqueConstraint(name="live_ply_once", fields=["game", "number"]),
            models.UniqueConstraint(name="live_ply_key_once", fields=["game", "key"]),
            models.CheckConstraint(name="live_ply_number", condition=Q(number__range=(1, 20_000))),
            models.CheckConstraint(name="live_ply_has_text", condition=~Q(text="")),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.text}"


class Penalty(models.Model):
    """Points that an arbiter takes off a player or a team from a round on. Lifted, never deleted."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="penalties")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="penalties")
    round = models.PositiveSmallIntegerField(_("from round"))
    points = FractionField(_("points"))
    reason = models.CharField(_("reason"), max_length=200, validators=[visible_text])
    decided_by = by_somebody()
    decided_at = models.DateTimeField(auto_now_add=True)
    lifted = models.BooleanField(_("lifted"), default=False)

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering = ("round", "id")
        constraints = [
            models.CheckConstraint(
                name="penalty_player_or_team",
                condition=Q(entry__isnull=False, team__isnull=True) | Q(entry__isnull=True, team__isnull=False),
            ),
            models.CheckConstraint(name="penalty_round_from_one", condition=Q(round__gte=1)),
            models.CheckConstraint(name="penalty_has_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.entry or self.team}: −{self.points}"

    def clean(self) -> None:
        if self.points is not None and self.points <= 0:
            raise ValidationError({"points": _("A penalty takes points off. Enter how many.")})
