"""Links and codes that let in whoever holds them: personal links, invitations to work here, and codes for the staff of
an evening. Of a link a seed is kept, of which the program's key makes the token, so that it can be shown again, and
neither a look at the database nor a backup opens anything."""

from __future__ import annotations

import base64
import binascii
import secrets
from datetime import timedelta
from typing import ClassVar, Self

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import Club, ClubMember
from tournaments.models.player import Entry
from tournaments.models.tournament import Appointment, Tournament

SEED_BYTES = 24
TOKEN_BYTES, _NUMBER_BYTES = 16, 6
_PURPOSE = "viertal.personal-link"


def new_seed() -> str:
    """Make 192 random bits, as 32 letters, digits, ``-`` and ``_``."""
    return secrets.token_urlsafe(SEED_BYTES)


def sealed(purpose: str, number: int, seed: str) -> str:
    """Return the secret part of a link: a row's number, and 128 bits that only the program's key makes of it and the
    seed."""
    proof = salted_hmac(purpose, f"{number} {seed}", algorithm="sha256").digest()[:TOKEN_BYTES]
    return base64.urlsafe_b64encode(number.to_bytes(_NUMBER_BYTES, "big") + proof).decode().rstrip("=")


def number_in(token: str) -> int | None:
    """Return the number that a token names, proved or not; None where it is no such token."""
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        return None
    return int.from_bytes(raw[:_NUMBER_BYTES], "big") if len(raw) == _NUMBER_BYTES + TOKEN_BYTES else None


def token_of(entry_id: int, seed: str) -> str:
    """Return the last part of the address of a player's own link."""
    return sealed(_PURPOSE, entry_id, seed)


class PersonalLink(models.Model):
    """A player's own link to their table: whoever holds the token is taken for them, without an account.

    Kept is a seed, of which the program's key makes the token: so the slips can be printed again, and neither a look
    at the database nor a backup opens anything. A new seed, or a new key, revokes the link.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="personal_link")
    seed = models.CharField(max_length=32, unique=True, default=new_seed, db_column="token")
    made_at = models.DateTimeField(auto_now=True)
    mailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("personal link")
        verbose_name_plural = _("personal links")
        constraints = [
            models.CheckConstraint(
                name="personal_link_token",
                condition=models.Q(seed__regex=r"^[-_A-Za-z0-9]{22,32}$"),
            ),
        ]

    def __str__(self) -> str:
        return str(self.entry)

    @property
    def token(self) -> str:
        """Return the last part of the link's address."""
        return token_of(self.entry_id, self.seed)

    @classmethod
    def of(cls, token: str) -> PersonalLink | None:
        """Return the link that a token stands for, with one query; None where there is none."""
        link = cls.objects.filter(entry=number_in(token)).first()
        return link if link is not None and constant_time_compare(token, link.token) else None


class SecretLink(models.Model):
    """A row with a link. A new key of the program, or the row's end, revokes it."""

    purpose: ClassVar[str]
    seed = models.CharField(max_length=32, unique=True, default=new_seed, editable=False)

    class Meta:
        abstract = True

    @property
    def token(self) -> str:
        """Return the last part of the link's address: the row's number, and 128 bits."""
        return sealed(self.purpose, self.pk, self.seed)

    @classmethod
    def of(cls, token: str) -> Self | None:
        """Return the row that a token opens, whether it still counts or not; None where there is none."""
        row = cls._base_manager.filter(pk=number_in(token)).first()
        return row if row is not None and constant_time_compare(token, row.token) else None


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
