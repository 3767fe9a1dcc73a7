from __future__ import annotations

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class FormerAddress(models.Model):
    """An address that a tournament had before: what was printed and sent goes on leading there.

    The database writes a row whenever an address changes, and gives no tournament an address that another one keeps
    (``tournaments/migrations/addresses.sql``).
    """

    slug = models.SlugField(_("address"), max_length=80, unique=True)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="former_addresses")
    since = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name = _("former address")
        verbose_name_plural = _("former addresses")
        ordering = ("slug",)

    def __str__(self) -> str:
        return self.slug
