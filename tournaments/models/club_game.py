from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q, Value
from django.db.models.fields.json import KT
from django.db.models.lookups import In
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.core import registry
from games.core.declaration import ENTRIES, BadDeclaration, read
from games.core.declared_values import in_language
from tournaments.models.club import of_a_club
from tournaments.models.fields import visible_text
from tournaments.sentences import sentence

NAME_TAKEN = _("The club has a game with this name or key already. Choose another.")

OWN = "own-"
"""Before the number of a club's own game, in a choice of games or presets."""

KEY_OF_THE_SITE = "key-of-the-site"
"""The code of a refusal: a game that everybody has is called so."""

ONCE = "club_game_once"
"""The constraint that keeps a key with one game of a club."""


class ClubGame(models.Model):
    """A club's own game: a declaration, from which its results are checked and counted.

    An event takes the declaration with it, so a later change here changes no event that was made before.
    """

    club = of_a_club("+")
    key = models.SlugField(_("key"), max_length=60)
    declaration = models.JSONField(_("declaration"))

    class Meta:
        verbose_name = _("game of the club")
        verbose_name_plural = _("games of the club")
        ordering = ("key",)
        constraints = [
            models.UniqueConstraint(name=ONCE, fields=["club", "key"]),
            models.CheckConstraint(
                name="club_game_key",
                condition=Q(key=KT("declaration__key"), declaration__has_keys=["key", "entry"]) & ~Q(key=""),
            ),
            models.CheckConstraint(
                name="club_game_entry", condition=In(KT("declaration__entry"), [Value(entry) for entry in ENTRIES])
            ),
        ]

    def __str__(self) -> str:
        return str(self.declaration.get("names", {}).get("en", self.key))

    @property
    def choice(self) -> str:
        """Return the game's key in a choice of games or presets."""
        return f"{OWN}{self.pk}"

    @property
    def is_playable(self) -> bool:
        """Return whether the declaration can be used; one of an older version may lack something."""
        try:
            read(self.declaration)
        except BadDeclaration:
            return False
        return True

    def clean(self) -> None:
        """Raise ValidationError for a declaration that cannot be used, with the member that is wrong."""
        try:
            declaration = read(self.declaration)
        except BadDeclaration as error:
            raise ValidationError(sentence(error.notice)) from None
        if declaration.key in registry.all_keys():
            raise ValidationError(_("There is a game with this key already. Choose another."), code=KEY_OF_THE_SITE)
        self.key = declaration.key
        if self.is_taken():
            raise ValidationError(NAME_TAKEN)

    def is_taken(self) -> bool:
        """Return whether another game of the club has this key, or is shown by this name in a language of the site."""
        others = ClubGame.objects.exclude(pk=self.pk)
        if isinstance(self.club_id, int):
            others = others.filter(club=self.club_id)
        names = self.shown_names()
        return any(other.key == self.key or other.shown_names() & names for other in others)

    def shown_names(self) -> set[tuple[str, str]]:
        """Return by which name the game is shown in each language of the site."""
        names = self.declaration.get("names") or {}
        named = {"en": self.key, **names}
        return {(code, str(in_language(named, code)).casefold()) for code, _name in settings.LANGUAGES}


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
