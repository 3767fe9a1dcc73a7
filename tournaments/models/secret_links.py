"""Links that open something for whoever holds them. Kept is a seed, of which the program's key makes the token, so that
a link can be shown again, and neither a look at the database nor a backup opens anything."""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models
from django.utils.crypto import constant_time_compare

from tournaments.models.links import new_seed, number_in, sealed


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
