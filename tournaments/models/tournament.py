from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now, Upper
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.core import registry
from tournaments.models.club import of_a_club
from tournaments.models.fields import by_somebody, visible_text
from tournaments.models.settings import NameShown, TournamentSettings
from tournaments.text import told_apart


def birth_of(pk: int, created_at: datetime) -> str:
    """Return a tournament's ``birth``. A number alone may come back with a backup; number and moment do not."""
    return f"{pk}-{created_at.timestamp():.6f}"


END_STEPS = ["prizes", "papers", "mail"]
"""What is done after the last round and before the archive, in this order; nothing else tells whether it is."""


class Tournament(TournamentSettings):
    """An evening, a weekend or a season: one game, one pairing system, one order.

    ``game`` and ``system`` name what the registries hold; they are checked there and not by ``choices``, so
    that a new game or system needs no migration. ``version`` counts every change that a viewer could see;
    ``results_version`` every change that could move the standings. Both only grow. ``check_in_closed_at``: when the
    check-in ended; ``archived_at``: since when a finished tournament is locked. ``end_done`` and ``end_skipped``: the
    steps after the last round (`END_STEPS`) that somebody called done, or not needed.
    """

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    club = of_a_club("tournaments")
    name = models.CharField(_("name"), max_length=120, validators=[visible_text])
    slug = models.SlugField(
        _("address"),
        max_length=80,
        unique=True,
        help_text=_("The last part of the public page's address. Empty: made from the name."),
    )
    starts = models.DateField(_("date"), default=timezone.localdate)
    game = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("game options"), default=dict, blank=True)
    system = models.CharField(_("pairing system"), max_length=40)
    table_size = models.PositiveSmallIntegerField(
        _("players at a table"), default=4, validators=[MinValueValidator(2), MaxValueValidator(6)]
    )
    rounds_planned = models.PositiveSmallIntegerField(
        _("rounds"), default=5, validators=[MinValueValidator(1), MaxValueValidator(400)]
    )
    rounds_by_system = models.BooleanField(_("as many rounds as the system makes"), default=False, editable=False)
    seed = models.PositiveBigIntegerField(
        _("random number for drawing lots"),
        default=0,
        help_text=_("Leave it as it is. The same number always draws the same lots."),
    )
    rating_list = models.ForeignKey(
        "RatingList",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        verbose_name=_("season ratings"),
        related_name="seeds",
        help_text=_("The ratings of this list count here instead of the players' own. They also seed the players."),
    )
    pairing_options = models.JSONField(_("pairing options"), default=dict, blank=True)
    scoring = models.JSONField(_("scoring"), default=dict, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PLANNED)
    check_in_closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    end_done = ArrayField(models.CharField(max_length=8), default=list, blank=True, editable=False)
    end_skipped = ArrayField(models.CharField(max_length=8), default=list, blank=True, editable=False)
    archived_at = models.DateTimeField(null=True, blank=True, editable=False)
    archived_by = by_somebody(editable=False)
    version = models.PositiveBigIntegerField(default=1, editable=False)
    results_version = models.PositiveBigIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = by_somebody(editable=False)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ("-starts", "name")
        indexes = [
            # the lists in their order; what narrows them is read in the index as well
            models.Index(
                name="tournament_newest",
                fields=["-starts", "name", "id"],
                include=["published", "state", "game", "club"],
            ),
            models.Index(name="tournament_named", fields=["name", "id"], include=["published"]),
            models.Index(name="tournament_made", fields=["-created_at", "-id"], include=["published"]),
            models.Index(
                name="tournament_not_over",
                fields=["state", "starts"],
                include=["published"],
                condition=~Q(state="finished"),
            ),
            models.Index(name="tournament_game", fields=["game"], include=["published"]),
            # parts of a name or place, as the desk and the API search for them
            GinIndex(OpClass(Upper("name"), name="gin_trgm_ops"), name="tournament_name_parts"),
            GinIndex(OpClass(Upper("venue"), name="gin_trgm_ops"), name="tournament_venue_parts"),
        ]
        constraints = [
            models.CheckConstraint(name="tournament_places", condition=Q(places__isnull=True) | Q(places__gte=2)),
            models.CheckConstraint(
                name="tournament_half_byes", condition=Q(half_byes__lte=400, half_byes_not_last__lte=400)
            ),
            models.CheckConstraint(
                name="tournament_archived_finished", condition=Q(archived_at__isnull=True) | Q(state="finished")
            ),
            # the registries know which there are; without any nothing of an event can be shown
            models.CheckConstraint(name="tournament_of_a_game", condition=~Q(game="") & ~Q(system="")),
            models.CheckConstraint(
                name="tournament_end_steps",
                condition=Q(end_done__contained_by=END_STEPS)
                & Q(end_skipped__contained_by=END_STEPS)
                & ~Q(end_done__overlap=F("end_skipped")),
            ),
            models.CheckConstraint(name="tournament_table_size", condition=Q(table_size__range=(2, 6))),
            models.CheckConstraint(name="tournament_rounds_planned", condition=Q(rounds_planned__range=(1, 400))),
            models.CheckConstraint(name="tournament_results_not_ahead", condition=Q(results_version__lte=F("version"))),
            models.CheckConstraint(name="tournament_state", condition=Q(state__in=["planned", "running", "finished"])),
            models.CheckConstraint(name="tournament_names_shown", condition=Q(names_shown__in=NameShown.values)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def has_engine(self) -> bool:
        """Tell whether moves of the game can be followed; of a declared game only results are typed."""
        return self.game in registry.keys_set()

    @property
    def birth(self) -> str:
        """Return a mark that no other tournament has, not even one that had its address or its number before."""
        return birth_of(self.pk, self.created_at)

    @cached_property
    def display_names(self) -> dict[int, str]:
        """Return everybody's name in this event, by pairing number, for those who run it; everybody else reads
        `tournaments.selectors.people.shown_names`."""
        people = list(self.entries.order_by("number").values_list("number", "player__name", "player__club"))
        return {number: name for number, name, _club in people} | told_apart(people)

    @cached_property
    def is_over(self) -> bool:
        """Tell whether everything is played: the last round is closed and no table of it all is adjourned."""
        if self.state != self.State.FINISHED:
            return False
        ends = self.rounds.filter(tables__results__is_current=True, tables__results__end="adjourned")
        return not ends.exclude(state="discarded").exists()

    @cached_property
    def is_being_played(self) -> bool:
        """Return whether a round is under way: published, and not yet closed."""
        return self.state == self.State.RUNNING and self.rounds.filter(state="published").exists()

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])

    @property
    def rounds_open(self) -> bool:
        """Return whether the number of rounds follows from the players and is fixed when round 1 is paired."""
        return self.rounds_by_system and self.state == self.State.PLANNED

    @property
    def pairing_request(self) -> dict[str, Any]:
        """Return the ``pairing`` object of the event document. Without ``rounds`` until they are known."""
        return {
            **self.pairing_options,
            "system": self.system,
            **({} if self.rounds_open else {"rounds": self.rounds_planned}),
            "table_size": self.table_size,
            "seed": self.seed,
        }


