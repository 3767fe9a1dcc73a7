"""Links that open something for whoever holds them. Kept is a seed, of which the program's key makes the token, so that
a link can be shown again, and neither a look at the database nor a backup opens anything."""

from __future__ import annotations

import base64
import binascii
from typing import ClassVar, Self

from django.db import models
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models.links import new_seed

_TOKEN_BYTES = 16
_NUMBER_BYTES = 6


class SecretLink(models.Model):
    """A row with a link. A new key of the program, or the row's end, revokes it."""

    purpose: ClassVar[str]
    seed = models.CharField(max_length=32, unique=True, default=new_seed, editable=False)

    class Meta:
        abstract = True

    @property
    def token(self) -> str:
        """Return the last part of the link's address: the row's number, and 128 bits."""
        proof = salted_hmac(self.purpose, f"{self.pk} {self.seed}", algorithm="sha256").digest()[:_TOKEN_BYTES]
        return base64.urlsafe_b64encode(self.pk.to_bytes(_NUMBER_BYTES, "big") + proof).decode().rstrip("=")

    @classmethod
    def of(cls, token: str) -> Self | None:
        """Return the row that a token opens, whether it still counts or not; None where there is none."""
        try:
            raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
        except (ValueError, binascii.Error):
            return None
        if len(raw) != _NUMBER_BYTES + _TOKEN_BYTES:
            return None
        row = cls._base_manager.filter(pk=int.from_bytes(raw[:_NUMBER_BYTES], "big")).first()
        return row if row is not None and constant_time_compare(token, row.token) else None
