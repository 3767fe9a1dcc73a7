"""The language in which somebody works at the desk."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.domain.logbook import audited
from tournaments.models import User


@audited
def choose_language(language: str, *, by: Any) -> None:
    """Keep the language of a user's desk, for all their devices; empty: each browser's own. Raises Refused."""
    if language and language not in dict(settings.LANGUAGES):
        raise Refused(_("The site does not know this language."))
    User.objects.filter(pk=by.pk).update(language=language)