class Appointment(models.Model):
    """A user's role at a tournament. ``tables``: the numbers of the tables at which a table judge enters results."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        CHIEF = "chief", _("chief arbiter")
        ARBITER = "arbiter", _("arbiter")
        JUDGE = "judge", _("table judge")
        HELPER = "helper", _("helper")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="appointments")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="appointments")
    role = models.CharField(
        _("role"),
        max_length=12,
        choices=Role,
        default=Role.ARBITER,
        help_text=_(
            "Organiser: everything. Chief arbiter: everything but settings and appointments. Arbiter: rounds and "
            "results. Table judge: results of their tables. Helper: check-in and printing."
        ),
    )
    tables = ArrayField(
        models.PositiveSmallIntegerField(validators=[MinValueValidator(1)]),
        verbose_name=_("their tables"),
        default=list,
        blank=True,
        help_text=_("A table judge's tables, such as 1-3, 7."),
    )

    class Meta:
        verbose_name = _("appointment")
        verbose_name_plural = _("appointments")
        constraints = [
            models.UniqueConstraint(name="appointment_once", fields=["tournament", "user"]),
            models.CheckConstraint(
                name="appointment_role",
                condition=Q(role__in=["organiser", "chief", "arbiter", "judge", "helper"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class FormerAddress(models.Model):
    """An address that a tournament had before: what was printed and sent goes on leading there.

    The database writes a row whenever an address changes, and gives no tournament an address that another one keeps
    (``tournaments/migrations/addresses.sql``).
    """

    slug = models.SlugField(_("address"), max_length=80, unique=True)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="former_addresses")
    since = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name = _("former address")
        verbose_name_plural = _("former addresses")
        ordering = ("slug",)

    def __str__(self) -> str:
        return self.slug


class HistoryLine(models.Model):
    """A line of the log that an archive brought along: what was done elsewhere, before this copy of the tournament.

    It is kept as it was told, and beside the log: this installation did not see it happen. ``row`` is a number of
    the place that it comes from, and means nothing here.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="history")
    position = models.PositiveIntegerField()
    at = models.DateTimeField()
    who = models.CharField(max_length=200, blank=True)
    role = models.CharField(max_length=20, blank=True)
    door = models.CharField(max_length=10, blank=True)
    kind = models.CharField(max_length=40)
    row = models.CharField(max_length=40, blank=True)
    action = models.CharField(max_length=6)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    reason = models.CharField(max_length=400, blank=True)

    class Meta:
        verbose_name = _("imported log entry")
        verbose_name_plural = _("imported log entries")
        ordering = ("tournament", "position")
        constraints = [
            models.UniqueConstraint(name="history_position_once", fields=["tournament", "position"]),
            models.CheckConstraint(name="history_action", condition=Q(action__in=["insert", "update", "delete"])),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.who}: {self.action} {self.kind} {self.row}"


class Demonstration(models.Model):
    """The demonstration town while it is there: one row, or none.

    What belongs to it is said by its clubs alone (``Club.demonstration``). ``missing`` counts the parts of it that
    are still to be built, so that none that somebody deleted comes back. ``playing``: its games go on by themselves
    while somebody looks; ``watched_at`` is when somebody last did.
    """

    only = models.BooleanField(primary_key=True, default=True, editable=False)
    missing = models.PositiveSmallIntegerField(default=0)
    playing = models.BooleanField(default=True)
    watched_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(name="demonstration_once", condition=Q(only=True))]

    def __str__(self) -> str:
        return f"{self.missing}"
