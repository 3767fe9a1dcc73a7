from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q

from tournaments.models.player import Player
from tournaments.models.tournament import Tournament


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


class EventIndex(models.Model):
    """The words by which a tournament is found: of its name, its place and the names of a game that came with it; its
    game as ``=quarto``, and its club as ``@7``. A trigger empties them with every change, as it does those of a name.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, primary_key=True, related_name="index")
    words = ArrayField(models.TextField(), blank=True, default=list)

    class Meta:
        indexes = [
            GinIndex(name="event_index_words", fields=["words"]),
            models.Index(name="event_index_unread", fields=["tournament"], condition=Q(words=[])),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}"


class EventWord(models.Model):
    """A word that stands in the index of events, with its sound. Few words name many events: what was half remembered
    is looked for among these, and the events by the words that it can be."""

    word = models.TextField(primary_key=True)
    words = models.TextField()

    class Meta:
        indexes = [GinIndex(name="event_word_words", fields=["words"], opclasses=["gin_trgm_ops"])]

    def __str__(self) -> str:
        return self.word
