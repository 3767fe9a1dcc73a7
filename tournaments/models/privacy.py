"""The choices of showing names to everyone, as a player and a tournament choose it."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments import privacy


class NameShown(models.TextChoices):
    """A player's name on public pages. Later ones are stricter."""

    FULL = privacy.FULL, _("full name")
    INITIAL = privacy.INITIAL, _("first name and initial")
    NUMBER = privacy.NUMBER, _("pairing number only")
