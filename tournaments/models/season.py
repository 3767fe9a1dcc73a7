from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring import ratings as ratings
from scoring.ratings import EloRules
from scoring.series import SeriesRules
from tournaments.models.club import of_a_club
from tournaments.models.fields import read_fraction, visible_text
from tournaments.models.player import Player
from tournaments.models.tournament import Tournament


class Season(models.Model):
    """Several events seen together. What follows from them is computed by a worker and replaced as a whole.

    ``computed_from`` names the events that it shows and what they then were; where that is no longer so it is
    computed anew, from all events in their order, so that nothing has ever to be taken back.
    """

    club = of_a_club("%(class)s_set")
    name = models.CharField(_("name"), max_length=120, validators=[visible_text])
    slug = models.SlugField(
        _("address"), max_length=80, unique=True, help_text=_("The last part of the public page's address.")
    )
    published = models.BooleanField(
        _("public"), default=False, help_text=_("Everyone may see it. Only public tournaments count.")
    )
    computed_from = models.JSONField(default=None, null=True, editable=False)
    computed_at = models.DateTimeField(_("computed at"), null=True, editable=False)

    class Meta:
        abstract = True
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.name


class RatingList(Season):
    """Ratings of a season: who is how strong by the events of this list (``scoring.ratings``)."""

    class Method(models.TextChoices):
        WENG_LIN = "weng-lin", _("strength and its margin (Weng and Lin)")
        ELO = "elo", _("Elo, with a K factor")

    method = models.CharField(_("method"), max_length=10, choices=Method.choices, default=Method.WENG_LIN)
    elo_start = models.PositiveSmallIntegerField(
        _("Elo: first rating"), default=1500, validators=[MaxValueValidator(4000)]
    )
    elo_k = models.PositiveSmallIntegerField(
        _("Elo: K factor"),
        default=20,
        validators=[MinValueValidator(1), MaxValueValidator(200)],
        help_text=_("A table moves a rating by at most this much."),
    )
    elo_k_new = models.PositiveSmallIntegerField(
        _("Elo: K factor for newcomers"), default=40, validators=[MinValueValidator(1), MaxValueValidator(200)]
    )
    elo_new_games = models.PositiveSmallIntegerField(
        _("Elo: rated tables of a newcomer"),
        default=30,
        validators=[MaxValueValidator(1000)],
        help_text=_("With fewer rated tables the K factor for newcomers counts."),
    )
    provisional_games = models.PositiveSmallIntegerField(
        _("games until a rating is established"),
        default=5,
        validators=[MaxValueValidator(1000)],
        help_text=_("With fewer rated tables a rating is provisional and listed after the others."),
    )
    tournaments = models.ManyToManyField(
        Tournament, through="RatedEvent", verbose_name=_("tournaments"), related_name="rating_lists"
    )

    class Meta(Season.Meta):
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        constraints = [
            models.CheckConstraint(name="ratinglist_has_name", condition=~Q(name="")),
            models.CheckConstraint(name="ratinglist_method", condition=Q(method__in=["weng-lin", "elo"])),
            models.CheckConstraint(name="ratinglist_elo_k", condition=Q(elo_k__gt=0, elo_k_new__gt=0)),
        ]

    @property
    def elo(self) -> EloRules | None:
        """Return the rules of an Elo list; None where the list has another method."""
        if self.method != self.Method.ELO:
            return None
        return EloRules(self.elo_k, self.elo_k_new, self.elo_new_games, self.elo_start)

    @property
    def rates_by(self) -> ratings.Method:
        """Return how the list rates."""
        rules = self.elo
        return ratings.WENG_LIN if rules is None else ratings.Method(rules.beginning, rules.rate)

    def get_absolute_url(self) -> str:
        return reverse("rating_list", args=[self.slug])


