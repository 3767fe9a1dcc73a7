from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.player import Entry
from tournaments.models.result import GameRecord
from tournaments.models.round import Table


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
    begun_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
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
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
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
