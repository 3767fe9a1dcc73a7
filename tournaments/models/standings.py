from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament

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
