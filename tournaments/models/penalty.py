from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import FractionField, visible_text
from tournaments.models.player import Entry, Team
from tournaments.models.tournament import Tournament


class Penalty(models.Model):
    """Points that an arbiter takes off a player or a team from a round on. Lifted, never deleted."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="penalties")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="penalties")
    round = models.PositiveSmallIntegerField(_("from round"))
    points = FractionField(_("points"))
    reason = models.CharField(_("reason"), max_length=200, validators=[visible_text])
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
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