class RatedEvent(models.Model):
    """A tournament in a rating list. It counts once it is finished; events count by date."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="events")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rated_in")

    class Meta:
        verbose_name = _("tournament of the list")
        verbose_name_plural = _("tournaments of the list")
        ordering = ("tournament__starts", "tournament_id")
        constraints = [models.UniqueConstraint(name="rated_once", fields=["rating_list", "tournament"])]

    def __str__(self) -> str:
        return str(self.tournament)


class Rating(models.Model):
    """A player's rating in a list, to the last digit, and what each event made of it.

    ``steps``: ``[tournament's id, mu, sigma, rated tables so far]`` after each event, numbers as text.
    """

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="season_ratings")
    mu = models.DecimalField(max_digits=12, decimal_places=6)
    sigma = models.DecimalField(max_digits=12, decimal_places=6)
    games = models.PositiveIntegerField()
    steps = models.JSONField(default=list)

    class Meta:
        verbose_name = _("season rating")
        verbose_name_plural = _("season ratings")
        ordering = ("-mu", "player_id")
        constraints = [
            models.UniqueConstraint(name="rating_once", fields=["rating_list", "player"]),
            models.CheckConstraint(name="rating_sigma", condition=Q(sigma__gt=0)),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.mu:.0f}"


class Series(Season):
    """Events added up by a declared rule (``scoring.series``). ``body`` is the table as a worker computed it."""

    class Value(models.TextChoices):
        POINTS = "points", _("the points taken there")
        PLACES = "places", _("points for the place there")

    class Ties(models.TextChoices):
        SHARED = "shared", _("they share the rank")
        BEST = "best", _("the better best result, then the second best, and so on")
        WINS = "wins", _("more tournaments won")
        LAST = "last", _("the better result in the newest tournament, then in the one before")

    value = models.CharField(_("each tournament gives"), max_length=8, choices=Value, default=Value.POINTS)
    places = models.CharField(
        _("points for places"),
        max_length=200,
        blank=True,
        help_text=_("For first, second, … place, such as 10 8 6 5 4 3 2 1. Equal ranks share equally."),
    )
    best = models.PositiveSmallIntegerField(
        _("best results that count"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(400)],
        help_text=_("Empty: all."),
    )
    drop = models.PositiveSmallIntegerField(
        _("worst results that do not count"),
        default=0,
        validators=[MaxValueValidator(400)],
        help_text=_("A missed tournament is one of the worst. Cannot be combined with best results."),
    )
    ties = models.CharField(_("between equal sums"), max_length=8, choices=Ties, default=Ties.SHARED)
    tournaments = models.ManyToManyField(
        Tournament, through="SeriesEvent", verbose_name=_("tournaments"), related_name="series"
    )
    body = models.JSONField(default=None, null=True, editable=False)

    class Meta(Season.Meta):
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        constraints = [
            models.CheckConstraint(name="series_has_name", condition=~Q(name="")),
            models.CheckConstraint(name="series_value", condition=Q(value__in=["points", "places"])),
            models.CheckConstraint(name="series_ties", condition=Q(ties__in=["shared", "best", "wins", "last"])),
            models.CheckConstraint(name="series_best_or_drop", condition=Q(best__isnull=True) | Q(best__gte=1, drop=0)),
            models.CheckConstraint(name="series_places", condition=Q(value="points") | ~Q(places="")),
        ]

    def get_absolute_url(self) -> str:
        return reverse("series", args=[self.slug])

    @property
    def rules(self) -> SeriesRules:
        """Return the declared rule. Raises ValueError where it makes none, which ``clean`` does not let pass."""
        return SeriesRules(
            value=self.value,
            places=self.place_points if self.value == self.Value.PLACES else (),
            best=self.best,
            drop=self.drop,
            ties=self.ties,
        )

    @property
    def place_points(self) -> tuple[Fraction, ...]:
        """Return the points for places as numbers. Raises ValueError for a text that is no number."""
        return tuple(read_fraction(text) for text in self.places.replace(",", " ").replace(";", " ").split())

    def clean(self) -> None:
        errors: dict[str, Any] = {}
        if self.best is not None and self.drop:
            errors["drop"] = _("Choose either the best results that count or the worst that do not.")
        if self.value == self.Value.PLACES:
            try:
                places = self.place_points
            except ValueError:
                places = ()
            if not places or any(b > a for a, b in pairwise(places)):
                errors["places"] = _(
                    "Enter the points for first, second, … place, never rising: whole numbers or fractions such as 7/2."
                )
        if errors:
            raise ValidationError(errors)


class SeriesEvent(models.Model):
    """A tournament in a series; they stand by date."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="events")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="in_series")

    class Meta:
        verbose_name = _("tournament of the season")
        verbose_name_plural = _("tournaments of the season")
        ordering = ("tournament__starts", "tournament_id")
        constraints = [models.UniqueConstraint(name="series_event_once", fields=["series", "tournament"])]

    def __str__(self) -> str:
        return str(self.tournament)
