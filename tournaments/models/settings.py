"""The settings of a tournament beside its game, system and scoring: each is declared here, and nowhere again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.text import capfirst
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from tournaments import privacy


class NameShown(models.TextChoices):
    """A player's name on public pages. Later ones are stricter."""

    FULL = privacy.FULL, _("full name")
    INITIAL = privacy.INITIAL, _("first name and initial")
    NUMBER = privacy.NUMBER, _("pairing number only")


class TournamentSettings(models.Model):
    """The columns: type, default, choices, label and help of each setting."""

    venue = models.CharField(_("venue"), max_length=120, blank=True)
    published = models.BooleanField(_("public"), default=False, help_text=_("Everyone may see the tournament's pages."))
    names_shown = models.CharField(
        _("names on public pages"),
        max_length=8,
        choices=NameShown,
        default=NameShown.FULL,
        help_text=_("The most that is shown of a player's name. Each player may ask for less."),
    )
    schedule = models.TextField(
        _("schedule"),
        max_length=2000,
        blank=True,
        help_text=_("One line for each item, such as “19:30 Round 1”. Shown on the public page."),
    )
    directions = models.TextField(
        _("directions"),
        max_length=1000,
        blank=True,
        help_text=_("How to get there: the door, the bus, where to park. Shown on the public page."),
    )
    thanks = models.CharField(
        _("line of thanks"),
        max_length=160,
        blank=True,
        help_text=_("To sponsors, such as “With thanks to the town library”. Shown at the foot of the big screen."),
    )
    language = models.CharField(
        _("language of the wall and of paper"),
        max_length=10,
        blank=True,
        help_text=_("Of the big screen and of printed sheets. On phones everybody reads in their own language."),
    )
    """A code of ``settings.LANGUAGES``, or empty: then a screen's own browser decides, and whoever prints."""
    places = models.PositiveSmallIntegerField(
        _("places"),
        null=True,
        blank=True,
        validators=[MinValueValidator(2)],
        help_text=_("Later entries go on the waiting list. Empty: no limit."),
    )
    check_in = models.BooleanField(
        _("check-in"),
        default=False,
        help_text=_("Players are checked in at the desk before round 1 is paired."),
    )
    two_person = models.BooleanField(
        _("two-person check"),
        default=False,
        help_text=_("A second arbiter confirms each result; until then it is provisional."),
    )
    half_byes = models.PositiveSmallIntegerField(
        _("half-point byes"),
        default=1,
        validators=[MaxValueValidator(400)],
        help_text=_("Half-point byes that each player may request, before the round is paired. 0: none."),
    )
    half_byes_not_last = models.PositiveSmallIntegerField(
        _("not in the last … rounds"),
        default=1,
        validators=[MaxValueValidator(400)],
        help_text=_("No half-point byes in this many final rounds. 0: allowed in every round."),
    )

    class Meta:
        abstract = True


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: where its column appears, beside the settings' form and the API, which have them all.

    ``part``: the part of the settings' form, in one row with the setting before it where ``beside``; empty: the form
    itself says where. ``preset``: asked when a tournament is made from a preset; ``club``: a club has its own value for
    new tournaments; ``finals``: finals have it from their groups. ``fixed``: it stays once round 1 is paired.
    ``asked``: its label where it stands without its help. ``about``: what is said of it to programs.
    ``choices``: where the column has none, with the label of the empty one in ``no_choice``.
    """

    name: str
    part: str = ""
    asked: Any = ""
    about: str = ""
    beside: bool = False
    preset: bool = False
    club: bool = False
    finals: bool = False
    fixed: bool = False
    choices: Callable[[], list[tuple[str, str]]] | None = None
    no_choice: Any = ""

    @property
    def column(self) -> models.Field[Any, Any]:
        """Return the column."""
        return TournamentSettings._meta.get_field(self.name)  # type: ignore[return-value]


def languages() -> list[tuple[str, str]]:
    """Return the languages of the site, each by its own name."""
    return [(code, capfirst(get_language_info(code)["name_local"])) for code, _name in settings.LANGUAGES]


SETTINGS = (
    Setting("venue", preset=True, club=True, finals=True),
    Setting("published", asked=_("Everyone may see its pages"), preset=True, finals=True),
    Setting("names_shown", "public", club=True),
    Setting("schedule", "public"),
    Setting("directions", "public"),
    Setting("thanks", "public"),
    Setting(
        "language",
        "public",
        about="Of the big screen and of printed sheets; empty: the screen's own, and whoever prints.",
        choices=languages,
        no_choice=_("as the browser, and whoever prints"),
    ),
    Setting("places", "desk", asked=_("Places (empty: no limit)"), preset=True),
    Setting("check_in", "desk", asked=_("Check players in before round 1"), preset=True, club=True),
    Setting(
        "two_person", "desk", asked=_("A second arbiter confirms each result"), preset=True, club=True, finals=True
    ),
    Setting("half_byes", "desk", about="How many a player may ask for."),
    Setting("half_byes_not_last", "desk", about="In so many rounds at the end nobody has one.", beside=True),
)


def names_of(door: str = "name") -> list[str]:
    """Return the names of the settings that are marked so (``preset``, ``club``, ``finals``, ``fixed``), or of all."""
    return [setting.name for setting in SETTINGS if getattr(setting, door)]
