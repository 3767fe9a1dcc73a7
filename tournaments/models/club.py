from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Func, Q, Value
from django.db.models.fields.json import KT
from django.db.models.lookups import In
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.core import registry
from games.core.declarations.declaration import ENTRIES, BadDeclaration, read
from games.core.declarations.values import in_language
from tournaments.colours import HEX
from tournaments.models.fields import visible_text
from tournaments.sentences import sentence


class OnlyClub(Func):
    """The club of a row that names none: the only one there is. With two of them such a row is refused."""

    function = "viertal_only_club"
    arity = 0
    output_field = models.BigIntegerField()


class Club(models.Model):
    """A club: it keeps people, its register (``people``), and runs events.

    There is always one; while there is no second one nobody notices it. ``accent`` is a colour such as ``#1f6632``,
    empty for the site's own, shown as ``tournaments.colours`` makes it readable. ``logo`` is a small PNG that the
    program drew anew, ``defaults`` the values of a new event's fields. ``demonstration``: the club is invented, and all
    that is its own with it.
    """

    name = models.CharField(pgettext_lazy("club", "name"), max_length=100, validators=[visible_text], unique=True)
    slug = models.SlugField(
        _("address"),
        max_length=80,
        unique=True,
        help_text=_("The last part of the public page's address. Empty: made from the name."),
    )
    shares_people = models.BooleanField(
        _("shares its players"),
        default=False,
        help_text=_("Organisers of this installation look for doubles among the players of all clubs that share them."),
    )
    accent = models.CharField(
        pgettext_lazy("club", "colour"),
        max_length=7,
        blank=True,
        default="",
        validators=[RegexValidator(rf"^{HEX.pattern}$")],
        help_text=_(
            "Of the links and buttons on the pages of the club and of its tournaments, and on paper. "
            "Where it could not be read it is made darker by day and lighter by night."
        ),
    )
    logo = models.BinaryField(default=b"", blank=True, editable=False)
    defaults = models.JSONField(default=dict, blank=True, editable=False)
    demonstration = models.BooleanField(default=False, db_default=False, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ("name", "id")
        constraints = [
            models.CheckConstraint(name="club_has_name", condition=~Q(name="")),
            models.CheckConstraint(name="club_accent", condition=Q(accent="") | Q(accent__regex=f"^{HEX.pattern}$")),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])


class ClubMember(models.Model):
    """A user's place in a club: organisers do everything in it; staff can be appointed at its events."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        STAFF = "staff", pgettext_lazy("people", "staff")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="clubs")
    role = models.CharField(
        _("role"),
        max_length=12,
        choices=Role,
        default=Role.ORGANISER,
        help_text=_("Organiser: everything in this club. Staff: what they are appointed for at each of its events."),
    )

    class Meta:
        verbose_name = _("member of the club")
        verbose_name_plural = _("organisers and staff of the club")
        constraints = [
            models.UniqueConstraint(name="club_member_once", fields=["club", "user"]),
            models.CheckConstraint(name="club_member_role", condition=Q(role__in=["organiser", "staff"])),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


def of_a_club(related_name: str) -> models.ForeignKey[Club, Club]:
    """Return the field that says whose a row is."""
    return models.ForeignKey(
        Club,
        on_delete=models.PROTECT,
        db_default=OnlyClub(),
        related_name=related_name,
        verbose_name=_("club"),
    )


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


class ListLayout(models.Model):
    """The meaning of the columns of a list, as somebody of the club assigned them: the club's next list with the same
    heading is read the same way. ``heading`` is a digest, so that no words of a list are kept; ``columns`` has the
    meaning of each column by its number."""

    club = of_a_club("+")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    heading = models.CharField(max_length=32)
    columns = models.JSONField(default=dict)
    used_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("assignment of columns")
        verbose_name_plural = _("assignments of columns")
        constraints = [models.UniqueConstraint(name="layout_heading_once", fields=["club", "heading"])]

    def __str__(self) -> str:
        return self.heading
