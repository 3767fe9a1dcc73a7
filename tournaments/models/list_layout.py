from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import of_a_club


class ListLayout(models.Model):
    """The meaning of the columns of a list, as somebody of the club assigned them: the club's next list with the same
    heading is read the same way. ``heading`` is a digest, so that no words of a list are kept; ``columns`` has the
    meaning of each column by its number."""

    club = of_a_club("+")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    heading = models.CharField(max_length=32)
    columns = models.JSONField(default=dict)
    used_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("assignment of columns")
        verbose_name_plural = _("assignments of columns")
        constraints = [models.UniqueConstraint(name="layout_heading_once", fields=["club", "heading"])]

    def __str__(self) -> str:
        return self.heading
