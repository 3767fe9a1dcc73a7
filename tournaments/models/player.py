from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import Club, of_a_club
from tournaments.models.fields import visible_text
from tournaments.models.settings import NameShown
from tournaments.models.tournament import Tournament

MOST_NUMBER = 20_000


class Player(models.Model):
    """A person, over all tournaments. What concerns one tournament is in ``Entry``.

    ``register`` is the club that keeps them, ``home`` the tournament that entered them first. Who organises either
    reads all of this; ``club`` is what they say of themselves, in words.
    """

    register = of_a_club("people")
    name = models.CharField(_("name"), max_length=100, validators=[visible_text])
    rating = models.PositiveIntegerField(_("rating"), null=True, blank=True, validators=[MaxValueValidator(4000)])
    club = models.CharField(_("club"), max_length=100, blank=True)
    birth_year = models.PositiveSmallIntegerField(
        _("year of birth"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1900), MaxValueValidator(2100)],
    )
    name_shown = models.CharField(
        _("name on public pages"),
        max_length=8,
        choices=[("", _("as usual: minors by first name and initial")), *NameShown.choices],
        blank=True,
        default="",
        help_text=_("A tournament may show less of it, never more."),
    )
    home = models.ForeignKey(
        Tournament, on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="people"
    )

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ("name", "id")
        constraints = [
            models.UniqueConstraint(
                name="player_once",
                fields=["register", "name", "club", "birth_year"],
                nulls_distinct=False,
                violation_error_message=_("There is already a player with this name, club and year of birth."),
            ),
            models.CheckConstraint(name="player_has_name", condition=~Q(name="")),
            models.CheckConstraint(name="player_name_shown", condition=Q(name_shown__in=["", *NameShown.values])),
            models.CheckConstraint(name="player_rating", condition=Q(rating__isnull=True) | Q(rating__lte=4000)),
        ]

    def __str__(self) -> str:
        return self.name


