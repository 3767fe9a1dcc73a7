"""Links that open something for whoever holds them. Kept is a seed, of which the program's key makes the token, so that
a link can be shown again, and neither a look at the database nor a backup opens anything."""

from __future__ import annotations

import base64
import binascii
import secrets
from typing import ClassVar, Self

from django.db import models
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from tournaments.models.player import Entry

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
