"""The desk's own data of an event, beside its rounds and results."""

from __future__ import annotations

import hashlib
import json

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.fields import by_somebody, visible_text
from tournaments.models.player import Player
from tournaments.models.tournament import Tournament


class ManualPairing(models.Model):
    """A round that was changed by hand: begun with the first change, ended by an arbiter.

    ``made`` is the round as the pairing system made it: ``tables`` with number, reason and the entries of
    their seats in order, ``byes`` with entry and kind.
    """

    round = models.OneToOneField("Round", on_delete=models.CASCADE, related_name="manual")
    made = models.JSONField()
    begun_by = by_somebody()
    begun_at = models.DateTimeField(auto_now_add=True)
    ended_by = by_somebody()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("manual pairing")
        verbose_name_plural = _("manual pairings")
        constraints = [
            models.CheckConstraint(
                name="manual_ended_after_begun",
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("begun_at")),
            ),
        ]

    def __str__(self) -> str:
        return str(self.round)


class PairingChange(models.Model):
    """One change by hand to a paired round: who, when, what, and how it was graded. Never changed itself.

    ``moves`` says for every player who has another place now where they were and where they are; ``findings`` are
    the sentences that the arbiter was shown.
    """

    class What(models.TextChoices):
        EXCHANGE = "exchange", _("two places swapped")
        MOVE = "move", _("a player moved")
        ANEW = "anew", _("tables re-paired")
        RESET = "reset", _("back to the system's pairing")
        LIFE = "life", _("a player came or went")

    class Grade(models.TextChoices):
        FREE = "free", _("free")
        WARNED = "warned", _("warned")
        CONFIRM = "confirm", _("confirmed")

    manual = models.ForeignKey(ManualPairing, on_delete=models.CASCADE, related_name="changes")
    number = models.PositiveIntegerField()
    what = models.CharField(max_length=8, choices=What)
    grade = models.CharField(max_length=7, choices=Grade)
    moves = models.JSONField(default=list)
    findings = models.JSONField(default=list)
    by = by_somebody()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("change of a pairing")
        verbose_name_plural = _("changes of pairings")
        ordering = ("manual", "number")
        constraints = [
            models.UniqueConstraint(name="pairing_change_number_once", fields=["manual", "number"]),
            models.CheckConstraint(name="pairing_change_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="pairing_change_what",
                condition=Q(what__in=["exchange", "move", "anew", "reset", "life"]),
            ),
            models.CheckConstraint(name="pairing_change_grade", condition=Q(grade__in=["free", "warned", "confirm"])),
        ]

    def __str__(self) -> str:
        return f"{self.get_what_display()} ({self.get_grade_display()})"


class CheckedIn(models.Model):
    """An entry whose player is here, since ``at``. Taken back, the row goes."""

    entry = models.OneToOneField("Entry", on_delete=models.CASCADE, related_name="checked_in")
    by = by_somebody()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("check-in")
        verbose_name_plural = _("check-ins")

    def __str__(self) -> str:
        return str(self.entry)


class Waiting(models.Model):
    """A player on the waiting list, in the order in which they came. An entry replaces the row when a place is free.

    ``since``: when they came, also where they had a place in between.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="waiting")
    player = models.ForeignKey("Player", on_delete=models.PROTECT, related_name="+")
    here = models.BooleanField(_("is here"), default=False)
    by = by_somebody()
    since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("player on the waiting list")
        verbose_name_plural = _("players on the waiting list")
        ordering = ("since", "id")
        constraints = [
            models.UniqueConstraint(name="waiting_once", fields=["tournament", "player"]),
        ]

    def __str__(self) -> str:
        return str(self.player)


class Confirmation(models.Model):
    """A second arbiter's yes to a result. The database refuses one by whoever entered it."""

    result = models.OneToOneField("Result", on_delete=models.CASCADE, related_name="confirmation")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("confirmation")
        verbose_name_plural = _("confirmations")

    def __str__(self) -> str:
        return f"{self.result}: {self.by}"