class Team(models.Model):
    """A team in one tournament. ``key`` is its id in the event document; ``proposed``: a card of the setup made it
    with a name of its own, and it goes where nobody was put into it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    key = models.CharField(_("short name"), max_length=20)
    name = models.CharField(_("name"), max_length=100)
    proposed = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ("key",)
        constraints = [
            models.UniqueConstraint(name="team_key_once", fields=["tournament", "key"]),
            # what an entry's two references, to its team and to its tournament, are held together by
            models.UniqueConstraint(name="team_in_tournament", fields=["id", "tournament"]),
            models.UniqueConstraint(name="team_name_once", fields=["tournament", "name"]),
            models.CheckConstraint(name="team_has_name", condition=~Q(key="") & ~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player's part in one tournament.

    ``number`` is the pairing number (1…n, the id in the event document); ``joined`` the first round,
    ``left`` the last round played (a withdrawal; none while null), ``absent`` the rounds missed. With
    ``has_own_rating`` what counts here is ``own_rating`` (null: unrated), whatever the person's is today.
    ``half_byes`` and ``full_byes`` are those of the rounds missed in which they get half a point, or a full one;
    in the others of them they get nothing. ``marks`` are words of the organiser's own, for lists of prizes.
    ``since``: when they came, which is their place on the waiting list should they lose this one.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField(
        _("pairing number"), validators=[MinValueValidator(1), MaxValueValidator(MOST_NUMBER)]
    )
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="entries")
    board = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)
    joined = models.PositiveSmallIntegerField(_("from round"), default=1)
    left = models.PositiveSmallIntegerField(_("until round"), null=True, blank=True)
    absent = ArrayField(
        models.PositiveSmallIntegerField(validators=[MinValueValidator(1)]),
        verbose_name=_("absent in"),
        default=list,
        blank=True,
    )
    half_byes = ArrayField(
        models.PositiveSmallIntegerField(),
        verbose_name=_("half-point byes"),
        default=list,
        blank=True,
        editable=False,
    )
    full_byes = ArrayField(
        models.PositiveSmallIntegerField(),
        verbose_name=_("full-point byes"),
        default=list,
        blank=True,
        editable=False,
    )
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    has_own_rating = models.BooleanField(default=False, editable=False)
    own_rating = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    season_rating = models.PositiveSmallIntegerField(
        _("season rating"),
        null=True,
        blank=True,
        editable=False,
        help_text=_(
            "Taken from the tournament's season ratings when the next round was requested. It does not change."
        ),
    )

    marks = models.CharField(
        _("marks"),
        max_length=100,
        blank=True,
        default="",
        help_text=_("Words of your own for lists of prizes, with commas between them: guest, student."),
    )
    since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(
                name="entry_number_once",
                fields=["tournament", "number"],
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.UniqueConstraint(name="entry_player_once", fields=["tournament", "player"]),
            models.UniqueConstraint(
                name="entry_board_once", fields=["team", "board"], deferrable=models.Deferrable.DEFERRED
            ),
            models.CheckConstraint(name="entry_number_from_one", condition=Q(number__range=(1, MOST_NUMBER))),
            models.CheckConstraint(name="entry_joined_from_one", condition=Q(joined__gte=1)),
            # left = joined - 1 is somebody who was entered and withdrew before their first round
            models.CheckConstraint(
                name="entry_left_after_joined", condition=Q(left__isnull=True) | Q(left__gte=F("joined") - 1)
            ),
            models.CheckConstraint(
                name="entry_table_from_one", condition=Q(fixed_table__isnull=True) | Q(fixed_table__gte=1)
            ),
            models.CheckConstraint(
                name="entry_byes_asked_off",
                condition=Q(half_byes__contained_by=F("absent"), full_byes__contained_by=F("absent")),
            ),
            models.CheckConstraint(name="entry_one_bye_a_round", condition=~Q(half_byes__overlap=F("full_byes"))),
            models.CheckConstraint(name="entry_board_in_team", condition=Q(board__isnull=True) | Q(team__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"

    def save(self, *, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Drop the byes of rounds that are no longer missed, whoever changed that."""
        self.half_byes = [number for number in self.half_byes if number in self.absent]
        self.full_byes = [number for number in self.full_byes if number in self.absent]
        if update_fields is not None and "absent" in update_fields:
            update_fields = {*update_fields, "half_byes", "full_byes"}
        super().save(update_fields=update_fields, **kwargs)

    def asked_for(self, number: int) -> str:
        """Return the kind of bye, as the document has it, of a player in a round missed."""
        return "half" if number in self.half_byes else "full" if number in self.full_byes else "zero"

    @property
    def display_name(self) -> str:
        """Return the name in this event, for those who run it. Give the entry its tournament first: all of it share
        what is read once for everybody."""
        return self.tournament.display_names.get(self.number, self.player.name)

    @property
    def marked(self) -> frozenset[str]:
        """Return the marks one by one."""
        return frozenset(mark.strip() for mark in self.marks.split(",") if mark.strip())

    @property
    def rating(self) -> int | None:
        """Return the rating that counts in this tournament."""
        return self.own_rating if self.has_own_rating else self.player.rating


class PersonPage(models.Model):
    """The consent of a person to a page about them over all their events. Without this row there is none.

    ``listed`` is a consent of its own: search engines may list the page.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="page")
    agreed_at = models.DateTimeField(default=timezone.now)
    listed = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name = _("page about a person")
        verbose_name_plural = _("pages about people")

    def __str__(self) -> str:
        return f"{self.player_id}"


class Merge(models.Model):
    """Two people of registers that were found to be one. ``kept`` goes on for both; ``taken`` is what there was of the
    other, with the rows that were theirs, so that it can be undone, which deletes it. None: the person was erased, and
    it cannot.

    While it stands, the club of the other (``register``) enters the one who was kept.
    """

    kept = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merges")
    register = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    taken: models.JSONField[Any, Any] = models.JSONField(null=True)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("merged players")
        verbose_name_plural = _("merged players")
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return f"{self.kept_id}: {self.at}"


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
