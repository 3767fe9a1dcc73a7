from __future__ import annotations

import base64
import binascii
import secrets

from django.db import models
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from tournaments.models.player import Entry

TOKEN_BYTES = 16
SEED_BYTES = 24
_ENTRY_BYTES = 6
_SALT = "viertal.personal-link"
KEPT_AS_IT_IS = 22
"""So long is the token of a link from before tokens were derived; its seed is the token itself."""


def new_seed() -> str:
    """Make 192 random bits, as 32 letters, digits, ``-`` and ``_``."""
    return secrets.token_urlsafe(SEED_BYTES)


def token_of(entry_id: int, seed: str) -> str:
    """Return the secret part of a link: the entry's number, and 128 bits that only the program's key makes of it and
    the seed."""
    if len(seed) == KEPT_AS_IT_IS:
        return seed
    proof = salted_hmac(_SALT, f"{entry_id} {seed}", algorithm="sha256").digest()[:TOKEN_BYTES]
    return base64.urlsafe_b64encode(entry_id.to_bytes(_ENTRY_BYTES, "big") + proof).decode().rstrip("=")


def entry_of(token: str) -> int | None:
    """Return the entry that a derived token names, proved or not; None where it is no such token."""
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        return None
    if len(raw) != _ENTRY_BYTES + TOKEN_BYTES:
        return None
    return int.from_bytes(raw[:_ENTRY_BYTES], "big")


def proves(token: str, entry_id: int, seed: str) -> bool:
    """Return whether a token is the link's of that entry and seed."""
    return token.isascii() and constant_time_compare(token, token_of(entry_id, seed))


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
        entry_id = entry_of(token)
        wanted = models.Q(entry=entry_id) if entry_id is not None else models.Q(seed=token)
        link = cls.objects.filter(wanted).first()
        return link if link is not None and proves(token, link.entry_id, link.seed) else None
