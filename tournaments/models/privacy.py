"""How names are shown to everyone, as a player and a tournament choose it."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments import privacy


class NameShown(models.TextChoices):
    """What the public pages say of a player. Later ones are stricter."""

    FULL = privacy.FULL, _("full name")
    INITIAL = privacy.INITIAL, _("first name and initial")
    NUMBER = privacy.NUMBER, _("pairing number only")
