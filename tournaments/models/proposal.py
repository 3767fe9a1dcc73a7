from __future__ import annotations

import hashlib
import json

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import visible_text
from tournaments.models.player import Player
from tournaments.models.tournament import Tournament


class Proposal(models.Model):
    """A change of a person that somebody proposed at a tournament where they play, to who keeps that person.

    ``name``, ``club`` and ``birth_year`` are what is proposed; null keeps what there is. What there was is not kept: of
    the year of birth who proposes knows nothing.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waiting")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        LAPSED = "lapsed", _("no longer valid")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="proposals")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="proposals")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="proposals")
    at = models.DateTimeField(auto_now_add=True)
    name = models.CharField(_("name"), max_length=100, null=True, blank=True, validators=[visible_text])
    club = models.CharField(_("club"), max_length=100, null=True, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("proposed change")
        verbose_name_plural = _("proposed changes")
        ordering = ("-at", "-id")
        constraints = [
            models.UniqueConstraint(name="proposal_once_open", fields=["player", "by"], condition=Q(state="open")),
            models.CheckConstraint(
                name="proposal_changes",
                condition=Q(name__isnull=False) | Q(club__isnull=False) | Q(birth_year__isnull=False),
            ),
            models.CheckConstraint(name="proposal_has_name", condition=Q(name__isnull=True) | ~Q(name="")),
            models.CheckConstraint(
                name="proposal_birth_year", condition=Q(birth_year__isnull=True) | Q(birth_year__range=(1900, 2100))
            ),
            models.CheckConstraint(
                name="proposal_decided",
                condition=Q(state="open", decided_at=None) | ~Q(state="open") & ~Q(decided_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.state}"

    @property
    def values(self) -> dict[str, str | int]:
        """Return the proposed values by field."""
        values = {"name": self.name, "club": self.club, "birth_year": self.birth_year}
        return {key: value for key, value in values.items() if value is not None}

    @property
    def seen(self) -> str:
        """Return a mark of the person and the proposal as they are: another one once either was changed."""
        person = self.player
        shown = [person.name, person.club, person.birth_year, self.values, self.state]
        return hashlib.blake2b(json.dumps(shown).encode(), digest_size=8).hexdigest()