class Editing(models.Model):
    """A person typing at a table's result just now; worth a few seconds, and nothing rests on it."""

    table = models.ForeignKey("Table", on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("somebody typing")
        verbose_name_plural = _("people typing")
        constraints = [models.UniqueConstraint(name="editing_once", fields=["table", "by"])]

    def __str__(self) -> str:
        return f"{self.table}: {self.by}"


class AtDesk(models.Model):
    """A person who has a page of an event's desk open just now; worth a few seconds, and nothing rests on it."""

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("somebody at the desk")
        verbose_name_plural = _("people at the desk")
        constraints = [models.UniqueConstraint(name="at_desk_once", fields=["tournament", "by"])]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.by}"


class Proposal(models.Model):
    """A change of a person that somebody proposed at a tournament where they play, to who keeps that person.

    ``name``, ``club`` and ``birth_year`` are what is proposed; null keeps what there is. What there was is not kept: of
    the year of birth who proposes knows nothing.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waiting")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        LAPSED = "lapsed", _("no longer valid")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="proposals")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="proposals")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="proposals")
    at = models.DateTimeField(auto_now_add=True)
    name = models.CharField(_("name"), max_length=100, null=True, blank=True, validators=[visible_text])
    club = models.CharField(_("club"), max_length=100, null=True, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    decided_by = by_somebody()
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("proposed change")
        verbose_name_plural = _("proposed changes")
        ordering = ("-at", "-id")
        constraints = [
            models.UniqueConstraint(name="proposal_once_open", fields=["player", "by"], condition=Q(state="open")),
            models.CheckConstraint(
                name="proposal_changes",
                condition=Q(name__isnull=False) | Q(club__isnull=False) | Q(birth_year__isnull=False),
            ),
            models.CheckConstraint(name="proposal_has_name", condition=Q(name__isnull=True) | ~Q(name="")),
            models.CheckConstraint(
                name="proposal_birth_year", condition=Q(birth_year__isnull=True) | Q(birth_year__range=(1900, 2100))
            ),
            models.CheckConstraint(
                name="proposal_decided",
                condition=Q(state="open", decided_at=None) | ~Q(state="open") & ~Q(decided_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.state}"

    @property
    def values(self) -> dict[str, str | int]:
        """Return the proposed values by field."""
        values = {"name": self.name, "club": self.club, "birth_year": self.birth_year}
        return {key: value for key, value in values.items() if value is not None}

    @property
    def seen(self) -> str:
        """Return a mark of the person and the proposal as they are: another one once either was changed."""
        person = self.player
        shown = [person.name, person.club, person.birth_year, self.values, self.state]
        return hashlib.blake2b(json.dumps(shown).encode(), digest_size=8).hexdigest()


class Wallboard(models.Model):
    """The desk's word to the hall's screens. ``show``: the pages of one thing; empty: those of the moment.

    Pages are counted by the server's time, one every ``SECONDS``, and each screen shows that number modulo its own
    pages: so all turn together. ``ahead`` is how many the screens were sent on, ``held`` the number at which they stay,
    None while they turn.
    """

    SECONDS = 10
    MOST_AHEAD = 720_720
    """Screens of up to sixteen pages come round in so many, so it counts modulo this."""

    class Show(models.TextChoices):
        MOMENT = "", _("What the moment asks for")
        PAIRINGS = "pairings", pgettext_lazy("short: a tab on a phone", "Pairings")
        RESULTS = "results", _("Results")
        STANDINGS = "standings", _("Standings")
        CLOCK = "clock", _("Clock")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, primary_key=True, related_name="wallboard")
    show = models.CharField(max_length=9, choices=Show, blank=True, default="")
    held = models.PositiveBigIntegerField(null=True, blank=True)
    ahead = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("wallboard")
        verbose_name_plural = _("wallboards")
        constraints = [
            models.CheckConstraint(
                name="wallboard_show", condition=Q(show__in=["", "pairings", "results", "standings", "clock"])
            ),
            models.CheckConstraint(name="wallboard_ahead", condition=Q(ahead__lt=720_720)),
        ]

    def __str__(self) -> str:
        return str(self.get_show_display())
