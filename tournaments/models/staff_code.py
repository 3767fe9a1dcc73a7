"""The staff of an evening, who come in by a code that the desk shows, and have no account."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.secret_links import SecretLink
from tournaments.models.tournament import Tournament


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
