"""The prizes of a tournament or a season: how they are shared, their lists, and the prize of each place."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scoring import prizes as rules
from tournaments.models.fields import visible_text
from tournaments.models.player import Entry
from tournaments.models.season import Series
from tournaments.models.tournament import Tournament

MOST_CENTS = 10**11
MOST_LISTS, MOST_PLACES = 40, 400
RULE = ("sharing", "currency", "step", "several", "withdrawn")
ANNOUNCED = "announced"
CONDITIONS = ("born_from", "born_to", "rating_from", "rating_to", "club", "mark")


def _of_one(name: str) -> models.CheckConstraint:
    """Return the rule that something belongs to a tournament or to a season."""
    one, other = Q(tournament__isnull=False, series__isnull=True), Q(tournament__isnull=True, series__isnull=False)
    return models.CheckConstraint(name=name, condition=one | other)


class PrizeRule(models.Model):
    """The rule by which a tournament or a season shares its prizes. Without a row they are shared equally.

    ``announced``: a season is over, and its page shows the winners; nobody else can know that no evening follows.
    """

    class Sharing(models.TextChoices):
        EQUAL = rules.EQUAL, _("equally among players with equal points")
        HORT = rules.HORT, _("Hort: half by place, half equally")
        PLACE = rules.PLACE, _("by place: the tie-breaks decide")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, null=True, related_name="prize_rule")
    series = models.OneToOneField(Series, on_delete=models.CASCADE, null=True, related_name="prize_rule")
    sharing = models.CharField(
        _("money is shared"),
        max_length=5,
        choices=Sharing,
        default=Sharing.EQUAL,
        help_text=_("Things are never shared: the tie-breaks decide."),
    )
    currency = models.CharField(_("currency"), max_length=8, default="€", blank=True, validators=[visible_text])
    step = models.PositiveSmallIntegerField(
        _("paid in steps of"),
        choices=[(1, "0.01"), (5, "0.05"), (10, "0.10"), (50, "0.50"), (100, "1")],
        default=1,
        help_text=_("What cannot be divided goes to the better-placed players."),
    )
    several = models.BooleanField(
        _("one player may win several prizes"),
        default=False,
        help_text=_("Otherwise everybody gets the most valuable one, and the others move up."),
    )
    withdrawn = models.BooleanField(_("players who withdrew may win"), default=False)
    announced = models.BooleanField(
        _("the season is over: show the winners"),
        default=False,
        help_text=_("On the season’s public page, once the results of all its evenings are final."),
    )

    class Meta:
        verbose_name = _("sharing of prizes")
        verbose_name_plural = _("sharing of prizes")
        constraints = [
            _of_one("prize_rule_of_one"),
            models.CheckConstraint(name="prize_rule_announced", condition=Q(announced=False) | Q(tournament=None)),
            models.CheckConstraint(name="prize_rule_sharing", condition=Q(sharing__in=rules.SHARINGS)),
            models.CheckConstraint(name="prize_rule_step", condition=Q(step__in=rules.STEPS)),
        ]

    def __str__(self) -> str:
        return self.get_sharing_display()


class PrizeList(models.Model):
    """Prizes of places 1, 2, … among those who fulfil all conditions; without any, among everybody. A list is one of a
    tournament or of a season.

    ``teams``: it is for the teams by their own standings, apart from what their players win.
    ``winners_named``: the public page names the winners of a list with conditions, if their name is shown in full.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="prize_lists")
    series = models.ForeignKey(Series, on_delete=models.CASCADE, null=True, related_name="prize_lists")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=60, blank=True, validators=[visible_text])
    born_from = models.PositiveSmallIntegerField(
        _("born in or after"), null=True, blank=True, validators=[MinValueValidator(1900), MaxValueValidator(2100)]
    )
    born_to = models.PositiveSmallIntegerField(
        _("born in or before"), null=True, blank=True, validators=[MinValueValidator(1900), MaxValueValidator(2100)]
    )
    rating_from = models.PositiveSmallIntegerField(
        _("rating from"), null=True, blank=True, validators=[MaxValueValidator(4000)]
    )
    rating_to = models.PositiveSmallIntegerField(
        _("rating up to"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(4000)],
        help_text=_("Players without a rating are included."),
    )
    club = models.CharField(_("club"), max_length=100, blank=True)
    mark = models.CharField(
        _("mark"), max_length=40, blank=True, help_text=_("As typed at the player, such as “guest” or “student”.")
    )
    teams = models.BooleanField(
        _("for teams"),
        default=False,
        help_text=_("By the standings of the teams. Such a list has no conditions."),
    )
    winners_named = models.BooleanField(
        _("name the winners on the public page"),
        default=False,
        help_text=_("A list by year of birth tells everybody their age. Only names that are shown in full appear."),
    )

    class Meta:
        verbose_name = _("list of prizes")
        verbose_name_plural = _("lists of prizes")
        ordering = ("position",)
        constraints = [
            _of_one("prize_list_of_one"),
            models.UniqueConstraint(name="prize_list_position_once", fields=["tournament", "position"]),
            models.UniqueConstraint(name="prize_list_position_in_season", fields=["series", "position"]),
            models.CheckConstraint(name="prize_list_position", condition=Q(position__range=(1, MOST_LISTS))),
            models.CheckConstraint(
                name="prize_list_born",
                violation_error_message=_("This list is for nobody: its lower bound is above the upper one."),
                condition=Q(born_from__isnull=True) | Q(born_to__isnull=True) | Q(born_from__lte=F("born_to")),
            ),
            models.CheckConstraint(
                name="prize_list_rating",
                violation_error_message=_("This list is for nobody: its lower bound is above the upper one."),
                condition=Q(rating_from__isnull=True) | Q(rating_to__isnull=True) | Q(rating_from__lte=F("rating_to")),
            ),
            models.CheckConstraint(
                name="prize_list_teams",
                violation_error_message=_("A list of prizes for teams has no conditions."),
                condition=Q(teams=False)
                | Q(series=None) & Q(born_from=None, born_to=None, rating_from=None, rating_to=None, club="", mark=""),
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(_("Prizes"))

    @property
    def has_conditions(self) -> bool:
        """Tell whether the list is for some players only."""
        numbers = (self.born_from, self.born_to, self.rating_from, self.rating_to)
        return any(number is not None for number in numbers) or bool(self.club or self.mark)


class Prize(models.Model):
    """The prize of a place: money in cents, a thing, or both; ``worth``: what the thing counts as, in cents."""

    list = models.ForeignKey(PrizeList, on_delete=models.CASCADE, related_name="prizes")
    place = models.PositiveSmallIntegerField(_("place"))
    cents = models.PositiveBigIntegerField(_("money"), default=0)
    thing = models.CharField(_("thing"), max_length=100, blank=True, validators=[visible_text])
    worth = models.PositiveBigIntegerField(_("worth"), default=0)

    class Meta:
        verbose_name = _("prize")
        verbose_name_plural = _("prizes")
        ordering = ("place",)
        constraints = [
            models.UniqueConstraint(name="prize_place_once", fields=["list", "place"]),
            models.CheckConstraint(name="prize_place", condition=Q(place__range=(1, MOST_PLACES))),
            models.CheckConstraint(name="prize_is_something", condition=Q(cents__gt=0) | ~Q(thing="")),
            models.CheckConstraint(name="prize_amounts", condition=Q(cents__lte=MOST_CENTS) & Q(worth__lte=MOST_CENTS)),
            models.CheckConstraint(name="prize_worth_of_thing", condition=Q(worth=0) | ~Q(thing="")),
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.thing or self.cents}"


class Finalist(models.Model):
    """The origin of somebody in finals: the tournament that was played as their group, and their place in it.

    The place is the one that brought them there; a correction in the group afterwards does not change it.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="came_from", primary_key=True)
    group = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="finalists")
    place = models.PositiveSmallIntegerField(_("place"), validators=[MinValueValidator(1)])

    class Meta:
        verbose_name = _("finalist")
        verbose_name_plural = _("finalists")
        ordering = ("group", "place")
        constraints = [models.CheckConstraint(name="finalist_place", condition=Q(place__gte=1))]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.group_id}, {self.place}"
