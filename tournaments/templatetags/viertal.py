"""Tags of the site's own templates."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.templatetags.static import static

from tournaments.domain import disk
from tournaments.sentences import sentence
from tournaments.web import undo

register = template.Library()
register.filter("sentence", sentence)
register.filter("way_back", undo.read)


@register.simple_tag
def disk_warning() -> str:
    """Return a sentence while the data folder's disk is nearly full; empty else."""
    return disk.warning()


@register.simple_tag
def asset(path: str) -> str:
    """Return the address of a static file; the plain one where the manifest does not know it.

    The error pages use it too: a file that was not collected must not turn their answer into a second error.
    """
    try:
        return static(path)
    except ValueError:
        return f"{settings.STATIC_URL}{path}"
