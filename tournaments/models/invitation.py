"""Invitations, by which whoever is to work here chooses their own name and password; and codes of an evening's staff,
who have no account."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import Club, ClubMember
from tournaments.models.links import SecretLink
from tournaments.models.tournament import Appointment, Tournament

VALID_FOR = timedelta(days=7)
_AT_AN_EVENT = Q(tournament__isnull=False, club=None, role__in=["organiser", "chief", "arbiter", "judge", "helper"])
_IN_A_CLUB = Q(tournament=None, club__isnull=False, role__in=["organiser", "staff"], tables=[])


class Invitation(SecretLink):
    """A link by which somebody gets an account with a role at an event or in a club, once and within seven days; or the
    role for the account that they have."""

    purpose = "viertal.invitation"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="invitations")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="invitations")
    role = models.CharField(
        _("role"),
        max_length=12,
        choices=[*Appointment.Role.choices, (ClubMember.Role.STAFF.value, ClubMember.Role.STAFF.label)],
    )
    tables = ArrayField(
        models.PositiveSmallIntegerField(validators=[MinValueValidator(1)]),
        verbose_name=_("their tables"),
        default=list,
        blank=True,
    )
    name = models.CharField(_("name"), max_length=60)
    email = models.EmailField(_("e-mail address"), blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="invitations_made"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("valid until"))
    used_at = models.DateTimeField(_("accepted at"), null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="invitations_accepted"
    )
    revoked_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ("pk",)
        constraints = [
            models.CheckConstraint(name="invitation_ends", condition=Q(expires_at__gt=F("made_at"))),
            models.CheckConstraint(name="invitation_to_something", condition=_AT_AN_EVENT | _IN_A_CLUB),
            models.CheckConstraint(name="invitation_used_or_revoked", condition=Q(used_at=None) | Q(revoked_at=None)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def works(self) -> bool:
        """Return whether somebody can accept it now."""
        return self.used_at is None and self.revoked_at is None and timezone.now() < self.expires_at


class StaffCode(SecretLink):
    """A person's code for a tournament: one phone at a time, until a moment. What they may do is their appointment.

    ``scans`` counts the phones that used it: only the session that knows the newest number is let in.
    """

    purpose = "viertal.staff-code"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="staff_codes")
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staff_code")
    until = models.DateTimeField(_("valid until"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="staff_codes_made"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    scans = models.PositiveIntegerField(_("phones"), default=0)
    scanned_at = models.DateTimeField(_("scanned at"), null=True, blank=True)
    browser = models.CharField(_("browser"), max_length=200, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    class Meta:
        verbose_name = _("staff code")
        verbose_name_plural = _("staff codes")
        ordering = ("pk",)
        constraints = [
            models.CheckConstraint(name="staff_code_ends", condition=Q(until__gt=F("made_at"))),
            models.CheckConstraint(
                name="staff_code_scanned",
                condition=Q(scans=0, scanned_at=None) | Q(scans__gt=0, scanned_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return str(self.user)

    @property
    def works(self) -> bool:
        """Return whether somebody can come in by it now."""
        return self.ended_at is None and timezone.now() < self.until
