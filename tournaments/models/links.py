from __future__ import annotations

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.player import Entry

TOKEN_BYTES = 16


def new_token() -> str:
    """128 bits of chance, as 22 letters, digits, ``-`` and ``_``."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class PersonalLink(models.Model):
    """A player's own way to his table: whoever holds the token is taken for him, without an account.

    The token is kept as it is, so that the slips can be printed again; a new one revokes the old.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="personal_link")
    token = models.CharField(max_length=32, unique=True, default=new_token)
    made_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("personal link")
        verbose_name_plural = _("personal links")
        constraints = [
            models.CheckConstraint(
                name="personal_link_token",
                condition=models.Q(token__regex=r"^[-_A-Za-z0-9]{22,32}$"),  # noqa: S106
            ),
        ]

    def __str__(self) -> str:
        return str(self.entry)
