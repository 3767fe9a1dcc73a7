from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.club import of_a_club
from tournaments.models.fields import visible_text


class CardDeck(models.Model):
    """A club's own deck of Kwartet: its name, and a quartet a line, as ``Birds: blackbird, robin, sparrow, wren``."""

    MOST = 8_000

    club = of_a_club("+")
    name = models.CharField(pgettext_lazy("deck of cards", "name"), max_length=60, validators=[visible_text])
    text = models.TextField(_("quartets"), max_length=MOST)

    class Meta:
        verbose_name = _("deck of cards")
        verbose_name_plural = _("decks of cards")
        ordering = ("name",)
        constraints = [
            models.UniqueConstraint(name="card_deck_once", fields=["club", "name"]),
            models.CheckConstraint(name="card_deck_is_named", condition=~Q(name="") & ~Q(text="")),
        ]

    def __str__(self) -> str:
        return self.name
