from __future__ import annotations

from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q

from tournaments.models.player import Player


class NameIndex(models.Model):
    """A player's name as a search of the whole site compares it: its words in Latin letters, then their sounds.

    A trigger makes a row for each player and empties ``words`` with every change of the name, whoever changes it, so
    that no name is found which is no longer there; a job writes them. While they are empty the name itself is read.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="+")
    words = models.TextField(blank=True, default="")

    class Meta:
        indexes = [
            GinIndex(name="name_index_words", fields=["words"], opclasses=["gin_trgm_ops"]),
            models.Index(name="name_index_unread", fields=["player"], condition=Q(words="")),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}"
